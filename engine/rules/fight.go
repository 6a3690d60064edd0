package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Fight holds the numbers and tables of a version's hand-to-hand and missile
// fighting. The tag cite names the rule of data/all/cites in which a number
// stands.
type Fight struct {
	// A swing hits if its to-hit number exceeds rnd(20). It starts at 1 and
	// counts Luck in whole, or with LuckDivisor n as (|Luck|+n-1)/n with its sign.
	LuckDivisor int    `cite:"to hit"`
	StrHit      []UpTo `cite:"ability to hit"` // by Strength as the game counts it
	DexHit      []UpTo `cite:"ability to hit"`
	NewbieXL    int    `cite:"ability to hit"` // up to this XL melee gets 1 more
	StrDamage   []UpTo `cite:"strength damage"`
	// ScaledStr: two-handed blows count 3/2 of the Strength bonus, each blow of
	// two weapons or of a double punch 3/4.
	ScaledStr bool `cite:"weapon damage"`

	SkillHit     [SkillLevels]int `cite:"skill to hit"`
	TwoWeaponHit [SkillLevels]int `cite:"skill to hit"`
	RidingHit    [SkillLevels]int `cite:"skill to hit"`
	BothRiding   int              `cite:"skill to hit"` // two weapons while riding

	SkillDamage     [SkillLevels]int `cite:"skill damage"`
	TwoWeaponDamage [SkillLevels]int `cite:"skill damage"`
	RidingDamage    [SkillLevels]int `cite:"skill damage"`

	// ArmedOnly: without a weapon no skill counts for the to-hit number.
	ArmedOnly bool `cite:"to hit"`
	// HitResisted: what an artifact adds to hit does not ask for a target's
	// resistance.
	HitResisted bool `cite:"artifact damage"`
	// DrainByKind: the level that some drain takes as many hit points as the
	// target's kind has a level, not d8.
	DrainByKind bool `cite:"artifact damage"`
	// DrainStops: a level takes no hit point below one more than the level from the
	// target's maximum.
	DrainStops bool `cite:"artifact damage"`
	// NoLeastHP: what rolls a 1 for each level gets one hit point more.
	NoLeastHP bool `cite:"hit points"`
	// GolemHP holds the hit points of golems, by name.
	GolemHP map[string]int `table:"makemon.c, golemhp"`
	// OneRoll: two weapons share one roll, that of the first.
	OneRoll bool `cite:"two-weapon attack"`
	// RollWakes: the first swing wakes a sleeper whether it hits or not.
	RollWakes bool `cite:"to hit"`
	// KickSaved n means that a martial arts kick which a load would spoil succeeds 1
	// time in n.
	KickSaved int `cite:"kicks"`
	// PunchTwice: bare hands above Basic may punch a second time, one level
	// of skill above it once in five.
	PunchTwice bool `cite:"two-weapon attack"`
	// SkillAlways: a blow gets its skill bonus even if its dice gave 1.
	SkillAlways bool `cite:"weapon damage"`
	// BluntSilver: a silver thing hurts silver-haters even used as a bludgeon.
	BluntSilver bool `cite:"weapon damage"`
	// BladedPole names the artifact that is not used as a bludgeon on foot, or "" if
	// there is none.
	BladedPole string `cite:"weapon damage"`
	// StonePasses: stones that fly at what walks through rock do nothing.
	StonePasses bool `cite:"weapon damage"`
	// StonesHit: a unicorn catches no rocks and grey stones, and nothing from a
	// sling.
	StonesHit bool `cite:"missile to hit"`
	// MetalDivides: puddings divide when metal hits them, not iron alone, in either
	// hand, but not at missiles in the hand.
	MetalDivides bool `cite:"weapon damage"`
	// Anatomy: a Healer's knives do more damage to kinds of which the hero has killed
	// six or more.
	Anatomy bool `cite:"weapon damage"`
	// ShadeArtifact: artifacts that are made against the undead hit shades.
	ShadeArtifact bool `cite:"damage dice"`
	// LitArtifact names the artifact whose light hurts those that hate light.
	LitArtifact string `cite:"damage dice"`

	// Venomous names the artifact that poisons with the rolls of the d20 up to
	// VenomousRoll, or "" if there is none.
	Venomous     string `cite:"weapon damage"`
	VenomousRoll int    `cite:"weapon damage"`

	// The Rogue's backstab: it needs a fleeing target, or also a helpless one;
	// it works for thrown things; it does not for those without a back.
	BackstabHelpless bool `cite:"weapon damage"`
	BackstabThrown   bool `cite:"weapon damage"`
	BackstabBack     bool `cite:"weapon damage"`

	// Sweeper names the artifact that strikes three squares at once, and so never from
	// behind, or "" if there is none.
	Sweeper string `cite:"weapon damage"`

	// Volleys: CutFirst cuts the number to the quantity before the roll.
	// OldVolley: only ammunition with its launcher, daggers and missiles.
	CutFirst    bool `cite:"volley"`
	OldVolley   bool `cite:"volley"`
	QuestVolley bool `cite:"volley"` // one's own quest artifact fires one more

	// BreakSaved: flint and hard gems survive a further half of the time.
	BreakSaved bool `cite:"missile breakage"`

	Artifacts []ArtifactPower   `table:"artilist.h"`
	Skills    map[int]string    `table:"skills.h"`
	Extra     map[string][2]Die `cite:"damage dice"` // WeaponDice.Extra
}

