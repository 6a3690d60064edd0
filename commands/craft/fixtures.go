package craft

import (
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/ends"
	"delphi/commands/hero"
	"delphi/commands/steps"
	"delphi/commands/tries"
	"delphi/commands/wording"
	"delphi/engine/fixture"
	"delphi/engine/odds"
	"delphi/engine/rules"
)

// The parameters of fixtures.
var (
	use = commands.NewChoice(commands.Param{
		Name: "use", Summary: "quaff or dip", Choices: []string{"quaff", "dip"},
		Also: map[string]string{"quaffing": "quaff", "drink": "quaff", "drinking": "quaff", "quaffs": "quaff", "sip": "quaff", "dipping": "dip", "dips": "dip"},
	})
	sinkUse = commands.NewChoice(commands.Param{
		Name: "use", Summary: "kick, quaff or ring", Choices: []string{"kick", "quaff", "ring"},
		Also: map[string]string{"kicking": "kick", "kicks": "kick", "drink": "quaff", "drinking": "quaff", "quaffing": "quaff", "drop": "ring", "dropping": "ring",
			"for a ring": "kick", "ring from": "kick", "a ring from": "kick", "get a ring": "kick", "find a ring": "kick", "a ring per kick": "kick"},
	})
	magic     = commands.NewFlag(commands.Param{Name: "magic", Summary: "A magic (blessed) fountain", Words: []string{"magic fountain"}})
	looted    = commands.NewFlag(commands.Param{Name: "looted", Summary: "Its gem or coins are gone", Words: []string{"already looted"}})
	cursed    = commands.NewFlag(commands.Param{Name: "cursed", Summary: "The thing dipped is cursed"})
	town      = commands.NewFlag(commands.Param{Name: "town", Summary: "The fountain stands in a town with a watch", Words: []string{"minetown", "in minetown", "in town", "watch", "watchman", "watchmen", "guards", "watch warns", "watch attacks", "watch gets angry", "watch is angry", "watch turns angry", "watch warns me", "watch attacks me"}})
	warned    = commands.NewFlag(commands.Param{Name: "warned", Summary: "The watch has already warned you", Words: []string{"already warned", "watch warned", "been warned"}})
	fountains = commands.NewNumber(commands.Param{Name: "fountains", Summary: "How many fountains there are, each used until it dries up or so often", After: []string{"fountains"}, Min: 1, Max: tries.Most})
	thrones   = commands.NewNumber(commands.Param{Name: "thrones", Summary: "How many thrones there are, each sat on until it vanishes or so often", After: []string{"thrones"}, Min: 1, Max: tries.Most})
	sees      = commands.NewFlag(commands.Param{Name: "seeinvis", Summary: "You can already see invisible", Words: []string{"see invisible", "sees invisible", "see invisible already", "seeing invisible", "already see invisible"}})
	granted   = sitEnds.param("What you hope for, if not a wish", map[string]string{"genociding": "genocide", "identified": "identify", "identification": "identify", "identifying": "identify", "teleportation": "teleport", "heal": "healing", "electric shock": "shock"})
	poured    = waterEnds.param("What you ask about, if not a wish", map[string]string{"water demon": "demon", "water moccasins": "moccasins", "snakes": "moccasins", "moccasin": "moccasins", "water nymph": "nymph"})
	vlad      = commands.NewFlag(commands.Param{Name: "vlad", Summary: "The throne in Vlad's Tower", Words: []string{"vlads", "vlads throne", "vlads tower", "in vlads tower"}})
	forRing   = commands.NewFlag(commands.Param{Name: "wanted", Aside: true, Summary: "You are after the ring in it", Words: []string{"for the ring", "for a ring", "for its ring", "get the ring", "get a ring", "getting the ring", "getting a ring", "until the ring", "until a ring", "until i get the ring", "until i get a ring", "till the ring"}})
	pudding   = commands.NewFlag(commands.Param{Name: "pudding", Summary: "The sink has already given its pudding", Words: []string{"black pudding"}})
	washer    = commands.NewFlag(commands.Param{Name: "dishwasher", Summary: "The sink has already given its dish washer", Words: []string{"dish washer", "foocubus", "washer"}})
	ringTaken = commands.NewFlag(commands.Param{Name: "noring", Summary: "The sink has already given its ring", Words: []string{"ring given", "ring gone", "ring taken", "no ring", "gave ring"}})
	sinkRing  = commands.NewName[*rules.Object](commands.Param{
		Name: "which", Noun: "a ring", Summary: "The ring that is dropped",
		Vocabulary: func(s *rules.Set) []commands.Term { return objectTerms(s, nil, "ring") },
	})
	unlawful  = commands.NewFlag(commands.Param{Name: "unlawful", Summary: "You are not lawful", Words: []string{"not lawful", "nonlawful"}})
	swordMade = commands.NewFlag(commands.Param{Name: "existing", Summary: "Excalibur exists already", Words: []string{"exists already", "already exists"}})

	rub   = commands.NewFlag(commands.Param{Name: "rub", Aside: true, Summary: "Rub it", Words: []string{"rubbing", "rubbed", "magic lamp", "magic", "until the djinni", "until djinni", "until a djinni"}})
	open  = commands.NewFlag(commands.Param{Name: "djinni", Summary: "The djinni is out: what it does", Words: []string{"djinn", "bottle", "released"}})
	oil   = commands.NewFlag(commands.Param{Name: "oil", Summary: "An oil lamp, which holds no djinni", Words: []string{"oil lamp", "oil lamps"}})
	milky = commands.NewFlag(commands.Param{Name: "milky", Summary: "A milky potion, which may hold a ghost", Words: []string{"ghost", "ghosts", "milky potion"}})
	born  = commands.NewNumber(commands.Param{Name: "born", Summary: "How many djinn (ghosts) have appeared in this game so far", After: []string{"born", "djinn", "djinni", "ghosts", "made"}, Min: 0, Max: fixture.MaxBorn})
	gone  = commands.NewFlag(commands.Param{Name: "extinct", Summary: "Djinn (ghosts) are genocided or extinct", Words: []string{"genocided"}})
)

