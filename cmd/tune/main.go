package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"maps"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"

	"delphi/commands"
	"delphi/commands/contest"
	"delphi/commands/entries"
	"delphi/commands/grammar"
	"delphi/commands/league"
	"delphi/commands/read"
	"delphi/commands/route"
	"delphi/engine/rules"
	"delphi/engine/score"
	"delphi/storage"
	"delphi/storage/memstore"
)

var (
	root    = flag.String("root", ".", "the project's root, where the phrase files are")
	out     = flag.String("o", "", "where to write the weights")
	weights = flag.String("w", "", "weights to begin with; empty: those of -root, none: as the files say")
	show    = flag.String("show", "wrong,missing,ask", "which rows to list")
	only    = flag.String("kind", "", "only rows of this command")
	rounds  = flag.Int("rounds", 4, "how often all rows are read anew")
	strict  = flag.Float64("sure", 0.5, "how likely a reading must be to be answered")
	ridge   = flag.Float64("ridge", 0.02, "how strongly weights are held where the files put them")
	heavy   = flag.Int("heavy", 0, "how many weighty words may be passed over in an answer")
	apart   = new(bool)
	brief   = flag.Bool("brief", false, "the totals alone")
)

// tuner is a reader with what judges its readings.
type tuner struct {
	reader   *read.Reader
	grammar  grammar.Grammar
	fallback *rules.Set
	byName   map[string]*commands.Command
	router   *route.Router
	keys     sync.Map
	answers  sync.Map
}

func main() {
	log.SetFlags(0)
	flag.Usage = func() { fmt.Fprintln(os.Stderr, "tune [flags] train|score|explain ..."); flag.PrintDefaults() }
	flag.Parse()
	t, err := newTuner()
	if err != nil {
		log.Fatal(err)
	}
	switch args := flag.Args(); {
	case len(args) > 1 && args[0] == "explain":
		t.explain(strings.Join(args[1:], " "))
	case len(args) > 1 && args[0] == "refused":
		t.refused(args[1:])
	case len(args) > 1 && args[0] == "score":
		t.score(t.rows(args[1:]))
	case len(args) > 1 && args[0] == "doubts":
		t.doubts(args[1:])
	case len(args) > 1 && args[0] == "train":
		t.tune(t.rows(args[1:]))
		t.write()
	default:
		flag.Usage()
		os.Exit(2)
	}
}

func newTuner() (*tuner, error) {
	store := memstore.New()
	asked := storage.NewLastAsked(nil, nil)
	played := league.Options{Book: &contest.Book{Games: storage.Games{Store: store}, Now: time.Now, Templates: score.Builtin()}, Tells: storage.NewTells(store)}
	router, err := route.New(route.Options{
		Settings: storage.NewSettings(store), Characters: storage.NewCharacters(store), Sessions: storage.Sessions{Store: store, Kind: "identify"},
		Entries: &entries.Book{Topics: storage.Topics{Store: store}, Now: time.Now}, Asked: asked, League: league.Commands(played), Organises: played.Organises,
	})
	if err != nil {
		return nil, err
	}
	list := router.Commands()
	files, err := filepath.Glob(filepath.Join(*root, "commands", "*", "*.phrases"))
	if err != nil {
		return nil, err
	}
	sort.Strings(files)
	var phrases []read.Phrases
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			return nil, err
		}
		ph := read.Phrases{Name: f, Text: string(text)}
		if strings.HasSuffix(filepath.Dir(f), "read") { // what all share comes first
			phrases = slices.Insert(phrases, 0, ph)
		} else {
			phrases = append(phrases, ph)
		}
	}
	r, err := read.New(list, phrases)
	if err != nil {
		return nil, err
	}
	path := *weights
	if path == "" {
		path = filepath.Join(*root, "commands", "read", "weights.txt")
	}
	if path != "none" {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		if err := r.Tunable().Load(f); err != nil {
			return nil, err
		}
	} else {
		r.Tunable().Reset()
	}
	r.Sense = route.Sense{}
	t := &tuner{router: router, reader: r, byName: map[string]*commands.Command{}, fallback: rules.Get(rules.Default)}
	for _, c := range list {
		for _, n := range append([]string{c.Name}, c.Aliases...) {
			t.byName[n] = c
		}
	}
	return t, nil
}

