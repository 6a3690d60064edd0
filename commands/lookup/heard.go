package lookup

import (
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/engine/names"
	"delphi/engine/rules"
	"delphi/engine/shorthand"
)

// monsterTerms are the monsters of a version, or of its nearest relation whose
// monsters are known.
func monsterTerms(s *rules.Set) []commands.Term {
	x := shorthand.Of(s)
	for s.Bestiary() == nil && s.Parent != "" {
		s = rules.Get(s.Parent)
	}
	var out []commands.Term
	for _, m := range s.Bestiary().Monsters {
		out = append(out, commands.Term{Name: m.Name, Aliases: slices.Concat(m.Names[1:], x.Also(shorthand.Monster, m.Name)), Value: m})
	}
	return out
}

// versionWords are the versions whose monsters are known, as players write them.
var versionWords = strings.Join(rules.BestiaryNames(), "|") + "|343|3.4|3.6|3.7|5.0"

// monWords are what players ask about a monster.
const monWords = "spd|lvl|hits harder|harder|tougher|stronger|faster|more dangerous|scarier|deadlier|which is worse|which is better|hp|alignment|align|aligned with|stats|stat|info|sticky|digest|digests|drain|drains|flying|swims|nutrition|how tough|how big|size|glyph|colour|color|eat|eating|safe|corpse|corpses|meat|resist|resists|res|attack|attacks|bite|hit dice|hd|speed|poison|poisonous|farming|scary|dmg|damage|poisres|poisonres|sleepres|shockres|elecres|disintres|acidres|stoneres|deathres|" +
	"whats|what is|what does|petrify|regen|mon|monster|what resists|coldres|fireres|how fast|what level|what color|what colour|what glyph|what symbol|" +
	"difficulty|engulf|engulfs|passive|resistance|resistances|weaknesses|immune to|telepathy|teleportitis|instakill"

// eatenFor are words by which players ask what eating gives something.
const eatenFor = "what gives|which gives|what corpse|what corpses|which corpse|which corpses|what can i eat|what could i eat|what should i eat|what do i eat|what to eat|eating what|who gives|what conveys|which conveys"

// otherWords are what players say who ask how monsters differ.
const otherWords = "different|difference|differ|differs|changed|change|changes|compare|same|same as|vs|versus"

// monCues say which sentences are about monsters.
var monCues = []commands.Cue{
	{Names: commands.Takes(monsterName), Words: monWords + "|" + otherWords, Weight: 11},
	{Names: commands.Takes(monsterName), Shape: commands.AskShape, Without: commands.Takes(hero.Role), Weight: 10},
	{Names: commands.Takes(monsterName), Shape: commands.NumberShape, Weight: -6},
	{Names: commands.Takes(monsterName), Words: versionWords, Without: commands.Takes(hero.Role, itemName), Weight: 10},
	{Names: commands.Takes(monsterName, hero.Role), Weight: -8},
	{Names: commands.Takes(hero.Spell, hero.Role), Weight: -14},
	{Names: commands.Takes(monsterName), Words: "resist fire|resist cold|resist sleep|resist shock|resist lightning|resist poison|resist stoning|resist acid|resist disintegration|resists fire|resists cold|resists sleep|resists shock|resists poison|immune to|breathe|breathes|breath weapon", Without: commands.Takes(hero.Role), Weight: 60},
	{Names: commands.Takes(monsterName), Words: "poly into|polys into|polyd into|polymorph into|polymorphs into|polymorphed into|poly a|poly an|poly my|polymorph a|polymorph an|polymorph my", Weight: -40}, // what monsters turn into is not worked out
	{Names: commands.Takes(monsterName), Shape: commands.AloneShape, Without: commands.Takes(hero.Role), Weight: 10},
	{Names: commands.Takes(monsterName), Words: "mr|ac|how fast|how slow|speed|level|difficulty|change|changed|resistances|stats|attacks|attack|weight|size|alignment|color|colour|symbol|glyph|frequency|genfreq|intrinsics|weakness|weaknesses|hp|hd|xp", Without: commands.Takes(hero.Role), Weight: 10},
	{Shape: commands.GlyphShape, Weight: 14},
	{Names: commands.Takes(monsterName), Words: "belly|stomach|inside a|inside the|engulfed by|swallowed by", Weight: 40},
	{Words: eatenFor, Without: commands.Takes(monsterName), Weight: 19},
	{Words: "what can steal|what steals|what monsters steal|which monsters steal", Without: commands.Takes(monsterName, itemName), Weight: 19},
	{Words: "which monsters|what monsters|monsters that|list monsters", Weight: 19},
	{Words: classWords(), Weight: 11},
	{Words: allWords, Weight: 11},
	{Words: classWords(), Names: commands.Takes(monsterName), Weight: 11},
	{Words: "anything|any monster|any monsters|any mon|any mons|something|anybody", Shape: commands.NumberShape, Without: commands.Takes(monsterName, itemName), Weight: 6},
	{Words: "that flies|that fly|that swims|that swim|that resists|that resist|that steals|that steal|that regenerates|flyers|swimmers", Without: commands.Takes(monsterName, itemName), Weight: 8},
	{Words: "what has|who has|which has|anything with|monsters have|monster has|monsters with|monster with|mons have|mons with", Shape: commands.NumberShape, Without: commands.Takes(monsterName, itemName), Weight: 11},
	{Words: glyphWords(), Weight: 12},
	{Words: "which monsters|what monsters|what are all|all the|who resists|what resists|monsters that|list all|list monsters|which monster|list|all", Weight: 11},
	// A monster of a variant alone has no name here: the version and the
	// question together let composeMon look it up.
	{Words: versionWords, Without: commands.Takes(monsterName, hero.Role, itemName), Weight: 6},
	{Words: "whats|what is|what does|mon|monster|" + otherWords, Without: commands.Takes(monsterName, hero.Role, itemName), Weight: 5},
	{Words: "vortices|fungi|pw|cold|fire|sleep|stoning|stone|cure|cures|delayed|level|drain|color|colour|weight|resistance|resistances|percent|fast|high|fight|stats|resistances|attacks|generation|frequency|ac|mr|steals|flies|fly"},
}

