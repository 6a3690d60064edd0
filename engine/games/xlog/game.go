package xlog

import (
	"cmp"
	"fmt"
	"math"
	mathbits "math/bits"
	"slices"
	"strings"
	"time"
)

// Outcome is how a game ended.
type Outcome uint8

const (
	Died Outcome = iota
	Ascended
	Escaped // left the dungeon alive, with the Amulet or without
	Quit
)

var outcomes = [...]string{"died", "ascended", "escaped", "quit"}

func (o Outcome) String() string { return outcomes[o] }

// OutcomeOf is the inverse of String. It returns Died if there is no such outcome.
func OutcomeOf(name string) Outcome { return Outcome(max(0, slices.Index(outcomes[:], name))) }

// Game is one game that ended, with its fields decoded. A number that the record
// lacks is 0, and a text is empty.
type Game struct {
	Record  Record
	Variant string // "nethack", "tnnt", ...: one of Variants()
	Version string // as written
	Name    string
	Role    string // three letters: "Wiz"
	Race    string
	Gender  string // at the end
	Align   string // at the end
	Gender0 string // at the start; at the end where only that is written
	Align0  string

	Death    string // as written
	While    string // "praying"; empty: able to act
	Outcome  Outcome
	WithAmul bool // died or escaped with the Amulet in hand, as the death says

	Points, Turns     int64
	DeathLev, MaxLvl  int64
	HP, MaxHP, Deaths int64
	DeathDNum         int64

	Realtime int64 // the seconds played, as written, whether they can be or not; see Playtime
	Start    int64 // unix seconds; 0: unknown
	End      int64 // unix seconds, never unknown

	Conducts []string // kept, in the order of the bits
	Achieved []string
	Unknown  map[string]uint64 // bits without a name, by field; nil: none
	Flags    []string          // "wizard", "explore", "bonesless", ...

	next  int // the field behind the one that was looked up last
	known map[bitSet]namedBits
}

// The times that a game's end may have: from the game's first release to the
// year 2100.
const (
	earliest = 554_000_000
	latest   = 4_102_444_800
)

// Decode reads a record as a game that ended. hint is the variant that its
// source is known to hold ("" if it may be any). Its error is a reason to show.
func Decode(r Record, hint string) (*Game, error) { return (&Game{Record: r}).decode(hint) }

func (g *Game) decode(hint string) (*Game, error) {
	r := &g.Record
	if g.Name = g.text("name"); g.Name == "" {
		g.Name = g.text("player")
	}
	if g.Name == "" {
		return nil, fmt.Errorf("no name")
	}
	if len(g.Name) > 64 {
		return nil, fmt.Errorf("a name of %d bytes", len(g.Name))
	}
	var hasDeath bool
	if g.Death, hasDeath = r.Get("death"); !hasDeath {
		if _, live := r.Raw("lltype"); live {
			return nil, fmt.Errorf("a livelog line in a game log")
		}
		return nil, fmt.Errorf("no death")
	}
	// In about the order in which games write them.
	g.Version, _ = g.raw("version")
	g.Points, g.DeathDNum, g.DeathLev, g.MaxLvl = g.num("points"), g.num("deathdnum"), g.num("deathlev"), g.num("maxlvl")
	g.HP, g.MaxHP, g.Deaths = g.num("hp"), g.num("maxhp"), g.num("deaths")
	g.Role, g.Race = code(g.text("role")), code(g.text("race"))
	g.Gender, g.Align = code(g.text("gender")), code(g.text("align"))
	g.While = g.text("while")
	g.Turns, g.Realtime = g.num("turns"), g.num("realtime")
	if err := g.times(); err != nil {
		return nil, err
	}
	g.Gender0 = cmp.Or(code(g.text("gender0")), g.Gender)
	g.Align0 = cmp.Or(code(g.text("align0")), g.Align)

	var d *decoder
	d, g.Variant = find(r, hint, g.Version, g.End)
	g.bits(d)
	g.Outcome, g.WithAmul = outcome(g.Death, d.Ascended)
	return g, nil
}

// text returns the value of a key, trimmed, or "" if there is none.
func (g *Game) text(key string) string {
	if twin(key) != "" {
		s, _ := g.Record.Get(key)
		return strings.TrimSpace(s)
	}
	s, _ := g.raw(key)
	return strings.TrimSpace(s)
}

// raw is Record.Raw, quicker for a key behind the one that was looked up last.
func (g *Game) raw(key string) (string, bool) {
	i := g.Record.place(key, g.next)
	if i < 0 {
		return "", false
	}
	g.next = i + 1
	return g.Record.Fields[i].Value, true
}

// num returns the number that a key has; 0 if it has none.
func (g *Game) num(key string) int64 {
	v, _ := g.raw(key)
	n, _ := parseInt(v)
	return n
}

