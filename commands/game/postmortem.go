package game

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/wording"
	"delphi/engine/dump"
	"delphi/engine/plight"
	"delphi/engine/problem"
	"delphi/engine/rules"
	"delphi/engine/seq"
)

// postmortem returns the command that looks at the end of a game.
func (r *room) postmortem() *commands.Command {
	return &commands.Command{
		Name:    "postmortem",
		Aliases: []string{"autopsy"},
		Summary: "Show from a dumplog how the game ended and what would have helped",
		Params:  commands.Takes(page),

		TakesText: true, ReadOnly: true,
		Examples: []string{"postmortem"},
		Run:      r.runPostmortem,
	}
}

func noEnd() error {
	return problem.New("Show me how the game ended: a link to its dumplog, an attached file, or its text pasted behind the command.", "now hp 5(40) hungry", "help postmortem")
}

func (r *room) runPostmortem(ctx context.Context, c *commands.Call) (commands.Reply, error) {
	s := r.memory.of(&c.Request)
	text, whole, err := r.shown(ctx, c)
	switch {
	case err != nil:
		return commands.Reply{}, err
	case whole:
		s, err = r.read(c, text, whole)
	case text != "":
		s, err = r.endIn(c, text)
	default:
		if told := dump.Told(c.Rules); told.Ended(c.Request.Line) {
			s = &session{at: c.At, hero: told}
		}
	}
	if err != nil {
		return commands.Reply{}, err
	}
	if text != "" && s.hero.Died != nil { // else it is nothing that this command asked for
		r.memory.put(&c.Request, s)
	}
	switch {
	case s == nil:
		return commands.Reply{}, noEnd()
	case s.hero.Died == nil:
		return commands.Reply{}, problem.New("Your page does not show how a game ended.", "now")
	}
	return endReply(s.hero), nil
}

// endIn reads the end of a game from what somebody pasted or says of it. Whoever has shown a game
// that is over tells of another.
func (r *room) endIn(c *commands.Call, text string) (*session, error) {
	copied, words := dump.Copied(text, c.Rules)
	told, old := dump.Told(c.Rules), r.memory.of(&c.Request)
	if !told.Ended(words) {
		return r.read(c, text, false)
	}
	if copied == "" {
		return &session{at: c.At, hero: told}, nil
	}
	s, err := r.read(c, copied, old != nil && old.hero.Died != nil)
	if err == nil && s.hero.Died == nil {
		s.hero.Ended(words)
	}
	return s, err
}

// endReply says how a game ended.
func endReply(h *dump.Hero) commands.Reply {
	e := plight.After(h, plight.Remembers(h))
	r := commands.Reply{Data: &e, Version: h.Set().Name}
	if text := killerText(h, &e, true); text != "" {
		r.Fact("killer", text)
	}
	for _, n := range h.Notes {
		r.Notes = append(r.Notes, commands.Note{Kind: commands.Warned, Text: strings.TrimSuffix(n, ".")})
	}
	if e.Borrowed != nil {
		r.Notes = append(r.Notes, commands.Note{Kind: commands.Warned, Text: borrowed(h.Set(), e.Borrowed)})
	}
	budget := commands.LineBudget - 50 - noted(r.Notes)
	parts := firstOfEnd(h, &e, budget)
	if text := helpText(h, &e, len(e.Helpful)); text != "" {
		r.Fact("what would have helped", text)
	}
	if text := bonesText(h, &e); text != "" {
		parts = append(parts, text)
		r.Fact("bones", text)
	}
	if text := messagesText(h, 1); text != "" {
		parts = append(parts, text)
		r.Fact("last messages", strings.TrimPrefix(messagesText(h, 6), "Last message: "))
	}
	if text := lacking(h); text != "" && e.Died {
		parts = append(parts, text)
		r.Fact("lacked", strings.TrimPrefix(text, "Lacks "))
	}
	if len(e.Troubles) > 0 {
		r.Fact("other troubles at the end", strings.Join(seq.Map(e.Troubles, troubleName), ", "))
	}
	if e.Hurt != nil {
		r.Cite(h.Set(), e.Hurt.Cites...)
	}
	if e.Bones != nil {
		r.Cite(h.Set(), rules.CiteLeave)
	}
	r.Summary = fittingIn(parts, budget)
	return r
}

