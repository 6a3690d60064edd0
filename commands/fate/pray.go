package fate

import (
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/tries"
	"delphi/engine/divine"
	"delphi/engine/odds"
	"delphi/engine/rnd"
	"delphi/engine/rules"
)

// The parameters of prayer.
var (
	timeout   = commands.NewNumber(commands.Param{Name: "timeout", Summary: "Prayer timeout, where you know it", Min: 0, Max: divine.MaxTimeout})
	since     = commands.NewNumber(commands.Param{Name: "since", Summary: "Turns since your last successful prayer", Words: []string{"after"}, After: []string{"turns", "since"}, Min: 0, Max: divine.MaxTimeout})
	prayed    = commands.NewNumber(commands.Param{Name: "prayed", Summary: "The game's turn of your last successful prayer", Words: prayedWords(), Min: 0, Max: divine.MaxTimeout})
	now       = commands.NewNumber(commands.Param{Name: "turn", Summary: "The game's turn now (T:)", Words: []string{"t", "now", "now its", "now it's", "now is", "it is now", "its now"}, Min: 0, Max: divine.MaxTimeout})
	never     = commands.NewFlag(commands.Param{Name: "never", Summary: "You have not prayed yet", Words: []string{"never prayed", "havent prayed", "havent prayed yet", "not prayed", "not prayed yet", "first prayer", "no prayer yet", "no prayers"}})
	earlier   = commands.NewFlag(commands.Param{Name: "earlier", Summary: "You have prayed before, you don't know when", Words: []string{"prayed already", "already prayed", "prayed earlier", "prayed before", "prayed once", "prayed twice", "prayed recently", "just prayed", "used my prayer", "used prayer"}})
	ago       = commands.NewFlag(commands.Param{Name: "ago", Summary: "The number after prayed is turns ago", Words: []string{"turns ago"}})
	trouble   = commands.NewChoice(commands.Param{Name: "trouble", Summary: "Your worst trouble: none, minor or major", Choices: rules.TroubleNames})
	suffering = commands.NewName[*rules.TroubleKind](commands.Param{Name: "suffering", Many: true, Noun: "a trouble", Summary: "What your troubles are: weak, stoned, confused", Vocabulary: troubleTerms})
	fed       = commands.NewFlag(commands.Param{Name: "fed", Summary: "Not hungry", Words: []string{"satiated", "not hungry", "nothungry", "not weak", "well fed", "overfed"}})
	majors    = commands.NewNumber(commands.Param{Name: "majors", Summary: "How many major troubles you have", After: []string{"majors", "major"}, Min: 0, Max: 20})
	minors    = commands.NewNumber(commands.Param{Name: "minors", Summary: "How many minor troubles you have", After: []string{"minors", "minor"}, Min: 0, Max: 20})
	anger     = commands.NewNumber(commands.Param{Name: "anger", Summary: "How angry your god is; 0: not at all", Min: 0, Max: 100})
	record    = commands.NewNumber(commands.Param{Name: "record", Summary: "Alignment record", Words: []string{"alignment record"}, Min: -rules.MaxRecord, Max: rules.MaxRecord})
	altar     = commands.NewChoice(commands.Param{Name: "altar", Summary: "The altar under you, by its alignment", Choices: append([]string{divine.NoAltar}, append(rules.Alignments, divine.Moloch)...), Also: map[string]string{"moloch": divine.Moloch}})
	ownAltar  = commands.NewFlag(commands.Param{Name: "coaligned", Summary: "On an altar of your own god", Words: []string{"own altar", "my altar", "coaligned altar", "aligned altar", "on an altar", "on altar"}})
	temple    = commands.NewFlag(commands.Param{Name: "temple", Summary: "The altar is in a temple with its priest", Words: []string{"shrine", "in a temple"}})
	gehennom  = commands.NewFlag(commands.Param{Name: "gehennom", Summary: "In Gehennom", Words: []string{"hell", "in hell", "valley"}})
	form      = commands.NewChoice(commands.Param{Name: "form", Summary: "What you are polymorphed into: undead or demon", Choices: []string{string(divine.Ordinary), string(divine.Undead), string(divine.Demon)}, Also: map[string]string{"vampire": "undead", "lich": "undead", "zombie": "undead"}})
	hp        = commands.NewNumber(commands.Param{Name: "hp", Summary: "Hit points: hp 5(40)", Full: "maxhp", Min: 0, Max: 9999})
	maxHP     = commands.NewNumber(commands.Param{Name: "maxhp", Summary: "Maximum hit points", Words: []string{"hpmax"}, Min: 1, Max: 9999})
	crowned   = commands.NewFlag(commands.Param{Name: "crowned", Summary: "You have been crowned"})
	demigod   = commands.NewFlag(commands.Param{Name: "demigod", Summary: "You killed the Wizard of Yendor or performed the invocation", Words: []string{"wizard dead", "wizard killed", "killed wizard", "killed the wizard", "killed rodney", "rodney dead", "invoked", "invocation done"}})
	prayers   = commands.NewNumber(commands.Param{Name: "prayers", Summary: "How many prayers in a row: 3 prayers, each so many turns after the one before", After: []string{"times", "prayers", "tries"}, Min: 1, Max: tries.Most})
	tuneKnown = commands.NewFlag(commands.Param{Name: "opened", Summary: "You know the castle's tune or opened its drawbridge", Words: []string{"tune known", "know the tune", "drawbridge opened", "castle opened"}})
)

