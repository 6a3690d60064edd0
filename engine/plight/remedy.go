package plight

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"delphi/engine/craft"
	"delphi/engine/dump"
	"delphi/engine/effect"
	"delphi/engine/rules"
	"delphi/engine/seq"
)

// Question asks what can be done about a hero's troubles.
type Question struct {
	Hero *dump.Hero
	Told []Told // troubles beside those that the hero's page shows
	Past Past
	// NoPrayer means that the hero cannot or will not pray, so that no prayer is among the remedies.
	NoPrayer bool
	// NoWard means that the hero cannot or will not engrave, so that nothing is said of Elbereth.
	NoWard bool
	Foes   []*rules.Monster // that are near
	Grip   Grip             // of one of them on the hero
}

// Answer says what is wrong and what can be done.
type Answer struct {
	Troubles []Helped `json:"troubles"`         // what kills first is first
	Threat   *Threat  `json:"threat,omitempty"` // of the monsters near; nil: there are none, or too little is known
	Ward     *Ward    `json:"elbereth,omitempty"`
	Paces    []Pace   `json:"speed,omitempty"`
	Grip     Grip     `json:"-"` // as the question has it
	// Borrowed is the version whose remedies stand in for those of the hero's,
	// which are not known; nil: they are.
	Borrowed *rules.Set `json:"-"`
}

// Helped is a trouble with what can be done about it.
type Helped struct {
	Trouble
	Remedies []Remedy `json:"remedies"`           // with what the hero has, best first
	Unmended bool     `json:"unmended,omitempty"` // by a god, at the hero's Luck and with the other troubles there are
	Useless  []string `json:"useless,omitempty"`  // what is carried and does not help, though some think so
	Else     []string `json:"else,omitempty"`     // what would help and the hero is not known to have
}

// Remedy is one thing to do.
type Remedy struct {
	Do      string   `json:"do"`                // "eat the lizard corpse (c)"
	P       *float64 `json:"p,omitempty"`       // that one try ends the trouble; nil: it is not known
	Try     bool     `json:"try,omitempty"`     // it can be tried again and again
	Cost    string   `json:"cost,omitempty"`    // what it takes: "15 Pw"
	But     string   `json:"but,omitempty"`     // when it does not work: "if not cursed"
	That    string   `json:"that,omitempty"`    // what P is the chance of, where it is not that a try works: "it is not cursed"
	Heals   *Healing `json:"heals,omitempty"`   // of what gives hit points back
	Prayer  *Prayer  `json:"prayer,omitempty"`  // of a prayer
	Escapes bool     `json:"escapes,omitempty"` // it ends nothing, and leads away from what kills
	Rule    string   `json:"-"`                 // of data/all/cites
	hurts   bool     // P is the chance to hit what attacks, which that need not stop
	dear    int      // of equally likely ones the cheaper goes before
}

// How dear a remedy is.
const (
	free = iota
	spends
	consumes
	prays
	flees
)

// Plan answers a question.
func Plan(q *Question) Answer {
	set := q.Hero.Set()
	known := nearest(set, func(s *rules.Set) bool { return s.Remedies() != nil && s.Prayer() != nil })
	p := &planner{q: q, set: known, kit: kitOf(q.Hero)}
	all := append(Of(q.Hero, q.Told...), p.gripped()...)
	p.all = all
	out := Answer{Grip: q.Grip}
	if known != set {
		out.Borrowed = known
	}
	for _, t := range ByStakes(all) {
		out.Troubles = append(out.Troubles, p.help(t))
	}
	low := slices.ContainsFunc(all, func(t Trouble) bool { return t.Name == LowHP })
	if low || len(q.Foes) > 0 {
		if !q.NoWard {
			out.Ward = wardOf(q.Hero, all, q.Foes)
			if q.inside() {
				out.Ward.Why = "you are inside it"
			}
		}
		out.Paces = paces(q.Hero, q.Foes)
		out.Threat = p.threat()
	}
	return out
}

// planner is the state of an answer.
type planner struct {
	q   *Question
	set *rules.Set // whose remedies count
	all []Trouble
	kit []owned
}

