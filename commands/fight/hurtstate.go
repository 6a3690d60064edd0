package fight

import (
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/foe"
	"delphi/commands/hero"
	"delphi/engine/hurt"
)

// A state is what a word says about the hero, the monster or the time of day.
type state struct {
	flag commands.Flag
	of   func(*hurt.Assault) *bool
	// gives is the property that is the same, or "" if there is none.
	gives string
}

// flag returns a flag of hurt.
func flag(name, summary string, words ...string) commands.Flag {
	return commands.NewFlag(commands.Param{Name: name, Summary: summary, Words: words})
}

// states holds all of them, in the order in which they are said.
var states = []state{
	{flag("helpless", "You cannot move", "paralysed", "paralyzed", "asleep", "sleeping"), func(q *hurt.Assault) *bool { return &q.Helpless }, ""},
	{flag("unseen", "The monster cannot see you", "invisible", "displaced"), func(q *hurt.Assault) *bool { return &q.Unseen }, ""},
	{flag("trapped", "The monster is in a trap"), func(q *hurt.Assault) *bool { return &q.Trapped }, ""},
	{flag("poison-resistant", "You resist poison", resisting("poison", "pois")...), func(q *hurt.Assault) *bool { return &q.Immune }, "poison resistance"},
	{flag("cold-resistant", "You resist cold", resisting("cold")...), func(q *hurt.Assault) *bool { return &q.Cold }, "cold resistance"},
	{flag("fire-resistant", "You resist fire", resisting("fire")...), func(q *hurt.Assault) *bool { return &q.Fire }, "fire resistance"},
	{flag("shock-resistant", "You resist shock", resisting("shock")...), func(q *hurt.Assault) *bool { return &q.Shock }, "shock resistance"},
	{flag("sleep-resistant", "You resist sleep", resisting("sleep")...), func(q *hurt.Assault) *bool { return &q.Sleep }, "sleep resistance"},
	{flag("magic-resistant", "You have magic resistance", append(resisting("magic"), "antimagic", "with mr")...), func(q *hurt.Assault) *bool { return &q.Antimagic }, "magic resistance"},
	{flag("acid-resistant", "You resist acid", resisting("acid")...), func(q *hurt.Assault) *bool { return &q.Acid }, "acid resistance"},
	{flag("drain-resistant", "You resist level drain", append(resisting("drain"), "level drain resistance", "level drain resistant")...), func(q *hurt.Assault) *bool { return &q.Drain }, "drain resistance"},
	{flag("stone-resistant", "You resist stoning", append(resisting("stone", "stoning", "petrification"), "stoneproof")...), func(q *hurt.Assault) *bool { return &q.Stone }, "stoning resistance"},
	{flag("sickness-resistant", "You resist disease", resisting("sickness", "sick", "disease")...), func(q *hurt.Assault) *bool { return &q.Sick }, ""},
	{flag("free-action", "You have free action", "free action", "with fa"), func(q *hurt.Assault) *bool { return &q.Free }, "free action"},
	{flag("blind", "You are blind or blindfolded", "blinded", "blindfolded", "blindfold", "blindfold on", "wearing a blindfold", "towel on", "wearing a towel", "with a towel on"), func(q *hurt.Assault) *bool { return &q.Blind }, ""},
	{flag("reflecting", "You reflect gazes", "reflection", "reflect"), func(q *hurt.Assault) *bool { return &q.Reflects }, "reflection"},
	{flag("airborne", "You fly or levitate", "flying", "levitating", "levitation"), func(q *hurt.Assault) *bool { return &q.Airborne }, "levitation"},
	{flag("grabbed", "It has got hold of you already, or engulfed you", "held", "wrapped", "stuck", "engulfed", "swallowed"), func(q *hurt.Assault) *bool { return &q.Held }, ""},
	{flag("in-water", "The monster is in water", "in water"), func(q *hurt.Assault) *bool { return &q.Water }, ""},
	{flag("night", "It is night", "at night", "by night"), func(q *hurt.Assault) *bool { return &q.Night }, ""},
	{flag("midnight", "It is midnight", "at midnight"), func(q *hurt.Assault) *bool { return &q.Midnight }, ""},
	{flag("new-moon", "It is new moon", "new moon"), func(q *hurt.Assault) *bool { return &q.NewMoon }, ""},
	{flag("on-its-plane", "An elemental on its own plane", "on its plane", "home plane", "on its own plane"), func(q *hurt.Assault) *bool { return &q.Home }, ""},
	{flag("gehennom", "In Gehennom", "in gehennom", "in hell"), func(q *hurt.Assault) *bool { return &q.Gehennom }, ""},
}

