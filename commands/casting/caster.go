package casting

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/wording"
	"delphi/engine/rules"
	"delphi/engine/spell"
)

// Equip puts what was said to be worn and held into a question.
func Equip(c *commands.Call, q *spell.Question) error {
	for _, s := range hero.Worn.All(c) {
		w := hero.Worn.Of(s)
		if s.Without {
			continue
		}
		slot := w.Slot
		// In these versions, dragon scales are a cloak. Worn with another cloak, or if
		// the line says so, they are the body armour.
		if w.Scales && s.As == "body" {
			slot = rules.Body
		}
		if old := q.Worn[slot]; old.Worn != nil && old.Worn != w && q.Worn[rules.Body].Worn == nil {
			switch {
			case w.Scales:
				slot = rules.Body
			case old.Scales:
				q.Worn[rules.Body], q.Worn[slot] = old, spell.Piece{}
			}
		}
		if old := q.Worn[slot]; old.Worn != nil {
			text := fmt.Sprintf("You can wear only one of %s and %s, which are both %s.", old.Name, w.Name, slot.Title())
			if old.Worn == w {
				text = fmt.Sprintf("You named %s twice, and can wear only one.", w.Name)
			}
			return &commands.Problem{Text: text, Hints: []string{"leave out one"}}
		}
		q.Worn[slot] = spell.Piece{Worn: w, Enchant: s.Enchant, BUC: cmp.Or(s.BUC, rules.Uncursed)}
	}
	if cloak := q.Worn[rules.Cloak]; cloak.Worn != nil && cloak.Scales && q.Worn[rules.Body].Worn == nil && c.Rules.Casting.ArmourPerLevel != 0 {
		c.Note(commands.Remarked, fmt.Sprintf("the %s as a cloak (body:%s counts them as armor)", cloak.Name, cloak.Name))
	}
	if h := hero.Held.One(c); h != nil && !h.Without {
		q.Held = hero.Held.Of(*h)
	}
	return nil
}

// levelAssumed is the experience level assumed if the asker says none.
const levelAssumed = "XL 1"

// caster returns the hero that a call of a spellcasting command describes, without a
// spell and a skill. statSaid is false if the attribute that the role casts with was
// not said. Assumptions are noted.
func caster(c *commands.Call) (q spell.Question, statSaid bool, err error) {
	role := hero.Role.One(c)
	if role == nil {
		example := strings.TrimPrefix(c.Command.Examples[0], c.Command.Name+" ")
		which := &commands.Problem{Text: "Which role? The answer depends on it.", Slot: "role", Hints: []string{c.Command.Name + " " + example}}
		if !c.Nobody { // for whom nothing is remembered
			which.Text += " The command me remembers it for you."
			which.Hints = append(which.Hints, "me wiz xl8 int16")
		}
		return q, false, which
	}
	q = spell.Question{Rules: c.Rules, Role: hero.Role.Of(*role), XL: 1, Int: 10, Wis: 10, Dex: 12}
	q.Confused, q.Amulet = hero.Confused.In(c), Amulet.In(c)
	if err := inborn(c, &q); err != nil {
		return q, false, err
	}
	if c.Has(hero.Worn) {
		if err := Equip(c, &q); err != nil {
			return q, false, err
		}
	}
	q.XL = hero.XL.Else(c, q.XL, levelAssumed)
	statSaid = attributes(c, &q)
	if c.Has(hero.Worn) {
		worn := slices.ContainsFunc(q.Worn[:], func(p spell.Piece) bool { return p.Worn != nil })
		switch naked := hero.Naked.In(c); {
		case naked && worn:
			c.Note(commands.Remarked, "nothing else worn")
		case !naked && !worn:
			c.Note(commands.Assumed, "nothing worn")
		}
	}
	return q, statSaid, q.Check()
}

// inborn takes the race from the call; some races are born knowing a spell.
func inborn(c *commands.Call, q *spell.Question) error {
	if !c.Has(illithid) || !illithid.In(c) {
		return nil
	}
	if q.Race = "illithid"; len(c.Rules.Casting.Inborn) == 0 {
		return &commands.Problem{Text: "No hero is an illithid in " + c.Rules.Title + ".", Hints: []string{"fail evilhack wiz xl5 int10 psionic wave illithid"}}
	}
	return nil
}

