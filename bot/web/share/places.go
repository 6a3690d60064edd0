package share

import (
	"container/heap"
	"slices"
	"sync"
)

// Places is a limited number of places for one thing, such as connections. Each has a
// weight. When all are taken, the holder whose places weigh the most gives way: the
// heaviest of them is lost or, among equals, the oldest.
type Places struct {
	most, each int

	mu    sync.Mutex
	by    map[Holder]*held
	lines heaviest // all of by, the heaviest first
	taken int
}

// held tracks the places of one Holder.
type held struct {
	who    Holder
	places []*Place // the oldest first
	weight int      // of all of them
	at     int      // in the heap
}

// Place is one place that is taken.
type Place struct {
	of     *Places
	held   *held // nil: left or lost
	weight int
	lose   func()
}

// NewPlaces returns a number of places, of which one holder gets at most each.
func NewPlaces(most, each int) *Places {
	return &Places{most: most, each: each, by: map[Holder]*held{}}
}

// Take takes a place of a weight of at least 1; the house's weigh nothing. When
// somebody else gets the place, lose is called, once, with no lock held; it must
// not wait. A holder who has as many as one may get gives way to himself, and
// otherwise the one who has the most, where the place that is lost weighs more
// than the new one, or its holder more than the new one's with it. If
// nobody has to give way, ok is false.
func (p *Places) Take(who Holder, weight int, lose func()) (place *Place, ok bool) {
	if who.House() {
		weight = 0
	}
	p.mu.Lock()
	mine := p.by[who]
	if mine == nil {
		mine = &held{who: who}
	}
	var lost *Place
	if from := p.crowded(mine); from != nil {
		lost = from.heaviest()
		if lost.weight <= weight && from.weight <= mine.weight+weight {
			p.mu.Unlock()
			return nil, false
		}
		p.remove(lost)
	}
	place = &Place{of: p, held: mine, weight: weight, lose: lose}
	mine.places = append(mine.places, place)
	mine.weight += weight
	p.taken++
	if len(mine.places) == 1 {
		p.by[who] = mine
		heap.Push(&p.lines, mine)
	} else {
		heap.Fix(&p.lines, mine.at)
	}
	p.mu.Unlock()
	if lost != nil {
		lost.lose()
	}
	return place, true
}

// crowded returns the holder who must give way before mine gets another place, or nil.
func (p *Places) crowded(mine *held) *held {
	switch {
	case !mine.who.House() && len(mine.places) >= p.each:
		return mine
	case p.taken >= p.most:
		return p.lines[0]
	}
	return nil
}

// heaviest returns the place that is lost first.
func (h *held) heaviest() *Place {
	return slices.MaxFunc(h.places, func(a, b *Place) int { return a.weight - b.weight }) // the first of them
}

// remove takes a place away from its holder.
func (p *Places) remove(place *Place) {
	h := place.held
	place.held = nil
	h.places = slices.Delete(h.places, slices.Index(h.places, place), slices.Index(h.places, place)+1)
	h.weight -= place.weight
	p.taken--
	if len(h.places) == 0 {
		delete(p.by, h.who)
		heap.Remove(&p.lines, h.at)
		return
	}
	heap.Fix(&p.lines, h.at)
}

// Weigh changes what a place weighs.
func (place *Place) Weigh(weight int) {
	p := place.of
	p.mu.Lock()
	defer p.mu.Unlock()
	h := place.held
	if h == nil || h.who.House() || place.weight == weight {
		return
	}
	h.weight += weight - place.weight
	place.weight = weight
	heap.Fix(&p.lines, h.at)
}

// Leave gives a place back. It may have been left or lost already.
func (place *Place) Leave() {
	place.of.mu.Lock()
	defer place.of.mu.Unlock()
	if place.held != nil {
		place.of.remove(place)
	}
}

// heaviest is a heap (container/heap) of those who hold something.
type heaviest []*held

func (l heaviest) Len() int           { return len(l) }
func (l heaviest) Less(i, j int) bool { return l[i].weight > l[j].weight }
func (l heaviest) Swap(i, j int) {
	l[i], l[j] = l[j], l[i]
	l[i].at, l[j].at = i, j
}
func (l *heaviest) Push(x any) {
	h := x.(*held)
	h.at = len(*l)
	*l = append(*l, h)
}
func (l *heaviest) Pop() any {
	last := len(*l) - 1
	h := (*l)[last]
	(*l)[last] = nil
	*l = (*l)[:last]
	return h
}
