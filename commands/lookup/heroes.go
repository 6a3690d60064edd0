package lookup

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/rules"
)

func heroes() *commands.Command {
	return commands.Told(&commands.Command{
		Name:    "heroes",
		Fillers: "can a an be which what races roles alignments are possible with for start begin as play",
		Aliases: []string{"combos"},
		Summary: "Show which roles, races and alignments go together at the start of a game",
		Params:  commands.Takes(commands.RuleSet, hero.Role, hero.Race, hero.Alignment),

		Examples: []string{"heroes orc Samurai", "heroes dwarf", "heroes Priest", "heroes chaotic Valkyrie", "heroes v3.4.3 gnome Ranger"},
	}, commands.By(tellHeroes))
}

// heroesAnswer is the machine-readable answer of `heroes`.
type heroesAnswer struct {
	Can        *bool    `json:"can,omitempty"` // nil: nothing but one of role, race and alignment is asked
	Role       string   `json:"role,omitempty"`
	Race       string   `json:"race,omitempty"`
	Alignment  string   `json:"alignment,omitempty"`
	Roles      []string `json:"roles,omitempty"`
	Races      []string `json:"races,omitempty"`
	Alignments []string `json:"alignments,omitempty"`
}

func tellHeroes(c *commands.Call, h *rules.Heroes) (*commands.Story, error) {
	a := heroesAnswer{Race: hero.Race.In(c), Alignment: hero.Alignment.In(c)}
	if role, ok := hero.Role.In(c); ok {
		a.Role = role.Name
	}
	if a.Role != "" && h.Roles[a.Role].Races == nil || a.Race != "" && h.Races[a.Race] == nil {
		return nil, &commands.Problem{Text: fmt.Sprintf("There are no such heroes in %s.", c.Rules.Title), Hints: []string{"heroes dwarf", "heroes Priest"}}
	}
	s := &commands.Story{Steps: steps.New(c.Rules)}
	r := &s.Reply
	r.Cite(c.Rules, rules.CiteHeroes)
	var says []string
	if asked := a.asked(); asked > 1 {
		can := len(h.Fits(a.Role, a.Race, a.Alignment)) > 0
		a.Can, r.Headline = &can, map[bool]string{true: "Yes", false: "No"}[can]
		says = append(says, fmt.Sprintf("%s: there %s %s.", r.Headline, map[bool]string{true: "may be", false: "is no"}[can], a.who(can)))
	}
	if a.Role != "" {
		for _, f := range h.Fits(a.Role, "", "") {
			a.Races, a.Alignments = with(a.Races, f.Race), with(a.Alignments, f.Alignment)
		}
		says = append(says, fmt.Sprintf("%s is %s, and %s.", wording.Capital(wording.Article(a.Role)), wording.Or(articles(a.Races)), wording.Or(a.Alignments)))
	}
	if a.Race != "" {
		var aligned []string
		for _, f := range h.Fits("", a.Race, "") {
			a.Roles, aligned = with(a.Roles, f.Role), with(aligned, f.Alignment)
		}
		if a.Role == "" {
			a.Alignments = aligned
		}
		says = append(says, fmt.Sprintf("%s is %s: %s.", wording.Capital(wording.Article(a.Race)), wording.Or(aligned), wording.Or(a.Roles)))
	}
	if a.Role == "" && a.Race == "" && a.Alignment != "" {
		for _, f := range h.Fits("", "", a.Alignment) {
			a.Roles, a.Races = with(a.Roles, f.Role), with(a.Races, f.Race)
		}
		says = append(says, fmt.Sprintf("%s heroes: %s; of the races %s.", wording.Capital(a.Alignment), wording.And(a.Roles), wording.And(a.Races)))
	}
	if a.asked() == 0 {
		heroesTable(r, h)
		says = append(says, "A hero has a role, a race that it allows, and an alignment that both allow.")
	}
	a.steps(s.Steps, h)
	r.Summary, r.Data = strings.Join(says, " "), a
	return s, nil
}

// steps shows what the game's table has of what was said.
func (a *heroesAnswer) steps(d *steps.Derivation, h *rules.Heroes) {
	if a.Role != "" {
		d.Given(rules.CiteHeroes, "races of "+wording.Article(a.Role), strings.Join(h.Roles[a.Role].Races, ", "))
		d.Given(rules.CiteHeroes, "alignments of "+wording.Article(a.Role), strings.Join(h.Roles[a.Role].Alignments, ", "))
	}
	if a.Race != "" {
		d.Given(rules.CiteHeroes, "alignments of "+wording.Article(a.Race), strings.Join(h.Races[a.Race], ", "))
	}
	if a.Role == "" && a.Race == "" {
		d.Given(rules.CiteHeroes, "which go together", "as the game's table of roles has it")
	}
}

// asked counts what is said of the hero.
func (a *heroesAnswer) asked() (n int) {
	for _, said := range []string{a.Role, a.Race, a.Alignment} {
		if said != "" {
			n++
		}
	}
	return n
}

// who names the hero that is asked about: "an orcish samurai" is "orc Samurai".
func (a *heroesAnswer) who(article bool) string {
	who := strings.Join(slices.DeleteFunc([]string{a.Alignment, a.Race, a.Role}, func(s string) bool { return s == "" }), " ")
	if article {
		return wording.Article(who)
	}
	return who
}

// heroesTable lists the races and alignments of each role.
func heroesTable(r *commands.Reply, h *rules.Heroes) {
	r.Table = &commands.Table{Columns: []string{"role", "races", "alignments"}}
	for _, role := range slices.Sorted(maps.Keys(h.Roles)) {
		var races, alignments []string
		for _, f := range h.Fits(role, "", "") {
			races, alignments = with(races, f.Race), with(alignments, f.Alignment)
		}
		r.Table.Rows = append(r.Table.Rows, []string{role, strings.Join(races, ", "), strings.Join(alignments, ", ")})
	}
}

// with adds a word to a list that lacks it.
func with(list []string, word string) []string {
	if slices.Contains(list, word) {
		return list
	}
	return append(list, word)
}

// articles puts an article before each noun.
func articles(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = wording.Article(s)
	}
	return out
}
