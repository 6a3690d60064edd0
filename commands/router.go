package commands

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"delphi/engine/names"
	"delphi/engine/rules"
	"delphi/storage"
)

// Settings keeps what places have set for themselves.
type Settings interface {
	Get(ctx context.Context, place string) (storage.PlaceSettings, error)
	Set(ctx context.Context, place string, p storage.PlaceSettings) error
}

// Characters remembers a hero per user, as a line of the `me` command.
type Characters interface {
	Character(ctx context.Context, owner string) (line string, ok bool, err error)
	SetCharacter(ctx context.Context, owner, line string) error
	ForgetCharacter(ctx context.Context, owner string) error
}

// Asked remembers the last question answered in a place, and how many pages
// of its answer `more` has shown.
type Asked interface {
	Last(ctx context.Context, place string) (storage.Asked, bool)
	Put(place string, a storage.Asked)
}

// Cache keeps answers by question and has each worked out only once.
type Cache interface {
	// Do returns the answer to a question. If it is not kept, Do calls work
	// and keeps what that returns without an error; callers with the same
	// question at the same time wait for that one call and share its answer.
	// What Do returns is shared: do not write to it.
	Do(ctx context.Context, question string, work func(context.Context) (*Reply, error)) (*Reply, error)
}

// About is what `about` says beside the rule sets.
type About struct {
	Version string         // of the bot
	Source  string         // where its source is to be had; may be empty
	Status  func() []Field // live figures, for administrators; may be nil
}

// Keeper runs the bot for the admin command. Its errors are for the
// administrator to read. who and channel are as typed, until zero is for ever,
// by is the administrator.
type Keeper interface {
	// Ignore returns what is ignored: the account or host behind a nick that
	// has asked something lately, else who itself.
	Ignore(ctx context.Context, n Network, who string, until time.Time, reason, by string) (what string, err error)
	Heed(ctx context.Context, n Network, who string) error
	Ignores(n Network) []Field // who is ignored: until when, by whom and why
	Quiet(ctx context.Context, n Network, channel string, until time.Time, by string) error
	Speak(ctx context.Context, n Network, channel string) error
	Join(ctx context.Context, n Network, channel string) error
	Part(ctx context.Context, n Network, channel string) error
	Reload(ctx context.Context) error
	Status(n Network) []Field
}

// Options are what a Router works with. Settings, Characters and Asked are
// required; a nil Cache caches nothing.
type Options struct {
	Settings   Settings
	Characters Characters
	Asked      Asked
	Cache      Cache
	Wiki       storage.Wiki // nil: none is ever imported
	About      About
	Rules      string   // the version meant where neither the line nor the place names one; empty: rules.Default
	Keeper     Keeper   // nil: there is no admin command
	Contest    *Contest // nil: there are no commands about games and tournaments
	Prefix     string   // before commands in channels, for help; empty: "!"
	Log        *slog.Logger
}

// Router answers requests. It is safe for many goroutines.
type Router struct {
	opts     Options
	fallback *rules.Set
	commands []*Command
	byName   map[string]*Command
	hero     *Command // `me`: what may be remembered
	indexes  sync.Map // indexKey -> *names.Index
}

type indexKey struct {
	cmd     *Command
	version string
}

// New returns a Router with every command. It fails where opts.Rules names no
// version.
func New(opts Options) (*Router, error) {
	if opts.Rules == "" {
		opts.Rules = rules.Default
	}
	if opts.Prefix == "" {
		opts.Prefix = "!"
	}
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	found, ok, err := rules.Lookup(strings.ToLower(opts.Rules))
	if err != nil || !ok {
		return nil, fmt.Errorf("no rules named %q; there are %s", opts.Rules, strings.Join(rules.Names(), ", "))
	}
	r := &Router{opts: opts, fallback: found.Set, byName: map[string]*Command{}}
	w := &wiki{store: opts.Wiki, parser: WikiParser()}
	r.commands = []*Command{fail(), cast(), learn(), zap(), spells(), bonesCommand(), theftCommand(), oddsCommand(), r.poly(), r.polyfor(), r.polyfrom(), mon(), item(), priceCommand(), w.command(), w.des(), r.why(), r.more(), r.me(), r.set(), r.help(), r.about()}
	if opts.Keeper != nil {
		r.commands = append(r.commands, r.admin())
	}
	if opts.Contest != nil {
		r.commands = append(r.commands, r.contestCommands()...)
	}
	for _, c := range r.commands {
		c.numbers, c.fillers = map[string]string{}, words(c.Fillers)
		for _, p := range c.Params {
			if p.Kind == Number {
				c.numbers[p.Name] = p.Name
				for _, w := range p.Words {
					c.numbers[w] = p.Name
				}
			}
		}
		for _, n := range append([]string{c.Name}, c.Aliases...) {
			if r.byName[n] != nil {
				panic("commands: two commands named " + n)
			}
			r.byName[n] = c
		}
	}
	r.hero = r.byName["me"]
	return r, nil
}