// firstOfEnd says how the game ended, what the killer does and what would have helped, with as
// much of each as there is room for: what would have helped goes before how often the killer hit.
func firstOfEnd(h *dump.Hero, e *plight.End, budget int) (parts []string) {
	end := endText(h, e)
	for _, try := range []struct {
		killer string
		ways   int
	}{{killerText(h, e, true), 2}, {killerText(h, e, true), 1}, {killerText(h, e, false), 2}, {killerText(h, e, false), 1}, {"", 2}, {"", 1}} {
		parts = slices.DeleteFunc([]string{end, try.killer, helpText(h, e, try.ways)}, func(s string) bool { return s == "" })
		if len(strings.Join(parts, " ")) <= budget {
			break
		}
	}
	return parts
}

// endings maps the ends that a page names in a word to phrases for a sentence.
var endings = map[string]string{
	"poisoned": "was poisoned", "stoned": "turned to stone", "slimed": "turned into slime", "crushed": "was crushed", "genocided": "was genocided", "disintegrated": "was disintegrated",
	"decapitated": "was decapitated", "incinerated": "was incinerated", "tricked": "was tricked",
}

// endText says who ended how, where and when.
func endText(h *dump.Hero, e *plight.End) string {
	who := h.Name
	if h.Role != "" {
		who = strings.TrimPrefix(who+", "+wording.Article(strings.TrimSpace(dump.Adjective(h.Race)+" "+h.Role))+",", ", ")
	}
	who = cmp.Or(who, "The hero")
	how := h.Died.Text
	switch {
	case !e.Died && strings.HasPrefix(how, e.How): // "escaped (with the Amulet)"
	case how == "" || !e.Died:
		how = cmp.Or(endings[e.How], e.How)
	case strings.HasPrefix(how, "killed") || strings.HasPrefix(how, "petrified") || strings.HasPrefix(how, "turned to slime") || strings.HasPrefix(how, "crushed") ||
		strings.HasPrefix(how, "burned") || strings.HasPrefix(how, "drowned") || strings.HasPrefix(how, "poisoned") || strings.HasPrefix(how, "dissolved"):
		how = "was " + how
	}
	text := wording.Capital(who) + " " + how
	switch {
	case h.Dlvl.Name != "":
		text += ", " + h.Dlvl.Name
	case h.Dlvl.Depth.Known:
		text += fmt.Sprintf(" on Dlvl %d", h.Dlvl.Depth.N)
	}
	if h.Turns.Known {
		text += fmt.Sprintf(", T %d", h.Turns.N)
	}
	if h.XL.Known && h.MaxHP.Known {
		text += fmt.Sprintf(", at XL %d with %d max HP", h.XL.N, h.MaxHP.N)
	}
	return text + "."
}

// deadly says what the killer did, by the end that it brought about.
var deadly = map[string]string{"stoned": "starts to turn its victim to stone", "slimed": "starts to turn its victim into slime", "drowned": "seizes its victim, to drown it,"}

