package rules

import (
	"strings"

	"delphi/engine/seq"
)

// Fixtures holds what fountains, thrones, sinks, lamps and bottles do. It is
// known where the game itself was asked. The tag cite names the rule of
// data/all/cites in which a number stands.
type Fixtures struct {
	// A fountain that is drunk from rolls rnd(FountainDie); the same die
	// decides what a dip does. It dries up with a 1-in-DryOnce chance.
	FountainDie int `cite:"fountain quaffing"`
	DryOnce     int `cite:"fountain drying up"`
	// A water demon grants a wish with a chance of WishBelow less the depth in
	// a hundred.
	WishBelow int `cite:"water demon"`
	// A magic fountain works from this roll on.
	MagicFrom int `cite:"fountain quaffing"`
	// AllFrom is the Luck from which it raises every attribute.
	AllFrom int `cite:"fountain quaffing"`

	// A dipped long sword becomes Excalibur with a 1-in-SwordOnce chance from
	// level SwordLevel on; the Knight's chance is 1 in KnightOnce. Without
	// the right alignment it loses a point with a 1-in-SwordLess chance.
	SwordLevel int `cite:"Excalibur"`
	SwordOnce  int `cite:"Excalibur"`
	KnightOnce int `cite:"Excalibur"`
	SwordLess  int `cite:"Excalibur"`

	// A throne does something if rnd(ThroneDie) > ThroneIdle, and vanishes
	// with a 1-in-ThroneOnce chance. TeleportStays means that it never
	// vanishes on the sit that teleports its sitter away.
	ThroneDie     int  `cite:"throne"`
	ThroneIdle    int  `cite:"throne"`
	ThroneOnce    int  `cite:"throne"`
	TeleportStays bool `cite:"throne"`
	// A throne's wish needs Luck + rn2(ThroneLuck) >= 0, and it identifies
	// rn2(ThroneItems) things, all for 0.
	ThroneLuck  int `cite:"throne"`
	ThroneItems int `cite:"throne"`

	// A kick at a sink only makes it sound in KlunkNum of KlunkDen cases; each
	// thing that a sink holds once comes with a 1-in-SinkOnce chance.
	KlunkNum int `cite:"sink kick"`
	KlunkDen int `cite:"sink kick"`
	SinkOnce int `cite:"sink kick"`
	SinkDie  int `cite:"sink quaffing"`
	// A ring dropped into a sink backs up with a 1-in-BackOnce chance;
	// otherwise it is buried below with a 1-in-BuryOnce chance (0: never).
	BackOnce int `cite:"ring in a sink"`
	BuryOnce int `cite:"ring in a sink"`

	// A djinni's gift lists the chances in a hundred of each of Djinni, by
	// BUC: blessed, uncursed, cursed.
	Djinni     []string `cite:"djinni"`
	DjinniOdds [3][]int `cite:"djinni"`
	// A rubbed magic lamp lets its djinni out with a 1-in-RubOnce chance;
	// otherwise it smokes with a 1-in-SmokeOnce chance.
	RubOnce   int `cite:"rubbing a lamp"`
	SmokeOnce int `cite:"rubbing a lamp"`
	// A smoky or milky potion holds a djinni or ghost with a chance of 1 in
	// OccupantOnce + OccupantEach for each that was made. Once OccupantMost were made
	// there is none (0 means no limit). GoneStops means that there is none once its
	// kind is genocided or extinct.
	OccupantOnce int  `cite:"smoky and milky potions"`
	OccupantEach int  `cite:"smoky and milky potions"`
	OccupantMost int  `cite:"smoky and milky potions"`
	GoneStops    bool `cite:"smoky and milky potions"`

	// A wand without charges works with a 1-in-WrestOnce chance.
	WrestOnce int `cite:"wresting"`

	// Engravings lists what shows when each wand is engraved with.
	Engravings []Engraving `cite:"engraving"`

	Faces []FixtureFace `cite:"fountain quaffing"`
	Rings []SinkRing    `cite:"ring in a sink"`
}

// FixtureFace is what a fixture does from one face of its die to another.
type FixtureFace struct {
	Fixture  string // "quaff fountain"
	From, To int
	Kind     string // what is special about it; empty: nothing
	Text     string // the game's message, or a description of it
}

