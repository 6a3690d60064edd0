package main

import (
	"context"
	"fmt"
	"log"
	"maps"
	"math"
	"os"
	"slices"
	"strings"

	"delphi/commands/read"
	"delphi/commands/read/learned"
	"delphi/commands/read/said"
)

// behindOthers adds to rows that stand alone as many in which a third of them come behind
// another question, most of the same kind: whoever asks a whole question means that and
// nothing of the last one.
func behindOthers(rows []*row, told []string) []*row {
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
			c.follows, c.anew = before, true
			rows = append(rows, &c)
		}
	}
	return slices.Concat(rows, besideOf(alone, told), untold(told))
}

// untold are rows of asides alone, which ask nothing.
func untold(told []string) []*row {
	var out []*row
	for i, a := range told {
		for n := range i % 3 {
			a += " " + told[(i*31+n*7919+1)%len(told)]
		}
		out = append(out, &row{id: fmt.Sprint("aside:", i), line: a, talk: true, aside: true, fold: i % folds})
	}
	return out
}

// besideOf are rows with sentences beside the question, which change nothing of it, made of
// three in five of some rows that stand alone.
func besideOf(rows []*row, told []string) (out []*row) {
	for i, r := range rows {
		if i%5 < 2 || r.follows != nil || len(r.canon) == 0 || r.ask {
			continue
		}
		c := *r
		c.aside = true
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
		out = append(out, &c)
	}
	return out
}

// changes adds to rows that stand alone such as change them: they say one thing again as
// another row of the same kind says it.
func (t *tuner) changes(rows []*row) []*row {
	type question struct {
		row  *row
		past *said.Past
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
			changed := &said.Past{Kind: q.past.Kind, Slots: maps.Clone(q.past.Slots)}
			changed.Slots[slot] = v
			lines := t.reader.Lines(changed)
			if len(lines) != 1 || strings.HasPrefix(t.key(lines[0]), "!") {
				continue
			}
			r := t.row(q.row.id+"+"+other.row.id, fmt.Sprintf(changing[i%len(changing)], v[0][0]), lines[0])
			r.follows, r.fold = q.row, q.row.fold
			rows = append(rows, r)
			break
		}
	}
	return rows
}

// changing are ways to say another thing for what a question said.
var changing = []string{"%s", "and %s?", "what about %s", "%s instead", "no, %s", "ok and with %s", "%s then?", "how about %s?", "sorry, %s", "what if it's %s"}

// know has the reader weigh the words that many rows of several sentences hold.
func know(tun read.Tunable, rows []*row) {
	const often = 8
	in := map[string]int{}
	for _, r := range rows {
		if r.aside {
			continue
		}
		stems := read.Stems(r.line)
		slices.Sort(stems)
		for _, w := range slices.Compact(stems) {
			if len(stems) > 12 {
				in[w]++
			}
		}
	}
	for _, w := range slices.Sorted(maps.Keys(in)) {
		if in[w] >= often {
			tun.Know(w)
		}
	}
}

// example is a row with the features of each reading that was found for it.
type example struct {
	feats [][]int32
	right []bool
}

// tune tunes the weights: gradient descent on the likelihood of the right readings
// among those that are found, which are found anew in each round.
// It returns the hunches that all rows teach, by which the reader goes from then on.
func (t *tuner) tune(rows []*row, told []string) *learned.Hunches {
	*apart = true
	rows = append(behindOthers(t.changes(rows), told), t.told(rows)...)
	tun := t.reader.Tunable()
	for _, a := range told {
		rows = append(rows, &row{line: a + a})
	}
	know(tun, rows)
	rows = rows[:len(rows)-len(told)]
	h := t.crossed(rows)
	d := descent{cost: tun.Cost(), begin: tun.Begin(), grad2: make([]float64, len(tun.Cost())), g: make([]float64, len(tun.Cost()))}
	words := make([]bool, len(d.cost))
	for f, name := range tun.Names() {
		words[f] = strings.HasPrefix(name, "pass.") || strings.HasPrefix(name, "from.word.")
	}
	for round := range *rounds {
		examples := t.examples(rows)
		d.firm = firmness(examples, words)
		clear(d.grad2)
		var loss float64
		for epoch := range epochs {
			loss = d.epoch(examples, epoch)
		}
		fmt.Printf("round %d: loss %.4f\n", round+1, loss)
	}
	t.folded = nil
	t.reader = t.reader.Expecting(h)
	return h
}

