package polypile

import "sync"

// step is what one stack does to a walk in one pass: the chances of what
// becomes of it, sorted by how many items it then has and whether it is of the
// golem's material. What a golem skips is in neither.
//
// A tally takes wanted things that are not absorbed out of the taps and puts them
// among the gains; then the chances of staying are less than those of being there.
type step struct {
	taps [3]tap // items that the stack may have if it does not shudder
	n    int    // how many of taps

	upTo    int // a shudder leaves 1..upTo items, each number equally likely; 0: nothing
	shudder tap // its qty is not used
	gone    float64

	decides float64 // a shudder decides on a golem
	counts  float64 // on the pass's golem

	gains []gain // what a tally counts of it
}

// tap is one number of items, with the chances that they are of the golem's
// material, of another, and skipped. Those that may stay are not in the tally.
type tap struct {
	qty                         int
	match, other                float64
	matchStay, otherStay, skips float64
}

// Chances that a tap's items are eaten and that they stay, if the golem can
// still eat something. esc is 1/(left+1).
func (t *tap) eaten(esc float64) float64 { return t.match + (t.other-t.match)*esc }
func (t *tap) stays(esc float64) float64 {
	return t.skips + t.otherStay + (t.matchStay-t.otherStay)*esc
}

// full returns the chance that they stay once it can eat no more.
func (t *tap) full() float64 { return t.skips + t.matchStay + t.otherStay }

func (t *tap) add(p, match float64, skips, stays bool) {
	switch {
	case skips && stays:
		t.skips += p
	case skips:
	default:
		t.match += p * match
		t.other += p * (1 - match)
		if stays {
			t.matchStay += p * match
			t.otherStay += p * (1 - match)
		}
	}
}

func (s *step) tap(qty int) *tap {
	for i := range s.n {
		if s.taps[i].qty == qty {
			return &s.taps[i]
		}
	}
	s.n++
	s.taps[s.n-1] = tap{qty: qty}
	return &s.taps[s.n-1]
}

// newStep describes a stack to a pass; without one nothing is absorbed.
func newStep(l *plan, p *pass, k *kind, t *tally) (s step) {
	match := func(x look) float64 {
		if p == nil {
			return 0
		}
		return l.match(p, x)
	}
	lie := func(qty int, p float64, x *what) {
		m, stays := match(x.look), x.want&t.want == 0
		s.tap(qty).add(p, m, x.kept, stays)
		if !stays {
			s.adds(t, x.want, qty, p, m, x.kept, false)
		}
	}
	s.decides = k.decides
	for i := range k.own {
		x := &k.own[i]
		if x.resist > 0 {
			lie(k.n, x.resist, &x.what)
		}
		switch {
		case x.shudder == 0:
		case k.mail:
			lie(k.n, x.shudder, &x.what)
		case k.n == 1:
			s.gone += x.shudder
		default:
			s.upTo = k.n - 1
			m, stays := match(x.look), x.want&t.want == 0
			s.shudder.add(x.shudder, m, x.kept, stays)
			for q := 1; q <= s.upTo && !stays; q++ {
				s.adds(t, x.want, q, x.shudder/float64(s.upTo), m, x.kept, true)
			}
		}
		if p != nil && x.shudder > 0 {
			s.counts += s.decides * l.counts(p, x.look) * x.shudder / k.shudder
		}
	}
	for i := range k.parts {
		lie(k.parts[i].qty, k.parts[i].p, &k.parts[i].what)
	}
	return s
}

// steps describes every stack of the pile, entry by entry.
func steps(l *plan, p *pass, t *tally) []step {
	of := map[*kind]int{}
	out := make([]step, len(l.pile.entries))
	for i, e := range l.pile.entries {
		if j, ok := of[e.kind]; ok {
			out[i] = out[j]
			continue
		}
		of[e.kind] = i
		out[i] = newStep(l, p, e.kind, t)
	}
	return out
}

// A walk's states while a golem was (1) or was not (0) decided on: with
// nothing lying on the floor so far, with one single item, and with more. In the
// first two, few states remain, and head has them.
type head struct {
	none [2]float64
	one  [2][2]float64 // by whether the item would be eaten
}

func (h *head) empty() bool {
	return h.none[0]+h.none[1]+h.one[0][0]+h.one[0][1]+h.one[1][0]+h.one[1][1] == 0
}