// row is a line and what it means.
type row struct {
	id, line string
	wants    [][]string // readings that are right, each of keys of questions; nil: none is
	canon    []string   // the first of them as it is written
	ask      bool       // asking back is right
	talk     bool       // silence is right
	open     bool       // nothing answers it
	follows  *row
	kind     string
}

// spread puts the rows' files of a folder in its place. What is not there is left out: the
// rows of others lie outside the tree.
func spread(files []string) []string {
	var out []string
	for _, f := range files {
		if _, err := os.Stat(f); err != nil {
			log.Printf("without %s, which is not here", f)
			continue
		}
		if more, err := filepath.Glob(filepath.Join(f, "*.tsv")); err == nil && len(more) > 0 {
			out = append(out, more...)
		} else {
			out = append(out, f)
		}
	}
	return out
}

// rows reads files of rows: ours, blocks of "line TAB meaning", or tables with a head.
func (t *tuner) rows(files []string) []*row {
	var out []*row
	for _, name := range spread(files) {
		text, err := os.ReadFile(name)
		if err != nil {
			log.Fatal(err)
		}
		lines := strings.Split(string(text), "\n")
		if strings.HasPrefix(lines[0], "id\t") {
			out = append(out, t.table(lines)...)
			continue
		}
		var before *row
		for i, l := range lines {
			l = strings.TrimRight(l, "\r")
			if strings.HasPrefix(l, "# ") {
				continue
			}
			line, means, ok := strings.Cut(l, "\t")
			if !ok {
				if strings.TrimSpace(l) == "" {
					before = nil
					continue
				}
			}
			r := t.row(fmt.Sprintf("%s:%d", filepath.Base(name), i+1), line, means)
			r.follows = before
			before = r
			out = append(out, r)
		}
	}
	if *only != "" {
		out = slices.DeleteFunc(out, func(r *row) bool { return r.kind != *only })
	}
	return out
}

func (t *tuner) table(lines []string) []*row {
	var out []*row
	byID := map[string]*row{}
	head := strings.Split(lines[0], "\t")
	for _, l := range lines[1:] {
		cells := map[string]string{}
		for i, c := range strings.Split(strings.TrimRight(l, "\r"), "\t") {
			if i < len(head) {
				cells[head[i]] = c
			}
		}
		if cells["line"] == "" {
			continue
		}
		means := cells["canonical"]
		for k, v := range map[string]string{"{month}": time.Now().UTC().Format("2006-01"), "{year}": time.Now().UTC().Format("2006"), "{last year}": fmt.Sprint(time.Now().UTC().Year() - 1)} {
			means = strings.ReplaceAll(means, k, v)
		}
		means = strings.ReplaceAll(strings.ReplaceAll(means, "!ask-back", "?"), "!silent", "-")
		r := t.row(cells["id"], cells["line"], means)
		r.follows = byID[cells["follows"]]
		byID[cells["id"]] = r
		out = append(out, r)
	}
	return out
}

func (t *tuner) row(id, line, means string) *row {
	r := &row{id: id, line: line}
	means = strings.TrimSpace(means)
	if means == "" {
		r.open = true
		return r
	}
	for _, reading := range strings.Split(means, "|||") {
		alts := [][]string{nil}
		var questions []string
		for _, q := range strings.Split(reading, ";;") {
			if head, thing, ok := strings.Cut(q, "with and without "); ok && !strings.Contains(q, "||") {
				questions = append(questions, head+thing, strings.TrimRight(strings.TrimSpace(head), ","))
				continue
			}
			questions = append(questions, q)
		}
		for _, q := range questions {
			var next [][]string
			for _, way := range strings.Split(q, "||") {
				way = strings.TrimSpace(way)
				switch way {
				case "?":
					r.ask = true
					continue
				case "-":
					r.talk = true
					continue
				}
				key := t.key(way)
				for _, a := range alts {
					next = append(next, append(slices.Clone(a), key))
				}
				if len(r.canon) == 0 {
					r.canon = append(r.canon, way)
				} else if len(strings.Split(q, "||")) == 1 || !strings.Contains(q, r.canon[0]) {
					r.canon = append(r.canon, way)
				}
				if r.kind == "" {
					r.kind = strings.Fields(way)[0]
				}
			}
			if len(next) > 0 {
				alts = next
			}
		}
		for _, a := range alts {
			if len(a) > 0 {
				slices.Sort(a)
				r.wants = append(r.wants, slices.Compact(a))
			}
		}
	}
	return r
}

