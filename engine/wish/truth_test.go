package wish

import (
	"fmt"
	"strings"
	"testing"

	"delphi/engine/dice"
	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

var columns = []string{"version", "role", "luck", "artifacts_already_existing", "wish", "n", "count", "arrives", "quan", "buc", "spe", "flags", "monster"}

var wishes = truthtest.Table{Name: "wishes", Files: "truth/divine/wish.tsv", OneIn: 4, Columns: columns}

var artifacts = truthtest.Table{Name: "artifacts", Files: "truth/divine/wish_artifact.tsv", OneIn: 8, Columns: columns}

// granted keeps the answer to each wish while a file is read.
type granted map[string][]dice.Case[Arrival]

func (g granted) of(q *Question) []dice.Case[Arrival] {
	k := fmt.Sprint(q.Set.Name, q.Luck, q.Existing, q.Exist, q.Text)
	if g[k] == nil {
		g[k] = Grant(q)
	}
	return g[k]
}

func counted(t testing.TB, tally *truthtest.Tally, r truthtest.Row, cases []dice.Case[Arrival]) {
	p := dice.P(cases, func(a Arrival) bool {
		buc, spe := "", ""
		if a.BUC != rules.BUCNotSaid {
			buc = a.BUC.String()
		}
		if a.Spe {
			spe = fmt.Sprint(a.Enchant)
		}
		quantity := ""
		if a.Quantity > 0 {
			quantity = fmt.Sprint(a.Quantity)
		}
		return a.What == r["arrives"] && quantity == r["quan"] && buc == r["buc"] && spe == r["spe"] && a.Flags == r["flags"]
	})
	where := fmt.Sprintf("%s luck %s: %s: %s x%s %s %s %s", r["version"], r["luck"], r["wish"], r["arrives"], r["quan"], r["buc"], r["spe"], r["flags"])
	if p == 0 {
		t.Errorf("%s: it has no chance here", where)
		return
	}
	tally.Count(t, where, r.Float(t, "count"), r.Float(t, "n"), p)
}

func TestWishes(t *testing.T) {
	seen := granted{}
	wishes.Judge(t, func(t testing.TB, tally *truthtest.Tally, r truthtest.Row) {
		if strings.HasPrefix(r["arrives"], "(other") {
			return
		}
		q := &Question{Set: rules.Get(r["version"]), Role: r["role"], Luck: r.Int(t, "luck"), Text: r["wish"]}
		if m := bookOf(q.Set).find(parse(q.Set.Wishing(), q.Text).rest, 5); m.shuffled {
			return // the measured game had one of them
		}
		switch {
		case r["arrives"] == "nothing":
			return // whether that wand is aimed is drawn by each game
		case strings.Contains(r["wish"], " named ") && r["flags"] != "":
			return // once in a thousand wishes the name made it the artifact: why is not known
		}
		cases := seen.of(q)
		if r["monster"] != "" && cases[0].What.Monster == "" {
			return // each monster that may come has rows of its own
		}
		counted(t, tally, r, cases)
	})
}

func TestArtifacts(t *testing.T) {
	seen := granted{}
	artifacts.Judge(t, func(t testing.TB, tally *truthtest.Tally, r truthtest.Row) {
		q := &Question{Set: rules.Get(r["version"]), Role: r["role"], Text: r["wish"]}
		if n := r["artifacts_already_existing"]; n == "this_one" {
			q.Existing = 1
			q.Exist = []string{named(q)}
		} else {
			q.Existing = r.Int(t, "artifacts_already_existing")
		}
		counted(t, tally, r, seen.of(q))
	})
}

// named is the artifact that a wish names.
func named(q *Question) string {
	if a := bookOf(q.Set).find(parse(q.Set.Wishing(), q.Text).rest, 5).artifact; a != nil {
		return a.Name
	}
	return ""
}

func BenchmarkGrant(b *testing.B) {
	for _, text := range []string{"2 blessed scrolls of genocide", "+2 long sword", "blessed +2 weapon"} {
		b.Run(text, func(b *testing.B) {
			q := &Question{Set: rules.Get("5.0.0"), Text: text}
			for b.Loop() {
				Grant(q)
			}
		})
	}
}
