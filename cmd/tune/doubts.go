package main

import (
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"sync"

	"delphi/commands/read"
	"delphi/engine/seq"
)

// folds is how many parts the files are dealt into: each is read with what the others taught.
const folds = 4

// doubted is a row as it was read first, with what makes that doubtful.
type doubted struct {
	ids    []int32
	doubts []float32
	right  bool
	at     int // which reading is right; -1: none
}

// doubts finds what each doubt weighs: the rows of each file are read with weights that
// were tuned on other files, as what people write next is. With -asis, they are read with
// the weights as they are, and only without the phrases and hunches that those files taught.
func (t *tuner) doubts(files []string) {
	var groups [folds][]*row
	for i, f := range spread(files) {
		rows := t.rows([]string{f})
		dealt(rows, i)
		groups[i%folds] = append(groups[i%folds], rows...)
	}
	tun := t.reader.Tunable()
	kept := slices.Clone(tun.Cost())
	var used [folds][]bool
	if *asIs {
		t.crossed(slices.Concat(groups[:]...))
		for g := range groups {
			used[g] = t.used(groups[g])
		}
	}
	var all []doubted
	for g := range groups {
		others := slices.Concat(slices.Concat(groups[:g]...), slices.Concat(groups[g+1:]...))
		known := make([]bool, len(tun.Names())) // to the others
		if *asIs {
			for o := range used {
				for f := range used[o] {
					known[f] = known[f] || o != g && used[o][f]
				}
			}
		} else {
			tun.Reset()
			t.tune(others, toldBeside(folds, func(f int) bool { return f != g }))
			known = t.used(others)
		}
		*apart = false
		back := t.unlearn(known)
		rows := seq.Filter(groups[g], func(r *row) bool { return dealtTo(r, *every) })
		all = append(all, t.doubtful(slices.Concat(rows, besideOf(rows, toldBeside(folds, func(f int) bool { return f == g }))))...)
		back()
	}
	copy(tun.Cost(), kept)
	clear(tun.Cost()[len(kept):]) // of words that only other rows hold
	report(all, t.asNow())
	w := fitted(all)
	for id, cost := range w {
		tun.Cost()[id] = float32(cost)
		fmt.Printf("%6.2f %s\n", cost, tun.Names()[id])
	}
	report(all, w)
	t.write()
}

// asNow returns what the doubts weigh now.
func (t *tuner) asNow() map[int32]float64 {
	w := map[int32]float64{}
	for id, cost := range t.reader.Tunable().Cost() {
		w[int32(id)] = float64(cost)
	}
	return w
}

// dealtTo reports whether a row is one of each so many.
func dealtTo(r *row, every int) bool {
	h := fnv.New32a()
	h.Write([]byte(r.line))
	return h.Sum32()%uint32(every) == 0
}

// doubtful reads rows, and returns what makes the likeliest reading of each doubtful.
func (t *tuner) doubtful(rows []*row) (out []doubted) {
	lists := make([][]read.Reading, len(rows))
	t.each(rows, func(i int, list []read.Reading) { lists[i] = slices.Clone(list) })
	tun := t.reader.Tunable()
	for i, r := range rows {
		list := slices.DeleteFunc(lists[i], func(rd read.Reading) bool { return rd.Command == nil })
		if len(list) > 0 && !r.open { // what nothing answered when it was written, something may answer now
			at := slices.IndexFunc(list, func(rd read.Reading) bool { return t.right(r, &rd) })
			out = append(out, doubted{tun.Doubts(list[0].Kind), list[0].Doubts(), at == 0, at})
		}
	}
	return out
}

// sure returns how likely a reading is to be right by the weights of its doubts.
func (d *doubted) sure(w map[int32]float64) float64 {
	x := 0.0
	for i, n := range d.doubts {
		x += w[d.ids[i]] * float64(n)
	}
	return 1 / (1 + math.Exp(x))
}

// fitted returns what the doubts weigh: a logistic regression by gradient descent.
func fitted(all []doubted) map[int32]float64 {
	w, grad2 := map[int32]float64{}, map[int32]float64{}
	for range 400 {
		grad := map[int32]float64{}
		for k := range all {
			d := all[k].sure(w)
			if all[k].right {
				d--
			}
			for i, n := range all[k].doubts {
				grad[all[k].ids[i]] -= d * float64(n) / float64(len(all))
			}
		}
		for id, g := range grad {
			g += 0.0005 * w[id]
			grad2[id] += g * g
			w[id] -= 0.3 * g / math.Sqrt(1e-9+grad2[id])
		}
	}
	return w
}

// report prints what would be answered where as sure as that.
func report(all []doubted, w map[int32]float64) {
	for _, least := range []float64{.5, .6, .65, .7, .75, .8, .85, .9, .95} {
		right, wrong, offers := 0, 0, 0
		for k := range all {
			switch e := &all[k]; {
			case e.sure(w) >= least && e.right:
				right++
			case e.sure(w) >= least:
				wrong++
			case e.at >= 0 && e.at < offered:
				offers++
			}
		}
		pc := func(n int) float64 { return 100 * float64(n) / float64(len(all)) }
		fmt.Printf("answered where as sure as %.2f: %.1f%% right, %.1f%% wrong, %.1f%% asked back with the right line\n", least, pc(right), pc(wrong), pc(offers))
	}
}

// unseen tunes on some rows and scores others, beside sentences that it was not tuned with:
// how lines of other writers are read.
func (t *tuner) unseen(train, test []string) {

	t.tune(t.rows(train), toldBeside(folds, func(f int) bool { return f != 0 }))
	*apart = false
	rows := t.rows(test)
	t.score(rows)
	t.score(besideOf(rows, toldBeside(folds, func(f int) bool { return f == 0 })))
	t.write()
}

// never is the cost of a phrase that is not to be used.
const never = 1000

// used says which features the right readings of some rows have.
func (t *tuner) used(rows []*row) []bool {
	out := make([]bool, len(t.reader.Tunable().Names()))
	var mu sync.Mutex
	t.each(rows, func(i int, list []read.Reading) {
		for k := range list {
			if t.right(rows[i], &list[k]) {
				mu.Lock()
				for _, f := range list[k].Features() {
					out[f] = true
				}
				mu.Unlock()
				return
			}
		}
	})
	return out
}

// unlearn puts out of use the phrases of the files that are not used: whoever wrote them had
// other rows before them. What is left reads other rows as it reads those that nobody has seen.
// The function that it returns puts them back.
func (t *tuner) unlearn(used []bool) (back func()) {
	tun := t.reader.Tunable()
	kept, out := slices.Clone(tun.Cost()), 0
	for _, f := range t.reader.Written() {
		if !used[f] {
			tun.Cost()[f] = never
			out++
		}
	}
	fmt.Printf("%d phrases are used by none of the other rows\n", out)
	return func() {
		copy(tun.Cost(), kept)
	}
}
