package league

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/engine/pattern"
)

// This file says which sentences are questions for the commands about games and
// tournaments, and what they ask. What each may hold is in talk.go.

//go:embed words.txt
var stopText string

// stopWords are words that are no player's name unless a place for one says so.
var stopWords = set(stopText)

// The words that questions about games are known by.
const (
	ascWords     = "ascended|ascend|ascends|ascension|ascensions|asc|ascs|ascending"
	winWords     = "won|win|wins|winner|winners|victory|victories|beat nethack|beat the game|beaten the game|beaten nethack"
	whoWords     = "who|whos|anyone|anybody|someone|how many|how often|last|latest|recent|recently|when|show|list|count|any|ever|first|number of"
	streakWords  = "streak|streaks|winstreak|win streak|in a row|back to back|consecutive"
	rateWords    = "win rate|winrate|win ratio|win percentage|ascension rate|asc rate|success rate|how many games|games played|number of games|track record|win loss"
	statsWords   = "stats|statistics|stat"
	tourneyWords = "tourney|tournament|tourneys|tournaments|tournie|event|competition|contest|tourny"
	leadWords    = "leading|leader|leaders|in the lead|leaderboard|scoreboard|standings|first place|winning the tourney|winning the tournament|who is winning|whos winning|who is ahead|whos ahead|my rank|my place|what place|who is first|whos first"
	joinWords    = "join|joining|entering|enter|sign up|signing up|signup|sign me up|register|count me in|participate|take part|compete"
	leaveWords   = "leave|drop out|withdraw|quit|drop me|remove me|take me off|unregister|sign me off|take me out|get me out|pull me out|sign me out|count me out|delete me|kick me|cross me off|scratch me|pull out|bow out|opt out|back out|unjoin|deregister"
	enteredWords = "entrants|who joined|who has joined|whos joined|signed up|who entered|who has entered|whos entered|registered|who is in the tourney|whos in the tourney|who is in the tournament|whos in the tournament|participants|who plays in|taking part"
)

// pairs are all phrases of a word of one list and a word of another.
func pairs(first, second string) string {
	var out []string
	for a := range strings.FieldsSeq(first) {
		for b := range strings.FieldsSeq(second) {
			out = append(out, a+" "+b)
		}
	}
	return strings.Join(out, "|")
}

// passing holds the words that a sentence about games holds beside what it asks.
var passing = commands.Cue{Words: "wasnt|werent|hasnt|account|accounts|everyone|someone|excluding|except|ended|ends|end|played|longest|biggest|largest|greatest|ever|highest|quickest|servers|player|past|month|year|week|ago|ones|ran|finished|beat|list|tourney|tournament|killed|turncount|under|fewer|won|wins"}

