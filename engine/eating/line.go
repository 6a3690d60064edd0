package eating

import (
	"slices"
	"strings"
)

// Unknown is what a line says where no rule of a version's corpses is known.
const Unknown = "unknown"

// Dangers lists what is bad about eating it, the worst first, in words.
func (a *Answer) Dangers() []string {
	var out []string
	add := func(when bool, text string) {
		if when {
			out = append(out, text)
		}
	}
	add(a.FirstBite.Kills, "kills at the first bite")
	add(a.FirstBite.Petrifies, "petrifies unless resistant")
	add(a.FirstBite.Slimes, "turns you into slime in 10 turns")
	add(a.Old && a.Poisoning.Deadly > 0, "already old: "+shareOf(a.Poisoning.Deadly)+" deadly food poisoning")
	add(a.Old && a.Poisoning.Deadly == 0 && a.Poisoning.Mild > 0, "already old: "+shareOf(a.Poisoning.Mild)+" mild sickness")
	add(a.Poisonous && !a.immune, "poisonous")
	add(a.Poisonous && a.immune, "poisonous, which you resist")
	add(a.Acidic && !a.resists.Acid, "acidic")
	add(a.Acidic && a.resists.Acid, "acidic, which you resist")
	add(len(a.Cannibal) > 0, "cannibalism for "+strings.Join(plurals(a.Cannibal), " and "))
	add(a.Pet, "aggravates monsters, as pets' flesh does")
	return out
}

// Gives lists what eating it gives, with the chance of each. What a special
// case gives is left to Does.
func (a *Answer) Gives() []string {
	var out []string
	for _, g := range a.Gains {
		if !g.Special {
			out = append(out, g.String())
		}
	}
	return out
}

// Does lists what else eating it does, as verbs: "restores all HP".
func (a *Answer) Does() []string {
	var out []string
	for _, o := range a.Others {
		text := o.What
		if o.P < 1 {
			text = share(o.Fraction) + " " + text
		}
		out = append(out, text)
	}
	if a.FirstBite.CuresStoning && !a.FirstBite.Kills {
		out = append(out, "cures stoning")
	}
	return out
}

// GivesEnergy reports whether eating it may restore Pw.
func (a *Answer) GivesEnergy() bool {
	return slices.ContainsFunc(a.Others, func(o Other) bool { return strings.Contains(o.What, " Pw") })
}

// Line returns the answer in one phrase: "poisonous; 20% poison resistance",
// "no corpse", "safe, gives nothing".
func (a *Answer) Line() string {
	if a.Eaten == nil {
		if !a.Things.None() {
			return "no corpse (leaves " + a.Things.String() + ")"
		}
		return "no corpse"
	}
	dangers, benefits := a.Dangers(), append(a.Gives(), a.Does()...)
	if a.FirstBite.Kills {
		return strings.Join(dangers, ", ")
	}
	var parts []string
	if whose := a.whose(); whose != "" {
		parts = append(parts, whose)
	}
	if len(dangers) > 0 {
		parts = append(parts, strings.Join(dangers, ", "))
	} else if a.Safe == Yes {
		parts = append(parts, "safe")
	}
	if len(benefits) > 0 {
		parts = append(parts, strings.Join(benefits, ", "))
	} else {
		parts = append(parts, "gives nothing")
	}
	return strings.Join(parts, "; ")
}

// whose says what lies there where it is not the monster's own corpse.
func (a *Answer) whose() string {
	switch {
	case a.Glob != "":
		return "a glob"
	case a.Old:
		return "old " + a.Corpse + " corpse"
	}
	return ""
}

// plurals returns the names of races in the plural.
func plurals(races []string) []string {
	out := make([]string, len(races))
	for i, r := range races {
		switch {
		case strings.HasSuffix(r, "f"):
			out[i] = strings.TrimSuffix(r, "f") + "ves"
		case r == "drow":
			out[i] = r
		default:
			out[i] = r + "s"
		}
	}
	return out
}
