package commands

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"delphi/engine/names"
	"delphi/engine/problem"
	"delphi/engine/rules"
	"delphi/engine/spell"
)

// hero reports whether a command asks about the asker's own character.
func (cmd *Command) hero() bool {
	return slices.ContainsFunc(cmd.Params, func(p Param) bool { return p.Name == "role" })
}

// remember fills in what the line did not say from the asker's character, and
// notes what it took. Another role than the character's leaves it out.
func (r *Router) remember(c *Call, hero *Call) {
	if said, is := c.one("role"), hero.one("role"); said != nil && is != nil && said.Name != is.Name {
		c.Note(Assumed, fmt.Sprintf("your character is a %s, so it was left out", is.Name))
		return
	}
	var took []string
	index := r.index(c.Command, c.Rules)
	for i := range c.Command.Params {
		p, v := &c.Command.Params[i], &c.values[i]
		k := slices.IndexFunc(hero.Command.Params, func(q Param) bool { return q.Name == p.Name && q.Kind == p.Kind })
		if k < 0 || !hero.values[k].said || p.Kind == Version {
			continue
		}
		from := &hero.values[k]
		switch {
		case p.Kind != Name:
			if !v.said {
				*v = *from
				took = append(took, shown(p.Name)+" "+fmt.Sprint(v.num))
			}
			continue
		case v.said && !p.Many, p.Name == "worn" && c.bare():
			continue
		}
		for _, s := range from.names {
			if !c.goesWith(p, s) {
				continue
			}
			// The character may have been described under another version.
			i := slices.IndexFunc(index.Exact([]byte(strings.Join(names.Words(s.Name), ""))), func(e *names.Entry) bool {
				return c.Command.Params[e.Kind].Name == p.Name
			})
			if i < 0 {
				c.Note(Warned, fmt.Sprintf("your character's %s is not in %s and was left out", s.Name, c.Rules.Title))
				continue
			}
			s.Value = index.Exact([]byte(strings.Join(names.Words(s.Name), "")))[i].Value
			v.said = true
			v.names = append(slices.Clip(v.names), s)
			took = append(took, s.describe())
		}
	}
	if len(took) > 0 {
		c.Note(Assumed, "your character: "+strings.Join(took, ", "))
	}
}

// one is the single name said for a parameter, or nil.
func (c *Call) one(param string) *Said {
	if v := c.value(param); len(v.names) > 0 {
		return &v.names[0]
	}
	return nil
}

// bare reports whether the line said that nothing is worn.
func (c *Call) bare() bool { return c.hasFlag("naked") }

// goesWith reports whether a remembered thing can be there beside what the
// line said: nothing else in its slot, both hands free where it needs them.
func (c *Call) goesWith(p *Param, s Said) bool {
	if !c.has("worn") {
		return true
	}
	shield := false
	for _, w := range c.Names("worn") {
		worn := w.Value.(*rules.Worn)
		if mine, ok := s.Value.(*rules.Worn); ok && p.Name == "worn" && mine.Slot == worn.Slot {
			return false
		}
		shield = shield || worn.Slot == rules.Shield && !w.Without
	}
	if held, ok := s.Value.(*rules.Held); ok && held.TwoHanded && shield {
		return false
	}
	if mine, ok := s.Value.(*rules.Worn); ok && mine.Slot == rules.Shield {
		if h := c.held(); h != nil && !h.Without && h.Value.(*rules.Held).TwoHanded {
			return false
		}
	}
	return true
}

// equip puts what was said to be worn and held into a question.
func (c *Call) equip(q *spell.Question) error {
	for _, s := range c.Names("worn") {
		w := s.Value.(*rules.Worn)
		if s.Without {
			continue
		}
		slot := w.Slot
		// Dragon scales of these versions are a cloak; beside another cloak,
		// or where it is said so, they are the body armour.
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
			text := fmt.Sprintf("%s and %s are both worn as %s; only one can be", old.Name, w.Name, slot.Title())
			if old.Worn == w {
				text = fmt.Sprintf("%s is said twice; one can be worn", w.Name)
			}
			return &Problem{Text: text, Hints: []string{"leave one out"}}
		}
		q.Worn[slot] = spell.Piece{Worn: w, Enchant: s.Enchant, BUC: engineBUC(s.BUC)}
	}
	if cloak := q.Worn[rules.Cloak]; cloak.Worn != nil && cloak.Scales && q.Worn[rules.Body].Worn == nil && c.Rules.Casting.ArmourPerLevel != 0 {
		c.Note(Assumed, fmt.Sprintf("the %s as a cloak (body:%s counts them as armour)", cloak.Name, cloak.Name))
	}
	if h := c.held(); h != nil && !h.Without {
		q.Held = h.Value.(*rules.Held)
	}
	return nil
}

