package plight

import (
	"slices"
	"strings"

	"delphi/engine/dump"
)

// averting is what keeps a hero from an end that takes no hit points, by the names of things.
type averting struct {
	things []string
	would  []string // in words, for who had none of them
}

// breathing is the amulet of those who need no air.
const breathing = "amulet of magical breathing"

// averts maps such ends to what averts them (3.6.7 trap.c, drown and lava_effects; mhitu.c,
// AD_WRAP; eat.c, choke).
var averts = map[string]averting{
	"drowned": {
		[]string{breathing, "ring of levitation", "levitation boots", "water walking boots", "potion of levitation"},
		[]string{"an " + breathing, "levitation"},
	},
	"dissolved": {[]string{"ring of levitation", "levitation boots", "potion of levitation"}, []string{"levitation"}},
	"burned":    {[]string{"ring of levitation", "levitation boots", "potion of levitation", "ring of fire resistance"}, []string{"levitation", "fire resistance"}},
	"choked":    {[]string{breathing}, []string{"an " + breathing, "stopping when it was hard to get all of it down"}},
	"crushed":   {nil, []string{"keeping away from under it"}},
}

// gripped is what averts a drowning by a monster: what makes its grip slip counts too.
var gripped = averting{
	[]string{breathing, "oilskin cloak", "can of grease"},
	[]string{"an " + breathing, "an oilskin cloak", "greased armor", "keeping away from the water"},
}

// gazed, touched and deadTouched are what averts ends that come at once.
var (
	gazed       = averting{[]string{"blindfold", "towel", "shield of reflection", "amulet of reflection", "silver dragon scale mail", "silver dragon scales", "mirror"}, []string{"reflection", "a blindfold or a towel on the eyes"}}
	touched     = averting{[]string{"leather gloves", "gauntlets of power", "gauntlets of dexterity", "gauntlets of fumbling"}, []string{"gloves", "leaving it alone"}}
	deadTouched = averting{[]string{"cloak of magic resistance", "gray dragon scale mail", "gray dragon scales"}, []string{"magic resistance"}}
)

// averting returns what keeps from an end; ok is false if nothing is known of that.
func (e *End) averting() (a averting, ok bool) {
	switch {
	case e.How == "drowned" && e.Monster != nil:
		return gripped, true
	case e.How == "stoned" && (strings.Contains(e.Killer, "gaz") || strings.Contains(e.Killer, "Medusa")):
		return gazed, true
	case e.How == "stoned" && e.Monster == nil:
		return touched, true
	case e.Killer == "touch of death":
		return deadTouched, true
	}
	a, ok = averts[e.How]
	return a, ok
}

// averted lists what was carried, and not in use, that keeps from an end.
func (e *End) averted(h *dump.Hero) {
	a, known := e.averting()
	if !known {
		return
	}
	e.Against, e.Would = e.How, a.would
	for _, o := range kitOf(h) {
		if o.item == nil || o.item.Worn != "" || !slices.Contains(a.things, o.name) {
			continue
		}
		do := verbs[o.item.Class]
		switch o.item.Class {
		case "ring", "armor":
			do = "put on"
		case "":
			do = "use"
		}
		e.Helpful = append(e.Helpful, Remedy{Do: do + " " + o.called(), Escapes: true})
	}
}
