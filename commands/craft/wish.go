package craft

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/ends"
	"delphi/commands/hero"
	"delphi/commands/steps"
	"delphi/commands/tries"
	"delphi/commands/wording"
	"delphi/engine/dice"
	"delphi/engine/names"
	"delphi/engine/odds"
	"delphi/engine/pattern"
	"delphi/engine/rules"
	"delphi/engine/wish"
)

// wished is the whole line after the command: options, a colon, the wish.
var wished = commands.NewText(commands.Param{Name: "wish", Summary: `The wish, after options and a colon: "as Valkyrie luck 0 artifacts 2: 2 blessed scrolls of genocide"`})

// What a wish may name, for whoever reads sentences: in the singular and the plural.
var (
	oneWished  = commands.NewName[any](commands.Param{Name: "thing", Noun: "a thing", Vocabulary: func(s *rules.Set) []commands.Term { return wishTerms(s, false) }})
	manyWished = commands.NewName[any](commands.Param{Name: "things", Noun: "a thing", Vocabulary: func(s *rules.Set) []commands.Term { return wishTerms(s, true) }})
)

func wishCommand() *commands.Command {
	return commands.Told(&commands.Command{
		Name: "wish", Aliases: []string{"wishing"},
		Summary: "Show what arrives when you wish for something, and how likely",
		Params:  commands.Takes(commands.RuleSet, hero.Role, hero.Race, hero.Alignment, hero.Luck, tries.Number, tries.Sure, wished),
		Reads:   commands.Takes(oneWished, manyWished),

		Settle: settleWish,
		Recall: recallWish, Says: saysLuck,

		Canonical: func(text string) string { return strings.TrimPrefix(text, "for ") },

		Examples: []string{
			"wish 2 blessed scrolls of genocide", "wish as Valkyrie luck 0 artifacts 2: blessed rustproof +3 Frost Brand",
			"wish blessed greased +3 gray dragon scale mail", "wish luck -1: blessed +2 speed boots", "wish bl +3 gdsm", "wish 7 wax candles", "wish 3 wishes: 2 blessed scrolls of charging", "wish 2 blessed scrolls of genocide for 90%",
		},
	}, tellWish)
}

// inFull is how the line in full names what a saved character is.
var inFull = pattern.Must(`\b(?:race|alignment):`)

// wishAsk is what a sentence asks after the wish.
var wishAsk = pattern.Must(`(?i)\s*[,.;]\s*(?:what(?:'?s)?|how|any|will|would|do i|does|can i|could i|odds|chance)\b[^,]*$|\s+(?:and|,) then\b.*$|[\s,]+(?:please|pls|plz|thanks|thx)[.!?]*$|\s*,\s*(?:ok|okay|right|yes|possible|allowed|fine|good)?[?!.\s]*$|[?!\s]+$`)

// chargesFirst matches what the game shows behind a wand of wishing, where a wish should stand.
var chargesFirst = pattern.Must(`^\((\d:-?\d)\)`)

// wishEnd is one thing that may arrive.
type wishEnd struct {
	What     string `json:"what"`
	Object   string `json:"object,omitempty"`
	Quantity int    `json:"quantity"`
	BUC      string `json:"buc"`
	Enchant  *int   `json:"enchant"`
	Flags    string `json:"flags"`
	Monster  string `json:"monster,omitempty"`
	dice.Chance
}

// wishAnswer is the machine-readable answer of `wish`.
type wishAnswer struct {
	Outcomes []wishEnd     `json:"outcomes"`
	Exactly  odds.Fraction `json:"exactly"` // that it is just as wished for
	tries.Answer
}

// wishOption reads the options of a wish: each is a pattern and what it does.
var wishOption = pattern.Must(`(?i)^(?:(luck|artifacts?|existing|xl|dlvl|depth|tries|sure)\s*[:=]?\s*([-+]?\d+)|([-+]?\d+)\s+(artifacts?|wishes|times|tries)(?:\s+(?:exist|existing|already))?)(?:$|[\s,]+)`)