// prayedWords returns the words before the turn of the last prayer: "prayed", "prayed
// at turn", "prayer was on T".
func prayedWords() []string {
	out := []string{"prayer"}
	for _, verb := range []string{"prayed", "prayer"} {
		for _, at := range []string{"", " at", " on", " was", " was at", " was on", " around", " about", " in", " since", " successfully"} {
			for _, unit := range []string{"", " turn", " t"} {
				if at+unit != "" {
					out = append(out, verb+at+unit)
				}
			}
		}
	}
	return append(out, "was turn", "was at turn", "was on turn", "was t", "was at t", "was on t") // after the command "prayer"
}

func troubleTerms(s *rules.Set) []commands.Term {
	p := s.Prayer()
	if p == nil {
		return nil
	}
	return commands.Terms(p.Troubles, func(t *rules.TroubleKind) commands.Term {
		return commands.Term{Name: t.Name, Aliases: t.Aliases, Value: t}
	})
}

// prayAnswer is the machine-readable answer of `pray`.
type prayAnswer struct {
	Class    *int             `json:"class,omitempty"`
	Classes  []divine.Class   `json:"classes,omitempty"` // where Class is rolled, or depends on the timeout
	Refused  bool             `json:"refused,omitempty"` // the game does not let you pray
	Safe     *odds.Fraction   `json:"safe,omitempty"`    // nil: nothing is known of the timeout
	Trouble  string           `json:"trouble"`
	LowHP    *int             `json:"low_hp,omitempty"` // the most hit points that are a major trouble
	Outcomes []divine.Outcome `json:"outcomes,omitempty"`
	Fixed    []divine.Fixed   `json:"fixed,omitempty"` // given success
	Smite    int              `json:"smite_die,omitempty"`
	After    *timeoutAfter    `json:"timeout_after,omitempty"` // given success
	From     *int             `json:"from_turn,omitempty"`     // never prayed: from which turn on it is safe
	Needed   []prayNeeded     `json:"needed,omitempty"`
	Over     *tries.Over      `json:"over,omitempty"` // that all of several prayers are safe
}

// timeoutAfter is what is known about the prayer timeout after a success.
type timeoutAfter struct {
	Mean   float64 `json:"mean"`
	Median int     `json:"median"`
	P95    int     `json:"p95"`
}

// prayNeeded is how many turns after a prayer the next is safe.
type prayNeeded struct {
	Confidence float64 `json:"confidence"`
	Turns      int     `json:"turns"`
}

