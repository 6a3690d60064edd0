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
		return q.Set.NoWishing()
	case strings.TrimSpace(q.Text) == "":
		return problem.New("Say what you wish for.", "wish 2 blessed scrolls of genocide")
	case len(q.Text) > MaxText:
		return problem.Newf("A wish of more than %d letters is too long.", MaxText).Try("wish 2 blessed scrolls of genocide")
	}
	return nil
}

// Grant is everything that may arrive, the likeliest first. The question must
// pass Check.
func Grant(q *Question) []dice.Case[Arrival] {
	w := q.Set.Wishing()
	t := parse(w, q.Text)
	if t.count == 0 {
		t.count = 1
	}
	m := bookOf(q.Set).find(t.rest, cmp.Or(q.Depth, 5))
	if plural(t.rest) {
		t.count = max(t.count, 2)
	}
	if m.holy != rules.BUCNotSaid {
		t.buc = m.holy
	}
	if len(m.choices) == 0 || t.locked != "" && !isBox(m.choices[0].object) {
		return dice.Cases(func(*dice.Dice) Arrival { return Arrival{What: NotUnderstood} })
	}
	g := &granter{Question: q, maker: maker{w, max(1, q.XL)}, text: t, meaning: m}
	return g.all()
}

// all is what may arrive, over all things that the name can mean. Things that are
// made alike are gone through once.
func (g *granter) all() []dice.Case[Arrival] {
	total := int64(0)
	for _, c := range g.choices {
		total += c.weight
	}
	alike := map[kind][]dice.Case[Arrival]{}
	var out []dice.Case[Arrival]
	for _, c := range g.choices {
		o := c.object
		k := g.kind(o)
		cases, known := alike[k]
		if !known {
			cases = dice.Cases(func(d *dice.Dice) Arrival { return g.grant(d, o) })
			alike[k] = cases
		}
		for _, x := range cases {
			if x.What.Object != "" {
				x.What.What, x.What.Object = short(o), o.Name
			}
			x.Chance = x.Chance.Times(c.weight, total)
			out = append(out, x)
		}
	}
	slices.SortStableFunc(out, func(a, b dice.Case[Arrival]) int { return cmp.Compare(b.P, a.P) })
	return out
}

// kind is what decides how an object is made and changed by a wish: two objects
// of one kind differ in their names alone.
type kind struct {
	Class, Name, Material string
	Merge, Charged        bool
	Dir, Sub              int
}

func (g *granter) kind(o *rules.Object) kind {
	k := kind{Class: o.Class, Material: o.Material, Merge: o.Merge, Charged: o.Charged, Dir: o.Dir, Sub: o.Sub}
	peculiar := slices.Contains(g.Unlucky, o.Name) || g.Make(o).Name == o.Name || isCandle(o) || isBox(o) || slices.Contains(holders, o.Name) ||
		slices.Contains([]string{"wand of wishing", "wand of nothing", "fruit", "rock", "potion of water", "crysknife"}, o.Name)
	if peculiar {
		k.Name = o.Name
	}
	if k.Class == "weapon" {
		k.Sub = 0
		for i, is := range []bool{g.inMany(o), (g.isAmmo(o) || g.isMissile(o)) && g.count > 1} {
			if is {
				k.Sub |= 1 << i
			}
		}
	}
	if !g.proof && g.eroded == 0 && g.corroded == 0 {
		k.Material = ""
	}
	if k.Class != "wand" {
		k.Dir = 0
	}
	if k.Class == "armor" {
		k.Sub = 0
	}
	return k
}

func isBox(o *rules.Object) bool { return o.Name == "chest" || o.Name == "large box" }

// granter turns a thing that was made into what was wished for.
type granter struct {
	*Question
	maker
	text
	meaning
}

// grant is one way that the wish for an object goes.
func (g *granter) grant(d *dice.Dice, o *rules.Object) Arrival {
	if o.Class == "coin" {
		if g.GoldPurse {
			return Arrival{What: IntoPurse}
		}
		return Arrival{What: short(o), Object: o.Name, Quantity: max(1, min(g.count, g.GoldMost)), BUC: rules.Uncursed, Spe: true}
	}
	artifact := ""
	if g.artifact != nil && !slices.Contains(g.Exist, g.artifact.Name) {
		artifact = g.artifact.Name
		if g.artifact.Quest != "" && g.artifact.Quest == g.Role || g.Existing > 0 && !d.Chance(g.ArtifactMost+1, g.Existing+1) {
			return Arrival{What: Disappears}
		}
	}
	kept := g.number(d, o)
	t := g.make(d, o, kept)
	g.enchant(d, &t)
	g.curse(&t)
	a := Arrival{What: short(o), Object: o.Name, Quantity: t.quantity, BUC: t.buc, Enchant: t.spe, Spe: true, Flags: g.flags(&t, artifact)}
	if slices.Contains(holders, o.Name) || o.Name == "fruit" || isBox(o) {
		a.Enchant, a.Spe = 0, false
		a.Monster = bookOf(g.Set).of(o, g.monster)
	}
	return a
}