// Cues of the commands. A word that means little elsewhere counts for more than
// a monster with a question mark does.
var (
	lastCues = []commands.Cue{
		passing,
		{Words: pairs("last latest recent newest previous", "game death run char character hero dead attempt"), Weight: 22},
		{Words: "died last|who died|last died|last to die|killed last|last played|play last|last play", Weight: 22},
		{Words: "last night|last weekend|last time we", Weight: -30},
		{Words: "did anyone die|did anybody die|did someone die|has anyone died|has anybody died|anyone die to|anybody die to|anyone killed by|anybody killed by|who died to|who was killed by|who got killed by|who died from", Weight: 30},
		{Words: "didnt ascend|did not ascend|not ascend|didnt win|did not win|wasnt an ascension|wasnt a win|not an ascension", Weight: 20},
		{Words: "last|latest|recent|newest|previous|when did|what killed|who killed|how did", Weight: 6},
		{Words: "game|games|run|death|die|died|killed|quit|end|play|played|ended", Weight: 5},
	}
	ascCues = []commands.Cue{
		passing,
		{Words: ascWords, Weight: 23},
		{Words: winWords, Weight: 9},
		{Words: winWords, Names: commands.Takes(hero.Role), Weight: 12},
		{Words: whoWords, Weight: 3},
		{Shape: commands.QuestionMark, Weight: 2},
		{Words: "ascension kit|asc kit|ascension run|kit|bones|bonesfile", Weight: -30},
		{Words: tourneyWords, Weight: -4},
	}
	gamesCues = []commands.Cue{
		passing,
		{Words: rateWords, Weight: 30},
		{Words: statsWords, Without: commands.Takes(hero.Worn, hero.Held), Weight: 10},
		{Words: whoIs, Shape: commands.AskShape, Weight: 10},
		{Words: "how many times|how often", Weight: 3},
		{Words: "die|died|dies|quit|played|escaped|games|killed", Weight: 8},
		{Words: "games", Weight: 3},
		{Words: "record", Weight: 10},
	}
	streakCues = []commands.Cue{
		passing,
		{Words: streakWords, Weight: 14},
		{Words: "streak|streaks|winstreak|win streak", Weight: 26},
		{Words: ascWords + "|wins|won|win|games", Weight: 6},
	}
	bestCues = []commands.Cue{
		passing,
		{Words: pairs("best highest top high biggest most max record", "score scores points scoring"), Weight: 20},
		{Words: pairs("fastest quickest shortest lowest fewest least best", "ascension ascensions win wins turns turncount turn asc run"), Weight: 20},
		{Words: "most conducts|highest conducts|max conducts|number of conducts|most conduct", Weight: 26},
		{Words: "fastest|quickest|fewest|speedrun|speedruns|speedrunner|highscore|highscores|hiscore", Weight: 20},
		{Words: "most|highest|best|top|record|lowest|shortest|biggest", Weight: 6},
		{Words: "monster|monsters|creature|creatures|pet|spell|spells|weapon|weapons|wand|armor|armour|way", Weight: -40},
		{Words: "points|score|scores|conducts|turns|turncount|realtime|real time|" + ascWords, Weight: 6},
	}
	tourneyCues = []commands.Cue{
		passing,
		{Words: tourneyWords, Weight: 10},
		{Words: "when|whens|whats|what|is there|next|start|starts|end|ends|current|running|status|info|how long", Weight: 2},
	}
	enteredCues = []commands.Cue{
		passing,
		{Words: enteredWords, Weight: 12},
		{Words: tourneyWords, Weight: 6},
	}
	queryCues = []commands.Cue{
		passing,
		{Words: rateWords, Names: commands.Takes(hero.Role), Weight: 36},
		{Words: pairs("top", someNumbers), Weight: 30},
		{Words: pairs("last latest recent", someNumbers), Weight: 10},
		{Words: "games|game|wins|won|ascensions|deaths|runs|asc", Weight: 4},
		{Words: pairs("by", groupWords), Weight: 30},
		{Words: pairs("other per each every than", "role roles race races"), Weight: 20},
		{Words: "wins most|wins the most|wins most often|ascends most|ascends the most|won most|won the most|win more often|win more|wins more often|win as often|ascend more often", Weight: 30},
		{Words: pairs("average avg mean", "turns turn points score scores time realtime turncount"), Weight: 42},
		{Words: "deaths by|deaths to|killed how often by", Weight: 22},
		{Words: tourneyWords, Weight: -20},
		{Words: "top killers|biggest killers|most common killer|most common killers|commonest killer|commonest killers|most common death|commonest death|most common deaths|cause of death|causes of death|common way to die|common ways to die|kills the most|kills most|deadliest monsters|most wins|most ascensions|most deaths|most games|died the most|died most|dies the most", Weight: 42},
		{Words: "best|highest|fastest|quickest", Weight: -20},
		{Words: streakWords, Weight: -60},
	}
	standingsCues = []commands.Cue{
		passing,
		{Words: leadWords, Weight: 12},
		{Words: tourneyWords, Weight: 6},
		{Words: "points|score|scores|winning|won|ahead|first|doing|rank|leads", Weight: 6},
		{Words: "who has the most|who has most points|who got the most|got the most points", Weight: 26},
		{Words: "winning|doing|leading|ahead", Shape: commands.AskShape, Weight: 6},
	}
	joinCues = []commands.Cue{
		passing,
		{Words: joinWords, Weight: 4},
		{Words: "account|username|my account", Weight: 6},
		{Words: tourneyWords, Weight: 9},
	}
	leaveCues = []commands.Cue{
		passing,
		{Words: leaveWords, Weight: 5},
		{Words: tourneyWords, Weight: 9},
	}
	rulesCues = []commands.Cue{
		passing,
		{Words: "rules", Weight: 6},
		{Words: tourneyWords, Weight: 9},
		{Words: "what are the rules|tourney rules|tournament rules", Weight: 10},
	}
	drawCues = []commands.Cue{
		{Words: pairs("random a", "role race variant hero character class"), Weight: 8},
		{Words: "random role|random race|random variant|random hero|random character|random class", Weight: 12},
		{Words: "what role|which role|what race|which race|what class|which variant|what variant", Weight: 6},
		{Words: "pick one|choose one|pick two|choose between|one of|pick between|pick 1|pick 2", Weight: 6},
		{Words: "pick|choose|draw|roll|give me|suggest|should i play|to play|pull|spin|play next", Weight: 5},
	}
)

