package plight

import (
	"regexp"
	"slices"
	"strings"

	"delphi/engine/bones"
	"delphi/engine/dump"
	"delphi/engine/hurt"
	"delphi/engine/rules"
)

// End is how a game ended, as far as its page tells.
type End struct {
	How    string `json:"how"` // as dump.Death
	Killer string `json:"killer,omitempty"`
	Died   bool   `json:"died"` // rather than left the dungeon or ascended

	// Monster is the killer where it is one, and Hurt what it does to the hero at
	// the end; nil: it is not known.
	Monster *rules.Monster `json:"-"`
	Hurt    *hurt.Hurt     `json:"hurt,omitempty"`
	// Struck and Missed are how often the latest messages show it to.
	Struck int `json:"struck"`
	Missed int `json:"missed"`
	// Turns holds how many turns of it take the hero's maximum, on average; 0: it is
	// not known.
	Turns float64 `json:"turns,omitempty"`

	// Lethal is what the killer did to kill otherwise than by taking hit points, with
	// the chance per move; nil: it took hit points, or never does it.
	Lethal *hurt.Special `json:"lethal,omitempty"`

	Troubles []Trouble `json:"troubles,omitempty"` // beside low hit points
	Against  string    `json:"against,omitempty"`  // the ailment that killed
	Helpful  []Remedy  `json:"helpful,omitempty"`  // of what was carried, best first
	Would    []string  `json:"would,omitempty"`    // what averts such an end, in words; nil: Helpful is all that does
	Prayer   *Prayer   `json:"prayer,omitempty"`   // what a prayer would have done
	Borrowed *rules.Set

	Bones   *bones.Answer `json:"bones,omitempty"`    // nil: the page does not show the depth
	NoBones string        `json:"no_bones,omitempty"` // why there are none for sure
}

// fates holds the ways to die and the trouble behind each.
var fates = map[string]Told{
	"stoned": {Stoned, "stoning"}, "slimed": {Slimed, "sliming"}, "starved": {Weak, "hunger"}, "poisoned": {Poisoned, "food poisoning"}, "died": {LowHP, "low hp"},
}

// left holds the ends that are not deaths.
var left = []string{"quit", "escaped", "ascended", "panicked", "tricked"}

// After looks at the end of a game. The hero's page must tell one: Died is not
// nil.
func After(h *dump.Hero, past Past) End {
	out := End{How: h.Died.How, Killer: h.Died.Killer}
	out.Died = !slices.Contains(left, out.How)
	fate, known := out.fate()
	for _, t := range Of(h) {
		if t.Name != LowHP && t.Name != fate.Trouble {
			out.Troubles = append(out.Troubles, t)
		}
	}
	out.bones(h)
	if !out.Died {
		return out
	}
	out.killer(h)
	out.averted(h)
	if known && out.Would == nil {
		out.Against = fate.Ailment
		out.helpful(h, past, fate)
	}
	return out
}

// fate returns the trouble behind an end; ok is false if it is none.
func (e *End) fate() (fate Told, ok bool) {
	switch {
	case e.How == "poisoned" && !rotten(e.Killer): // by a dart or a bite
		return fates["died"], true
	case e.How == "died" && (e.Killer == "strangulation" || e.Killer == "suffocation"):
		return Told{Strangled, "strangulation"}, true
	}
	fate, ok = fates[e.How]
	return fate, ok
}

// rotten reports whether a killer is food.
func rotten(killer string) bool {
	return strings.Contains(killer, "corpse") || strings.Contains(killer, "rotted") || strings.Contains(killer, "glob") || strings.Contains(killer, "egg")
}

// strangers holds words that a game puts before the name of a killer.
var strangers = []string{"invisible ", "hallucinogen-distorted ", "saddled ", "the ", "ghost of "}

// guise finds the shape that a killer fought in: "chameleon imitating a jaguar", "vampire in
// fog cloud form", "pool of water by a giant eel".
var guise = regexp.MustCompile(`^.+ (?:(?:imitating|by) (?:an? )?(.+)|in (.+) form)$`)

// MonsterNamed returns the monster that a page calls so, or nil.
func MonsterNamed(set *rules.Set, name string) *rules.Monster {
	b := nearest(set, func(s *rules.Set) bool { return s.Bestiary() != nil }).Bestiary()
	name, _, _ = strings.Cut(name, " called ")
	name = guise.ReplaceAllString(name, "$1$2")
	for _, w := range strangers {
		name = strings.TrimPrefix(name, w)
	}
	if m := b.Named(name); m != nil {
		return m
	}
	for _, m := range b.Monsters {
		if slices.ContainsFunc(m.Names, func(n string) bool { return strings.EqualFold(n, name) }) {
			return m
		}
	}
	return nil
}

