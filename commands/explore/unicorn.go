package explore

import (
	"fmt"
	"strings"

	"delphi/commands"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/rules"
	"delphi/engine/seq"
)

// The parameters of gems thrown to unicorns.
var (
	gemKind  = commands.NewChoice(commands.Param{Name: "gem", Summary: "A gem, or worthless glass", Choices: []string{"real gem", "glass"}, Also: map[string]string{"valuable gem": "real gem", "genuine gem": "real gem", "worthless glass": "glass", "piece of glass": "glass", "worthless piece of glass": "glass"}})
	gemKnown = commands.NewChoice(commands.Param{Name: "known", Summary: "How well you know it: identified, named by you, or neither", Choices: []string{"identified", "named", "unidentified"}, Also: map[string]string{"known": "identified", "ided": "identified", "called": "named", "unknown": "unidentified", "unided": "unidentified", "unid": "unidentified"}})
	gemAlign = commands.NewChoice(commands.Param{Name: "unicorn", Summary: "The unicorn: of your alignment (co-aligned) or of another (cross-aligned)", Choices: []string{"co-aligned", "cross-aligned"}, Also: map[string]string{"coaligned": "co-aligned", "my alignment": "co-aligned", "same alignment": "co-aligned", "crossaligned": "cross-aligned", "other alignment": "cross-aligned"}})
	gemCount = commands.NewNumber(commands.Param{Name: "count", Summary: "How many of them: 3 gems", After: []string{"gems", "stones", "rocks", "pieces of glass"}, Bare: true, Min: 1, Max: 100})
)

func throwGem() *commands.Command {
	return commands.Told(&commands.Command{
		Name:    "unicorn",
		Fillers: "throw throwing toss tossing a an the to at luck gems stones gem",
		Aliases: []string{"throwgem", "unigem"},
		Summary: "Show what a gem thrown to a unicorn does to Luck",
		Params:  commands.Takes(commands.RuleSet, gemKind, gemKnown, gemAlign, gemCount),

		Examples: []string{"unicorn identified co-aligned", "unicorn unidentified cross-aligned", "unicorn glass", "unicorn 3 gems identified co-aligned"},
	}, commands.By(tellGem))
}

// luckstone is what a luckstone adds to Luck.
const luckstone = 3

// gemCase is what one kind of gift does.
type gemCase struct {
	Gem     string  `json:"gem"`
	Known   string  `json:"known"`
	Unicorn string  `json:"unicorn"`
	Least   int     `json:"least"`
	Most    int     `json:"most"`
	Mean    float64 `json:"mean"`
	Taken   bool    `json:"taken"`
}

// gemAnswer is the machine-readable answer of `unicorn`.
type gemAnswer struct {
	Count int       `json:"count"`
	Cases []gemCase `json:"cases"`
}

// says returns what a gift does, in words.
func (g gemCase) says() string {
	switch {
	case !g.Taken:
		return "it is not interested, and Luck stays"
	case g.Least == 0 && g.Most == 0:
		return "it takes it, and Luck stays"
	case g.Least == g.Most:
		return fmt.Sprintf("Luck %+d", g.Least)
	}
	return fmt.Sprintf("Luck %+d to %+d, each equally likely, 0 on average", g.Least, g.Most)
}

// gemCases lists what gifts do that a call may mean.
func gemCases(c *commands.Call, g *rules.Giving) (out []gemCase) {
	for _, kind := range gemKind.Choices {
		for _, known := range gemKnown.Choices {
			for _, align := range gemAlign.Choices {
				x := gemCase{Gem: strings.TrimPrefix(kind, "real "), Known: known, Unicorn: align, Taken: true}
				switch {
				case kind == "glass":
					x.Taken = known == "unidentified"
				case align == "co-aligned":
					x.Least = map[string]int{"identified": g.Known, "named": g.Called, "unidentified": g.Unknown}[known]
					x.Most, x.Mean = x.Least, float64(x.Least)
				default:
					x.Most = map[string]int{"identified": g.CrossKnown, "named": g.CrossUnknown, "unidentified": g.CrossUnknown}[known]
					x.Least = -x.Most
				}
				if said(gemKind.In(c), kind) && said(gemKnown.In(c), known) && said(gemAlign.In(c), align) {
					out = append(out, x)
				}
			}
		}
	}
	return out
}

