package hear

import (
	"slices"
	"strings"
)

// traded are the verbs of a trade, as the grammar has them.
var traded = map[string]string{"sold": "sell", "sell": "sell", "sells": "sell", "selling": "sell", "bought": "buy", "buy": "buy", "buying": "buy"}

// shopping brings the price of a trade behind its verb: "sold a ring for 75",
// "offered me 100 or 75".
func shopping(words []word) []word {
	verb := ""
	for i := range words {
		w := &words[i]
		if v := traded[w.text]; v != "" {
			verb = v
			continue
		}
		n := strings.TrimSuffix(w.text, "zm")
		if !isNumber(n) || i == 0 {
			continue
		}
		before := words[i-1].text
		switch {
		case i > 1 && slices.Contains(asksWords[:mostAsks], words[i-2].text) && (before == "me" || before == "only" || before == "just" || before == "about" || before == "you"):
			w.raw, w.text = words[i-2].text+n, words[i-2].text+n
		case (before == "or" || before == "and") && i > 1 && !isNumber(words[i-2].text) && slices.Contains(asksWords[:mostAsks], strings.TrimRight(words[i-2].text, "0123456789")),
			(before == "or" || before == "and") && i > 2 && isNumber(words[i-2].text) && slices.Contains(asksWords[:mostAsks], words[i-3].text):
			verb := strings.TrimRight(words[i-2].text, "0123456789")
			if verb == "" {
				verb = words[i-3].text
			}
			w.raw, w.text = verb+n, verb+n
		case verb != "" && (before == "for" || before == "at" || w.cut) && !(i+1 < len(words) && words[i+1].text == "base"):
			w.raw, w.text = verb+n, verb+n
			if i+1 < len(words) && words[i+1].text == "zm" {
				words[i+1].text, words[i+1].raw = "gold", "gold"
			}
		}
	}
	return words
}

// mostAsks is how many of the asksWords are the grammar's own.
const mostAsks = 9

// asksWords stand before what a shop asks or offers, which is no base price.
var asksWords = []string{"ask", "asks", "asked", "asking", "offer", "offers", "offered", "offering", "wants", "buy", "sell", "sells", "for", "is", "costs", "cost", "wants"}
