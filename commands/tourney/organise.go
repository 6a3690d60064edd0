package tourney

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"delphi/commands"
	"delphi/commands/asker"
	"delphi/commands/wording"
	"delphi/engine/problem"
	"delphi/engine/rules"
	"delphi/engine/timespan"
	"delphi/storage/contest"
	"delphi/storage/contest/people"
	"delphi/storage/contest/places"
)

// defaultRules and defaultGrace are what a tournament has where its organiser
// does not say.
const (
	defaultRules = "dash"
	defaultGrace = 6 * 3600 // seconds
)

// relative holds what begins a time that is told from now on, beside what it is elsewhere.
var relative = []string{"in"}

// terms holds the parameters that say what a tournament is like.
type terms struct {
	from, to, zone, rules, grace, clansUntil commands.Words
	proof                                    commands.Choice
	endless                                  commands.Flag
}

func (r *room) terms() *terms {
	return &terms{
		from: commands.NewWords(commands.Param{Name: "from", Summary: "When it begins: fri 18:00, 2026-11-05 18:00, in 2h", Words: []string{"begins", "starting"}, Opens: relative}),
		to:   commands.NewWords(commands.Param{Name: "to", Summary: "When it ends: sun 18:00", Words: []string{"until", "ends"}, Opens: relative}),
		endless: commands.NewFlag(commands.Param{Name: "endless", Summary: "It has no end", Words: []string{
			"no end", "to no end", "until no end", "without an end", "without end", "with no end", "to never", "until never", "never ends", "forever", "open end", "open-ended",
		}}),
		zone:  commands.NewWords(commands.Param{Name: "zone", Summary: "Time zone: Europe/Berlin", One: true, Looks: looksLikeZone}),
		rules: commands.NewWords(commands.Param{Name: "rules", Summary: "Rules: dash, league, deaths or bingo", One: true, Complete: r.completeRules}),
		proof: commands.NewChoice(commands.Param{
			Name: "proof", Summary: "How players prove that an account is theirs",
			Choices: []string{people.ProofChallenge, people.ProofOrganiser, people.ProofNone}, Also: map[string]string{"organizer": people.ProofOrganiser},
		}),
		grace:      commands.NewWords(commands.Param{Name: "grace", Summary: "How long after the end late results count: 6h", One: true}),
		clansUntil: commands.NewWords(commands.Param{Name: "clans-until", Summary: "When clans stop changing: sat 12:00", Words: []string{"clan-deadline"}, Opens: relative}),
	}
}

// with lists the terms behind another parameter.
func (x *terms) with(p commands.Parameter) []*commands.Param {
	return commands.Takes(p, x.from, x.to, x.endless, x.zone, x.rules, x.proof, x.grace, x.clansUntil)
}

// completeRules lists rules as completions of typed.
func (r *room) completeRules(_ *rules.Set, typed string, most int) []string {
	var out []string
	for _, n := range r.book.RuleNames() {
		if len(out) < most && asker.HasFold(n, typed) {
			out = append(out, n)
		}
	}
	return out
}

// looksLikeZone recognises a time zone anywhere in a line. An "@" is in the ids of
// tournaments.
func looksLikeZone(word string) bool {
	return strings.Contains(strings.Trim(word, "/"), "/") && !strings.ContainsAny(word[:1], "0123456789") && !strings.Contains(word, "@") || strings.EqualFold(word, "UTC")
}

func readZone(s string) (*time.Location, error) {
	if strings.EqualFold(s, "UTC") {
		return time.UTC, nil
	}
	zone, err := time.LoadLocation(s)
	if err != nil || s == "Local" || s == "" {
		return nil, problem.New(fmt.Sprintf("I don't know a time zone %q.", wording.Typed(s)), "Europe/Berlin", "America/New_York", "UTC")
	}
	return zone, nil
}