// wishIdle is what a hero has that changes no wish.
var wishIdle = pattern.Must(`(?i)^(?:(?:hp|hit ?points|ac|pw)\s*[:=]?\s*-?\d+|\d+\s+(?:hp|hit ?points|pw))(?:$|[\s,]+)`)

// wishAgain is how often something is wished for, said after the wish: "3 times", "for
// 90%".
var wishAgain = pattern.Must(`(?i)[\s,]+(?:(?:with |in |over )?(\d{1,7})\s+(?:times|wishes|tries)|for\s+(\d{1,2})%)$`)

// wishBehind holds artifacts mentioned after a wish: "Excalibur with 3 artifacts
// existing".
var wishBehind = pattern.Must(`(?i)(?:[\s,]+(?:with|w/?|and|if|when|having|after))?[\s,]+(?:there (?:are|is)\s+|i have\s+|i got\s+)?(\d+|no|one|two|three|an)\s+(?:other\s+)?arti(?:fact)?s?(?:\s+(?:exist|exists|existing|already|made|generated|created|out|around|there|known|so far|in (?:the )?game|in existence|in play))*$`)

// wishLead is what a line asks before the wish: "odds for blessed +2 gdsm".
var wishLead = pattern.Must(`(?i)^(?:the\s+)?(?:odds|chances?|probability)(?:\s+(?:of|for|to get|on|that i get)\s+|\s*$)`)

// wishTail is an option said behind a wish: "2 scrolls of genocide, luck 0", "... at luck 0".
var wishTail = pattern.Must(`(?i)\s*(?:,|\b(?:at|with|and)\b)\s*((?:luck|artifacts?|existing|xl)\s*[:=]?\s*[-+]?\d+)$`)

// wishDenied is a curse or a blessing denied behind a wish, which the game does not know.
var wishDenied = pattern.Must(`(?i)[\s,]+(?:but\s+|and\s+)?(?:not|isn'?t|never)\s+(?:blessed|cursed)\b`)

// wishPlace finds what grants wishes and is not wished for: "wish before throne gone", "wish from
// a blessed magic lamp" ask how likely one is.
var wishPlace = pattern.Must(`(?i)\b(throne|fountain)s?\b|^(?:out of|from|by|through) .*\b(lamp|smoky|djinni|djinn|genie)\b`)

