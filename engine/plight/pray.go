package plight

import (
	"slices"
	"strings"

	"delphi/engine/divine"
	"delphi/engine/dump"
	"delphi/engine/rules"
	"delphi/engine/spell"
)

// Past is what is known about the hero's last prayer.
type Past struct {
	Timeout *divine.Timeout // nil: nothing is known
	Assumed bool            // of a hero who has never prayed: the page tells the turn and no more
}

// Remembers returns what a page tells of the last prayer: a hero who is an atheist has
// never prayed, and where no conduct is listed that may be so. Where conducts
// are listed and this is not among them nothing is known.
func Remembers(h *dump.Hero) Past {
	p := h.Set().Prayer()
	if p == nil {
		p = nearest(h.Set(), func(s *rules.Set) bool { return s.Prayer() != nil }).Prayer()
	}
	atheist := slices.ContainsFunc(h.Conducts, func(c string) bool { return strings.Contains(c, "an atheist") })
	if !h.Turns.Known || !atheist && len(h.Conducts) > 0 {
		return Past{}
	}
	t := divine.NeverPrayed(p, h.Turns.N)
	return Past{Timeout: &t, Assumed: !atheist}
}

// Level returns the hero's experience level as the dice of prayers count it, whatever a
// page says; 1 where it says nothing.
func Level(h *dump.Hero) int {
	return min(max(h.XL.Or(dump.Is(spell.MinXL)).N, spell.MinXL), spell.MaxXL)
}

// Prayer is what a prayer does for a trouble.
type Prayer struct {
	P       *float64 `json:"p,omitempty"`        // that it ends the trouble; nil: it hangs on when the hero last prayed
	Safe    *float64 `json:"safe,omitempty"`     // that the god is not angered
	Mends   float64  `json:"mends"`              // that it ends this trouble if the god is pleased
	Wait    int      `json:"wait,omitempty"`     // turns since the last prayer that make it 95% safe
	Never   int      `json:"never,omitempty"`    // the turn from which on it is safe for who never prayed
	IfNever bool     `json:"if_never,omitempty"` // P and Safe are those of a hero who has never prayed, which nobody says
	Unsafe  string   `json:"unsafe,omitempty"`   // why it will not work, whenever the last was
	Assumed []string `json:"-"`                  // what the page does not tell
}

// confident is how sure Prayer.Wait is.
const confident = 0.95

// pray returns what a prayer does for the trouble at an index of all. nil: gods do not
// mind it.
func pray(h *dump.Hero, all []Trouble, at int, past Past) *Prayer {
	if all[at].Kind == rules.NoTrouble {
		return nil
	}
	set := nearest(h.Set(), func(s *rules.Set) bool { return s.Prayer() != nil })
	q := divine.Prayer{Rules: set.Prayer(), Die: set.Luck(), Alignment: rules.Alignments[0], Altar: divine.NoAltar, Form: divine.Ordinary, XL: Level(h), Gehennom: h.Gehennom}
	before := 0 // troubles of its kind that are mended first
	for i, t := range all {
		switch t.Kind {
		case rules.MajorTrouble:
			q.Majors++
		case rules.MinorTrouble:
			q.Minors++
		}
		if i < at && t.Kind == all[at].Kind {
			before++
		}
		q.Punished = q.Punished || t.Name == Punished
	}
	out := &Prayer{Unsafe: unsafe(h)}
	if h.Luck != nil {
		q.Luck = min(max(h.Luck.Min, rules.MinLuck), rules.MaxLuck)
	} else {
		out.Assumed = append(out.Assumed, "Luck 0")
	}
	if q.Record = q.Rules.Pious; h.Record != nil {
		q.Record = min(max(h.Record.Min, -rules.MaxRecord), rules.MaxRecord)
	}
	if h.Anger != nil {
		q.Anger = min(max(h.Anger.Min, 0), rules.MaxRecord)
	}
	limit := q.Rules.Limit[q.Trouble()]
	out.Never = max(0, q.Rules.Start-limit+1)
	out.Wait = max(0, divine.AfterSuccess(q.Rules, q.XL, q.Kick).Quantile(confident)-limit)
	if out.Unsafe != "" {
		zero := 0.0
		out.P, out.Safe = &zero, &zero
		return out
	}
	out.IfNever = past.Assumed
	q.Timeout = divine.KnownTimeout(0)
	for _, f := range q.Answer().Fixed {
		if all[at].Kind == rules.MajorTrouble && f.Major > before || all[at].Kind == rules.MinorTrouble && f.Minor > before {
			out.Mends += f.P
		}
	}
	if past.Timeout == nil {
		return out
	}
	q.Timeout = *past.Timeout
	safe := q.Answer().Safe.P
	mended := safe * out.Mends
	out.Safe, out.P = &safe, &mended
	return out
}

// unsafe says why a prayer cannot work, as far as a page tells.
func unsafe(h *dump.Hero) string {
	switch {
	case h.Luck != nil && h.Luck.Max < 0:
		return "your Luck is below 0"
	case h.Anger != nil:
		return "your god is angry"
	case h.Record != nil && h.Record.Max < 0:
		return "your alignment is negative"
	case h.Gehennom:
		return "no god helps in Gehennom"
	}
	return ""
}