// said reports a choice that is meant, or was not said.
func said(typed, choice string) bool { return typed == "" || typed == choice }

func tellGem(c *commands.Call, g *rules.Giving) (*commands.Story, error) {
	s := &commands.Story{Steps: steps.New(c.Rules)}
	d, r := s.Steps, &s.Reply
	if gemKind.In(c) == "" && (gemKnown.In(c) != "" || gemAlign.In(c) != "") {
		c.Value(gemKind.Param).Text = "real gem"
		c.Note(commands.Assumed, "a real gem (if not, say glass)")
	}
	a := gemAnswer{Count: 1, Cases: gemCases(c, g)}
	a.Count = gemCount.Else(c, a.Count, "")
	r.Table = &commands.Table{Columns: []string{"gem", "unicorn", "Luck"}}
	for _, x := range a.Cases {
		r.Table.Rows = append(r.Table.Rows, []string{x.Known + " " + x.Gem, x.Unicorn, x.says()})
		name := x.Known + " " + x.Gem + ", " + x.Unicorn
		if x.Least == x.Most {
			d.Given(rules.CiteGiving, name, x.says())
		} else {
			d.Counted(rules.CiteGiving, name, fmt.Sprintf("%+d to %+d", x.Least, x.Most), "each equally likely")
		}
	}
	first := a.Cases[0]
	alike := true
	for _, x := range a.Cases {
		alike = alike && x.says() == first.says()
	}
	switch {
	case alike:
		r.Summary = fmt.Sprintf("%s thrown to %s unicorn: %s.", wording.Capital(wording.Article(first.Known+" "+first.Gem)), map[bool]string{true: "a " + first.Unicorn, false: "any"}[len(a.Cases) == 1], first.says())
		r.Headline = fmt.Sprintf("%+d", first.Least)
		if first.Least != first.Most {
			r.Headline = fmt.Sprintf("%+d to %+d", first.Least, first.Most)
		}
		if a.Count > 1 && first.Most != 0 {
			r.Summary += fmt.Sprintf(" %d of them, thrown one by one: %+g on average, but Luck stops at %d (without a luckstone).", a.Count, float64(a.Count)*first.Mean, rules.MaxLuck-luckstone)
		}
		r.Table = nil
	case len(a.Cases) < len(gemKind.Choices)*len(gemKnown.Choices)*len(gemAlign.Choices):
		r.Summary = gemsSay(a.Cases)
	default:
		r.Summary = fmt.Sprintf("A gem thrown to a unicorn of your alignment: Luck +%d if it is identified, +%d if you named it, +%d if it is neither. Of another alignment: -%d to +%d if identified, otherwise -%d to +%d. Worthless glass does nothing.",
			g.Known, g.Called, g.Unknown, g.CrossKnown, g.CrossKnown, g.CrossUnknown, g.CrossUnknown)
	}
	r.Data = a
	r.Cite(c.Rules, rules.CiteGiving)
	return s, nil
}

// gemsSay says what some gifts do, each effect once.
func gemsSay(cases []gemCase) string {
	var says []string
	by := map[string][]string{}
	for i, x := range cases {
		what := x.Known + " " + x.Gem
		alone := i > 0 && cases[i-1].Gem == x.Gem && cases[i-1].Known == x.Known && cases[i-1].says() == x.says()
		if alone { // said with the one before
			continue
		}
		if i+1 == len(cases) || cases[i+1].Known != x.Known || cases[i+1].says() != x.says() {
			what += " to a " + x.Unicorn + " one"
		}
		if by[x.says()] == nil {
			says = append(says, x.says())
		}
		by[x.says()] = append(by[x.says()], what)
	}
	return "Thrown to a unicorn, " + strings.Join(seq.Map(says, func(s string) string { return wording.Or(by[s]) + ": " + s }), "; ") + "."
}
