package wish

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"delphi/engine/dice"
	"delphi/engine/problem"
	"delphi/engine/rules"
)

// What arrives where no object does.
const (
	NotUnderstood = "(not understood)"
	Declined      = "(no wish)"
	Disappears    = "(nothing: disappears)"
	IntoPurse     = "(gold goes straight to the purse, amount not recorded)"
)

// Question is a wish.
type Question struct {
	Set      *rules.Set
	Role     string // whose own quest artifact never comes; empty: nobody's
	Luck     int
	XL       int      // 0: 1; it bounds the enchantment of what is made
	Depth    int      // of the level, for gems; 0: 5
	Existing int      // artifacts that exist already
	Exist    []string // those whose names are known
	Text     string
}

// Arrival is what arrives. Enchant is its enchantment or charges, where Spe says
// that it has any.
type Arrival struct {
	What     string // the game's own name of the kind, without its class; or NotUnderstood and the like
	Object   string // its full name: "scroll of genocide"
	Quantity int
	BUC      rules.BUC
	Enchant  int
	Spe      bool
	Flags    string // "erodeproof,": each with a comma behind it
	Monster  string // what it is of, if the wish says so
}

// Check refuses what cannot be asked. Its errors are a *problem.Problem.
func (q *Question) Check() error {
	switch {
	case q.Set.Wishing() == nil || q.Set.Objects() == nil:
		return rules.No[rules.Wishing](q.Set)
	case strings.TrimSpace(q.Text) == "":
		return problem.New("Say what you wish for.", "wish 2 blessed scrolls of genocide").In("wish")
	case len(q.Text) > MaxText:
		return problem.Newf("A wish of more than %d letters is too long.", MaxText).Try("wish 2 blessed scrolls of genocide")
	}
	return nil
}

// Reading is a wish as all games read it.
type Reading struct {
	*Question
	book  *book
	cases []dice.Case[wished] // the likeliest first
}

// Read reads a wish. The question must pass Check.
func Read(q *Question) *Reading {
	b := bookOf(q.Set)
	return &Reading{q, b, dice.Cases(func(d *dice.Dice) wished { return b.read(d, q.Text, cmp.Or(q.Depth, 5)) })}
}

// likeliest returns the text as most games read it.
func (r *Reading) likeliest() wished { return r.cases[0].What }

// Grant returns everything that may arrive, likeliest first.
func (r *Reading) Grant() []dice.Case[Arrival] {
	alike := map[likeness][]dice.Case[Arrival]{}
	return dice.Then(r.cases, func(w wished) []dice.Case[Arrival] {
		if w.object == nil {
			return dice.Cases(func(*dice.Dice) Arrival { return Arrival{What: w.end} })
		}
		g := &granter{Question: r.Question, maker: maker{r.book.w, max(1, r.XL)}, book: r.book, wished: w}
		k := g.likeness()
		cases, known := alike[k]
		if !known {
			cases = dice.Cases(g.grant)
			alike[k] = cases
		}
		out := slices.Clone(cases)
		for i := range out {
			if a := &out[i].What; a.Object != "" {
				a.What, a.Object = short(w.object), w.object.Name
			}
		}
		return out
	})
}

// likeness is what decides how a thing is made and changed by a wish: two of one
// likeness differ in their names alone.
type likeness struct {
	wished          // its object where that is like no other
	class, material string
	merge, charged  bool
	dir, nutrition  int
	many, missile   bool // of a weapon
	wielded         bool // of a tool
}

func (g *granter) likeness() likeness {
	o := g.object
	k := likeness{wished: g.wished, class: o.Class, merge: o.Merge, charged: o.Charged}
	peculiar := slices.Contains(g.Unlucky, o.Name) || g.Make(o).Name == o.Name || o.Candle() || isBox(o) || slices.Contains(holders, o.Name) ||
		g.artifact() != nil || g.group[o] != nil && g.matters() ||
		slices.Contains([]string{"wand of wishing", "wand of nothing", "fruit", "potion of water", "crysknife", "towel"}, o.Name) || slices.Contains(g.Many, o.Name)
	if peculiar {
		return k
	}
	k.object = nil
	switch o.Class {
	case "wand":
		k.dir = o.Dir
	case "weapon":
		k.many, k.missile = g.inMany(o), g.isAmmo(o) || g.isMissile(o)
	case "tool":
		k.wielded = o.Sub != 0
	case "food":
		k.nutrition = min(o.Nutrition, 2)
	}
	if g.matters() {
		k.material = o.Material
	}
	return k
}

