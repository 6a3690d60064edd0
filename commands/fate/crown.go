package fate

import (
	"fmt"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/steps"
	"delphi/commands/tries"
	"delphi/commands/wording"
	"delphi/engine/divine"
	"delphi/engine/odds"
	"delphi/engine/rules"
)

// The parameters of crowning.
var (
	book   = commands.NewFlag(commands.Param{Name: "book", Summary: "You carry the book that your role would get", Words: []string{"class book", "carrying the class book", "carrying the book", "have the book"}})
	eroded = commands.NewFlag(commands.Param{Name: "eroded", Summary: "The weapon is rusty, burnt, corroded or rotted", Words: []string{"rusty", "corroded", "burnt", "rotted"}})
)

// crownAnswer is the machine-readable answer of `crown`. Chance is that of a prayer
// without trouble.
type crownAnswer struct {
	Outcomes        []divine.Outcome `json:"outcomes,omitempty"` // nil: of which alignment is not said
	*divine.Crowned                  // likewise
	Gains           []string         `json:"gains"`
	Chance          odds.Fraction    `json:"chance"`
	tries.Answer
}

func crown() *commands.Command {
	return commands.Told(&commands.Command{
		Name:    "crown",
		Fillers: "wielded nothing get being crowned crown as carrying i do prayers prayer",
		Aliases: []string{"crowning"},
		Summary: "Show what being crowned gives, and how likely a prayer crowns you",
		Params:  commands.Takes(commands.RuleSet, hero.Role, hero.Race, hero.Alignment, hero.Luck, hero.Held, eroded, book, tries.Number, tries.Sure),

		Examples: []string{
			"crown Wizard human neutral", "crown v3.4.3 Valkyrie lawful wielding -1 rusty long sword", "crown chaotic luck 12",
		},
	}, tellCrown)
}

func tellCrown(c *commands.Call) (*commands.Story, error) {
	q := &divine.Crowning{Rules: c.Rules.Crown(), Book: book.In(c), Alignment: hero.AlignmentOf(c)}
	if q.Rules == nil {
		return nil, rules.No[rules.Crown](c.Rules)
	}
	hero.Race.In(c) // who says what they are need not hear that it makes no difference
	anyone := q.Alignment == ""
	if anyone {
		q.Alignment = "lawful" // whose gift is not told
	}
	if role := hero.Role.One(c); role != nil {
		q.Role = role.Name
	} else if !anyone {
		c.Note(commands.Assumed, "neither a Wizard nor a Monk, who get a book")
	}
	if s := hero.Held.One(c); s != nil && !s.Without {
		if held := hero.Held.Of(*s); held.Wand == "" && held.Book == "" {
			q.Wielded = &divine.Weapon{Name: s.Name, BUC: s.BUC, Enchant: s.Enchant, Eroded: eroded.In(c)}
			if a := hero.Artifact(c.Rules, s.Name); a != nil {
				q.Wielded.Name, q.Wielded.Artifact = a.Base, s.Name
			}
		}
	} else if !anyone {
		c.Note(commands.Assumed, "no weapon in hand")
	}
	luck := hero.Luck.Else(c, 10, "Luck 10, the least that allows crowning")
	a := q.Answer()
	p := divine.CrownChance(c.Rules.Prayer(), luck)
	d := steps.New(c.Rules)
	if !anyone {
		d.Given(rules.CiteCrown, "gift", crownGift(&a))
	}
	pray := c.Rules.Prayer()
	praying := divine.Prayer{Rules: pray, Luck: max(0, luck)}
	faces := praying.PatFaces()
	d.Work(rules.CitePrayerSuccess, "faces of the pat on the head", fmt.Sprint(faces), "⌊(%d + %d)/2⌋", max(0, luck), pray.PatLuck)
	d.Work(rules.CitePrayerSuccess, "crowned", wording.Share(p.P), "max(0, %d - 7)/%d", faces, faces).Of("faces 0 to 6 give something else")
	r := commands.Reply{Headline: wording.Share(p.P)}
	chance := fmt.Sprintf("%s to be crowned by a safe prayer without trouble at Luck %d and an alignment record of %d or more.", wording.Capital(wording.Chance(p.P)), luck, pray.Pious)
	then := "You then"
	if p.P == 0 { // what follows does not come of such a prayer
		then = "With enough Luck you would"
	}
	r.Summary = fmt.Sprintf("%s %s get %s, and gain %s.", chance, then, crownWords(q, &a), wording.And(q.Rules.Gains))
	answer := crownAnswer{Gains: q.Rules.Gains, Chance: p}
	if anyone {
		r.Summary = fmt.Sprintf("%s %s gain %s; say your alignment to see the gift.", chance, then, wording.And(q.Rules.Gains))
	} else {
		answer.Crowned, answer.Outcomes = &a, []divine.Outcome{{What: crownGift(&a)}}
		if sword := q.Rules.Sword[q.Alignment]; a.Gifts > 0 && strings.Contains(crownGift(&a), " = ") {
			c.Note(commands.Assumed, sword+" does not exist yet")
		}
		answer.Outcomes[0].P, answer.Outcomes[0].Num, answer.Outcomes[0].Den = 1, 1, 1
	}
	var sentence string
	answer.Answer, sentence = tries.Of(c, d, p.P, wording.Share(p.P), "prayer")
	r.Summary += sentence
	r.Data = answer
	r.Cite(c.Rules, rules.CiteCrown)
	return &commands.Story{Reply: r, Steps: d}, nil
}

// crownWords returns the gift in a sentence.
func crownWords(q *divine.Crowning, a *divine.Crowned) string {
	gift := crownGift(a)
	if _, name, ok := strings.Cut(gift, " = "); ok {
		name = strings.TrimSuffix(name, " erodeproof")
		if a.Gifts == 0 {
			return "no new weapon (" + name + " becomes blessed, erodeproof and at least +1)"
		}
		return name + ", blessed and erodeproof"
	}
	switch {
	case gift == "nothing":
		return "no gift"
	case q.Rules.Book[q.Role] != "" && !q.Book:
		return "a blessed spellbook of " + q.Rules.Book[q.Role]
	}
	return "your weapon back as a " + gift
}

// crownGift returns the gift: what lies at the hero's feet, or else the wielded weapon
// if it changed.
func crownGift(a *divine.Crowned) string {
	if a.AtFeet == "nothing" && strings.HasPrefix(a.Wielded, "blessed") && strings.HasSuffix(a.Wielded, "erodeproof") {
		return a.Wielded
	}
	return a.AtFeet
}
