package route

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"delphi/commands"
	"delphi/commands/budget"
	"delphi/commands/casting"
	"delphi/commands/chances"
	"delphi/commands/craft"
	"delphi/commands/entries/book"
	"delphi/commands/explore"
	"delphi/commands/fate"
	"delphi/commands/fight"
	"delphi/commands/game"
	"delphi/commands/grammar"
	"delphi/commands/identify"
	"delphi/commands/lookup"
	"delphi/commands/piles"
	"delphi/commands/random"
	"delphi/commands/read"
	"delphi/commands/study"
	"delphi/commands/wiki"
	"delphi/engine/rules"
	"delphi/storage"
	"delphi/storage/cache"
)

// Settings reads and writes the settings of a place.
type Settings interface {
	Get(ctx context.Context, place string) (storage.PlaceSettings, error)
	Set(ctx context.Context, place string, p storage.PlaceSettings) error
}

// Characters remembers a hero per user, as a line of the me command, and takes it to
// another user by a code, as storage.Characters does.
type Characters interface {
	Character(ctx context.Context, owner string) (line string, ok bool, err error)
	SetCharacter(ctx context.Context, owner, line string) error
	ForgetCharacter(ctx context.Context, owner string) error
	NewCode(ctx context.Context, owner string) (code string, ok bool, err error)
	Move(ctx context.Context, code, to string) (line, before string, err error)
}

// Asked remembers the last question answered under a key, and how many pages
// of its answer `more` has shown.
type Asked interface {
	Last(ctx context.Context, key string) (cache.Asked, bool)
	Put(key string, a cache.Asked)
}

// Cache stores answers by question, and makes sure that each is worked out only once.
type Cache interface {
	// Do returns the answer to a question. If it is not kept, Do calls work
	// and keeps what that returns without an error; callers with the same
	// question at the same time wait for that one call and share its answer.
	// What Do returns is shared: do not write to it.
	Do(ctx context.Context, question string, work func(context.Context) (*commands.Reply, error)) (*commands.Reply, error)
}

// About holds what the about command says besides the list of rule sets.
type About struct {
	Version string                  // of the bot
	Source  string                  // where its source is available; may be empty
	Status  func() []commands.Field // live figures, for administrators; may be nil
}

// Keeper runs the bot for the admin command. Its errors are for the
// administrator to read. who and channel are as typed, a zero until means until
// further notice, by is the administrator.
type Keeper interface {
	// Ignore returns what is ignored: the account or host behind a nick that
	// has asked something lately, else who itself.
	Ignore(ctx context.Context, n commands.Network, who string, until time.Time, reason, by string) (what string, err error)
	Heed(ctx context.Context, n commands.Network, who string) error
	Ignores(n commands.Network) []commands.Field // who is ignored: until when, by whom and why
	Quiet(ctx context.Context, n commands.Network, channel string, until time.Time, by string) error
	Speak(ctx context.Context, n commands.Network, channel string) error
	Join(ctx context.Context, n commands.Network, channel string) error
	Part(ctx context.Context, n commands.Network, channel string) error
	Reload(ctx context.Context) error
	Status(n commands.Network) []commands.Field
}

// Neighbours knows which questions other bots in a channel answer, by the word that asks for
// them.
type Neighbours interface {
	Theirs(network commands.Network, place commands.Place, word string) (by string, ok bool)
	Left(network commands.Network, place commands.Place) (wordAndBot [][2]string)
}

// Options configures a Router. Settings, Characters and Asked are required. With a nil Cache
// nothing is cached.
type Options struct {
	Settings   Settings
	Characters Characters
	Asked      Asked
	Sessions   identify.Sessions // what people see of unidentified things; nil: there is no id command
	Cache      Cache
	Wiki       storage.Wiki // nil: none is ever imported
	Entries    *book.Book   // what channels write down about terms; nil: they cannot
	Pages      game.Pages   // fetches the dumplogs that links lead to; nil: links are not followed
	About      About
	Rules      string                 // the version meant where neither the line nor the place names one; empty: rules.Default
	Keeper     Keeper                 // nil: there is no admin command
	League     []*commands.Command    // the commands about games and tournaments; nil: there are none
	Plays      func(name string) bool // whether games are known of a player; nil: of none
	Prefix     string                 // before commands in channels, for help; empty: "!"
	Log        *slog.Logger

	// Crowded reports whether other bots may live in the channels of a network, so that
	// Shared commands are off there until they are switched on. It may be nil.
	Crowded func(commands.Network) bool
	// Neighbours knows what other bots answer in a channel. It may be nil.
	Neighbours Neighbours
	// Off lists the commands and groups that are switched off in places that
	// have not switched them on.
	Off []string
	// OffOn lists those that are off on one network in the same way, or nil.
	OffOn func(commands.Network) []string
	// PrefixOn is what comes before commands on a network, in places that have not chosen
	// it; nil or empty: Prefix.
	PrefixOn func(commands.Network) string
	// Has reports whether there is anything to answer commands From a source from. If
	// it is nil, there is. The Router finds out about the wiki by itself.
	Has func(ctx context.Context, s commands.Source) (bool, error)

	// Organises reports whether whoever asks may run tournaments in the place
	// of the request. It is needed where League has commands for organisers.
	Organises func(ctx context.Context, req *commands.Request) (bool, error)
}

