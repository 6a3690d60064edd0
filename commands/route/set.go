package route

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/wording"
	"delphi/engine/problem"
	"delphi/engine/rules"
	"delphi/storage"
)

var (
	setVersion = commands.NewWords(commands.Param{
		Name: "version", Bare: true, One: true, Needed: true, Summary: "a game version, such as 3.4.3",
		Complete: func(_ *rules.Set, typed string, most int) []string { return rules.Complete(typed, most) },
	})
	setPrefix  = commands.NewWords(commands.Param{Name: "prefix", Bare: true, One: true, Needed: true, Summary: "one to three punctuation marks"})
	setGame    = onOff("game")
	setEntries = onOff("entries")
	setTerse   = onOff("terse")
	shorthand  = commands.NewWords(commands.Param{Name: "setting", Bare: true, Summary: "a version, as a shorthand for set version"})
)

func onOff(name string) commands.Choice {
	return commands.NewChoice(commands.Param{Name: name, Summary: "on or off", Choices: []string{"on", "off"}, Also: map[string]string{"yes": "on", "no": "off"}})
}

// features holds what a place can switch on and off.
var features = map[string]func(d *storage.PlaceSettings, on bool){
	"game":    func(d *storage.PlaceSettings, on bool) { d.NoGame = !on },
	"entries": func(d *storage.PlaceSettings, on bool) { d.Entries = on },
	"terse":   func(d *storage.PlaceSettings, on bool) { d.Terse = on },
}

// set shows and changes what a place has set for itself.
func (r *Router) set() *commands.Command {
	return &commands.Command{
		Name:     "set",
		Aliases:  []string{"settings"},
		Summary:  "Show or change this channel's version and prefix, and what is on here (operators)",
		Params:   commands.Takes(shorthand),
		RunName:  "show",
		ForStaff: true,
		Subs: []*commands.Command{
			{
				Name: "version", Aliases: []string{"rules"}, Summary: "Set the game version that questions here mean", Rights: commands.Operator,
				Params: commands.Takes(setVersion, everywhere), Examples: []string{"set version 3.4.3"},
				Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
					return r.changeVersion(ctx, c, setVersion.In(c))
				},
			},
			{
				Name: "prefix", Summary: "Set what stands before commands here", Rights: commands.Operator,
				Params: commands.Takes(setPrefix, everywhere), Examples: []string{"set prefix @"},
				Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
					if err := commands.CheckPrefix(setPrefix.In(c)); err != nil {
						return commands.Reply{}, problem.New(wording.Capital(err.Error())+".", "set prefix !")
					}
					return r.change(ctx, c, func(d *storage.PlaceSettings) { d.Prefix = setPrefix.In(c) })
				},
			},
			r.setAlias(),
			r.switcher("game", "Switch game on or off here, for tournaments that forbid evaluating a game", setGame, "set game off"),
			r.switcher("entries", "Switch ?? TERM on or off here; another bot may answer to it", setEntries, "set entries on"),
			r.switcher("terse", "Shorter answers here: no default assumptions, no repeated question, one source line, no why", setTerse, "set terse on"),
			r.setSpoilers(),
			r.switches("on", "Switch commands, groups, game, entries or terse on here", "set on entries", "set on history"),
			r.switches("off", "Switch commands, groups, game, entries or terse off here", "set off asc last streak", "set off game"),
			{
				Name: "clear", Aliases: []string{"reset", "default", "defaults"}, Summary: "Go back to the defaults", Rights: commands.Operator, Params: commands.Takes(everywhere),
				Examples: []string{"set clear"},
				Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
					return r.change(ctx, c, func(d *storage.PlaceSettings) { *d = storage.PlaceSettings{} })
				},
			},
		},
		Examples: []string{"set"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			if name := shorthand.In(c); name != "" {
				if _, ok, _ := rules.Lookup(strings.ToLower(name)); !ok {
					return commands.Reply{}, problem.New(fmt.Sprintf("There is no setting %q.", wording.Typed(name)), "set version 3.4.3", "set prefix @", "set terse on", "set clear")
				}
				if err := r.entitled(ctx, commands.Operator, &c.Request); err != nil {
					return commands.Reply{}, err
				}
				return r.changeVersion(ctx, c, name)
			}
			d, err := r.settings(ctx, &c.Request)
			if err != nil {
				return commands.Reply{}, err
			}
			return r.showSettings(c, d), nil
		},
	}
}

