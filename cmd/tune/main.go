package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"delphi/commands"
	"delphi/commands/entries/book"
	"delphi/commands/grammar"
	"delphi/commands/league"
	"delphi/commands/read"
	"delphi/commands/read/learned"
	"delphi/commands/read/phrases"
	"delphi/commands/read/said"
	"delphi/commands/read/sense"
	"delphi/commands/route"
	"delphi/commands/tourney"
	"delphi/engine/games/score"
	"delphi/engine/rules"
	"delphi/storage"
	"delphi/storage/cache"
	"delphi/storage/contest"
	"delphi/storage/contest/archive"
	"delphi/storage/gamelog"
	"delphi/storage/memstore"
)

var (
	root       = flag.String("root", ".", "the project's root, where the phrase files are")
	out        = flag.String("o", "", "where to write the weights")
	hunchesOut = flag.String("hunches", "", "where to write the hunches")
	weights    = flag.String("w", "", "weights to begin with; empty: those of -root, none: as the files say")
	show       = flag.String("show", "wrong,missing,ask", "which rows to list")
	only       = flag.String("kind", "", "only rows of this command")
	rounds     = flag.Int("rounds", 4, "how often all rows are read anew")
	strict     = flag.Float64("sure", 0.5, "how likely a reading must be to be answered")
	ridge      = flag.Float64("ridge", 0.02, "how strongly weights are held where the files put them")
	heavy      = flag.Int("heavy", 0, "how many weighty words may be passed over in an answer")
	apart      = new(bool)
	lean       = flag.Float64("lean", 10, "how much more strongly those of single words are")
	rare       = flag.Int("rare", 40, "in how many rows at least such a word stands")
	asIs       = flag.Bool("asis", false, "doubts: with the weights as they are")
	every      = flag.Int("every", 1, "doubts: of each so many rows, one")
	brief      = flag.Bool("brief", false, "the totals alone")
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
	folded   map[int]*read.Reader // fold -> a reader that goes by the hunches of the others; nil: all go by the same
}

func main() {
	log.SetFlags(0)
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "tune [flags] train|mean|doubts|hunches|unseen|disturbed|score|harmful|refused|explain ...")
		flag.PrintDefaults()
	}
	flag.Parse()
	t, err := newTuner()
	if err != nil {
		log.Fatal(err)
	}
	switch args := flag.Args(); {
	case len(args) > 1 && args[0] == "explain":
		t.explain(args[1:])
	case len(args) > 1 && args[0] == "refused":
		t.refused(args[1:])
	case len(args) > 1 && args[0] == "score":
		t.score(t.rows(args[1:]))
	case len(args) > 1 && args[0] == "harmful":
		t.harmful(t.rows(args[1:]))
	case len(args) > 1 && args[0] == "doubts":
		t.doubts(args[1:])
	case len(args) > 1 && args[0] == "unseen":
		i := slices.Index(args, "--")
		if i < 2 || i == len(args)-1 {
			log.Fatal("tune unseen ROWS... -- ROWS...")
		}
		t.unseen(args[1:i], args[i+1:])
	case len(args) > 1 && args[0] == "disturbed":
		t.disturbed(t.rows(args[1:]))
	case len(args) > 1 && args[0] == "hunches":
		t.hunched(t.rows(args[1:]))
	case len(args) > 1 && args[0] == "mean":
		t.mean(args[1:])
	case len(args) > 1 && args[0] == "train":
		writeHunches(t.tune(t.rows(args[1:]), toldBeside(1, all)))
		t.write()
	default:
		flag.Usage()
		os.Exit(2)
	}
}

func newTuner() (*tuner, error) {
	store := memstore.New()
	asked := cache.NewLastAsked(nil, nil)
	played := league.Options{Book: &contest.Book{Columns: archive.Columns{Games: gamelog.Games{Store: store}, Now: time.Now}, Templates: score.Builtin()}, Tells: storage.NewTells(store)}
	router, err := route.New(route.Options{
		Settings: storage.NewSettings(store), Characters: storage.NewCharacters(store), Sessions: storage.Sessions{Store: store, Kind: "identify"},
		Entries: &book.Book{Topics: storage.Topics{Store: store}, Now: time.Now}, Asked: asked, Plays: league.Plays(played.Book), League: append(tourney.Commands(played.Book), league.Commands(played)...), Organises: tourney.Organises(played.Book),
	})
	if err != nil {
		return nil, err
	}
	list := router.Commands()
	files, err := phrases.Rooms(filepath.Join(*root, "commands"))
	if err != nil {
		return nil, err
	}
	r, err := read.New(list, files)
	if err != nil {
		return nil, err
	}
	path := *weights
	if path == "" {
		path = filepath.Join(*root, "commands", "read", "learned", "weights.txt")
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
	if *weights != "none" {
		f, err := os.Open(filepath.Join(*root, "commands", "read", "learned", "hunches.txt"))
		if err != nil {
			return nil, err
		}
		defer f.Close()
		h, err := learned.ReadHunches(f)
		if err != nil {
			return nil, err
		}
		r = r.Expecting(h)
	}
	r.Sense = sense.Sense{}
	t := &tuner{router: router, reader: r, byName: map[string]*commands.Command{}, fallback: rules.Get(rules.Default)}
	r.Parse = t.parse
	for _, c := range list {
		for _, n := range append([]string{c.Name}, c.Aliases...) {
			t.byName[n] = c
		}
	}
	return t, nil
}

func (t *tuner) explain(lines []string) {
	var past *said.Past
	for _, l := range lines[:len(lines)-1] {
		list := t.read(l, past)
		if len(list) == 0 || list[0].Command == nil {
			fmt.Printf("%s: no question\n", l)
			continue
		}
		fmt.Printf("%s: %s\n", l, strings.Join(list[0].Lines, " ;; "))
		past = list[0].Past().After(past)
	}
	line := lines[len(lines)-1]
	start := time.Now()
	t.read(line, past)
	warm := time.Now()
	list := t.read(line, past)
	fmt.Printf("%v, then %v\n", warm.Sub(start), time.Since(warm))
	for _, rd := range list[:min(len(list), 6)] {
		fmt.Printf("%6.2f %4.0f%% %-10s %s\n", rd.Cost, 100*rd.P, rd.Kind, strings.Join(rd.Lines, " ;; "))
		t.explainDoubts(&rd)
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

// explainDoubts prints how far a reading is believed, and what speaks for and against it most.
func (t *tuner) explainDoubts(rd *read.Reading) {
	fmt.Printf("       believed %.0f%%:", 100*rd.Sure)
	tun := t.reader.Tunable()
	ids := tun.Doubts(rd.Kind)
	for i, n := range rd.Doubts() {
		if x := tun.Cost()[ids[i]] * n; x > 0.2 || x < -0.2 {
			fmt.Printf(" %s %+.1f", tun.Names()[ids[i]], -x)
		}
	}
	fmt.Println()
}

// read lists how a line may be read behind a question; nil: behind none.
func (t *tuner) read(line string, past *said.Past) []read.Reading {
	list, err := t.reader.Read(context.Background(), line, t.fallback, past, nil)
	if err != nil {
		log.Fatal(err)
	}
	return list
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
		var at int
		is[i], at = t.judged(r, list)
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