// SkillLevels is how many levels of skill there are in weapons and fighting.
const SkillLevels = int(GrandMaster) + 1

// ArtifactPower is what an artifact adds to blows that its power applies to.
type ArtifactPower struct {
	Name   string
	Hit    int    // rnd(Hit) to hit; 0: nothing
	Damage int    // rnd(Damage); 0: the damage doubles
	Type   string // "phys", "fire", "stun": what a target may resist
	Flag   string // it applies only to monsters of that flag
	Class  string // or of that class symbol
	Lawful bool   // or to those that are not lawful
	// HitFlag limits what it adds to hit alone to monsters of that flag.
	HitFlag string
}

var fight = register(topic[Fight]{name: "Fight", what: "rules of fighting", own: true, tables: []string{"artifactpowers", "weaponskills", "golemhp"}, fill: fillFight, changes: map[string]func(*Fight){
	"3.4.3": func(f *Fight) {
		f.LuckDivisor, f.KickSaved = 1, 2
		f.StrHit = []UpTo{{5, -2}, {7, -1}, {16, 0}, {68, 1}, {117, 2}, {125, 3}}
		f.DexHit = []UpTo{{3, -3}, {5, -2}, {7, -1}, {14, 0}, {15, 1}, {16, 2}, {17, 3}, {18, 4}, {19, 5}, {20, 6}, {21, 7}, {22, 8}, {23, 9}, {24, 10}, {25, 11}}
		f.NewbieXL = 2
		f.StrDamage = []UpTo{{5, -1}, {15, 0}, {17, 1}, {18, 2}, {93, 3}, {108, 4}, {117, 5}, {125, 6}}
		f.SkillHit = [SkillLevels]int{-4, -4, 0, 2, 3, 3, 3}
		f.TwoWeaponHit = [SkillLevels]int{-9, -9, -7, -5, -3, -3, -3}
		f.RidingHit = [SkillLevels]int{-2, -2, -1}
		f.BothRiding = -2
		f.SkillDamage = [SkillLevels]int{-2, -2, 0, 1, 2, 2, 2}
		f.TwoWeaponDamage = [SkillLevels]int{-3, -3, -1, 0, 1, 1, 1}
		f.RidingDamage = [SkillLevels]int{0, 0, 0, 1, 2, 2, 2}
		f.ArmedOnly, f.OneRoll, f.RollWakes, f.HitResisted = true, true, true, true
		f.BackstabThrown, f.CutFirst, f.OldVolley = true, true, true
	},
	"3.6.7": func(f *Fight) {
		f.ArmedOnly, f.OneRoll, f.HitResisted, f.BackstabThrown, f.CutFirst, f.OldVolley = false, false, false, false, false, false
		f.BluntSilver, f.ShadeArtifact, f.DrainByKind = true, true, true
		f.LitArtifact, f.Sweeper, f.MetalDivides = "Sunsword", "Cleaver", true
	},
	"5.0.0": func(f *Fight) {
		f.LuckDivisor, f.KickSaved = 3, 1
		f.StrHit = []UpTo{{5, -2}, {7, -1}, {16, 0}, {67, 1}, {117, 2}, {125, 3}}
		f.RollWakes = false
		f.PunchTwice, f.ScaledStr, f.SkillAlways = true, true, true
		f.Venomous, f.VenomousRoll = "Grimtooth", 5
		f.BladedPole, f.LitArtifact = "Snickersnee", "Sunsword"
		f.StonePasses, f.StonesHit, f.Anatomy, f.DrainStops = true, true, true, true
		f.BackstabHelpless, f.BackstabBack = true, true
		f.QuestVolley, f.BreakSaved, f.NoLeastHP = true, true, true
	},
}})

