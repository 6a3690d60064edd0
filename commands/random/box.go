package random

import (
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/steps"
	"delphi/commands/tries"
	"delphi/commands/wording"
	"delphi/engine/making"
	"delphi/engine/rules"
	"delphi/engine/seq"
)

// container is the box that a question is about.
var container = commands.NewChoice(commands.Param{
	Name: "container", Summary: "chest, large box, ice box, sack or another", Choices: []string{"chest", "large box", "ice box", "sack", "oilskin sack", "bag of holding"},
	Also: map[string]string{"chests": "chest", "large boxes": "large box", "ice boxes": "ice box", "icebox": "ice box", "boh": "bag of holding", "bag": "sack", "sacks": "sack", "largebox": "large box"},
})

func box() *commands.Command {
	return commands.Told(&commands.Command{
		Name:    "box",
		Fillers: "random a in of whats what is are contents holds hold contain contains content inside new item items object objects how many much often chance locked trapped get find",
		Aliases: []string{"boxes", "contents"},
		Summary: "Show what new chests and other containers hold, and how many are locked or trapped",
		Params:  commands.Takes(commands.RuleSet, container, class, ledger, tries.Number, tries.Sure),

		Examples: []string{
			"box chest", "box large box", "box chest amulet", "box v3.4.3 chest wand for 50%",
		},
	}, commands.By(tellBox))
}

// boxAnswer is the machine-readable answer of `box`. P is the chance of at least one
// object, or of one of the class that was asked about.
type boxAnswer struct {
	making.Box
	Class string  `json:"class,omitempty"`
	P     float64 `json:"p"`
	tries.Answer
}

func tellBox(c *commands.Call, m *rules.Making) (*commands.Story, error) {
	name := container.In(c)
	if name == "" {
		name = "chest"
		c.Note(commands.Assumed, "a chest")
	}
	level, _ := ledger.In(c)
	b, ok := making.Contents(c.Rules, name, level)
	if !ok {
		return nil, &commands.Problem{Text: "A new " + name + " is empty.", Hints: []string{"box chest"}}
	}
	d := steps.New(c.Rules)
	kind := m.Boxes[slices.IndexFunc(m.Boxes, func(k rules.BoxKind) bool { return k.Name == name })]
	a := boxAnswer{Box: b, Class: class.In(c)}
	r := commands.Reply{Table: boxTable(&b)}
	one := "object"
	boxSteps(d, m, kind)
	if a.Class == "" {
		a.P = classesAny(d, kind, m)
		r.Summary = boxSummary(&b, a.P)
	} else {
		one = a.Class
		var share making.BoxClass
		for _, x := range b.Classes {
			if x.Name == a.Class {
				share = x
			}
		}
		a.P = share.Any
		how := noneOf(kind, m, 1-share.P)
		d.Work(rules.CiteBox, "at least one "+a.Class, wording.Share(a.P), "1 - (%s)", how).Of("%s", drawnWords(kind))
		r.Summary = fmt.Sprintf("%s that %s holds %s: each of up to %s is one with %s.", wording.Capital(wording.Chance(a.P)), wording.Article(name), anyOf(one), wording.Count(b.Most, "object"), wording.Chance(share.P))
	}
	r.Headline = wording.Share(a.P)
	var sentence string
	a.Answer, sentence = tries.Of(c, d, a.P, wording.Trim(a.P), name)
	r.Summary += sentence
	r.Data = a
	r.Cite(c.Rules, rules.CiteBox, rules.CiteBoxClasses)
	return &commands.Story{Reply: r, Steps: d}, nil
}

// boxSteps adds how often a box with a lock is locked.
func boxSteps(d *steps.Derivation, m *rules.Making, k rules.BoxKind) {
	if k.Locks && k.MostLocked != k.Most {
		d.Work(rules.CiteNewObject, "locked", wording.Share(1-1/float64(m.LockedDie)), "1 - 1/%d", m.LockedDie)
	}
}

// drawnWords says how many objects are drawn.
func drawnWords(k rules.BoxKind) string {
	out := fmt.Sprintf("0 to %d objects, each number equally likely", k.Most)
	if k.Locks && k.MostLocked != k.Most {
		out += fmt.Sprintf(", 0 to %d if it is locked", k.MostLocked)
	}
	return out
}

// noneOf returns the chance of nothing as a formula, given the chance that one object
// is not what is asked about.
func noneOf(k rules.BoxKind, m *rules.Making, not float64) string {
	none := func(most int) string { return fmt.Sprintf("sum(i = 0..%d, %s^i)/%d", most, wording.Trim(not), most+1) }
	if not == 0 {
		none = func(most int) string { return fmt.Sprintf("1/%d", most+1) }
	}
	if !k.Locks || k.MostLocked == k.Most {
		return none(k.Most)
	}
	locked := wording.Share(1 - 1/float64(m.LockedDie))
	return fmt.Sprintf("%s*%s + (1 - %s)*%s", locked, none(k.MostLocked), locked, none(k.Most))
}

// classesAny returns the chance of anything at all, and adds its step.
func classesAny(d *steps.Derivation, k rules.BoxKind, m *rules.Making) float64 {
	p := 1 / float64(k.Most+1)
	if k.Locks {
		locked := 1 - 1/float64(m.LockedDie)
		p = locked/float64(k.MostLocked+1) + (1-locked)*p
	}
	d.Work(rules.CiteBox, "anything in it", wording.Share(1-p), "1 - (%s)", noneOf(k, m, 0)).Of("%s", drawnWords(k))
	return 1 - p
}

// boxSummary says how many objects there are, and of which classes.
func boxSummary(b *making.Box, some float64) string {
	out := fmt.Sprintf("%s holds up to %s", wording.Capital(wording.Article(b.Name)), wording.Count(b.Most, "object"))
	if b.Most > 1 {
		out += fmt.Sprintf(", %.3g on average, none %s of the time", b.Mean, wording.Share(1-some))
	}
	if b.Locked.P > 0 {
		out += fmt.Sprintf("; it is locked %s of the time, trapped %s", wording.Share(b.Locked.P), wording.Share(b.Trapped.P))
	}
	if len(b.Classes) == 1 {
		return out + ". They are corpses."
	}
	parts := seq.Map(b.Classes, func(x making.BoxClass) string { return x.Name + " " + wording.Share(x.P) })
	return out + ". Each object: " + strings.Join(parts, ", ") + "."
}

// anyOf returns a thing of a class, with its article if it takes one.
func anyOf(class string) string {
	switch class {
	case "food", "armor":
		return "some " + class
	}
	return wording.Article(class)
}

// boxTable lists the classes and how often a box holds one.
func boxTable(b *making.Box) *commands.Table {
	t := &commands.Table{Columns: []string{"class", "each object", "at least one"}}
	for _, x := range b.Classes {
		t.Rows = append(t.Rows, []string{x.Name, wording.Share(x.P), wording.Share(x.Any)})
	}
	return t
}