// matters reports whether the material matters to what was wished for.
func (g *granter) matters() bool { return g.proof || g.eroded > 0 || g.corroded > 0 }

func isBox(o *rules.Object) bool { return o.Name == "chest" || o.Name == "large box" }

// holders holds the things that are of a monster, or a monster's.
var holders = []string{"corpse", "egg", "tin", "figurine", "statue"}

// granter turns a thing that was made into what was wished for.
type granter struct {
	*Question
	maker
	*book
	wished
}

// artifact returns the artifact whose name the thing is given, if it is made from it.
func (g *granter) artifact() *rules.Artifact {
	if g.named == "" {
		return nil
	}
	if a := g.artifactNamed(g.named); a != nil && a.Base == g.object.Name {
		return a
	}
	return nil
}

// grant returns one way that the wish for an object goes.
func (g *granter) grant(d *dice.Dice) Arrival {
	o := g.object
	if g.coins {
		if g.GoldPurse {
			return Arrival{What: IntoPurse}
		}
		return Arrival{What: short(o), Object: o.Name, Quantity: max(1, min(g.count, g.GoldMost)), BUC: rules.Uncursed, Spe: true}
	}
	kept := g.number(d)
	t := g.make(d, o, kept)
	g.enchant(d, &t)
	g.curse(&t)
	name := ""
	if a := g.artifact(); a != nil && !slices.Contains(g.Exist, a.Name) {
		name, t.quantity = a.Name, 1
		if a.Quest != "" && a.Quest == g.Role || g.Existing > 0 && !d.Chance(g.ArtifactMost+1, g.Existing+1) {
			return Arrival{What: Disappears}
		}
	}
	out := Arrival{What: short(o), Object: o.Name, Quantity: t.quantity, BUC: t.buc, Enchant: t.spe, Spe: true, Flags: g.flags(d, &t, name)}
	if slices.Contains(holders, o.Name) || o.Name == "fruit" || isBox(o) {
		out.Enchant, out.Spe = 0, false
		if m := g.of(o, g.monster); m != nil {
			out.Monster = m.Name
		}
	}
	if o.Name == "tin" {
		switch {
		case out.Monster != "":
		case g.spinach:
			out.Monster = "spinach"
		case g.empty:
			out.Monster = "none"
		}
	}
	return out
}

// number returns the number wished for, if the game keeps it, else 0.
func (g *granter) number(d *dice.Dice) int {
	o := g.object
	if !o.Merge || o.Class == "amulet" || g.count == 0 {
		return 0
	}
	many := g.count <= g.Candles && o.Candle() || g.count <= g.Missiles && (g.isAmmo(o) || g.isMissile(o) || slices.Contains(g.Many, o.Name))
	if many || d.Chance(g.NumberDie-g.count, g.NumberDie) {
		return g.count
	}
	return 0
}

// enchant keeps the enchantment or charges wished for, if the game does.
func (g *granter) enchant(d *dice.Dice, t *thing) {
	o, spe, sign := t.object, g.spe, g.sign
	wear := o.Class == "armor" || o.Class == "weapon" || o.Class == "tool" && o.Sub != 0 || o.Class == "ring" && o.Charged
	switch {
	case sign == 0: // it stays as it was made
		spe = t.spe
	case wear:
		if spe > t.spe && !d.Chance(g.EnchantDie+1-spe, g.EnchantDie) {
			spe = 0
		}
		if spe > g.UnluckyFrom && g.Luck < 0 {
			sign = -1
		}
	default:
		if sign < 0 {
			one := o.Class == "wand" || o.Name == "crystal ball" && g.Does(rules.WishCrystal)
			spe = min(spe, map[bool]int{true: 1}[one])
		}
		spe = min(spe, t.spe)
	}
	if t.spe = spe; sign < 0 {
		t.spe = -spe
		if o.Class != "coin" {
			t.buc = rules.Cursed
		}
	}
	switch {
	case o.Name == "wand of wishing":
		t.spe = -1
		if d.OneIn(g.WishingOnce) {
			t.spe = 0
		}
	case o.Name == "towel" && g.wet > 0:
		t.spe = g.wet
	case g.empty && g.Does(rules.WishEmpties) && (o.Name == "bag of tricks" || o.Name == "horn of plenty"):
		t.spe = min(t.spe, 0)
	case slices.Contains([]string{"skeleton key", "heavy iron ball", "iron chain"}, o.Name):
		t.spe = 0
	case o.Name == "scroll of mail":
		t.spe = 1
	}
}

