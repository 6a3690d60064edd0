package main

import (
	"context"
	"fmt"
	"log"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"sync"

	"delphi/commands/read"
	"delphi/commands/read/learned"
	"delphi/commands/read/said"
	"delphi/engine/seq"
)

// lesson is a row as hunches learn from it.
type lesson struct {
	words  []int32
	counts []float32
	right  []int // the labels of which one is right
	alone  bool  // no question is before it
	fold   int
}

// labels lists the kinds of question that are right for a row.
func (t *tuner) labels(r *row, past *said.Past) []string {
	if r.talk {
		return []string{"talk"}
	}
	if r.open {
		return []string{"nothing"}
	}
	var out []string
	for _, canon := range r.canon {
		if cmd, _ := t.find(canon); cmd != nil && !slices.Contains(out, cmd.Path()) {
			out = append(out, cmd.Path())
		}
	}
	if past != nil && !r.anew && slices.Contains(out, past.Kind) {
		return []string{learned.Again}
	}
	return out
}

// lessons makes lessons of rows, and lists the words and the labels by their numbers.
func (t *tuner) lessons(rows []*row) (out []lesson, words, labels []string) {
	said := make([][]learned.Word, len(rows))
	of := make([][]string, len(rows))
	var wg sync.WaitGroup
	for part := range workers {
		wg.Go(func() {
			for i := part; i < len(rows); i += workers {
				past := t.past(rows[i])
				of[i] = t.labels(rows[i], past)
				said[i] = t.reader.HunchWords(context.Background(), rows[i].line, t.fallback, past)
			}
		})
	}
	wg.Wait()
	in := map[string]int{}
	for i := range rows {
		for _, w := range said[i] {
			in[w.Text]++
		}
	}
	at, numbers := map[string]int32{}, map[string]int{}
	labels = slices.Concat(of...)
	slices.Sort(labels)
	labels = slices.Compact(labels)
	for i, l := range labels {
		numbers[l] = i
	}
	for i := range rows {
		l := lesson{alone: rows[i].follows == nil, fold: rows[i].fold}
		for _, label := range of[i] {
			l.right = append(l.right, numbers[label])
		}
		for _, w := range said[i] {
			if in[w.Text] < seldom {
				continue
			}
			id, ok := at[w.Text]
			if !ok {
				id = int32(len(words))
				at[w.Text], words = id, append(words, w.Text)
			}
			l.words, l.counts = append(l.words, id), append(l.counts, w.Counts)
		}
		if len(l.right) > 0 {
			out = append(out, l)
		}
	}
	return out, words, labels
}

// How hunches are learned.
const (
	workers = 2
	seldom  = 3    // words of fewer rows teach nothing
	times   = 8    // how often all rows are gone through
	pace    = 0.15 // how far a weight moves at first
	pull    = 1e-2 // how strongly it is drawn to nothing, where most of them end
)

// taught returns what lessons teach about the words of each kind of question: a softmax
// regression by stochastic gradient descent.
func taught(list []lesson, words, labels []string) *learned.Hunches {
	list = slices.Clone(list)
	n := len(labels)
	again := slices.Index(labels, learned.Again)
	weights, grad2 := make([]float32, len(words)*n), make([]float32, len(words)*n)
	x := make([]float64, n)
	dice := rand.New(rand.NewPCG(3, 4))
	for range times {
		dice.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		for i := range list {
			l := &list[i]
			clear(x)
			for k, w := range l.words {
				for j, v := range weights[int(w)*n : int(w)*n+n] {
					x[j] += float64(v * l.counts[k])
				}
			}
			if l.alone && again >= 0 {
				x[again] = -1e3
			}
			softmax(x)
			good := 1e-9
			for _, r := range l.right {
				good += x[r]
			}
			for _, r := range l.right {
				x[r] -= x[r] / good
			}
			for k, w := range l.words {
				row, sq := weights[int(w)*n:int(w)*n+n], grad2[int(w)*n:int(w)*n+n]
				for j, d := range x {
					if math.Abs(d) < 1e-4 {
						continue
					}
					g := float32(d) * l.counts[k]
					sq[j] += g * g
					step := pace / float32(math.Sqrt(1e-3+float64(sq[j])))
					row[j] = nearer(row[j]-step*g, step*pull)
				}
			}
		}
	}
	h := learned.NewHunches(labels)
	for w, text := range words {
		h.Learn(text, weights[w*n:w*n+n])
	}
	return h
}

// nearer returns a weight nearer to nothing by some step.
func nearer(w, step float32) float32 {
	switch {
	case w > step:
		return w - step
	case w < -step:
		return w + step
	}
	return 0
}

func softmax(x []float64) {
	most, sum := slices.Max(x), 0.0
	for i := range x {
		x[i] = math.Exp(x[i] - most)
		sum += x[i]
	}
	for i := range x {
		x[i] /= sum
	}
}

// crossed has each row read with the hunches that the rows of other files teach, as what
// people write next is. It returns those that all of them teach.
func (t *tuner) crossed(rows []*row) *learned.Hunches {
	list, words, labels := t.lessons(rows)
	readers := map[int]*read.Reader{}
	for f := range folds {
		if others := seq.Filter(list, func(l lesson) bool { return l.fold != f }); len(others) < len(list) {
			readers[f] = t.reader.Expecting(taught(others, words, labels))
		}
	}
	t.folded = readers
	return taught(list, words, labels)
}

// readerOf returns the reader that reads a row.
func (t *tuner) readerOf(r *row) *read.Reader {
	if f := t.folded[r.fold]; f != nil {
		return f
	}
	return t.reader
}

// hunched prints how often the likeliest kind by the words alone is right, for rows of other
// files than those that taught it.
func (t *tuner) hunched(rows []*row) {
	list, words, labels := t.lessons(rows)
	writeHunches(taught(list, words, labels))
	var count, first, third [2]int
	for f := range folds {
		h := taught(seq.Filter(list, func(l lesson) bool { return l.fold != f }), words, labels)
		for _, l := range list {
			if l.fold != f {
				continue
			}
			said := make([]learned.Word, len(l.words))
			for i, w := range l.words {
				said[i] = learned.Word{Text: words[w], Counts: l.counts[i]}
			}
			p := h.Guess(said, !l.alone)
			better, best := 0, float32(math.Inf(-1))
			for _, r := range l.right {
				best = max(best, p[r])
			}
			for _, v := range p {
				if v > best {
					better++
				}
			}
			which := 0
			if !l.alone {
				which = 1
			}
			count[which]++
			if better == 0 {
				first[which]++
			}
			if better < 3 {
				third[which]++
			}
		}
	}
	for i, name := range []string{"alone", "behind a question"} {
		fmt.Printf("%s: %d rows, likeliest right %.1f%%, one of three %.1f%%\n", name, count[i], 100*float64(first[i])/float64(count[i]), 100*float64(third[i])/float64(count[i]))
	}
}

// writeHunches writes them, if it is said where to.
func writeHunches(h *learned.Hunches) {
	if *hunchesOut == "" {
		return
	}
	f, err := os.Create(*hunchesOut)
	if err != nil {
		log.Fatal(err)
	}
	if err := h.Write(f); err != nil {
		log.Fatal(err)
	}
	if err := f.Close(); err != nil {
		log.Fatal(err)
	}
}
