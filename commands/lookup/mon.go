package lookup

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"delphi/commands"
	"delphi/commands/grammar"
	"delphi/commands/thing"
	"delphi/commands/wording"
	"delphi/engine/eating"
	"delphi/engine/monster"
	"delphi/engine/names"
	"delphi/engine/rules"
)

// monMatch is one monster of a list, as `mon` tells a machine.
type monMatch struct {
	Name       string `json:"name"`
	Sym        string `json:"sym"`
	Color      string `json:"color"`
	Level      int    `json:"level"`
	Difficulty int    `json:"difficulty"`
	Speed      int    `json:"speed"`
	AC         int    `json:"ac"`
}

type monList struct {
	Query   string     `json:"query"`
	Total   int        `json:"total"`
	Matches []monMatch `json:"matches"`
}

type monDifference struct {
	What   string   `json:"what"`
	Values []string `json:"values"`
}

type monCompared struct {
	Names       []string        `json:"names"`
	Versions    []string        `json:"versions"`
	Differences []monDifference `json:"differences"`
}

func mon() *commands.Command {
	return &commands.Command{
		Name:    "mon",
		Aliases: []string{"monster"},
		Summary: "Show a monster's statistics and what eating it really gives",
		Params:  commands.Takes(monsterText),
		Examples: []string{
			"mon soldier ant",
			"mon v3.4.3 killer bee",
			"mon stone giant evilhack",
			"mon compare stone giant 3.4.3 5.0.0",
			"mon F yellow",
			"mon level 10-12 flies poisonous",
			"mon shoggoth dnethack",
		},
		Public: true,
		Run:    runMon,
	}
}

func runMon(_ context.Context, c *commands.Call) (commands.Reply, error) {
	text := strings.TrimPrefix(monsterText.In(c), "monster:")
	words := strings.Fields(text)
	compare := false
	if len(words) > 0 && (strings.EqualFold(words[0], "compare") || strings.EqualFold(words[0], "diff") && len(words) > 2) {
		compare, words = true, slices.DeleteFunc(slices.Clone(words[1:]), func(w string) bool { return w == "vs" || w == "versus" })
	}
	if versus := slices.IndexFunc(words, func(w string) bool { return w == "vs" || w == "versus" }); versus > 0 {
		compare, words = true, slices.Delete(slices.Clone(words), versus, versus+1)
	}
	words, versions, err := monVersions(c, words)
	if err != nil {
		return commands.Reply{}, err
	}
	rest := strings.Join(words, " ")
	if rest == "" {
		hints := []string{"mon soldier ant", "mon F yellow", "mon compare stone giant 3.4.3 5.0.0"}
		if len(versions) == 1 {
			hints = []string{"mon v" + versions[0].Name + " " + versions[0].Monsters[0].Name, "mon v" + versions[0].Name + " F yellow"}
		}
		return commands.Reply{}, &commands.Problem{Text: "Which monster?", Slot: "monster", Hints: hints}
	}
	if compare {
		return compareMon(c, rest, versions)
	}
	if len(versions) > 1 {
		return commands.Reply{}, &commands.Problem{Text: "You named two versions; compare shows how they differ.", Hints: []string{"mon compare " + text}}
	}
	b, err := monDefault(c, versions)
	if err != nil {
		return commands.Reply{}, err
	}
	if deathAsked.MatchString(rest) {
		return commands.Reply{}, &commands.Problem{Text: "Monsters' cards don't say who resists death magic.", Hints: []string{"resists death", "mon undead"}}
	}
	var reply commands.Reply
	found, query, err := findMon(c, b, rest)
	switch {
	case err != nil:
		return commands.Reply{}, err
	case query != nil && query.AsksEating() && rules.EatingOf(b.Name) == nil:
		return commands.Reply{}, &commands.Problem{Text: "I don't know what corpses convey in " + b.Title + ".", Hints: []string{"mon v" + rules.Default + " " + rest}}
	case query != nil:
		if reply = listMon(b, query, found); len(found) == 0 {
			reply.Summary += recolored(b, rest)
		}
	default:
		reply = oneMon(b, found)
		if fact, figure := askedFact(b, found[0], c.Request.Line); fact != "" {
			reply.Summary, reply.Headline = fact+" "+monster.Line(b, found[0], commands.LineBudget-2-len(fact)), figure
			reply.Title = fact
		}
		if mine := forCharacter(c, b, found[0]); mine != "" {
			reply.Notes = append(reply.Notes, commands.Note{Kind: commands.Warned, Text: mine})
		}
	}
	reply.Question = "mon v" + b.Name + " " + rest
	return reply, nil
}

