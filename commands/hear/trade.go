package hear

import (
	"maps"
	"slices"
	"strings"
)

// traded are the verbs of a trade, as the grammar has them.
var traded = map[string]string{"sold": "sell", "sell": "sell", "sells": "sell", "selling": "sell", "bought": "buy", "buy": "buy", "buying": "buy"}

// tradeVerbs are the words of traded.
var tradeVerbs = wordSet(strings.Join(slices.Collect(maps.Keys(traded)), " "))

// asksWords stand before what a shop asks or offers, which is no base price.
var asksWords = []string{"ask", "asks", "asked", "asking", "offer", "offers", "offered", "offering", "wants", "buy", "sell", "sells", "for", "is", "costs", "cost"}

// mostAsks is how many of the asksWords are the grammar's own.
const mostAsks = 12

// paidWords are what a shop does that has bought something.
var paidWords = []string{"got", "get", "gave", "gives", "paid", "pays", "me"}

// shopping brings the price of a trade behind its verb: "sold a ring for 75",
// "offered me 100 or 75", "got 150 for my ring".
func shopping(words []word) []word {
	at := func(i int) string {
		if i < 0 || i >= len(words) {
			return ""
		}
		return words[i].text
	}
	asks := func(t string) bool { return slices.Contains(asksWords[:mostAsks], t) }
	verb, last := "", "" // of the trade; of the price before
	for i := range words {
		w := &words[i]
		if w.in(tradeVerbs) {
			verb = traded[w.text]
		}
		n := coinless(w.text)
		if !isNumber(n) || i == 0 {
			continue
		}
		before, said := at(i-1), ""
		switch {
		case asks(before):
			last = before
			continue
		case traded[at(i-3)] != "" && at(i-2) == "price" && linkers.has(before): // "buy price of 133"
			said = traded[at(i-3)]
		case traded[at(i-2)] != "" && before == "price":
			said = traded[at(i-2)]
		case asks(at(i-2)) && slices.Contains([]string{"me", "only", "just", "about", "you"}, before):
			said = at(i - 2)
		case last != "" && (before == "or" || before == "and"):
			said = last
		case verb != "" && (before == "for" || before == "at" || w.cut) && (at(i+1) != "base" || words[i+1].cut):
			said = verb
			if at(i+1) == "zm" {
				words[i+1].text, words[i+1].raw = "gold", "gold"
			}
		case verb != "" && slices.Contains(paidWords, before) && at(i+1) != "base", slices.Contains(paidWords, before) && traded[at(i+1)] != "": // "selling a ring got 75"
			said = "sell"
		case at(i+1) == "to" && traded[at(i+2)] != "": // "bag: 50 to buy"
			said = traded[at(i+2)]
		case offersAt(words, i):
			said = "sell"
		case slices.Contains(paidWords, before) && at(i+1) == "for" && slices.Contains([]string{"a", "an", "my", "the", "this", "that", "it"}, at(i+2)):
			said = "sell"
		default:
			continue
		}
		w.raw, w.text, last = said+n, said+n, said
	}
	return charmed(words, last)
}

// givings are what a shopkeeper does who offers something.
var givings = wordSet(`give gives giving gave pay pays paying paid`)

// buyers are who offers something.
var buyers = wordSet(`he she hed shed they theyd shopkeeper shk shopkeep keeper`)

// offersAt reports whether the figure at word i is what a shopkeeper would give: "he'd give
// me 5", "shk would pay 30 for it".
func offersAt(words []word, i int) bool {
	if i+1 < len(words) && !words[i+1].cut && words[i+1].text != "for" && words[i+1].text != "zm" && words[i+1].text != "gold" && words[i+1].keyword() == "" {
		return false // so many of something
	}
	k := i - 1
	for k > 0 && (words[k].text == "me" || words[k].text == "only" || words[k].text == "just" || words[k].text == "us") {
		k--
	}
	if k < 1 || !words[k].in(givings) {
		return false
	}
	for k--; k > 0 && (words[k].text == "would" || words[k].text == "will" || words[k].text == "only" || words[k].text == "just"); k-- {
	}
	return words[k].in(buyers) || strings.TrimSuffix(strings.TrimSuffix(strings.ReplaceAll(words[k].text, "'", ""), "d"), "ll") == "he"
}

// charmed says of a price beside a Charisma, where nothing says what it is, that
// the shop asks it: "potion 266 cha 7".
func charmed(words []word, told string) []word {
	key := func(i int) string {
		if i < 0 || i >= len(words) {
			return ""
		}
		return keyword(strings.Trim(words[i].text, "0123456789"))
	}
	at, charisma := -1, false
	tourist := slices.ContainsFunc(words, func(w word) bool { return w.text == "tourist" || w.text == "tou" })
	for i := range words {
		switch w := &words[i]; {
		case key(i) == "cha":
			charisma = true
		case key(i) == "xl" && tourist, key(i-1) == "xl" && tourist:
		case key(i) != "" || strings.HasPrefix(w.text, "base"):
			return words // a hero's, or the price itself
		case isNumber(coinless(w.text)) && len(w.text) > 1 && at < 0 && key(i-1) == "" && !(key(i+1) == "cha" && i+2 == len(words)):
			at = i
		}
	}
	if charisma && told == "" && at >= 0 {
		n := coinless(words[at].text)
		words[at].raw, words[at].text = "buy"+n, "buy"+n
	}
	return words
}

// coinless is a price without the coins that are glued to it: "133zm", "$133".
func coinless(text string) string {
	text = strings.TrimPrefix(text, "$")
	for _, coin := range []string{"zms", "zm", "gp"} {
		if n, ok := strings.CutSuffix(text, coin); ok {
			return n
		}
	}
	return text
}
