package xlog

import (
	"fmt"
	"slices"
	"strings"
)

// Event is one line of a livelog: something that happened during a game.
type Event struct {
	Record  Record
	Type    uint64 // EventWish, ... or'ed
	Name    string
	Role    string
	Race    string
	Gender  string
	Align   string
	Turns   int64
	Start   int64 // of the game, unix seconds; 0: unknown
	At      int64 // unix seconds
	Message string
}

// Event types, as the game's LL_ flags (global.h).
const (
	EventWish = 1 << iota
	EventAchieve
	EventUnique
	EventGift
	EventLifesave
	EventConduct
	EventArtifact
	EventGenocide
	EventKilledPet
	EventAlignment
	EventDumpAscended
	EventDumpAll
	EventMinor
	EventSpoiler
	EventDump
	EventDebug
	EventShout
)

// DecodeEvent reads a record as an event. Its error is worded to be
// shown.
func DecodeEvent(r Record) (*Event, error) {
	e := &Event{Record: r}
	first := func(keys ...string) string {
		for _, k := range keys {
			if s, ok := r.Get(k); ok && strings.TrimSpace(s) != "" {
				return strings.TrimSpace(s)
			}
		}
		return ""
	}
	num := func(keys ...string) int64 {
		for _, k := range keys {
			if n, ok := r.Int(k); ok {
				return n
			}
		}
		return 0
	}
	if e.Name = first("name", "player", "charname"); e.Name == "" || len(e.Name) > 64 {
		return nil, fmt.Errorf("no name")
	}
	if e.At = num("curtime", "currenttime"); e.At < earliest || e.At > latest {
		return nil, fmt.Errorf("no time (curtime)")
	}
	if e.Message = first("message"); e.Message == "" {
		// The older livelogs write a field of its own for each kind of event.
		for _, k := range olderEvents {
			if s := first(k.key); s != "" {
				e.Message = k.verb + s
				break
			}
		}
	}
	if e.Message == "" {
		return nil, fmt.Errorf("no message")
	}
	e.Type, _ = r.Bits("lltype")
	e.Role, e.Race = code(first("role")), code(first("race"))
	e.Gender, e.Align = code(first("gender")), code(first("align"))
	e.Turns = num("turns")
	if e.Start = num("starttime"); e.Start < earliest || e.Start > e.At {
		e.Start = 0
	}
	return e, nil
}

// olderEvents holds the fields of livelogs without message= (UnNetHack, AceHack).
var olderEvents = []struct{ key, verb string }{
	{"wish", "wished for "}, {"killed_uniq", "killed "}, {"killed_unique", "killed "}, {"bones_killed", "killed the bones of "},
	{"shoplifted", "shoplifted worth "}, {"genocided_monster", "genocided "}, {"crash", "crashed: "}, {"shout", "shouts: "},
	{"sokobanprize", "won in Sokoban "}, {"defeated", "defeated "}, {"achieve_descr", ""},
}

// ends lists how messages about the end of a game begin. The game log has that
// end as well.
var ends = []string{
	"ascended", "defied the gods", "killed by", "killed himself", "killed herself", "died", "quit", "escaped", "choked", "poisoned by",
	"drowned", "burned", "dissolved", "crushed", "petrified", "turned to slime", "turned into", "starved",
	"was killed", "was poisoned", "fell into", "committed suicide", "panic", "tricked", "zapped himself", "zapped herself",
}

// Ends reports whether the event tells of the game's end.
func (e *Event) Ends() bool {
	if e.Type&(EventDumpAscended|EventDumpAll) != 0 {
		return true
	}
	m := strings.ToLower(e.Message)
	return slices.ContainsFunc(ends, func(p string) bool { return strings.HasPrefix(m, p) })
}
