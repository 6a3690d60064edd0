package lookup

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/thing"
	"delphi/commands/wording"
	"delphi/engine/divine"
	"delphi/engine/effect"
	"delphi/engine/odds"
	"delphi/engine/rules"
	"delphi/engine/seq"
)

// The parameters of cure.
var (
	ailment = commands.NewName[string](commands.Param{Name: "trouble", Noun: "a trouble", Summary: "What ails you, such as stoning", Vocabulary: ailments})
	remedy  = commands.NewName[string](commands.Param{Name: "remedy", Noun: "a remedy", Summary: "A thing that may cure it, such as unicorn horn", Vocabulary: remedyTerms})
)

// cureRow is one way to end a trouble. P is the chance of one try, where it is
// known and not sure.
type cureRow struct {
	What    string   `json:"what"`
	P       *float64 `json:"p,omitempty"`
	Num     int64    `json:"num,omitempty"`
	Den     int64    `json:"den,omitempty"`
	Corpses []string `json:"corpses,omitempty"` // whose, where any of some kind will do
}

// cureAnswer is the machine-readable answer of `cure`.
type cureAnswer struct {
	Trouble  string    `json:"trouble,omitempty"`
	With     string    `json:"remedy,omitempty"` // with its BUC, where that was said
	Does     *bool     `json:"does,omitempty"`   // whether With cures Trouble
	Prayer   string    `json:"prayer,omitempty"` // when a prayer mends Trouble, where it is a minor one
	Cures    []cureRow `json:"cures,omitempty"`
	Kills    int       `json:"kills_within,omitempty"` // turns from its beginning until it kills, at most
	Troubles []string  `json:"troubles,omitempty"`     // that With cures, where no Trouble was said
}

// used is a thing by which somebody hopes to be cured. Its name is empty if none was
// said.
type used struct {
	name string
	buc  rules.BUC // maybe not said
}

// String returns the thing as its cures have it: "cursed unicorn horn".
func (u used) String() string { return strings.TrimSpace(u.buc.String() + " " + u.name) }

// in reports whether a cure uses it.
func (u used) in(c *commands.Call, x effect.Cure) bool {
	return u.name != "" && x.Uses(c.Rules, u.name, u.buc)
}

// harms warns of a horn that does the opposite of curing.
func (u used) harms(c *commands.Call, r *commands.Reply) {
	if u.name == effect.Horn && u.buc == rules.Cursed {
		c.Note(commands.Warned, "it harms you")
		r.Hints = append(r.Hints, versioned(c, "horn")+"cursed")
	}
}

// ailments returns the ailments of the version and of the nearest one with any, so that
// a missing one is not read as something else.
func ailments(s *rules.Set) []commands.Term {
	var out []commands.Term
	seen := map[string]bool{}
	for _, set := range []*rules.Set{s, rules.Get(rules.Default)} {
		if set.Remedies() == nil {
			continue
		}
		for _, a := range set.Remedies().Ailments {
			if !seen[a.Name] {
				seen[a.Name] = true
				out = append(out, commands.Term{Name: a.Name, Aliases: a.Aliases, Value: a.Name})
			}
		}
	}
	return out
}

// remedyTerms returns all things that somebody may hope to be cured by: prayer,
// objects, artifacts, corpses and the books of spells.
func remedyTerms(s *rules.Set) []commands.Term {
	if s.Remedies() == nil {
		s = rules.Get(rules.Default)
	}
	out := []commands.Term{{Name: effect.Prayer, Aliases: []string{"pray", "praying"}, Value: effect.Prayer}}
	seen := map[string]bool{}
	add := func(name string, aliases ...string) {
		if !seen[name] && !strings.HasPrefix(name, "(") {
			seen[name] = true
			out = append(out, commands.Term{Name: name, Aliases: aliases, Value: name})
		}
	}
	for _, o := range s.Objects() {
		switch o.Class {
		case "illobj", "class":
		case "spellbook":
			spell, _ := strings.CutPrefix(o.Name, "spellbook of ")
			add(o.Name, append(thing.Aliases(s, o), "spell of "+spell, spell+" spell")...)
		default:
			aliases := thing.Aliases(s, o)
			if o.Name == "potion of water" {
				aliases = append(aliases, "holy water")
			}
			add(o.Name, aliases...)
		}
	}
	for _, a := range s.Powers() {
		add(a.Name, strings.TrimPrefix(a.Name, "The "))
	}
	for _, m := range s.Bestiary().Monsters {
		add(m.Name + " corpse")
	}
	return out
}

