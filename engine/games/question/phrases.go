package question

import (
	"regexp"
	"strings"

	"delphi/engine/games/columns"
	"delphi/engine/games/query"
)

// phrases holds all phrases; the first that fits is meant. Parsers carry it, as what phrases
// mean is read with a parser.
var phrases = []say{
	{[]string{"not|no|without|ignoring|excluding|except|besides|neither|minus|wasnt|isnt|non|wasn't|weren't|didn't"}, (*parser).not},
	{[]string{"never won|ascended|win|wins"}, func(p *parser, _ found) error {
		p.q.Ratio = query.And(p.q.Ratio, endings["won"])
		p.haves("N", "=", 0)
		return nil
	}},

	// Shares.
	{[]string{"best|highest|top|greatest|better win|winning|ascension|success rate|rates|ratio|percentage|chance", "best|highest|top|greatest winrate|winrates"}, func(p *parser, _ found) error {
		p.byRate(false)
		return nil
	}},
	{[]string{"worst|lowest|smallest|least win|winning|ascension|success rate|rates|ratio|percentage|chance", "worst|lowest|smallest|least winrate|winrates"}, func(p *parser, _ found) error {
		p.byRate(true)
		return nil
	}},
	{[]string{"best|strongest|easiest @t"}, func(p *parser, f found) error { return p.bestGroup(f, false) }},
	{[]string{"worst|weakest|hardest @t"}, func(p *parser, f found) error { return p.bestGroup(f, true) }},
	{[]string{"win|winning|ascension|success|wins rate|rates|ratio|ratios|percentage|percent|chance", "winrate|winratio|winrates"}, func(p *parser, _ found) error {
		if len(p.q.Order) > 0 && p.q.Ratio != nil {
			return nil
		}
		p.q.Ratio = query.And(p.q.Ratio, endings["won"])
		return nil
	}},
	{[]string{"share|percentage|proportion|fraction of ?all ?the"}, func(p *parser, _ found) error { p.shareOf = true; return nil }},
	{[]string{"what|which share|percentage|fraction|proportion ?is|are ?that", "with|and ?each ?one's|ones|their|a share|shares|percent|percentage|percentages|rate ?of ?all", "share|shares"}, func(p *parser, _ found) error {
		p.share = true
		return nil
	}},
	{[]string{"that|which|who ?were|was|have|has|had|got", "with"}, func(p *parser, f found) error {
		if !p.shareOf {
			return p.back(f)
		}
		p.shareOf, p.ratio = false, true
		return nil
	}},

	// Conditions on groups.
	{[]string{
		"?only|with|excluding|having ?only|those|players|roles|groups|ones ?with|who|have ?have at least # games|wins|game|win|deaths", "# or more games|wins|deaths",
	}, func(p *parser, f found) error { p.havesOf(f, ">=", f.n[0]); return nil }},
	{[]string{"?only|with ?players|those|roles ?with more than # games|wins|game|win|deaths"}, func(p *parser, f found) error { p.havesOf(f, ">", f.n[0]); return nil }},
	{[]string{"excluding|ignoring|without|except players|those|roles|groups|ones with # or fewer|less games|wins"}, func(p *parser, f found) error {
		p.havesOf(f, ">", f.n[0])
		return nil
	}},
	{[]string{"?only|with ?players|those|roles ?with fewer|less than # games|wins|deaths"}, func(p *parser, f found) error { p.havesOf(f, "<", f.n[0]); return nil }},

	// Figures.
	{[]string{"between # and|to # @#"}, func(p *parser, f found) error { p.bounds(f.field[0], ">=", f.n[0], "<=", f.n[1]); return nil }},
	{[]string{"@# between|from # and|to #"}, func(p *parser, f found) error { p.bounds(f.field[0], ">=", f.n[0], "<=", f.n[1]); return nil }},
	{[]string{"level|levels|dlvl|depth|depths # to|through|-|until #"}, func(p *parser, f found) error {
		p.bounds(columns.Called("deathlev"), ">=", f.n[0], "<=", f.n[1])
		return nil
	}},
	{[]string{"level|dlvl|depth #"}, func(p *parser, f found) error { p.bounds(columns.Called("deathlev"), "=", f.n[0], "", 0); return nil }},
	{[]string{"under|below # @#", "less|fewer than # @#"}, func(p *parser, f found) error { p.bounds(f.field[0], "<", f.n[0], "", 0); return nil }},
	{[]string{"over|above # @#", "more than # @#"}, func(p *parser, f found) error { p.bounds(f.field[0], ">", f.n[0], "", 0); return nil }},
	{[]string{"at least # @#"}, func(p *parser, f found) error { p.bounds(f.field[0], ">=", f.n[0], "", 0); return nil }},
	{[]string{"at most # @#"}, func(p *parser, f found) error { p.bounds(f.field[0], "<=", f.n[0], "", 0); return nil }},
	{[]string{"@# under|below #"}, func(p *parser, f found) error { p.bounds(f.field[0], "<", f.n[0], "", 0); return nil }},
	{[]string{"@# over|above #"}, func(p *parser, f found) error { p.bounds(f.field[0], ">", f.n[0], "", 0); return nil }},
	{[]string{"@# at|of least #", "@# #+"}, func(p *parser, f found) error { p.bounds(f.field[0], ">=", f.n[0], "", 0); return nil }},
	{[]string{"in|on|at|of|within|from ?the ?main"}, (*parser).place},

	{[]string{"ended|finished|ending|ends ?up ?as|being ?a|an", "started|began|starting|starts ?out ?as|being ?a|an"}, (*parser).became},

	// How games ended.
	{[]string{"killed|slain|eaten by ?a|an|the|some", "died|die|dying|dies|death|deaths ?the ?most|often|oftenest to|by|from ?a|an|the"}, (*parser).killedBy},
	{[]string{"containing|contain|contains|mentioning ?the ?word|text"}, func(p *parser, f found) error {
		if p.word(0) == "" {
			return p.back(f)
		}
		c, err := p.test("death", "~~", regexp.QuoteMeta(p.word(0)))
		p.at++
		p.take(c)
		return err
	}},
	{[]string{"helpless", "while helpless"}, func(p *parser, _ found) error {
		c, err := p.test("while", "!=", "")
		p.take(c)
		return err
	}},
	{[]string{"while|when"}, func(p *parser, f found) error {
		w := p.word(0)
		if !strings.HasSuffix(w, "ing") && w != "frozen" && w != "fainted" {
			return p.back(f)
		}
		p.at++
		c, err := p.test("while", "~~", regexp.QuoteMeta(w))
		p.take(c)
		return err
	}},
	{[]string{"what kills|killed|kill ?people|us|players|everybody|everyone ?the ?most|often"}, func(p *parser, _ found) error {
		p.take(query.Not(endings["won"]))
		return p.groupBy(query.Of("death"))
	}},
	{[]string{"where do|did ?people|players|games|we ?die|end", "where people|players|games die|died|end|ended"}, func(p *parser, _ found) error {
		p.take(query.Not(endings["won"]))
		if err := p.groupBy(query.Of("deathdnum")); err != nil {
			return err
		}
		return p.groupBy(query.Of("deathlev"))
	}},
	{[]string{"dungeon branch and level"}, func(p *parser, _ found) error {
		if len(p.q.Groups) == 2 {
			return nil
		}
		p.q.Groups = []*query.Value{query.Of("deathdnum"), query.Of("deathlev")}
		return nil
	}},

	// Orders and counts.
	{[]string{"fewest|rarest|least|lowest|smallest first", "ascending", "rarest"}, func(p *parser, _ found) error {
		p.q.Order = append(p.q.Order, query.Order{Column: "N", Least: true})
		return nil
	}},
	{[]string{"most|best|highest|largest first", "descending", "most often|common|commonly|frequent|frequently", "most @# first"}, func(*parser, found) error { return nil }},
	{[]string{"alphabetically", "in order", "alphabetical ?order", "by name first"}, func(p *parser, _ found) error {
		p.q.Order = append(p.q.Order, query.Order{Column: ".", Least: true})
		return nil
	}},
	{[]string{"ordered|sorted by ?the number|count of games|wins", "ordered|sorted by games|wins|count", "ordered|sorted|then by number of games|wins"}, func(p *parser, f found) error {
		if f.word[len(f.word)-1] == "wins" && p.q.Ratio == nil {
			p.q.Ratio = endings["won"]
		}
		p.order("N", false)
		return nil
	}},
	{[]string{"ordered|sorted|then by win|winning rate", "ordered|sorted|then by winrate|share"}, func(p *parser, f found) error {
		if f.word[len(f.word)-1] != "share" && p.q.Ratio == nil {
			p.q.Ratio = endings["won"]
		}
		p.order("%", false)
		return nil
	}},
	{[]string{"last # days|weeks|fortnights|months|years", "last night|day|week|fortnight|month|year", "last monday|tuesday|wednesday|thursday|friday|saturday|sunday"}, (*parser).period},
	{[]string{"^ most recent", "^ last|latest|newest"}, func(p *parser, f found) error { p.q.Ordinal = -int(f.n[0]); return nil }},
	{[]string{"most recent", "last|latest|newest #", "most recent #", "# most recent", "# last|latest"}, (*parser).latest},
	{[]string{"?the ?very first|earliest|oldest #", "?the ?very first|earliest|oldest"}, (*parser).earliest},
	{[]string{"#"}, (*parser).several},
	{[]string{"top|best # ?by @#"}, func(p *parser, f found) error {
		if p.word(0) == "per" {
			return p.back(f)
		}
		p.q.By, p.q.Least = query.ValueOf(f.field[0]), false
		return p.limit(f.n[0])
	}},
	{[]string{"top|best #", "# best|top"}, func(p *parser, f found) error { return p.limit(f.n[0]) }},
	{[]string{"^ place", "in ^ place", "^ best"}, func(p *parser, f found) error { p.q.Ordinal = -int(f.n[0]); return nil }},
	{[]string{"^"}, func(p *parser, f found) error {
		if p.q.Ordinal = int(f.n[0]); superlatives[p.word(0)] {
			p.q.Ordinal = -p.q.Ordinal
		}
		return nil
	}},
	{[]string{"last|latest|newest"}, (*parser).latest},

	// The best.
	{[]string{"by wall|wallclock|wall-clock ?clock ?time"}, func(p *parser, f found) error { return p.by("wallclock", f) }},
	{[]string{"by real|real-time ?time ?time"}, func(p *parser, f found) error { return p.by("realtime", f) }},
	{[]string{"fastest|quickest|shortest|speediest ?winning ?turn|turns ?count"}, func(p *parser, f found) error {
		if len(f.word) > 1 && f.word[1] == "winning" {
			p.take(endings["won"])
		}
		return p.bestBy("turns", true)
	}},
	{[]string{"longest|slowest"}, func(p *parser, _ found) error { return p.bestBy("turns", false) }},
	{[]string{"deepest ?level|levels ?reached"}, func(p *parser, _ found) error { return p.bestBy("maxlvl", false) }},
	{[]string{"highest|best|top|greatest|biggest ?scoring|score|scores|points"}, func(p *parser, f found) error {
		if len(f.word) == 1 && f.word[0] == "top" && p.plural(0) {
			return nil // "top killers": the most
		}
		return p.bestBy("points", false)
	}},
	{[]string{"lowest|worst|smallest ?scoring|score|scores|points"}, func(p *parser, _ found) error { return p.bestBy("points", true) }},
	{[]string{"points|point per turn|turns"}, func(p *parser, _ found) (err error) {
		p.q.By, err = p.value("${points/turns}")
		return err
	}},
	{[]string{"most|greatest ?vanilla @#"}, func(p *parser, f found) error { return p.bestOf(f, false) }},
	{[]string{"fewest|least ?vanilla @#"}, func(p *parser, f found) error { return p.bestOf(f, true) }},
	{[]string{"most"}, func(p *parser, _ found) error {
		w := p.word(0)
		p.most = p.most || w == "games" || endings[w] != nil && strings.HasSuffix(w, "s")
		return nil
	}},
	{[]string{"fewest|least"}, func(p *parser, _ found) error {
		p.q.Order = append(p.q.Order, query.Order{Column: "N", Least: true})
		return nil
	}},

	// Groups.
	{[]string{"?which players|player|who by|with|has|have ?the ?most ?number|count ?of different|distinct|unique @t", "?which players|player by ?the number|count of ?different|distinct|unique @t"}, (*parser).byDifferent},
	{[]string{"running|cumulative|cumulatively"}, func(p *parser, _ found) error { p.q.Running = true; return nil }},
	{[]string{"histogram|distribution|spread of ?number ?of ?vanilla @# ?count|counts in|by steps of #", "@# ?count|counts in steps of #"}, func(p *parser, f found) error {
		v, err := p.call("trunc", "trunc", []string{f.field[0].Name, query.Plain(f.n[0])})
		if err != nil {
			return err
		}
		p.q.Order = append(p.q.Order, query.Order{Column: ".", Least: true})
		return p.groupBy(v)
	}},
	{[]string{"?histogram|distribution ?of @# by power|powers of ten|10"}, func(p *parser, f found) error {
		v, err := p.call("log", "log", []string{f.field[0].Name})
		if err != nil {
			return err
		}
		p.q.Order = append(p.q.Order, query.Order{Column: ".", Least: true})
		return p.groupBy(v)
	}},
	{[]string{"by|per|each|every|which|what|over day|date|month|year|hour|weekday ?of ?the ?day|week|month|year", "?per ?by day|hour of ?the day|week", "daily|monthly|yearly|hourly"}, (*parser).byTime},
	{[]string{"by|per|for|of|each|every|grouped|in ?by ?each|every ?number ?of ?vanilla @ and|by|, ?by|level @"}, (*parser).groupTwo},
	{[]string{"by|per|grouped|for|of|in|each|every ?by ?each|every ?number ?of ?vanilla @"}, (*parser).groupOne},
	{[]string{"which|what @t"}, func(p *parser, f found) error { return p.groupBy(query.ValueOf(f.field[0])) }},
	{[]string{"role-race|role/race ?pairs|pair|combinations"}, func(p *parser, _ found) error { return p.groupBy(query.Of("char")) }},
	{[]string{"how many|often ?different|distinct|unique ?full @t", "number of ?different|distinct|unique ?full @t", "different|distinct|unique ?full @t ?reasons"}, (*parser).different},
	{[]string{"how many|often", "number of", "count"}, func(p *parser, _ found) error { p.q.Count = true; return nil }},
	{[]string{"who|whos|whose"}, func(p *parser, _ found) error { p.who = true; return nil }},
	{[]string{"z-score|zscore|z ?score"}, func(p *parser, _ found) error {
		p.take(endings["won"])
		p.q.Order = append(p.q.Order, query.Order{Column: "z(role)"})
		return p.aggregate("z", "role")
	}},
	{[]string{"killers|killer|players|roles|races|sources|servers|variants|versions|alignments|genders|conducts|achievements"}, (*parser).plain},
	{[]string{"death reasons|causes", "reasons|causes of death"}, func(p *parser, _ found) error { return p.groupBy(query.Of("death")) }},
	{[]string{"average|avg|mean|median|min|minimum|max|maximum|total|sum|std|standard"}, (*parser).figure},
}
