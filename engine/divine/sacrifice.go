package divine

import (
	"fmt"
	"strconv"

	"delphi/engine/dice"
	"delphi/engine/problem"
	"delphi/engine/rnd"
	"delphi/engine/rules"
)

// Sacrifice asks for the results of sacrificing a corpse at an altar.
type Sacrifice struct {
	Gift    // the hero, and what has been given
	Prayer  *rules.Prayer
	Die     *rules.Luck
	Corpse  *rules.Monster // nil: only Value is known
	Age     int
	Pet     bool // the corpse is a former pet's
	Altar   string
	Record  int
	Anger   int
	Timeout int
	Turn    int // the game's turn; 0: not said

	Gehennom  bool // the altar is there
	Converted bool // the hero's alignment was changed before
}

// Offered is the result of a sacrifice.
type Offered struct {
	Value    int
	Timeout  int // after, where no gift comes; -1: anger sets it anew
	Luck     int
	Anger    int
	Record   int
	Accepted bool // by one's own god
	Gifted   bool // a gift is tried for
	// Aggravates: the hero aggravates monsters from then on, for a pet that was offered.
	Aggravates bool
	Outcomes   []Outcome // likeliest first; they add up to 1
}

// AfterGift returns the prayer timeout after a gift, given how many artifacts existed
// before.
func AfterGift(a *rules.Altar, artifacts, xl int) rnd.Rnz {
	return rnd.Rnz{I: a.GiftTimeout + a.GiftTimeoutMore*artifacts, XL: xl}
}

// Check refuses what is out of range. Its errors are a *problem.Problem.
func (q *Sacrifice) Check() error {
	switch {
	case q.Timeout < 0 || q.Timeout > MaxTimeout || max(q.Record, -q.Record) > rules.MaxRecord:
		return problem.Newf("A prayer timeout is between 0 and %d.", MaxTimeout).Try("sac jackal timeout 500")
	}
	return nil
}

// ends is one possible end of a sacrifice.
type ends struct {
	what                string
	luck, record, anger int
	timeout             string // "+0", or what it becomes
	recordUnknown       bool
	wis                 bool
	altar               string
}

// String returns the end in the words of the game's rows: what happened, and how
// much each number changed.
func (e ends) String() string {
	record := fmt.Sprintf("%+d", e.record)
	if e.recordUnknown {
		record = "by the turn"
	}
	out := fmt.Sprintf("%s; luck %+d; record %s; anger %+d; timeout %s", e.what, e.luck, record, e.anger, e.timeout)
	if e.wis {
		out += "; Wis lost"
	}
	return out + "; altar " + e.altar
}

const (
	byAnger  = "reset by anger"
	betrayed = -3 // what offering a pet does to the record
)

// own reports whether the altar belongs to the hero's god.
func (q *Sacrifice) own() bool { return q.Altar == q.Alignment }

// fresh reports whether the corpse still counts.
func (q *Sacrifice) fresh() bool {
	return q.Corpse == nil || q.Age <= q.Rules.Fresh || q.Corpse.Name == q.Rules.AlwaysFresh
}

// unicorn returns the alignment of a unicorn, empty for any other monster.
func (q *Sacrifice) unicorn() string {
	if q.Corpse == nil || !q.fresh() && q.Rules.OldIsNothing {
		return ""
	}
	return map[string]string{"white unicorn": "lawful", "gray unicorn": "neutral", "black unicorn": "chaotic"}[q.Corpse.Name]
}

// kin reports whether the corpse is of the hero's race.
func (q *Sacrifice) kin() bool {
	flag := map[string]string{"human": "HUMAN", "elf": "ELF", "dwarf": "DWARF", "gnome": "GNOME", "orc": "ORC"}[q.Race]
	return q.Corpse != nil && flag != "" && q.Corpse.Is(flag)
}

// Worth returns the value of what is offered.
func (q *Sacrifice) Worth() int {
	if q.Corpse == nil {
		return q.Value
	}
	value := 0
	switch {
	case q.fresh():
		value = q.Corpse.Difficulty + 1
	case q.Rules.OldIsNothing:
		return 0
	}
	if q.Corpse.Is("UNDEAD") && q.Alignment != "chaotic" {
		value += q.Rules.UndeadMore
	}
	switch u := q.unicorn(); {
	case u == "" || u == q.Altar:
	case u == q.Alignment: // on the altar of another god
		value = 1
	default:
		value += q.Rules.UnicornMore
	}
	return value
}

