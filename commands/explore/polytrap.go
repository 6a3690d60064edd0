package explore

import (
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/foe"
	"delphi/commands/hero"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/rules"
)

// trapped says that the question is about things on the trap.
var trapped = commands.NewFlag(commands.Param{Name: "things", Aside: true, Summary: "Things that are dropped on it", Words: []string{"items", "objects", "stuff"}})

func polytrap() *commands.Command {
	return foe.InEachForm(commands.Told(&commands.Command{
		Name:    "polytrap",
		Fillers: "trap step steps stepping on my a an the pet does do",
		Aliases: []string{"polymorph-trap"},
		Summary: "Show what a polymorph trap does to you, to a monster or pet, and to things",
		Params:  commands.Takes(commands.RuleSet, monster, hero.Con, hero.Worn, hero.Held, hero.Has, trapped),

		Examples: []string{"polytrap", "polytrap con12", "polytrap silver dragon scale mail", "polytrap kitten", "polytrap things", "polytrap v3.4.3 gray dragon"},
	}, tellPolytrap), monster)
}

// polytrapAnswer is the machine-readable answer of `polytrap`.
type polytrapAnswer struct {
	Monster string   `json:"monster,omitempty"`
	Changes *float64 `json:"changes,omitempty"`      // the chance of one step
	Shock   *float64 `json:"system_shock,omitempty"` // the chance that a hero takes it instead of changing
	NewMan  *float64 `json:"new_man,omitempty"`      // and that it is a new man or woman, at least
	Into    string   `json:"into,omitempty"`         // what a hero in dragon armor becomes
}

// alignedPriest is who has the protection of minions without being one.
const alignedPriest = "aligned priest"

// thingsOn answers who wants to drop things on the trap.
func thingsOn(c *commands.Call) *commands.Story {
	s := &commands.Story{Steps: steps.New(c.Rules)}
	s.Steps.Given(rules.CitePolyTrap, "things that change", "none")
	s.Reply.Headline = "never"
	s.Reply.Summary = "Things never change on a polymorph trap, neither those lying there nor those carried: it changes you and monsters that step on it. Zap things with polymorph to change them."
	s.Reply.Data = polytrapAnswer{}
	s.Reply.Cite(c.Rules, rules.CitePolyTrap)
	return s
}

func tellPolytrap(c *commands.Call) (*commands.Story, error) {
	p, at := c.Rules.PolyTrap(), c.Rules.Attack()
	if p == nil || at == nil || at.WandLevel == 0 {
		return nil, rules.No[rules.PolyTrap](c.Rules)
	}
	s := &commands.Story{Steps: steps.New(c.Rules)}
	d, r := s.Steps, &s.Reply
	stays, after := "stays for them.", "which stays"
	if p.MonsterEnds {
		stays, after = "is gone once one has changed.", "which is gone once it has"
	}
	m, ok := monster.In(c)
	if !ok && trapped.In(c) {
		return thingsOn(c), nil
	}
	if !ok {
		if slices.Contains(hero.Having(c), "magic-resistant") {
			return resisted(c, "you have "+magicResistance), nil
		}
		if s := withArtifact(c); s != nil {
			return s, nil
		}
		if s := inArmor(c, p); s != nil {
			return s, nil
		}
	}
	if !ok && p.ShockDie > 0 {
		return steppedOn(c, p, stays), nil
	}
	if !ok {
		hero.Con.In(c) // which may well count there
		c.Note(commands.Remarked, "system shock is not known of "+c.Rules.Title)
		d.Given(rules.CitePolyTrapHero, "with magic resistance or Unchanging", "nothing")
		r.Headline = "nothing"
		r.Summary = "With magic resistance or Unchanging it does nothing to you, and the trap stays; otherwise it polymorphs you and is gone. Monsters and pets change unless they resist it, and the trap " + stays + " Objects never change, neither those lying there nor those you carry."
		r.Data = polytrapAnswer{}
		r.Cite(c.Rules, rules.CitePolyTrapHero, rules.CitePolyTrap)
		return s, nil
	}
	name := foe.Called(c.Rules, m)
	a := polytrapAnswer{Monster: m.Name}
	of := at.ResistBase + at.WandLevel - max(1, min(m.Level, at.ResistTop))
	mr := m.MR
	if innate := m.Is("MINION") || m.Name == alignedPriest; innate {
		mr = min(100, mr+p.PerMC)
	}
	chance := max(0, 1-float64(mr)/float64(of))
	if n := rules.NatureOf(c.Rules.Name); n != nil && n.ResistsMagic(m) {
		chance = 0
		d.Work(rules.CitePolyTrap, "changes", "0%", "0").Of("it resists magic by what it is")
		r.Summary = fmt.Sprintf("%s never changes on a polymorph trap: it resists magic.", wording.Capital(wording.Article(name)))
		r.Cite(c.Rules, rules.CiteResistsMagic)
	} else {
		d.Work(rules.CiteResistingWand, "changes", wording.Share(chance), "max(0, 1 - %d/(%d + %d - %d))", mr, at.ResistBase, at.WandLevel, max(1, min(m.Level, at.ResistTop))).Of("its MR, and its level of at most %d", at.ResistTop)
		changes := wording.Capital(wording.Article(name)) + " changes " + wording.Share(chance) + " of the time"
		if chance == 1 {
			changes = wording.Capital(wording.Article(name)) + " always changes"
		}
		r.Summary = fmt.Sprintf("%s when it steps on a polymorph trap, %s. It never dies of that, and a pet stays tame.", changes, after)
		c.Note(commands.Assumed, fmt.Sprintf("it is at its base level, %d, and wears nothing that resists magic", m.Level))
		r.Cite(c.Rules, rules.CiteResistingWand)
	}
	if trapped.In(c) {
		r.Summary += " Things never change there."
	}
	r.Headline = wording.Share(chance)
	a.Changes = &chance
	r.Data = a
	r.Cite(c.Rules, rules.CitePolyTrap)
	return s, nil
}

