package lookup

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/foe"
	"delphi/commands/wording"
	"delphi/engine/effect"
	"delphi/engine/monster"
	"delphi/engine/rules"
)

// attack is something that monsters may resist.
type attack struct {
	name, code string // as it is asked for, and as monster.Resistances has it
	told       string // as sentences have it
	rule       string // of data/all/cites; empty: it is a column of the monsters' table
	also       []string
}

var attacks = []*attack{
	{name: "fire", code: "fire", told: "fire", also: []string{"fire resistance", "burning"}},
	{name: "cold", code: "cold", told: "cold", also: []string{"cold resistance", "frost", "ice"}},
	{name: "sleep", code: "sleep", told: "sleep", also: []string{"sleep resistance", "sleep rays", "sleep ray"}},
	{name: "disintegration", code: "disint", told: "disintegration", also: []string{"disint", "disintegration resistance", "disintegration blasts"}},
	{name: "shock", code: "elec", told: "shock", also: []string{"shock resistance", "electricity", "lightning", "elec"}},
	{name: "poison", code: "poison", told: "poison", also: []string{"poison resistance"}},
	{name: "acid", code: "acid", told: "acid", also: []string{"acid resistance"}},
	{name: "stoning", code: "stone", told: "stoning", also: []string{"stone", "petrification", "stoning resistance"}},
	{name: "drain", code: "drain", told: "level drain", rule: rules.CiteResistsDrain, also: []string{"level drain", "drain life", "drain resistance", "draining"}},
	{name: "magic", code: "magic", told: "magic missiles", rule: rules.CiteResistsMagic, also: []string{"magic missile", "magic missiles", "magic resistance", "mr"}},
	{name: "death", code: "death", told: "death rays", rule: rules.CiteResistsDeath, also: []string{"death rays", "death ray", "death magic", "finger of death", "fod", "wand of death", "touch of death"}},
}

// The parameters of resists. The attack stands first, so that "death" is not the
// Rider.
var (
	resisted = commands.NewName[*attack](commands.Param{Name: "attack", Noun: "an attack", Summary: "Fire, cold, sleep, death, disintegration, shock, poison, acid, stoning, magic or drain", Vocabulary: func(*rules.Set) []commands.Term {
		return commands.Terms(attacks, func(a *attack) commands.Term { return commands.Term{Name: a.name, Aliases: a.also, Value: a} })
	}})
	resister = foe.Monster.With(func(p *commands.Param) { p.Words, p.Ahead = nil, "" })
)

// resistsAnswer is the machine-readable answer of `resists`.
type resistsAnswer struct {
	Attack   string   `json:"attack,omitempty"`
	Monster  string   `json:"monster,omitempty"`
	Does     *bool    `json:"does,omitempty"`     // whether Monster resists it
	Resists  []string `json:"resists,omitempty"`  // all that Monster resists
	Classes  []string `json:"classes,omitempty"`  // the signs of those of which every monster resists it
	Monsters []string `json:"monsters,omitempty"` // all that resist it
}

func resists() *commands.Command {
	return &commands.Command{
		Name:    "resists",
		Aliases: []string{"resist", "resisting", "who resists"},
		Summary: "Show which monsters resist an attack, or whether one does",
		Params:  commands.Takes(commands.RuleSet, resisted, resister),

		Examples: []string{
			"resists death", "resists fire", "resists v3.4.3 drain", "resists death jabberwock", "resists sleep elf-noble",
		},
		Cacheable: true,
		Run: func(_ context.Context, c *commands.Call) (commands.Reply, error) {
			a, ok := resisted.In(c)
			m, named := resister.In(c)
			if !ok && !named {
				return commands.Reply{}, &commands.Problem{Text: "Which attack?", Slot: "attack", Hints: []string{"resists fire", "resists death", "resists drain"}}
			}
			b := c.Rules.Bestiary()
			if b == nil {
				return commands.Reply{}, &commands.Problem{Text: "I don't know the monsters of " + c.Rules.Title + ".", Hints: []string{"resists v" + rules.Default + " fire"}}
			}
			if !ok {
				return resistsOne(c, b, nil, m), nil
			}
			if n := rules.NatureOf(b.Name); a.rule != "" && (n == nil || a.code == "death" && !n.KnowsDeath()) {
				return commands.Reply{}, &commands.Problem{Text: fmt.Sprintf("I don't know who resists %s in %s.", a.told, b.Title), Hints: []string{"resists v" + rules.Default + " " + a.name}}
			}
			if named {
				return resistsOne(c, b, a, m), nil
			}
			return resistsReply(c, b, a), nil
		},
	}
}

