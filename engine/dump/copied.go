package dump

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"delphi/engine/rules"
)

// stackMark is where a stack of the inventory begins in text that was pasted as one line.
var stackMark = regexp.MustCompile(`(?:^|[\s,;|]+)([a-zA-Z$] - )`)

// Copied parts a text into what was copied from the game, a status line and stacks of the
// inventory each on a line of its own, and the words that somebody typed around it. Both may be
// empty.
func Copied(text string, set *rules.Set) (copied, words string) {
	var lines, typed []string
	take := func(line, rest string) {
		if line != "" {
			lines = append(lines, line)
		}
		if rest = strings.Trim(rest, " \t,.;"); rest != "" {
			typed = append(typed, rest)
		}
	}
	for line := range strings.Lines(text) {
		starts := []int{0}
		for _, m := range stackMark.FindAllStringSubmatchIndex(line, -1) {
			starts = append(starts, m[2])
		}
		for i, from := range starts {
			to := len(line)
			if i+1 < len(starts) {
				to = starts[i+1]
			}
			piece := strings.Trim(line[from:to], " \t\r\n,;|")
			if i == 0 {
				status, before, behind := parted(piece, set)
				take("", before)
				take(status, behind)
				continue
			}
			stack, rest, _ := strings.Cut(piece, ", ")
			if ReadLine(stack, set).Item == nil {
				stack, rest = "", piece
			}
			take(stack, rest)
		}
	}
	return strings.Join(lines, "\n"), strings.Join(typed, ", ")
}

// parted cuts a status line out of the words around it; all of them are before it if there is
// none.
func parted(line string, set *rules.Set) (status, before, behind string) {
	found := label.FindAllStringSubmatchIndex(line, -1)
	if len(found) < 3 || !strings.Contains(line, "HP:") {
		return "", line, ""
	}
	from, to := found[0][0], found[len(found)-1][1]
	if front := strings.TrimSpace(line[:from]); titled(front, set) {
		from = 0
	}
	for to < len(line) {
		rest := strings.TrimLeft(line[to:], " ,.;")
		word, _, _ := strings.Cut(rest, " ")
		plain := strings.TrimRight(word, ".,;!?")
		if statusWords[plain] == "" && !slices.Contains(alignments, strings.ToLower(plain)) {
			break
		}
		to = len(line) - len(rest) + len(plain)
	}
	return strings.TrimSpace(line[from:to]), line[:from], line[to:]
}

// titled reports whether the words before the figures are a hero's name and title.
func titled(front string, set *rules.Set) bool {
	m := named.FindStringSubmatch(front)
	if m == nil || set == nil {
		return false
	}
	return slices.ContainsFunc(set.Roles, func(r *rules.Role) bool {
		return slices.ContainsFunc(r.Titles, func(t string) bool { return strings.EqualFold(t, m[2]) })
	})
}

// endedAt is the level that somebody says a hero died on.
var endedAt = regexp.MustCompile(`(?i)[, ]+(?:on|in|at) (?:the )?(?:dungeon level|dlvl|dl|level)[ :]?(\d{1,2})\b.*$`)

// Ended takes how a game ended from somebody's words, "killed by a soldier ant on Dlvl 4", and
// reports whether they say so.
func (h *Hero) Ended(words string) bool {
	words = strings.TrimSpace(words)
	if words == "" {
		return false
	}
	words = strings.ToLower(words[:1]) + words[1:]
	said := slices.ContainsFunc(deaths, func(d struct{ how, words string }) bool {
		return strings.HasSuffix(d.words, " ") && strings.HasPrefix(words, d.words)
	})
	if !said {
		return false
	}
	if m := endedAt.FindStringSubmatch(words); m != nil {
		h.Dlvl = cmp.Or(h.Dlvl, Place{Depth: Is(atoi(m[1]))})
		words = endedAt.ReplaceAllString(words, "")
	}
	words, _, _ = strings.Cut(words, ", ")
	h.killed(words)
	return true
}

// By takes another version for the hero than the page was read by.
func (h *Hero) By(set *rules.Set) { h.rules = set }

// Update takes the figures and the states of a later status line of the same hero.
func (h *Hero) Update(later *Hero) {
	for _, x := range []struct{ to, from *Num }{
		{&h.HP, &later.HP}, {&h.MaxHP, &later.MaxHP}, {&h.Pw, &later.Pw}, {&h.MaxPw, &later.MaxPw}, {&h.AC, &later.AC}, {&h.XL, &later.XL}, {&h.Exp, &later.Exp},
		{&h.Turns, &later.Turns}, {&h.Gold, &later.Gold}, {&h.Dex, &later.Dex}, {&h.Con, &later.Con}, {&h.Int, &later.Int}, {&h.Wis, &later.Wis}, {&h.Cha, &later.Cha},
	} {
		*x.to = x.from.Or(*x.to)
	}
	h.St, h.Dlvl = cmp.Or(later.St, h.St), cmp.Or(later.Dlvl, h.Dlvl)
	h.HD, h.Hunger, h.Burden, h.Conditions, h.Ails, h.Lost = later.HD, later.Hunger, later.Burden, later.Conditions, later.Ails, later.Lost
}