// withArtifact tells what the trap does to a hero whose artifact gives magic resistance, nil for
// all others.
func withArtifact(c *commands.Call) *commands.Story {
	held := hero.Held.One(c)
	switch {
	case held == nil || held.Without:
	case hero.Grants(c.Rules, held.Name, magicResistance):
		return resisted(c, held.Name+" gives "+magicResistance)
	case !hero.HoldsSaved(c):
		c.Note(commands.Remarked, fmt.Sprintf("%s makes no difference here", held.Name))
	}
	return nil
}

// magicResistance is the property with which a hero is not changed.
const magicResistance = "magic resistance"

// resisted tells that the trap does nothing to a hero with magic resistance, and why.
func resisted(c *commands.Call, why string) *commands.Story {
	s := &commands.Story{Steps: steps.New(c.Rules)}
	s.Steps.Given(rules.CitePolyTrapHero, "with "+magicResistance, "nothing")
	s.Reply.Headline = "nothing"
	s.Reply.Summary = fmt.Sprintf("Nothing happens to you: %s.", why)
	s.Reply.Data = polytrapAnswer{}
	s.Reply.Cite(c.Rules, rules.CitePolyTrapHero)
	return s
}

// inArmor tells what the trap does to a hero whose armor decides that, nil for all others.
func inArmor(c *commands.Call, p *rules.PolyTrap) *commands.Story {
	for _, w := range hero.Worn.All(c) {
		into, dragon := strings.CutSuffix(strings.TrimSuffix(w.Name, " mail"), " scale")
		if !dragon {
			into, dragon = strings.CutSuffix(w.Name, " scales")
		}
		s := &commands.Story{Steps: steps.New(c.Rules)}
		switch {
		case w.Without:
		case hero.Gives(c.Rules, w.Name, magicResistance):
			return resisted(c, w.Name+" gives "+magicResistance)
		case dragon && p.ShockDie > 0:
			if into == "dragon" { // of no color that was said
				into = "dragon of its color"
			}
			into = wording.Article(into)
			s.Steps.Given(rules.CiteSystemShock, "in "+w.Name, into)
			s.Reply.Headline = into
			s.Reply.Summary = fmt.Sprintf("You become %s, always: without system shock, and never a new man or woman.", into)
			if strings.HasSuffix(w.Name, "mail") && p.MailReverts {
				s.Reply.Summary += " The mail turns into scales of the same enchantment, which you merge with and wear again afterwards. The trap is gone."
			} else {
				s.Reply.Summary += " You merge with the armor, and wear it again afterwards. The trap is gone."
			}
			c.Note(commands.Assumed, "no magic resistance or Unchanging, and no polymorph control")
			s.Reply.Data = polytrapAnswer{Into: into}
			s.Reply.Cite(c.Rules, rules.CitePolyTrapHero, rules.CiteSystemShock)
			return s
		case dragon: // nothing is known of it here
		default:
			c.Note(commands.Remarked, fmt.Sprintf("%s does not decide what you become", w.Name))
		}
	}
	return nil
}

// steppedOn tells what a polymorph trap does to a hero. stays says whether it stays for
// monsters.
func steppedOn(c *commands.Call, p *rules.PolyTrap, stays string) *commands.Story {
	s := &commands.Story{Steps: steps.New(c.Rules)}
	d, r := s.Steps, &s.Reply
	con := hero.Con.Else(c, 16, "Con 16")
	shock := float64(max(0, p.ShockDie-1-con)) / float64(p.ShockDie)
	man := (1 - shock) / float64(p.NewManOnce)
	d.Given(rules.CitePolyTrapHero, "with magic resistance or Unchanging", "nothing")
	d.Work(rules.CiteSystemShock, "system shock", wording.Share(shock), "max(0, %d - 1 - %d)/%d", p.ShockDie, con, p.ShockDie).Of("Con %d", con)
	d.Work(rules.CiteNewMan, "new man or woman", wording.Share(man), "(1 - %s)/%d", wording.Share(shock), p.NewManOnce).Of("at least: more if the form rolled is of your race")
	instead := ""
	if shock > 0 {
		instead = fmt.Sprintf("%s system shock (1 to %d HP lost and no change), ", wording.Share(shock), p.ShockHP)
	}
	kept := "is gone too"
	if p.HeroKeeps {
		kept = "stays"
	}
	r.Headline = wording.Share(shock)
	r.Summary = fmt.Sprintf("%sat least %s a new man or woman, otherwise a random monster: a big one bursts body armor, a small one slips out of it. With magic resistance or Unchanging nothing happens, and the trap %s; otherwise it is gone. Monsters and pets change unless they resist it, and the trap %s Objects never change.",
		instead, wording.Share(man), kept, stays)
	r.Summary = wording.Capital(r.Summary)
	c.Note(commands.Assumed, "no polymorph control, dragon armor or lycanthropy")
	r.Data = polytrapAnswer{Shock: &shock, NewMan: &man}
	r.Cite(c.Rules, rules.CitePolyTrapHero, rules.CiteSystemShock, rules.CiteNewMan)
	return s
}
