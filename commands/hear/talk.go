package hear

import (
	"strings"

	"delphi/engine/names"
	"delphi/engine/pattern"
)

// Talk is what somebody says to a bot that they do not know, or to be polite.
type Talk uint8

// The kinds of Talk.
const (
	NoTalk   Talk = iota
	Greeting      // "hi bot"
	Thanks        // "ty!", "good bot", "bye"
	Lost          // "what can you do", which help answers
	Curious       // "who are you", which about answers
)

// polite are words around talk that change nothing.
var polite = pattern.Must(`\b(?:bot|delphi|there|everyone|everybody|all|guys|folks|pls|plz|please|then|again|so much|very much|a lot|mate|dude|man|o|oh|ok|okay|um|so|and|just|actually|exactly|even)\b`)

// talks are whole lines, folded, without marks and polite words.
var talks = []struct {
	kind Talk
	is   *pattern.Pattern
}{
	{Greeting, pattern.Must(`^(?:hi+|hello|hey+|heya|hiya|yo|sup|howdy|greetings|good (?:morning|evening|afternoon|day)|wassup|whats up|how are you|hows it going)(?: (?:hi+|hello|hey+|how are you|hows it going))?$`)},
	{Thanks, pattern.Must(`^(?:thanks?|thank you|thankyou|thx|ty|tysm|tyvm|cheers|tks|good|nice|great|neat|cool|awesome|bye|goodbye|cya|see you|see ya|good ?night|gn)(?: (?:thanks?|thank you|for that|for the help|bye|one|job|work))?$`)},
	{Lost, pattern.Must(`^(?:what (?:can|do|does) (?:you|i|it|this) (?:do|ask|say|know|answer)(?: you| here| for me)?|what (?:else )?can (?:you|i) (?:do|ask|type)(?: you)?|how (?:do|can|does|to) (?:i |you |this |it )?(?:use|work|ask|talk to|start|begin)(?: (?:this|you|it|here|questions?|a question))*|what (?:are )?(?:the |your )?commands(?: are there| do you have| can i use)?|commands|list commands|usage|info|instructions|manual|menu|start|help|i need help|can you help|can you help me|help out|help me|what is nethack)$`)},
	{Curious, pattern.Must(`^(?:who (?:are|r) (?:you|u)|what (?:are|r) (?:you|u)|what is this|whats this|what is|what is (?:a )?this|what (?:kind|sort) of are you|are you(?: an?)?(?: (?:real|human|robot|ai|person))?|who made (?:you|this)|who (?:runs|owns|wrote) (?:you|this)|(?:what|which) version(?: are you| is this)?|is (?:nethack )?v?\d[\d.]* out(?: yet)?)$`)},
}

// TalkOf reports what kind of talk all of a line is.
func TalkOf(line string) Talk {
	words := strings.Fields(names.Fold(line))
	for i, w := range words {
		words[i] = strings.ReplaceAll(strings.Trim(w, marks), "'", "")
	}
	said := strings.Join(words, " ")
	bare := strings.Join(strings.Fields(polite.ReplaceAllString(said, " ")), " ")
	for _, t := range talks {
		if t.is.MatchString(said) || bare != "" && t.is.MatchString(bare) {
			return t.kind
		}
	}
	return NoTalk
}