func fixtureCommands() []*commands.Command {
	return []*commands.Command{
		commands.Told(&commands.Command{
			Name:    "fountain",
			Fillers: "1 from into a wish wishes at per something until till before it is gone dries dry up", Aliases: []string{"fountains"},
			Summary: "Show what quaffing from or dipping into a fountain does",
			Params:  commands.Takes(commands.RuleSet, use, poured, dlvl, hero.Luck, magic, looted, cursed, town, warned, fountains, tries.Number, tries.Sure, ends.Chart),
			Figure:  tries.Number.Param,

			Examples: []string{"fountain quaff depth 5 luck 0", "fountain dip", "fountain dip minetown", "fountain quaff dlvl 2 50 quaffs", "fountain quaff magic luck 4", "fountain quaff nymph 5 quaffs"},
		}, commands.By(tellFountain)),
		commands.Told(&commands.Command{
			Name:    "excalibur",
			Fillers: "1 dip dipping dips get getting long sword fountain per into", Aliases: []string{"excal"},
			Summary: "Show the odds of Excalibur per dip into a fountain",
			Params:  commands.Takes(commands.RuleSet, hero.Role, hero.Race, hero.XL, hero.Alignment, unlawful, hero.Luck, swordMade, town, warned, fountains, tries.Number, tries.Sure, ends.Chart),
			Recall:  recallSword,

			Examples: []string{"excalibur xl5 Knight", "excalibur xl5 4 fountains", "excalibur v3.6.7 val xl8 lawful 20 dips", "excalibur sam xl5 for 90%"},
		}, commands.By(tellExcalibur)),
		commands.Told(&commands.Command{
			Name:    "throne",
			Fillers: "1 sitting sit sits a wish wishes from until till before it is gone vanishes", Aliases: []string{"thrones", "sit"},
			Summary: "Show what sitting on a throne does",
			Params:  commands.Takes(commands.RuleSet, hero.Luck, granted, sees, vlad, thrones, tries.Number, tries.Sure, ends.Chart),
			Figure:  tries.Number.Param,

			Examples: []string{"throne luck 3", "throne luck -1 10 sits", "throne 2 thrones 10 sits", "throne vlad", "throne for 50%", "throne genocide 5 sits"},
		}, commands.By(tellThrone)),
		commands.Told(&commands.Command{
			Name:    "sink",
			Fillers: "into already gave given from down a until till before", Aliases: []string{"sinks"},
			Summary: "Show what comes of kicking a sink, quaffing from it or dropping a ring into it",
			Params:  commands.Takes(commands.RuleSet, sinkUse, forRing, sinkRing, pudding, washer, ringTaken, tries.Number, tries.Sure, ends.Chart),

			Examples: []string{"sink kick", "sink quaff", "sink ring of searching", "sink kick pudding dishwasher"},
		}, commands.By(tellSink)),
		commands.Told(&commands.Command{
			Name:    "lamp",
			Fillers: "a wish from rubs until till before it is gone spent", Aliases: []string{"djinni"},
			Summary: "Show what rubbing a magic lamp does, and what a djinni does",
			Params:  commands.Takes(commands.RuleSet, buc, rub, open, oil, tries.Number, tries.Sure, ends.Chart),

			Examples: []string{"lamp blessed rub", "lamp cursed", "lamp blessed djinni", "lamp blessed rub for 90%"},
		}, commands.By(tellLamp)),
		commands.Told(&commands.Command{
			Name:    "smoky",
			Fillers: "potion potions quaff quaffing so far a wish from", Aliases: []string{"milky"},
			Summary: "Show the odds that a smoky or milky potion holds a djinni or a ghost",
			Params:  commands.Takes(commands.RuleSet, buc, milky, born, gone, tries.Number, tries.Sure, ends.Chart),

			Examples: []string{"smoky", "smoky blessed 2 born", "smoky milky 3 ghosts", "smoky for 50%"},
		}, commands.By(tellSmoky)),
	}
}