// Fight returns the version's rules of fighting; nil if they are not known.
func (s *Set) Fight() *Fight { return fight.of(s.Name) }

func fillFight(f *Fight, lineage []string) {
	readTable(lineage, "artifactpowers").each(func(r row) {
		a := ArtifactPower{Name: r.str("artifact"), Hit: r.num("hit"), Damage: r.num("damage"), Type: r.str("type")}
		switch kind, what, _ := strings.Cut(r.str("against"), ":"); kind {
		case "flag":
			a.Flag = what
		case "hit":
			a.HitFlag = what
		case "class":
			a.Class = what
		case "align":
			a.Lawful = true
		}
		f.Artifacts = append(f.Artifacts, a)
	})
	f.Skills = map[int]string{}
	readTable(lineage, "weaponskills").each(func(r row) { f.Skills[r.num("number")] = r.str("skill") })
	f.Extra = extraDice(lineage)
	f.GolemHP = map[string]int{}
	readTable(lineage, "golemhp").each(func(r row) { f.GolemHP[r.str("name")] = r.num("hp") })
}

// dieOf reads "2d6", "1" and nothing.
func dieOf(s string) Die {
	number := func(s string) (n int) {
		for _, c := range s {
			n = n*10 + int(c-'0')
		}
		return n
	}
	count, sides, ok := strings.Cut(s, "d")
	if !ok {
		return Die{number(count), 1}
	}
	return Die{number(count), number(sides)}
}

// Artifact finds what an artifact adds; nil for one that adds nothing to blows.
func (f *Fight) Artifact(name string) *ArtifactPower {
	if i := slices.IndexFunc(f.Artifacts, func(a ArtifactPower) bool { return a.Name == name }); i >= 0 {
		return &f.Artifacts[i]
	}
	return nil
}

// WeaponSkill returns the skill that a weapon, a weapon-tool or a missile is used
// with; empty for things that need none.
func (f *Fight) WeaponSkill(o *Object) string {
	switch o.Class {
	case "weapon", "tool", "gem":
		n := o.Sub
		if n < 0 {
			n = -n
		}
		return f.Skills[n]
	}
	return ""
}

// ReadStrength reads Strength as the game shows it: "16", "18/50", "18/**",
// "21". The number is the one that the game counts with: 18/01 is 19 and 18/**
// is 118, 19 is 119 and so on.
func ReadStrength(text string) (n int, ok bool) {
	whole, percent, exceptional := strings.Cut(text, "/")
	if n, err := strconv.Atoi(whole); !exceptional && err == nil && n > 18 {
		return 100 + n, n <= 25
	} else if !exceptional || whole != "18" {
		return n, err == nil && !exceptional && n >= 3
	}
	if percent == "**" {
		return 118, true
	}
	n, err := strconv.Atoi(percent)
	return 18 + n, err == nil && n >= 1 && n <= 100
}

// StrengthText returns what ReadStrength reads.
func StrengthText(n int) string {
	switch {
	case n <= 18:
		return strconv.Itoa(n)
	case n < 118:
		return fmt.Sprintf("18/%02d", n-18)
	case n == 118:
		return "18/**"
	}
	return strconv.Itoa(n - 100)
}

// Above returns what the first step of a table by attribute that reaches v adds.
func Above(steps []UpTo, v int) int {
	for _, s := range steps {
		if v <= s.Max {
			return s.Add
		}
	}
	return 0
}

// Elemental reports an artifact whose attack a target may resist outright.
func (a *ArtifactPower) Elemental() bool {
	return a.Type == "fire" || a.Type == "cold" || a.Type == "elec"
}
