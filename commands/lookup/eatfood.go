package lookup

import (
	"fmt"
	"strings"

	"delphi/commands"
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
		r.Summary = commands.Capital(commands.Article(o.Name)) + " is safe for " + commands.Article(who) + "."
	case role == t.Role:
		a.Sick = chance{0, 0, 1}
		r.Summary = fmt.Sprintf("%s is safe for %s, and gives %d point of experience.", commands.Capital(commands.Article(o.Name)), commands.Article(who), t.Experience)
	case who != "":
		r.Summary = fmt.Sprintf("A tripe ration makes %s sick %s: %s. It gives %d point of experience.", commands.Article(who), commands.Share(a.Sick.P)+" of the time", later, t.Experience)
	default:
		r.Summary = fmt.Sprintf("A tripe ration makes you sick %s of the time: %s. It gives %d point of experience. A %s or %s is never sick of it, and %s gains nothing.", commands.Share(a.Sick.P), later, t.Experience, t.Role, t.Race, commands.Article(t.Race))
	}
	r.Headline = commands.Share(a.Sick.P)
	r.Data, r.Version = a, b.Name
	r.Cite(set, rules.CiteTripe)
	return r, true, nil
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
		text := commands.Capital(commands.Article(o.Name)) + " is not a corpse, and eat is about corpses and tins."
		if o.Class != "food" {
			return &commands.Problem{Text: text, Hints: []string{"item " + o.Name}}
		}
		return &commands.Problem{Text: text + " Use item to see what it is like, and cure to see what it cures.", Hints: []string{"item " + o.Name, "cure " + o.Name}}
	}
	return nil
}