// killerText says what the killer does to such a hero and, with blows, how often it hit at the
// end.
func killerText(h *dump.Hero, e *plight.End, blows bool) string {
	if e.Monster == nil {
		return ""
	}
	a := wording.Capital(wording.Article(e.Monster.Name))
	if slices.Contains(e.Monster.Geno, "UNIQ") {
		a = e.Monster.Name
	}
	text := ""
	switch {
	case e.Lethal != nil:
		text = fmt.Sprintf("%s %s with %s of its moves at AC %d and MC %d.", a, deadly[e.How], wording.Share(e.Lethal.P), e.Hurt.AC, e.Hurt.MC)
	case e.Hurt != nil && e.Hurt.PerTurn != nil && e.Hurt.PerTurn.Mean > 0:
		text = fmt.Sprintf("%s deals %s damage a turn to AC %d", a, wording.Amount(e.Hurt.PerTurn.Mean), e.Hurt.AC)
		if e.Turns > 0 {
			text += fmt.Sprintf(", so %d HP last %s turns on average", h.MaxHP.N, wording.Amount(e.Turns))
		}
		text += "."
	}
	if blows && e.Struck+e.Missed > 0 {
		text = strings.TrimSpace(fmt.Sprintf("%s The last messages show %s of it and %s.", text, wording.Count(e.Struck, "hit"), wording.Count(e.Missed, "miss")))
	}
	return text
}

// helpText lists what was carried and would have helped, and the prayer.
func helpText(h *dump.Hero, e *plight.End, most int) string {
	if e.Against == "" {
		return ""
	}
	var ways []string
	for i := range e.Helpful {
		if i < most {
			ways = append(ways, remedyText(&e.Helpful[i]))
		}
	}
	if p := e.Prayer; p != nil && len(ways) == 0 && p.Safe != nil && *p.Safe >= sureDeath && !p.IfNever && len(h.Inventory) > 0 {
		text := "Unused: a prayer, which was safe; nothing that was carried would have helped"
		if len(e.Would) > 0 {
			text += ", but " + wording.Or(e.Would)
		}
		return text + "."
	}
	text := "Nothing that was carried would have helped"
	if len(h.Inventory) == 0 && len(h.Spells) == 0 {
		text = "What was carried is not shown"
	}
	if len(ways) > 0 {
		text = "Unused: " + strings.Join(ways, "; ")
		if left := len(e.Helpful) - len(ways); left > 0 {
			text += fmt.Sprintf("; %d more", left)
		}
	}
	if len(ways) == 0 && len(e.Would) > 0 {
		text += "; this would have: " + wording.Or(e.Would)
	}
	switch p := e.Prayer; {
	case p == nil:
	case p.Unsafe != "":
		text += "; no prayer was safe: " + wasUnsafe(p.Unsafe)
	case p.P == nil:
		text += fmt.Sprintf("; a prayer was 95%% safe if the last was %d turns before", p.Wait)
	case *p.Safe <= 0:
		text += "; it was too soon to pray"
	case p.IfNever:
		text += fmt.Sprintf("; a first prayer would have been %s safe", wording.Share(*p.Safe))
	default:
		text += "; a prayer was " + wording.Share(*p.Safe) + " safe"
	}
	return text + "."
}

// wasUnsafe puts why the prayer of a living hero does not work into the past.
func wasUnsafe(why string) string {
	return strings.NewReplacer("your god is", "the god was", "your ", "", " is ", " was ", "helps", "hears prayers").Replace(why)
}

// bonesText says whether bones were left, as far as that is known.
func bonesText(h *dump.Hero, e *plight.End) string {
	switch {
	case e.NoBones != "":
		return "No bones: " + e.NoBones + "."
	case e.Bones == nil:
		return ""
	case !e.Bones.Eligible:
		return "No bones: " + e.Bones.Reason + "."
	case e.Bones.Leave.P <= 0:
		return fmt.Sprintf("No bones: Dlvl %d never has any.", h.Dlvl.Depth.N)
	}
	return fmt.Sprintf("Bones: %s if Dlvl %d is ordinary.", wording.Share(e.Bones.Leave.P), h.Dlvl.Depth.N)
}

// messagesText quotes the last messages.
func messagesText(h *dump.Hero, most int) string {
	list := h.Messages
	for most == 1 && len(list) > 0 && (strings.HasPrefix(list[len(list)-1], "You die") || strings.HasPrefix(list[len(list)-1], "Do you want your possessions")) {
		list = list[:len(list)-1] // which everybody's page ends with
	}
	if len(list) == 0 {
		return ""
	}
	return "Last message: " + strings.Join(list[max(0, len(list)-most):], " | ")
}