// find finds the command that a canonical line begins with.
func (t *tuner) find(line string) (*commands.Command, string) {
	word, rest := commands.CutWord(line)
	cmd := t.byName[strings.ToLower(word)]
	for cmd != nil {
		word, more := commands.CutWord(rest)
		sub := cmd.Sub(strings.ToLower(word))
		if sub == nil {
			break
		}
		cmd, rest = sub, more
	}
	return cmd, rest
}

// refused lists the canonical lines of rows that the grammar refuses.
func (t *tuner) refused(files []string) {
	t.rows(files)
	t.keys.Range(func(line, key any) bool {
		if strings.HasPrefix(key.(string), "!") {
			cmd, rest := t.find(line.(string))
			if cmd == nil {
				fmt.Println(line, ": no command")
				return true
			}
			_, err := t.grammar.Parse(context.Background(), cmd, rest, t.fallback)
			fmt.Printf("%s: %v\n", line, err)
		}
		return true
	})
}

// key is a canonical line as the grammar reads it; "!" before it where it cannot.
func (t *tuner) key(line string) string {
	if k, ok := t.keys.Load(line); ok {
		return k.(string)
	}
	k := "!" + line
	if cmd, rest := t.find(line); cmd != nil {
		if call, err := t.grammar.Parse(context.Background(), cmd, rest, t.fallback); err == nil {
			k = call.Line()
			if cmd.Pile() != nil { // what is wanted may stand before the pile or behind it
				parts := strings.Split(k, ",")
				for i := range parts {
					parts[i] = strings.TrimSpace(parts[i])
				}
				slices.SortStableFunc(parts[1:], func(a, b string) int {
					return strings.Compare(fmt.Sprint(strings.HasPrefix(a, "for:")), fmt.Sprint(strings.HasPrefix(b, "for:")))
				})
				k = strings.Join(parts, ", ")
			} else {
				words := strings.FieldsFunc(k, func(r rune) bool { return r == ' ' || r == ',' })
				slices.Sort(words)
				k = strings.Join(words, " ")
			}
		}
	}
	t.keys.Store(line, k)
	return k
}

// past is the question before a row, as it was meant.
func (t *tuner) past(r *row) *read.Past {
	if r.follows == nil {
		return nil
	}
	p := r.follows
	if p.talk || p.open || p.ask && len(p.canon) == 0 {
		if p.ask {
			if list := t.readRow(p); len(list) > 0 && list[0].Command != nil {
				return &read.Past{Kind: list[0].Kind, Slots: list[0].Slots}
			}
		}
		return t.past(p)
	}
	return t.reader.Recall(context.Background(), p.canon, t.fallback)
}

func (t *tuner) readRow(r *row) []read.Reading {
	list, err := t.reader.Read(context.Background(), r.line, t.fallback, t.past(r), nil)
	if err != nil {
		return nil
	}
	return t.sound(list)
}

// sound drops readings whose lines the grammar cannot read, and joins those that ask the same.
func (t *tuner) sound(list []read.Reading) []read.Reading {
	if *apart { // training wants each
		return slices.DeleteFunc(list, func(rd read.Reading) bool {
			return slices.ContainsFunc(rd.Lines, func(l string) bool { return strings.HasPrefix(t.key(l), "!") })
		})
	}
	return t.reader.Sound(list, func(_ *read.Reading, line string) (string, bool) {
		k := t.key(line)
		return k, !strings.HasPrefix(k, "!")
	})
}

