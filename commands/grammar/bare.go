package grammar

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/wording"
)

// repeated returns the error for a figure at token i that says how often something is
// tried, if the command does not take that.
func (p *parser) repeated(i int) error {
	if i+1 >= len(p.tokens) || p.tokens[i+1].text != "times" || p.counted("times") != nil || p.cmd.pile() >= 0 {
		return nil
	}
	return &commands.Problem{Text: fmt.Sprintf("%s does not count tries: leave out \"%s times\"", p.cmd.Path(), p.tokens[i].text), Hints: []string{"help " + p.cmd.Path()}}
}

// bareNumber returns the error for a number without a word.
func (p *parser) bareNumber(text string, n int, rest string) error {
	if strings.HasPrefix(rest, "%") && p.cmd.param(commands.KindPercent) >= 0 {
		return &commands.Problem{Text: fmt.Sprintf("%s alone means nothing here; write a target as <%s", text, text), Hints: []string{"<" + text}}
	}
	if rest != "" {
		return &commands.Problem{Text: fmt.Sprintf("I can't tell what %q is: it is not a whole number with a word", wording.Typed(text)), Hints: []string{"help " + p.cmd.Path()}}
	}
	hints := p.keyed(n)
	if i := slices.IndexFunc(p.tokens, func(t token) bool { return t.text == text }); i >= 0 && p.signedAfter(i) {
		hints = nil // the figure with a sign is what it could be
	}
	if whole := p.whole(); len(whole) > 0 {
		return &commands.Problem{Text: fmt.Sprintf("I can't tell what %s is, and it is not the only bare number: say which is which", text), Hints: whole}
	}
	if len(hints) == 0 {
		return &commands.Problem{Text: fmt.Sprintf("I can't tell what %s is", text), Hints: []string{"help " + p.cmd.Path()}}
	}
	return &commands.Problem{Text: fmt.Sprintf("I can't tell what %s is", text), Hints: hints}
}

// keyed returns the ways to write a number with the keyword of a parameter that it
// could be for.
func (p *parser) keyed(n int) (out []string) {
	for i := range p.cmd.Params {
		if q := p.cmd.Params[i]; q.Kind == commands.KindNumber && n >= q.Min && n <= q.Max && !p.call.Values[i].Said && (q.Moot == nil || !q.Moot(p.call)) {
			out = append(out, q.Name+strconv.Itoa(n))
		}
	}
	return out
}

// whole offers whole lines if two numbers lack keywords: every way to give each of them
// its own.
func (p *parser) whole() (out []string) {
	var bare []*token
	for i := range p.tokens {
		if _, rest, ok := number(p.tokens[i].text); ok && rest == "" && !p.tokens[i].used {
			bare = append(bare, &p.tokens[i])
		}
	}
	if len(bare) != 2 {
		return nil
	}
	first, _, _ := number(bare[0].text)
	second, _, _ := number(bare[1].text)
	for _, a := range p.keyed(first) {
		for _, b := range p.keyed(second) {
			if strings.TrimRight(a, "0123456789") != strings.TrimRight(b, "0123456789") && len(out) < mostWhole {
				out = append(out, strings.Join(strings.Fields(p.cmd.Path()+" "+p.line[:bare[0].at]+a+p.line[bare[0].end:bare[1].at]+b+p.line[bare[1].end:]), " "))
			}
		}
	}
	return out
}

// signedAfter reports whether a figure with its sign follows the one at
// token i, which has none: the +3 of "2 more enchants on my +3 robe".
func (p *parser) signedAfter(i int) bool {
	if signed(p.tokens[i].text) {
		return false
	}
	return slices.ContainsFunc(p.tokens[i+1:], func(t token) bool {
		_, rest, ok := number(t.text)
		return ok && rest == "" && signed(t.text)
	})
}

// bareParam returns the index of the parameter that a figure without a keyword is for,
// or a negative number. A sign singles out the parameters that want one.
func (cmd *command) bareParam(figure string) int {
	if signed(figure) {
		if i := slices.IndexFunc(cmd.Params, func(q *commands.Param) bool { return q.Bare && q.Signed }); i >= 0 {
			return i
		}
	}
	return slices.IndexFunc(cmd.Params, func(q *commands.Param) bool {
		return q.Bare && !q.Signed || q == cmd.Figure && !signed(figure)
	})
}

// signed reports whether a figure has its sign.
func signed(figure string) bool { return figure[0] == '+' || figure[0] == '-' }
