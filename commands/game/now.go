package game

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/wording"
	"delphi/engine/divine"
	"delphi/engine/dump"
	"delphi/engine/plight"
	"delphi/engine/problem"
	"delphi/engine/rules"
	"delphi/engine/spell"
)

// now returns the command that says what is wrong and what to do.
func (r *room) now() *commands.Command {
	return &commands.Command{
		Name:    "now",
		Aliases: []string{"plight", "sos"},
		Summary: "Show what is wrong with you and what to do about it, best first",
		Fillers: "and i have a an the with got im am my is are me at by there no to on turn near next beside",
		Params:  commands.Takes(commands.RuleSet, hero.Role, hero.Alignment, ails, have, casts, near, grip, hp, maxHP, hero.AC, hero.XL, hero.Int, hero.Wis, hero.Con, hero.Worn, pace, pw, failing, hero.Luck, turn, timeout, prayed, since, never, unheard, unwritten, gehennom),

		TakesText: true, ReadOnly: true, Evaluates: true, Pasted: pastedIn,
		Examples: []string{
			"now hp 5(40) hungry, blessed unicorn horn, turn 1200", "now stoning, lizard corpse, unicorn horn", "now Dlvl:12 $:120 HP:8(71) Pw:23(23) AC:3 Xp:9/2711 T:14200 Weak",
			"now v3.4.3 hp 9(60) soldier ant, 2 potion of healing",
		},
		Check: func(_ context.Context, c *commands.Call) error {
			if c.SaidCount() > 0 && c.Text == "" && !toldWrong(c) && r.memory.of(&c.Request) == nil {
				return nothingWrong() // "now for sleep" goes on with the question before
			}
			return nil
		},
		Run: r.runNow,
	}
}

// pastedIn finds a status line and stacks of the inventory among the words of a line.
func pastedIn(rest string) (words, text string) {
	text, words = dump.Copied(rest, rules.Get(rules.Default))
	return words, text
}

// toldWrong reports whether a call says what is wrong, or which monster is near.
func toldWrong(c *commands.Call) bool {
	_, ok := hp.In(c)
	return ok || len(ails.All(c)) > 0 || len(near.All(c)) > 0 || grip.In(c) != ""
}

// pw is the hero's energy, which spells take.
var pw = commands.NewNumber(commands.Param{Name: "pw", Summary: "Energy (Pw)", Min: 0, Max: 9999})

func nothingWrong() error {
	return problem.New("Tell me what is wrong: your HP, what the status line says, what you have. Or show me your game first.", "now hp 5(40) hungry, blessed unicorn horn, turn 1200", "now stoning, lizard corpse")
}

func (r *room) runNow(ctx context.Context, c *commands.Call) (commands.Reply, error) {
	s := r.memory.of(&c.Request)
	if c.Text != "" {
		text, whole, err := r.shown(ctx, c)
		if err != nil {
			return commands.Reply{}, err
		}
		if s, err = r.read(c, text, whole); err != nil {
			return commands.Reply{}, err
		}
		if !c.Nobody && (!c.Pasted || r.memory.of(&c.Request) != nil) { // a line that says it all stands for itself
			r.memory.put(&c.Request, s)
		}
	}
	_, hpSaid := hp.In(c)
	told := hpSaid || len(ails.All(c)) > 0
	q := &plight.Question{Hero: dump.Told(c.Rules)}
	switch {
	case s != nil:
		h := *s.hero
		q.Hero = &h
		if h.XL.Known && h.AC.Known { // which go before those of a saved character
			c.Notes = slices.DeleteFunc(c.Notes, func(n commands.Note) bool { return strings.HasPrefix(n.Text, "your character: ") })
		}
		if c.VersionSaid {
			h.By(c.Rules)
		}
		if told && c.Text == "" {
			h.Hunger, h.Conditions, h.Ails = "", nil, nil // what was true of the page
			c.Note(commands.Remarked, "along with what your page shows")
		}
	case !toldWrong(c):
		return commands.Reply{}, nothingWrong()
	}
	heroOf(c, q)
	for _, m := range near.All(c) {
		for range min(max(1, m.Quantity), mostNear) {
			q.Foes = append(q.Foes, near.Of(m))
		}
	}
	q.Grip = grips[grip.In(c)]
	for _, a := range ails.All(c) {
		q.Told = append(q.Told, ails.Of(a))
	}
	if err := pastOf(c, q); err != nil {
		return commands.Reply{}, err
	}
	q.NoPrayer, q.NoWard = unheard.In(c), unwritten.In(c)
	q.Hero = settled(c, q)
	reply := nowReply(c, q)
	if !c.Nobody {
		reply.Asked = c.Line()
		if words := strings.TrimPrefix(reply.Asked, c.Command.Path()); c.Pasted {
			reply.Asked = c.Command.Path() + " " + strings.ReplaceAll(c.Text, "\n", " ") + "," + words
		}
	}
	return reply, nil
}

