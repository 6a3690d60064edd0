package xlog

import (
	"regexp"
	"slices"
	"strings"
)

// A death form is how a tournament makes deaths comparable. Each rule replaces
// what it matches, everywhere or only the first time.
type deathForm struct {
	rejects []string // what begins so is no death
	once    bool     // each rule replaces only the first match
	rules   []deathRule
}

type deathRule struct {
	from *regexp.Regexp
	to   string
}

func rewrite(pairs ...string) (out []deathRule) {
	for i := 0; i < len(pairs); i += 2 {
		out = append(out, deathRule{regexp.MustCompile(pairs[i]), pairs[i+1]})
	}
	return out
}

// minions holds the monsters that serve a deity, as the tournaments list them.
const minions = `(?:\w+ elemental|Aleax|couatl|Angel|\w+ demon|\w+ devil|succubus|incubus|balrog|pit fiend|nalfeshnee|hezrou|vrock|marilith|`

// notDeaths holds the endings that TNNT counts as no death.
var notDeaths = []string{"ascended", "quit", "escaped"}

// deathForms holds the forms by name, as the tournaments' own code has them:
// TNNT since 2021 (python-backend settings.py:253-290, uniqdeaths.py), TNNT's
// points scoring until 2020 (tnnt-backend config.json-example:1486) and
// Junethack (normalize_death.rb:7).
var deathForms = func() map[string]*deathForm {
	forms := map[string]*deathForm{"tnnt": &tnntForm, "tnnt2020": &tnnt2020Form, "junethack": &junethackForm}
	// Junethack's form of a death as a monster: shopkeepers keep their names, and
	// what comes before the monster is cut off.
	before := rewrite(
		`(?:(?:an?|the) )?(?:invisible )?M[rs]\. ([A-Z].*)[,;] the shopkeeper`, `$1`,
		`by (?:an? |the )?(?:invisible )?([A-Z][^,;]*)[,;] the shopkeeper`, `by $1`,
		`a monster \((.*)\)`, `killed by a $1`,
		`petrified by catching the eye of `, `petrified by `,
	)
	after := rewrite(`\w+ by (?:an? |the )?(\w\w)`, `$1`)
	forms["junethack-monster"] = &deathForm{rules: slices.Concat(before, junethackForm.rules, after)}
	return forms
}()

var tnntForm = deathForm{rejects: notDeaths, rules: rewrite(
	`^killed by an `, `killed by a `,
	`, while .*`, ``,
	`hallucinogen-distorted `, ``,
	`by the invisible `, `by `,
	`by an? invisible `, `by a `,
	`by invisible `, `by `,
	`by .*; the shopkeeper`, `by a shopkeeper`,
	` (?:her|his) `, ` their `,
	` (?:herself|himself) `, ` themselves `,
	` (?:herself|himself)$`, ` themselves`,
	` (?:called|named) .*`, ``,
	`choked on .*`, `choked on something`,
	`killed by kicking .*`, `killed by kicking something`,
	`killed by touching .*`, `killed by touching an artifact`,
	` (?:an? )?M[rs]\. [A-Z].*[,;] the shopkeeper`, ` a shopkeeper`,
	` (?:an?|the) ghost of .+`, ` a ghost`,
	`poisoned by a rotted .* corpse`, `poisoned by a rotted corpse`,
	`wrath of .+`, `wrath of a deity`,
	`priest(?:ess)?`, `priest(ess)`,
	`priest\(ess\) of .+`, `priest(ess) of a deity`,
	`an? `+minions+`erinyes) of .+`, `minion of a deity`,
)}

var tnnt2020Form = deathForm{rejects: notDeaths, once: true, rules: rewrite(
	`^killed by an `, `killed by a `,
	`, while .*`, ``,
	` \(with the Amulet\)`, ``,
	`hallucinogen-distorted `, ``,
	`by the invisible `, `by `,
	`by an? invisible `, `by a `,
	`by invisible `, `by `,
	` (?:her|his) `, ` eir `,
	` (?:herself|himself) `, ` eirself `,
	` (?:herself|himself)$`, ` eirself`,
	` (?:called|named) .*`, ``,
	`choked on .*`, `choked on something`,
	`killed by kicking .*`, `killed by kicking something`,
	` (?:an? )?M[rs]\. [A-Z].*[,;] the shopkeeper`, ` a shopkeeper`,
	` (?:an?|the) ghost of .+`, ` a ghost`,
	`poisoned by a rotted .* corpse`, `poisoned by a rotted corpse`,
	`wrath of .+`, `wrath of a deity`,
	`priest(?:ess)?`, `priest(ess)`,
	`priest\(ess\) of .+`, `priest(ess) of a deity`,
	minions+`erinyes) of .+`, `minion of a deity`,
)}

var junethackForm = deathForm{rules: rewrite(
	`^killed by an `, `killed by a `,
	`, while .*`, ``,
	`hallucinogen-distorted `, ``,
	`by the invisible `, `by `,
	`by an? invisible `, `by a `,
	`by invisible `, `by `,
	`uninjured `, ``,
	`(?:moderately|critically|badly|seriously|slightly) wounded `, ``,
	` (?:her|his) `, ` eir `,
	` (?:herself|himself) `, ` eirself `,
	` (?:herself|himself)$`, ` eirself`,
	` (?:called|named) .*`, ``,
	`choked on .*`, `choked on something`,
	// What is kicked gets a mark, which the last of these rules takes away from
	// what none of them knew.
	`killed by kicking (0 gold pieces|a gold piece)$`, `killed by kicking_ $1`,
	`killed by kicking [0-9]+ gold pieces?$`, `killed by kicking_ gold pieces`,
	`killed by kicking -[0-9]+ gold pieces?$`, `killed by kicking_ a negative amount of gold pieces`,
	`killed by kicking .*`, `killed by kicking something`,
	`killed by kicking_ `, `killed by kicking `,
	`killed by a falling (?:[^r].*|r[^o].*|ro[^c].*|roc[^k].*)`, `killed by a falling object`,
	` (?:an? )?M[rs]\. [A-Z].*[,;] the shopkeeper`, ` a shopkeeper`,
	` (?:(?:an?|the) )?ghost of .+`, ` a ghost`,
	`poisoned by a rotted .* corpse`, `poisoned by a rotted corpse`,
	`wrath of .+`, `wrath of a deity`,
	`priest(?:ess)?`, `priest(ess)`,
	`priest\(ess\) of .+`, `priest(ess) of a deity`,
	minions+`erinys) of .+`, `minion of a deity`,
	`(monster|a monster corpse|tasting petrifying meat|touching an artifact|petrifying egg) \(.*\)`, `$1`,
	`while mounting .*`, `while mounting eir steed`,
)}

// DeathForm returns a function that gives a death in the form in which a tournament
// compares deaths: "tnnt" (since 2021), "tnnt2020", "junethack", or "junethack-monster" (who or what
// it was by). What the
// tournament does not count as a death is "". It is nil for another name.
func DeathForm(name string) func(death string) string {
	f := deathForms[name]
	if f == nil {
		return nil
	}
	return f.of
}

func (f *deathForm) of(death string) string {
	for _, p := range f.rejects {
		if strings.HasPrefix(death, p) {
			return ""
		}
	}
	for _, r := range f.rules {
		if !f.once {
			death = r.from.ReplaceAllString(death, r.to)
			continue
		}
		if m := r.from.FindStringSubmatchIndex(death); m != nil {
			death = death[:m[0]] + string(r.from.ExpandString(nil, r.to, death, m)) + death[m[1]:]
		}
	}
	return death
}
