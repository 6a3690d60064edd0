package game

import (
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/foe"
	"delphi/commands/thing"
	"delphi/engine/divine"
	"delphi/engine/effect"
	"delphi/engine/plight"
	"delphi/engine/rules"
)

// The parameters of now, beside those that describe any hero.
var (
	ails      = commands.NewName[plight.Told](commands.Param{Name: "ails", Many: true, Noun: "a trouble", Summary: "What is wrong: stoning, weak, blind", Words: []string{"trouble"}, Vocabulary: woes})
	have      = commands.NewName[string](commands.Param{Name: "have", Many: true, Gear: true, Counts: true, Noun: "a thing that helps", Summary: "What you have: blessed unicorn horn, lizard corpse", Words: []string{"carry", "got", "with"}, Vocabulary: aids})
	casts     = commands.NewName[*rules.Spell](commands.Param{Name: "casts", Many: true, Noun: "a spell that helps", Summary: "Spells you know: spell of healing", Words: []string{"cast", "know"}, Vocabulary: aidSpells})
	near      = commands.NewName[*rules.Monster](commands.Param{Name: "near", Many: true, Gear: true, Counts: true, Noun: "a monster", Summary: "What is near you: soldier ant, 2 dwarf", Words: []string{"vs", "against", "by", "from"}, Vocabulary: foe.Terms})
	hp        = commands.NewNumber(commands.Param{Name: "hp", Summary: "Hit points: hp 5(40)", Full: "maxhp", Min: 0, Max: 9999})
	maxHP     = commands.NewNumber(commands.Param{Name: "maxhp", Summary: "Maximum hit points", Words: []string{"hpmax"}, Min: 1, Max: 9999})
	turn      = commands.NewNumber(commands.Param{Name: "turn", Summary: "The game's turn (T:)", Words: []string{"t"}, Min: 0, Max: divine.MaxTimeout})
	prayed    = commands.NewNumber(commands.Param{Name: "prayed", Summary: "The game's turn of your last successful prayer", Words: []string{"prayed at", "prayed on", "prayed turn", "prayed at turn", "prayed on turn", "last prayed"}, Min: 0, Max: divine.MaxTimeout})
	since     = commands.NewNumber(commands.Param{Name: "since", Summary: "Turns since your last successful prayer", After: []string{"turns", "since"}, Min: 0, Max: divine.MaxTimeout})
	timeout   = commands.NewNumber(commands.Param{Name: "timeout", Summary: "Prayer timeout, where you know it", Min: 0, Max: divine.MaxTimeout})
	never     = commands.NewFlag(commands.Param{Name: "never", Summary: "You have not prayed yet", Words: []string{"never prayed", "havent prayed", "not prayed", "not prayed yet", "no prayer yet", "no prayers yet", "first prayer"}})
	unheard   = commands.NewFlag(commands.Param{Name: "noprayer", Summary: "You cannot pray, or will not", Words: []string{"no prayer", "cant pray", "can't pray", "cannot pray", "can not pray", "without prayer", "without praying", "no praying", "prayer used up"}})
	unwritten = commands.NewFlag(commands.Param{Name: "noelbereth", Summary: "You cannot engrave Elbereth, or will not", Words: []string{"no elbereth", "without elbereth", "cant engrave", "can't engrave", "cannot engrave", "no engraving"}})
	failing   = commands.NewNumber(commands.Param{Name: "failing", Summary: "How often the spells that you name fail, in percent: fail 30%", Words: []string{"fail", "fails"}, After: []string{"fail", "fails", "failure", "failing"}, Min: 0, Max: 100})
	pace      = commands.NewChoice(commands.Param{
		Name: "speed", Summary: "How fast you are: normal, fast (intrinsic) or very fast", Choices: []string{"normal", "fast", "very fast"},
		Also: map[string]string{"intrinsically fast": "fast", "veryfast": "very fast", "vfast": "very fast", "normal speed": "normal", "hasted": "very fast"},
	})
	grip = commands.NewChoice(commands.Param{
		Name: "grip", Summary: "What a monster near has done: held (seized) you, or engulfed (swallowed) you", Choices: []string{"held", "engulfed"},
		Also: map[string]string{"grabbed": "held", "seized": "held", "wrapped": "held", "drowning": "held", "swallowed": "engulfed", "inside": "engulfed", "digested": "engulfed"},
	})
	gehennom = commands.NewFlag(commands.Param{Name: "gehennom", Summary: "In Gehennom", Words: []string{"hell", "in hell", "valley"}})
)

// extra holds words for troubles beside those of the tables: how the status line and
// the game's messages call them.
var extra = map[string][]string{
	"stoning": {"stone", "limbs are stiffening"}, "sliming": {"turning into slime", "turning green"}, "strangulation": {"strngl", "strangled"}, "illness": {"deathly ill"}, "low hp": {"low", "hurt"},
	"lava": {"trapped in lava", "stuck in lava", "in lava"},
}