// Router answers requests. It is safe for many goroutines.
type Router struct {
	opts      Options
	grammar   grammar.Grammar
	fallback  *rules.Set
	commands  []*commands.Command
	byName    map[string]*commands.Command
	written   []*commands.Command          // the Subs of learn that change entries
	hero      *commands.Command            // `me`: what may be remembered
	reading   func() (*read.Reader, error) // made when the first line needs it
	talks     talks                        // what people said last
	shortcuts sync.Map                     // the words of aliases that were seen, of all owners
	guesses   *guesses                     // of codes that move a hero
	unread    atomic.Int64                 // when it was last logged that the store cannot be read, in nanoseconds since 1970
}

// New returns a Router with every command. It fails if opts.Rules is set and names no version.
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
	r := &Router{opts: opts, fallback: found.Set, byName: map[string]*commands.Command{}, guesses: newGuesses()}
	r.hero = r.me()
	own := []*commands.Command{r.why(), r.more(), r.hero, r.alias(), r.set(), r.help(), r.about()}
	if opts.Keeper != nil {
		own = append(own, r.admin())
	}
	list := slices.Concat(
		grouped("magic", casting.Commands()), grouped("magic", study.Commands()), grouped("chances", chances.Commands()), grouped("chances", piles.Commands()), grouped("deeds", craft.Commands(opts.Asked)), grouped("gods", fate.Commands()),
		grouped("travels", explore.Commands()), grouped("fights", fight.Commands()), grouped("fights", random.Commands()), grouped("lookups", lookup.Commands()), grouped("lookups", wiki.Commands(opts.Wiki)), grouped("lookups", r.identify()), own, opts.League,
	)
	list = r.entries(list)
	for _, c := range grouped("bot", append(list, r.game(list)...)) {
		c.Adopt()
		c.Frequent = c.Group == "bot" || slices.Contains(often, c.Name)
		r.commands = append(r.commands, c)
		for _, n := range append([]string{c.Name}, c.Aliases...) {
			if r.byName[n] != nil {
				panic("route: two commands named " + n)
			}
			r.byName[n] = c
		}
	}
	for _, g := range groups {
		if r.byName[g.Name] != nil {
			panic("route: a group and a command are named " + g.Name)
		}
	}
	for _, word := range opts.Off {
		if r.switchable(word) == "" {
			return nil, fmt.Errorf("%q is neither a command nor a group that can be switched off", word)
		}
	}
	r.reading = sync.OnceValues(r.newReader)
	return r, nil
}

// identify makes the commands that tell what unidentified things are.
func (r *Router) identify() []*commands.Command {
	// The lines of a session could be read once, and are read completely even if the
	// request that needs them is cancelled: a line that was left out would be lost.
	kept := func(cmd *commands.Command, line string, set *rules.Set) (*commands.Call, error) {
		return r.grammar.Parse(context.Background(), cmd, line, set)
	}
	return identify.Commands(identify.Options{Sessions: r.opts.Sessions, Parse: kept})
}

// game makes the commands about the asker's own game, which ask the others.
func (r *Router) game(others []*commands.Command) []*commands.Command {
	return game.Commands(game.Options{
		Pages: r.opts.Pages,
		Save:  r.keepCharacter,
		Ask: func(ctx context.Context, req commands.Request) (commands.Reply, error) {
			return r.answer(budget.With(ctx), &req) // a line of its own
		},
		Knows: func(name string) bool {
			return slices.ContainsFunc(others, func(c *commands.Command) bool { return c.Name == name })
		},
	})
}

// Commands lists the commands in the order in which help shows them. Callers must not modify the
// slice.
func (r *Router) Commands() []*commands.Command { return r.commands }

// Prefix returns what comes before commands in a place; within are those around it,
// as in a Request.
func (r *Router) Prefix(network commands.Network, place commands.Place, within ...commands.Place) string {
	d, err := r.settingsAt(context.Background(), network, place, within)
	if err != nil || d.Prefix == "" {
		return r.prefixOn(network)
	}
	return d.Prefix
}

// prefixOn returns what comes before commands on a network where a place has not chosen it.
func (r *Router) prefixOn(network commands.Network) string {
	if r.opts.PrefixOn != nil {
		if p := r.opts.PrefixOn(network); p != "" {
			return p
		}
	}
	return r.opts.Prefix
}