func pray() *commands.Command {
	return commands.Told(&commands.Command{
		Name:    "pray",
		Recall:  recallPray,
		Fillers: "apart go trouble last god gods was turns turn since yet have has prayed prayer prayers troubles successful success again before pray praying safe when can i my with and at now to be is it",
		Aliases: []string{"prayer"},
		Summary: "Show whether it is safe to pray, and what happens then",
		Params: commands.Takes(commands.RuleSet, hero.Role, hero.Alignment, altar, ownAltar, temple, timeout, since, prayed, ago, earlier, never, now, trouble, fed, suffering, majors, minors, hp, maxHP,
			hero.XL, hero.Luck, anger, record, gehennom, form, crowned, demigod, amulet, tuneKnown, prayers, tries.Sure, chart),

		Examples: []string{
			"pray timeout 200 luck 0 trouble major", "pray 950 turns since trouble none", "pray 1000 turns since 5 times", "pray never prayed turn 1300 hp 5(40)", "pray for 95% trouble minor", "pray v3.4.3 chaotic altar lawful timeout 0 record 10",
		},
	}, tellPray)
}

// recallPray takes a character's maximum hit points for what a line says to be left of them. The
// hit points that were saved are not those of whoever prays now.
func recallPray(c, character *commands.Call) []string {
	left, said := hp.In(c)
	full, known := hero.MaxHP.In(character)
	if whole, saved := hero.HP.In(character); saved && !known {
		full, known = whole, true // who saves hit points alone means those in good health
	}
	v := c.Value(maxHP.Param)
	if !said || !known || v.Said || full < left || full > maxHP.Max {
		return nil
	}
	*v = commands.Value{Said: true, Num: full, To: full, Quiet: true}
	return []string{fmt.Sprintf("maximum HP %d", full)}
}

// praying is a prayer as a call describes it.
type praying struct {
	divine.Prayer
	known bool   // something is said of the timeout
	lowHP *int   // the most hit points that are a major trouble, if HP are said
	lowAt string // the same in a sentence, if only the most HP are said
	last  *int   // the turn of the last prayer, if that is said and not which turn it is now
	late  int    // what the turn adds to the timeout after a success; 0: the turn is early, or unsaid
}

// limit returns the highest timeout possible.
func (q *praying) limit() int { return q.Rules.Limit[q.Trouble()] }

// after returns the timeout after a success, without what the turn adds.
func (q *praying) after() rnd.Stretched { return divine.AfterSuccess(q.Rules, q.XL, q.Kick) }

// lateLast returns what the turn added to the timeout after the last prayer. If nothing is said
// of that, the one asked about is the last.
func (q *praying) lateLast() int {
	switch {
	case q.last != nil:
		return divine.LateTimeout(q.Rules, *q.last)
	case q.known && q.Timeout.Since >= 0:
		return q.Timeout.Late
	}
	return q.late
}

// wait returns the turns after the last prayer from which a prayer is in time with that
// confidence.
func (q *praying) wait(confidence float64) int {
	return max(0, q.after().Quantile(confidence)+q.lateLast()-q.limit())
}

// prayerOf returns the question that a call describes, and notes what it assumes.
func prayerOf(c *commands.Call) (*praying, error) {
	hero.Role.In(c) // who says what they are need not hear that it makes no difference
	q := &praying{Prayer: divine.Prayer{Rules: c.Rules.Prayer(), Die: c.Rules.Luck(), Altar: divine.NoAltar, Form: divine.Ordinary}}
	if q.Rules == nil {
		return nil, rules.No[rules.Prayer](c.Rules)
	}
	q.Gehennom, q.Shrine, q.Crowned, q.TuneKnown = gehennom.In(c), temple.In(c), crowned.In(c), tuneKnown.In(c)
	if amulet.In(c) {
		c.Note(commands.Remarked, "the Amulet makes no difference to prayer")
	}
	for _, kick := range []commands.Flag{crowned, demigod} {
		if kick.In(c) {
			q.Kick++
		}
	}
	var ok bool
	if q.XL, ok = hero.XL.In(c); !ok {
		q.XL = 1
	}
	if q.Luck, ok = hero.Luck.In(c); !ok {
		c.Note(commands.Assumed, "Luck 0")
	}
	q.Anger, _ = anger.In(c)
	if err := troublesOf(c, q); err != nil {
		return nil, err
	}
	if q.Record, ok = record.In(c); !ok {
		q.Record = q.Rules.Pious
		c.Note(commands.Assumed, fmt.Sprintf("alignment record %d", q.Record))
	}
	if err := placeOf(c, q); err != nil {
		return nil, err
	}
	if err := timeoutOf(c, q); err != nil {
		return nil, err
	}
	return q, q.Check()
}

