package lookup

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/thing"
	"delphi/engine/monster"
	"delphi/engine/names"
	"delphi/engine/rules"
)

// pair finds the two monsters of a version that a text names, with "and" or
// "vs" or nothing between them; ok is false if it does not.
func pair(b *rules.Bestiary, text string) (two [2]*rules.Monster, ok bool) {
	x, words := thing.MonstersOf(b), strings.Fields(text)
	for i := 1; i < len(words); i++ {
		rest := words[i:]
		if len(rest) > 1 && slices.Contains([]string{"and", "vs", "with", "to", "versus"}, strings.ToLower(rest[0])) {
			rest = rest[1:]
		}
		first, second := x.Called(strings.Join(words[:i], " ")), x.Called(strings.Join(rest, " "))
		if len(first) > 0 && len(second) > 0 && first[0] != second[0] {
			return [2]*rules.Monster{first[0], second[0]}, true
		}
	}
	return two, false
}

// compareTwo shows how two monsters of one version differ.
func compareTwo(b *rules.Bestiary, two [2]*rules.Monster) commands.Reply {
	answer := monCompared{Names: []string{two[0].Name, two[1].Name}, Versions: []string{b.Name}}
	what, values := monster.Compare([]*rules.Bestiary{b, b}, two[:])
	return comparison(answer, what, values, two[0].Name+" and "+two[1].Name, "mon compare "+two[0].Name+" and "+two[1].Name+" v"+b.Name)
}

func compareMon(c *commands.Call, name string, versions []*rules.Bestiary) (commands.Reply, error) {
	if len(versions) < 2 {
		b, err := monDefault(c, versions)
		if err != nil {
			return commands.Reply{}, err
		}
		if two, ok := pair(b, name); ok {
			return compareTwo(b, two), nil
		}
	}
	if len(versions) == 1 {
		b, err := monDefault(c, nil)
		if err != nil {
			return commands.Reply{}, err
		}
		versions = append(versions, b)
	}
	if len(versions) < 2 || versions[0] == versions[1] {
		return commands.Reply{}, &commands.Problem{Text: "Compare needs two monsters, or one and two versions.", Hints: []string{"mon compare lich demilich", "mon compare " + name + " 3.4.3 5.0.0"}}
	}
	const most = 4
	if len(versions) > most {
		return commands.Reply{}, &commands.Problem{Text: fmt.Sprintf("I can compare at most %d versions at once.", most)}
	}
	answer := monCompared{}
	var monsters []*rules.Monster
	for _, b := range versions {
		found, query, err := findMon(c, b, name)
		if err != nil {
			return commands.Reply{}, err
		}
		if query != nil {
			return commands.Reply{}, &commands.Problem{Text: fmt.Sprintf("Compare needs the name of one monster, but %q describes several.", name), Hints: []string{"mon compare stone giant 3.4.3 5.0.0"}}
		}
		monsters = append(monsters, found[0])
		answer.Names, answer.Versions = append(answer.Names, found[0].Name), append(answer.Versions, b.Name)
	}
	what, values := monster.Compare(versions, monsters)
	return comparison(answer, what, values, monsters[0].Name+" in "+strings.Join(answer.Versions, " and "), "mon compare "+name+" v"+strings.Join(answer.Versions, " v")), nil
}

// comparison returns the reply that lists in what monsters differ. head says what was
// compared, question how to ask it.
func comparison(answer monCompared, what []string, values [][]string, head, question string) commands.Reply {
	columns := answer.Versions
	if len(columns) == 1 {
		columns = answer.Names
	}
	r := commands.Reply{Table: &commands.Table{Columns: append([]string{""}, columns...)}, Question: question}
	var parts []string
	answer.Differences = []monDifference{}
	for i, w := range what {
		answer.Differences = append(answer.Differences, monDifference{w, values[i]})
		shown := slices.Clone(values[i])
		for k := range shown {
			shown[k] = cmp.Or(shown[k], "none")
		}
		r.Table.Rows = append(r.Table.Rows, append([]string{w}, shown...))
		if w != "name" || len(answer.Versions) > 1 { // two monsters are named in the head
			parts = append(parts, w+" "+strings.Join(shown, " -> "))
		}
	}
	r.Data = answer
	if len(parts) == 0 {
		r.Summary, r.Table = head+": the same.", nil
		return r
	}
	r.Table.Title = head + ":"
	r.Summary = head + ": "
	for i, p := range parts {
		if i > 0 {
			p = "; " + p
		}
		if len(r.Summary)+len(p) > commands.LineBudget-30 && i > 0 {
			r.Summary += fmt.Sprintf("; and %d more", len(parts)-i)
			r.Hints = []string{"more"}
			break
		}
		r.Summary += p
	}
	r.Summary += "."
	return r
}

// completeMon lists what the text of a `mon` line may become.
func completeMon(set *rules.Set, text string, most int) []string {
	b := set.Bestiary()
	if b == nil {
		b = rules.BestiaryOf(set.Parent)
	}
	if b == nil {
		return nil
	}
	head := ""
	for {
		word, rest, ok := strings.Cut(text, " ")
		if _, _, version, _ := rules.LookupBestiary(names.Fold(word)); !ok || !version && word != "compare" {
			break
		}
		if other, _, _, err := rules.LookupBestiary(names.Fold(word)); err == nil && other != nil {
			b = other
		}
		head += word + " "
		text = rest
	}
	var out []string
	add := func(continued string) {
		if continued = head + continued; len(out) < most && !slices.Contains(out, continued) {
			out = append(out, continued)
		}
	}
	for _, e := range thing.MonstersOf(b).Complete(text, most, nil) {
		add(e.Name)
	}
	for _, name := range anyOrder(b, text) {
		add(name)
	}
	if i := strings.LastIndexByte(text, ' '); len(out) == 0 && i >= 0 {
		for _, w := range monster.Words(text[i+1:], math.MaxInt) {
			// A description of no monster would only be refused.
			if q, err := monster.Parse(text[:i+1] + w); len(out) < most && err == nil && !q.Empty() && len(q.Find(b)) > 0 {
				add(text[:i+1] + w)
			}
		}
	}
	return out
}

// anyOrder lists the monsters whose names have a word for each of those typed, which may be
// its beginning, wherever they stand: "ant s" may become "soldier ant".
func anyOrder(b *rules.Bestiary, text string) (out []string) {
	typed := names.Words(text)
	if len(typed) < 2 {
		return nil
	}
	for _, m := range b.Monsters {
		words := names.Words(m.Name)
		fits := !slices.ContainsFunc(typed, func(t string) bool {
			i := slices.IndexFunc(words, func(w string) bool { return strings.HasPrefix(w, t) })
			if i >= 0 {
				words = slices.Delete(words, i, i+1)
			}
			return i < 0
		})
		if fits && !slices.Contains(out, m.Name) {
			out = append(out, m.Name)
		}
	}
	return out
}