// monVersions removes the words that name versions.
func monVersions(c *commands.Call, words []string) (rest []string, versions []*rules.Bestiary, err error) {
	for _, w := range words {
		said := strings.TrimPrefix(names.Fold(w), "version:")
		if said == "vanilla" {
			said = rules.Default
		}
		b, note, looksLike, err := rules.LookupBestiary(said)
		var unknown *rules.UnknownVersion
		var none *rules.NoTable
		switch {
		case !looksLike:
			rest = append(rest, w)
			continue
		case errors.As(err, &none):
			return nil, nil, &commands.Problem{Text: err.Error(), Hints: none.Nearest, Err: err}
		case errors.As(err, &unknown):
			return nil, nil, &commands.Problem{Text: fmt.Sprintf("I don't know the monsters of %s; I know those of %s", w, strings.Join(rules.BestiaryNames(), ", ")), Hints: unknown.Nearest, Err: err}
		case err != nil:
			return nil, nil, err
		}
		if note != "" {
			c.Note(commands.Remarked, note)
		}
		if !slices.Contains(versions, b) {
			versions = append(versions, b)
		}
	}
	return rest, versions, nil
}

// monDefault returns the version said, or the place's.
func monDefault(c *commands.Call, versions []*rules.Bestiary) (*rules.Bestiary, error) {
	if len(versions) > 0 {
		return versions[0], nil
	}
	b := c.Rules.Bestiary()
	if b == nil {
		return nil, &commands.Problem{
			Text:  fmt.Sprintf("I don't know the monsters of %s, this channel's version; I know those of %s", c.Rules.Title, strings.Join(rules.BestiaryNames(), ", ")),
			Hints: []string{c.Command.Name + " v" + c.Rules.Parent + " " + monsterText.In(c)},
		}
	}
	c.Note(commands.Assumed, b.Name)
	return b, nil
}

// findMon finds the monsters of a name, or the query that text is. It tries
// the name, the description, the end of a name, a typo.
func findMon(c *commands.Call, b *rules.Bestiary, text string) ([]*rules.Monster, *monster.Query, error) {
	x := thing.MonstersOf(b)
	if found := monOfClass(x, text); len(found) > 0 {
		return found, nil, nil
	}
	if found := x.Called(text); len(found) > 0 {
		return found, nil, nil
	}
	if name := turned(b, text); name != "" {
		return x.Called(name), nil, nil
	}
	if name, human := strings.CutPrefix(strings.ToLower(text), "human "); human {
		forms := slices.DeleteFunc(x.Called(name), func(m *rules.Monster) bool { return m.Symbol != "@" || !m.Is("WERE") })
		if len(forms) > 0 {
			return forms, nil, nil
		}
	}
	if query := exceptNamed(x, text); query != nil {
		return query.Find(b), query, nil
	}
	query, unread := monster.Parse(text)
	if unread == nil && !query.Empty() {
		return query.Find(b), query, nil
	}
	switch parts := x.Partly(text); {
	case len(parts) == 1:
		c.Note(commands.Remarked, fmt.Sprintf("%q read as %s", text, parts[0].Name))
		return []*rules.Monster{parts[0].Value.(*rules.Monster)}, nil, nil
	case len(parts) > 1:
		return nil, nil, &commands.Problem{Text: fmt.Sprintf("%q could be %s: say which", text, grammar.Candidates(parts, 8)), Hints: wording.Prefixed(monHint(c, b, ""), grammar.EntryNames(parts, 4))}
	}
	name, others := longestName(x, text)
	if name != "" && ofCard(x, others) {
		return x.Called(name), nil, nil
	}
	if len(text) <= 60 {
		if e, ok := x.Guess(text, nil); ok {
			c.Note(commands.Remarked, fmt.Sprintf("%q read as %s", text, e.Name))
			return []*rules.Monster{e.Value.(*rules.Monster)}, nil, nil
		}
		if near := x.Nearest(text, 4, nil); len(near) > 0 && !strings.Contains(name, " ") {
			p := &commands.Problem{Text: fmt.Sprintf("There is no monster named %q in %s.", text, b.Title)}
			for _, n := range near {
				p.Hints = append(p.Hints, monHint(c, b, n.Name))
			}
			return nil, nil, p
		}
	}
	p := &commands.Problem{Text: fmt.Sprintf("There is no monster named %q in %s.", wording.Cut(text, 60), b.Title), Hints: []string{"help mon"}}
	var u *monster.Unknown
	errors.As(unread, &u)
	if name != "" && (strings.Contains(name, " ") || u == nil || len(u.Nearest) == 0) {
		p.Text, p.Hints = fmt.Sprintf("%s is a monster, but I don't know what %q means after it", name, wording.Cut(others, 60)), []string{monHint(c, b, name)}
		if also := x.Called(others); len(also) > 0 && also[0].Name != name {
			p.Hints = append(p.Hints, monHint(c, b, also[0].Name))
		}
		return nil, nil, p
	}
	if u != nil && strings.Contains(text, " ") {
		p.Text = fmt.Sprintf("%q is neither a monster of %s nor a way to describe one", wording.Cut(u.Word, 60), b.Title)
		if len(u.Nearest) > 0 {
			p.Hints = u.Nearest
		}
	}
	return nil, nil, p
}

