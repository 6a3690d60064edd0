package route

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"delphi/commands"
	"delphi/commands/grammar"
	"delphi/commands/wording"
	"delphi/engine/problem"
	"delphi/storage"
)

// Group is a set of related commands: the heading under which help lists them, and the
// word that switches them on and off together. No command has a group's name.
type Group struct {
	Name    string
	Summary string // what they are about, in a few words
	Example string // a line that one of them answers
}

// groups is in the order in which help shows them.
var groups = []Group{
	{"magic", "spells and their schools", "fail wiz xl8 int16 force bolt"},
	{"chances", "bones, theft, polypiles and bare odds", "poly 7 unihorns for marker"},
	{"deeds", "what comes of fountains, thrones, wands, scrolls and tools", "wish blessed greased +2 gdsm"},
	{"travels", "experience, speed, traps, hunger and whom you meet on the way", "outrun soldier ant"},
	{"gods", "prayer, sacrifice, Luck and protection", "pray never prayed turn 1300 hp 5(40)"},
	{"fights", "hitting and being hit, what appears and what it leaves", "hurt soldier ant ac 4"},
	{"lookups", "monsters, items, prices and the wiki", "mon cockatrice"},
	{"history", "games that ended", "best val turns"},
	{"tourneys", "tournaments", "standings"},
	{"bot", "your game and character, and this bot", "me wiz xl8 int16"},
}

// often holds the commands that keep names of their own even on a network with room for
// few, besides those of the group bot.
var often = strings.Fields(`
	fail cast learn bones odds poly theft wish excalibur throne engrave enchant charge write bag horn
	hit hurt duel mon eat item price id cure wiki tell last asc games tourney join standings clan`)

// About returns a few words on what the commands of a group do, or "" if there is no such group.
func (r *Router) About(group string) string {
	if i := slices.IndexFunc(groups, func(g Group) bool { return g.Name == group }); i >= 0 {
		return groups[i].Summary
	}
	return ""
}

// grouped puts commands that are in no group yet into one.
func grouped(name string, list []*commands.Command) []*commands.Command {
	for _, c := range list {
		c.Group = cmp.Or(c.Group, name)
	}
	return list
}

// Groups lists the groups that have commands, in the order help shows them.
func (r *Router) Groups() []Group {
	return slices.DeleteFunc(slices.Clone(groups), func(g Group) bool { return len(r.Of(g.Name)) == 0 })
}

// Of lists the commands of a group in the order help shows them.
func (r *Router) Of(group string) []*commands.Command {
	var out []*commands.Command
	for _, c := range r.commands {
		if c.Group == group {
			out = append(out, c)
		}
	}
	return out
}

// always holds the commands that cannot be switched off, because a place could not be
// put right again without them.
var always = []string{"set", "admin"}

// switchable returns what a word of `set off` switches: a group, or the command of
// that name or alias; empty if it is neither, or cannot be switched.
func (r *Router) switchable(word string) string {
	if slices.ContainsFunc(r.Groups(), func(g Group) bool { return g.Name == word }) {
		return word
	}
	if cmd := r.byName[word]; cmd != nil && !slices.Contains(always, cmd.Name) {
		return word // an alias is switched by itself: "version" may be another bot's, and "about" not
	}
	return ""
}

// off reports whether a command is switched off in a place: the narrowest word
// that was said about it counts, the place's before those of the configuration.
func (r *Router) off(network commands.Network, d storage.PlaceSettings, cmd *commands.Command) bool {
	top := cmd.Top()
	if slices.Contains(always, top.Name) {
		return false
	}
	if top.Evaluates && d.NoGame {
		return true
	}
	for _, word := range []string{top.Name, top.Group} {
		if slices.Contains(strings.Fields(d.Off), word) {
			return true
		}
		if slices.Contains(strings.Fields(d.On), word) {
			return false
		}
	}
	off := r.opts.Off
	if r.opts.OffOn != nil {
		off = slices.Concat(off, r.opts.OffOn(network))
	}
	return slices.Contains(off, top.Name) || slices.Contains(off, top.Group)
}

// waits reports whether a command is left to other bots in a place until somebody
// switches it on.
func (r *Router) waits(network commands.Network, d storage.PlaceSettings, cmd *commands.Command) bool {
	top := cmd.Top()
	return top.SharedName && r.opts.Crowded != nil && r.opts.Crowded(network) && !asked(d, top)
}

// asked reports whether a place has switched a command on, or its group.
func asked(d storage.PlaceSettings, top *commands.Command) bool {
	on := strings.Fields(d.On)
	return slices.Contains(on, top.Name) || slices.Contains(on, top.Group)
}