// resistsReply lists who resists an attack.
func resistsReply(c *commands.Call, b *rules.Bestiary, a *attack) commands.Reply {
	found := effect.Resisting(b, a.code)
	answer := &resistsAnswer{Attack: a.name, Classes: []string{}, Monsters: []string{}}
	r := commands.Reply{Data: answer, Version: b.Name}
	if a.rule != "" {
		r.Cite(c.Rules, a.rule)
	}
	if len(found.Monsters) == 0 {
		r.Summary = "No monster resists " + a.told + "."
		return r
	}
	var parts []string
	var sizes []int // how many rows of the table each part stands for
	for _, g := range found.Classes {
		answer.Classes = append(answer.Classes, g.Symbol)
		parts, sizes = append(parts, "all "+classWithSign(g)), append(sizes, len(g.Monsters))
	}
	for _, g := range found.Kinds {
		parts, sizes = append(parts, "all "+g.Name), append(sizes, len(g.Monsters))
	}
	for _, m := range found.Others {
		parts, sizes = append(parts, m.Name), append(sizes, 1)
	}
	r.Table = &commands.Table{Columns: []string{"monster", "lvl", "resists"}}
	for _, m := range found.Monsters {
		answer.Monsters = append(answer.Monsters, m.Name)
		r.Table.Rows = append(r.Table.Rows, []string{m.Name + " (" + m.Symbol + ")", fmt.Sprint(m.Level), strings.Join(attackWords(monster.Resistances(b, m)), ", ")})
	}
	head := fmt.Sprintf("%d monsters resist %s: ", len(found.Monsters), a.told)
	text, shown := wording.List(parts, ", ", commands.LineBudget-len(head)-90)
	r.Summary, r.Table.Title = head+text+".", strings.TrimSuffix(head, " ")
	if shown < len(parts) {
		r.Hints = []string{"more"}
		for _, n := range sizes[:shown] {
			r.Table.Told += n
		}
	}
	return r
}

// resistsOne says whether a monster resists an attack, and what else it does; a is nil
// if no attack was named.
func resistsOne(c *commands.Call, b *rules.Bestiary, a *attack, m *rules.Monster) commands.Reply {
	codes := monster.Resistances(b, m)
	answer := &resistsAnswer{Monster: m.Name, Resists: attackWords(codes)}
	r := commands.Reply{Data: answer, Version: b.Name}
	c.Note(commands.Assumed, "with nothing worn or carried")
	if a == nil {
		r.Summary = wording.Capital(withArticle(m)) + " resists " + wording.And(attackWords(codes)) + "."
		if len(codes) == 0 {
			r.Summary = wording.Capital(withArticle(m)) + " resists nothing."
		}
		return r
	}
	does := slices.Contains(codes, a.code)
	answer.Attack, answer.Does = a.name, &does
	verb, also := "does not resist", "It resists "
	if r.Headline = "No"; does {
		r.Headline, verb, also = "Yes", "resists", "It also resists "
	}
	r.Summary = fmt.Sprintf("%s: %s %s %s.", r.Headline, withArticle(m), verb, a.told)
	if others := slices.DeleteFunc(attackWords(codes), func(w string) bool { return w == a.told }); len(others) > 0 {
		r.Summary += " " + also + wording.And(others) + "."
	}
	if a.rule != "" {
		r.Cite(c.Rules, a.rule)
	}
	return r
}

// classWithSign returns a class of monsters with its sign: "liches (L)".
func classWithSign(g effect.Group) string {
	name, _, _ := strings.Cut(g.Name, " or ")
	if name = wording.Plural(name); name == "vortexes" {
		name = "vortices"
	}
	if strings.TrimSpace(g.Symbol) == "" {
		return name
	}
	return name + " (" + g.Symbol + ")"
}

// attackWords returns resistances as they would appear in a sentence.
func attackWords(codes []string) []string {
	var out []string
	for _, code := range codes {
		if i := slices.IndexFunc(attacks, func(a *attack) bool { return a.code == code }); i >= 0 {
			out = append(out, attacks[i].told)
		}
	}
	return out
}

// withArticle returns a monster in a sentence: one that has a name of its own needs no
// article.
func withArticle(m *rules.Monster) string {
	if m.Is("PNAME") {
		return m.Name
	}
	if slices.Contains(m.Geno, "UNIQ") {
		return "the " + strings.TrimPrefix(m.Name, "the ")
	}
	return wording.Article(m.Name)
}