// wishQuestion returns the wish that a call describes, and which options it gives.
func wishQuestion(c *commands.Call) (q *wish.Question, told optionsTold, err error) {
	q = &wish.Question{Set: c.Rules}
	said := wishLead.ReplaceAllString(wishAsk.ReplaceAllString(inFull.ReplaceAllString(wished.In(c), "as "), ""), "")
	for m := wishTail.FindStringSubmatch(said); m != nil; m = wishTail.FindStringSubmatch(said) {
		said = m[1] + " " + strings.TrimSuffix(said, m[0])
	}
	head, text, colon := strings.Cut(said, ":")
	if strings.HasSuffix(head, "(0") || strings.HasSuffix(head, "(1") || strings.Contains(head, "(") { // the colon of (0:8)
		head, text, colon = said, "", false
		if i := strings.Index(head, ": "); i >= 0 && i < strings.Index(head, "(") {
			head, text, colon = head[:i], head[i+2:], true
		}
	}
	rest, told, err := wishOptions(c, q, head, colon)
	if err != nil {
		return nil, told, err
	}
	switch {
	case colon && rest != "":
		return nil, told, &commands.Problem{Text: fmt.Sprintf("I don't know what %q means before the wish.", wording.Typed(rest)), Hints: []string{"wish as Valkyrie luck 0 artifacts 2: 2 blessed scrolls of genocide"}}
	case !colon:
		text = rest
	}
	for m := wishAgain.FindStringSubmatch(text); m != nil; m = wishAgain.FindStringSubmatch(text) {
		again, _ := strconv.Atoi(m[1])
		sure, _ := strconv.Atoi(m[2])
		repeat(c, again, sure)
		text = strings.TrimSuffix(text, m[0])
	}
	if m := wishBehind.FindStringSubmatchIndex(text); m != nil {
		said := text[m[2]:m[3]]
		q.Existing, err = strconv.Atoi(said)
		if err != nil {
			q.Existing = map[string]int{"one": 1, "an": 1, "two": 2, "three": 3}[strings.ToLower(said)]
		}
		told.count = true
		text = text[:m[0]]
	}
	if q.Text = strings.TrimSpace(unsigned(c.Rules, text)); len(q.Text) > 1 {
		q.Text = strings.Trim(q.Text, `"`)
	}
	if !colon && q.Check() == nil {
		undeny(c, q)
		also, err := behindWish(c, q)
		if err != nil {
			return nil, told, err
		}
		told.luck, told.count = told.luck || also.luck, told.count || also.count
	}
	q.Role = cmp.Or(q.Role, roleName(c))
	if !told.luck {
		q.Luck = luckOf(c)
	}
	if err := q.Check(); err != nil {
		return q, told, err
	}
	if !colon { // behind one it is to the letter
		if m := wishPlace.FindStringSubmatch(q.Text); m != nil && (m[2] != "" || len(m[0]) < len(q.Text)) {
			place := strings.ToLower(cmp.Or(m[1], m[2]))
			return q, told, &commands.Problem{Text: fmt.Sprintf("A %s grants wishes; that is no wish.", place), Hints: []string{place}}
		}
		if whole := abbreviated(c.Rules, q); whole != "" {
			c.Note(commands.Warned, fmt.Sprintf("the game does not understand %q: type %q", q.Text, whole))
			q.Text = whole
		}
	}
	if m := chargesFirst.FindStringSubmatch(q.Text); m != nil {
		return q, told, &commands.Problem{Text: fmt.Sprintf("A wish names a thing: %s is how a wand is recharged and charged.", m[0]), Hints: []string{"wrest wand of wishing " + m[1]}}
	}
	if first, more := clausesOf(c.Rules, q); more != "" {
		return q, told, &commands.Problem{Text: fmt.Sprintf("I don't know what %q means behind the wish.", wording.Typed(more)), Hints: []string{"wish " + first}}
	}
	return q, told, q.Check()
}

// undeny says that a thing is uncursed where a wish ends with what it is not: "Vorpal Blade not
// blessed".
func undeny(c *commands.Call, q *wish.Question) {
	m := wishDenied.FindStringSubmatch(q.Text)
	if m == nil || recognised(q, q.Text) {
		return
	}
	q.Text = strings.Replace(q.Text, m[0], "", 1)
	number := q.Text[:len(q.Text)-len(strings.TrimLeft(q.Text, "0123456789 "))]
	q.Text = number + "uncursed " + q.Text[len(number):]
	c.Note(commands.Remarked, fmt.Sprintf("%q read as uncursed", strings.Trim(m[0], " ,")))
}

// behindWish reads the options that a wish ends with, if the game would know the wish without
// them and not with them: "Frost Brand as Valkyrie artifacts 3".
func behindWish(c *commands.Call, q *wish.Question) (told optionsTold, err error) {
	if recognised(q, q.Text) {
		return told, nil
	}
	fields := strings.Fields(q.Text)
	for i := 1; i < len(fields); i++ {
		call, with := *c, *q
		call.Values, call.Notes = slices.Clone(c.Values), slices.Clone(c.Notes) // kept if all that is left are options
		with.Text = strings.TrimRight(strings.Join(fields[:i], " "), " ,;")
		rest, told, err := wishOptions(&call, &with, strings.Join(fields[i:], " "), true)
		if err == nil && rest != "" || !recognised(&with, cmp.Or(abbreviated(c.Rules, &with), with.Text)) {
			continue
		}
		c.Values, c.Notes, *q = call.Values, call.Notes, with
		return told, err
	}
	return told, nil
}