// number is the number wished for, if the game keeps it, else 0.
func (g *granter) number(d *dice.Dice, o *rules.Object) int {
	if !o.Merge || o.Class == "amulet" {
		return 0
	}
	many := g.count <= g.Candles && isCandle(o) || g.count <= g.Missiles && (g.isAmmo(o) || g.isMissile(o) || o.Name == "rock")
	if many || d.Chance(g.NumberDie-g.count, g.NumberDie) {
		return g.count
	}
	return 0
}

// enchant keeps the enchantment or charges wished for, if the game does.
func (g *granter) enchant(d *dice.Dice, t *thing) {
	o, spe := t.object, g.spe
	wear := o.Class == "armor" || o.Class == "weapon" || o.Class == "tool" && o.Sub != 0 || o.Class == "ring" && o.Charged
	switch {
	case g.sign == 0: // it stays as it was made
	case wear:
		if spe > t.spe && !d.Chance(g.EnchantDie+1-spe, g.EnchantDie) {
			spe = 0
		}
		if spe > g.UnluckyFrom && g.Luck < 0 {
			g.turn(t)
			t.spe = -spe
			break
		}
		t.spe = g.sign * spe
	default:
		if g.sign < 0 {
			spe = min(spe, map[bool]int{true: 1}[o.Class == "wand"])
		}
		t.spe = g.sign * min(spe, t.spe)
	}
	if g.sign < 0 {
		g.turn(t)
	}
	if o.Name == "wand of wishing" {
		t.spe = -1
		if d.OneIn(g.WishingOnce) {
			t.spe = 0
		}
	}
}

// turn curses what has a minus, unless the wish says otherwise.
func (g *granter) turn(t *thing) {
	if g.buc == rules.BUCNotSaid {
		t.buc = rules.Cursed
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

// flags are what else the thing is.
func (g *granter) flags(t *thing, artifact string) string {
	o, out := t.object, ""
	add := func(is bool, flag string) {
		if is {
			out += flag + ","
		}
	}
	if g.text.locked == "locked" || g.text.locked == "unlocked" {
		t.locked = g.text.locked == "locked"
	}
	if g.empty && g.Empties && isBox(o) {
		t.full = false
	}
	poisoned := t.poisoned
	if g.text.poisoned && g.inMany(o) {
		poisoned = g.Luck >= 0
	}
	poisoned = poisoned || slices.Contains(g.Poisonous, artifact)
	add(g.proof && g.Luck >= 0 && (g.damageable(o) || o.Name == "crysknife"), "erodeproof")
	add(g.diluted && o.Class == "potion" && o.Name != "potion of water", "diluted")
	add(g.eroded > 0 && (rusts(o) || burns(o)) || g.diluted && o.Class == "potion" && o.Name != "potion of water", "eroded"+strconv.Itoa(max(1, g.eroded)))
	add(g.corroded > 0 && (corrodes(o) || burns(o)), "corroded"+strconv.Itoa(g.corroded))
	add(poisoned, "poisoned")
	add(g.greased, "greased")
	add(t.locked, "locked")
	add(t.trapped, "trapped")
	add(t.full && isBox(o), "has_contents")
	before := g.before
	if o.Name == "wand of wishing" {
		before = 1
	}
	add(o.Class == "wand" && before > 0, "recharged"+strconv.Itoa(min(before, 7)))
	add(artifact != "", "artifact="+artifact)
	return strings.TrimSuffix(out, map[bool]string{true: ","}[artifact != ""])
}

// rusts, corrodes and burns are what can happen to a thing by its material.
func rusts(o *rules.Object) bool    { return o.Material == "iron" }
func corrodes(o *rules.Object) bool { return o.Material == "iron" || o.Material == "copper" }
func burns(o *rules.Object) bool {
	return slices.Contains([]string{"wax", "veggy", "flesh", "paper", "cloth", "leather", "wood", "plastic"}, o.Material) && !isCandle(o)
}

func (g *granter) damageable(o *rules.Object) bool {
	return rusts(o) || corrodes(o) || burns(o) || g.Glassproof && o.Class == "armor" && o.Material == "glass"
}