// recallSword says that Excalibur exists if the character wields it.
func recallSword(c, character *commands.Call) []string {
	a := hero.InHand(c.Rules, character, "")
	if a == nil || a.Name != "Excalibur" || swordMade.In(c) {
		return nil
	}
	c.Value(swordMade.Param).Said = true
	return hero.Counted(a)
}

func has(part string) func(string) bool {
	return func(what string) bool { return strings.Contains(what, part) }
}

func tellFountain(c *commands.Call, f *rules.Fixtures) (*commands.Story, error) {
	q := &fixture.Fountain{Rules: f, Magic: magic.In(c), Looted: looted.In(c), Cursed: cursed.In(c), Town: town.In(c) || warned.In(c), Warned: warned.In(c)}
	q.Depth = dlvl.Else(c, 5, "depth 5")
	about := poured.In(c)
	dips := use.In(c) == "dip" || use.In(c) == "" && about == "uncurse" // no draught does
	if dips && q.Cursed && about == "" {                                // one dips it for that
		about = "uncurse"
	}
	q.Cursed = q.Cursed || about == "uncurse"
	if !dips {
		q.Luck = luckOf(c)
		if use.In(c) == "" {
			c.Note(commands.Assumed, "quaffing")
		}
	}
	e := &ends.Ends{Wanted: "a wish", Is: has("[WISH]"), Rule: rules.CiteFountain, Also: []string{rules.CiteDemon, rules.CiteDry}}
	wish := max(0, f.WishBelow-q.Depth)
	e.How = fmt.Sprintf("1/%d * %d/100", f.FountainDie, wish)
	dries := func(uses func(*fixture.Fountain) fixture.Ends) {
		without := func(tag string) odds.Fraction {
			f, _ := e.Chance(func(what string) bool { return !e.Is(what) && strings.Contains(what, tag) })
			return f
		}
		e.Last = &ends.Lasting{Name: "fountain", Goes: "dries up", Tag: fixture.TagDry, Gone: without(fixture.TagDry), Number: fountains.Else(c, 0, "")}
		if q.Town && !q.Warned {
			warned := *q
			warned.Warned = true
			first := e.Cases
			e.Last.Tag, e.Last.First, e.Last.Warns = fixture.TagWarned, "gives less and the watch warns you", without(fixture.TagWarned)
			e.Cases = uses(&warned)
			e.Last.Gone = without(fixture.TagDry)
			e.Cases = first
		}
	}
	if dips {
		e.Subject, e.Once, e.Cases, e.Rule = fmt.Sprintf("Dipping into a fountain (depth %d)", q.Depth), "dip", fixture.Dip(q), rules.CiteExcalibur
		c.Note(commands.Assumed, "the thing dipped is not a long sword, and water does not change it")
		waterEnds.ask(e, about)
		dries(fixture.Dip)
		return told(c, q, e), nil
	}
	e.Subject, e.Once, e.Cases = fmt.Sprintf("Quaffing from a fountain (depth %d)", q.Depth), "quaff", fixture.Quaff(q)
	if shallow := *q; q.Depth > 1 {
		shallow.Depth = 1
		e.Changes = append(e.Changes, ends.Change{Words: "on level 1", Cases: fixture.Quaff(&shallow)})
	}
	if q.Magic && q.Luck >= 0 {
		e.Wanted, e.Is, e.Also = "raised attributes", has("Wow!"), nil
		e.Subject = "Quaffing from a magic fountain"
		e.How = fmt.Sprintf("(%d - %d)/%d", f.FountainDie, f.MagicFrom-1, f.FountainDie)
		waterEnds.ask(e, about)
		if q.Luck >= f.AllFrom && about == "" {
			c.Note(commands.Remarked, fmt.Sprintf("Luck %d or more raises all six", f.AllFrom))
		}
		if n, ok := fountains.In(c); ok && n > 1 {
			c.Note(commands.Remarked, "this is of one magic fountain")
		}
		if q.Town {
			c.Note(commands.Remarked, "the watch does not mind: a magic fountain does not dry up before it is an ordinary one")
		}
		return e.Tell(c), nil
	}
	waterEnds.ask(e, about)
	dries(fixture.Quaff)
	return told(c, q, e), nil
}

