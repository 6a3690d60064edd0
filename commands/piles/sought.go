package piles

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/steps"
	"delphi/commands/thing"
	"delphi/commands/wording"
	"delphi/engine/polypile"
	"delphi/engine/rules"
)

// The parameters that say how many of something are wanted.
var (
	both    = commands.NewFlag(commands.Param{Name: "both", Summary: "Each of the things you want, not one of them", Words: []string{"all of", "each of", "one of each"}, Joins: true})
	numbers = commands.NewFlag(commands.Param{Name: "numbers", Summary: "How many of what you want there are: on average, and how often each number", Words: []string{"how many", "expected number", "average number", "mean number", "distribution"}})
	justSo  = commands.NewFlag(commands.Param{Name: "exactly", Summary: "Exactly this many of what you want", Words: []string{"precisely"}})
	none    = commands.NewFlag(commands.Param{Name: "none", Summary: "Not a single one of what you want", Words: []string{"no", "zero", "not a single", "not one"}})
	atMost  = commands.NewFlag(commands.Param{Name: "atmost", Summary: "At most this many of what you want", Words: []string{"at most", "no more than", "not more than"}})
	moreOf  = commands.NewFlag(commands.Param{Name: "morethan", Summary: "More than this many of what you want", Words: []string{"more than"}})
	fewer   = commands.NewFlag(commands.Param{Name: "fewer", Summary: "Fewer than this many of what you want", Words: []string{"fewer than", "less than"}})
)

// sought is what a call wants from a pile.
type sought struct {
	objects []*rules.Object
	buc     []rules.BUC // of each; not said: any
	atLeast []int       // of each
	all     bool        // each of them, not one of them
	said    []commands.Said

	numbers bool // how many there are
	exactly bool // as many as atLeast less one
	atMost  bool // fewer than atLeast
}

// add adds something wanted, unless it was added before.
func (w *sought) add(c *commands.Call, s commands.Said, thing thing.Thing) error {
	switch {
	case thing.Artifact != "":
		return noArtifact(thing)
	case thing.Random:
		return &commands.Problem{Text: fmt.Sprintf("Which %s do you want? Name it.", thing.Object.Class), Hints: []string{"poly 5 random rings for free action"}}
	case s.Counted && s.Quantity < 1:
		return &commands.Problem{Text: fmt.Sprintf("Ask for at least 1 %s, not %d.", s.Name, s.Quantity), Hints: []string{"poly 20 unihorns for no marker"}}
	}
	n := max(1, s.Times)
	if s.Counted {
		n *= s.Quantity
	}
	if s.Enchant != 0 {
		c.Note(commands.Warned, fmt.Sprintf("that is for any %s; how often it is %s is not worked out", s.Name, wording.Signed(s.Enchant)))
	}
	buc := cmp.Or(s.BUC, thing.BUC)
	if i := slices.Index(w.objects, thing.Object); i >= 0 {
		w.atLeast[i] = max(w.atLeast[i], n)
		if w.buc[i] != buc {
			w.buc[i] = rules.BUCNotSaid
			c.Note(commands.Warned, fmt.Sprintf("that is for any %s, cursed or blessed", s.Name))
		}
		return nil
	}
	w.objects, w.buc, w.atLeast, w.said = append(w.objects, thing.Object), append(w.buc, buc), append(w.atLeast, n), append(w.said, s)
	return nil
}

// limit takes "exactly", "more than" and the like for what is wanted.
func (w *sought) limit(c *commands.Call) error {
	w.numbers, w.all = numbers.In(c), both.In(c) && len(w.objects) > 1
	w.exactly = justSo.In(c)
	if w.atMost = atMost.In(c) || fewer.In(c); w.exactly && (w.atMost || moreOf.In(c)) {
		return &commands.Problem{Text: "Exactly that many, at most, or more?", Hints: []string{"poly 20 unihorns for exactly 2 markers", "poly 20 unihorns for at most 2 markers"}}
	}
	if none.In(c) {
		if len(w.objects) == 0 {
			return &commands.Problem{Text: "None of what? Say what you want after \"for\".", Hints: []string{"poly 20 unihorns for no marker"}}
		}
		w.atMost, w.all = true, false
		for i := range w.atLeast {
			w.atLeast[i] = 1
		}
		return nil
	}
	if !w.exactly && !w.atMost && !moreOf.In(c) {
		return nil
	}
	if len(w.objects) != 1 {
		return &commands.Problem{Text: "Say which one thing you want exactly, at most, more or fewer of, after \"for\".", Hints: []string{"poly 20 unihorns for exactly 2 markers"}}
	}
	if !fewer.In(c) { // 2 or fewer are fewer than 3
		w.atLeast[0]++
	}
	return nil
}

// asksMore reports whether the question is about more than getting at least one of what
// is wanted.
func (w *sought) asksMore() bool {
	return w.all || w.exactly || w.atMost || slices.ContainsFunc(w.atLeast, func(n int) bool { return n > 1 })
}

// name returns one of the wanted items, with its BUC if that matters.
func (w *sought) name(i int) string {
	if w.buc[i] == rules.BUCNotSaid {
		return w.objects[i].Name
	}
	return w.buc[i].String() + " " + w.objects[i].Name
}

// names returns the wanted items as they appear in a sentence: "2 magic markers".
func (w *sought) names() []string {
	out := make([]string, len(w.objects))
	for i := range w.objects {
		switch n := w.atLeast[i]; {
		case n > 1:
			out[i] = strconv.Itoa(n) + " " + thing.Plural(w.name(i))
		default:
			out[i] = single(w.name(i))
		}
	}
	return out
}

