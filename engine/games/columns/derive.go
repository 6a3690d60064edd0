package columns

import (
	"slices"
	"strings"
	"sync"
)

// members holds the names in the sets of a dictionary.
type members struct {
	mu    sync.Mutex
	done  int // sets of the dictionary that are read
	names []string
	codes map[string]int64
	of    [][]int64 // by set, the numbers of its names
}

// Sets brings the members of a column's sets up to its dictionary.
func (t *Table) Sets(column int) (names []string, of [][]int64) {
	t.mu.Lock()
	if t.members[column] == nil {
		if t.members == nil {
			t.members = map[int]*members{}
		}
		t.members[column] = &members{codes: map[string]int64{}}
	}
	m := t.members[column]
	t.mu.Unlock()
	m.mu.Lock()
	defer m.mu.Unlock()
	dict := t.Text[column].Dict
	for _, set := range dict[m.done:] {
		var in []int64
		for name := range strings.FieldsSeq(set) {
			code, ok := m.codes[name]
			if !ok {
				code = int64(len(m.names))
				m.codes[name] = code
				m.names = append(m.names, name)
			}
			in = append(in, code)
		}
		m.of = append(m.of, in)
	}
	m.done = len(dict)
	return slices.Clip(m.names), m.of[:len(dict):len(dict)]
}

// split holds the sets of a dictionary as lists of names.
type split struct {
	mu   sync.Mutex
	done [][]string
}

func (s *split) of(dict []string) [][]string {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, set := range dict[len(s.done):] {
		s.done = append(s.done, strings.Fields(set))
	}
	return s.done[:len(dict):len(dict)]
}

// lowered is a dictionary in lower case.
type lowered struct {
	mu   sync.Mutex
	done []string
}

func (l *lowered) of(dict []string) []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, s := range dict[len(l.done):] {
		l.done = append(l.done, strings.ToLower(s))
	}
	return l.done[:len(dict):len(dict)]
}

// keptPatterns is how many patterns a table remembers the matches of.
const keptPatterns = 64

// Matches remembers which texts of a dictionary a pattern matches.
type Matches struct {
	mu   sync.Mutex
	done []bool
}

// Of says of each text of a dictionary whether the pattern matches it.
func (m *Matches) Of(dict []string, match func(i int) bool) []bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	for i := len(m.done); i < len(dict); i++ {
		m.done = append(m.done, match(i))
	}
	return m.done[:len(dict):len(dict)]
}

// Pattern returns what is remembered of a pattern on a field.
func (t *Table) Pattern(key string) *Matches {
	t.mu.Lock()
	defer t.mu.Unlock()
	if m := t.patterns[key]; m != nil {
		return m
	}
	if t.patterns == nil || len(t.patterns) >= keptPatterns {
		t.patterns = map[string]*Matches{} // asked again, they are matched again
	}
	t.patterns[key] = &Matches{}
	return t.patterns[key]
}

// ranking is the order of a dictionary's texts.
type ranking struct {
	mu    sync.Mutex
	order []int32 // the codes in the order of their texts
	rank  []int32 // by code
}

func (r *ranking) of(dict []string) []int32 {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.rank) >= len(dict) {
		return r.rank
	}
	fresh := make([]int32, 0, len(dict)-len(r.order))
	for i := len(r.order); i < len(dict); i++ {
		fresh = append(fresh, int32(i))
	}
	slices.SortFunc(fresh, func(a, b int32) int { return strings.Compare(dict[a], dict[b]) })
	merged := make([]int32, 0, len(dict))
	old := r.order
	for len(old) > 0 && len(fresh) > 0 {
		if dict[old[0]] < dict[fresh[0]] {
			merged, old = append(merged, old[0]), old[1:]
		} else {
			merged, fresh = append(merged, fresh[0]), fresh[1:]
		}
	}
	r.order = append(append(merged, old...), fresh...)
	r.rank = make([]int32, len(dict))
	for place, code := range r.order {
		r.rank[code] = int32(place)
	}
	return r.rank
}

// Ranks returns the places of the texts of a dictionary, which has a name, in their
// order.
func (t *Table) Ranks(name string, dict []string) []int32 {
	t.mu.Lock()
	if t.rankings == nil {
		t.rankings = map[string]*ranking{}
	}
	r := t.rankings[name]
	if r == nil {
		r = &ranking{}
		t.rankings[name] = r
	}
	t.mu.Unlock()
	return r.of(dict)
}