// told returns the story of a fountain, which in a town is first of all about the watch.
func told(c *commands.Call, q *fixture.Fountain, e *ends.Ends) *commands.Story {
	if q.Town && !(q.Magic && e.Once == "quaff") { // a quaff may leave a magic fountain as it is
		return tellWatch(c, q, e)
	}
	return e.Tell(c)
}

// idleLuck says that Luck, where a line says it, does not change the chance.
func idleLuck(c *commands.Call) {
	if _, ok := hero.Luck.In(c); ok && !hero.Luck.Quiet(c) {
		c.Note(commands.Remarked, "Luck makes no difference")
	}
}

func tellExcalibur(c *commands.Call, f *rules.Fixtures) (*commands.Story, error) {
	q := &fixture.Sword{Rules: f, XL: hero.XL.Else(c, f.SwordLevel, fmt.Sprintf("XL %d", f.SwordLevel)), Knight: roleIs(c, "Knight"), Lawful: true}
	if _, ok := hero.Role.In(c); !ok {
		c.Note(commands.Assumed, "not a Knight")
	}
	begins, who := hero.Begins(c)
	switch a := hero.Alignment.In(c); {
	case unlawful.In(c):
		q.Lawful = false
	case a != "":
		q.Lawful = a == "lawful"
	case !slices.Contains(begins, "lawful"):
		q.Lawful = false
		c.Note(commands.Assumed, wording.Article(who)+" is not lawful unless converted")
	case len(begins) > 1:
		c.Note(commands.Assumed, "lawful")
	}
	idleLuck(c)
	whose := ""
	if role, ok := hero.Role.In(c); ok {
		whose = " for " + wording.Article(role.Name)
	}
	q.Exists = swordMade.In(c)
	e := &ends.Ends{
		Subject: fmt.Sprintf("Excalibur%s at XL %d", whose, q.XL), Cases: fixture.Excalibur(q), Wanted: "Excalibur", Once: "dip",
		Is: has(fixture.GotExcalibur), Rule: rules.CiteExcalibur, How: "0",
		Show: func(what string) string { return strings.Replace(what, "other", "what any other dip does", 1) },
	}
	if !q.Lawful && !q.Exists {
		who := "you"
		if a := hero.Alignment.In(c); a != "" && a != "lawful" {
			who = "a " + a + " hero"
		}
		e.Subject = "Excalibur never comes to " + who + ", only to the lawful. Instead"
		e.Wanted, e.Is = "a cursed sword", has("denied")
	}
	if n := q.Once(); n > 0 {
		e.How = fmt.Sprintf("1/%d", n)
	}
	if n := q.Once(); n > 0 && q.Lawful {
		e.Last = swordFountain(c, int64(n), f)
	} else if n == 0 && !q.Exists {
		c.Note(commands.Warned, fmt.Sprintf("it takes XL %d", f.SwordLevel))
	}
	if town.In(c) || warned.In(c) {
		c.Note(commands.Warned, "the watch attacks whenever the fountain goes, with Excalibur too")
	}
	if q.Exists {
		c.Note(commands.Remarked, "Excalibur exists, and no sword becomes a second one")
	} else {
		c.Note(commands.Assumed, "a single ordinary long sword, and no Excalibur in the game yet")
	}
	return e.Tell(c), nil
}