// unread notes the attributes said that do not touch the chance that a cast
// fails.
func unread(c *commands.Call, q *spell.Question) {
	casts, other := hero.Int, hero.Wis
	if q.Role.Stat == rules.Wis {
		casts, other = hero.Wis, hero.Int
	}
	_, said := casts.In(c)
	if _, ok := other.In(c); ok && !said {
		c.Note(commands.Warned, fmt.Sprintf("%s cast with %s, so %s makes no difference", wording.Plural(q.Role.Name), q.Role.Stat, wording.Capital(other.Name)))
	}
	switch _, said := hero.Dex.In(c); {
	case said && len(c.Rules.Casting.Dexterity) == 0 && !hero.Dex.Quiet(c):
		c.Note(commands.Warned, "Dex makes no difference in "+c.Rules.Title)
	case !said && len(c.Rules.Casting.Dexterity) > 0:
		note := "Dex 12, human"
		if q.Race != "" {
			note = "Dex 12"
		}
		c.Note(commands.Assumed, note)
	}
}

// attributes takes the attributes said; it reports whether the one that the
// role casts with is known.
func attributes(c *commands.Call, q *spell.Question) bool {
	intSaid, wisSaid := false, false
	if n, ok := hero.Int.In(c); ok {
		q.Int, intSaid = n, true
	}
	if n, ok := hero.Wis.In(c); ok {
		q.Wis, wisSaid = n, true
	}
	q.Dex = hero.Dex.Else(c, q.Dex, "")
	said := intSaid
	if q.Role.Stat == rules.Wis {
		said = wisSaid
	}
	if h := q.Worn[rules.Helmet]; h.Worn != nil && h.Dull {
		c.Note(commands.Remarked, fmt.Sprintf("%s 6 under the %s", q.Role.Stat, h.Name))
		return true
	}
	return said
}

// skilled takes the skill from the call. If none was said, it assumes the one that the
// role starts the game with in the spell's school, and notes that.
func skilled(c *commands.Call, q *spell.Question) {
	school := c.Rules.School(q.Role, q.Spell)
	if name := Skill.In(c); name != "" {
		q.Skill, _ = rules.SkillNamed(name)
		if best, known := q.Role.Reach(school); known && q.Skill > best {
			c.Note(commands.Warned, fmt.Sprintf("%s reaches only %s in %s spells", wording.Article(q.Role.Name), titled(best), school))
		}
		return
	}
	q.Skill = q.Role.StartSkill(school)
	text := titled(q.Skill)
	if q.Skill == rules.Basic {
		text += ", as " + wording.Article(q.Role.Name) + " starts"
	}
	c.Note(commands.Assumed, text)
}

// citeSkill cites the rule for starting skills if the answer rests on it.
func citeSkill(c *commands.Call, r *commands.Reply, q *spell.Question) {
	if Skill.In(c) == "" && q.Skill == rules.Basic {
		r.Cite(c.Rules, rules.CiteStart)
	}
}

func titled(s rules.Skill) string { return wording.Capital(s.String()) }

// describeHero returns the hero in brackets: "Wizard XL8, Int 16, Basic, plate mail".
func describeHero(q *spell.Question, skill, stat bool) string {
	var b strings.Builder
	b.Grow(80)
	says := func(parts ...string) {
		for _, part := range parts {
			b.WriteString(part)
		}
	}
	says(q.Role.Name, " XL", strconv.Itoa(q.XL))
	if stat {
		says(", ", string(q.Role.Stat), " ", strconv.Itoa(q.Stat()))
	}
	if skill {
		says(", ", titled(q.Skill))
	}
	for i := range q.Worn {
		p := &q.Worn[i]
		if p.Worn == nil {
			continue
		}
		says(", ")
		if q.Role.Curses && p.BUC != rules.Uncursed {
			says(p.BUC.String(), " ")
		}
		if p.Enchant != 0 {
			says(wording.Signed(p.Enchant), " ")
		}
		says(p.Name)
	}
	if q.Held != nil {
		says(", ", q.Held.Name, " in hand")
	}
	if q.Confused {
		says(", confused")
	}
	return b.String()
}
