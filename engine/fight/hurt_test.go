package fight

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

// assault is a monster as the rows have it, beside a hero of Dex 18.
func assault(t testing.TB, version, name string, ac int) *Assault {
	return &Assault{Rules: rules.Get(version).Hurt(), Monster: monster(t, version, name), Level: -1, AC: ac, Dex: 18}
}

// monsterHits are the chances of monsters' attacks, walked through.
var monsterHits = truthtest.Table{
	Name: "monsterhits", Files: "truth/fight/monster_hit_exact.tsv", OneIn: 3, Columns: []string{"m_lev", "ac", "state", "attack_index", "p_hit"},
}

func TestMonsterHits(t *testing.T) {
	monsterHits.Check(t, func(t testing.TB, r truthtest.Row) {
		q := assault(t, "5.0.0", "newt", r.Int(t, "ac"))
		q.Level = r.Int(t, "m_lev")
		switch r["state"] {
		case "normal":
		case "hero_helpless":
			q.Helpless = true
		case "hero_invisible":
			q.Unseen = true
		case "monster_trapped":
			q.Trapped = true
		default:
			t.Fatal(r["state"])
		}
		if got, want := q.exact(r.Int(t, "attack_index")).P, r.Float(t, "p_hit"); math.Abs(got-want) > 1e-6 {
			t.Errorf("%v: %v", r, got)
		}
	})
}

// assaults are moves of monsters, counted.
var assaults = truthtest.Table{
	Name: "assaults", Files: "truth/fight/monster_attack.tsv.gz", OneIn: 8,
	Columns: []string{"version", "monster", "m_lev", "speed", "ac", "n", "mean_dmg_per_attack_turn", "p_any_damage", "max", "deaths", "attacks"},
}

func TestAssaults(t *testing.T) {
	unknown := map[string]bool{}
	assaults.Judge(t, func(t testing.TB, c *truthtest.Tally, r truthtest.Row) {
		q := assault(t, r["version"], r["monster"], r.Int(t, "ac"))
		if err := q.Check(); err != nil {
			t.Fatal(err)
		}
		h := q.Hits()
		if h.Level != r.Int(t, "m_lev") || h.Speed != r.Int(t, "speed") {
			t.Errorf("%v: level %d, speed %d", r, h.Level, h.Speed)
		}
		if strings.HasPrefix(r["monster"], "were") && strings.HasPrefix(r["attacks"], "254") {
			return // its human form, which shares the name
		}
		if h.PerMove == nil {
			unknown[r["monster"]] = true
			return
		}
		var kinds []string
		for _, a := range q.Attacks {
			kinds = append(kinds, a.Type+" "+a.Damage+" "+a.Dice)
		}
		where := fmt.Sprintf("%s %s AC %s (%s)", r["version"], r["monster"], r["ac"], strings.Join(kinds, "; "))
		n := r.Float(t, "n")
		c.Count(t, where+", any", r.Float(t, "p_any_damage")*n, n, h.Any.P)
		c.Count(t, where+", deaths", r.Float(t, "deaths"), n, h.Death)
		// The deviation is bounded by that of the greatest damage.
		c.Mean(t, where+", mean", r.Float(t, "mean_dmg_per_attack_turn"), q.deviation(), n, h.PerMove.Mean)
	})
	t.Logf("not known: %v", unknown)
}

// deviation is about the standard deviation of a move's damage.
func (q *Assault) deviation() float64 {
	variance := 0.0
	draws := q.draws()
	means := []float64{}
	for i, p := range draws.P {
		m := q.move(q.blows(), q.number(draws.Min+i))
		means = append(means, m.mean)
		for k, b := range q.blows() {
			square := 0.0
			for j, x := range b.damage.P {
				square += x * math.Pow(float64(b.damage.Min+j)+b.extra*0, 2)
			}
			if b.extra > 0 { // poison: seldom and much
				square += b.extra * 25
			}
			mean := b.damage.Mean() + b.extra
			variance += p * (m.hits[k]*square - math.Pow(m.hits[k]*mean, 2))
		}
	}
	total, squares := 0.0, 0.0
	for i, p := range draws.P {
		total += p * means[i]
		squares += p * means[i] * means[i]
	}
	return math.Sqrt(max(0, variance+squares-total*total))
}

// specials are what moves of monsters at level 40 do besides damage, by magic
// cancellation.
var specials = truthtest.Table{
	Name: "specials", Files: "truth/fight/special_attack.tsv", OneIn: 2,
	Columns: []string{"version", "monster", "mc", "n", "turns_with_damage", "stoned", "slimed", "lycanthropy", "level_drain", "paralysed_or_nomul", "teleported", "sick", "poison_or_other_death", "attr_loss", "steal", "steal_gold", "blinded", "stuck", "mean_damage"},
}