// curse makes the thing blessed, uncursed or cursed as wished for.
func (g *granter) curse(t *thing) {
	switch {
	case g.buc == rules.BUCNotSaid:
	case g.Luck < 0:
		t.buc = rules.Cursed
	default:
		t.buc = g.buc
	}
}

// flags returns what else the thing is.
func (g *granter) flags(d *dice.Dice, t *thing, artifact string) string {
	o, out := t.object, ""
	add := func(is bool, flag string) {
		if is {
			out += flag + ","
		}
	}
	poisoned := t.poisoned
	switch {
	case !g.wished.poisoned:
	case g.inMany(o):
		poisoned = g.Luck >= 0
	case g.Does(rules.WishTaint) && (isBox(o) || o.Name == "tin"):
		t.trapped = true
	}
	poisoned = poisoned || slices.Contains(g.Poisonous, artifact)
	if isBox(o) {
		t.trapped = t.trapped && !g.untrapped
		if g.lock != "" {
			t.locked = g.lock == "locked"
		}
		t.trapped = t.trapped && (g.lock != "broken" || !g.Does(rules.WishBroken))
		t.full = t.full && !(g.empty && g.Does(rules.WishEmpties))
	}
	proof, eroded, corroded := g.erosion(d, o)
	diluted := g.diluted && o.Class == "potion" && o.Name != "potion of water"
	add(proof, "erodeproof")
	add(diluted, "diluted")
	switch { // the game keeps both in one place
	case diluted:
		add(true, "eroded1")
	case eroded > 0:
		add(true, "eroded"+strconv.Itoa(eroded))
	}
	add(corroded > 0, "corroded"+strconv.Itoa(corroded))
	add(poisoned, "poisoned")
	add(g.greased, "greased")
	add(t.locked, "locked")
	add(t.trapped, "trapped")
	add(t.full && isBox(o), "has_contents")
	add(g.partly && o.Class == "food" && g.bites(o), "partly_eaten")
	before := g.before
	if o.Name == "wand of wishing" {
		before = 1
	}
	add(o.Class == "wand" && before > 0, "recharged"+strconv.Itoa(min(before, 7)))
	add(artifact != "", "artifact="+artifact)
	return strings.TrimSuffix(out, map[bool]string{true: ","}[artifact != ""])
}

// bites reports whether a food can be partly eaten.
func (g *granter) bites(o *rules.Object) bool {
	if !g.Does(rules.WishBite) {
		return true
	}
	if o.Name == "corpse" {
		m := g.of(o, g.monster)
		return m == nil || m.Nutrition > 1
	}
	return o.Nutrition > 1
}

// erosion returns what becomes of the words of erosion. A look that each game deals out
// brings its material along.
func (g *granter) erosion(d *dice.Dice, o *rules.Object) (proof bool, eroded, corroded int) {
	if !g.matters() {
		return false, 0, 0
	}
	material := o.Material
	if in := g.group[o]; in != nil && o.Class != "armor" && o.Class != "gem" && !g.Does(rules.WishErode) {
		material = g.dealtMaterial(d, in, o.Class)
	}
	if g.Does(rules.WishErode) && !o.Wielded() {
		return false, 0, 0
	}
	burns, rots := g.Set.Erosion().Wears(o, material)
	can := burns || rots
	if !g.Does(rules.WishErode) && !can && o.Name != "crysknife" {
		return false, 0, 0
	}
	if burns {
		eroded = g.eroded
	}
	if rots {
		corroded = g.corroded
	}
	proof = g.proof && g.Luck >= 0 && (can || o.Name == "crysknife") && (g.Does(rules.WishErode) || g.eroded == 0 && g.corroded == 0)
	return proof, eroded, corroded
}

// dealtMaterial returns the material of a look of a group.
func (g *granter) dealtMaterial(d *dice.Dice, in *group, class string) string {
	all := slices.Clone(g.LookMaterials[class])
	for _, o := range in.members {
		all = append(all, o.Material)
	}
	return all[d.Rn2(len(all))]
}