// someNumbers are how many of something people list.
const someNumbers = "2 3 4 5 6 7 8 9 10 15 20 two three four five ten"

// groupWords are what games are counted by.
const groupWords = "race role roles races gender killer killers player players name month year source server"

// lead are the words that a question or a wish begins with.
var lead = set(`who whos whose what whats when whens which how hows where show tell list give gimme find count any anyone anybody someone has have did does do is was are
	check lookup lets let can could would will pls plz please get need want wanna look fetch highest best most fastest quickest longest latest last recent top lowest fewest shortest number`)

// cheer are words of talk about games that asks nothing.
var cheer = set(`grats congrats gratz gz gj gg lol lmao haha hehe rip yay woo woot nice wow omg damn i im ive my you your ur he she that was were yeah yes dude cool awesome sick sad hope`)

// asks reports whether a sentence is a question or a wish: it ends in a
// question mark, begins like one, or is no sentence at all, only what is asked
// for. named: the line began with the command's name.
func (t *talk) asks() bool {
	if t.asked {
		return true
	}
	first := 0
	for first < len(t.tokens) && greetings[t.word(first)] {
		first++
	}
	chatty := t.has("lol", "lmao", "haha", "rip", "yay", "grats", "congrats", "gratz", "gz", "gg", "gj", "woot", "i hope", "hopefully")
	if chatty {
		return false
	}
	if lead[t.word(first)] || t.word(first) == "my" && utmost[t.word(first+1)] || t.has("pls", "plz", "please") || t.has("i wonder", "wondering", "tell me", "show me", "i want", "id like", "i need", "know", "curious") {
		return true
	}
	for _, k := range t.tokens {
		if cheer[k.text] || k.use == unread && !stopWords[k.text] {
			return false
		}
	}
	return true
}

var greetings = set(`hi hey hello yo hiya howdy greetings so ok okay um uh hmm and btw delphi bot oracle sup well dear`)

// composed is a Compose that reads a sentence and asks nothing where it is no
// question. words are those that speak for the command: where none stands in the
// line, the line was only what stood behind the command's name, which makes it
// one.
func (r *room) composed(words string, read func(*talk) []string) func(*commands.Heard) []string {
	phrases := strings.Split(words, "|")
	return func(h *commands.Heard) []string {
		t := r.talk(h.Line)
		switch named := !t.has(phrases...); {
		case named && len(t.tokens) < 3 && len(t.filters) == 0 && t.player == "", !named && !t.asks():
			return nil
		}
		return read(t)
	}
}