// Commands lists the commands in the order help shows them. Do not change it.
func (r *Router) Commands() []*Command { return r.commands }

// Known reports whether a line starts with a command's name: what an adapter
// asks before it answers a line that was addressed by prefix only, which may
// have been meant for another bot.
func (r *Router) Known(line string) bool {
	word, _ := cutWord(clean(line))
	return r.byName[word] != nil
}

// Prefix is what stands before commands in a place.
func (r *Router) Prefix(network Network, place Place) string {
	d, err := r.opts.Settings.Get(context.Background(), placeKey(network, place))
	if err != nil || d.Prefix == "" {
		return r.opts.Prefix
	}
	return d.Prefix
}

func placeKey(n Network, p Place) string { return string(n) + "\x00" + string(p) }

// key identifies the place of a request for what is remembered per place.
func (req *Request) key() string { return placeKey(req.Network, req.Place) }

// owner identifies who asks for what is remembered per user.
func (req *Request) owner() string { return string(req.Network) + "\x00" + string(req.User) }

// cutWord splits off the first word, folded.
func cutWord(line string) (word, rest string) {
	word, rest, _ = strings.Cut(line, " ")
	return names.Fold(word), strings.TrimSpace(rest)
}

// Answer answers one request. It never fails and never panics outward: what
// goes wrong becomes a Reply with Failed set.
func (r *Router) Answer(ctx context.Context, req Request) (reply Reply) {
	defer func() {
		if p := recover(); p != nil {
			ref := rand.Text()[:8]
			r.opts.Log.Error("panic while answering", "ref", ref, "panic", p, "stack", string(debug.Stack()))
			reply = Reply{Failed: true, Summary: "something broke while answering that; the log has it under " + ref}
		}
	}()
	reply, err := r.answer(ctx, &req)
	if err == nil {
		return reply
	}
	return r.failure(err, reply.Command)
}

// failure turns an error into the reply that the asker sees.
func (r *Router) failure(err error, command string) Reply {
	var problem *Problem
	switch {
	case errors.As(err, &problem):
		return Reply{Failed: true, Command: command, Summary: problem.Text, Hints: problem.Hints}
	case errors.Is(err, context.DeadlineExceeded):
		return Reply{Failed: true, Command: command, Summary: "that took too long; ask for less at once"}
	case errors.Is(err, context.Canceled):
		return Reply{Failed: true, Command: command, Summary: "the bot is stopping"}
	}
	ref := rand.Text()[:8]
	r.opts.Log.Error("answering failed", "ref", ref, "command", command, "err", err)
	return Reply{Failed: true, Command: command, Summary: "that could not be answered; the log says why under " + ref}
}

func (r *Router) answer(ctx context.Context, req *Request) (Reply, error) {
	if err := ctx.Err(); err != nil {
		return Reply{}, err
	}
	if len(req.Line) > MaxLine {
		return Reply{}, &Problem{Text: fmt.Sprintf("that line is %d bytes long; at most %d are read", len(req.Line), MaxLine)}
	}
	line := clean(req.Line)
	word, rest := cutWord(strings.TrimLeft(line, " "))
	if p := r.opts.Prefix; r.byName[word] == nil && strings.HasPrefix(word, p) {
		word = word[len(p):]
	}
	if word == "" {
		return Reply{}, &Problem{Text: "ask something", Hints: []string{"fail wiz xl8 int16 force bolt", "help"}}
	}
	cmd := r.byName[word]
	if cmd == nil {
		return Reply{}, r.noCommand(word)
	}
	reply, err := r.run(ctx, cmd, req, rest)
	reply.Command = cmd.Name
	return reply, err
}