// times reads when the game began and ended. A game without a time of its end is an error.
func (g *Game) times() error {
	if g.Start = g.num("starttime"); g.Start == 0 {
		g.Start = g.num("starttimeus") / 1e6
	}
	if g.End = g.num("endtime"); g.End == 0 {
		g.End = g.num("endtimeus") / 1e6
	}
	if g.End < earliest || g.End > latest {
		end, ok := day(g.num("deathdate"))
		if !ok {
			return fmt.Errorf("no time of its end")
		}
		g.End = end
	}
	if g.Start < earliest || g.Start > g.End {
		g.Start = 0
	}
	return nil
}

// Playtime returns the seconds played of a game that began and ended then (start 0: nobody
// knows when it began); 0 where what its log says of them cannot be: below 0, or more than
// from the start to the end and a day.
func Playtime(realtime, start, end int64) int64 {
	if realtime < 0 || realtime > 100*365*86400 || start != 0 && realtime > end-start+daySeconds {
		return 0
	}
	return realtime
}

// bits reads conducts, achievements and flags as the decoder names them.
func (g *Game) bits(d *decoder) {
	r := &g.Record
	unknown := func(field string, set uint64) {
		if set == 0 {
			return
		}
		if g.Unknown == nil {
			g.Unknown = map[string]uint64{}
		}
		g.Unknown[field] = set
	}
	if set, ok := r.Bits("conduct"); ok {
		if set>>32 == math.MaxUint32 { // a 32-bit set, its sign extended
			set = uint64(uint32(set))
		}
		key := bitSet{&d.conduct, set}
		named, known := g.known[key]
		if !known {
			if n := mathbits.OnesCount64(set); n > 0 {
				named.names = make([]string, 0, n)
			}
			named.unknown = d.conduct.named(set, &named.names, &named.names)
			if g.known != nil {
				g.known[key] = named
			}
		}
		g.Conducts = slices.Clip(named.names)
		unknown("conduct", named.unknown)
	}
	for i := range d.achieve {
		if set, ok := r.Bits(d.achieve[i].field); ok {
			unknown(d.achieve[i].field, d.achieve[i].bits.named(set, &g.Conducts, &g.Achieved))
		}
	}
	g.extended("conductX", &g.Conducts)
	g.extended("achieveX", &g.Achieved)
	if set, ok := r.Bits("flags"); ok {
		unknown("flags", d.flags.named(set, &g.Flags, &g.Flags))
	}
	switch mode := strings.ToLower(g.text("mode")); mode {
	case "wizard", "debug":
		addName(&g.Flags, len(g.Flags), "wizard")
	case "explore", "discover":
		addName(&g.Flags, len(g.Flags), "explore")
	}
}

// extended reads a list of names that the game writes beside the bits.
func (g *Game) extended(field string, list *[]string) {
	v, _ := g.Record.Raw(field)
	for name := range strings.SplitSeq(v, ",") {
		if name = strings.ToLower(strings.TrimSpace(name)); name == "" {
			continue
		}
		if ours, ok := variants().names[name]; ok {
			name = ours
		}
		addName(list, len(*list), name)
	}
}

// Practice reports whether the game was in wizard or explore mode. Such games count
// nowhere.
func (g *Game) Practice() bool {
	return slices.ContainsFunc(g.Flags, func(f string) bool { return f == "wizard" || f == "explore" })
}

// code returns a three-letter code as the game writes it: "wizard" and "WIZ" are
// "Wiz".
func code(s string) string {
	if len(s) < 3 || len(s) == 3 && upper(s[0]) && lower(s[1]) && lower(s[2]) {
		return s // most are as they should be
	}
	s = strings.ToLower(s)
	return strings.ToUpper(s[:1]) + s[1:3]
}

func upper(c byte) bool { return c >= 'A' && c <= 'Z' }

func lower(c byte) bool { return c >= 'a' && c <= 'z' }

// outcome returns what a death says, ascended being how an ascension begins.
func outcome(death string, ascended []string) (Outcome, bool) {
	death = strings.ToLower(strings.TrimSpace(death))
	for _, a := range ascended {
		if strings.HasPrefix(death, a) {
			return Ascended, true
		}
	}
	amulet := strings.Contains(death, "(with the amulet)") || strings.Contains(death, "with amulet")
	switch {
	case strings.HasPrefix(death, "escaped"):
		return Escaped, amulet
	case strings.HasPrefix(death, "quit"):
		return Quit, amulet
	}
	return Died, amulet
}

// day returns the first second of a date written YYYYMMDD.
func day(n int64) (int64, bool) {
	y, m, d := int(n/10000), int(n/100%100), int(n%100)
	if y < 1987 || y >= 2100 || m < 1 || m > 12 || d < 1 || d > 31 {
		return 0, false
	}
	return time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC).Unix(), true
}