// Answer answers a question that passes Check.
func (q *Sacrifice) Answer() Offered {
	out := Offered{Value: q.Worth(), Timeout: q.Timeout, Luck: q.Luck, Anger: q.Anger, Record: q.Record}
	u := q.unicorn()
	switch {
	case q.kin():
		out.all(q.bloodshed())
	case q.Pet && (q.fresh() || q.Rules.OldPets):
		out.Outcomes, out.Timeout = q.betrayal(), -1
		out.Anger, out.Record, out.Aggravates = q.Anger+q.upsets(), q.Record+betrayed, true
	case u != "" && u == q.Altar:
		out.all(ends{what: "unicorn insult: god upset", anger: q.upsets(), timeout: byAnger, wis: true, altar: q.Altar})
	case out.Value <= 0:
		out.all(ends{what: "nothing happens", timeout: "+0", altar: q.Altar})
	case !q.own():
		record := q.Record
		if u == q.Alignment {
			record = -1
		}
		q.foreign(&out, record)
	default:
		q.accepted(&out, u != "")
	}
	return out
}

// all makes one end certain, with its consequences.
func (o *Offered) all(e ends) {
	if more, err := strconv.Atoi(e.timeout); err == nil {
		o.Timeout += more
	} else { // byAnger
		o.Timeout = -1
	}
	o.Luck, o.Anger, o.Record = o.Luck+e.luck, o.Anger+e.anger, o.Record+e.record
	o.Outcomes = []Outcome{{What: e.String(), Chance: dice.Chance{P: 1, Num: 1, Den: 1}}}
}

// bloodshed returns the results of sacrificing a member of the hero's own race.
func (q *Sacrifice) bloodshed() ends {
	smitten := byAnger
	if q.Gehennom { // no god reaches down there
		smitten = "+0"
	}
	switch chaotic := q.Alignment == "chaotic"; {
	case chaotic && q.Altar == Moloch:
		return ends{what: "demon summoned", luck: -2, record: 5, timeout: "+0", altar: q.Altar}
	case q.Altar == Moloch:
		return ends{what: "demon summoned", luck: -7, record: -5, anger: 3, timeout: smitten, wis: true, altar: q.Altar}
	case chaotic && q.own():
		return ends{what: "demon summoned", luck: 2, record: 5, timeout: "+0", altar: q.Altar}
	case chaotic:
		return ends{what: "altar becomes chaotic, regret", record: 5, timeout: "+0", altar: "chaotic"}
	case q.Altar == "chaotic":
		return ends{what: "demon summoned", luck: -5, record: -5, anger: 3, timeout: byAnger, wis: true, altar: "gone"}
	}
	return ends{what: "altar becomes chaotic, regret", luck: -5, record: -5, anger: 3, timeout: byAnger, wis: true, altar: "chaotic"}
}

// upsets returns how much angrier the hero's own god becomes when the altar's god does.
func (q *Sacrifice) upsets() int {
	switch {
	case q.own():
		return 1
	case q.Anger > 0:
		return -1
	}
	return 0
}

// betrayal returns the results of sacrificing a former pet, for which the altar's god
// smites the hero.
func (q *Sacrifice) betrayal() []Outcome {
	god := Prayer{Rules: q.Prayer, Alignment: q.Alignment, Altar: q.Altar, Record: q.Record + betrayed}
	smiting := god.SmittenBy(q.Luck, q.Anger+q.upsets())
	return dice.Cases(func(d *dice.Dice) string {
		face := god.Face(d.Rn2(smiting.Sides))
		return ends{what: "pet: god upset", record: betrayed, anger: q.upsets(), timeout: byAnger, wis: face == rules.SmiteLevel, altar: q.Altar}.String()
	})
}

// foreign adds what comes of an offering on another god's altar: the hero is converted
// if the record is negative, once, otherwise perhaps the altar. An altar of Moloch
// converts nobody, and in Gehennom none is converted.
func (q *Sacrifice) foreign(out *Offered, record int) {
	switch {
	case record < 0 && (q.Converted || q.Altar == Moloch) || q.Altar == Moloch && q.Gehennom:
		e := ends{what: "sacrifice rejected", luck: -5, record: record - 5 - q.Record, anger: 3, timeout: byAnger, wis: true, altar: q.Altar}
		if q.Gehennom {
			e.timeout = "+0"
		}
		out.all(e)
	case record < 0:
		e := ends{what: "you are converted", luck: -3, record: -q.Record, timeout: "+300", altar: q.Altar}
		if q.Rules.KeepsRecord {
			sign := map[string]int{"lawful": 1, "chaotic": -1}[q.Alignment]
			e.record = record + sign*(alignmentLimit(q.Turn)/2) - q.Record
			e.recordUnknown = sign != 0 && q.Turn == 0
		}
		out.all(e)
	default:
		p := q.Converts()
		out.Outcomes = sorted([]Outcome{
			{What: ends{what: "altar converted to you", luck: 1, timeout: "+0", altar: q.Alignment}.String(), Chance: p},
			{What: ends{what: "conversion of altar fails", luck: -1, timeout: "+0", altar: q.Altar}.String(), Chance: dice.Chance{P: 1 - p.P, Num: p.Den - p.Num, Den: p.Den}},
		})
	}
}