func cure() *commands.Command {
	return &commands.Command{
		Name:    "cure",
		Aliases: []string{"cures", "curing"},
		Summary: "Show what cures a trouble, or what a thing cures",
		Params:  commands.Takes(commands.RuleSet, ailment, remedy, corpseBUC),

		Examples: []string{
			"cure stoning", "cure stoning unicorn horn", "cure v3.4.3 attribute loss", "cure unicorn horn", "cure lycanthropy sprig of wolfsbane", "cure blindness blessed unicorn horn",
		},
		Cacheable: true,
		Run: func(_ context.Context, c *commands.Call) (commands.Reply, error) {
			if c.Rules.Remedies() == nil {
				return commands.Reply{}, rules.No[rules.Remedies](c.Rules)
			}
			trouble, said := ailment.In(c)
			name, named := remedy.In(c)
			with := used{name, rules.BUCNotSaid}
			if corpseBUC.In(c) != "" {
				with.buc = bucSaid(corpseBUC.In(c))
			}
			switch {
			case !said && !named:
				return commands.Reply{}, &commands.Problem{Text: "Which trouble?", Slot: "trouble", Hints: []string{"cure stoning", "cure blindness", "cure unicorn horn"}}
			case !said:
				return curedBy(c, with), nil
			}
			for _, a := range c.Rules.Remedies().Ailments {
				if a.Name == trouble {
					return cureReply(c, a, with), nil
				}
			}
			return commands.Reply{}, &commands.Problem{Text: fmt.Sprintf("There is no %s in %s.", trouble, c.Rules.Title), Hints: []string{"cure v" + rules.Default + " " + trouble}}
		},
	}
}

// cureReply says what cures a trouble, and first whether the thing named does.
func cureReply(c *commands.Call, a *rules.Ailment, with used) commands.Reply {
	list, told := effect.Cures(c.Rules, a), troubleWords(a.Name)
	answer := &cureAnswer{Trouble: a.Name, With: with.String()}
	r := commands.Reply{Data: answer, Version: c.Rules.Name, Tone: commands.Plain}
	head, kills, rule := "What cures "+told+": ", "", ""
	if p := c.Rules.Plight(); p != nil {
		if answer.Kills, rule = p.Kills(a.Name); answer.Kills > 0 {
			kills = fmt.Sprintf("it kills within %s", wording.Count(answer.Kills, "turn"))
			if a.Name == "illness" { // rn1(Con, 20) turns
				kills = fmt.Sprintf("it kills within %d + Con turns, %d with Con 18", p.IllnessTurns, answer.Kills)
			}
			c.Note(commands.Warned, kills)
		}
	}
	var by, others []effect.Cure
	for _, x := range list {
		row := cureRow{What: x.What}
		if x.P != nil {
			row.P, row.Num, row.Den = &x.P.P, x.P.Num, x.P.Den
		}
		if slices.Contains(x.Things, rules.AcidicCorpse) {
			row.Corpses = effect.AcidicCorpses(c.Rules.Bestiary())
		}
		answer.Cures = append(answer.Cures, row)
		if with.in(c, x) {
			by = append(by, x)
		} else {
			others = append(others, x)
		}
	}
	if with.name != "" {
		does := len(by) > 0
		answer.Does = &does
		r.Headline, r.Tone = "No", commands.Bad
		head = fmt.Sprintf("No: %s not cure %s. These do: ", doing(with, "does", "do"), told)
		if does {
			r.Headline, r.Tone = "Yes", commands.Good
			head = fmt.Sprintf("Yes: %s. What else cures %s: ", wording.Or(ways(by)), told)
			if answer.Prayer = minorPrayer(c.Rules, a, with); answer.Prayer != "" {
				r.Headline, r.Tone = "Not always", commands.Plain
				head = fmt.Sprintf("Not always: %s %s. What else cures %s: ", wording.Or(ways(by)), answer.Prayer, told)
				r.Cite(c.Rules, rules.CitePrayerSuccess)
				c.Note(commands.Assumed, "a safe prayer")
				c.Note(commands.Assumed, fmt.Sprintf("alignment record %d or more", c.Rules.Prayer().Strident))
			}
		}
	}
	for _, x := range list {
		if x.P != nil || answer.Prayer != "" {
			c.Note(commands.Assumed, "nothing else ails you")
			break
		}
	}
	if list = others; len(list) == 0 {
		head, _, _ = strings.Cut(head, " What else")
		r.Summary = head
	} else {
		text, shown := wording.List(ways(list), ", ", commands.LineBudget-len(head)-2*len(kills)-100) // twice, so that "more" fits behind it
		r.Summary = head + text + "."
		if shown < len(ways(list)) {
			r.Hints = []string{"more"}
		}
		r.Table = cureTable(c.Rules, list)
		r.Table.Title, r.Table.Told = strings.TrimSuffix(head, " "), shown
	}
	for _, x := range slices.Concat(by, others) {
		r.Cite(c.Rules, x.Rule)
	}
	r.Cite(c.Rules, rule)
	with.harms(c, &r)
	return r
}

