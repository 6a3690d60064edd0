package hear

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/engine/names"
)

// over are the words that a composed question has no room for: those that are
// in no name and say something.
func (s *heard) over(cmd *commands.Command, composed string, mine map[string]bool) []string {
	composed = strings.ToLower(composed)
	unspaced := strings.ReplaceAll(composed, " ", "")
	var out []string
	anything := states(cmd)
	for i := range s.words {
		w := &s.words[i]
		if anything && s.isName(i) || s.isNameFor(cmd, i) || w.drops() || mine[w.text] || strings.Contains(composed, w.text) {
			continue
		}
		if strings.Contains(unspaced, w.text) || owns(w.text, composed) || strings.HasSuffix(w.text, "ves") && strings.Contains(composed, names.Stem(w.text)) {
			continue // "2d8>11", "jannis's", "elves"
		}
		if _, sides, die := strings.Cut(w.text, "d"); die && anything && isNumber(sides) && strings.Contains(composed, "/"+sides+" ") {
			continue // a side of "5d20"
		}
		figure := strings.Trim(w.text, "abcdefghijklmnopqrstuvwxyz%+=:<>?'-") // "x100"
		if figure != "" && strings.Contains(composed, figure) {
			continue
		}
		if anything && s.chanceSaid(i, figure, composed) {
			continue
		}
		if i > 0 && s.words[i-1].digits() && strings.HasSuffix(w.text, "s") && strings.Contains(composed, s.words[i-1].text) {
			continue // what is counted: "5 sinks"
		}
		if _, of, record := strings.Cut(figure, "/"); record && strings.Contains(composed, " in "+of) {
			continue // "0/30"
		}
		if n, err := strconv.Atoi(w.text); err == nil && i > 0 && s.words[i-1].text == "than" && (strings.Contains(composed, strconv.Itoa(n+1)) || strings.Contains(composed, strconv.Itoa(n-1))) {
			continue // more than 2 are at least 3
		}
		out = append(out, w.raw)
	}
	return out
}

// chanceSaid reports whether a question holds a chance that word i is a part of, written
// otherwise: "0.1" as 10%, "3 in 4" as 75%, or the chance that it does not happen.
func (s *heard) chanceSaid(i int, figure, composed string) bool {
	k, n := figure, "1"
	if before, after, ok := strings.Cut(figure, "/"); ok {
		k, n = before, after
	} else if s.words[i].digits() && i+2 < len(s.words) && s.words[i+1].text == "in" && s.words[i+2].digits() {
		n = s.words[i+2].text
	} else if s.words[i].digits() && i > 1 && s.words[i-1].text == "in" && s.words[i-2].digits() {
		k, n = s.words[i-2].text, figure
	}
	if len(k) > 1 && k[0] == '0' && n == "1" && isNumber(k) { // ".05" without its point
		k = "0." + k
	}
	num, err := strconv.ParseFloat(k, 64)
	den, bad := strconv.ParseFloat(n, 64)
	if err != nil || bad != nil || den <= 0 {
		return false
	}
	if strings.HasSuffix(s.words[i].text, "%") {
		den = 100
	}
	for _, p := range []float64{num / den, 1 - num/den} {
		if p > 0 && p < 1 && (strings.Contains(composed, " "+strconv.FormatFloat(math.Round(1e6*p)/1e4, 'f', -1, 64)+"%") || strings.Contains(composed, " "+strconv.FormatFloat(math.Round(p*den), 'f', -1, 64)+"/"+n)) {
			return true
		}
	}
	return false
}

// owns reports whether a word is one of a question with an s behind it, whose something is:
// "jannis's", "thorsbs".
func owns(text, composed string) bool {
	owner, ok := strings.CutSuffix(text, "s")
	owner = strings.TrimSuffix(owner, "'")
	return ok && len(owner) > 2 && slices.Contains(strings.Fields(composed), owner)
}

// isNameFor reports whether word i is part of a name that speaks for a command.
func (s *heard) isNameFor(cmd *commands.Command, i int) bool {
	return slices.ContainsFunc(s.found, func(f found) bool {
		return f.from <= i && i < f.to && (f.param.Titled != nil || slices.ContainsFunc(cmd.Cues, func(c commands.Cue) bool { return slices.Contains(c.Names, f.param) }))
	})
}