// has reports whether a trouble is among the hero's.
func (p *planner) has(name string) bool {
	return slices.ContainsFunc(p.all, func(t Trouble) bool { return t.Name == name })
}

// prayer returns what a prayer would do about one of the troubles; nil if it is none for prayers, or
// there is no praying.
func (p *planner) prayer(at int) *Prayer {
	if p.q.NoPrayer {
		return nil
	}
	return pray(p.q.Hero, p.all, at, p.q.Past)
}

// help finds what can be done about one trouble.
func (p *planner) help(t Trouble) Helped {
	out := Helped{Trouble: t}
	at := slices.IndexFunc(p.all, func(x Trouble) bool { return x == t })
	switch prayer := p.prayer(at); {
	case prayer == nil:
	case prayer.Unsafe == "" && prayer.Mends <= 0:
		out.Unmended = true
	default:
		out.Remedies = append(out.Remedies, Remedy{Do: "pray", P: prayer.P, Prayer: prayer, Rule: rules.CitePrayerClass, dear: prays})
	}
	if t.Name == Held || t.Name == Engulfed {
		p.free(&out)
		return out
	}
	a := p.ailment(t.Ailment)
	if a == nil {
		return out
	}
	var missing []effect.Cure
	for _, c := range effect.Cures(p.set, a) {
		if c.Rule == rules.CiteTroubles {
			continue // the prayer
		}
		found := false
		kit := p.kit
		if c.Rule == rules.CiteFood {
			kit = p.meals()
		}
		for _, o := range kit {
			if !o.uses(p.set, c) {
				continue
			}
			if r, ok := p.remedy(t, c, o); ok {
				out.Remedies, found = append(out.Remedies, r), true
			}
		}
		if t.Name == Lava && c.Things == nil && c.Rule != rules.CiteWearOff {
			out.Remedies = append(out.Remedies, Remedy{Do: strings.Replace(c.What, "moving", "move", 1), Rule: c.Rule, Try: true})
			continue
		}
		if !found && !slices.Contains(c.Things, effect.Horn) && c.Rule != ruleAmuletOff {
			missing = append(missing, c)
		}
	}
	out.Else = p.otherwise(a, missing)
	out.Remedies = p.merged(out.Remedies)
	if t.Name == Strangled {
		if r, ok := p.amulet(); ok {
			out.Remedies = append(out.Remedies, r)
		}
	}
	if t.Name == LowHP {
		out.Remedies = append(out.Remedies, p.escapes()...)
	}
	for _, o := range p.kit {
		if o.name == effect.Horn && !p.horned(a) {
			out.Useless = append(out.Useless, effect.Horn)
		}
	}
	rank(out.Remedies, t)
	return out
}

// rank puts the best remedies of a trouble first.
func rank(list []Remedy, t Trouble) {
	slices.SortStableFunc(list, func(a, b Remedy) int {
		return cmp.Or(cmp.Compare(b.worth(t), a.worth(t)), cmp.Compare(a.dear, b.dear))
	})
}

// unknown is what a remedy is worth whose chance hangs on what nobody told.
const unknown = 0.5

// escape is what a sure escape is worth, which leads away and ends nothing; likely the chance
// that one works of which it is not known, and risky that below which a prayer comes after them:
// away from what kills, one can wait for a better one.
const (
	escape = unknown - 0.01
	risky  = 0.75
	likely = 0.8
)

// seldom is what a thing is worth that must be blessed, and nobody says whether it
// is.
const seldom = 0.3

// worth returns what remedies are compared by: the chance that the trouble is over
// before it kills, with all the tries that there is time for.
func (r *Remedy) worth(t Trouble) float64 {
	switch {
	case strings.HasPrefix(r.But, "if it is "), strings.Contains(r.But, "harms"):
		return seldom
	case r.Escapes && r.P != nil && (r.Try && r.Cost == "" || t.Name == Held || t.Name == Engulfed):
		return *r.P // wrested, or away from what holds
	case r.hurts:
		return escape * *r.P / 2
	case r.Escapes && r.P != nil:
		return escape * *r.P
	case r.Escapes:
		return escape * likely
	case t.Name == LowHP && r.P != nil && *r.P < risky && r.Prayer != nil && r.Prayer.Mends == 1:
		return escape * likely * *r.P
	case r.P == nil:
		if r.Prayer != nil {
			return unknown * r.Prayer.Mends
		}
		return unknown
	case r.Try && t.Name != LowHP:
		tries := patience
		if t.Turns > 0 {
			tries = min(tries, t.Turns)
		}
		return 1 - math.Pow(1-*r.P, float64(tries))
	}
	return *r.P
}