// colours are those of monsters, as players say them.
var colours = strings.Fields("black red green brown blue magenta purple cyan gray grey orange yellow white")

// glyphWords are a class letter with a colour before or behind it: "q blue",
// "yellow c". "a blue" and "i red" are no monsters.
func glyphWords() string {
	var out []string
	for letter := 'b'; letter <= 'z'; letter++ {
		for _, c := range colours {
			if letter != 'i' {
				out = append(out, string(letter)+" "+c, c+" "+string(letter))
			}
		}
		if letter != 'i' && letter != 'u' {
			out = append(out, string(letter)+" that") // "s that are poisonous"
		}
	}
	return strings.Join(out, "|")
}

// ofOther is the name of a monster of another version that a text holds and of which a name
// is the end: of "weeping angel evilhack" not an Angel is meant. It is the name itself where
// no version has one.
func ofOther(name, text string) string {
	text, name = " "+names.Fold(text)+" ", names.Fold(name)
	if strings.HasPrefix(strings.TrimSpace(text), name) {
		return name
	}
	for _, version := range rules.BestiaryNames() {
		if longer, _ := longestName(monIndex(rules.BestiaryOf(version)), text); strings.HasSuffix(names.Fold(longer), " "+name) {
			return longer
		}
	}
	return name
}

// composeMon asks about each monster that a sentence names; "different in" two
// versions compares them. A sentence that names none may describe some: "what
// are all the ;", "which monsters can petrify me".
func composeMon(h *commands.Heard) []string {
	var versions []string
	var words []string // the others, as they were typed
	for f := range strings.FieldsSeq(h.Line) {
		f = strings.Trim(f, "?!.,:()")
		if f == "" {
			continue
		}
		if b, _, looks, _ := rules.LookupBestiary(names.Fold(f)); looks {
			versions = append(versions, f)
			if b != nil {
				versions[len(versions)-1] = b.Name
			}
			continue
		}
		words = append(words, f)
	}
	named := slices.Clone(h.Names[monsterName.Param])
	if folded := names.Fold(h.Line); len(named) > 1 { // "ok for a human": who eats it
		named = slices.DeleteFunc(named, func(name string) bool {
			return slices.ContainsFunc([]string{"for a ", "for an ", "as a ", "as an ", "i'm a ", "i'm an ", "im a ", "im an ", "i am a ", "i am an "}, func(as string) bool { return strings.Contains(folded, as+names.Fold(name)) })
		})
	}
	if len(named) < 2 && len(versions) > 0 {
		if b := rules.BestiaryOf(versions[0]); b != nil {
			name, _ := longestName(monIndex(b), strings.Join(words, " "))
			if len(name) > 2 && (len(named) == 0 || len(name) > len(named[0]) && strings.Contains(names.Fold(name), names.Fold(named[0]))) { // a "weeping angel" is no Angel
				named = []string{name}
			} else if len(named) == 1 {
				named[0] = ofOther(named[0], strings.Join(words, " "))
			}
		}
	}
	if deathAsked.MatchString(h.Line) { // which is no monster there
		if named = slices.DeleteFunc(named, func(name string) bool { return name == "Death" }); len(named) == 0 {
			return []string{"resists death"}
		}
	}
	version := strings.Join(versions, " ")
	compared := len(versions) > 0 && h.Has(strings.Split(otherWords, "|")...) || len(versions) > 1
	if compared && len(versions) == 1 {
		version = rules.Default + " " + version
	}
	if glyphs := severalGlyphs(h.Line); len(glyphs) > 1 || len(glyphs) == 1 && len(named) == 0 && thatIs.MatchString(h.Line) {
		for i := range glyphs {
			glyphs[i] = strings.TrimSpace(glyphs[i] + " " + version)
		}
		return glyphs
	}
	if described := ofClass(h.Line, words); described != "" && !compared {
		return []string{strings.TrimSpace(described + " " + version)}
	}
	if described := exceptDescribed(h.Line); described != "" {
		return []string{strings.TrimSpace(described + " " + version)}
	}
	var out []string
	for _, name := range named {
		if compared {
			name = "compare " + name
		}
		out = append(out, strings.TrimSpace(name+" "+version))
	}
	if len(out) > 0 {
		return out
	}
	if h.Has("eat", "eaten", "eating", "corpse", "corpses", "eats") || h.Has("gives", "conveys", "give", "convey") {
		if gives := conveyed(words); gives != "" {
			return []string{strings.TrimSpace(strings.TrimSpace(letterOf(words)+" "+gives) + " " + version)}
		}
	}
	if described := describe(words); described != "" {
		for _, w := range words { // "nymph steals"
			if symbol := classOf(w); symbol != "" && !strings.Contains(" "+described+" ", " "+symbol+" ") {
				described = symbol + " " + described
				break
			}
		}
		return []string{strings.TrimSpace(described + " " + version)}
	}
	return nil
}