// swordFountain returns how a fountain lasts for which one dip in once gives Excalibur.
func swordFountain(c *commands.Call, once int64, f *rules.Fixtures) *ends.Lasting {
	less, fails := odds.Of(once-1, once*int64(f.DryOnce)), odds.Of(once-1, once)
	l := &ends.Lasting{Name: "fountain", Goes: "dries up", Gone: less, Number: fountains.Else(c, 0, "")}
	switch {
	case warned.In(c):
		l.Gone = fails
	case town.In(c):
		l.First, l.Warns, l.Gone = "gives less and the watch warns you", less, fails
	}
	return l
}

func tellThrone(c *commands.Call, f *rules.Fixtures) (*commands.Story, error) {
	q := &fixture.Throne{Rules: f, Luck: luckOf(c), Sees: sees.In(c), Vlad: vlad.In(c)}
	if q.Vlad && !fixture.HasVlad(f) {
		c.Note(commands.Warned, "Vlad's throne is like any other in "+c.Rules.Title)
		q.Vlad = false
	}
	lucky := max(0, min(f.ThroneLuck, f.ThroneLuck+q.Luck))
	e := &ends.Ends{
		Subject: fmt.Sprintf("A throne (Luck %d)", q.Luck), Cases: fixture.Sit(q), Wanted: "a wish", Once: "sit", Is: has("WISH"), Rule: rules.CiteThrone,
		How: fmt.Sprintf("%d/%d * 1/13 * %d/%d", f.ThroneDie-f.ThroneIdle, f.ThroneDie, lucky, f.ThroneLuck),
	}
	e.Final = " More Luck does not raise it."
	sitEnds.ask(e, granted.In(c))
	if lucky := *q; q.Luck < 0 {
		lucky.Luck = 0
		e.Changes = append(e.Changes, ends.Change{Words: "with Luck 0", Cases: fixture.Sit(&lucky)})
	}
	if q.Vlad {
		e.Final = ""
		if e.Subject = "Vlad's throne"; granted.In(c) == "" {
			e.How = fmt.Sprintf("%d/%d * 4/13", f.ThroneDie-f.ThroneIdle, f.ThroneDie)
		}
		c.Note(commands.Remarked, "Vlad's throne vanishes with the wish, and only then")
		if n, ok := thrones.In(c); ok && n > 1 {
			c.Note(commands.Warned, "there is only one throne in Vlad's Tower")
		}
	} else if !sees.In(c) {
		c.Note(commands.Assumed, "not seeing invisible yet")
	}
	if !q.Vlad {
		gone, _ := e.Chance(func(what string) bool { return !e.Is(what) && strings.Contains(what, fixture.TagVanishes) })
		e.Last = &ends.Lasting{Name: "throne", Goes: "vanishes", Tag: fixture.TagVanishes, Gone: gone, Number: thrones.Else(c, 0, "")}
	}
	return e.Tell(c), nil
}

