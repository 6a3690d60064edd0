package rules

import (
	"fmt"
	"slices"
	"sync"
)

// version describes a Set: what it is a delta on and what it changes. Its
// tables come from data/.
type version struct {
	name, title, released string
	parent                string
	change                func(*Casting) // applied to a copy of the parent's numbers
}

// versions lists every version, each after its parent. The first is the root.
//
// The numbers are those of percent_success and energy_cost in each version's
// spell.c; the cite tags of Casting say which rule of data/all/cites.tsv holds
// them.
var versions = []version{
	{name: "3.4.3", title: "NetHack 3.4.3", released: "2003-12-07", change: func(c *Casting) {
		*c = Casting{
			Formula: Percent,
			Helmet:  4, Gloves: 6, Boots: 2,
			MaxPenalty: 20,
			BigShield:  4, BigShieldSpecial: 2,
		}
	}},
	{name: "3.6.7", title: "NetHack 3.6.7", released: "2023-02-16", parent: "3.4.3", change: func(c *Casting) {
		c.StunnedRefused = true
	}},
	{name: "5.0.0", title: "NetHack 5.0.0", released: "2026-05-02", parent: "3.6.7", change: func(c *Casting) {
		c.Quarterstaff = -3
		c.LightSchool = "clerical"
	}},
	{name: "slashem", title: "SLASH'EM 0.0.8", parent: "3.4.3", change: func(c *Casting) {
		c.BodyArmour = 5
		c.RobeOfPower = -3
		c.HasMinPenalty, c.MinPenalty = true, 5
	}},
	{name: "xnethack", title: "xNetHack 9.1", parent: "5.0.0", change: func(c *Casting) {
		*c = Casting{
			Formula: Power,
			Power: PowerNumbers{
				Stat: 5, XL: 5, Level: 25, Wand: 30,
				Suit: 50, Shield: 15, BulkyShield: 15, MetalShield: 15,
				Helmet: 20, Gloves: 35, Boots: 10,
				AidsHalve:  true,
				Cap:        [skills]int{30, 40, 60, 80, 100},
				BookHalves: true,
			},
			StunnedRefused: c.StunnedRefused,
		}
	}},
	{name: "evilhack", title: "EvilHack 0.9", parent: "5.0.0", change: func(c *Casting) {
		c.Quarterstaff = 0
		c.LightSchool = ""
		c.MetalShieldIsBig = true
		c.Dexterity = []UpTo{{6, -10}, {9, -5}, {15, 0}, {18, 5}, {20, 10}, {23, 15}, {25, 20}}
		c.Staff = 50
		c.ArmourPerLevel = -10
	}},
	{name: "fiqhack", title: "FIQHack", parent: "3.4.3", change: func(c *Casting) {
		*c = Casting{
			Formula: Power,
			Power: PowerNumbers{
				Stat: 5, XL: 5, Level: 25,
				Suit: 50, Shield: 15, BulkyShield: 15, MetalShield: 15,
				Helmet: 20, Gloves: 35, Boots: 10,
				Aid: 5, AidTo: 20,
				Cap:    [skills]int{40, 40, 60, 80, 100},
				AtZero: 200, AmuletMultiples: 2,
			},
		}
	}},
}

// sets holds a builder for each version; a Set is built when first asked for.
var sets = func() map[string]func() *Set {
	out := map[string]func() *Set{}
	for _, v := range versions {
		out[v.name] = sync.OnceValue(func() *Set { return build(v) })
	}
	return out
}()

// lineage is the chain of versions from the root to name.
func lineage(name string) []version {
	var out []version
	for name != "" {
		i := slices.IndexFunc(versions, func(v version) bool { return v.name == name })
		if i < 0 {
			panic(fmt.Sprintf("rules: no version %q", name))
		}
		out = append(out, versions[i])
		name = versions[i].parent
	}
	slices.Reverse(out)
	return out
}

func build(v version) *Set {
	s := &Set{Name: v.name, Title: v.title, Released: v.released, Parent: v.parent}
	var names []string
	for _, ancestor := range lineage(v.name) {
		ancestor.change(&s.Casting)
		names = append(names, ancestor.name)
	}
	s.load(names)
	return s
}

// Default is the version that is meant where none is named.
const Default = "5.0.0"

// Get returns the rules of a version by its exact name, as Names lists them;
// nil if there is none.
func Get(name string) *Set {
	if f := sets[name]; f != nil {
		return f()
	}
	return nil
}

// Names lists the exact names of the versions, the main line first.
func Names() []string {
	out := make([]string, len(versions))
	for i, v := range versions {
		out[i] = v.name
	}
	return out
}

// DataVersion changes whenever an answer may change with the data or the code
// that reads it; caches of answers are dropped when it does.
func DataVersion() string { return dataVersion() }