// right reports whether a reading is what a row means.
func (t *tuner) right(r *row, rd *read.Reading) bool {
	if rd.Command == nil {
		return r.talk && rd.Kind == "talk" || r.open && rd.Kind == "nothing"
	}
	var keys []string
	for _, l := range rd.Lines {
		keys = append(keys, t.key(l))
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	if slices.ContainsFunc(r.wants, func(w []string) bool { return slices.Equal(w, keys) }) {
		return true
	}
	if len(rd.Lines) != 1 || len(r.canon) != 1 || rd.Command.Acts() || rd.P < 0.02 {
		return false
	}
	if cmd, _ := t.find(r.canon[0]); cmd != rd.Command {
		return false
	}
	a := t.answer(rd.Lines[0])
	return a != "" && a == t.answer(r.canon[0])
}

// answer is what the bot answers to a line, as far as it can be compared: two lines that
// differ in what goes without saying have the same.
func (t *tuner) answer(line string) string {
	if a, ok := t.answers.Load(line); ok {
		return a.(string)
	}
	a := ""
	reply := t.router.Answer(context.Background(), commands.Request{Line: line, Alone: true})
	if !reply.Failed && reply.Data != nil {
		if text, err := json.Marshal(reply.Data); err == nil {
			a = string(text)
		}
	}
	t.answers.Store(line, a)
	return a
}

func (t *tuner) explain(line string) {
	start := time.Now()
	t.reader.Read(context.Background(), line, t.fallback, nil, nil)
	warm := time.Now()
	list, err := t.reader.Read(context.Background(), line, t.fallback, nil, nil)
	fmt.Printf("%v, then %v\n", warm.Sub(start), time.Since(warm))
	if err != nil {
		log.Fatal(err)
	}
	for _, rd := range list[:min(len(list), 6)] {
		fmt.Printf("%6.2f %4.0f%% %-10s %s\n", rd.Cost, 100*rd.P, rd.Kind, strings.Join(rd.Lines, " ;; "))
		for _, l := range rd.Lines {
			if k := t.key(l); strings.HasPrefix(k, "!") {
				cmd, rest := t.find(l)
				_, err := t.grammar.Parse(context.Background(), cmd, rest, t.fallback)
				fmt.Printf("       REFUSED: %v\n", err)
			}
		}
		for _, u := range rd.Used {
			fmt.Printf("       %-28q %-10s %-28q %5.2f  %s\n", u.Text, u.Slot, u.Value, u.Cost, u.Phrase)
		}
		for _, u := range rd.Skipped {
			fmt.Printf("       - %q %s\n", u.Text, u.Slot)
		}
		if l := rd.Lacks(); len(l) > 0 {
			fmt.Printf("       lacks %v\n", l)
		}
	}
}

// each reads all rows, on all processors.
func (t *tuner) each(rows []*row, f func(i int, list []read.Reading)) {
	var wg sync.WaitGroup
	next := make(chan int)
	for range runtime.NumCPU() {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range next {
				f(i, t.readRow(rows[i]))
			}
		}()
	}
	for i := range rows {
		next <- i
	}
	close(next)
	wg.Wait()
}

// offered is how many readings are offered where none is sure.
const offered = 3