// readTime reads a parameter that is a time, relative to another time; ok is false if
// the line does not say it.
func readTime(c *commands.Call, p commands.Words, after time.Time) (unix int64, ok bool, err error) {
	words := strings.Fields(p.In(c))
	if len(words) == 0 {
		return 0, false, nil
	}
	at, used, note, err := timespan.When(words, after)
	if err != nil {
		return 0, false, unread(words, err)
	}
	if used == 1 && used < len(words) { // "Fri 2026-11-20 18:00", as times are written here
		day := at.Weekday()
		if then, n, other, err := timespan.When(words[1:], after); err == nil && 1+n == len(words) {
			if at, used, note = then, len(words), other; at.Weekday() != day {
				note = "that is a " + at.Weekday().String()
			}
		}
	}
	if used < len(words) {
		read := strings.Join(words[:used], " ")
		return 0, false, unread(words, problem.New(fmt.Sprintf("I read %q as a time, but then don't know what %q means.", read, wording.Typed(words[used])), read))
	}
	if note != "" {
		c.Note(commands.Remarked, strings.TrimSuffix(note, "."))
	}
	return at.Unix(), true, nil
}

// unread is the error for words that are no time as a whole. It quotes all of them, so that
// a hint stands in the place of all.
func unread(words []string, err error) error {
	whole := fmt.Sprintf("%q", wording.Typed(strings.Join(words, " ")))
	var p *problem.Problem
	if len(words) > 1 && errors.As(err, &p) && !strings.Contains(p.Text, whole) {
		return problem.Newf("%s: %s", whole, p.Text).Try(p.Hints...)
	}
	return err
}

// apply changes a tournament as a line says.
func (r *room) apply(ctx context.Context, c *commands.Call, x *terms, t *contest.Tourney) error {
	zone, err := asker.Zone(ctx, r.book, &c.Request)
	if err == nil && t.Zone != "" {
		zone, err = time.LoadLocation(t.Zone)
	}
	if err == nil && x.zone.In(c) != "" {
		zone, err = readZone(x.zone.In(c))
	}
	if err != nil {
		return err
	}
	t.Zone = zone.String()
	now := r.book.Now().In(zone)
	if at, ok, err := readTime(c, x.from, now); err != nil {
		return err
	} else if ok {
		t.From = at
	}
	after := now
	if t.From > now.Unix() {
		after = time.Unix(t.From, 0).In(zone)
	}
	if x.endless.In(c) {
		t.Until = contest.NoEnd
	} else if at, ok, err := readTime(c, x.to, after); err != nil {
		return err
	} else if ok {
		t.Until = at
	}
	if at, ok, err := readTime(c, x.clansUntil, now); err != nil {
		return err
	} else if ok {
		t.ClanUntil = at
	}
	if said := x.rules.In(c); said != "" {
		t.Rules = strings.ToLower(said)
	}
	if said := x.proof.In(c); said != "" {
		t.Proof = said
	}
	if said := x.grace.In(c); said != "" {
		d, err := timespan.Parse(said)
		if err != nil {
			return err
		}
		t.Grace = int64(d / time.Second)
	}
	return nil
}

func (r *room) create() *commands.Command {
	x := r.terms()
	name := commands.NewWords(commands.Param{Name: "name", Summary: "The tournament's name", Bare: true, Needed: true})
	return &commands.Command{
		Name: "new", Aliases: []string{"create"}, Summary: "Create a tournament in this channel", Rights: commands.Organiser,
		Params: x.with(name), Examples: []string{asker.NewExample},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			t := contest.Tourney{Name: name.In(c), Rules: defaultRules, Grace: defaultGrace}
			if err := r.apply(ctx, c, x, &t); err != nil {
				return commands.Reply{}, err
			}
			if t.From == 0 {
				return commands.Reply{}, problem.New("When does it begin and end?", asker.NewExample)
			}
			if t.Until == 0 {
				t.Until = contest.NoEnd
				c.Note(commands.Assumed, "no end, as none was said (tourney edit to TIME)")
			}
			made, err := r.book.Create(ctx, asker.Actor(&c.Request), t)
			if err != nil {
				return commands.Reply{}, err
			}
			out := r.show(made)
			out.Hints = r.aimed(ctx, &c.Request, made, out.Hints)
			return out, nil
		},
	}
}

