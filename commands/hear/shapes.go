package hear

import (
	"slices"
	"strings"

	"delphi/commands"
	"delphi/engine/names"
	"delphi/engine/pattern"
	"delphi/engine/rules"
)

// opening are the words that questions and wishes begin with.
var opening = wordSet(`what whats which who whos how hows when where is are can could do does did will would should may might has have was were am
	tell show list give gimme explain describe info lookup find check any anyone need wanna want wondering i'd odds chance chances probability prob compare`)

// interjections begin lines that ask nothing.
var interjections = wordSet(`lol lmao rofl haha hehe heh damn dang ugh argh rip gg gz grats congrats nice wow omg woo yay aww yeah yep nope ok okay hmm brb afk ty thx thanks`)

// cheers reports whether a line that asks nothing and says no figure is glad or
// sad of something: "my wizard has magic missile, yay".
func (s *heard) cheers() bool {
	beasts := len(s.found) > 0 && !slices.ContainsFunc(s.found, func(f found) bool { return f.param.Pile || f.param.Sign != 0 || f.param.Titled != nil || f.param.Gear }) // "omg 3 soldier ants again"
	if s.felt() && (beasts || len(s.found) == 0) {
		return true
	}
	if s.shape[commands.AskShape] || s.shape[commands.NumberShape] && !beasts || len(s.words) < 4 {
		return false
	}
	return anyIn(s.words, cheers) || !s.shape[commands.NumberShape] && (beasts && s.befell() || s.told())
}

// befell reports whether a line tells what was done to somebody: "my kitten got eaten by a
// jackal".
func (s *heard) befell() bool {
	for i := 1; i < len(s.words); i++ {
		if t := s.words[i-1].text; (t == "got" || t == "was" || t == "were" || t == "just") && s.words[i].in(suffered) {
			return true
		}
	}
	return false
}

// felt reports whether a line says what somebody thinks of something: "what a dumb death",
// "ascending is hard", "so close to ascending!!".
func (s *heard) felt() bool {
	if len(s.words) < 3 || s.shape[commands.NumberShape] || strings.Contains(s.line, "?") {
		return false
	}
	for i := range s.words {
		if s.words[i].sign != 0 {
			return false
		}
	}
	first := s.words[0].text
	if first == "what" && (s.words[1].text == "a" || s.words[1].text == "an") {
		return true
	}
	link := slices.IndexFunc(s.words, func(w word) bool { return w.in(thinks) })
	if interjections.has(first) && link > 1 && link < 5 && link+1 < len(s.words) && article(s.words[link+1].text) { // "yeah that shopkeeper was a crook"
		return true
	}
	tells := link > 0 && (s.words[link-1].text == "that" || s.words[link-1].text == "this" || s.words[link-1].text == "it") // no "is that"
	return link >= 0 && link < 3 && (tells || !s.shape[commands.AskShape]) && anyIn(s.words[link+1:], feelings)
}

// thinks are words between something and what somebody thinks of it, or before that.
var thinks = wordSet(`is was are were so such too that's thats`)

// feelings are what somebody thinks of a thing.
var feelings = wordSet(`hard easy tough fun impossible boring annoying stupid dumb awesome amazing cheap lame close silly unfair unlucky brutal sad horrible terrible great`)

// told reports whether a line tells what somebody got or lost, and how that is: "nice, the
// priest gave me protection".
func (s *heard) told() bool {
	return s.words[0].in(interjections) && anyIn(s.words, past) || s.petDid()
}

// petDid reports whether a line tells what the asker's pet did: "my kitten ate the wraith
// corpse".
func (s *heard) petDid() bool {
	for i := 2; i < len(s.words); i++ {
		if k := i - 1; s.words[i].in(past) {
			for k > 1 && (s.words[k].text == "just" || s.words[k].text == "has" || s.words[k].text == "only") {
				k--
			}
			if (s.words[k].in(pets) || s.isName(k)) && s.words[k-1].text == "my" {
				return true
			}
		}
	}
	return false
}

// past are verbs of what happened.
var past = wordSet(`gave got found lost died killed stole ate took kept forgot`)

// suffered is what monsters do to others.
var suffered = wordSet(`eaten killed bitten murdered slain mauled destroyed trampled`)

var cheers = wordSet(`gn gnight goodnight brb bbl afk lol lmao rofl haha hehe yay woo woot wow omg ugh argh rip gg gz grats congrats finally`)

// statedBy stand before a chance that is so, and not one that is wanted.
var statedBy = []string{"at", "a", "is", "of", "with", "each", "has", "have"}