// switcher switches one thing: "set game off".
func (r *Router) switcher(name, summary string, how commands.Choice, example string) *commands.Command {
	return &commands.Command{
		Name: name, Summary: summary, Rights: commands.Operator, Params: commands.Takes(how, everywhere), Examples: []string{example},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			if how.In(c) == "" {
				return commands.Reply{}, problem.New("Switch "+name+" on or off?", "set "+name+" off", "set "+name+" on")
			}
			return r.change(ctx, c, func(d *storage.PlaceSettings) { r.feature(c, d, name, how.In(c) == "on") })
		},
	}
}

// feature switches a feature. Where the place is within others it must say so
// even if that is the default, as theirs may be another.
func (r *Router) feature(c *commands.Call, d *storage.PlaceSettings, name string, on bool) {
	features[name](d, on)
	if len(c.Within) > 0 {
		differ(d, name, on)
	}
}

// switches switches several things at once: "set off asc last streak".
func (r *Router) switches(way, summary string, examples ...string) *commands.Command {
	what := commands.NewWords(commands.Param{
		Name: "what", Bare: true, Needed: true, Summary: "Commands, groups of help, or game, entries, terse: asc last", Complete: r.completeSwitch,
	})
	return &commands.Command{
		Name: way, Summary: summary, Rights: commands.Operator, Params: commands.Takes(what, everywhere), Examples: examples,
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			words := strings.FieldsFunc(strings.ToLower(what.In(c)), func(r rune) bool { return r == ' ' || r == ',' })
			for _, word := range words {
				if features[word] == nil && r.switchable(word) == "" {
					return commands.Reply{}, r.noSwitch(way, word)
				}
			}
			return r.change(ctx, c, func(d *storage.PlaceSettings) {
				for _, word := range words {
					if features[word] != nil {
						r.feature(c, d, word, way == "on")
					} else {
						r.turn(c.Network, d, r.switchable(word), way == "on", len(c.Within) > 0)
					}
				}
			})
		},
	}
}

// noSwitch returns the error for a word that names nothing that can be switched.
func (r *Router) noSwitch(way, word string) error {
	if slices.Contains(always, word) {
		return problem.Newf("%s cannot be switched off: it is needed to switch the others on again.", wording.Capital(word))
	}
	var hints []string
	for _, path := range commands.Like(word, r.commands) {
		if name, _ := wording.CutWord(path); r.switchable(name) != "" {
			hints = append(hints, "set "+way+" "+name)
		}
	}
	return problem.New(fmt.Sprintf("There is nothing called %q to switch %s.", wording.Typed(word), way), append(hints, "set "+way+" history", "set "+way+" entries")...)
}