func tellSink(c *commands.Call, f *rules.Fixtures) (*commands.Story, error) {
	q := &fixture.Sink{Rules: f, Pudding: pudding.In(c), Washer: washer.In(c), Rings: ringTaken.In(c)}
	ring, named := sinkRing.In(c)
	act := sinkUse.In(c)
	switch {
	case named:
		return tellSinkRing(c, f, ring.Name)
	case act == "ring":
		return tellSinkRing(c, f, "")
	case act == "quaff":
		e := &ends.Ends{Subject: "Quaffing from a sink", Cases: fixture.QuaffSink(q), Wanted: "a ring", Once: "quaff", Is: has("You find a ring"), Rule: rules.CiteSinkQuaff, How: fmt.Sprintf("1/%d", f.SinkDie)}
		if q.Rings {
			e.How = "0"
		}
		return e.Tell(c), nil
	case act == "":
		c.Note(commands.Assumed, "kicking")
	}
	e := &ends.Ends{Subject: "Kicking a sink", Cases: fixture.Kick(q), Wanted: "a ring", Once: "kick", Is: has(fixture.TagRing), Rule: rules.CiteSinkKick, How: ringHow(f, q)}
	forRing.In(c) // of a kick nothing else is asked
	if !q.Pudding && !q.Washer && !q.Rings {
		c.Note(commands.Assumed, "a fresh sink")
	}
	if !q.Rings && !(q.Pudding && q.Washer) {
		e.Tried = func(c *commands.Call, d *steps.Derivation) (tries.Answer, string) {
			trial := &tries.Trial{Once: e.Once, Within: q.Within, Most: mostKicks, Rule: e.Rule, Counted: "kicks at a sink whose pudding and dish washer come once each, so that the ring's chance rises"}
			return trial.Of(c, d)
		}
	}
	return e.Tell(c), nil
}

// mostKicks is the largest number of kicks counted for a wanted chance: no chance that can
// be asked about takes as many.
const mostKicks = 1000

// ringHow returns the chance that a kick brings up a sink's ring, as a formula: the
// kick does more than make a sound, and does not bring up either of the things that
// come first.
func ringHow(f *rules.Fixtures, q *fixture.Sink) string {
	if q.Rings {
		return "0"
	}
	how := fmt.Sprintf("%d/%d", f.KlunkDen-f.KlunkNum, f.KlunkDen)
	for _, gone := range []bool{q.Pudding, q.Washer} {
		if !gone {
			how += fmt.Sprintf(" * %d/%d", f.SinkOnce-1, f.SinkOnce)
		}
	}
	return how + fmt.Sprintf(" * 1/%d", f.SinkOnce)
}

func tellSinkRing(c *commands.Call, f *rules.Fixtures, ring string) (*commands.Story, error) {
	e := &ends.Ends{Subject: "A ring dropped into a sink", Wanted: "to come back", Is: func(what string) bool { return what == "given back" || strings.HasPrefix(what, "backs up") }, Rule: rules.CiteSinkRing}
	var seen rules.SinkRing
	var known bool
	e.Cases, seen, known = fixture.DropRing(f, ring)
	e.How = fmt.Sprintf("1/%d", f.BackOnce)
	if seen.Back {
		e.How = "1"
	}
	if ring != "" {
		if !known {
			return nil, &commands.Problem{Text: "What a sink shows of the " + ring + " is not known for " + c.Rules.Title + ".", Hints: []string{"sink ring"}}
		}
		e.Subject = wording.Capital(ring) + " dropped into a sink"
	}
	s := e.Tell(c)
	if ring != "" {
		s.Reply.Summary += " It shows: " + seen.Seen + "."
		switch seen.Sight {
		case "yes":
			c.Note(commands.Assumed, "not blind: it must be seen")
		case "message":
			c.Note(commands.Assumed, "not blind, to read the message")
		}
	} else {
		t := &commands.Table{Columns: []string{"ring", "what the sink shows"}}
		for _, x := range f.Rings {
			t.Rows = append(t.Rows, []string{strings.TrimPrefix(x.Ring, "ring of "), x.Seen})
		}
		s.Reply.Table = t
		s.Reply.Summary += " Every ring shows what it is; !more lists how."
	}
	return s, nil
}

