package rules

// Hurt holds the numbers of what monsters do to heroes. The tag cite names the
// rule of data/all/cites in which a number stands.
type Hurt struct {
	// Passes is the chance that magic cancellation, 0 to 3, does not stop a
	// special attack.
	Passes [4]float64 `cite:"monster damage"`
	// PoisonKills: one poisoning in 30 kills at once; otherwise it takes
	// 6 + 4d6 hit points.
	PoisonKills bool `cite:"poisoning"`
	// BrainTwice: what eats brains does its damage twice, the second time as
	// armour class leaves it. In any version the first time is as rolled.
	BrainTwice bool `cite:"monster damage"`
	// Unknown lists the kinds of damage, and of attacks, of which no rule is
	// known in the version.
	Unknown []string `cite:"-"`
}

var hurt = register(topic[Hurt]{name: "Hurt", own: true, changes: map[string]func(*Hurt){
	"3.4.3": func(h *Hurt) {
		h.Passes = [4]float64{1, 101.0 / 150, 26.0 / 75, 1.0 / 50}
		h.PoisonKills, h.BrainTwice = true, true
		h.Unknown = []string{"SPEL", "CLRC", "DETH", "SSEX"}
	},
	"3.6.7": func(h *Hurt) { h.Passes, h.BrainTwice = [4]float64{1, 0.7, 0.4, 0.1}, false },
	"5.0.0": func(h *Hurt) {
		h.PoisonKills = false
		h.Unknown = []string{"SPEL", "CLRC", "DETH", "SSEX", "DRIN", "EXPL", "ENGL WRAP"}
	},
}})

// Hurt returns the version's rules of monsters' attacks; nil where they are not
// known.
func (s *Set) Hurt() *Hurt { return hurt.of(s.Name) }

// NoHurt is the error to return where Hurt is nil and the asker needs it.
func (s *Set) NoHurt() *NoTable { return hurt.missing(s, "rules of monsters' attacks") }
