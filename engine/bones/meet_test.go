package bones

import (
	"math"
	"strings"
	"testing"

	"delphi/engine/odds"
	"delphi/engine/rules"
)

func journey(t testing.TB, j *Journey) Meeting {
	t.Helper()
	if err := j.Check(); err != nil {
		t.Fatal(err)
	}
	return Meet(j)
}

func TestMeet(t *testing.T) {
	set := rules.Get("5.0.0")
	m := journey(t, &Journey{Rules: set, From: 4, To: 12, Waits: odds.Always})
	if math.Abs(m.P-0.948) > 5e-4 || math.Abs(m.Expected-2.46) > 5e-3 || len(m.Levels) != 9 || m.Num == nil {
		t.Errorf("4 to 12, full: %+v", m)
	}
	if got := strings.Join(m.Uncertain, ", "); got != "Ludios portal level (Dlvl 11 to 27)" {
		t.Errorf("uncertain: %s", got)
	}
	for depth, want := range map[int]float64{4: 2. / 3, 5: 1, 6: 0.8, 10: 0.8, 11: 0.9, 12: 0.8} {
		if v := m.Levels[depth-4]; math.Abs(v.Keeps-want) > 1e-15 || !v.Eligible || (v.Reason == "") != (want == 1) {
			t.Errorf("Dlvl %d: %+v, want %v", depth, v, want)
		}
	}
	half := journey(t, &Journey{Rules: set, From: 4, To: 12, Waits: odds.Of(1, 2)})
	if math.Abs(half.Expected-m.Expected/2) > 1e-15 || half.P >= m.P {
		t.Errorf("4 to 12, half: %+v", half)
	}
	for _, bad := range []Journey{{From: 0, To: 5}, {From: 5, To: 4}, {From: 5, To: 54}, {From: 1, To: 5, Waits: odds.Fraction{}}, {}} {
		bad.Rules = set
		if bad.From != 1 {
			bad.Waits = odds.Always
		}
		if bad.Check() == nil {
			t.Errorf("%+v was accepted", bad)
		}
	}
}

// brute walks every layout of the Dungeons and Gehennom one by one, as
// dungeon.def draws them.
func brute(from, to int, each float64) (p, expected float64) {
	layouts := 0.0
	for mines := 2; mines <= 4; mines++ {
		for oracle := 5; oracle <= 9; oracle++ {
			for quest := oracle + 6; quest <= oracle+7; quest++ {
				for castle := 25; castle <= 29; castle++ {
					for medusa := castle - 4; medusa <= castle-1; medusa++ {
						for gehennom := 20; gehennom <= 24; gehennom++ {
							none, n := 1.0, 0.0
							for d := max(4, from); d <= min(to, castle+gehennom-2); d++ {
								if d != mines && d != oracle+1 && d != quest && d != castle && d != medusa {
									none *= 1 - each
									n++
								}
							}
							layouts++
							p += 1 - none
							expected += n * each
						}
					}
				}
			}
		}
	}
	return p / layouts, expected / layouts
}

func TestMeetByLayouts(t *testing.T) {
	for _, version := range []string{"3.4.3", "3.6.7", "5.0.0"} {
		for _, c := range [][2]int{{1, 4}, {4, 12}, {2, 16}, {10, 30}, {20, 53}, {1, 53}, {24, 26}, {50, 53}} {
			for _, waits := range []odds.Fraction{odds.Always, odds.Of(1, 2), odds.Never} {
				m := journey(t, &Journey{Rules: rules.Get(version), From: c[0], To: c[1], Waits: waits})
				p, expected := brute(c[0], c[1], waits.P/3)
				if math.Abs(m.P-p) > 1e-12 || math.Abs(m.Expected-expected) > 1e-12 {
					t.Errorf("%s, %d to %d, %v: %v and %v; layout by layout %v and %v", version, c[0], c[1], waits, m.P, m.Expected, p, expected)
				}
			}
		}
	}
}

func TestMeetElsewhere(t *testing.T) {
	set := rules.Get("5.0.0")
	b := set.Bones()
	for name, c := range map[string]struct {
		j           Journey
		p, expected float64
	}{
		"Minetown":   {Journey{Level: b.Level("Minetown")}, 1. / 3, 1. / 3},
		"Big Room":   {Journey{Level: b.Level("Big Room")}, 5. / 18, 5. / 18}, // one time in six it is a branch level
		"Medusa":     {Journey{Level: b.Level("Medusa's island")}, 0, 0},
		"Quest home": {Journey{Level: b.Level("Quest home")}, 0, 0},
		"Valley":     {Journey{Level: b.Level("Valley of the Dead")}, 1. / 3, 1. / 3},
		"Sokoban":    {Journey{Dungeon: b.Dungeon("Sokoban")}, 0, 0},
		// Of 8 or 9 levels from Dlvl 3, 4 or 5 on the last keeps none, nor does one on Dlvl 3.
		"the Mines":           {Journey{Dungeon: b.Dungeon("The Gnomish Mines")}, 1 - (0.5*(math.Pow(2./3, 6)+2*math.Pow(2./3, 7))+0.5*(math.Pow(2./3, 7)+2*math.Pow(2./3, 8)))/3, (0.5*(6+7+7) + 0.5*(7+8+8)) / 9},
		"the Mines to Dlvl 6": {Journey{Dungeon: b.Dungeon("The Gnomish Mines"), From: 3, To: 6}, 1 - (2*math.Pow(2./3, 3)+math.Pow(2./3, 2))/3, (3 + 3 + 2) / 9.},
	} {
		c.j.Rules, c.j.Waits = set, odds.Always
		m := journey(t, &c.j)
		if math.Abs(m.P-c.p) > 1e-12 || math.Abs(m.Expected-c.expected) > 1e-12 || len(m.Uncertain) > 0 {
			t.Errorf("%s: %v and %v, want %v and %v; %v", name, m.P, m.Expected, c.p, c.expected, m.Uncertain)
		}
		for _, v := range m.Levels {
			if (v.Reason == "") != (v.Keeps == 1) || v.Eligible != (v.Keeps > 0) {
				t.Errorf("%s: %+v", name, v)
			}
		}
	}
}