func sorted(list []Outcome) []Outcome {
	if list[1].P > list[0].P {
		list[0], list[1] = list[1], list[0]
	}
	return list
}

// alignmentLimit returns the highest alignment record possible on a turn.
func alignmentLimit(turn int) int { return 10 + turn/200 }

// Converts returns the chance that an offering converts another god's altar.
func (q *Sacrifice) Converts() dice.Chance {
	for _, c := range dice.Cases(func(d *dice.Dice) bool { return d.Rn2(q.Rules.ConvertDie+q.XL) > q.Rules.ConvertOver }) {
		if c.What {
			return c.Chance
		}
	}
	return dice.Chance{}
}

// Minion returns the chance that a minion of the altar's god appears after an attempt to
// convert the altar, by whether it succeeded and by the turn.
func (q *Sacrifice) Minion(success bool) float64 {
	if q.Record <= 0 {
		return 0
	}
	limit := alignmentLimit(q.Turn)
	over, luck := 7*limit/8, q.Luck-1 // Luck has changed by then
	if success {
		over, luck = 3*limit/4, q.Luck+1
	}
	luck = min(max(luck, rules.MinLuck), rules.MaxLuck)
	angers := 1 - rnd.RnlAtMost(q.Die, q.XL, luck, 6).P
	return angers * float64(max(0, q.Record-over)) / float64(q.Record)
}

// accepted adds what comes of an offering to one's own god: it mends anger, then a
// negative record, then the timeout; else a gift may come, or Luck.
func (q *Sacrifice) accepted(out *Offered, unicorn bool) {
	out.Accepted = true
	e := ends{what: "accepted", timeout: "+0", altar: q.Altar}
	if unicorn {
		e.record = q.Rules.UnicornRecord
	}
	per, perAnger := q.Rules.Timeout, q.Rules.Anger
	if q.Alignment == "chaotic" {
		per, perAnger = q.Rules.TimeoutChaotic, q.Rules.AngerChaotic
	}
	most := q.Rules.MaxValue
	record := q.Record + e.record
	switch {
	case q.Anger > 0:
		e.anger = -min(q.Anger, out.Value*perAnger/most)
		e.luck = mended(q.Luck, e.anger != 0, q.Anger+e.anger == 0)
	case record < 0:
		e.record += min(-record, min(out.Value, most))
		e.luck = mended(q.Luck, e.record != 0, q.Record+e.record == 0)
	case q.Timeout > 0:
		less := min(q.Timeout, out.Value*per/most)
		e.timeout = fmt.Sprintf("%+d", -less)
		e.luck = mended(q.Luck, less > 0, less == q.Timeout)
	default:
		q.gift(out, e)
		return
	}
	out.all(e)
}

// mended returns how much bad Luck rises when anger, record or timeout is mended.
func mended(luck int, changed, over bool) int {
	switch {
	case luck >= 0 || !changed:
		return 0
	case over:
		return -luck
	}
	return 1
}

// LuckGain returns how much a sacrifice raises Luck if nothing needs mending.
func (q *Sacrifice) LuckGain(value int) int {
	gain := value * q.Rules.MaxLuck / (2 * q.Rules.MaxValue)
	most := q.Rules.MaxLuck
	if q.Rules.LuckToValue {
		most = min(most, value)
	}
	after := max(q.Luck, min(q.Luck+gain, most))
	return max(0, after) - q.Luck
}

// gift adds the ends of a sacrifice if nothing needs mending.
func (q *Sacrifice) gift(out *Offered, e ends) {
	out.Gifted = true
	offered := q.Gift
	offered.Value = out.Value
	p := offered.Chance(offered.Which())
	e.luck = q.LuckGain(out.Value)
	out.Luck += e.luck
	out.Record += e.record
	none := Outcome{What: e.String(), Chance: dice.Chance{P: p.Not().P, Num: p.Not().Num, Den: p.Not().Den}}
	e.what, e.luck, e.timeout = "gift", 0, fmt.Sprintf("rnz(%d)", AfterGift(q.Rules, q.Artifacts, q.XL).I)
	given := Outcome{What: e.String(), Chance: dice.Chance{P: p.P, Num: p.Num, Den: p.Den}}
	if out.Outcomes = []Outcome{none, given}; p.Num == 0 {
		out.Outcomes = out.Outcomes[:1]
	}
}