func tellLamp(c *commands.Call, f *rules.Fixtures) (*commands.Story, error) {
	if oil.In(c) {
		return nil, &commands.Problem{Text: "Rubbing an oil lamp does nothing: only a magic lamp holds a djinni.", Hints: []string{"lamp", "burn oil lamp"}}
	}
	b := bucOf(c, "lamp")
	share := f.DjinniOdds[map[rules.BUC]int{rules.Blessed: 0, rules.Uncursed: 1, rules.Cursed: 2}[b]][0]
	e := &ends.Ends{Subject: wording.Capital(b.String()) + " magic lamp", Cases: fixture.Rub(f, b), Wanted: "a wish", Once: "rub", Is: has("wish"), Rule: rules.CiteRub, Also: []string{rules.CiteDjinni}}
	e.How = fmt.Sprintf("1/%d * %d/100", f.RubOnce, share)
	if rubbed := rub.In(c); open.In(c) && !rubbed {
		e.Subject, e.Cases, e.Once, e.Rule, e.Also = "A djinni from "+wording.Article(b.String()+" lamp or bottle"), fixture.Djinni(f, b), "", rules.CiteDjinni, nil
		e.How = fmt.Sprintf("%d/100", share)
		e.Changes = []ends.Change{{Words: "blessed", Cases: fixture.Djinni(f, rules.Blessed)}}
	} else {
		e.Last = spentByDjinni(e)
		if b != rules.Blessed {
			e.Final = " Bless it: the djinni of a blessed one grants a wish " + fmt.Sprintf("%d%% of the time.", f.DjinniOdds[0][0])
		}
	}
	return e.Tell(c), nil
}

// spentByDjinni returns how a magic lamp is used up: whatever its djinni does, it leaves
// an oil lamp behind.
func spentByDjinni(e *ends.Ends) *ends.Lasting {
	gone, _ := e.Chance(func(what string) bool { return !e.Is(what) && strings.HasPrefix(what, "djinni") })
	return &ends.Lasting{Name: "lamp", Goes: "is spent", Gone: gone, Spent: true}
}

func tellSmoky(c *commands.Call, f *rules.Fixtures) (*commands.Story, error) {
	q := &fixture.Potion{Rules: f, BUC: rules.Uncursed, Milky: milky.In(c), Gone: gone.In(c)}
	if !q.Milky { // a ghost comes as often whatever the potion is
		q.BUC = bucOf(c, "potion")
	}
	q.Born = born.Else(c, 0, "none born so far")
	if q.Gone && !f.GoneStops {
		c.Note(commands.Warned, "genocide does not stop them in "+c.Rules.Title)
	}
	share := f.DjinniOdds[map[rules.BUC]int{rules.Blessed: 0, rules.Uncursed: 1, rules.Cursed: 2}[q.BUC]][0]
	e := &ends.Ends{Subject: wording.Capital(q.BUC.String()) + " smoky potion", Cases: fixture.QuaffPotion(q), Wanted: "a wish", Once: "potion", Is: has("wish"), Rule: rules.CiteSmoky, Also: []string{rules.CiteDjinni}, How: "0"}
	if q.Milky {
		e.Subject, e.Wanted, e.Is, e.Also = "Milky potion", "a ghost", has("ghost"), nil
	}
	blessed := *q
	blessed.BUC = rules.Blessed
	e.Changes = []ends.Change{{Words: "blessed", Cases: fixture.QuaffPotion(&blessed)}}
	if n := q.Once(); n > 0 {
		e.How = fmt.Sprintf("1/(%d + %d*%d) * %d/100", f.OccupantOnce, f.OccupantEach, q.Born, share)
		if q.Milky {
			e.How = fmt.Sprintf("1/(%d + %d*%d)", f.OccupantOnce, f.OccupantEach, q.Born)
		}
	}
	return e.Tell(c), nil
}