// nurse is what gives all hit points back.
const nurse = "nurse corpse"

// patience is how many tries of one remedy are counted.
const patience = 10

func (p *planner) ailment(name string) *rules.Ailment {
	for _, a := range p.set.Remedies().Ailments {
		if a.Name == name {
			return a
		}
	}
	return nil
}

// barred says that the hero cannot do what a remedy takes: who is strangled does
// not swallow and does not chant, and who is stunned does not cast (eat.c, doeat;
// potion.c, dodrink; spell.c, rejectcasting).
func (p *planner) barred(o owned) bool {
	switch {
	case o.spell != nil:
		return p.has(Strangled) || p.has("stunned") || p.has(Hands)
	case o.item.Class == "food" || o.item.Class == "potion":
		return p.has(Strangled)
	}
	return false
}

// remedy returns what a thing of the hero's does for a trouble; ok is false if it does
// nothing after all.
func (p *planner) remedy(t Trouble, c effect.Cure, o owned) (r Remedy, ok bool) {
	if p.barred(o) || burns(c, p.q.Hero) {
		return Remedy{}, false
	}
	sure := 1.0
	r = Remedy{Do: p.doing(c, o), P: &sure, Rule: c.Rule, dear: consumes, But: caveat(c, o)}
	if strings.HasPrefix(r.But, "if it is ") {
		r.P = nil
	}
	if o.name == effect.Horn {
		if o.buc == rules.Cursed {
			return Remedy{}, false
		}
		each := p.horn(t, o.buc)
		r.P, r.Try, r.dear = &each, true, free
	}
	if c.Rule == rules.CiteFood {
		return p.meal(r, t, o)
	}
	if t.Name == LowHP {
		h, heals := heals(p.set, o.name, o.buc, p.need())
		switch {
		case heals:
			r.Heals, r.P = &h, &h.Enough
		case o.spell != nil:
			return Remedy{}, false
		case o.name != nurse:
			r.P = nil // half of what is lost
		}
	}
	if o.spell != nil {
		return p.cast(r, o.spell)
	}
	return p.charged(r, o)
}

// need returns how many hit points the hero must win for them not to be low.
func (p *planner) need() int {
	h, rules := p.q.Hero, Rules(p.q.Hero.Set())
	full := h.MaxHP.Or(h.HP).N
	xl := h.XL.Or(dump.Is(LikelyXL(h.Set(), full))).N
	return rules.LowHPLimit(xl, full) + 1 - h.HP.N
}

// horn returns the chance that one application ends one trouble of those that it can.
func (p *planner) horn(_ Trouble, buc rules.BUC) float64 {
	q := &craft.Horn{Rules: p.set.Crafts(), BUC: buc}
	for _, t := range p.all {
		if a := p.ailment(t.Ailment); a != nil && a.Horn != "" && a.Horn != rules.HornPoints {
			q.Ails++
		}
	}
	for _, l := range p.q.Hero.Lost {
		q.Points += l.Points
	}
	if p.set.Crafts().HornAttributes == 0 {
		q.Points = 0
	}
	mean := 0.0
	for _, x := range craft.Cure(q) {
		mean += x.P * float64(x.What.Troubles+x.What.Attributes)
	}
	return mean / float64(max(1, q.Ails+q.Points))
}