// Engraving is what shows when a wand is engraved with.
type Engraving struct {
	Wand   string // without "wand of"
	Itself string // whether it identifies itself: "yes", "yes unless blind", ...; empty: no
	Needs  string // what must be there already; empty: nothing
	Seen   string // "no message", or what it says
	// Short is what players write for that, the usual words first.
	Short []string
}

// SinkRing is what shows which ring was dropped into a sink.
type SinkRing struct {
	Ring  string // "ring of searching"
	Seen  string
	Back  bool   // it always comes back
	Sight string // "yes": it must be seen, "message": only to read the message; empty: not
	// Short is what players write for what shows, the usual words first.
	Short []string
}

// Rules of data/all/cites that fixtures stand in.
const (
	CiteFountain  = "fountain quaffing"
	CiteDry       = "fountain drying up"
	CiteDemon     = "water demon"
	CiteExcalibur = "Excalibur"
	CiteThrone    = "throne"
	CiteSinkKick  = "sink kick"
	CiteSinkQuaff = "sink quaffing"
	CiteSinkRing  = "ring in a sink"
	CiteDjinni    = "djinni"
	CiteRub       = "rubbing a lamp"
	CiteSmoky     = "smoky and milky potions"
	CiteTune      = "castle tune"
	CiteWrest     = "wresting"
	CiteEngraving = "engraving"
)

var fixtures = register(topic[Fixtures]{name: "Fixtures", what: "rules of fountains, thrones, sinks and lamps", own: true, tables: []string{"fixtures", "sinkrings", "engravings"}, fill: fillFixtures, changes: map[string]func(*Fixtures){
	"3.4.3": func(f *Fixtures) {
		f.FountainDie, f.DryOnce, f.WishBelow, f.MagicFrom, f.AllFrom = 30, 3, 20, 10, 4
		f.SwordLevel, f.SwordOnce, f.KnightOnce, f.SwordLess = 5, 6, 6, 3
		f.ThroneDie, f.ThroneIdle, f.ThroneOnce, f.TeleportStays, f.ThroneLuck, f.ThroneItems = 6, 4, 3, true, 5, 5
		f.KlunkNum, f.KlunkDen, f.SinkOnce, f.SinkDie, f.BackOnce = 4, 5, 3, 20, 20
		f.Djinni = []string{"wish", "tame", "peaceful", "vanishes", "hostile"}
		f.DjinniOdds = [3][]int{{80, 5, 5, 5, 5}, {20, 20, 20, 20, 20}, {5, 5, 5, 5, 80}}
		f.RubOnce, f.SmokeOnce, f.OccupantOnce, f.OccupantEach, f.OccupantMost = 3, 2, 13, 2, 120
		f.WrestOnce = 121
	},
	"3.6.7": func(f *Fixtures) { f.GoneStops, f.OccupantMost, f.BuryOnce = true, 0, 5 },
	"5.0.0": func(f *Fixtures) { f.SwordOnce, f.TeleportStays = 30, false },
}})

func fillFixtures(f *Fixtures, lineage []string) {
	readTable(lineage, "fixtures").each(func(r row) {
		f.Faces = append(f.Faces, FixtureFace{r.str("fixture"), r.num("from"), r.num("to"), r.str("kind"), r.str("text")})
	})
	readTable(lineage, "engravings").each(func(r row) {
		f.Engravings = append(f.Engravings, Engraving{r.str("wand"), r.str("itself"), r.str("needs"), r.str("seen"), strings.Split(r.str("short"), ";")})
	})
	readTable(lineage, "sinkrings").each(func(r row) {
		f.Rings = append(f.Rings, SinkRing{r.str("ring"), r.str("seen"), r.yes("back"), r.str("sight"), strings.Split(r.str("short"), ";")})
	})
}

// Fixtures returns what the version's fixtures do; nil if it is not known.
func (s *Set) Fixtures() *Fixtures { return fixtures.of(s.Name) }

// Of lists the faces of one fixture, in order; nil if it has none.
func (f *Fixtures) Of(fixture string) []FixtureFace {
	return seq.Filter(f.Faces, func(x FixtureFace) bool { return x.Fixture == fixture })
}
