package rules

import (
	"slices"
	"strings"
	"sync"
)

// version describes one version of the game: its name and what it is a delta
// on. What it changes of its parent's numbers stands in the changes of each
// topic, and of its parent's tables in data/NAME.
type version struct {
	name, title, released string
	parent                string
	also                  []string // other spellings, as Lookup folds them
	// partial: only the topics that the version itself changes are known, so
	// there is no Set of it.
	partial bool
}

// versions lists every version, each after its parent. The first is the root.
var versions = []version{
	{name: "3.4.3", title: "NetHack 3.4.3", released: "2003-12-07", also: []string{"3.4", "343", "nethack343"}},
	{name: "3.6.7", title: "NetHack 3.6.7", released: "2023-02-16", parent: "3.4.3", also: []string{"3.6", "367"}},
	{name: "5.0.0", title: "NetHack 5.0.0", released: "2026-05-02", parent: "3.6.7", also: []string{"5.0", "500"}},
	{name: "slashem", title: "SLASH'EM 0.0.8", parent: "3.4.3", also: []string{"slashem0.0.8", "slashem0.0.7", "slashem0.0.7e7f3", "0.0.7e7f3", "0.0.8e0f2"}},
	{name: "xnethack", title: "xNetHack 9.1", parent: "5.0.0", also: []string{"xnh", "xnethack9.1", "xnethack9"}},
	{name: "evilhack", title: "EvilHack 0.9", parent: "5.0.0", also: []string{"evh", "evilhack0.9"}},
	{name: "fiqhack", title: "FIQHack", parent: "3.4.3", also: []string{"fiq", "fh"}},
	{name: "unnethack", title: "UnNetHack 6.0.15", parent: "3.4.3", also: []string{"unh"}, partial: true},
	{name: "dnethack", title: "dNetHack 3.23.0", parent: "3.4.3", also: []string{"dnh"}, partial: true},
	{name: "grunthack", title: "GruntHack 0.2.2", parent: "3.4.3", partial: true},
	{name: "sporkhack", title: "SporkHack 0.7.0", parent: "3.4.3", partial: true},
	{name: "slashthem", title: "SLASHTHEM 0.9.7", parent: "slashem", partial: true},
	{name: "gnollhack", title: "GnollHack 4.3.0", parent: "3.6.7", partial: true},
	{name: "splicehack", title: "SpliceHack 1.2.0", parent: "5.0.0", also: []string{"spl"}, partial: true},
	{name: "hackem", title: "Hack'EM 1.3.0", parent: "evilhack", partial: true},
	{name: "fourk", title: "NetHack Fourk", parent: "3.4.3", also: []string{"nethackfourk", "nethack4k"}, partial: true},
	{name: "notdnethack", title: "notdNetHack 2026.05.15", parent: "dnethack", also: []string{"notdnh"}, partial: true},
	{name: "notnotdnethack", title: "notnotdNetHack 2025.05.16", parent: "notdnethack", also: []string{"notnotdnh"}, partial: true},
}

// sets holds a builder for each whole version; a Set is built when it is first
// asked for.
var sets = func() map[string]func() *Set {
	out := map[string]func() *Set{}
	for _, v := range versions {
		if !v.partial {
			out[v.name] = sync.OnceValue(func() *Set { return build(v) })
		}
	}
	return out
}()

func build(v version) *Set {
	s := &Set{Name: v.name, Title: v.title, Released: v.released, Parent: v.parent, Casting: *casting.make(v)}
	s.load(v)
	for _, w := range s.Worn {
		if w.Robe {
			s.robes = append(s.robes, w)
		}
	}
	for _, h := range s.Held {
		if h.Quarterstaff || h.Nothing || h.Staff != "" || h.Wand != "" || h.Book != "" {
			s.aids = append(s.aids, h)
		}
	}
	return s
}

// Default is the version that is meant if none is named.
const Default = "5.0.0"

// Get returns the rules of a version by its exact name, as Names lists them, or nil if
// there is none.
func Get(name string) *Set {
	if f := sets[name]; f != nil {
		return f()
	}
	return nil
}

// Names lists the exact names of the versions that Get knows, the main line
// first.
func Names() []string {
	var out []string
	for _, v := range versions {
		if !v.partial {
			out = append(out, v.name)
		}
	}
	return out
}

// Complete lists up to most names of versions that begin with what is typed.
func Complete(typed string, most int) []string {
	typed = strings.TrimPrefix(strings.ToLower(typed), "v")
	out := slices.DeleteFunc(Names(), func(n string) bool { return !strings.HasPrefix(n, typed) })
	return out[:min(len(out), most)]
}

// DataVersion changes whenever an answer may change with the data or the code
// that reads it. Caches of answers are dropped when it does.
func DataVersion() string { return dataVersion() }