// minorPrayer says how often a prayer that is safe mends a minor trouble, for which it takes Luck
// or an altar; empty if somebody hopes for another cure, or if all that the ailment is to a god is major.
func minorPrayer(s *rules.Set, a *rules.Ailment, with used) string {
	p := s.Prayer()
	if with.name != effect.Prayer || p == nil {
		return ""
	}
	minor := ""
	for _, k := range p.Troubles {
		if slices.Contains(a.Gods, k.Name) && k.Trouble == rules.MinorTrouble {
			minor = k.Name
		}
	}
	if minor == "" {
		return ""
	}
	mended := func(luck int, altar string) string {
		q := &divine.Prayer{Rules: p, Die: s.Luck(), Alignment: rules.Alignments[0], Altar: altar, Minors: 1, Luck: luck, Record: p.Strident}
		sum := 0.0
		for _, f := range q.Fixes() {
			if f.Minor > 0 {
				sum += f.P
			}
		}
		return wording.Share(sum)
	}
	what := "it"
	if len(a.Gods) > 1 {
		what = minor
	}
	own := rules.Alignments[0]
	return fmt.Sprintf("mends %s %s of the time at Luck 0 (%s on your own altar), %s at Luck 3 (%s)", what, mended(0, divine.NoAltar), mended(0, own), mended(3, divine.NoAltar), mended(3, own))
}

// cureTable lists cures with their chances and their places in the source.
func cureTable(s *rules.Set, list []effect.Cure) *commands.Table {
	t := &commands.Table{Columns: []string{"cure", "source"}}
	for i, way := range ways(list) {
		place := ""
		if at, ok := s.Cite(merged(list)[i].Rule); ok {
			place = at.Place
		}
		t.Rows = append(t.Rows, []string{way, place})
	}
	return t
}

// merged returns a list of cures with the horns of each BUC as one.
func merged(list []effect.Cure) []effect.Cure {
	var out []effect.Cure
	for i, x := range list {
		if x.P == nil || i == 0 || list[i-1].P == nil {
			out = append(out, x)
		}
	}
	return out
}

// ways describes cures in words, with the horns of each BUC as one cure with its
// chances.
func ways(list []effect.Cure) []string {
	var out []string
	for i, x := range list {
		switch {
		case x.P == nil:
			out = append(out, x.What)
		case i > 0 && list[i-1].P != nil:
			out[len(out)-1] = strings.TrimSuffix(out[len(out)-1], ")") + ", blessed " + wording.Share(x.P.P) + ")"
		case i+1 < len(list) && list[i+1].P != nil:
			out = append(out, "a "+effect.Horn+" ("+hornShare(x.P)+")")
		default:
			out = append(out, x.What+" ("+hornShare(x.P)+")")
		}
	}
	return out
}

func hornShare(p *odds.Fraction) string { return wording.Share(p.P) + " a try" }

// curedBy says what a thing cures.
func curedBy(c *commands.Call, with used) commands.Reply {
	answer := &cureAnswer{With: with.String(), Troubles: []string{}}
	r := commands.Reply{Data: answer, Version: c.Rules.Name}
	var horn []effect.Cure
	table := &commands.Table{Columns: []string{"trouble", "cure", "source"}}
	for _, a := range effect.Ends(c.Rules, with.name, with.buc) {
		answer.Troubles = append(answer.Troubles, a.Name)
		var by []effect.Cure
		for _, x := range effect.Cures(c.Rules, a) {
			if with.in(c, x) {
				by = append(by, x)
				r.Cite(c.Rules, x.Rule)
			}
		}
		if by[0].P != nil {
			horn = by
		}
		table.Rows = append(table.Rows, []string{troubleWords(a.Name), wording.Or(ways(by)), cureTable(c.Rules, by).Rows[0][1]})
	}
	if len(answer.Troubles) == 0 {
		r.Summary = wording.Capital(doing(with, "cures", "cure")) + " nothing."
		r.Cite(c.Rules, rules.CiteRemedies)
		with.harms(c, &r)
		return r
	}
	r.Summary = wording.Capital(doing(with, "cures", "cure")) + " " + wording.And(seq.Map(answer.Troubles, troubleWords))
	if horn != nil {
		r.Summary += ", each at " + hornShare(horn[0].P)
		if len(horn) > 1 {
			r.Summary += fmt.Sprintf(" (blessed %s)", wording.Share(horn[1].P.P))
		}
		c.Note(commands.Assumed, "nothing else ails you")
	}
	r.Summary += "."
	r.Table = table
	return r
}

// troubleWords returns a trouble as it would appear in a sentence.
func troubleWords(name string) string {
	if name == "low hp" {
		return "low HP"
	}
	return name
}

// doing returns a thing with its verb: "a unicorn horn does", "speed boots do".
func doing(u used, one, several string) string {
	name := u.name
	switch last := name[strings.LastIndexByte(name, ' ')+1:]; {
	case slices.Contains([]string{"boots", "scales", "gloves", "gauntlets", "lenses"}, last):
		return u.String() + " " + several
	case name == "potion of water" && (u.buc == rules.BUCNotSaid || u.buc == rules.Blessed):
		return "holy water " + one
	case name == effect.Prayer || strings.HasPrefix(name, "The ") || name != strings.ToLower(name) && !strings.Contains(name, " of "):
		return name + " " + one
	case strings.HasPrefix(name, "spellbook of "):
		return "the spell " + strings.TrimPrefix(name, "spellbook of ") + " " + one
	}
	return wording.Article(u.String()) + " " + one
}
