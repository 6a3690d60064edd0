package lookup

import (
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/wording"
	"delphi/engine/dice"
	"delphi/engine/eating"
	"delphi/engine/life"
	"delphi/engine/names"
	"delphi/engine/rules"
)

// tripeAnswer is the machine-readable answer about a tripe ration.
type tripeAnswer struct {
	Name       string            `json:"name"`
	Sick       chance            `json:"sick"`
	Least      int               `json:"vomits_from"`
	Most       int               `json:"vomits_to"`
	Experience int               `json:"experience"`
	As         map[string]string `json:"as,omitempty"`
}

// eatTripe answers a question about a tripe ration; ok says that it is one.
func eatTripe(b *rules.Bestiary, name, race, role string) (r commands.Reply, ok bool, err error) {
	name = strings.TrimSuffix(names.Fold(name), "s")
	set := rules.Get(b.Name)
	if name != "tripe" && name != "tripe ration" || set == nil {
		return r, false, nil
	}
	t := set.Tripe()
	if t == nil {
		return r, true, &commands.Problem{Text: "I don't know what tripe rations do in " + b.Title + ".", Hints: []string{"eat v" + rules.Default + " tripe ration"}}
	}
	o := set.Object("tripe ration")
	a := tripeAnswer{Name: o.Name, Sick: chance{1 / float64(t.SickOnce), 1, int64(t.SickOnce)}, Least: t.Least, Most: t.Least + o.Delay - 1, Experience: t.Experience}
	if race+role != "" {
		a.As = map[string]string{"race": race, "role": role}
	}
	who := strings.TrimSpace(race + " " + role)
	later := fmt.Sprintf("within %d or %d turns you vomit, unless that is cured", a.Least, a.Most)
	switch {
	case race == t.Race:
		a.Sick, a.Experience = chance{0, 0, 1}, 0
		r.Summary = wording.Capital(wording.Article(o.Name)) + " is safe for " + wording.Article(who) + "."
	case role == t.Role:
		a.Sick = chance{0, 0, 1}
		r.Summary = fmt.Sprintf("%s is safe for %s, and gives %d point of experience.", wording.Capital(wording.Article(o.Name)), wording.Article(who), t.Experience)
	case who != "":
		r.Summary = fmt.Sprintf("A tripe ration makes %s sick %s: %s. It gives %d point of experience.", wording.Article(who), wording.Share(a.Sick.P)+" of the time", later, t.Experience)
	default:
		r.Summary = fmt.Sprintf("A tripe ration makes you sick %s of the time: %s. It gives %d point of experience. A %s or %s is never sick of it, and %s gains nothing.", wording.Share(a.Sick.P), later, t.Experience, t.Role, t.Race, wording.Article(t.Race))
	}
	r.Headline = wording.Share(a.Sick.P)
	r.Data, r.Version = a, b.Name
	r.Cite(set, rules.CiteTripe)
	return r, true, nil
}

// eggAnswer is the machine-readable answer about an egg that turns its eater to stone.
type eggAnswer struct {
	Name  string `json:"name"`
	Turns int    `json:"stone_within"`
}

// eatEgg answers a question about an egg that turns its eater to stone, later than the corpse of
// the same monster does, and refuses other eggs; ok says that it is one.
func eatEgg(b *rules.Bestiary, name string) (r commands.Reply, ok bool, err error) {
	layer, egg := strings.CutSuffix(strings.TrimSuffix(names.Fold(name), "s"), " egg")
	m, set, e := b.Named(layer), rules.Get(b.Name), rules.EatingOf(b.Name)
	switch {
	case !egg || m == nil || set == nil || e == nil:
		return r, false, nil
	case !e.Has(m, rules.Petrify) || !m.Is("OVIPAROUS"):
		return r, true, &commands.Problem{Text: "Of eggs I only know what those of cockatrices do.", Hints: []string{"eat cockatrice egg", "eat " + m.Name}}
	}
	what := wording.Article(m.Name + " egg")
	p := set.Plight()
	if p == nil {
		return r, true, &commands.Problem{Text: "I don't know what " + what + " does in " + b.Title + ".", Hints: []string{"eat v" + rules.Default + " " + m.Name + " egg"}}
	}
	turns, rule := p.Kills("stoning")
	r.Summary = fmt.Sprintf("%s is not safe: unless you resist stoning, it turns you to stone within %s, which can be cured; the corpse does at once.", wording.Capital(what), wording.Count(turns, "turn"))
	r.Hints = []string{"cure stoning"}
	if b.Name != rules.Default {
		r.Hints = []string{"cure v" + b.Name + " stoning"}
	}
	r.Data, r.Version = eggAnswer{m.Name + " egg", turns}, b.Name
	r.Cite(set, rule)
	return r, true, nil
}

// spinachAnswer is the machine-readable answer about a tin of spinach.
type spinachAnswer struct {
	Name     string           `json:"name"`
	Least    int              `json:"nutrition_from"`
	Most     int              `json:"nutrition_to"`
	Strength []dice.Case[int] `json:"strength"` // what it becomes, 19 being 18/01
}