// lethal maps the ends that take no hit points to what a monster's attack does then.
var lethal = map[string]string{"stoned": hurt.Stoning, "slimed": hurt.Sliming, "drowned": hurt.Sticking}

// blow is what a monster does in a message: "The soldier ant bites!"
var blow = regexp.MustCompile(`(?i)\b(?:hits|bites|stings|kicks|butts|claws|touches|tentacles suck|sucks|thrusts|swings|breathes|engulfs|crushes|squeezes|lashes)\b`)

// killer finds what the killer did and does.
func (e *End) killer(h *dump.Hero) {
	if e.Monster = MonsterNamed(h.Set(), e.Killer); e.Monster == nil {
		return
	}
	if e.Hurt = Hurts(h, e.Monster); e.Hurt != nil && e.Hurt.PerTurn != nil && e.Hurt.PerTurn.Mean > 0 && h.MaxHP.Known {
		e.Turns = float64(h.MaxHP.N) / e.Hurt.PerTurn.Mean
	}
	if e.Hurt != nil {
		if i := slices.IndexFunc(e.Hurt.Special, func(s hurt.Special) bool { return s.What == lethal[e.How] }); i >= 0 {
			e.Lethal = &e.Hurt.Special[i]
		}
	}
	for _, m := range h.Messages {
		for sentence := range strings.SplitSeq(m, "  ") {
			low := strings.ToLower(sentence)
			at := strings.Index(low, strings.ToLower(e.Monster.Name))
			switch {
			case at < 0 || at > len("the invisible "):
			case strings.Contains(low, " misses"):
				e.Missed++
			case blow.MatchString(low[at+len(e.Monster.Name):]):
				e.Struck++
			}
		}
	}
}

// helpful lists what the hero could have done with what was carried: about hunger first who
// fainted, and about what had swallowed them who was inside.
func (e *End) helpful(h *dump.Hero, past Past, fate Told) {
	alive := *h
	alive.Died = nil
	q := &Question{Hero: &alive, Told: []Told{fate}, Past: past}
	if e.Monster != nil {
		q.Foes = append(q.Foes, e.Monster)
		if q.Grip = Inside; q.holder() == nil {
			q.Grip = NoGrip
		}
	}
	order := []string{Engulfed, fate.Trouble}
	if strings.Contains(h.Died.Text, "while faint") {
		q.Told = append(q.Told, fates["starved"])
		order = []string{Weak, fate.Trouble}
	}
	plan := Plan(q)
	e.Borrowed = plan.Borrowed
	for _, name := range order {
		for _, t := range plan.Troubles {
			if t.Name == name {
				e.helped(&t)
			}
		}
	}
}

// helped adds what could have been done about one trouble.
func (e *End) helped(t *Helped) {
	for _, r := range t.Remedies {
		switch {
		case r.Prayer != nil:
			if e.Prayer == nil {
				e.Prayer = r.Prayer
			}
		case r.P != nil && *r.P <= 0, slices.ContainsFunc(e.Helpful, func(x Remedy) bool { return x.Do == r.Do }):
		case r.Escapes && r.Rule != ruleLifeSaving && !e.attacked(): // there is nothing to zap or to leave
		default:
			e.Helpful = append(e.Helpful, r)
		}
	}
	if len(e.Helpful) == 0 && t.Turns > 0 {
		e.Would = t.Else[:min(3, len(t.Else))]
	}
}

// attacked reports whether what killed was a monster, a shopkeeper or a priest among them, whom a
// page calls by name.
func (e *End) attacked() bool {
	return e.Monster != nil || strings.Contains(e.Killer, "ghost") || strings.Contains(e.Killer, "priest") || strings.HasPrefix(e.Killer, "M") && strings.Contains(e.Killer, ". ")
}

// bones says whether the end can have left any.
func (e *End) bones(h *dump.Hero) {
	set := h.Set()
	q := bones.Question{Rules: set, Depth: h.Dlvl.Depth.N, Race: h.Race, Death: deathOf(set.Bones(), e)}
	if !slices.Contains(rules.Races, q.Race) {
		q.Race = ""
	}
	switch {
	case q.Death != nil && !q.Death.Bones:
		e.NoBones = q.Death.Why
	case h.Dlvl.Depth.Known && h.Dlvl.Depth.N > 0 && q.Check() == nil:
		a := bones.At(&q)
		e.Bones = &a
	}
}

// deathOf returns the death of a version's bones that an end is; nil: by a monster.
func deathOf(b *rules.Bones, e *End) *rules.Death {
	name := map[string]string{"stoned": "turned to stone", "slimed": "turned into slime"}[e.How]
	if name == "" {
		name = e.How
	}
	if d := b.Death(name); d != nil {
		return d
	}
	for _, d := range b.Deaths {
		if slices.Contains(d.Aliases, strings.ToLower(e.Killer)) {
			return d
		}
	}
	return nil
}
