package hear

// A rule says what the words of a line become that begin at word i, all of them, and
// where those stand that it has not looked at yet; nil: it changes nothing there.
type rule func(s *heard, i int) (words []word, next int)

// sweep brings a line through a rule, from left to right. Each change leaves fewer words
// to look at than there were, so that it ends whatever the rule makes of them: a rule
// never sees what it wrote.
func (s *heard) sweep(change rule) *heard {
	for i := 0; i < len(s.words); {
		words, next := change(s, i)
		if words == nil {
			i++
			continue
		}
		left := len(s.words) - i
		s = s.anew(words)
		i = max(next, len(s.words)-left+1)
	}
	return s
}

// sweepNames is sweep for a rule about what is named.
func (s *heard) sweepNames(change func(s *heard, f *found) (words []word, next int)) *heard {
	return s.sweep(func(s *heard, i int) ([]word, int) {
		for k := range s.found {
			if f := &s.found[k]; f.from == i {
				if words, next := change(s, f); words != nil {
					return words, next
				}
			}
		}
		return nil, 0
	})
}

// anew is the line in other words.
func (s *heard) anew(words []word) *heard { return s.hearer.listen(s.budget, words, s.line, s.set) }
