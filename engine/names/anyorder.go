package names

import (
	"slices"
	"strings"
)

// AnyOrder returns at most max entries whose names have a word for each of those typed, which
// may be its beginning, wherever they stand: "marker ma" may become "magic marker". One word
// alone is for Complete.
func (x *Index) AnyOrder(text string, max int, accept func(*Entry) bool) (out []*Entry) {
	typed := Words(text)
	if len(typed) < 2 {
		return nil
	}
	for i := range x.spelled {
		s := &x.spelled[i]
		if s.alias || len(out) >= max || slices.Contains(out, s.entry) || accept != nil && !accept(s.entry) {
			continue
		}
		if words := strings.Fields(s.text); len(words) >= len(typed) && begins(words, typed) {
			out = append(out, s.entry)
		}
	}
	return out
}

// begins reports whether each of the typed words begins a word of its own. It uses up words.
func begins(words, typed []string) bool {
	for _, t := range typed {
		i := slices.IndexFunc(words, func(w string) bool { return strings.HasPrefix(w, t) })
		if i < 0 {
			return false
		}
		words = slices.Delete(words, i, i+1)
	}
	return true
}