// placeOf reads whose altar the hero stands on and in which form.
func placeOf(c *commands.Call, q *praying) error {
	q.Alignment = hero.AlignmentOf(c)
	if f := form.In(c); f != "" {
		q.Form = divine.Form(f)
	}
	if a := altar.In(c); a != "" {
		q.Altar = a
	}
	matters := q.Altar != divine.NoAltar || q.Form != divine.Ordinary
	switch {
	case q.Alignment == "" && matters:
		return &commands.Problem{Text: "What is your alignment?", Hints: rules.Alignments}
	case q.Alignment == "":
		q.Alignment = rules.Alignments[0] // whichever it is, the answer is the same
	}
	if (ownAltar.In(c) || q.Shrine) && altar.In(c) == "" {
		q.Altar = q.Alignment
		if !ownAltar.In(c) {
			c.Note(commands.Assumed, "an altar of your own god")
		}
	}
	return nil
}

// troublesOf counts the troubles that a call names.
func troublesOf(c *commands.Call, q *praying) error {
	said := false
	said = said || fed.In(c)
	for _, s := range suffering.All(c) {
		if said = true; suffering.Of(s).Trouble == rules.MajorTrouble {
			q.Majors++
		} else {
			q.Minors++
		}
		q.Punished = q.Punished || s.Name == "punished"
	}
	n, ok := hp.In(c)
	if full, known := maxHP.In(c); known && !ok {
		q.lowAt = fmt.Sprintf("Of %d HP, %s.", full, lowAt(c, q.Rules, full))
	}
	if ok {
		most, full, err := lowHP(c, q, n)
		if err != nil {
			return err
		}
		said, q.lowHP = true, &most
		named := slices.ContainsFunc(suffering.All(c), func(s commands.Said) bool { return s.Name == "low hp" })
		if n <= most && !named {
			q.Majors++
		}
		switch _, xlSaid := hero.XL.In(c); {
		case n > most:
			c.Note(commands.Remarked, fmt.Sprintf("HP %d of %d is not a major trouble: %d or less is", n, full, most))
		case xlSaid || n > q.Rules.LowHP:
			c.Note(commands.Remarked, fmt.Sprintf("HP %d of %d is a major trouble: %d or less is", n, full, most))
		default:
			c.Note(commands.Remarked, fmt.Sprintf("HP %d of %d is a major trouble at any XL", n, full))
		}
	}
	for _, n := range []struct {
		said commands.Number
		of   *int
	}{{majors, &q.Majors}, {minors, &q.Minors}} {
		if k, ok := n.said.In(c); ok {
			*n.of, said = max(*n.of, k), true
		}
	}
	switch t := trouble.In(c); {
	case t == "major":
		q.Majors = max(1, q.Majors)
	case t == "minor":
		q.Minors = max(1, q.Minors)
	case t == "none" && q.Majors+q.Minors > 0:
		return &commands.Problem{Text: "You said that you have no trouble, and named one. Leave one out.", Hints: []string{"trouble none", "trouble major"}}
	case t == "" && !said:
		c.Note(commands.Assumed, "no trouble")
	}
	return nil
}

// lowHP returns the most hit points that count as low for the hero of a call, and the
// maximum.
func lowHP(c *commands.Call, q *praying, n int) (most, full int, err error) {
	full, ok := maxHP.In(c)
	if !ok && n > q.Rules.LowHP {
		return 0, 0, &commands.Problem{Text: fmt.Sprintf("HP %d of how many?", n), Hints: []string{fmt.Sprintf("hp %d(%d)", n, 8*n)}}
	}
	full = max(full, n)
	xl := q.XL
	if _, said := hero.XL.In(c); !said && n > q.Rules.LowHP {
		xl = likelyLevel(c, q.Rules, n, full)
	}
	return q.Rules.LowHPLimit(xl, full), full, nil
}