// wishOptions takes the options at the start of a text and returns the rest. alone says that
// nothing but options is expected, so that a race in it is the hero's and no monster, as it is
// behind "as".
func wishOptions(c *commands.Call, q *wish.Question, text string, alone bool) (rest string, told optionsTold, err error) {
	text = strings.TrimSpace(text)
	for {
		word, after := wording.CutWord(text)
		trimmed := strings.Trim(word, ",;")
		if m := wishIdle.FindStringSubmatch(text); alone && m != nil {
			c.Note(commands.Remarked, strings.Trim(m[0], " ,")+" makes no difference")
			text = strings.TrimSpace(text[len(m[0]):])
			continue
		}
		switch m := wishOption.FindStringSubmatch(text); {
		case m != nil:
			n, _ := strconv.Atoi(m[2] + m[3])
			switch strings.ToLower(m[1] + m[4])[0] {
			case 'l':
				q.Luck, told.luck = n, true
			case 'a', 'e':
				q.Existing, told.count = n, true
			case 'x':
				q.XL = n
			case 'w', 't':
				repeat(c, n, 0)
			case 's':
				repeat(c, 0, n)
			default:
				q.Depth = n
			}
			text = strings.TrimSpace(text[len(m[0]):])
			continue
		case trimmed == "existing":
			named, others, _ := strings.Cut(after, ";")
			for _, a := range c.Rules.Artifacts() {
				if strings.Contains(names.Fold(named), names.Fold(strings.TrimPrefix(a.Name, "The "))) {
					q.Exist, q.Existing = append(q.Exist, a.Name), max(q.Existing, len(q.Exist)+1)
				}
			}
			text = strings.TrimSpace(others)
			continue
		case trimmed == "as" || trimmed == "for" || trimmed == "with":
			text, alone = after, alone || trimmed == "as"
			continue
		case alone && ofHero(c, trimmed):
			text = after
			continue
		}
		if role := roleNamed(c.Rules, trimmed); role != "" {
			q.Role, text = role, after
			continue
		}
		break
	}
	if q.Luck < rules.MinLuck || q.Luck > rules.MaxLuck || q.Existing < 0 || q.Existing > mostExist || q.XL < 0 || q.XL > 30 || q.Depth < 0 || q.Depth > 60 {
		return "", told, &commands.Problem{Text: "Luck must be from -13 to 13, artifacts from 0 to 50, and XL from 1 to 30.", Hints: []string{"wish luck 0 artifacts 2: Frost Brand"}}
	}
	return text, told, nil
}

// repeat says how often something is wished for, and with what confidence; 0 means not
// said.
func repeat(c *commands.Call, again, sure int) {
	for _, said := range []struct {
		param commands.Number
		n     int
	}{{tries.Number, again}, {tries.Sure, sure}} {
		if said.n > 0 {
			v := c.Value(said.param.Param)
			v.Said, v.Num, v.To = true, min(said.n, said.param.Max), min(said.n, said.param.Max)
		}
	}
}

// ofHero reports whether a word says who wishes, other than the role: the race or the alignment,
// which the call then says too, or a word that leads to it, as an article.
func ofHero(c *commands.Call, word string) bool {
	word = strings.ToLower(word)
	race := cmp.Or(rules.ShortRaces()[word], word)
	switch {
	case slices.Contains(rules.Races, race):
		sayChoice(c, hero.Race, race)
	case slices.Contains(rules.Alignments, word):
		sayChoice(c, hero.Alignment, word)
	default:
		return slices.Contains([]string{"a", "an", "my", "the", "and", "but", "i", "am", "i'm", "im"}, word)
	}
	return true
}

// roleNamed returns the role that a word names, in full or by three letters.
func roleNamed(s *rules.Set, word string) string {
	for _, r := range s.Roles {
		for _, n := range append([]string{r.Name, r.Female, r.Name[:3]}, r.Aliases...) {
			if n != "" && strings.EqualFold(n, word) {
				return r.Name
			}
		}
	}
	return ""
}

