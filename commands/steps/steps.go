package steps

import (
	"fmt"
	"strings"

	"delphi/engine/rules"
)

// Step is one step towards an answer, for `why`: its result, the arithmetic with the
// numbers filled in, and where the game's source does the same.
type Step struct {
	What   string `json:"what"`              // "penalty"
	How    string `json:"how,omitempty"`     // "1 + 10", in the notation of Derivation.Work; empty: Value is looked up
	Value  string `json:"value"`             // "11", "82.5%", "3/4 (75%)", or a word
	Remark string `json:"remark,omitempty"`  // what the numbers are: "Wizard", "plate mail"
	At     string `json:"at,omitempty"`      // "spell.c:2173"; empty: no source states it, as arithmetic
	Counts bool   `json:"counted,omitempty"` // Value comes of going through all cases, which Remark describes
}

// String returns the step without its place: "penalty 1 + 10 = 11 (at most 20)".
func (s Step) String() string {
	out := s.What
	if how := s.Formula(); how != "" {
		out += " " + how + " ="
	}
	out += " " + s.Value
	if s.Remark != "" {
		out += " (" + s.Remark + ")"
	}
	return out
}

// Formula returns How as people are shown it: empty where Value says the same, as "1/5"
// does before "1/5 (20%)".
func (s Step) Formula() string {
	if rest, same := strings.CutPrefix(s.Value, s.How); same && (rest == "" || rest[0] == ' ') {
		return ""
	}
	return s.How
}

// Derivation collects the steps of an answer by a version's rules.
type Derivation struct {
	Steps []Step
	set   *rules.Set
}

// New starts the steps of an answer. set may be nil if no rule of a version
// is cited.
func New(set *rules.Set) *Derivation { return &Derivation{set: set} }

// Given adds a value that is looked up or was said. rule names the rule of the
// version's source that states it, or "" if there is none.
func (d *Derivation) Given(rule, what, value string) *Step {
	d.Steps = append(d.Steps, Step{What: what, Value: value, At: d.at(rule)})
	return &d.Steps[len(d.Steps)-1]
}

// Work adds a value that is worked out. The formula how, after formatting, is
// in a notation that a test can compute: numbers, also "47%", "1/3" and the
// signs + - * / ^ with brackets; ⌊x⌋ drops what is behind the point, as C
// does, and ⌈x⌉ rounds up; min, max, sqrt, ln and C(n, k), the binomial
// coefficient; and sum(i = 1..n, x). Its numbers are those of earlier steps, as they are shown.
func (d *Derivation) Work(rule, what, value, how string, args ...any) *Step {
	st := d.Given(rule, what, value)
	st.How = fmt.Sprintf(how, args...)
	return st
}

// Counted adds a value that comes from enumerating all cases, for which there is no
// short formula. of says what the cases are.
func (d *Derivation) Counted(rule, what, value, of string, args ...any) *Step {
	st := d.Given(rule, what, value).Of(of, args...)
	st.Counts = true
	return st
}

// Of says what the numbers in a step are.
func (s *Step) Of(format string, args ...any) *Step {
	s.Remark = fmt.Sprintf(format, args...)
	return s
}

// at returns where the version's source states a rule.
func (d *Derivation) at(rule string) string {
	if rule == "" || d.set == nil {
		return ""
	}
	at, _ := d.set.Cite(rule)
	return at.Place
}

// Line returns steps as one line. A citation follows the last of consecutive steps
// that it covers, and the version is named once: "base 1 [5.0.0 role.c:30]; suit 10;
// penalty 1 + 10 = 11 [spell.c:2173]".
func Line(version string, list []Step) string {
	var b strings.Builder
	for i, s := range list {
		if i > 0 {
			b.WriteString("; ")
		}
		b.WriteString(s.String())
		if s.At == "" || i < len(list)-1 && list[i+1].At == s.At {
			continue
		}
		at := s.At
		if version != "" {
			at = version + " " + at
			version = ""
		}
		b.WriteString(" [" + at + "]")
	}
	return b.String()
}

// Sum formats a sum for a formula: "1 + 10 - 4".
func Sum(values ...int) string {
	var b strings.Builder
	for i, v := range values {
		if i == 0 {
			fmt.Fprintf(&b, "%d", v)
		} else {
			b.WriteString(Plus(v))
		}
	}
	return b.String()
}

// Plus formats a number that is added to a sum: " + 10", " - 4".
func Plus(v int) string {
	if v < 0 {
		return fmt.Sprintf(" - %d", -v)
	}
	return fmt.Sprintf(" + %d", v)
}

// Tries returns the formula for the least number of tries with which at least one
// success is as likely as a confidence.
func Tries(confidence, chance string) string {
	return fmt.Sprintf("⌈ln(1 - %s)/ln(1 - %s)⌉", confidence, chance)
}