// epochs is how often all examples are gone through in a round.
const epochs = 30

// examples reads the rows, and keeps those of which a reading is right and another is not.
func (t *tuner) examples(rows []*row) []example {
	out := make([]example, len(rows))
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
			out[i] = e
		}
	})
	return slices.DeleteFunc(out, func(e example) bool { return len(e.feats) == 0 })
}

// firmness returns how firmly each cost is held where the files put it: those of single
// words more than others, and wholly (-1) where few rows hold the word.
func firmness(examples []example, words []bool) []float64 {
	seen := make([]int, len(words))
	for i := range examples {
		in := map[int32]bool{}
		for _, fs := range examples[i].feats {
			for _, f := range fs {
				if !in[f] {
					in[f] = true
					seen[f]++
				}
			}
		}
	}
	firm := make([]float64, len(words))
	for f := range firm {
		switch {
		case !words[f]:
			firm[f] = 1
		case seen[f] < *rare:
			firm[f] = -1
		default:
			firm[f] = *lean
		}
	}
	return firm
}

// descent moves costs along their slopes, each by steps that become smaller the more it has
// been moved (AdaGrad).
type descent struct {
	cost, begin []float32
	firm        []float64
	grad2, g    []float64
	touched     []int32
}

// epoch goes through the examples once and returns how unlikely their right readings are on
// average.
func (d *descent) epoch(examples []example, epoch int) (loss float64) {
	for i := range examples {
		e := &examples[(i*7919+epoch*31)%len(examples)]
		loss += d.slope(e)
		for _, f := range d.touched {
			x := d.g[f]
			if d.g[f] = 0; x == 0 || d.firm[f] < 0 { // it was so by two that cancel out
				continue
			}
			x += *ridge * d.firm[f] * float64(d.cost[f]-d.begin[f])
			d.grad2[f] += x * x
			d.cost[f] = max(d.cost[f]-float32(0.15*x/math.Sqrt(1e-6+d.grad2[f])), -6)
		}
	}
	return loss / float64(max(len(examples), 1))
}

// slope sets g to how the unlikeliness of an example's right readings changes with each
// cost, and returns that unlikeliness.
func (d *descent) slope(e *example) float64 {
	c := make([]float64, len(e.feats))
	best := math.Inf(1)
	for k, fs := range e.feats {
		for _, f := range fs {
			c[k] += float64(d.cost[f])
		}
		best = min(best, c[k])
	}
	all, good := 0.0, 1e-12
	for k := range c {
		c[k] = math.Exp(best - c[k])
		all += c[k]
		if e.right[k] {
			good += c[k]
		}
	}
	d.touched = d.touched[:0]
	for k, fs := range e.feats {
		x := c[k] / all
		if e.right[k] {
			x -= c[k] / good
		}
		if math.Abs(x) < 1e-6 {
			continue
		}
		for _, f := range fs {
			if d.g[f] == 0 {
				d.touched = append(d.touched, f)
			}
			d.g[f] -= x // more cost makes it less likely
		}
	}
	return -math.Log(good / all)
}

// mean writes the mean of several files of weights: tunings on other rows, or with other
// phrases, err in different places.
func (t *tuner) mean(files []string) {
	tun := t.reader.Tunable()
	var sum []float64
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			log.Fatal(err)
		}
		err = tun.Load(f)
		f.Close()
		if err != nil {
			log.Fatal(name, ": ", err)
		}
		cost := tun.Cost()
		sum = append(sum, make([]float64, len(cost)-len(sum))...)
		for i, c := range cost {
			sum[i] += float64(c)
		}
	}
	for i := range sum {
		tun.Cost()[i] = float32(sum[i] / float64(len(files)))
	}
	t.write()
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
