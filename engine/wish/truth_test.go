package wish

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"delphi/engine/dice"
	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

var columns = []string{"version", "role", "luck", "wish", "n", "count", "arrives", "quan", "buc", "spe", "flags", "monster"}

// together: a wish is worked out once for all that comes of it.
var together = []string{"version", "luck", "wish"}

var wishes = truthtest.Table{Name: "wishes", Files: "truth/divine/wish.tsv", OneIn: 4, Columns: columns, Share: 3, Together: together}

var cases = truthtest.Table{Name: "cases", Files: "truth/cases/wishes.tsv", OneIn: 2, Columns: columns, Daily: 3, Share: 3, Together: together}

var artifacts = truthtest.Table{Name: "artifacts", Files: "truth/divine/wish_artifact.tsv", OneIn: 8, Columns: append(slices.Clone(columns), "artifacts_already_existing")}

// granted keeps the answer to each wish while a file is read.
type granted map[string][]dice.Case[Arrival]

func (g granted) of(q *Question) []dice.Case[Arrival] {
	k := fmt.Sprint(q.Set.Name, q.Luck, q.Existing, q.Exist, q.Text)
	if g[k] == nil {
		g[k] = Read(q).Grant()
	}
	return g[k]
}

// tableNothing is what the tables say where the wish is declined, or what came
// disappeared.
const tableNothing = "nothing"

// counted compares one row. A row of a monster that the game draws stands for a
// part of what comes here without one: such rows can only be fewer.
func counted(t testing.TB, tally *truthtest.Tally, r truthtest.Row, cases []dice.Case[Arrival]) {
	flags := sortedFlags(r["flags"])
	drawn := r["monster"] != "" && !slices.ContainsFunc(cases, func(c dice.Case[Arrival]) bool { return c.What.Monster != "" })
	fits := func(a Arrival) bool {
		if r["arrives"] == tableNothing && (r["quan"] == "" || r["quan"] == "0") {
			return a.What == Declined || a.What == Disappears
		}
		buc, spe, quantity := "", "", ""
		if a.BUC != rules.BUCNotSaid {
			buc = a.BUC.String()
		}
		if a.Spe {
			spe = fmt.Sprint(a.Enchant)
		}
		if a.Quantity > 0 {
			quantity = fmt.Sprint(a.Quantity)
		}
		monster := a.Monster == r["monster"] || a.Monster == "" && (drawn || r["monster"] == "(random)")
		return a.What == r["arrives"] && quantity == r["quan"] && buc == r["buc"] && spe == r["spe"] && sortedFlags(a.Flags) == flags && monster
	}
	p := dice.P(cases, fits)
	where := fmt.Sprintf("%s luck %s: %s: %s x%s %s %s %s %s", r["version"], r["luck"], r["wish"], r["arrives"], r["quan"], r["buc"], r["spe"], r["flags"], r["monster"])
	count, n := r.Float(t, "count"), r.Float(t, "n")
	switch {
	case p == 0:
		t.Errorf("%s: it has no chance here", where)
	case drawn:
		if most := n*p + 5*math.Sqrt(n*p) + 5; count > most {
			t.Errorf("%s: it came %v times, at most %.0f are expected", where, count, most)
		}
	default:
		tally.Count(t, where, count, n, p)
	}
}

func sortedFlags(flags string) string {
	list := strings.FieldsFunc(flags, func(r rune) bool { return r == ',' })
	slices.Sort(list)
	return strings.Join(list, ",")
}

func judge(t *testing.T, table truthtest.Table) {
	seen := granted{}
	table.Judge(t, func(t testing.TB, tally *truthtest.Tally, r truthtest.Row) {
		switch {
		case strings.HasPrefix(r["arrives"], "(other"):
			return // the sum of all that came seldom
		case slices.Contains(leaked, r["wish"]):
			return
		}
		q := &Question{Set: rules.Get(r["version"]), Role: r["role"], Luck: r.Int(t, "luck"), Text: r["wish"]}
		b := bookOf(q.Set)
		if table.Name == wishes.Name && len(b.deals(q.Text)) > 0 {
			return // this table was counted in one game, with one deal of the looks
		}
		counted(t, tally, r, seen.of(q))
	})
}

// leaked holds the wishes of the older table among which artifacts that were made
// stayed made, and the wand whose aim one game drew for all.
var leaked = []string{"long sword named Excalibur", "wand of nothing"}

// deals returns the groups of looks on which a wish hangs.
func (b *book) deals(text string) (out []*group) {
	dice.Cases(func(d *dice.Dice) string {
		p := b.parser(d, text, 5)
		p.words()
		p.charges()
		p.noun()
		for g := range p.dealt {
			out = append(out, g)
		}
		return ""
	})
	return out
}

func TestWishes(t *testing.T) { judge(t, wishes) }

func TestCases(t *testing.T) { judge(t, cases) }

func TestArtifacts(t *testing.T) {
	seen := granted{}
	artifacts.Judge(t, func(t testing.TB, tally *truthtest.Tally, r truthtest.Row) {
		q := &Question{Set: rules.Get(r["version"]), Role: r["role"], Text: r["wish"]}
		if n := r["artifacts_already_existing"]; n == "this_one" {
			q.Existing = 1
			w := Read(q).likeliest()
			if w.named == "" {
				return // a name that the game does not know
			}
			q.Exist = []string{bookOf(q.Set).artifactNamed(w.named).Name}
		} else {
			q.Existing = r.Int(t, "artifacts_already_existing")
		}
		counted(t, tally, r, seen.of(q))
	})
}

func BenchmarkGrant(b *testing.B) {
	for _, text := range []string{"2 blessed scrolls of genocide", "+2 long sword", "blessed +2 weapon", "red gem", "scroll of teleport"} {
		b.Run(text, func(b *testing.B) {
			q := &Question{Set: rules.Get("5.0.0"), Text: text}
			for b.Loop() {
				Read(q).Grant()
			}
		})
	}
}