func (t *tuner) score(rows []*row) {
	is := make([]string, len(rows))
	lists := make([][]read.Reading, len(rows))
	start := time.Now()
	t.each(rows, func(i int, list []read.Reading) {
		r := rows[i]
		lists[i] = slices.Clone(list)
		at := slices.IndexFunc(list, func(rd read.Reading) bool { return t.right(r, &rd) })
		sure := len(list) > 0 && list[0].P >= *strict && (len(list[0].Heavy) <= *heavy)
		lacks := len(list) > 0 && len(list[0].Lacks()) > 0
		talk := len(list) == 0 || list[0].Command == nil
		switch {
		case at == 0 && sure, r.talk && talk, r.ask && (!sure || lacks) && !talk, r.open && (talk || !sure):
			is[i] = "right"
		case at >= 0 && at < offered && !sure:
			is[i] = "useful"
		case talk || !sure:
			is[i] = "failed"
		default:
			is[i] = "wrong"
		}
		if is[i] != "right" && at < 0 && len(r.wants) > 0 {
			is[i] += "*" // cannot be read so
		}
	})
	took := time.Since(start)
	count := map[string]int{}
	kinds := map[string]map[string]int{}
	for i, r := range rows {
		count[is[i]]++
		if kinds[r.kind] == nil {
			kinds[r.kind] = map[string]int{}
		}
		kinds[r.kind][strings.TrimSuffix(is[i], "*")]++
		kinds[r.kind]["n"]++
		if *brief || is[i] == "right" {
			continue
		}
		class := "ask"
		if strings.HasSuffix(is[i], "*") {
			class = "missing"
		}
		if strings.HasPrefix(is[i], "wrong") {
			class = "wrong"
		}
		if !strings.Contains(*show, class) && !(class == "wrong" && strings.HasSuffix(is[i], "*") && strings.Contains(*show, "missing")) {
			continue
		}
		fmt.Printf("%-7s %s: %s\n", is[i], r.id, r.line)
		if r.follows != nil {
			fmt.Printf("        after  %s => %s\n", r.follows.line, strings.Join(r.follows.canon, " ;; "))
		}
		fmt.Printf("        means  %s\n", strings.Join(r.canon, " ;; "))
		for _, rd := range lists[i][:min(len(lists[i]), 2)] {
			fmt.Printf("        read   %.0f%% %s [%s]\n", 100*rd.P, strings.Join(rd.Lines, " ;; "), rd.Kind)
		}
	}
	names := []string{}
	for k := range kinds {
		names = append(names, k)
	}
	slices.SortFunc(names, func(a, b string) int { return kinds[b]["n"] - kinds[a]["n"] })
	for _, k := range names {
		c := kinds[k]
		fmt.Printf("%-12s %4d rows %4d right %3d useful %3d wrong %3d failed\n", k, c["n"], c["right"], c["useful"], c["wrong"], c["failed"])
	}
	n := float64(len(rows))
	pc := func(s string) float64 { return 100 * float64(count[s]+count[s+"*"]) / n }
	fmt.Printf("%d rows in %v: right %.1f%%, useful %.1f%%, wrong %.1f%%, failed %.1f%%; cannot be read %.1f%%\n", len(rows), took.Round(time.Millisecond),
		pc("right"), pc("useful"), pc("wrong"), pc("failed"), 100*float64(count["wrong*"]+count["failed*"])/n)
}

// behindOthers adds to rows that stand alone as many in which a third of them come behind
// another question, most of the same kind: whoever asks a whole question means that and
// nothing of the last one.
func behindOthers(rows []*row) []*row {
	byKind := map[string][]*row{}
	var alone []*row
	for _, r := range rows {
		if r.follows == nil && len(r.canon) > 0 && !r.ask {
			alone = append(alone, r)
			byKind[r.kind] = append(byKind[r.kind], r)
		}
	}
	for i, r := range alone {
		others := byKind[r.kind]
		if i%9 == 0 {
			others = alone
		}
		if before := others[(i*7919+13)%len(others)]; i%3 == 0 && before != r {
			c := *r
			c.follows = before
			rows = append(rows, &c)
		}
	}
	told := strings.Split(strings.TrimSpace(asides), "\n")
	for i, r := range alone { // what is told beside a question changes nothing of it
		if i%5 < 2 {
			continue
		}
		c := *r
		before, behind := "", ""
		for n := range 1 + i%3 {
			aside := told[(i*31+n*7919)%len(told)]
			if (i/3+n)%2 == 0 {
				before += aside + " "
			} else {
				behind += " " + aside
			}
		}
		if c.line = strings.TrimSpace(c.line); behind != "" && i%4 != 0 && !strings.ContainsAny(c.line[len(c.line)-1:], ".?!") {
			c.line += "."
		}
		c.line = before + c.line + behind
		rows = append(rows, &c)
	}
	return rows
}