func tellWish(c *commands.Call) (*commands.Story, error) {
	q, told, err := wishQuestion(c)
	if err != nil {
		return nil, err
	}
	read := wish.Read(q)
	arrivals, exact := read.Grant(), read.Exactly()
	d := steps.New(c.Rules)
	s := &commands.Story{Steps: d}
	r := &s.Reply
	a := wishAnswer{}
	e := &ends.Ends{Rule: rules.CiteWish}
	for _, x := range arrivals {
		end := wishEnd{What: x.What.What, Object: x.What.Object, Quantity: x.What.Quantity, BUC: x.What.BUC.String(), Flags: x.What.Flags, Monster: x.What.Monster, Chance: x.Chance}
		if x.What.Spe {
			n := x.What.Enchant
			end.Enchant = &n
		}
		a.Outcomes = append(a.Outcomes, end)
		e.Cases = append(e.Cases, dice.Case[string]{What: arrivalShown(c.Rules, x.What), Chance: x.Chance})
	}
	a.Exactly = exactly(arrivals, exact)
	e.Is = func(string) bool { return false }
	e.Cases = merged(e.Cases)
	r.Data, r.Table = a, e.Table()
	r.Headline = wording.Share(a.Exactly.P)
	wishing := fmt.Sprintf("Wishing for %s: ", q.Text)
	again := func() (sentence string) {
		a.Answer, sentence = tries.Of(c, d, a.Exactly.P, wishFormula(a.Exactly), "wish")
		r.Data = a
		return sentence
	}
	given := wording.Count(len(arrivals), "thing")
	switch {
	case arrivals[0].What.What == wish.NotUnderstood:
		r.Summary = fmt.Sprintf("The game does not understand %q and asks again; you keep the wish.", q.Text)
		r.Headline = ""
		r.Summary += instead(c, q, r)
		d.Given(rules.CiteWish, "the game's names", "none is that")
	case arrivals[0].What.What == wish.Declined:
		r.Summary, r.Headline = fmt.Sprintf("%q declines the wish: you get nothing, and you have still never wished.", q.Text), ""
		d.Given(rules.CiteWish, "the text", "no wish")
	case a.Exactly.P == 0 || read.AnyOf():
		never := "never exactly that. What you get: "
		if class := read.Unknown(); class != "" {
			never = fmt.Sprintf("the game does not know that name and gives you a random %s; the wish is spent.%s What you get: ", noun(class), instead(c, q, r))
		} else if read.AnyOf() {
			never = "any of them. What you get: "
		}
		shown := e.Cases
		if len(shown) > mostShown {
			shown = kinds(c.Rules, arrivals)
		}
		r.Headline = wording.Share(shown[0].P)
		r.Summary = fmt.Sprintf("%s%s%s.", wishing, never, list(shown, 200))
		if a.Exactly.P == 0 {
			r.Summary += again()
		}
		d.Counted(rules.CiteWish, shown[0].What, r.Headline, "all the ways the dice can fall, giving %s", given)
	default:
		frac, step := "", wording.Share(a.Exactly.P)
		if a.Exactly.Den > 1 && a.Exactly.Den <= 1000 {
			frac, step = fmt.Sprintf(" (%s)", a.Exactly), wording.Fraction(a.Exactly)
		}
		d.Counted(rules.CiteWish, "exactly that", step, "all the ways the dice can fall, giving %s", given)
		r.Summary = fmt.Sprintf("%s%s%s to get exactly that.%s", wishing, wording.Chance(a.Exactly.P), frac, again())
		r.Summary += besides(c.Rules, arrivals, exact, e.Cases)
	}
	r.Summary += touching(c, q.Role, arrivals)
	r.Aside(wishing)
	if better := wishBetter(read, a.Exactly.P); better != "" && a.Exactly.P < 0.99 && !read.AnyOf() {
		r.Summary += " " + better
	}
	r.Chart = wishChart(read)
	if note := wornNew(c.Rules, arrivals); note != "" {
		c.Note(commands.Remarked, note)
	}
	if !told.count && fewer(q, a.Exactly.P) {
		c.Note(commands.Assumed, wording.Count(q.Existing, "artifact")+" in the game")
	}
	c.Note(commands.Assumed, "every wish raises the prayer timeout by 50 to 149")
	r.Cite(c.Rules, rules.CiteWish, rules.CiteMaking)
	return s, nil
}