// grips maps how a call says that the hero is held.
var grips = map[string]plight.Grip{"held": plight.Holding, "engulfed": plight.Inside}

// settled returns the hero with what has to be known of whoever stands beside a monster, and
// notes what nobody said.
func settled(c *commands.Call, q *plight.Question) *dump.Hero {
	if len(q.Foes) == 0 {
		return q.Hero
	}
	h, bare := plight.Assumed(q.Hero)
	if bare {
		c.Note(commands.Assumed, "AC 10")
	}
	if pace.In(c) == "" && !h.SeesAttributes() && h.Form == "" {
		switch swift := plight.Swift(h); {
		case swift == "":
			c.Note(commands.Assumed, "normal speed")
		case h.Role != "":
			c.Note(commands.Assumed, fmt.Sprintf("%s, as %s of XL %d is", swift, wording.Article(h.Role), plight.Level(h)))
		}
	}
	return h
}

// number takes a figure that a call may say in place of the page's.
func number(c *commands.Call, n commands.Number, to *dump.Num) {
	if v, ok := n.In(c); ok && (!n.Quiet(c) || !to.Known) {
		*to = dump.Is(v)
	}
}

// heroOf puts what a call says about the hero into the question.
func heroOf(c *commands.Call, q *plight.Question) {
	h := q.Hero
	if role, ok := hero.Role.In(c); ok && h.Role == "" {
		h.Role = role.Name
	}
	if a := hero.AlignmentOf(c); a != "" && h.Alignment == "" {
		h.Alignment = a
	}
	for _, x := range []struct {
		said commands.Number
		to   *dump.Num
	}{{hp, &h.HP}, {maxHP, &h.MaxHP}, {hero.XL, &h.XL}, {hero.AC, &h.AC}, {hero.Con, &h.Con}, {pw, &h.Pw}, {turn, &h.Turns}} {
		number(c, x.said, x.to)
	}
	if n, ok := hero.Luck.In(c); ok && h.Luck == nil {
		h.Luck = &dump.Range{Min: n, Max: n}
	}
	h.Gehennom = h.Gehennom || gehennom.In(c)
	for _, s := range have.All(c) {
		it := dump.Named(h.Set(), s.Describe())
		it.Name, it.Text = have.Of(s), described(s)
		if o := h.Set().Object(it.Name); o != nil {
			it.Class = o.Class
		}
		h.Inventory = append(slices.Clip(h.Inventory), it)
	}
	dress(c, h)
	know(c, h)
}

// mostNear is how many monsters of a kind can stand around a hero.
const mostNear = 8

// dress puts on what a call says the hero wears, and what makes fast.
func dress(c *commands.Call, h *dump.Hero) {
	for _, s := range hero.Worn.All(c) {
		slot := hero.Worn.Of(s).Slot.String()
		if s.Without || slices.ContainsFunc(h.Inventory, func(it dump.Item) bool { return it.Worn == slot }) {
			continue
		}
		it := dump.Named(h.Set(), s.Describe())
		it.Name, it.Text, it.Class, it.Worn = s.Name, s.Describe(), "armor", slot
		h.Inventory = append(slices.Clip(h.Inventory), it)
	}
	if how := pace.In(c); how != "" {
		h.Attributes = append(slices.Clip(h.Attributes), "You are "+how)
	}
}