// woes lists what can be wrong: each ailment, and each prayer trouble that is not an
// ailment.
func woes(s *rules.Set) []commands.Term {
	p := plight.Rules(s)
	r := s.Remedies()
	if r == nil {
		r = rules.Get(rules.Default).Remedies()
	}
	var out []commands.Term
	covered := map[string]bool{}
	add := func(name string, aliases []string, t plight.Told) {
		out = append(out, commands.Term{Name: name, Aliases: slices.Concat(aliases, extra[name]), Value: t})
	}
	for _, a := range r.Ailments {
		if len(a.Gods) > 1 { // hunger, whose stages are words of their own
			continue
		}
		t := plight.Told{Trouble: a.Name, Ailment: a.Name}
		if len(a.Gods) == 1 {
			t.Trouble, covered[a.Gods[0]] = a.Gods[0], true
		}
		add(a.Name, a.Aliases, t)
	}
	for _, k := range p.Troubles {
		switch {
		case k.Name == plight.Weak || k.Name == plight.Hungry:
			add(k.Name, k.Aliases, plight.Told{Trouble: k.Name, Ailment: "hunger"})
		case !covered[k.Name]:
			add(k.Name, k.Aliases, plight.Told{Trouble: k.Name, Ailment: ailmentOf(k.Name)})
		}
	}
	return out
}

// ailmentOf returns the remedies for a prayer trouble that is not an ailment itself.
func ailmentOf(trouble string) string {
	if trouble == plight.Hands || trouble == plight.Blindfold || trouble == "cursed saddle" {
		return plight.CursedItems
	}
	return ""
}

// remediesOf returns what ends troubles in a version, or in the default version if that
// is not known.
func remediesOf(s *rules.Set) (*rules.Set, *rules.Remedies) {
	if s.Remedies() == nil {
		s = rules.Get(rules.Default)
	}
	return s, s.Remedies()
}

// aids lists the things that end troubles or help to get away: objects, corpses
// and artifacts.
func aids(s *rules.Set) []commands.Term {
	set, r := remediesOf(s)
	var out []commands.Term
	seen := map[string]bool{}
	add := func(name string, aliases ...string) {
		if name != "" && !seen[name] {
			seen[name] = true
			out = append(out, commands.Term{Name: name, Aliases: aliases, Value: name})
		}
	}
	object := func(name string) {
		o := set.Object(name)
		if o == nil || o.Class == "spellbook" {
			return
		}
		add(name, thing.Aliases(set, o)...)
		if name == "potion of water" && !seen["holy water"] {
			seen["holy water"] = true
			out = append(out, commands.Term{Name: "holy water", Value: name, BUC: rules.Blessed}, commands.Term{Name: "unholy water", Value: name, BUC: rules.Cursed})
		}
	}
	add("lizard corpse", "lizard", "dead lizard", "lizards")
	add("lichen corpse", "lichen corpses")
	add(effect.Horn, "horn", "unihorn", "uni horn", "uni", "unicorns horn", "unicorn's horn")
	for _, list := range [][]*rules.Remedy{r.List, r.Escapes} {
		for _, x := range list {
			for _, name := range x.Things {
				if strings.HasPrefix(name, "The ") {
					add(name, strings.TrimPrefix(name, "The "))
				} else {
					object(name)
				}
			}
		}
	}
	for _, name := range effect.AcidicCorpses(set.Bestiary()) {
		add(name + " corpse")
	}
	for _, name := range hoped {
		object(name)
	}
	for _, o := range set.Objects() {
		if o.Class == "food" && o.Name != "corpse" && o.Name != "egg" && o.Name != "tin" && !strings.HasPrefix(o.Name, "glob of ") {
			object(o.Name)
		}
	}
	return out
}

// hoped lists things that free some heroes of what holds them, and others that somebody in trouble
// looks at.
var hoped = []string{
	"amulet of magical breathing", "ring of slow digestion", "ring of levitation", "levitation boots", "potion of levitation", "ring of regeneration", "ring of conflict", "ring of free action",
	"ring of invisibility", "potion of invisibility", "potion of sleeping", "potion of gain energy", "wand of create monster", "wand of make invisible", "wand of speed monster",
	"wand of undead turning", "scroll of create monster", "magic whistle", "tin whistle", "bugle", "mirror", "can of grease", "bag of tricks", "magic marker", "blindfold",
}

// aidSpells lists the spells that end troubles or help to get away, by names that no potion has.
func aidSpells(s *rules.Set) []commands.Term {
	_, r := remediesOf(s)
	var out []commands.Term
	for _, sp := range s.Spells {
		if slices.ContainsFunc(slices.Concat(r.List, r.Escapes), func(x *rules.Remedy) bool { return slices.Contains(x.Things, sp.Name) }) {
			out = append(out, commands.Term{Name: "spell of " + sp.Name, Aliases: []string{sp.Name + " spell", "spell " + sp.Name}, Value: sp})
		}
	}
	return out
}