// lowAt says at which hit points a hero with that maximum is in major trouble, by level where the
// call does not say which.
func lowAt(c *commands.Call, r *rules.Prayer, full int) string {
	from, to := 1, hero.XL.Max
	if xl, said := hero.XL.In(c); said {
		from, to = xl, xl
	} else {
		for from < to && r.LowHPLevel > 0 && r.LowHPLevel*from < full {
			from++ // no hero is far below it
		}
	}
	var says []string
	for first := from; first <= to; {
		most, last := r.LowHPLimit(first, full), first
		for last < to && r.LowHPLimit(last+1, full) == most {
			last++
		}
		switch {
		case from == to || first == 1 && last == hero.XL.Max:
			says = append(says, fmt.Sprintf("%d or less is a major trouble", most))
		case last == to:
			says = append(says, fmt.Sprintf("%d from XL %d on", most, first))
		case first == last:
			says = append(says, fmt.Sprintf("%d at XL %d", most, first))
		default:
			says = append(says, fmt.Sprintf("%d at XL %d to %d", most, first, last))
		}
		first = last + 1
	}
	if len(says) > 1 {
		return "a major trouble is this many or less: " + strings.Join(says, ", ")
	}
	return says[0]
}

// likelyLevel returns the lowest level at which the whole maximum counts in deciding
// what low HP is; no hero is far below it. It notes the levels at which the answer
// would differ.
func likelyLevel(c *commands.Call, r *rules.Prayer, n, full int) int {
	xl := 1
	for r.LowHPLevel > 0 && xl < hero.XL.Max && r.LowHPLevel*xl < full {
		xl++
	}
	low := n <= r.LowHPLimit(xl, full)
	text := ""
	for x := xl; x <= hero.XL.Max; x++ {
		if n <= r.LowHPLimit(x, full) != low {
			text = fmt.Sprintf("; from XL %d on it is %slow", x, map[bool]string{true: "not ", false: ""}[low])
			break
		}
	}
	if xl > 1 || text != "" {
		c.Note(commands.Assumed, fmt.Sprintf("low HP is judged at XL %d", xl)+text)
	}
	return xl
}

// timeoutOf reads what is known about the prayer timeout.
func timeoutOf(c *commands.Call, q *praying) error {
	turn, turnSaid := now.In(c)
	after, sinceSaid := since.In(c)
	last, prayedSaid := prayed.In(c)
	if turnSaid {
		q.late = divine.LateTimeout(q.Rules, turn)
	}
	switch {
	case prayedSaid && ago.In(c):
		after, sinceSaid = last, true
	case prayedSaid && turnSaid && turn < last:
		return &commands.Problem{Text: fmt.Sprintf("Turn %d is before your last prayer on turn %d.", turn, last), Hints: []string{fmt.Sprintf("turn %d prayed %d", last, turn)}}
	case prayedSaid && turnSaid && !sinceSaid:
		after, sinceSaid = turn-last, true
	case prayedSaid && !sinceSaid:
		q.last = &last
	}
	n, timeoutSaid := timeout.In(c)
	switch {
	case timeoutSaid:
		q.Timeout = divine.KnownTimeout(n)
	case sinceSaid:
		q.Timeout = divine.Timeout{Since: after, XL: q.XL, Kick: q.Kick, Late: divine.LateTimeout(q.Rules, turn-after)}
		if _, said := hero.XL.In(c); !said {
			c.Note(commands.Assumed, "XL below 15")
		}
	case turnSaid && earlier.In(c):
		return &commands.Problem{Text: "On which turn did you last pray?", Hints: []string{fmt.Sprintf("prayed %d", max(turn/2, turn-1000))}}
	case turnSaid:
		q.Timeout = divine.NeverPrayed(q.Rules, turn)
		if !never.In(c) {
			c.Note(commands.Assumed, "you have not prayed yet")
		}
	default:
		q.Timeout = divine.Timeout{XL: q.XL, Kick: q.Kick}
		return nil
	}
	q.known = true
	return nil
}