func (r *room) lastHeard() func(*commands.Heard) []string {
	return r.composed("last|latest|recent|newest|previous|died|die|killed|death", func(t *talk) []string {
		args := t.args()
		for _, e := range [][]string{{"died", "died", "die", "dies", "dead", "death", "killed"}, {"quit", "quit", "quits"}, {"escaped", "escaped"}} {
			if t.has(e[1:]...) && !t.negated {
				args = strings.TrimSpace(args + " " + e[0])
				break
			}
		}
		return []string{args}
	})
}

func (r *room) ascHeard() func(*commands.Heard) []string {
	return r.composed(ascWords+"|"+winWords, func(t *talk) []string {
		if t.has("hasnt", "havent", "first", "earliest", "oldest", "never") || t.beforePlayer() || t.lost() {
			return nil // the latest of those who have is no answer
		}
		return []string{t.args()}
	})
}

// beforePlayer reports whether a sentence asks what was before somebody's game.
func (t *talk) beforePlayer() bool {
	for i := 1; i < len(t.tokens); i++ {
		if t.tokens[i].use == player && t.word(i-1) == "before" {
			return true
		}
	}
	return false
}

func (r *room) gamesHeard() func(*commands.Heard) []string {
	return r.composed(rateWords+"|"+statsWords+"|die|died|games", func(t *talk) []string {
		args := t.args()
		if t.has("record", "records") && t.player == "" {
			return nil
		}
		if args == "" && t.has("how many", "everyone", "all", "overall", "server", "total") {
			return []string{"since 1987-01-01"}
		}
		if args == "" || t.has(strings.Split(whoIs, "|")...) && !t.introduces() {
			return nil
		}
		return []string{args}
	})
}

// topSaid is a list that a sentence asks for: "top 3 killers".
var topSaid = pattern.Must(`(?i)\btop\s+(\d+|two|three|four|five|ten)\s+([a-z ]+)`)

// lastSaid is how many of the last games a sentence asks for.
var lastSaid = pattern.Must(`(?i)\b(?:last|latest|recent)\s+(\d+|two|three|four|five|ten)\b`)

var (
	bySaid      = pattern.Must(`(?i)\bby (?:race|role|gender|killer|player|name|month|year|source|server)s?\b`)
	averageSaid = pattern.Must(`(?i)\b(?:average|avg|mean) (turns?|points|scores?|time|realtime|turncount)\b`)
)