// advance moves the head over one stack. What then has more than a single item
// goes to out: decided, items eaten (the golem's weight at most) and staying.
func (h *head) advance(s *step, weight int, out func(d, eaten, stay int, p float64)) {
	var next head
	land := func(d, eaten, stay, qty int, p, pEat, pStay float64) {
		if p == 0 {
			return
		}
		if h := eaten + stay; h == 0 && qty == 1 {
			next.one[d][1] += p * pEat
			next.one[d][0] += p * pStay
			return
		}
		if pEat > 0 {
			out(d, min(weight, eaten+qty), stay, p*pEat)
		}
		if pStay > 0 {
			out(d, eaten, stay+qty, p*pStay)
		}
	}
	from := func(d, eaten, stay int, p float64) {
		if p < rare*rare {
			return
		}
		esc := 1 / float64(weight-eaten+1)
		for i := range s.n {
			t := &s.taps[i]
			land(d, eaten, stay, t.qty, p, t.eaten(esc), t.stays(esc))
		}
		gone := func(d int, p float64) {
			if eaten+stay == 0 {
				next.none[d] += p
			} else {
				next.one[d][eaten] += p
			}
		}
		decide, counts := s.decides, s.counts
		if d == 1 {
			decide, counts = 0, 0
		}
		gone(d, p*s.gone*(1-decide))
		gone(1, p*s.gone*counts)
		if s.upTo > 0 {
			each := 1 / float64(s.upTo)
			pEat, pStay := s.shudder.eaten(esc)*each, s.shudder.stays(esc)*each
			for q := 1; q <= s.upTo; q++ {
				land(d, eaten, stay, q, p*(1-decide), pEat, pStay)
				land(1, eaten, stay, q, p*counts, pEat, pStay)
			}
		}
	}
	for d := range 2 {
		from(d, 0, 0, h.none[d])
		from(d, 0, 1, h.one[d][0])
		from(d, 1, 0, h.one[d][1])
	}
	*h = next
}

// band is the states with more than a single item lying there, by items
// eaten; the last index is the golem's weight, at which it eats no more.
type band struct {
	p      [2][]float64
	lo, hi int // of what is not zero, hi excluded
}

// walker walks a pile for one pass after the other, in the same memory.
type walker struct {
	pile     *pile
	src, dst band
	esc      []float64 // 1/(left+1) by eaten
	spread   [2][]float64
	head     head
	rare     float64 // states below it are dropped
	dropped  float64
}

// walkers holds walkers for reuse.
var walkers = sync.Pool{New: func() any { return new(walker) }}

func newWalker(p *pile) *walker {
	w := walkers.Get().(*walker)
	w.pile, w.rare, w.dropped = p, rare, 0
	if p.rough {
		w.rare = rough
	}
	return w
}

// done gives a walker back, which must be at rest between two stacks.
func (w *walker) done() {
	w.pile = nil
	walkers.Put(w)
}

// start begins a pass of a golem of the weight. Outside of its band a walker's memory is
// zero at all times.
func (w *walker) start(weight int) {
	if len(w.spread[0]) < weight+2 {
		for d := range 2 {
			w.src.p[d] = make([]float64, weight+2)
			w.dst.p[d] = make([]float64, weight+2)
			w.spread[d] = make([]float64, weight+2)
		}
	} else if w.src.lo < w.src.hi {
		clear(w.src.p[0][w.src.lo:w.src.hi])
		clear(w.src.p[1][w.src.lo:w.src.hi])
	}
	w.esc = escapes(weight)
	w.src.lo, w.src.hi = weight+1, 0
	w.dst.lo, w.dst.hi = weight+1, 0
	w.head = head{none: [2]float64{1, 0}}
}

// escaped keeps escapes by weight: there are as many as kinds of golem.
var escaped sync.Map

// escapes returns the chances 1/(left+1) of a golem of a weight, by what it has eaten. The
// result is shared.
func escapes(weight int) []float64 {
	if kept, ok := escaped.Load(weight); ok {
		return kept.([]float64)
	}
	out := make([]float64, weight+1)
	for e := range out {
		out[e] = 1 / float64(weight-e+1)
	}
	kept, _ := escaped.LoadOrStore(weight, out)
	return kept.([]float64)
}

// over moves the walk over one stack.
func (w *walker) over(s *step) {
	w.begin()
	w.bulk(s)
	w.advance(s, func(_, _, _ int, _ float64) {})
	w.finish()
}

func (w *walker) begin() {
	w.dst.lo, w.dst.hi = min(w.src.lo, len(w.esc)-1), w.src.hi
}

// advance moves the head, and tells also also what joins the band.
func (w *walker) advance(s *step, also func(d, eaten, stay int, p float64)) {
	if w.head.empty() {
		return
	}
	w.head.advance(s, len(w.esc)-1, func(d, eaten, stay int, p float64) {
		w.dst.add(d, eaten, p)
		also(d, eaten, stay, p)
	})
}

func (b *band) add(d, eaten int, p float64) {
	b.p[d][eaten] += p
	b.lo, b.hi = min(b.lo, eaten), max(b.hi, eaten+1)
}

// finish makes what was reached the place to go on from.
func (w *walker) finish() {
	src, dst := &w.src, &w.dst
	if src.lo < src.hi {
		clear(src.p[0][src.lo:src.hi])
		clear(src.p[1][src.lo:src.hi])
	}
	w.trim(dst)
	w.src, w.dst = w.dst, w.src
}