// noCommand is the problem of a line that starts with no command.
func (r *Router) noCommand(word string) *Problem {
	x := names.NewIndex()
	for _, c := range r.commands {
		x.Add(&names.Entry{Name: c.Name}, c.Aliases...)
	}
	var hints []string
	for _, n := range x.Nearest(word, 2, nil) {
		hints = append(hints, n.Name)
	}
	return &Problem{Text: fmt.Sprintf("no command %q", brief(word)), Hints: append(hints, "help")}
}

// run parses and answers a command's arguments, through the cache where the
// answer depends on the question alone.
func (r *Router) run(ctx context.Context, cmd *Command, req *Request, rest string) (Reply, error) {
	call, err := r.prepare(ctx, cmd, req, rest)
	if err != nil {
		return Reply{}, err
	}
	if !cmd.Lasting {
		reply, err := cmd.Run(ctx, call)
		if err == nil && reply.Question != "" {
			r.opts.Asked.Put(req.key(), storage.Asked{Line: reply.Question})
		}
		reply.Notes = append(slices.Clip(call.Notes), reply.Notes...)
		return reply, err
	}
	question := call.Line()
	reply, err := r.lasting(ctx, call, question)
	if err != nil {
		return reply, err
	}
	r.opts.Asked.Put(req.key(), storage.Asked{Line: question})
	reply.Question = question
	reply.Notes = append(slices.Clip(call.Notes), reply.Notes...)
	return reply, nil
}

// lasting answers a question that depends on its line alone. The notes of how
// the line was read are left to the caller: other lines ask the same.
func (r *Router) lasting(ctx context.Context, call *Call, question string) (Reply, error) {
	work := func(ctx context.Context) (*Reply, error) {
		notes := call.Notes
		call.Notes = nil
		defer func() { call.Notes = notes }()
		reply, err := call.Command.Run(ctx, call)
		if err != nil {
			return nil, err
		}
		reply.Command = call.Command.Name
		reply.Notes = append(call.Notes, reply.Notes...)
		return &reply, nil
	}
	do := func() (*Reply, error) { return work(ctx) }
	if r.opts.Cache != nil {
		do = func() (*Reply, error) { return r.opts.Cache.Do(ctx, question, work) }
	}
	reply, err := do()
	if err != nil {
		return Reply{}, err
	}
	return *reply, nil
}

// again answers the question that was last answered in a place.
func (r *Router) again(ctx context.Context, question string) (Reply, error) {
	word, rest := cutWord(question)
	cmd := r.byName[word]
	if cmd == nil {
		return Reply{}, &Problem{Text: "the last question here is not known any more", Hints: []string{"help"}}
	}
	call, err := r.parse(cmd, rest, r.fallback)
	if err != nil {
		return Reply{}, err
	}
	if !cmd.Lasting {
		return cmd.Run(ctx, call)
	}
	return r.lasting(ctx, call, question)
}

// prepare parses the arguments and fills in what was not said: the hero that
// the asker had remembered, the place's version.
func (r *Router) prepare(ctx context.Context, cmd *Command, req *Request, rest string) (*Call, error) {
	d, err := r.opts.Settings.Get(ctx, req.key())
	if err != nil {
		return nil, err
	}
	version, whence := r.fallback, "the default"
	if set := rules.Get(d.Rules); set != nil {
		version, whence = set, "this channel's"
	}
	var hero *Call
	if cmd.hero() && cmd != r.hero {
		line, ok, err := r.opts.Characters.Character(ctx, req.owner())
		if err != nil {
			return nil, err
		}
		if ok {
			if hero, err = r.parse(r.hero, line, version); err != nil {
				return nil, &Problem{Text: "your remembered character cannot be read any more", Hints: []string{"me forget"}, Err: err}
			}
			if hero.versionSaid {
				version, whence = hero.Rules, "your character's"
			}
		}
	}
	call, err := r.parse(cmd, rest, version)
	if err != nil {
		return nil, err
	}
	call.Request = *req
	if hero != nil {
		r.remember(call, hero)
	}
	if cmd.param(Version) >= 0 && !call.versionSaid && cmd.Lasting {
		call.Note(Assumed, fmt.Sprintf("%s (%s)", call.Rules.Name, whence))
	}
	return call, nil
}

// index is the vocabulary of a command under a version, built once.
func (r *Router) index(cmd *Command, set *rules.Set) *names.Index {
	key := indexKey{cmd, set.Name}
	if x, ok := r.indexes.Load(key); ok {
		return x.(*names.Index)
	}
	x, _ := r.indexes.LoadOrStore(key, cmd.vocabulary(set))
	return x.(*names.Index)
}