// completeSwitch lists what the last of some typed words may become.
func (r *Router) completeSwitch(_ *rules.Set, typed string, most int) []string {
	before, last := "", typed
	if i := strings.LastIndexByte(typed, ' '); i >= 0 {
		before, last = typed[:i+1], typed[i+1:]
	}
	var out []string
	add := func(word string) {
		if strings.HasPrefix(word, strings.ToLower(last)) && len(out) < most && !slices.Contains(out, before+word) {
			out = append(out, before+word)
		}
	}
	for _, g := range r.Groups() {
		add(g.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(features)) {
		add(name)
	}
	for _, c := range r.commands {
		if r.switchable(c.Name) != "" {
			add(c.Name)
		}
	}
	return out
}

func (r *Router) changeVersion(ctx context.Context, c *commands.Call, name string) (commands.Reply, error) {
	found, ok, err := rules.Lookup(strings.ToLower(name))
	if err == nil && !ok {
		err = fmt.Errorf("%q is not a version", wording.Typed(name))
	}
	if err != nil {
		return commands.Reply{}, &problem.Problem{Text: err.Error(), Hints: wording.Prefixed("set version ", rules.Names()), Err: err}
	}
	return r.change(ctx, c, func(d *storage.PlaceSettings) { d.Rules = found.Name })
}

// change changes the settings of the place of a call, or of the server around it,
// and shows what holds now.
func (r *Router) change(ctx context.Context, c *commands.Call, how func(*storage.PlaceSettings)) (commands.Reply, error) {
	at, err := target(c)
	if err != nil {
		return commands.Reply{}, err
	}
	key := commands.PlaceKey(c.Network, at)
	d, err := r.opts.Settings.Get(ctx, key)
	if err != nil {
		return commands.Reply{}, err
	}
	how(&d)
	if err := r.opts.Settings.Set(ctx, key, d); err != nil {
		return commands.Reply{}, err
	}
	changed := "Changed"
	if everywhere.In(c) {
		changed = "Changed for the whole server"
	} else if d, err = r.settings(ctx, &c.Request); err != nil {
		return commands.Reply{}, err
	}
	reply := r.showSettings(c, d)
	reply.Title, reply.Summary = changed, changed+". "+reply.Summary
	return reply, nil
}

func (r *Router) showSettings(c *commands.Call, d storage.PlaceSettings) commands.Reply {
	network := c.Network
	version, prefix := d.Rules, d.Prefix
	if version == "" {
		version = r.fallback.Name + " (the default)"
	}
	if prefix == "" {
		prefix = r.prefixOn(network) + " (the default)"
	}
	out := commands.Reply{
		Title:    "Settings of this channel",
		FieldsDo: true,
		Question: "set", // for more, which has what is on and off
		Summary:  "The version here is " + version + " and the prefix is " + prefix + ".",
		Fields:   []commands.Field{{Name: "version", Value: version}, {Name: "prefix", Value: prefix}},
	}
	if d.NoGame {
		out.Summary += " The game command is switched off."
		out.Field("game", "off")
	}
	if list := r.switchedOffHere(network, d); len(list) > 0 {
		out.Summary += " Switched off: " + strings.Join(list, ", ") + "."
	}
	r.showSwitches(c, d, &out)
	if d.Entries {
		out.Summary += " Entries are switched on: ?? TERM."
		out.Field("entries", "on")
	}
	if d.Spoilers != "" {
		out.Summary += " Spoilers: " + d.Spoilers + "."
		out.Field("spoilers", "%s", d.Spoilers)
	}
	if d.Terse {
		out.Summary += " Answers are terse."
		out.Field("terse", "on")
	}
	return out
}

// showSwitches says whether, and why, each thing that can be switched off is off.
func (r *Router) showSwitches(c *commands.Call, d storage.PlaceSettings, out *commands.Reply) {
	on, off := map[string][]string{}, map[string][]string{} // by the reason
	for _, cmd := range r.commands {
		if slices.Contains(always, cmd.Name) {
			continue
		}
		if why := r.whyOff(c, d, cmd); why != "" {
			off[why] = append(off[why], cmd.Name)
		} else if asked(d, cmd) {
			on["switched on here"] = append(on["switched on here"], cmd.Name)
		} else {
			on["by default"] = append(on["by default"], cmd.Group)
		}
	}
	if r.opts.Neighbours != nil {
		for _, pair := range r.opts.Neighbours.Left(c.Network, c.Place) {
			if r.theirs(c.Network, c.Place, d, pair[0]) {
				why := "left to " + pair[1] + ", which answers it"
				off[why] = append(off[why], pair[0])
			}
		}
	}
	for _, word := range strings.Fields(d.Off) {
		if cmd := r.byName[word]; cmd != nil && cmd.Name != word {
			off["switched off here"] = append(off["switched off here"], word)
		}
	}
	for name, by := range map[string]map[string][]string{"on": on, "off": off} {
		var parts []string
		for _, why := range slices.Sorted(maps.Keys(by)) {
			parts = append(parts, strings.Join(slices.Compact(by[why]), ", ")+" ("+why+")")
		}
		if len(parts) > 0 {
			out.Field(name, "%s", strings.Join(parts, "; "))
		}
	}
	slices.SortStableFunc(out.Fields, func(a, b commands.Field) int { // in one order always
		return strings.Index("version prefix game on off", a.Name) - strings.Index("version prefix game on off", b.Name)
	})
	out.Hints = append(out.Hints, "more")
}

// whyOff returns the reason why a command is not answered in a place, or "" if it is.
func (r *Router) whyOff(c *commands.Call, d storage.PlaceSettings, cmd *commands.Command) string {
	said := strings.Fields(d.Off)
	switch {
	case cmd.Evaluates && d.NoGame:
		return "game is off"
	case slices.Contains(said, cmd.Name):
		return "switched off here"
	case r.off(c.Network, d, cmd) && slices.Contains(said, cmd.Group):
		return "the group is switched off here"
	case r.off(c.Network, d, cmd):
		return "off by default, as configured"
	case r.waits(c.Network, d, cmd):
		return "another bot may answer it; set on " + cmd.Name
	case !r.has(context.Background(), cmd.Source):
		return "there is nothing to answer from"
	}
	return ""
}
