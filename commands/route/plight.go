package route

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"delphi/commands"
	"delphi/commands/wording"
	"delphi/engine/dump"
)

// The hit points that stand in for a status line in a sentence, and how they are read.
const (
	somebody     = "hp 5(40) "
	somebodyRead = "hp5 maxhp40"
)

// planPlight plans a status line with a question about it behind or before it, "what should i
// do", where the same words behind hit points alone ask what to do, and what was copied with
// nothing else, of which the game command tells what matters. ok is false for any other line.
func (r *Router) planPlight(ctx context.Context, req *commands.Request, line string) (p plan, ok bool) {
	cmd, game := r.byName["now"], r.byName["game"]
	if cmd == nil || req.Text != "" || !slices.ContainsFunc(copiedSigns, func(s string) bool { return strings.Contains(line, s) }) {
		return plan{}, false
	}
	copied, words := dump.Copied(asTyped(req, line), r.fallback)
	switch {
	case copied != "" && words == "" && game != nil:
		with := *req
		if strings.Contains(req.Line, "\n") {
			line, with.Text = "", copied
		}
		return of(r.read(ctx, &with, game, line)), true
	case words == "" || !strings.ContainsAny(copied, ":\n"): // a stack alone
		return plan{}, false
	}
	if after := r.byName["postmortem"]; after != nil && strings.Contains(copied, "HP:") && dump.Told(r.fallback).Ended(words) {
		return of(r.read(ctx, req, after, line)), true
	}
	status := statusIn(copied)
	if status == "" {
		if direct, is := r.planRead(ctx, req, line, nil); is && direct.problem == nil && !strings.HasPrefix(direct.first(), cmd.Path()) { // "wand of digging (2:1), recharge it?"
			return direct, true
		}
	}
	whole, asks := r.planRead(ctx, req, strings.TrimSpace(status+" "+words), nil)
	if asks && status != "" && whole.asked && !strings.HasPrefix(whole.first(), cmd.Path()) { // it asks something else of the status line
		return whole, copied != status
	}
	with := *req
	if rest, is := strings.CutPrefix(whole.first(), cmd.Path()+" "); is && asks && status == "" { // "hp 5(40), wand of sleep (0:4)"
		with.Text, with.Pasted = copied, true
		return of(r.read(ctx, &with, cmd, rest)), true
	}
	about, _ := r.planRead(ctx, req, somebody+words, nil)
	rest, is := strings.CutPrefix(about.first(), cmd.Path()+" ")
	if !is || !strings.Contains(rest, somebodyRead) {
		return whole, asks && copied != status && status != ""
	}
	if status == "" && strings.TrimSpace(rest) == somebodyRead { // of a thing alone the words must themselves ask what to do
		if alone, _ := r.planRead(ctx, req, words, nil); !strings.HasPrefix(alone.first(), cmd.Path()) {
			return plan{}, false
		}
	}
	with.Text, with.Pasted = copied, true
	return of(r.read(ctx, &with, cmd, strings.Trim(strings.Replace(rest, somebodyRead, "", 1), " ,"))), true
}

// copiedSigns are what stands in a line with something copied in it: in a status line, a stack, a
// thing with its charges.
var copiedSigns = []string{"HP:", " - ", "(0:", "(1:", "(2:", "empty wand", "no charges"}

// statusIn returns the lines of a copied text that are of the status.
func statusIn(copied string) string {
	lines := slices.DeleteFunc(strings.Split(copied, "\n"), func(l string) bool { return !strings.Contains(l, "HP:") && !strings.Contains(l, "St:") })
	return strings.Join(lines, "\n")
}

// asTyped returns a line with its line breaks, which part what was copied from what was typed
// around it.
func asTyped(req *commands.Request, line string) string {
	if strings.Contains(req.Line, "\n") {
		return req.Line
	}
	return line
}

// withPasted takes what was copied from the game out of the words behind a command, or out of the
// lines that came with it, and returns the words that are left; ok is false if there is nothing
// to take, or a whole page came.
func withPasted(req *commands.Request, cmd *commands.Command, rest string) (with commands.Request, words string, ok bool) {
	with = *req
	if req.Text == "" {
		if strings.Contains(req.Line, "\n") {
			line := strings.TrimSpace(req.Line)
			rest = line[max(0, strings.IndexFunc(line, unicode.IsSpace)):]
		}
		words, with.Text = cmd.Pasted(rest)
		with.Pasted = true
		return with, words, with.Text != ""
	}
	if strings.Count(req.Text, "\n") > mostPasted {
		return with, rest, false
	}
	words, with.Text = cmd.Pasted(req.Text)
	return with, strings.TrimSpace(rest + " " + words), words != ""
}

// longPaste makes of a message that is too long for a line, and has a status line among its own,
// a request with what was copied as its text: to the game command, or to now if something is asked;
// ok is false for any other.
func (r *Router) longPaste(req *commands.Request) (long *commands.Request, ok bool) {
	if len(req.Line) <= commands.MaxLine || len(req.Line) > longestPaste || req.Text != "" || !strings.Contains(req.Line, "\n") || !strings.Contains(req.Line, "HP:") {
		return nil, false
	}
	copied, words := dump.Copied(req.Line, r.fallback)
	first, rest := wording.CutWord(words)
	first = strings.TrimRight(first, ",.:;!")
	with := *req
	with.Line, with.Text = "now", copied+"\n"+words
	switch cmd := r.byName[strings.ToLower(first)]; {
	case copied == "" || len(words) > commands.MaxLine/2:
		return nil, false
	case words == "":
		with.Line, with.Text = "game", copied
	case cmd != nil && cmd.TakesText:
		with.Line, with.Text = first, strings.TrimSpace(copied+"\n"+rest)
	}
	return &with, true
}

// longestPaste is how long a message may be to be read as a paste, in bytes.
const longestPaste = 8 << 10

// mostPasted is how many lines are parted into copied ones and words.
const mostPasted = 80

// first returns the likeliest line of a plan that changes no question before it; empty if there
// is none.
func (p *plan) first() string {
	reads := p.asks
	if p.problem == nil && p.reading != nil && !p.reading.follows {
		reads = p.about
	}
	if len(reads) == 0 {
		return ""
	}
	return reads[0]
}