// changes adds to rows that stand alone such as change them: they say one thing again as
// another row of the same kind says it.
func (t *tuner) changes(rows []*row) []*row {
	type question struct {
		row  *row
		past *read.Past
	}
	byKind := map[string][]question{}
	var all []question
	for _, r := range rows {
		if r.follows != nil || len(r.canon) != 1 || r.ask {
			continue
		}
		if past := t.reader.Recall(context.Background(), r.canon, t.fallback); past != nil {
			q := question{r, past}
			all, byKind[past.Kind] = append(all, q), append(byKind[past.Kind], q)
		}
	}
	for i, q := range all {
		others := byKind[q.past.Kind]
		other := others[(i*7919+13)%len(others)]
		slots := slices.Sorted(maps.Keys(q.past.Slots))
		for n := range slots { // the first from i on that the other says differently
			slot := slots[(i+n)%len(slots)]
			v := other.past.Slots[slot]
			if len(v) != 1 || len(v[0]) != 1 || slices.EqualFunc(q.past.Slots[slot], v, slices.Equal) || len(q.past.Slots[slot]) != 1 {
				continue
			}
			changed := &read.Past{Kind: q.past.Kind, Slots: maps.Clone(q.past.Slots)}
			changed.Slots[slot] = v
			lines := t.reader.Lines(changed)
			if len(lines) != 1 || strings.HasPrefix(t.key(lines[0]), "!") {
				continue
			}
			r := t.row(q.row.id+"+"+other.row.id, fmt.Sprintf(said[i%len(said)], v[0][0]), lines[0])
			r.follows = q.row
			rows = append(rows, r)
			break
		}
	}
	return rows
}

// said are ways to say another thing for what a question said.
var said = []string{"%s", "and %s?", "what about %s", "%s instead", "no, %s", "ok and with %s", "%s then?", "how about %s?", "sorry, %s", "what if it's %s"}

// asides are sentences that have nothing to do with any question, one a line.
//
//go:embed asides.txt
var asides string

// tune tunes the weights: gradient descent on the likelihood of the right readings
// among those that are found, which are found anew in each round.
func (t *tuner) tune(rows []*row) {
	*apart = true
	rows = behindOthers(t.changes(rows))
	tun := t.reader.Tunable()
	cost, begin := tun.Cost(), tun.Begin()
	type example struct {
		feats [][]int32
		right []bool
	}
	for round := range *rounds {
		examples := make([]example, len(rows))
		t.each(rows, func(i int, list []read.Reading) {
			r := rows[i]
			if r.ask && len(r.wants) == 0 {
				return
			}
			var e example
			some, wrong := false, false
			for k := range list {
				e.feats = append(e.feats, slices.Clone(list[k].Features()))
				ok := t.right(r, &list[k])
				e.right = append(e.right, ok)
				some, wrong = some || ok, wrong || !ok
			}
			if some && wrong {
				examples[i] = e
			}
		})
		grad2 := make([]float64, len(cost))
		var loss float64
		for epoch := range 30 {
			loss = 0
			n := 0
			for i := range examples {
				e := &examples[(i*7919+epoch*31)%len(examples)]
				if len(e.feats) == 0 {
					continue
				}
				n++
				c := make([]float64, len(e.feats))
				best, bestRight := math.Inf(1), math.Inf(1)
				for k, fs := range e.feats {
					for _, f := range fs {
						c[k] += float64(cost[f])
					}
					best = min(best, c[k])
					if e.right[k] {
						bestRight = min(bestRight, c[k])
					}
				}
				all, good := 0.0, 0.0
				for k := range c {
					x := math.Exp(best - c[k])
					all += x
					if e.right[k] {
						good += x
					}
				}
				if good <= 0 {
					good = 1e-12
				}
				loss -= math.Log(good / all)
				g := map[int32]float64{}
				for k, fs := range e.feats {
					x := math.Exp(best - c[k])
					d := x / all
					if e.right[k] {
						d -= x / good
					}
					if math.Abs(d) < 1e-6 {
						continue
					}
					for _, f := range fs {
						g[f] -= d // more cost makes it less likely
					}
				}
				for f, d := range g {
					d += *ridge * float64(cost[f]-begin[f])
					grad2[f] += d * d
					cost[f] -= float32(0.15 * d / math.Sqrt(1e-6+grad2[f]))
					cost[f] = max(cost[f], -6)
				}
			}
			loss /= float64(max(n, 1))
		}
		tun.Settle()
		fmt.Printf("round %d: loss %.4f\n", round+1, loss)
	}
}