// cast returns a remedy that is a spell: it may fail, and takes energy.
func (p *planner) cast(r Remedy, sp *dump.Spell) (Remedy, bool) {
	cost := sp.Cost.Or(sp.DumpCost)
	if !cost.Known {
		cost = dump.Is(5 * sp.Level)
	}
	if pw := p.q.Hero.Pw; cost.N < 0 || pw.Known && pw.N < cost.N {
		return Remedy{}, false
	}
	r.Cost, r.Try, r.dear = fmt.Sprintf("%d Pw", cost.N), true, spends
	fail := sp.DumpFail.Or(sp.Fail)
	if !fail.Known {
		r.P = nil
		return r, true
	}
	works := *r.P * float64(100-fail.N) / 100
	r.P = &works
	return r, fail.N < 100
}

// burns reports whether a blessed water would harm the hero.
func burns(c effect.Cure, h *dump.Hero) bool {
	return h.Alignment == "chaotic" && slices.Contains(c.Things, "potion of water") && strings.HasPrefix(c.What, "holy water")
}

// split separates what a table says about a remedy from what is in brackets.
func split(text string) (what, but string) {
	what, but, _ = strings.Cut(text, " (")
	return what, strings.TrimSuffix(but, ")")
}

// caveat says when a remedy does not work, as far as the page leaves that open.
func caveat(c effect.Cure, o owned) string {
	_, but := split(c.What)
	switch {
	case o.item != nil && c.BUC != nil && o.buc == rules.BUCNotSaid:
		words := seq.Map(c.BUC, func(b rules.BUC) string { return b.String() })
		if len(words) > 1 || o.name == effect.Horn {
			return "unless it is cursed"
		}
		return "if it is " + words[0]
	case strings.HasPrefix(but, "not cursed"), strings.HasPrefix(but, "if not cursed"), strings.ContainsAny(but, "0123456789;"):
		return ""
	}
	return but
}

// verbs holds what is done with things of a class.
var verbs = map[string]string{"food": "eat", "potion": "drink", "scroll": "read", "wand": "zap", "tool": "apply", "amulet": "put on", "weapon": "apply"}

// gerunds holds what tables say is done, and how to tell somebody to.
var gerunds = [...][2]string{
	{"taking the", "take the"}, {"putting on", "put on"}, {"invoking ", "invoke "}, {"wiping ", "wipe "}, {"teleporting", "teleport"},
}

// doing says what to do with a thing.
func (p *planner) doing(c effect.Cure, o owned) string {
	what, _ := split(c.What)
	for _, g := range gerunds {
		if rest, ok := strings.CutPrefix(what, g[0]); ok {
			return g[1] + rest
		}
	}
	switch {
	case c.Rule == ruleRemoveCurse && slices.Contains(c.BUC, rules.Uncursed) && strings.HasSuffix(what, offAfter):
		return p.used(o) + ", then take the amulet off"
	case strings.HasPrefix(what, "dipping it"):
		return "dip it into " + o.called()
	case strings.HasPrefix(what, "cancelling it"):
		return "cancel it with " + o.called()
	case o.item != nil && o.item.Class == "wand" && strings.Contains(what, "chain"):
		return "zap " + o.called() + " at the chain"
	}
	return p.used(o)
}

// used says what is done with a thing to make it work on the hero.
func (p *planner) used(o owned) string {
	switch {
	case o.spell != nil:
		return "cast " + o.name
	case o.item.Class == "wand":
		return "zap " + o.called() + " at yourself"
	case verbs[o.item.Class] == "":
		return "use " + o.called()
	}
	return verbs[o.item.Class] + " " + o.called()
}

// ruleRemoveCurse is the rule of remove curse, and offAfter what the tables say of it where it
// only frees what has to come off.
const (
	ruleRemoveCurse = "remove curse"
	offAfter        = ", then taking it off"
)

// merged leaves of several foods, and of equal stacks, the first.
func (p *planner) merged(list []Remedy) []Remedy {
	var out []Remedy
	seen := map[string]bool{}
	for _, r := range list {
		food := r.Rule == rules.CiteFood && strings.HasPrefix(r.Do, "eat ")
		if seen[r.Do] || food && seen["food"] {
			continue
		}
		seen[r.Do], seen["food"] = true, seen["food"] || food
		out = append(out, r)
	}
	return out
}