func (r *room) edit() *commands.Command {
	x := r.terms()
	name := r.tournament()
	return &commands.Command{
		Name: "edit", Aliases: []string{"change"}, Summary: "Change a tournament's times, zone, rules or proof", Rights: commands.Organiser,
		Params: x.with(name), Examples: []string{"tourney edit to mon 18:00", "tourney edit rules league", "tourney edit proof challenge", "tourney edit grace 12h"},
		Confirm: func(ctx context.Context, c *commands.Call) (string, error) { return r.moves(ctx, c, x, name) },
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			t, err := r.find(ctx, &c.Request, name.In(c))
			if err != nil {
				return commands.Reply{}, err
			}
			if !slices.ContainsFunc(c.Command.Params[1:], func(p *commands.Param) bool { return c.Value(p).Said }) {
				return commands.Reply{}, problem.New("What should change?", c.Command.Examples...)
			}
			notes := c.Notes
			t, err = r.book.Edit(ctx, asker.Actor(&c.Request), t.ID, func(t *contest.Tourney) error {
				c.Notes = notes // it may run again
				return r.apply(ctx, c, x, t)
			})
			if err != nil {
				return commands.Reply{}, err
			}
			out := r.show(t)
			out.Title, out.Summary = "Changed: "+out.Title, "Changed. "+out.Summary
			return out, nil
		},
	}
}

// moves says whose places an edit of the rules changes while a tournament is on; nothing
// where it changes none.
func (r *room) moves(ctx context.Context, c *commands.Call, x *terms, name commands.Words) (string, error) {
	rules := strings.ToLower(x.rules.In(c))
	if rules == "" {
		return "", nil
	}
	t, err := r.find(ctx, &c.Request, name.In(c))
	if err != nil || t.State != contest.Open || t.Phase(r.book.Now().Unix()) == contest.Ahead || rules == t.Rules {
		return "", nil // Run says what is wrong
	}
	if err := r.book.MayChange(ctx, asker.Actor(&c.Request), t); err != nil {
		return "", err
	}
	moved, err := r.book.Moved(ctx, t, rules)
	if err != nil {
		return "", err
	}
	if len(moved) == 0 {
		return fmt.Sprintf("%s is on. With the rules %s everybody keeps their place.", t.Name, rules), nil
	}
	list, _ := wording.List(moved, ", ", 200)
	return fmt.Sprintf("%s is on. With the rules %s places change: %s.", t.Name, rules, list), nil
}

// publish switches a tournament's pages on and off.
func (r *room) publish() *commands.Command {
	onoff := commands.NewChoice(commands.Param{Name: "pages", Summary: "on or off", Choices: []string{"on", "off"}, Bare: true})
	name := r.tournament()
	return &commands.Command{
		Name: "publish", Summary: "Switch the pages of a tournament on or off", Rights: commands.Organiser,
		Params: commands.Takes(onoff, name), Examples: []string{"tourney publish on"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			if onoff.In(c) == "" {
				return commands.Reply{}, problem.New("Switch the pages on or off?", "tourney publish on", "tourney publish off")
			}
			t, err := r.find(ctx, &c.Request, name.In(c))
			if err == nil {
				t, err = r.book.Publish(ctx, asker.Actor(&c.Request), t.ID, onoff.In(c) == "on")
			}
			if err != nil {
				return commands.Reply{}, err
			}
			if !t.Published {
				return commands.Reply{Summary: t.Name + " no longer has pages."}, nil
			}
			return commands.Reply{Summary: t.Name + " has pages now, where this bot serves any: standings, trophies, games and rules. They show players' accounts in the game, never their names here."}, nil
		},
	}
}