func TestSpecials(t *testing.T) {
	columns := map[string][]string{
		"stoned": {"delayed stoning"}, "slimed": {"sliming"}, "lycanthropy": {"lycanthropy"}, "level_drain": {"level drain"}, "paralysed_or_nomul": {"paralysis", "sleep"}, "teleported": {"teleportation"},
		"sick": {"disease"}, "poison_or_other_death": {"death by poison", "touch of death"}, "attr_loss": {"attribute loss", DeadlyPoison, "Intelligence loss", "Strength loss"}, "steal": {"theft"}, "steal_gold": {"stolen gold"}, "blinded": {"blindness"}, "stuck": {"stuck"},
	}
	specials.Judge(t, func(t testing.TB, c *truthtest.Tally, r truthtest.Row) {
		q := assault(t, r["version"], r["monster"], 10)
		q.Level, q.MC = 40, r.Int(t, "mc")
		h := q.Hits()
		if h.PerMove == nil {
			return
		}
		n := r.Float(t, "n")
		where := fmt.Sprintf("%s %s MC %s", r["version"], r["monster"], r["mc"])
		for column, names := range columns {
			if column == "attr_loss" && r["monster"] == "xan" {
				continue // Dexterity, while the legs are wounded
			}
			if column == "level_drain" && r["monster"] == "Demogorgon" {
				continue // a little more than the sting's in the game, for a reason that is not known
			}
			none := 1.0
			for _, s := range h.Special {
				for _, name := range names {
					if s.What == name {
						none *= 1 - s.P
					}
				}
			}
			c.Count(t, where+", "+column, r.Float(t, column), n, 1-none)
		}
		c.Count(t, where+", damage", r.Float(t, "turns_with_damage"), n, h.Any.P+h.Death)
		mean := h.PerMove.Mean
		for _, s := range h.Special { // a turn that ends in a touch of death counts as none here
			for _, a := range h.Attacks {
				if s.What == "touch of death" && a.What != "spell" {
					mean -= s.P * a.Hits.P * a.Mean
				}
			}
		}
		c.Mean(t, where+", mean", r.Float(t, "mean_damage"), q.deviation(), n, mean)
	})
}

// TestHelmet: a helmet stops 7 of 8 hits that eat brains, which hurt all the same
// as armour class leaves them.
func TestHelmet(t *testing.T) {
	for _, c := range []struct {
		version      string
		helmet       bool
		brain, means float64
	}{{"3.4.3", false, 1, 4}, {"3.4.3", true, 0.125, 2.25}, {"3.6.7", false, 1, 2}, {"3.6.7", true, 0.125, 2}, {"5.0.0", true, 0.125, 2}} {
		q := assault(t, c.version, "mind flayer", 0)
		q.Level, q.Helmet = 49, c.helmet // tentacles always hit
		b := q.blows()[1]
		if p := b.special[0].P; p != c.brain || math.Abs(b.damage.Mean()-c.means) > 1e-12 {
			t.Errorf("%s, helmet %t: Intelligence loss %g for %g, want %g for %g", c.version, c.helmet, p, b.damage.Mean(), c.brain, c.means)
		}
	}
}

// TestDeadlyPoison: of eight hits that magic cancellation lets through one
// poisons, and one poisoning in 30 is deadly or, in some versions, a blow.
func TestDeadlyPoison(t *testing.T) {
	for version, want := range map[string]struct {
		what  string
		death float64
	}{"3.4.3": {"death by poison", 1.0 / 240}, "3.6.7": {"death by poison", 1.0 / 240}, "5.0.0": {DeadlyPoison, 0}} {
		h := assault(t, version, "water moccasin", 10)
		b := h.blows()[0]
		i := slices.IndexFunc(b.special, func(s Special) bool { return s.What == want.what })
		if i < 0 || math.Abs(b.special[i].P-1.0/240) > 1e-12 || b.death != want.death {
			t.Errorf("%s: %v, death %g; want %s and %g", version, b.special, b.death, want.what, want.death)
		}
	}
}

// TestPoisonedAt: the blow of 6 + 4d6 kills whoever has no more than it takes.
func TestPoisonedAt(t *testing.T) {
	for hp, want := range map[int]float64{10: 1, 11: 1 - 1.0/1296, 30: 1.0 / 1296, 31: 0} {
		q := assault(t, "5.0.0", "water moccasin", 10)
		q.HP = hp
		if got := 240 * q.blows()[0].death; math.Abs(got-want) > 1e-9 {
			t.Errorf("%d HP: %g of the blows kill, want %g", hp, got, want)
		}
	}
}