// said are words that go on from the name of a thing to what somebody thinks of
// it.
var said = wordSet(`are is was were am suck sucks rock rocks always never`)

// Chatter reports whether what stands behind a command's name says something
// and asks nothing: "are scary man" behind "bones".
func Chatter(rest string) bool {
	word, after := commands.CutWord(rest)
	return said.has(word) && after != "" && !strings.ContainsAny(rest, "?0123456789")
}

// chatty are words that people say to each other and never to a command.
var chatty = wordSet(`i im ive me my mine myself you your youre yours yourself u ur we us our ours they them their he him his she her its it that this
	too also either neither ever never always anyway again bot not dont lol want wants`)

// Banter reports whether what stands behind a command's name is talk: some of it
// is what people say to each other, and nothing else in it means anything to a
// command. Where idle, every word of it says nothing at all: "it so" behind
// "make", not "bot ever" behind "best".
func (h *Hearer) Banter(rest string, set *rules.Set) (talk, idle bool) {
	if strings.ContainsAny(rest, "?0123456789\"") {
		return false, false
	}
	words := strings.Fields(names.Fold(rest))
	for i, w := range words {
		words[i] = strings.ReplaceAll(strings.Trim(w, marks), "'", "")
	}
	if talk = slices.ContainsFunc(words, func(w string) bool { return chatty.has(w) }); !talk {
		return false, false // without looking any name up
	}
	idle = true
	d := h.dictionary(set)
	for _, w := range words {
		switch {
		case chatty.has(w), small()[w], w == "":
		case d.known[w] || len(w) >= shortestTypo && plain(w) && d.nearest(w) != "":
			return false, false
		default:
			idle = false
		}
	}
	return true, idle
}

// Statement reports whether a line says something and asks nothing: it has a verb
// and no figure.
func Statement(line string) bool {
	if strings.ContainsAny(line, "?0123456789") {
		return false
	}
	fields := strings.Fields(names.Fold(line))
	return len(fields) > 3 && !opening.has(fields[0]) && slices.ContainsFunc(fields[1:], func(w string) bool { return w == "is" || w == "are" || w == "was" || w == "were" })
}

// Framed reports whether a line begins by asking for a chance.
func Framed(line string) bool {
	word, _ := commands.CutWord(line)
	return slices.Contains(chanceWords, word) || word == "rate"
}

// rhetorical are questions that nobody answers.
var rhetorical = pattern.Must(`(?i)^(?:why (?:am i|is it always|does it always|does this always)|(?:why|how) (?:do|did) i (?:keep|always|just|even|ever))\b`)

// wishes are said to people, and wish for nothing that a game gives.
var wishes = pattern.Must(`(?i)^(?:wish (?:me|you|u|i|we|they|he|she)|pray for (?:me|us|you|him|her|them))\b[^?0-9]*$`)

// Complaint reports whether a line asks what nobody answers, or wishes what nobody gives.
func Complaint(line string) bool {
	if len(line) <= 6 {
		return false
	}
	switch strings.ToLower(line[:3]) {
	case "why", "how":
		return rhetorical.MatchString(line)
	case "wis", "pra":
		return wishes.MatchString(line)
	}
	return false
}

// asks reports whether a line is a question: it has a question mark, or it or a
// clause of it begins as questions do.
func (s *heard) asks(line string) bool {
	if strings.Contains(line, "?") {
		return true
	}
	if Complaint(line) {
		return false
	}
	start := true
	for i := range s.words {
		w := &s.words[i]
		start = start || w.cut
		if start && opening.has(strings.ReplaceAll(w.text, "'", "")) {
			return true
		}
		start = start && small()[w.text] && w.text != "i" && w.text != "im"
	}
	for i := 1; i < len(s.words); i++ { // "died on medusa any bones", "carrying the bell what does he take", "bones chance lol"
		if slices.Contains(chanceWords, s.words[i].text) && (s.words[i-1].text == "bones" || s.isName(i-1)) && !s.words[i].cut {
			return true
		}
		if goesOn := midway[s.words[i-1].text]; goesOn != nil && slices.Contains(goesOn, s.words[i].text) {
			return true
		}
	}
	return false
}

// midway are pairs of words that begin a question in the middle of a line.
var midway = map[string][]string{
	"what": {"does", "do", "is", "are", "happens", "will", "would", "can", "could", "int", "wis", "level"}, "how": {"many", "much", "likely", "often", "long", "hard", "do", "does", "far"},
	"any": {"bones", "chance", "odds", "good", "way", "point", "risk"}, "should": {"i"}, "can": {"i", "you", "he", "she", "it", "they", "anyone", "anybody", "someone", "others", "other"}, "could": {"i", "be"}, "will": {"i", "he", "she", "it", "they", "anyone", "anybody", "someone", "others", "other"}, "would": {"i", "it"},
	"do": {"i", "you", "what"}, "does": {"it", "he", "she", "what"}, "is": {"it"}, "be": {"what"}, "odds": {"of", "for", "that"}, "chance": {"of", "for", "to", "that"}, "chances": {"of", "for", "to", "that"},
}