// limited returns the only wanted item with its limit: "exactly 2 magic markers".
func (w *sought) limited() string {
	name := w.name(0)
	n := w.atLeast[0] - 1
	if n == 0 {
		names := make([]string, len(w.objects))
		for i := range w.objects {
			names[i] = w.name(i)
		}
		return "no " + wording.Or(names)
	}
	count := strconv.Itoa(n) + " " + thing.Plural(name)
	if n == 1 {
		count = "one " + name
	}
	if w.exactly {
		return "exactly " + count
	}
	return "at most " + count
}

// chance returns the chance asked about, and what it is the chance of.
func (w *sought) chance(a *polypile.Wanted) (p float64, of string) {
	names := w.names()
	switch {
	case w.exactly:
		return a.Counts[w.atLeast[0]-1].P, w.limited()
	case w.atMost:
		return 1 - a.Enough, w.limited()
	case w.all && a.All != nil:
		return *a.All, w.least() + wording.And(names)
	}
	return a.Enough, w.least() + wording.Or(names)
}

// least returns what precedes the wanted items if more of them are welcome.
func (w *sought) least() string {
	if len(w.atLeast) > 0 && w.atLeast[0] > 1 {
		return "at least "
	}
	return ""
}

// outcome says how likely the wanted items are.
func (w *sought) outcome(a *polypile.Wanted) string {
	if w.numbers {
		return fmt.Sprintf("%s on average: %s", w.amount(a.ExpectedItems), w.told(a, toldOf(a)))
	}
	p, of := w.chance(a)
	out := fmt.Sprintf("%s of %s (%s on average", wording.Chance(p), of, wording.Amount(a.ExpectedItems))
	switch {
	case w.all && a.All != nil:
		out += "; at least one of them " + wording.Share(a.Enough)
	case w.asksMore() && !w.exactly && !w.atMost:
		out += "; at least one " + wording.Share(a.AtLeastOne)
	}
	return out + ")"
}

// amount returns a number of wanted items: "0.64 magic markers".
func (w *sought) amount(n float64) string {
	names := make([]string, len(w.objects))
	for i := range w.objects {
		names[i] = thing.Plural(w.name(i))
	}
	return wording.Amount(n) + " " + wording.Or(names)
}

// numbersShown is the largest number of wanted items up to which each number gets its
// own chance, unless a larger number is likelier than rarelyMore.
const (
	numbersShown = 3
	rarelyMore   = 0.2
	numbersMost  = 9
)

// toldOf returns how many numbers get their own chance.
func toldOf(a *polypile.Wanted) int {
	more := a.More
	for _, x := range a.Counts {
		more += x.P
	}
	n := 0
	for n < len(a.Counts) && n < numbersMost && (n < numbersShown || more > rarelyMore) {
		more -= a.Counts[n].P
		n++
	}
	return n
}

// told lists how likely each number is: "none 52.2%, one 34.6%, two 10.7%, 3 or more
// 2.5%".
func (w *sought) told(a *polypile.Wanted, n int) string {
	var says []string
	more := a.More
	for i, x := range a.Counts {
		if i >= n {
			more += x.P
			continue
		}
		says = append(says, strconv.Itoa(i)+" "+wording.Share(x.P))
	}
	if len(says) > 0 {
		says[0] = "none " + wording.Share(a.Counts[0].P)
	}
	if more > 1e-14 {
		says = append(says, fmt.Sprintf("%d or more %s", n, wording.Share(more)))
	}
	return strings.Join(says, ", ")
}

// eachNumber is the largest number of a wanted item up to which the steps list each
// number.
const eachNumber = 6

// steps adds the steps to the chances of what is wanted.
func (w *sought) steps(d *steps.Derivation, a *polypile.Wanted) {
	if a == nil {
		return
	}
	cases := "all the ways the pile can go, with what it becomes"
	p, of := w.chance(a)
	if n := w.atLeast[0]; len(w.objects) == 1 && (w.asksMore() || w.numbers) && n <= eachNumber {
		var fewer []string
		last := n
		if w.numbers {
			last = max(last, toldOf(a))
		}
		for i, x := range a.Counts[:min(last, len(a.Counts))] {
			d.Counted(rules.CiteBecome, w.count(i), wording.Share(x.P), "%s", cases)
			if i < n {
				fewer = append(fewer, figured(x.P))
			}
		}
		switch {
		case w.atMost:
			d.Work("", of, wording.Share(p), "%s", strings.Join(fewer, " + "))
		case !w.exactly:
			d.Work("", of, wording.Share(p), "1 - %s", strings.Join(fewer, " - "))
		}
	} else {
		d.Counted(rules.CiteBecome, of, wording.Share(p), "%s", cases)
	}
	if w.asksMore() && !w.exactly && !w.atMost && a.AtLeastOne > 0 {
		d.Counted(rules.CiteBecome, "at least one "+wording.Or(a.Names), wording.Share(a.AtLeastOne), "%s", cases)
	}
	d.Counted(rules.CiteBecome, "on average", wording.Amount(a.ExpectedItems), "%s", cases)
}

// figured returns a chance as it appears in a formula: as shown elsewhere, if that is a
// number.
func figured(p float64) string {
	if text := wording.Share(p); text[0] >= '0' && text[0] <= '9' && !strings.Contains(text, " ") {
		return text
	}
	return wording.Trim(p)
}

// count returns a number of the only wanted item.
func (w *sought) count(n int) string {
	if n == 0 {
		return "no " + w.name(0)
	}
	return wording.Count(n, w.name(0))
}
