package polymorph

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"

	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

// object finds an object by the name that the rows use, whatever its case.
func object(t testing.TB, set *rules.Set, name string) *rules.Object {
	t.Helper()
	for _, o := range set.Objects() {
		if strings.EqualFold(o.Name, name) {
			return o
		}
	}
	t.Fatalf("%s has no %q", set.Name, name)
	return nil
}

// becomes is how often things became others when they polymorphed.
var becomes = truthtest.Table{
	Name: "becomes", Files: "truth/polytype_*.tsv",
	Columns: []string{"version", "from", "dnum", "dlevel", "quan", "to", "count", "total"},
}

// group is a source's distribution, from which each row takes what it is about.
type group struct {
	left  map[*rules.Object]float64 // the chances of what was not seen
	total float64
	never bool // polymorph never reaches the source
}

// sourceOf returns the stack that a row's column from describes, with the level.
func sourceOf(t testing.TB, set *rules.Set, r truthtest.Row) (Stack, Level) {
	t.Helper()
	s := Stack{Quantity: r.Int(t, "quan")}
	name, note, _ := strings.Cut(r["from"], " (")
	s.Laid, s.Degraded = strings.Contains(note, "laid by hero"), strings.Contains(note, "degraded")
	for words, count := range map[string]*int{"recharged %d": &s.Recharged, "spestudied %d": &s.Read} {
		_, _ = fmt.Sscanf(note, words, count) // most notes say something else
	}
	name, _, _ = strings.Cut(name, " x")
	s.Object = object(t, set, name)
	return s, Level{Depth: r.Int(t, "dlevel"), Other: r["dnum"] != "0"}
}

func TestBecomes(t *testing.T) { judgeTypes(t, becomes) }

// becomesElsewhere is becomes in the variants, whose rows part results by more
// than their type.
var becomesElsewhere = truthtest.Table{
	Name: "becomes_variants", Files: "truth/vpoly/polytype_*.tsv.gz",
	Read: func(file io.Reader, yield func(truthtest.Row)) error {
		return addUp(file, []string{"from", "dnum", "dlevel", "quan", "to"}, yield)
	},
	// Where xNetHack's were counted there was no dungeon to be deep in: on every
	// level they have the gems of the first, while setgemprobs (o_init.c:53)
	// reads the ledger as in 5.0.0.
	Keep:    func(r truthtest.Row) bool { return r["version"] != "xnethack" || r["dlevel"] == "1" },
	Columns: []string{"version", "from", "dnum", "dlevel", "quan", "to", "count", "total"},
}

func TestBecomesElsewhere(t *testing.T) { judgeTypes(t, becomesElsewhere) }

// judgeTypes compares how often each type came with its chance.
func judgeTypes(t *testing.T, table truthtest.Table) {
	type key struct{ test, version, from, dnum, dlevel, quan string }
	groups := map[key]*group{}
	table.Judge(t, func(t testing.TB, all *truthtest.Tally, r truthtest.Row) {
		if table.Keep != nil && !table.Keep(r) {
			return
		}
		set := rules.Polypiling(r["version"])
		k := key{t.Name(), r["version"], r["from"], r["dnum"], r["dlevel"], r["quan"]}
		g := groups[k]
		if g == nil {
			s, level := sourceOf(t, set, r)
			a, err := From(t.Context(), set, s, level)
			if err != nil {
				t.Fatal(err)
			}
			g = &group{map[*rules.Object]float64{}, r.Float(t, "total"), !a.Affected}
			for _, o := range a.To {
				g.left[o.To] = o.P
			}
			groups[k] = g
		}
		if g.never {
			return // the rows are of poly_obj alone, which bhito never calls for it
		}
		to := object(t, set, r["to"])
		all.Count(t, strings.Join([]string{r["version"], r["from"], "to", r["to"]}, " "), r.Float(t, "count"), g.total, g.left[to])
		delete(g.left, to)
	})
	var unseen truthtest.Tally
	for k, g := range groups {
		for o, p := range g.left {
			unseen.Count(t, strings.Join([]string{k.version, k.from, "to", o.Name}, " "), 0, g.total, p)
		}
	}
}

// rezapped is single items that were zapped until they became wanted or were
// destroyed. What is wanted is parted by commas.
var rezapped = truthtest.Table{
	Name: "rezapped", Files: "truth/rezap_*.jsonl",
	Columns: []string{"version", "object", "buc", "read", "degraded", "dnum", "dlevel", "want", "n", "success", "zaps", "sd", "capped"},
	Read:    readRezapped,
}

func readRezapped(file io.Reader, yield func(truthtest.Row)) error {
	lines := bufio.NewReader(file)
	for {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) && len(line) == 0 {
			return nil
		}
		var r struct {
			zapped
			N, Success float64
			Zaps       float64 `json:"mean_zaps"`
			SD         float64 `json:"sd_zaps"`
			Capped     float64 `json:"hit_cap"`
		}
		if err := json.Unmarshal(line, &r); err != nil {
			return err
		}
		if r.N == 0 {
			continue // the version has no such thing
		}
		number := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
		row := r.row()
		row["n"], row["success"], row["zaps"], row["sd"], row["capped"] = number(r.N), number(r.Success), number(r.Zaps), number(r.SD), number(r.Capped)
		yield(row)
	}
}

// zapped is what was zapped, and for what.
type zapped struct {
	Version      string
	Dnum, Dlevel int
	Want         []string
	Stacks       []struct {
		Obj, BUC string
		Read     int `json:"spestudied"`
		Degraded int `json:"degraded_horn"`
	}
}

// row returns the beginning of a row about it.
func (z *zapped) row() truthtest.Row {
	s := z.Stacks[0]
	return truthtest.Row{
		"version": z.Version, "object": s.Obj, "buc": s.BUC, "read": strconv.Itoa(s.Read), "degraded": strconv.Itoa(s.Degraded),
		"dnum": strconv.Itoa(z.Dnum), "dlevel": strconv.Itoa(z.Dlevel), "want": strings.Join(z.Want, ","),
	}
}

func TestRezapped(t *testing.T) {
	rezapped.Judge(t, func(t testing.TB, all *truthtest.Tally, r truthtest.Row) {
		set := rules.Polypiling(r["version"])
		s := Stack{Object: object(t, set, r["object"]), Quantity: 1, Read: r.Int(t, "read"), Degraded: r["degraded"] != "0",
			BUC: map[string]rules.BUC{"B": rules.Blessed, "U": rules.Uncursed, "C": rules.Cursed}[r["buc"]]}
		q := &ForQuestion{Rules: set, From: &s, Level: Level{Depth: r.Int(t, "dlevel"), Other: r["dnum"] != "0"}}
		for w := range strings.SplitSeq(r["want"], ",") {
			q.To = append(q.To, object(t, set, w))
		}
		a, err := For(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		where := strings.Join([]string{r["version"], r["buc"], r["object"], "to", r["want"]}, " ")
		all.Count(t, where, r.Float(t, "success"), r.Float(t, "n"), a.UntilLost)
		if r["capped"] == "0" {
			all.Mean(t, where+": zaps", r.Float(t, "zaps"), r.Float(t, "sd"), r.Float(t, "n"), a.MeanZaps)
		}
	})
}

// becomesUnnethack is counted with UnNetHack's own poly_obj, 60,000 of each.
var becomesUnnethack = truthtest.Table{Name: "becomes_unnethack", Files: "truth/vpoly/polytype_unnethack.tsv.gz", Daily: 1}

func TestBecomesUnnethack(t *testing.T) { judgeTypes(t, becomesUnnethack) }