// forText is what a command with text arguments gets to see.
func (s *heard) forText(line string) *commands.Heard {
	out := &commands.Heard{Line: line, Names: map[*commands.Param][]string{}}
	for _, w := range s.words {
		out.Words = append(out.Words, w.text)
	}
	for _, f := range s.found {
		if !slices.Contains(out.Names[f.param], f.name) {
			out.Names[f.param] = append(out.Names[f.param], f.name)
		}
	}
	return out
}

// render is the words as the grammar of a command reads them.
func (s *heard) render(cmd *commands.Command) string {
	var b strings.Builder
	for i := range s.words {
		w := &s.words[i]
		text := w.raw
		if (w.stem() == "change" && w.sign == 0 || w.text == "turning" && !(i+1 < len(s.words) && s.words[i+1].text == "back") || w.text == "nothing") && cmd.Pile() != nil && !s.isName(i) { // "does that change the chance", no amulet
			continue
		}
		if cmd.Pile() != nil {
			if f := s.shortened(i); f != nil { // "full healing", which the grammar may read otherwise
				if i > f.from {
					continue
				}
				text = f.name
			}
		}
		if f := s.saysFlag(cmd, i); f != nil { // "aoy"
			if i > f.from {
				continue
			}
			text = f.name
		}
		if w.sign != 0 && !s.takes(cmd, i) {
			text = w.short()
		}
		if w.text == "no" && cmd.Pile() != nil && s.wantedAt(i+1) {
			text = "zero" // "no" is a small word
		}
		if i > 0 {
			if joins := w.text == "or" || w.text == "and"; w.cut || s.words[i-1].sign != 0 && !joins && !timesWord(w.text) && !slices.Contains(bucWords, w.text) || w.sign != 0 && s.isName(i-1) {
				b.WriteByte(',')
			}
			b.WriteByte(' ')
		}
		if cmd.Pile() != nil {
			b.WriteString(s.role(cmd.Pile(), i))
		}
		if i > 0 && s.words[i-1].digits() && !w.cut { // "4 fireballs"
			b.WriteString(s.castsAt(cmd, i))
		}
		b.WriteString(text)
	}
	return b.String()
}

// saysFlag is the thing that word i is part of, if a command has a flag by its name.
func (s *heard) saysFlag(cmd *commands.Command, i int) *found {
	for k := range s.found {
		f := &s.found[k]
		if !f.param.Pile || f.from > i || i >= f.to || s.words[f.from].sign != 0 {
			continue
		}
		name := names.Fold(f.name)
		if slices.ContainsFunc(cmd.Params, func(p *commands.Param) bool { return p.Kind == commands.KindFlag && slices.Contains(p.Words, name) }) {
			return f
		}
	}
	return nil
}

// wantedAt reports whether a wanted thing is named at word i.
func (s *heard) wantedAt(i int) bool {
	for k := range s.found {
		if f := &s.found[k]; f.from == i && f.param.Pile {
			side, _ := s.side(k)
			return side == commands.WantedShape
		}
	}
	return false
}

// castsAt is what a spell at word i is counted in, with a blank behind it, for a
// command that counts casts or zaps; empty: none stands there.
func (s *heard) castsAt(cmd *commands.Command, i int) string {
	if cmd.Pile() != nil || s.words[i].sign != 0 || !slices.ContainsFunc(s.found, func(f found) bool { return f.from == i && f.param.Sign == '+' && slices.Contains(cmd.Params, f.param) }) {
		return ""
	}
	for _, unit := range []string{"casts", "zaps"} {
		if slices.ContainsFunc(cmd.Params, func(p *commands.Param) bool { return slices.Contains(p.After, unit) }) {
			return unit + " "
		}
	}
	return ""
}

// shortened is the thing that word i is part of, if only the last words of its
// name were typed.
func (s *heard) shortened(i int) *found {
	for k := range s.found {
		if f := &s.found[k]; f.short && f.from <= i && i < f.to {
			return f
		}
	}
	return nil
}

// takes reports whether a command knows a thing by the full name that a class
// sign expands to.
func (s *heard) takes(cmd *commands.Command, i int) bool {
	return slices.ContainsFunc(s.found, func(f found) bool {
		return f.from == i && f.param.Pile && cmd.Pile() != nil || f.from == i && slices.Contains(cmd.Params, f.param) && (f.param.Noun == "an object" || f.param.Noun == "a wand")
	})
}