// turned returns the name of the monster that consists of the same words in another
// order: "ant soldier". It is empty if there is none, or several.
func turned(b *rules.Bestiary, text string) string {
	sorted := func(s string) []string {
		words := names.Words(s)
		slices.Sort(words)
		return words
	}
	typed := sorted(text)
	if len(typed) < 2 {
		return ""
	}
	found := ""
	for _, m := range b.Monsters {
		if slices.Equal(sorted(m.Name), typed) {
			if found != "" && found != m.Name {
				return ""
			}
			found = m.Name
		}
	}
	return found
}

// excepted separates a description of monsters from the one that is excluded: "a but
// not soldier ant", "F except lichen, flying".
var excepted = regexp.MustCompile(`(?i)^(.+?),?\s+(?:but not|but no|not|except for|except|excluding|besides|other than|apart from)\s+(?:an? |the )?(.+)$`)

// exceptNamed returns the query of a text that excludes a monster by name, or nil.
func exceptNamed(x *thing.Monsters, text string) *monster.Query {
	m := excepted.FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	words := strings.Fields(m[2])
	for n := len(words); n > 0; n-- {
		found := x.Called(strings.Join(words[:n], " "))
		if len(found) == 0 {
			continue
		}
		q, err := monster.Parse(m[1] + " " + strings.Join(words[n:], " "))
		if err != nil || q.Empty() {
			return nil
		}
		for _, one := range found {
			q.Except(one)
		}
		return q
	}
	return nil
}

// monHint returns how to ask about the monster that was meant.
func monHint(c *commands.Call, b *rules.Bestiary, name string) string {
	if b.Name == c.Rules.Name {
		return c.Command.Path() + " " + name
	}
	return c.Command.Path() + " " + b.Name + " " + name
}

// longestName returns the longest run of words of a text that names a monster, as the
// monster is called, and the other words, or "" if there is none.
func longestName(x *thing.Monsters, text string) (name, others string) {
	const most = 6 // words of a name
	words, longest := strings.Fields(text), 0
	for i := range words {
		for k := i + 1; k <= min(len(words), i+most); k++ {
			run := strings.Join(words[i:k], " ")
			if found := x.Called(run); len(found) > 0 && len(run) > longest {
				name, longest = found[0].Name, len(run)
				others = strings.Join(slices.Concat(words[:i], words[k:]), " ")
			}
		}
	}
	return name, others
}