// trim drops what is too rare from both ends.
func (w *walker) trim(b *band) {
	for b.lo < b.hi && b.p[0][b.lo]+b.p[1][b.lo] < w.rare {
		w.dropped += b.p[0][b.lo] + b.p[1][b.lo]
		b.p[0][b.lo], b.p[1][b.lo] = 0, 0
		b.lo++
	}
	for b.lo < b.hi && b.p[0][b.hi-1]+b.p[1][b.hi-1] < w.rare {
		w.dropped += b.p[0][b.hi-1] + b.p[1][b.hi-1]
		b.p[0][b.hi-1], b.p[1][b.hi-1] = 0, 0
		b.hi--
	}
}

// few is up to how many items a shudder's numbers are gone through one by one.
const few = 6

func (w *walker) bulk(s *step) {
	src, dst, weight := &w.src, &w.dst, len(w.esc)-1
	if src.lo >= src.hi {
		return
	}
	// What stays at e: c + k*esc, for the states that have decided, that
	// decide now, and that do not.
	var keep, slope float64
	for i := range s.n {
		t := &s.taps[i]
		keep += t.skips + t.otherStay
		slope += t.matchStay - t.otherStay
	}
	shKeep, shSlope := s.shudder.skips+s.shudder.otherStay+s.gone, s.shudder.matchStay-s.shudder.otherStay
	not, dec := 1-s.decides, s.counts
	top := min(src.hi, weight)
	p0, p1, q0, q1 := src.p[0], src.p[1], dst.p[0], dst.p[1]
	for e := src.lo; e < top; e++ {
		v0, v1, esc := p0[e], p1[e], w.esc[e]
		k, sh := keep+slope*esc, shKeep+shSlope*esc
		q0[e] += v0 * (k + not*sh)
		q1[e] += v1*(k+sh) + v0*dec*sh
	}
	for i := range s.n {
		t := &s.taps[i]
		if t.match == 0 && t.other == 0 {
			continue
		}
		for e := src.lo; e < top; e++ {
			c := t.eaten(w.esc[e])
			to := min(weight, e+t.qty)
			q0[to] += p0[e] * c
			q1[to] += p1[e] * c
		}
		dst.hi = max(dst.hi, min(weight, top-1+t.qty)+1)
	}
	if s.upTo > 0 && (s.shudder.match > 0 || s.shudder.other > 0) && src.lo < top {
		w.shudder(s, weight, top, not, dec)
	}
	if src.hi > weight { // it eats no more
		k, sh := 0.0, s.shudder.full()+s.gone
		for i := range s.n {
			k += s.taps[i].full()
		}
		q0[weight] += p0[weight] * (k + not*sh)
		q1[weight] += p1[weight]*(k+sh) + p0[weight]*dec*sh
	}
}

// shudder moves what a shudder leaves and the golem eats.
func (w *walker) shudder(s *step, weight, top int, not, dec float64) {
	p0, p1, q0, q1 := w.src.p[0], w.src.p[1], w.dst.p[0], w.dst.p[1]
	each := 1 / float64(s.upTo)
	end := min(weight, top-1+s.upTo)
	w.dst.hi = max(w.dst.hi, end+1)
	if s.upTo <= few {
		for e := w.src.lo; e < top; e++ {
			c := s.shudder.eaten(w.esc[e]) * each
			v0, v1 := p0[e]*c*not, (p1[e]+p0[e]*dec)*c
			for q := 1; q <= s.upTo; q++ {
				to := min(weight, e+q)
				q0[to] += v0
				q1[to] += v1
			}
		}
		return
	}
	// Each state spreads evenly over the next upTo: add where it begins,
	// take away where it ends, and sum up.
	d0, d1 := w.spread[0], w.spread[1]
	for e := w.src.lo; e < top; e++ {
		c := s.shudder.eaten(w.esc[e]) * each
		v0, v1 := p0[e]*c*not, (p1[e]+p0[e]*dec)*c
		d0[e+1] += v0
		d1[e+1] += v1
		if stop := e + 1 + s.upTo; stop <= weight {
			d0[stop] -= v0
			d1[stop] -= v1
		} else if past := float64(e + s.upTo - weight); past > 0 { // beyond the weight
			q0[weight] += v0 * past
			q1[weight] += v1 * past
		}
	}
	sum0, sum1 := 0.0, 0.0
	for e := w.src.lo + 1; e <= end; e++ {
		sum0 += d0[e]
		sum1 += d1[e]
		d0[e], d1[e] = 0, 0
		q0[e] += max(0, sum0)
		q1[e] += max(0, sum1)
	}
	if end+1 < len(d0) {
		d0[end+1], d1[end+1] = 0, 0
	}
}

// total returns the chance of the states that end with the pass's golem.
func (w *walker) total() float64 {
	sum := 0.0
	if w.src.lo < w.src.hi {
		for _, p := range w.src.p[1][w.src.lo:w.src.hi] {
			sum += p
		}
	}
	return sum
}