// write writes the weights, if it is said where to.
func (t *tuner) write() {
	if *out == "" {
		return
	}
	f, err := os.Create(*out)
	if err != nil {
		log.Fatal(err)
	}
	if err := t.reader.Tunable().Write(f); err != nil {
		log.Fatal(err)
	}
	if err := f.Close(); err != nil {
		log.Fatal(err)
	}
}

// doubts finds what each doubt weighs: the rows of each file are read with weights that
// were tuned on other files, as what people write next is.
func (t *tuner) doubts(files []string) {
	const folds = 4
	var groups [folds][]*row
	for i, f := range spread(files) {
		groups[i%folds] = append(groups[i%folds], t.rows([]string{f})...)
	}
	tun := t.reader.Tunable()
	kept := slices.Clone(tun.Cost())
	type example struct {
		ids    []int32
		doubts []float32
		right  bool
		at     int // which reading is right; -1: none
	}
	var all []example
	for g := range groups {
		tun.Reset()
		t.tune(slices.Concat(slices.Concat(groups[:g]...), slices.Concat(groups[g+1:]...)))
		*apart = false
		lists := make([][]read.Reading, len(groups[g]))
		t.each(groups[g], func(i int, list []read.Reading) { lists[i] = slices.Clone(list) })
		for i, r := range groups[g] {
			list := slices.DeleteFunc(lists[i], func(rd read.Reading) bool { return rd.Command == nil })
			if len(list) > 0 {
				at := slices.IndexFunc(list, func(rd read.Reading) bool { return t.right(r, &rd) })
				all = append(all, example{tun.Doubts(list[0].Kind), list[0].Doubts(), at == 0, at})
			}
		}
	}
	copy(tun.Cost(), kept)
	w := map[int32]float64{}
	sure := func(e *example) float64 {
		x := 0.0
		for i, n := range e.doubts {
			x += w[e.ids[i]] * float64(n)
		}
		return 1 / (1 + math.Exp(x))
	}
	grad2 := map[int32]float64{}
	for range 400 {
		grad := map[int32]float64{}
		for k := range all {
			e := &all[k]
			d := sure(e)
			if e.right {
				d--
			}
			for i, n := range e.doubts {
				grad[e.ids[i]] -= d * float64(n) / float64(len(all))
			}
		}
		for id, g := range grad {
			g += 0.0005 * w[id]
			grad2[id] += g * g
			w[id] -= 0.3 * g / math.Sqrt(1e-9+grad2[id])
		}
	}
	for id, cost := range w {
		tun.Cost()[id] = float32(cost)
		fmt.Printf("%6.2f %s\n", cost, tun.Names()[id])
	}
	for _, least := range []float64{.5, .6, .65, .7, .75, .8, .85, .9, .95} {
		right, wrong, offers := 0, 0, 0
		for k := range all {
			switch e := &all[k]; {
			case sure(e) >= least && e.right:
				right++
			case sure(e) >= least:
				wrong++
			case e.at >= 0 && e.at < offered:
				offers++
			}
		}
		pc := func(n int) float64 { return 100 * float64(n) / float64(len(all)) }
		fmt.Printf("answered where as sure as %.2f: %.1f%% right, %.1f%% wrong, %.1f%% asked back with the right line\n", least, pc(right), pc(wrong), pc(offers))
	}
	t.write()
}
