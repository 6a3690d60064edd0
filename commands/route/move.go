package route

import (
	"context"
	"errors"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/engine/problem"
	"delphi/storage"
)

// A user known only by nick and host loses the character when the host changes. A code
// takes it along. Only the asker ever sees one.

// moveCode is the code behind move.
var moveCode = commands.NewWords(commands.Param{Name: "code", Summary: "The code that you were given for your character; nothing to learn how", Bare: true})

// moves returns the subcommands of me that take a character along.
func (r *Router) moves() []*commands.Command {
	return []*commands.Command{
		{
			Name: "code", Summary: "Get a code, in private, with which you keep your character on another host",
			Examples: []string{"me code"}, Run: r.characterCode,
		},
		{
			Name: "move", Summary: "Take your character along from another host, with the code that you got there",
			Params: commands.Takes(moveCode), Examples: []string{"me move"}, Run: r.moveCharacter,
		},
	}
}

// portable reports whether a character is kept for a nick and a host, so that a code
// can take it to another.
func portable(req *commands.Request) bool { return storage.Fleeting(req.Owner()) && req.Host != "" }

// characterCode gives the asker a code, in place of the one before.
func (r *Router) characterCode(ctx context.Context, c *commands.Call) (commands.Reply, error) {
	switch {
	case !storage.Fleeting(c.Owner()):
		return commands.Reply{Summary: "Your character is kept for your account, wherever you log in to it, and needs no code.", Hints: []string{"me"}, Private: true}, nil
	case !portable(&c.Request):
		return commands.Reply{}, problem.New("Over a bridge anybody can take your name, so I give no code for your character.", "me")
	}
	code, ok, err := r.opts.Characters.NewCode(ctx, c.Owner())
	if err != nil {
		return commands.Reply{}, err
	}
	if !ok {
		return commands.Reply{}, errNoCharacter()
	}
	return commands.Reply{Summary: codeWords(code), Private: true}, nil
}

// codeWords say what a code is for.
func codeWords(code string) string {
	return "To take it to another host, or to your account, tell me from there, in private: me move " + code + " (once, within 30 days; a new code replaces this one)."
}

// moveCharacter makes the character that a code was given for the asker's.
func (r *Router) moveCharacter(ctx context.Context, c *commands.Call) (commands.Reply, error) {
	code := moveCode.In(c)
	if code == "" {
		return commands.Reply{Summary: "Where your character is kept, me code gives you a code. Then tell me from here, in private: me move CODE", Hints: []string{"me"}}, nil
	}
	if !r.guesses.allow(guesser(&c.Request), c.At) {
		return commands.Reply{}, problem.Newf("You tried too many wrong codes. Try again in %d minutes.", int(guessEvery.Minutes())).Try("me")
	}
	line, before, err := r.opts.Characters.Move(ctx, code, c.Owner())
	if errors.Is(err, storage.ErrNoCode) {
		return commands.Reply{}, problem.New("There is no such code: it was used, replaced or mistyped, or it is more than 30 days old. Where your character is kept, me code gives another one.", "me code", "me")
	}
	if err != nil {
		return commands.Reply{}, err
	}
	r.guesses.forgive(guesser(&c.Request))
	out := commands.Reply{Summary: "Your character is here now: " + line + ".", Private: true, Hints: []string{"fail force bolt", "me forget"}}
	if kept := hero.Kept(&c.Request); kept != "" {
		out.Summary += " It is " + kept + "."
	}
	if before != "" && before != line {
		out.Summary += " It takes the place of " + before + "."
	}
	return out, nil
}

// A code has 80 bits, so nobody can guess one; this keeps attempts from costing work.
const (
	guessEvery = 12 * time.Minute // after the first ones
	guessBurst = 5
	mostGuess  = 10_000 // whose guesses are counted at a time
)

// guesser identifies whose attempts count together: a new nick does not help.
func guesser(req *commands.Request) string {
	if req.Host != "" {
		return string(req.Network) + "\x00@" + req.Host
	}
	return req.Owner()
}

// guesses count the codes that somebody tries.
type guesses struct {
	mu  sync.Mutex
	who *lru.Cache[string, *rate.Limiter]
}

func newGuesses() *guesses {
	who, err := lru.New[string, *rate.Limiter](mostGuess)
	if err != nil {
		panic(err) // only for a size below 1
	}
	return &guesses{who: who}
}

// allow counts an attempt, and reports whether it may be made.
func (g *guesses) allow(who string, now time.Time) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	l, ok := g.who.Get(who)
	if !ok {
		l = rate.NewLimiter(rate.Every(guessEvery), guessBurst)
		g.who.Add(who, l)
	}
	return l.AllowN(now, 1)
}

// forgive forgets the attempts of somebody who had a code.
func (g *guesses) forgive(who string) { g.who.Remove(who) }