var (
	chance = pattern.Must(`(?i)\d+(?:\.\d+)?\s?(?:%|percent\b|pct\b)|\b\d+/\d+(?:'?s)?\b|(?:^|[^.\d])\d+\s*:\s*\d+\b|\b(?:one|\d+)[ -]in[ -](?:\d|an?\b|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|fifty|hundred|thousand)|\bhalf a percent\b|\b(?:one|two|five|ten|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety) (?:percent|pct)\b|(?:^|\s)(?:p\s*=\s*)?0?\.\d+\s+(?:per|each)\b|(?:^|\s)p\s*=\s*0?\.\d`)
	aim    = pattern.Must(`(?i)(?:<=?|\b(?:under|below|less than|at most|down to|max))\s*\d+(?:\.\d+)?\s?%`) // what a chance should be
	// what a chance is to be, in a line that asks how often something is to be tried
	howMany      = pattern.Must(`(?i)\bhow (?:many|often|long)\b`)
	wantedChance = pattern.Must(`(?i)\b(?:for|with|to be|sure|reach|get)\s+(?:a\s+)?\d+(?:\.\d+)?\s?%(?:\s+(?:sure|certain))?`)
	lastChance   = pattern.Must(`(\pL+),?\s+\d+(?:\.\d+)?\s?%\s*\??$`)

	strengthSaid = pattern.Must(`(?i)\b(?:st|str|strength)[ :=]*18/[\d*]+`)
	glyph        = pattern.Must(`(?i:^\s*(?:which|what|list)) [A-Zb-hj-z@&';:](?:'?s)? (?:can |cant |dont |not |do |that |is |are |has |have )*(?:fl(?:y|ies)|swims?|resists?|steals?|casts?|breathes?|poisonous|regenerates?|gives?|conveys?|undead|demons?|petrif(?:y|ies)|teleports?)\b|^\s*(?:mon|list|list all|all|what are(?: all)?|show(?: me)?(?: all)?)(?: the)? [A-Zb-hj-z@&';:]'?s\s*\??$|^\s*(?:[Ww]hat'?s|[Ww]hat (?:is|are)|[Ww](?:hich|hat) monsters are)(?: (?:in|the|all|class|even|actually))* [A-Zb-hj-tv-z@&;:](?: class)?\s*\??$|^\s*(?:[Ww]hat'?s|[Ww]hat is)? ?(?:an? )?[A-Zb-hj-z@&;:] (?:that'?s|that is|which is) (?:bright\s?)?(?:black|red|green|brown|blue|magenta|cyan|gr[ae]y|orange|yellow|white|purple)\s*\??$|(?i)^\s*(?:[a-z@&;:']\s+(?:is\s+)?(?:bright\s?)?(?:black|red|green|brown|blue|magenta|cyan|gr[ae]y|orange|yellow|white|purple)|(?:black|red|green|brown|blue|magenta|cyan|gr[ae]y|orange|yellow|white|purple)\s+[a-zA-Z@&;:'])\s*\??$`)

	// of what a chance is, and not that it is to be reached: "for a 2.5% drop how many kills"
	chancedEvent = pattern.Must(`(?i)\bfor an? \d+(?:\.\d+)?\s?(?:%|percent|pct) (?:drop|event|proc|item|thing|shot|roll|hit|spawn)\b`)

	// of hit points
	lowLife = pattern.Must(`(?i)\b(?:hp|hit ?points|health)\b[^,.;]{0,14}1/7|1/7(?:th)? (?:hp|hit ?points|health)`)

	dice  = pattern.Must(`(?i)\b\d*d\d+\b`)
	price = pattern.Must(`(?i)(?:^|\s)[=?!/"]\d{2,}\b|\b\d+ ?(?:zm|gp)\b|(?:^|\s)\$\d{2,}\b`)
)