// know adds the spells that a call names, with their failure as it says or as the rules have it.
func know(c *commands.Call, h *dump.Hero) {
	for _, s := range casts.All(c) {
		sp := casts.Of(s)
		known := dump.Spell{Name: sp.Name, Level: sp.Level}
		if n, ok := failing.In(c); ok {
			known.DumpFail = dump.Is(n)
		} else if n, ok := fails(c, h, sp); ok {
			known.DumpFail = dump.Is(n)
		}
		if !slices.ContainsFunc(h.Spells, func(k dump.Spell) bool { return k.Name == sp.Name }) {
			h.Spells = append(slices.Clip(h.Spells), known)
		}
	}
}

// fails returns the failure rate of a spell of a hero of the role and attributes that a call
// says, in what it says is worn; ok is false if too little is said.
func fails(c *commands.Call, h *dump.Hero, sp *rules.Spell) (percent int, ok bool) {
	role, said := hero.Role.In(c)
	if !said || !h.XL.Known {
		return 0, false
	}
	q := spell.Question{Rules: c.Rules, Role: role, Spell: sp, Skill: role.StartSkill(c.Rules.School(role, sp)), XL: h.XL.N, Int: 10, Wis: 10, Dex: 12}
	mind, stat := hero.Int, &q.Int
	if role.Stat == rules.Wis {
		mind, stat = hero.Wis, &q.Wis
	}
	if *stat, ok = mind.In(c); !ok || len(c.Rules.Casting.Dexterity) > 0 {
		return 0, false
	}
	for _, s := range hero.Worn.All(c) {
		if w := hero.Worn.Of(s); !s.Without {
			q.Worn[w.Slot] = spell.Piece{Worn: w, Enchant: s.Enchant, BUC: s.BUC}
		}
	}
	if q.Check() != nil {
		return 0, false
	}
	a := spell.Fail(&q)
	if !a.Fails {
		return 0, true
	}
	c.Note(commands.Assumed, fmt.Sprintf("%s in %s", q.Skill, sp.Name))
	return a.Fail, true
}

// described returns a thing as it was said, in the plural if there are several.
func described(s commands.Said) string {
	if s.Quantity > 1 {
		if class, of, ok := strings.Cut(s.Name, " of "); ok {
			s.Name = wording.Plural(class) + " of " + of
		} else {
			s.Name = wording.Plural(s.Name)
		}
	}
	return s.Describe()
}

// asked returns the question as it was typed.
func asked(c *commands.Call) string {
	return "now " + strings.TrimSpace(strings.TrimPrefix(c.Line(), c.Command.Path()))
}

// pastOf puts what a call says about the last prayer into the question.
func pastOf(c *commands.Call, q *plight.Question) error {
	set := q.Hero.Set()
	if set.Prayer() == nil {
		set = rules.Get(rules.Default)
	}
	q.Past = plight.Remembers(q.Hero)
	at, turnSaid := q.Hero.Turns.N, q.Hero.Turns.Known
	last, prayedSaid := prayed.In(c)
	ago, sinceSaid := since.In(c)
	say := func(t divine.Timeout) { q.Past = plight.Past{Timeout: &t} }
	n, timeoutSaid := timeout.In(c)
	switch {
	case timeoutSaid:
		say(divine.KnownTimeout(n))
	case sinceSaid:
		say(divine.Timeout{Since: ago, XL: plight.Level(q.Hero), Late: divine.LateTimeout(set.Prayer(), at-ago)})
	case prayedSaid && !turnSaid:
		return problem.Newf("You prayed on turn %d. Which turn is it now?", last).Try(fmt.Sprintf("%s turn %d", asked(c), last+1000))
	case prayedSaid && at < last:
		return problem.Newf("Turn %d is before your last prayer on turn %d.", at, last).Try(fmt.Sprintf("turn %d prayed %d", last, at))
	case prayedSaid:
		say(divine.Timeout{Since: at - last, XL: plight.Level(q.Hero), Late: divine.LateTimeout(set.Prayer(), last)})
	case never.In(c) && turnSaid:
		say(divine.NeverPrayed(set.Prayer(), at))
	}
	return nil
}
