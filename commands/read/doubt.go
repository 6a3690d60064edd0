package read

import (
	"math"
	"slices"
)

// doubt is what tells how far a reading may be believed, beside how likely it is among
// the others: most of what is answered wrong is no near miss, but a line that says what
// no phrase knows.
type doubt uint8

const (
	doubtAlways     doubt = iota
	doubtOdds             // the logarithm of the odds that it is right, going by the others
	doubtWord             // words passed over in the question, of each class
	doubtUnknown          //
	doubtName             //
	doubtNumber           //
	doubtNeg              //
	doubtToldName         // words passed over in what is told beside it
	doubtToldNumber       //
	doubtTold             //
	doubtUnasked          // no word asks for the kind
	doubtFollows          // it changes the last question
	doubtFresh            // it stands behind a question, and does not change it
	doubtLacks            // it lacks what the kind needs
	doubtFuzzy            // names that are misspelt
	doubtPart             // names of which only a part is said
	doubtLong             // the line's length, in doublings
	doubtCorrected        // values that a later one replaced
	doubtKind             // the logarithm of the odds that it is of the right kind, going by the others
	doubtShare            // which share of the question's words is passed over
	doubtSaid             // how much it says
	doubtCould            // phrases of the question that the kind could have taken
	doubts
)

var doubtNames = [doubts]string{"always", "odds", "word", "unknown", "name", "number", "neg", "told.name", "told.number", "told", "unasked", "follows", "fresh", "lacks", "fuzzy", "part", "long", "corrected", "kind", "share", "said", "could"}

var doubtBegin = [doubts]float32{-1.5, -1, .2, .5, .7, 1, .5, .1, .1, 0, .3, .2, .5, .5, .3, .1, .1, .2, 0, .5, 0, .5}

// mostDoubted is from how many on more of the same count no more.
const mostDoubted = 4

// doubtOf is what a passed-over word of a class is counted as.
func doubtOf(cl class, story bool) doubt {
	if story {
		switch cl {
		case nameClass, unknownClass:
			return doubtToldName
		case numberClass, percentClass:
			return doubtToldNumber
		}
		return doubtTold
	}
	switch cl {
	case unknownClass:
		return doubtUnknown
	case nameClass:
		return doubtName
	case numberClass, percentClass:
		return doubtNumber
	case negClass:
		return doubtNeg
	}
	return doubtWord
}

// doubted counts what makes a reading doubtful, but for its odds.
func (c *chart) doubted(rd *Reading, e end, past *Past, skipped []int, story map[int]bool) {
	d := &rd.doubts
	count := func(x doubt) { d[x] = min(d[x]+1, mostDoubted) }
	d[doubtAlways] = 1
	passed := 0
	for _, i := range skipped {
		if c.classOf[i].light() {
			continue
		}
		count(doubtOf(c.classOf[i], story[i]))
		if !story[i] {
			passed++
		}
	}
	taken := 0
	for t := e.state; t != nil; t = t.prev {
		if t.edge == nil {
			continue
		}
		taken += t.edge.to - t.edge.from
		if t.how == saidLater {
			count(doubtCorrected)
		}
	}
	c.could(e, skipped, story, count)
	d[doubtShare] = float32(passed) / float32(passed+taken+1)
	d[doubtSaid] = min(float32(len(rd.Slots)), 6) / 2
	if e.state.mask&cueBit == 0 && !e.sk.same {
		d[doubtUnasked] = 1
	}
	if rd.Follows {
		d[doubtFollows] = 1
	} else if past != nil {
		d[doubtFresh] = 1
	}
	if len(rd.lacks) > 0 {
		d[doubtLacks] = 1
	}
	for _, f := range rd.feats {
		switch f {
		case c.w.ways[nameFuzzy], c.w.fuzzyLitID:
			count(doubtFuzzy)
		case c.w.ways[nameTail], c.w.ways[nameHead], c.w.ways[nameShared], c.w.ways[namePlain]:
			count(doubtPart)
		}
	}
	d[doubtLong] = float32(math.Log2(1 + float64(len(c.tokens))/4))
}

// could counts the phrases that a kind could have taken where the reading passes the
// question's words over.
func (c *chart) could(e end, skipped []int, story map[int]bool, count func(doubt)) {
	free := make([]bool, len(c.tokens)+1)
	for _, i := range skipped {
		free[i] = !story[i]
	}
	for i := 0; i < len(c.tokens); i++ {
		longest := i
		for _, t := range e.sk.at[i] {
			if t.mask&^(cueBit|secondCueBit) == 0 || t.edge.to <= longest {
				continue
			}
			if !slices.Contains(free[i:t.edge.to], false) {
				longest = t.edge.to
			}
		}
		if longest > i {
			count(doubtCould)
			i = longest - 1
		}
	}
}

// Doubts are what makes a reading doubtful, in the order of Tunable.Doubts.
func (rd *Reading) Doubts() []float32 { return append(rd.doubts[:len(rd.doubts):len(rd.doubts)], 1) }

// trust works out how far each of some readings, whose P is known, may be believed.
func (r *Reader) trust(list []Reading) {
	kinds := map[string]float64{}
	for i := range list {
		kinds[list[i].Kind] += list[i].P
	}
	odds := func(p float64) float32 {
		p = min(max(p, 0.02), 0.998)
		return float32(math.Log(p / (1 - p)))
	}
	for i := range list {
		rd := &list[i]
		rd.doubts[doubtOdds], rd.doubts[doubtKind] = odds(rd.P), odds(kinds[rd.Kind])
		x := 0.0
		if k := r.grammar.byKind[rd.Kind]; k != nil {
			x = float64(r.weights.of(k.feats.doubt))
		}
		for d, n := range rd.doubts {
			x += float64(n * r.weights.of(r.weights.doubts[d]))
		}
		// However sure the kind is, of two readings that are as likely as each other one is wrong.
		rd.Sure = min(1/(1+math.Exp(x)), math.Sqrt(rd.P))
	}
}