// turns returns the commands that change a tournament's state.
func (r *room) turns() []*commands.Command {
	var out []*commands.Command
	for _, x := range []struct {
		name, summary, confirm, done string
		do                           func(context.Context, places.Actor, string) (*contest.Tourney, error)
		hints                        []string
	}{
		{
			"cancel", "Cancel a tournament", "This cancels %s: nobody can join it any more, and no games count.",
			"%s is cancelled.", r.book.Cancel, []string{"tourney uncancel"},
		},
		{"uncancel", "Undo a cancellation", "", "%s is on again.", r.book.Uncancel, []string{"tourney", "standings"}},
		{
			"freeze", "Make the results final now", "This makes the results of %s final now: games that I have not read yet will not count.",
			"%s is frozen: its results are final.", r.book.Freeze, []string{"standings"},
		},
		{
			"reopen", "Reopen final results", "",
			"%s is open again. Its results stay open until an organiser freezes them.", r.book.Reopen, []string{"tourney freeze", "standings"},
		},
		{"archive", "Archive a finished tournament", "", "%s is archived. Ask for it by its name.", r.book.Archive, []string{"tourney list"}},
	} {
		name := r.tournament()
		cmd := &commands.Command{
			Name: x.name, Summary: x.summary, Rights: commands.Organiser, Params: commands.Takes(name), Examples: []string{"tourney " + x.name},
			Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
				find := r.find
				if x.name == "uncancel" && name.In(c) == "" {
					find = r.cancelled
				}
				t, err := find(ctx, &c.Request, name.In(c))
				if err == nil {
					t, err = x.do(ctx, asker.Actor(&c.Request), t.ID)
				}
				if err != nil {
					return commands.Reply{}, err
				}
				return commands.Reply{Summary: fmt.Sprintf(x.done, t.Name), Hints: x.hints}, nil
			},
		}
		if x.confirm != "" {
			cmd.Confirm = func(ctx context.Context, c *commands.Call) (string, error) {
				t, err := r.find(ctx, &c.Request, name.In(c))
				if err == nil {
					err = r.book.MayChange(ctx, asker.Actor(&c.Request), t)
				}
				if err != nil {
					return "", err
				}
				does := fmt.Sprintf(x.confirm, t.Name)
				if n := t.OnHold(); n > 0 && x.name == "freeze" {
					does = strings.TrimSuffix(does, ".") + fmt.Sprintf(", nor will the %s on hold.", asker.Many(n, "game"))
				}
				return does, nil
			}
		}
		out = append(out, cmd)
	}
	return out
}

// cancelled returns the cancelled tournament of a place that began last or, if there is
// none, the tournament that is meant there.
func (r *room) cancelled(ctx context.Context, req *commands.Request, _ string) (*contest.Tourney, error) {
	all, err := r.book.All(ctx)
	if err != nil {
		return nil, err
	}
	for _, t := range all {
		if slices.Contains(asker.Places(req), t.Place) && t.State == contest.Cancelled {
			return t, nil
		}
	}
	return r.find(ctx, req, "")
}

func (r *room) zone() *commands.Command {
	zone := commands.NewWords(commands.Param{Name: "zone", Summary: "A time zone, such as Europe/Berlin", Bare: true, One: true, Needed: true})
	return &commands.Command{
		Name: "zone", Aliases: []string{"timezone"}, Summary: "Set the time zone of this channel", Rights: commands.Organiser,
		Params: commands.Takes(zone), Examples: []string{"tourney zone Europe/Berlin", "tourney zone UTC"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			to, err := readZone(zone.In(c))
			if err != nil {
				return commands.Reply{}, err
			}
			if err := r.book.Places().SetZone(ctx, asker.Actor(&c.Request), to); err != nil {
				return commands.Reply{}, err
			}
			return commands.Reply{Summary: fmt.Sprintf("Times here are in the zone %s, where it is now %s.", to, r.book.Now().In(to).Format("Mon 15:04 MST"))}, nil
		},
	}
}