// monOfClass reads "@ werejackal" and "werejackal @".
func monOfClass(x *thing.Monsters, text string) []*rules.Monster {
	words := strings.Fields(text)
	if len(words) < 2 {
		return nil
	}
	for _, cut := range []struct {
		symbol string
		rest   []string
	}{{words[0], words[1:]}, {words[len(words)-1], words[:len(words)-1]}} {
		if utf8.RuneCountInString(cut.symbol) != 1 {
			continue
		}
		found := slices.DeleteFunc(x.Called(strings.Join(cut.rest, " ")), func(m *rules.Monster) bool { return m.Symbol != cut.symbol })
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// numericColumns holds the columns of the monster tables that hold numbers.
var numericColumns = []string{
	"level", "speed", "ac", "mr", "align", "freq", "weight", "nutrition", "difficulty", "exp_base",
	"nac", "dac", "pac", "dr_head", "dr_body", "dr_glove", "dr_leg", "dr_feet",
}

// monAnswer returns the facts row, what eating conveys and what the row does not say
// of what the monster resists.
func monAnswer(b *rules.Bestiary, m *rules.Monster) map[string]any {
	out := map[string]any{}
	m.Row(func(column, cell string) {
		if n, err := strconv.Atoi(cell); err == nil && slices.Contains(numericColumns, column) {
			out[column] = n
		} else {
			out[column] = cell
		}
	})
	out["name"], out["names"] = m.Name, m.Names
	if corpse := monster.Corpse(b, m); corpse != nil {
		out["eating"] = effects(corpse)
		out["safe"] = corpse.Safe
		if corpse.FirstBite.Petrifies {
			out["petrifies"] = true
		}
	} else {
		out["eating"] = eating.Unknown
	}
	if n := rules.NatureOf(b.Name); n != nil {
		out["resists_level_drain"], out["resists_magic"] = n.ResistsDrain(m), n.ResistsMagic(m)
	}
	return out
}

func oneMon(b *rules.Bestiary, found []*rules.Monster) commands.Reply {
	m := found[0]
	answer := monAnswer(b, m)
	r := commands.Reply{Glyph: &commands.Glyph{Sign: m.Symbol, Colour: m.Color}, Title: monster.Title(m), FieldsDo: true, Summary: monster.Line(b, m, commands.LineBudget-1), Data: answer, Version: b.Name}
	for _, f := range monster.Facts(b, m) {
		if f.Value != "" {
			r.Fields = append(r.Fields, commands.Field{Name: f.Name, Value: f.Value})
		}
	}
	if len(found) > 1 {
		answer["matches"] = monMatches(found)
		for _, o := range found[1:] {
			if o == b.OtherForm(m) { // what it is else fits in the line
				more := fmt.Sprintf(" | %s: %s", o.Symbol, monster.Otherwise(b, m, o))
				r.Summary = monster.Line(b, m, commands.LineBudget-1-len(more)) + more
				r.Fields = append(r.Fields, commands.Field{Name: "as " + o.Symbol, Value: strings.TrimPrefix(more, " | "+o.Symbol+": ")})
				continue
			}
			r.Notes = append(r.Notes, commands.Note{Kind: commands.Remarked, Text: fmt.Sprintf("there is also %s (%s)", o.Name, o.Symbol)})
			if o.Symbol != m.Symbol {
				r.Hints = append(r.Hints, "mon "+o.Symbol+" "+o.Name)
			} else {
				r.Hints = append(r.Hints, "mon "+o.Name)
			}
		}
	}
	if at, ok := b.Cite(rules.CiteConvey); ok && rules.EatingOf(b.Name) != nil {
		r.Notes = append(r.Notes, commands.Note{Kind: commands.Cited, Text: at.String()})
	}
	return r
}

func monMatches(found []*rules.Monster) []monMatch {
	out := make([]monMatch, len(found))
	for i := range out {
		m := found[i]
		out[i] = monMatch{m.Name, m.Symbol, m.Color, m.Level, m.Difficulty, m.Speed, m.AC}
	}
	return out
}

func listMon(b *rules.Bestiary, q *monster.Query, found []*rules.Monster) commands.Reply {
	answer := monList{Query: q.String(), Total: len(found), Matches: monMatches(found)}
	r := commands.Reply{Data: answer, Version: b.Name}
	if len(found) == 0 {
		r.Summary = fmt.Sprintf("No monster of %s matches %s.", b.Title, q)
		return r
	}
	if len(found) == 1 {
		one := oneMon(b, found)
		r.Title, r.FieldsDo, r.Summary, r.Fields, r.Notes = one.Title, true, one.Summary, one.Fields, one.Notes
		return r
	}
	r.Table = &commands.Table{Columns: []string{"monster", "lvl", "diff", "spd", "AC", "eating"}}
	for _, m := range found {
		r.Table.Rows = append(r.Table.Rows, []string{
			m.Name + " (" + m.Symbol + ")", fmt.Sprint(m.Level), fmt.Sprint(m.Difficulty), fmt.Sprint(m.Speed), fmt.Sprint(m.AC), monster.Eating(b, m),
		})
	}
	head := fmt.Sprintf("%d monsters, %s: ", len(found), q)
	r.Table.Title = strings.TrimSuffix(head, ": ") + ":"
	r.Summary = head
	for i, m := range found {
		part := m.Name + " " + fmt.Sprint(m.Level)
		if i > 0 {
			part = ", " + part
		} else {
			part = m.Name + " (level " + fmt.Sprint(m.Level) + ")"
		}
		if len(r.Summary)+len(part) > commands.LineBudget-40 {
			r.Summary += fmt.Sprintf(" and %d more", len(found)-i)
			r.Hints, r.Table.Told = []string{"more"}, i
			break
		}
		r.Summary += part
	}
	r.Summary += "."
	return r
}