// eatSpinach answers a question about a tin of spinach; ok says that it is one.
func eatSpinach(c *commands.Call, b *rules.Bestiary, name string) (r commands.Reply, ok bool, err error) {
	set := rules.Get(b.Name)
	if name = names.Fold(name); name != "spinach" && name != "tin of spinach" && name != "spinach tin" || set == nil {
		return r, false, nil
	}
	s, err := rules.Of[rules.Spinach](set)
	if err != nil {
		return r, true, &commands.Problem{Text: "I don't know what spinach does in " + b.Title + ".", Hints: []string{"eat v" + rules.Default + " spinach"}}
	}
	what, fed := "tin of spinach", s.Uncursed
	said := corpseBUC.In(c)
	switch said {
	case "blessed":
		what, fed = "blessed tin of spinach", s.Blessed
	case "cursed":
		what, fed = "cursed tin of spinach", s.Cursed
	case "":
		c.Note(commands.Assumed, "an uncursed tin")
	}
	tinned.In(c)
	st := hero.St.Else(c, 16, "St 16")
	a := spinachAnswer{what, fed.Least, fed.Least + fed.Die - 1, life.Stronger(s, st, said == "cursed")}
	nutrition := fmt.Sprint(a.Least)
	if a.Most > a.Least {
		nutrition = fmt.Sprintf("%d to %d", a.Least, a.Most)
	}
	r.Headline = strengthens(st, a.Strength)
	r.Summary = fmt.Sprintf("%s: %s. Nutrition %s.", wording.Capital(wording.Article(what)), r.Headline, nutrition)
	if said != "cursed" {
		c.Note(commands.Remarked, "St never rises beyond your race's maximum, 18/** for humans and dwarves")
	}
	r.Data, r.Version = a, b.Name
	r.Cite(set, rules.CiteStronger, rules.CiteSpinach)
	return r, true, nil
}

// eatStrength says what a giant makes of the Strength that was said. It returns that as the
// question has it; empty if it makes no difference.
func eatStrength(c *commands.Call, r *commands.Reply, q *eating.Question, a *eating.Answer) string {
	st, ok := hero.St.In(c)
	if !ok || hero.St.Quiet(c) {
		return ""
	}
	s, err := rules.Of[rules.Spinach](rules.Get(q.Bestiary.Name))
	if err != nil || !slices.ContainsFunc(a.Gains, func(g eating.Gain) bool { return g.Name() == eating.Strength }) {
		c.Note(commands.Remarked, "Strength makes no difference")
		return ""
	}
	r.Summary += " Then " + strengthens(st, life.Stronger(s, st, false)) + "."
	if at, ok := q.Bestiary.Cite(rules.CiteStronger); ok {
		r.Notes = append(r.Notes, commands.Note{Kind: commands.Cited, Text: at.String()})
	}
	return " st" + rules.StrengthText(st)
}

// strengthens says what St becomes, the likeliest first: "St 16 becomes 17 (79.2%) or one of 18
// to 18/04 (4.17% each)".
func strengthens(st int, to []dice.Case[int]) string {
	from := "St " + rules.StrengthText(st)
	low, high := to[0].What, to[0].What
	for _, x := range to {
		low, high = min(low, x.What), max(high, x.What)
	}
	span := func(low, high int) string { return rules.StrengthText(low) + " to " + rules.StrengthText(high) }
	switch first := to[0]; {
	case len(to) == 1 && first.What == st:
		return from + " stays as it is"
	case len(to) == 1:
		return from + " becomes " + rules.StrengthText(first.What)
	case wording.Share(first.P) == wording.Share(to[len(to)-1].P):
		return fmt.Sprintf("%s becomes %s, each equally likely", from, span(low, high))
	case first.What < st:
		return fmt.Sprintf("%s becomes %s (%s), otherwise %s", from, rules.StrengthText(first.What), wording.Share(first.P), span(low, first.What-1))
	default:
		return fmt.Sprintf("%s becomes %s (%s), otherwise %s", from, rules.StrengthText(first.What), wording.Share(first.P), span(first.What+1, high))
	}
}

// noCorpse refuses an object, which is not a corpse; nil if no object has the name.
func noCorpse(b *rules.Bestiary, name string) error {
	set := rules.Get(b.Name)
	if set == nil {
		return nil
	}
	for _, o := range set.Objects() {
		if names.Fold(o.Name) != names.Fold(name) {
			continue
		}
		text := wording.Capital(wording.Article(o.Name)) + " is not a corpse, and eat is about corpses and tins."
		if o.Class != "food" {
			return &commands.Problem{Text: text, Hints: []string{"item " + o.Name}}
		}
		return &commands.Problem{Text: text + " Use item to see what it is like, and cure to see what it cures.", Hints: []string{"item " + o.Name, "cure " + o.Name}}
	}
	return nil
}