// switchedOff returns the error for a command that is switched off in the place of a
// request, or nil. A request that nobody else sees disturbs nobody, so it is allowed.
func (r *Router) switchedOff(ctx context.Context, cmd *commands.Command, req *commands.Request) error {
	if req.Nobody || req.Private {
		return nil
	}
	d, unread, err := r.recalled(ctx, req)
	if unread && cmd.Top().Evaluates {
		return problem.New("What I remember is not available just now, and with it whether this channel's tournament allows game. Ask me in private if your game is not part of it.")
	}
	if slices.Contains(r.written, cmd) && err == nil && !unread && !d.Entries {
		return &muted{problem.New("Entries are switched off in this channel. An operator can switch them on.", "set on entries")}
	}
	if err != nil || !r.off(req.Network, d, cmd) && (req.Called || !r.waits(req.Network, d, cmd)) {
		return err
	}
	name := cmd.Top().Name
	if cmd.Top().Evaluates && d.NoGame {
		return &muted{problem.New("This channel has switched off game: its tournament may forbid tools that evaluate a game. Ask me in private if your game is not part of it.")}
	}
	p := problem.Newf("%s is switched off in this channel.", wording.Capital(name))
	if req.Operator {
		p = p.Try("set on " + name)
	}
	return &muted{p}
}

// muted is the error of a command that stays silent unless the bot was addressed by
// name.
type muted struct{ *problem.Problem }

func (m *muted) Unwrap() error { return m.Problem }

func isMuted(err error) bool { return errors.As(err, new(*muted)) }

// hasTime is how long a store may take to say whether there is something in it.
const hasTime = 2 * time.Second

// has reports whether there is anything to answer a command from. A store that
// cannot be read is not a reason to stay silent: the answer tells what is wrong.
func (r *Router) has(ctx context.Context, s commands.Source) bool {
	switch s {
	case commands.FromRules:
		return true
	case commands.FromWiki:
		if r.opts.Wiki == nil {
			return false
		}
		return !errors.Is(r.opts.Wiki.Snapshot(ctx, func(storage.WikiView) error { return nil }), storage.ErrNoWiki)
	}
	if r.opts.Has == nil {
		return true
	}
	soon, cancel := context.WithTimeout(ctx, hasTime)
	defer cancel()
	ok, err := r.opts.Has(soon, s)
	return ok || err != nil
}

// Known reports whether a line starts with the name of a command that is
// answered in a place: switched on there, and with something to answer from. An
// adapter asks before it answers a line that was addressed by prefix only, which
// may have been meant for another bot.
func (r *Router) Known(network commands.Network, place commands.Place, line string, within ...commands.Place) bool {
	word, _ := wording.CutWord(grammar.Clean(line))
	cmd := r.byName[word]
	if cmd == nil {
		// Whose alias it is only becomes clear when somebody asks; without one the line
		// is ignored.
		_, known := r.shortcuts.Load(word)
		return known
	}
	d, err := r.settingsAt(context.Background(), network, place, within)
	if err != nil {
		return true
	}
	if slices.Contains(strings.Fields(d.Off), word) || r.waits(network, d, cmd) || r.theirs(network, place, d, word) {
		return false
	}
	return r.answered(context.Background(), network, d, cmd)
}

// theirs reports whether a word is left to another bot that answers it in a place,
// because nobody has switched the command on there.
func (r *Router) theirs(network commands.Network, place commands.Place, d storage.PlaceSettings, word string) bool {
	cmd := r.byName[word]
	if r.opts.Neighbours == nil || cmd == nil || asked(d, cmd.Top()) || slices.Contains(always, cmd.Name) {
		return false
	}
	_, ok := r.opts.Neighbours.Theirs(network, place, word)
	return ok
}

// answered reports whether a command is answered in a place with settings.
func (r *Router) answered(ctx context.Context, network commands.Network, d storage.PlaceSettings, cmd *commands.Command) bool {
	return !r.off(network, d, cmd) && r.has(ctx, cmd.Source)
}

// turn switches a command or a group on or off in a place. Earlier settings for single
// commands of the group no longer hold. within says whether the place is inside others,
// in which case the setting must be stored even if it is the default.
func (r *Router) turn(network commands.Network, d *storage.PlaceSettings, word string, on, within bool) {
	members := r.Of(word)
	if cmd := r.byName[word]; cmd != nil {
		members = nil // an alias alone
		if cmd.Name == word {
			members = []*commands.Command{cmd}
		}
	}
	forget := func(list *string) {
		*list = strings.Join(slices.DeleteFunc(strings.Fields(*list), func(w string) bool {
			return w == word || slices.ContainsFunc(members, func(c *commands.Command) bool { return c.Name == w })
		}), " ")
	}
	forget(&d.Off)
	forget(&d.On)
	if alias := members == nil; alias && !on || within || slices.ContainsFunc(members, func(c *commands.Command) bool { return r.off(network, *d, c) == on || on && c.Name == word }) {
		list := &d.Off
		if on {
			list = &d.On
		}
		*list = strings.TrimSpace(*list + " " + word)
	}
}

// switchedOffHere lists what is switched off in a place: groups that are off as
// a whole, and single commands.
func (r *Router) switchedOffHere(network commands.Network, d storage.PlaceSettings) (out []string) {
	d.NoGame = false // which is said apart
	for _, g := range r.Groups() {
		var names []string
		on := 0
		for _, c := range r.Of(g.Name) {
			switch {
			case slices.Contains(always, c.Name):
			case r.off(network, d, c):
				names = append(names, c.Name)
			default:
				on++
			}
		}
		if on == 0 && len(names) > 1 {
			names = []string{g.Name}
		}
		out = append(out, names...)
	}
	for _, word := range strings.Fields(d.Off) {
		if cmd := r.byName[word]; cmd != nil && cmd.Name != word {
			out = append(out, word)
		}
	}
	return out
}