// resisting returns ways to say a resistance.
func resisting(to ...string) (words []string) {
	for _, s := range to {
		words = append(words, s+" res", s+" resistance", "resist "+s)
		if s != to[0] {
			words = append(words, s+"-resistant")
		}
	}
	return words
}

// stateFlag returns the flag of a state, for commands that take some of them.
func stateFlag(name string) commands.Flag { return stateNamed(name).flag }

// stateNamed returns the state whose flag has a name.
func stateNamed(name string) *state {
	for i := range states {
		if states[i].flag.Name == name {
			return &states[i]
		}
	}
	panic("fight: no state named " + name)
}

func stateParams() (out []*commands.Param) {
	for _, s := range states {
		out = append(out, commands.Takes(s.flag)...)
	}
	return out
}

// idle names what was said but makes no difference with this monster.
func idle(c *commands.Call, q *hurt.Assault) (notes []string) {
	for _, s := range states {
		if !s.flag.In(c) {
			continue
		}
		without := *q
		if *s.of(&without) = false; same(q, &without) {
			notes = append(notes, strings.ReplaceAll(s.flag.Name, "-", " ")+" makes no difference here")
		}
	}
	for i, s := range hero.Worn.All(c) {
		if s.Without || known(c, s.Name) {
			continue
		}
		less := *c
		less.Values, less.Notes = slices.Clone(c.Values), nil
		takeOff(&less, i)
		if without, err := assaultOf(&less, q.Monster); err == nil && without.MC == q.MC && same(q, without) && !q.Worn[hero.Worn.Of(s).Slot].Greased {
			notes = append(notes, idlePiece(s.Name))
		}
	}
	return append(notes, idleHand(c, q)...)
}

// idleHand says that what was said to be wielded makes no difference with this monster.
func idleHand(c *commands.Call, q *hurt.Assault) []string {
	s := hero.Held.One(c)
	if s == nil || hero.HoldsSaved(c) {
		return nil
	}
	less := *c
	less.Values, less.Notes = slices.Clone(c.Values), nil
	*less.Value(hero.Held.Param) = commands.Value{}
	if without, err := assaultOf(&less, q.Monster); err != nil || !same(q, without) {
		return nil
	}
	note := s.Name + " makes no difference here"
	if o := c.Rules.Object(s.Name); o != nil && o.Class == "weapon" && q.Arm == nil && fightsArmed(q.Monster) {
		note = fmt.Sprintf("the %s is taken as yours: if %s wields it, say armed:%s", s.Name, foe.Some(q.Monster), s.Name)
	}
	return []string{note}
}

// same reports whether two questions have the same answer.
func same(p, q *hurt.Assault) bool {
	a, b := p.Hits(), q.Hits()
	if a.Death != b.Death || a.Fraction != b.Fraction || len(a.Special) != len(b.Special) || len(a.Attacks) != len(b.Attacks) {
		return false
	}
	for i := range a.Special {
		if a.Special[i] != b.Special[i] {
			return false
		}
	}
	for i := range a.Attacks {
		if x, y := &a.Attacks[i], &b.Attacks[i]; x.Mean != y.Mean || x.Hits != y.Hits || x.Dice != y.Dice {
			return false
		}
	}
	return true
}
