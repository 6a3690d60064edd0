package lookup

import (
	"fmt"
	"slices"
	"strings"

	"delphi/commands/thing"
	"delphi/commands/wording"
	"delphi/engine/monster"
	"delphi/engine/names"
	"delphi/engine/rules"
)

// askedFacts maps the words by which players ask for one fact of a monster to
// its name in monster.Facts, and to what answers call it.
var askedFacts = map[string][2]string{
	"level": {"Lvl", "level"}, "lvl": {"Lvl", "level"}, "difficulty": {"Diff", "difficulty"}, "speed": {"Spd", "speed"}, "spd": {"Spd", "speed"}, "fast": {"Spd", "speed"},
	"slow": {"Spd", "speed"}, "ac": {"AC", "AC"}, "mr": {"MR", "MR"}, "weight": {"weight", "weight"}, "weigh": {"weight", "weight"}, "weighs": {"weight", "weight"},
	"heavy": {"weight", "weight"}, "nutrition": {"nutrition", "nutrition"}, "size": {"size", "size"}, "big": {"size", "size"}, "alignment": {"align", "alignment"},
	"attacks": {"attacks", "attacks"}, "color": {"color", "color"}, "colour": {"color", "color"},
}

// elseAsked holds words with which those of askedFacts ask for something else:
// whether a corpse gives a level, whether a bite drains one.
var elseAsked = []string{"eat", "eating", "give", "gives", "gain", "gains", "corpse", "drain", "drains", "draining", "lose", "loses", "raise", "raises", "resist", "resists", "steal", "steals"}

// cardWords holds words for what the card of a monster says, and small words beside them.
var cardWords = func() map[string]bool {
	out := map[string]bool{}
	for w := range askedFacts {
		out[w] = true
	}
	for w := range strings.FieldsSeq(strings.ReplaceAll(monWords, "|", " ") + ` a an the of and its on by can it to lycanthropy lycanthrope summon summons summoning hiss hisses hissing
		gaze gazes passive passives paralysis paralyse paralyze paralyzes reflect reflects reflected reflection reflectable tame tames tameable taming immune immunity immunities
		steal steals stealing intrinsic intrinsics gold item items seduce seduces seduction disease illness slow slowing sleep stun stuns stunning blind blinds blinding engulfing digestion
		rust rusts rusting acid venom teleport teleports teleporting polymorph shapeshift stoning petrification delayed level levels spell spells casts casting explode explodes explosion
		grow grows growth egg eggs danger dangerous deadly killable peaceful summoned bites stings kick kicks claws breath breathes weapon ranged melee strategy tactics touch revive revives`) {
		out[w] = true
	}
	return out
}()

// ofCard reports whether words beside a monster's name say no more than what its card
// tells, and name no other monster.
func ofCard(x *thing.Monsters, others string) bool {
	words := strings.Fields(names.Fold(others))
	return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool {
		w = strings.Trim(w, "?!.,:()")
		return !cardWords[w] || len(x.Called(w)) > 0
	})
}

// askedFact returns the one fact about a monster that a line asks for, as a sentence,
// and the figure in it. Both are empty if it asks for none or for several.
func askedFact(b *rules.Bestiary, m *rules.Monster, line string) (sentence, figure string) {
	var found [2]string
	own := names.Words(m.Name)
	for w := range strings.FieldsSeq(line) {
		w = names.Fold(strings.Trim(w, "?!.,:()"))
		fact, ok := askedFacts[w]
		switch {
		case slices.Contains(elseAsked, w):
			return "", ""
		case !ok || slices.Contains(own, w):
		case found[0] != "" && found != fact:
			return "", ""
		default:
			found = fact
		}
	}
	value := ""
	if found[0] == "color" {
		value = m.Color
	}
	for _, f := range monster.Facts(b, m) {
		if f.Name == found[0] {
			value = f.Value
		}
	}
	if found[0] == "" || value == "" {
		return "", ""
	}
	return fmt.Sprintf("%s: %s %s.", wording.Capital(m.Name), found[1], value), found[1] + " " + value
}