// shapes notes what is known by how it is written.
func (s *heard) shapes(line string) {
	s.shape[commands.QuestionMark] = strings.Contains(line, "?")
	s.shape[commands.AskShape] = s.asks(line)
	for i := range s.words {
		if w := &s.words[i]; w.in(withDigit) && !w.status && w.sign == 0 && !looksLikeVersion(w.text) {
			s.shape[commands.NumberShape] = true
			break
		}
	}
	s.shape[commands.AloneShape] = s.alone()
	s.shape[commands.GlyphShape] = len(s.words) <= mostGlyph && glyph.MatchString(line)
	s.shape[commands.SignShape] = slices.ContainsFunc(s.words, func(w word) bool { return w.sign != 0 })
	s.shape[commands.StatusShape] = slices.ContainsFunc(s.words, func(w word) bool { return w.status })
	if (strings.ContainsAny(line, "0123456789") || holds(line, "percent", "pct", "one in ", "One in ", "one-in-")) && !s.shape[commands.StatusShape] {
		stated := line
		if strings.Contains(line, "18/") {
			stated = strengthSaid.ReplaceAllString(line, " ")
		}
		if strings.Contains(line, "1/7") {
			stated = lowLife.ReplaceAllString(stated, " ")
		}
		if strings.Contains(line, "%") {
			if stated = aim.ReplaceAllString(stated, " "); howMany.MatchString(line) {
				wanted := stated
				stated = wantedChance.ReplaceAllString(stated, " ")
				if m := lastChance.FindStringSubmatchIndex(stated); m != nil && stated == wanted && !slices.Contains(statedBy, stated[m[2]:m[3]]) {
					stated = stated[:m[3]]
				}
			}
		}
		// What a pattern needs is looked for first: most lines lack it.
		s.shape[commands.ChanceShape] = mayState(stated) && chance.MatchString(stated) || stated != line && strings.Contains(line, "for a") && chancedEvent.MatchString(line)
		s.shape[commands.DiceShape] = figureBehind(line, "dD") && dice.MatchString(line)
		s.shape[commands.PriceShape] = (figureBehind(line, `=?!/"$`) || holds(line, "zm", "ZM", "Zm", "gp")) && price.MatchString(line)
	}
}

// mostGlyph is how many words a line has that is a monster's letter and colour, or asks
// for all of a letter.
const mostGlyph = 8

// mayState reports whether a line may state a chance, without looking closely: it has a
// mark of chances beside figures, or a word of them, or a figure or "one" stands before "in".
func mayState(line string) bool {
	for i := range len(line) {
		switch line[i] {
		case '%':
			if digitBeside(line, i, -1) {
				return true
			}
		case '/', ':':
			if digitBeside(line, i, -1) && digitBeside(line, i, 1) {
				return true
			}
		}
	}
	if holds(line, "percent", "pct", "PERCENT", "Percent", " 0.", " .", "p=") || strings.HasPrefix(line, "0.") || strings.HasPrefix(line, ".") {
		return true
	}
	for i := 2; i+2 < len(line); i++ {
		if line[i]|0x20 == 'i' && line[i+1]|0x20 == 'n' && (line[i-1] == ' ' || line[i-1] == '-') && (line[i+2] == ' ' || line[i+2] == '-') {
			if before := line[i-2]; '0' <= before && before <= '9' || before|0x20 == 'e' {
				return true
			}
		}
	}
	return false
}

// digitBeside reports whether a digit is next to byte i, before it or behind it, with
// nothing but blanks between.
func digitBeside(line string, i, step int) bool {
	for i += step; i >= 0 && i < len(line); i += step {
		if line[i] != ' ' {
			return '0' <= line[i] && line[i] <= '9'
		}
	}
	return false
}

// figureBehind reports whether a digit stands right behind one of some marks.
func figureBehind(line, marks string) bool {
	for i := 0; i+1 < len(line); i++ {
		if '0' <= line[i+1] && line[i+1] <= '9' && strings.IndexByte(marks, line[i]) >= 0 {
			return true
		}
	}
	return false
}

// holds reports whether a line holds one of some texts.
func holds(line string, texts ...string) bool {
	return slices.ContainsFunc(texts, func(t string) bool { return strings.Contains(line, t) })
}

func looksLikeVersion(text string) bool {
	_, _, looks, _ := rules.LookupBestiary(text)
	if !looks {
		_, looks, _ = rules.Lookup(text)
	}
	return looks
}

// alone reports whether a line holds little but names: half of its words, and
// nothing that says something else.
func (s *heard) alone() bool {
	named, said := 0, 0
	for i := range s.words {
		switch w := &s.words[i]; {
		case s.isName(i):
			named++
		case w.text == "i" || w.text == "my" || w.text == "hate" || w.text == "love" || w.text == "not" || i == 0 && w.in(interjections):
			return false
		case !w.drops():
			if !looksLikeVersion(w.text) {
				return false
			}
		}
		said++
	}
	return named > 0 && 2*named >= said && said <= 8
}