func engineBUC(b BUC) rules.BUC {
	switch b {
	case Blessed:
		return rules.Blessed
	case Cursed:
		return rules.Cursed
	}
	return rules.Uncursed
}

// check turns a state that cannot occur into a Problem.
func check(q *spell.Question) error {
	err := q.Check()
	var impossible *problem.Problem
	if errors.As(err, &impossible) {
		return &Problem{Text: impossible.Text, Hints: impossible.Hints, Err: err}
	}
	return err
}

// caster is the hero that a call of a spellcasting command describes, without
// a spell and a skill. statSaid is false where the attribute that the role casts with was
// not said. What is assumed is noted.
func (c *Call) caster() (q spell.Question, statSaid bool, err error) {
	role := c.one("role")
	if role == nil {
		example := strings.TrimPrefix(c.Command.Examples[0], c.Command.Name+" ")
		return q, false, &Problem{
			Text:  "which role? It depends on that",
			Hints: []string{c.Command.Name + " " + example, "me wiz xl8 int16 to have it remembered"},
		}
	}
	q = spell.Question{Rules: c.Rules, Role: role.Value.(*rules.Role), XL: 1, Int: 10, Wis: 10, Dex: 12}
	q.Confused, q.Amulet = c.hasFlag("confused"), c.hasFlag("amulet")
	if c.has("worn") {
		if err := c.equip(&q); err != nil {
			return q, false, err
		}
	}
	if n, ok := c.Num("xl"); ok {
		q.XL = n
	} else {
		c.Note(Assumed, "XL 1")
	}
	statSaid = c.attributes(&q)
	if c.has("worn") && !c.bare() && !slices.ContainsFunc(q.Worn[:], func(p spell.Piece) bool { return p.Worn != nil }) {
		c.Note(Assumed, "nothing worn")
	}
	return q, statSaid, check(&q)
}

// unread notes the attributes said that do not touch the chance that a cast
// fails.
func (c *Call) unread(q *spell.Question) {
	other := rules.Wis
	if q.Role.Stat == rules.Wis {
		other = rules.Int
	}
	_, said := c.Num(strings.ToLower(string(q.Role.Stat)))
	if _, ok := c.Num(strings.ToLower(string(other))); ok && !said {
		c.Note(Warned, fmt.Sprintf("%ss cast with %s; %s is not read", q.Role.Name, q.Role.Stat, other))
	}
	switch _, said := c.Num("dex"); {
	case said && len(c.Rules.Casting.Dexterity) == 0 && !c.Quiet("dex"):
		c.Note(Warned, "Dex is not read by these rules")
	case !said && len(c.Rules.Casting.Dexterity) > 0:
		c.Note(Assumed, "Dex 12, human")
	}
}

// has reports whether the command has a parameter.
func (c *Call) has(param string) bool {
	return slices.ContainsFunc(c.Command.Params, func(p Param) bool { return p.Name == param })
}

// hasFlag is Flag for a flag that the command may lack.
func (c *Call) hasFlag(param string) bool { return c.has(param) && c.Flag(param) }

// held is what was said to be in hand, or nil.
func (c *Call) held() *Said {
	if !c.has("held") {
		return nil
	}
	return c.one("held")
}

// attributes takes the attributes said; it reports whether the one that the
// role casts with is known.
func (c *Call) attributes(q *spell.Question) bool {
	intSaid, wisSaid := false, false
	if n, ok := c.Num("int"); ok {
		q.Int, intSaid = n, true
	}
	if n, ok := c.Num("wis"); ok {
		q.Wis, wisSaid = n, true
	}
	if c.has("dex") {
		if n, ok := c.Num("dex"); ok {
			q.Dex = n
		}
	}
	said := intSaid
	if q.Role.Stat == rules.Wis {
		said = wisSaid
	}
	if h := q.Worn[rules.Helmet]; h.Worn != nil && h.Dull {
		c.Note(Assumed, fmt.Sprintf("%s 6 under the %s", q.Role.Stat, h.Name))
		return true
	}
	return said
}
