package rules

import (
	"slices"
	"strings"
)

// Touched is what stands between an artifact and a hero who touches it (artifact.c,
// touch_artifact).
type Touched struct {
	Alien   bool // it is intelligent and belongs to another role or race
	Crossed bool // it is made for another alignment, or against the hero's race
}

// Quest reports whether an artifact is a role's quest artifact: those are intelligent, never
// made at random and belong to a role.
func (p *Powers) Quest() bool {
	return p.Role != "" && p.Smart && slices.Contains(p.Wielded, "nogen") && p.Name != excalibur
}

// Crosses reports whether an artifact may harm who is of another alignment than its own.
func (p *Powers) Crosses() bool {
	return p.Aligned() && slices.Contains(p.Wielded, "restr")
}

// Aligned reports whether an artifact has an alignment.
func (p *Powers) Aligned() bool { return p.Align != "" && p.Align != "none" }

// Touched says what stands between the artifact and a hero in good standing. What belongs to
// the hero's own role has the alignment with which the hero began (artifact.c, hack_artifacts).
// An unknown race counts as none that matters.
func (p *Powers) Touched(role, race, alignment string) Touched {
	own := p.Role != "" && p.Role == role
	others := p.Role != "" && !own && p.Name != excalibur // which any lawful hero may use
	bane := race != "" && strings.Contains(p.Against, "M2_"+strings.ToUpper(race))
	return Touched{
		Alien:   p.Smart && (others || p.Race != "" && race != "" && !strings.EqualFold(p.Race, race)),
		Crossed: bane || p.Crosses() && !own && p.Align != alignment,
	}
}

// Blasts returns the dice of damage of an artifact's blast, without and with magic resistance.
func (p *Powers) Blasts() (dice, resisted string) {
	if p.Smart {
		return "4d10", "2d10"
	}
	return "4d4", "2d4"
}

const excalibur = "Excalibur"