// queryHeard is what a sentence asks that the questions with names of their own
// do not answer: a list, a win rate, who has the most of something.
func (r *room) queryHeard(h *commands.Heard) []string {
	t := r.talk(h.Line)
	by := t.against()
	if !t.asks() && !t.nothingBut(listing) && (by == "" || !t.has(strings.Split(rateWords, "|")...)) {
		return nil
	}
	counted := func(n string) string {
		if k := slices.Index([]string{"two", "three", "four", "five"}, strings.ToLower(n)); k >= 0 {
			return fmt.Sprint(k + 2)
		}
		return strings.Replace(strings.ToLower(n), "ten", "10", 1)
	}
	top, last := topSaid.FindStringSubmatch(h.Line), lastSaid.FindStringSubmatch(h.Line)
	if by != "" {
		return []string{by}
	}
	switch {
	case t.has(strings.Split(rateWords, "|")[:7]...):
		by := strings.TrimSuffix(strings.ToLower(bySaid.FindString(h.Line)), "s")
		return []string{strings.Join(strings.Fields("win rate "+t.args()+" "+by), " ")}
	case top != nil:
		return []string{"top " + counted(top[1]) + " " + strings.TrimSpace(top[2])}
	case last != nil && t.has("games", "wins", "won", "ascensions", "deaths", "runs", "asc"):
		args := t.args()
		if t.has("wins", "won", "ascensions", "asc") {
			args += " win"
		}
		if t.has("deaths") {
			args += " died"
		}
		return []string{strings.TrimSpace("last " + counted(last[1]) + " " + args)}
	case len(bySaid.FindString(h.Line)) > 0 && t.has("wins", "ascensions", "deaths", "games"):
		what := "games"
		switch {
		case t.has("wins", "ascensions"):
			what = "wins"
		case t.has("deaths"):
			what = "losses"
		}
		return []string{what + " " + strings.TrimSuffix(strings.ToLower(bySaid.FindString(h.Line)), "s")}
	case averageSaid.MatchString(h.Line):
		field := strings.NewReplacer("turncount", "turns", "scores", "points", "score", "points", "realtime", "dur", "time", "dur").Replace(strings.ToLower(averageSaid.FindStringSubmatch(h.Line)[1]))
		if field == "turn" {
			field = "turns"
		}
		args := t.args()
		if t.player == "" {
			args = "* " + args
		}
		if t.has("winning", "wins", "win", "won", "ascended", "ascensions") {
			args += " win"
		}
		return []string{strings.Join(strings.Fields(args), " ") + " x=avg(" + field + ")"}
	case t.has("deaths") && len(t.filters) > 0 && strings.Contains(strings.Join(t.filters, " "), "death:"):
		return []string{"killed by " + strings.ReplaceAll(strings.TrimPrefix(strings.Join(t.filters, " "), "death:"), "_", " ")}
	case t.has("killers", "killer", "deadliest", "most common death", "most common deaths", "commonest death", "cause of death", "causes of death", "way to die", "ways to die", "kills the most", "kills most"):
		return []string{strings.TrimSpace("killers " + t.args())}
	case t.has("wins", "ascensions"):
		return []string{strings.TrimSpace("wins by name " + t.args())}
	case t.has("deaths") || t.has("most") && t.has("died", "dies", "die"):
		return []string{strings.TrimSpace("losses by name " + t.args())}
	case t.has("games") && t.has("most"):
		return []string{strings.TrimSpace("games by name " + t.args())}
	}
	return nil
}

// listing are the words of a line that is only the name of a list: "my last 3
// games".
var listing = set(`my last latest recent top games wins ascensions deaths runs two three four five ten of by with as`)

// nothingBut reports whether a line has no other words than these, figures, what
// filters games and a player.
func (t *talk) nothingBut(these map[string]bool) bool {
	return !slices.ContainsFunc(t.tokens, func(k token) bool {
		return (k.use == unread || k.use == small) && !these[k.text] && strings.Trim(k.text, "0123456789") != ""
	})
}

func (r *room) streakHeard() func(*commands.Heard) []string {
	return r.composed(streakWords, func(t *talk) []string {
		if t.has("died", "quit", "escaped", "lost") {
			return nil
		}
		args := t.args()
		if t.has("across", "all servers", "any server", "servers") {
			args += " across"
		}
		return []string{strings.TrimSpace(args)}
	})
}

func (r *room) bestHeard() func(*commands.Heard) []string {
	return r.composed("most|highest|best|top|record|lowest|shortest|fastest|quickest|fewest|speedrun", func(t *talk) []string {
		by := t.ranking()
		of := strings.Split(ascWords+"|"+winWords+"|turns|turncount|turn|conducts|conduct|points|score|scores|scoring|realtime|real time|time|run|runs|game|games|speedrun|speedruns|speedrunner|record|records|highscore|highscores|hiscore", "|")
		if by == "" || !t.has(of...) && t.has("fastest", "quickest", "way") && (len(t.filters) == 0 || !t.nothingBut(utmost)) { // "the fastest way to Minetown"
			return nil
		}
		return []string{strings.TrimSpace(by + " " + t.args())}
	})
}

