package lookup

import (
	"fmt"
	"strings"

	"delphi/commands"
	"delphi/commands/wording"
	"delphi/engine/eating"
	"delphi/engine/rules"
	"delphi/engine/seq"
)

// eatSummary leads with whether it is safe.
func eatSummary(q *eating.Question, a *eating.Answer) (summary, headline string) {
	m := q.Monster
	if a.Eaten == nil {
		if !a.Things.None() {
			return fmt.Sprintf("Nothing to eat: no corpse, but %s leaves %s.", wording.Article(m.Name), a.Things), "nothing to eat"
		}
		return fmt.Sprintf("Nothing to eat: %s leaves no corpse.", wording.Article(m.Name)), "nothing to eat"
	}
	headline = map[eating.Safe]string{eating.Yes: "Safe", eating.No: "Not safe", eating.Depends: "It depends"}[a.Safe]
	what := a.Eaten.Name + " corpse"
	switch {
	case a.Tin != nil:
		what = "tin of " + a.Eaten.Name + " meat"
	case a.Glob != "":
		what = a.Glob
		if a.Age > 0 {
			what += fmt.Sprintf(", %d turns old,", a.Age)
		}
	case q.Age > 0:
		what += fmt.Sprintf(", %d turns old,", a.Age)
	}
	if q.BUC != rules.Uncursed {
		what = corpseWord(q.BUC) + " " + what
	}
	parts := []string{}
	if q.Resists.Stoning && q.Rules.Has(a.Eaten, rules.Petrify) {
		parts = append(parts, "petrifying, which you resist")
	}
	if risks := eatRisks(a); risks != "" {
		parts = append(parts, risks)
	}
	gives, does := a.Gives(), a.Does()
	if len(gives) > 0 {
		does = append([]string{"gives " + strings.Join(gives, ", ")}, does...)
	}
	switch {
	case a.FirstBite.Kills:
	case len(does) == 0 || a.Poisoning.Gone == 1:
		parts = append(parts, "gives nothing")
	default:
		parts = append(parts, strings.Join(does, "; "))
	}
	if a.Tin == nil {
		parts = append(parts, fmt.Sprintf("weight %d, nutrition %d, %d turns to eat", a.Weight, a.Nutrition, a.Turns))
	}
	is := map[eating.Safe]string{eating.Yes: " is safe: ", eating.No: " is not safe: ", eating.Depends: " may be unsafe: "}[a.Safe]
	return wording.Capital(wording.Article(what)) + is + strings.Join(parts, "; ") + ".", headline
}

func corpseWord(b rules.BUC) string {
	if b == rules.Blessed {
		return "blessed"
	}
	return "cursed"
}

// eatRisks names what is bad about it: its flesh, then its age.
func eatRisks(a *eating.Answer) string {
	out := seq.Filter(a.Dangers(), func(d string) bool { return !strings.HasPrefix(d, "already old") })
	p := a.Poisoning
	for _, x := range []struct {
		p    float64
		what string
	}{{p.Deadly, "deadly food poisoning"}, {p.Mild, "mild sickness (d8 damage)"}, {p.Rotten, "rotten"}} {
		if x.p > 0 && (x.what[0] != 'r' || (a.Safe != eating.No || p.Deadly+p.Mild > 0) && a.RotsAway() == 0) {
			out = append(out, wording.Share(x.p)+" "+x.what)
		}
	}
	if p := a.Spoiled(); p > 0 {
		out = append(out, wording.Share(p)+" tainted, and then nothing of it is eaten")
	}
	if p := a.RotsAway(); p > 0 {
		out = append(out, wording.Share(p)+" rotten, and then it rots away and gives nothing")
	}
	if t := a.Tin; t != nil && t.Unknown {
		out = append(out, "I don't know how often it is rotten")
	} else if t != nil {
		if t.Rotten.P > 0 {
			out = append(out, wording.Share(t.Rotten.P)+" rotten")
		}
		if t.Explodes.P > 0 {
			out = append(out, wording.Share(t.Explodes.P)+" explodes")
		}
	}
	return strings.Join(out, ", ")
}

// eatNotes says what was assumed.
func eatNotes(c *commands.Call, r *commands.Reply, q *eating.Question, a *eating.Answer) {
	note := func(text string) { r.Notes = append(r.Notes, commands.Note{Kind: commands.Assumed, Text: text}) }
	if a.Eaten == nil {
		return
	}
	if !q.Tin && (a.Glob == "" || !q.Rules.GlobsAgeless) {
		switch {
		case a.Old:
			note(fmt.Sprintf("the corpse of %s counts as %d turns older", wording.Article(q.Monster.Name), q.Rules.OldBy))
		case !q.Ages():
			note("it never rots")
		case q.Age == 0:
			note("fresh")
		}
	}
	if corpseBUC.In(c) == "" && (q.Age > 0 || q.Tin) {
		note("uncursed")
	}
	if q.Race == "" && len(a.Cannibal) > 0 {
		note("race not said")
	}
	if a.Spared {
		note("your race or role may eat its own kind and pets")
	}
	if a.Poisonous || a.Acidic || a.Poisoning.Deadly > 0 || a.FirstBite.Petrifies {
		besides := ""
		if q.Resists != (eating.Resists{}) {
			besides = "those said and "
		}
		note("no resistances but " + besides + "those your race and role begin with")
	}
	if a.Tin != nil {
		note("a tin that you did not make")
	}
}

func eatFields(r *commands.Reply, a *eating.Answer) {
	if a.Eaten == nil {
		return
	}
	r.Field("leaves", "%s", wording.Fraction(a.Chance))
	if dangers := a.Dangers(); len(dangers) > 0 {
		r.Field("dangers", "%s", strings.Join(dangers, ", "))
	}
	for _, g := range a.Gains {
		r.Field(g.Name(), "%s", wording.Fraction(g.Fraction))
	}
	p := a.Poisoning
	if a.Tin == nil {
		r.Field("age", "%d: deadly %s, mild %s, acid %s, poison %s, rotten %s", a.Age,
			wording.Share(p.Deadly), wording.Share(p.Mild), wording.Share(p.Acid), wording.Share(p.Poison), wording.Share(p.Rotten))
	}
	if a.Vegan {
		r.Field("conduct", "vegan")
	} else if a.Vegetarian {
		r.Field("conduct", "vegetarian")
	}
}