// ranking is what a sentence compares games by; empty: nothing that is kept, or
// by its wrong end.
func (t *talk) ranking() string {
	little := t.has("lowest", "fewest", "least", "shortest", "smallest", "fastest", "quickest", "speedrun", "speedruns", "less")
	much := t.has("most", "highest", "longest", "slowest", "biggest", "max", "worst")
	switch {
	case t.has("conducts", "conduct"):
		if little {
			return ""
		}
		return "conducts"
	case t.has("realtime", "real time", "hours", "minutes", "wall clock", "wallclock", "clock", "real-time", "time") && !t.has("of all time", "all time", "last time", "all-time"):
		if much {
			return ""
		}
		return "realtime"
	case t.has("turns", "turncount", "turn count", "turn") || t.has("fastest", "quickest", "speedrun", "speedruns", "speedrunner"):
		if much {
			return ""
		}
		return "turns"
	case t.has("points", "score", "scores", "point", "pts", "highscore", "highscores", "hiscore", "scoring"):
		if little || t.has("worst") {
			return ""
		}
		return "points"
	}
	return ""
}

// tournamentSaid is how a line names a tournament to a command, if the sentence
// names one; keyword is what stands before the name.
func (t *talk) tournamentSaid(line, keyword string) string {
	for _, name := range t.room.completeTournament(nil, "", mostItems) {
		if strings.Contains(strings.ToLower(line), strings.ToLower(name)) {
			return keyword + `"` + name + `"`
		}
	}
	return ""
}

func (r *room) tourneyHeard(h *commands.Heard) []string {
	if t := r.talk(h.Line); t.asks() {
		return []string{t.tournamentSaid(h.Line, "")}
	}
	return nil
}

func (r *room) standingsHeard() func(*commands.Heard) []string {
	return func(h *commands.Heard) []string {
		t := r.talk(h.Line)
		if strings.Contains(h.Line, "lead") && !t.asks() {
			return nil
		}
		out := t.tournamentSaid(h.Line, "in ")
		if who := t.entrant(); who != "" {
			return []string{strings.TrimSpace(out + " entrant " + commands.Typed(who))}
		}
		if t.has("winning", "doing", "leading", "ahead") && !t.has(strings.Split(leadWords+"|"+tourneyWords, "|")...) && !t.has("i", "me", "my", "we", "clan", "clans", "team") {
			return nil // "how is everybody doing"
		}
		switch {
		case t.has("clan", "clans", "team", "teams"):
			out += " clan"
		case t.has("my", "am i", "i", "me") && !t.has("show me", "tell me", "give me"):
			out += " me"
		}
		return []string{strings.TrimSpace(out)}
	}
}

// accountSaid is where a sentence names its author's account.
var accountSaid = pattern.Must(`(?i)\b(?:account(?: name)?|username|user name|nick|playing|play|known|name|im|i'm|i am|join|enter|me)\s*(?:on \w+\s+)?(?:is|as|:|=|called|named)\s*:?\s*"?([\w@.-]+)|\b(?:as|account|username)\s+"?([\w@.-]+)`)

func (r *room) joinHeard(h *commands.Heard) []string {
	t := r.talk(h.Line)
	if len(t.tokens) < 3 && t.has("as") || len(t.tokens) < 2 {
		return nil
	}
	name := t.tournamentSaid(h.Line, " in ")
	for _, m := range accountSaid.FindAllStringSubmatch(h.Line, -1) {
		if account := strings.Trim(m[1]+m[2], `.,;:!?"`); account != "" && !stopWords[strings.ToLower(account)] {
			return []string{"as " + account + name}
		}
	}
	if t.player != "" {
		return []string{"as " + commands.Typed(t.player) + name}
	}
	if !t.asks() && !t.has("i", "im", "id", "me", "ill", "let me") {
		return nil
	}
	return []string{strings.TrimSpace(name)}
}

// leaveHeard takes the asker out of a tournament. A question is a wish to leave only where
// it says so: "can you take me out?"
func (r *room) leaveHeard(h *commands.Heard) []string {
	t := r.talk(h.Line)
	if t.asked && !t.has("can you", "could you", "would you", "please", "pls", "plz") || t.has("who", "did", "has", "dont", "not", "cant", "how", "if") {
		return nil
	}
	return []string{t.tournamentSaid(h.Line, "")}
}
