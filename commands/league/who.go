package league

import (
	"regexp"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/engine/names"
	"delphi/engine/score"
)

// This file says which sentences ask who plays, where, and how one does beside others.

const (
	onlineWords = "whos playing|who is playing|who plays now|who plays right now|who is online|whos online|who is on now|whos on now|anyone playing|anybody playing|someone playing|anyone online|anybody online|people playing|players online|playing right now|playing now|playing atm|online now|online right now|whos on the server|anyone on the server"
	watchWords  = "spectate|to watch|to spectate|i can watch|can i watch"
	whereWords  = "where is|wheres|where has|where did|what dlvl is|what level is|which dlvl is|which level is|whats the dlvl of|how deep is|how far is|is playing|still playing|still alive"
	whoIs       = "who is|whos|who was|hows|how is|how good is"
)

var (
	playersCues = []commands.Cue{
		passing,
		{Words: onlineWords, Weight: 14},
		{Words: watchWords + "|servers|live|atm|now|right now|games|anyone|anybody|someone|somebody", Weight: 2},
		{Words: tourneyWords, Weight: -10},
		{Names: commands.Takes(hero.Role), Weight: -20}, // all who play are listed, not those of a role
	}
	whereisCues = []commands.Cue{
		passing,
		{Words: whereWords, Weight: 13},
		{Words: "playing|alive", Shape: commands.AskShape, Weight: 10},
		{Words: "game|hero|character|char|dungeon|right now|now|atm|currently|at", Weight: 1},
	}
)

// playersHeard asks who plays where a sentence does, and names nobody.
func (r *room) playersHeard(h *commands.Heard) []string {
	t := r.talk(h.Line)
	if !t.asks() && !t.asked || t.player != "" || len(t.filters) > 0 || t.has("was", "were", "when", "last", "yesterday", "did") {
		return nil
	}
	return []string{""}
}

// whereisHeard asks where the hero of a player is whom a sentence names: one who is known
// to have played, or of whose game it speaks.
func (r *room) whereisHeard(h *commands.Heard) []string {
	t := r.talk(h.Line)
	for i := range t.tokens {
		k := &t.tokens[i]
		switch before := t.word(i - 1); {
		case k.use != player && (k.use != unread || stopWords[k.text]):
		case before != "is" && before != "wheres" && before != "has" && before != "did" && before != "of":
		case before == "is" && t.has("playing") && t.word(i+1) != "playing" && !t.has("where"): // "is he playing frodo"
		case r.plays(k.raw), k.owner && t.has("game", "hero", "char", "character", "run"):
			return []string{commands.Typed(k.raw)}
		}
	}
	return nil
}

// entrant is an entrant of a tournament whom a sentence names and says something of:
// "is alice winning". Empty: it names none.
func (t *talk) entrant() string {
	for _, name := range t.room.completeEntrant(nil, "", mostItems) {
		for i := range t.tokens {
			if before := t.word(i - 1); names.Fold(name) == t.word(i) && (t.tokens[i].use == player || before == "is" || before == "hows" || t.tokens[i].owner) {
				return name
			}
		}
	}
	return ""
}

// introduces reports whether a sentence asks who a player is, or how he does, and nothing
// else: "who is alice", "how is alice doing?"
func (t *talk) introduces() bool {
	i := slices.IndexFunc(t.tokens, func(k token) bool { return k.use == player })
	return i > 0 && t.room.plays(t.tokens[i].raw) && (t.word(i-1) == "is" || t.word(i-1) == "whos" || t.word(i-1) == "was" || t.word(i-1) == "hows") &&
		t.nothingBut(set("who whos is was hows how good doing playing winning at nethack in general overall again btw so and"))
}

// against is the question of how often some win beside others: "how often do wizards win
// vs the other roles", "which role wins most". Empty: a sentence does not ask that.
func (t *talk) against() string {
	if !t.has(strings.Split(rateWords+"|"+winWords+"|"+ascWords, "|")...) && !t.has("most") {
		return ""
	}
	if m := mostOf.FindStringSubmatch(t.line); m != nil {
		of := map[string]string{"games": "games", "wins": "wins", "ascensions": "wins", "deaths": "losses"}[strings.ToLower(m[2])]
		by := strings.ToLower(m[1])
		if by == "server" {
			by = "source"
		}
		return strings.Join(strings.Fields(of+" "+strings.Join(t.without(by), " ")+" by "+by), " ")
	}
	for _, what := range []string{"role", "race"} {
		if t.has("which "+what, "what "+what) && t.has("wins most", "wins the most", "wins most often", "ascends most", "ascends the most", "won most", "won the most") {
			return strings.Join(strings.Fields("wins "+strings.Join(t.without(what), " ")+" by "+what), " ")
		}
		if t.has("other "+what+"s", "each "+what, "every "+what, "per "+what, "another "+what) {
			return strings.Join(strings.Fields("win rate "+strings.Join(t.without(what), " ")+" by "+what), " ")
		}
		if of := t.filtersOf(what); len(of) > 1 && t.has("more often", "more", "better", "as often", "vs", "versus", "compared", "or") {
			return "win rate " + strings.Join(t.filters, " ") + " by " + what
		}
	}
	return ""
}

// lost reports whether a sentence asks for games that were not won.
func (t *talk) lost() bool {
	for i := 1; i < len(t.filters); i++ {
		if t.filters[i-1] == "not" && t.filters[i] == "asc" {
			return true
		}
	}
	return false
}

// mostOf asks which of something has the most of something: "which server has most games".
var mostOf = regexp.MustCompile(`(?i)\b(?:which|what)\s+(role|race|gender|server|source|month|year)s?\b.*\bmost\s+(games|wins|ascensions|deaths)\b`)

// filtersOf are the filters of a sentence that name a role, or a race.
func (t *talk) filtersOf(what string) (out []string) {
	rd := score.Reader{Now: t.room.book.Now()}
	for _, w := range t.filters {
		if f, rest, err := rd.ReadFilter([]string{w}); err == nil && len(rest) == 0 && (what == "role" && len(f.Roles) > 0 || what == "race" && len(f.Races) > 0) {
			out = append(out, w)
		}
	}
	return out
}

// without are the filters of a sentence but those that name a role, or a race. "Other" is
// no variant there.
func (t *talk) without(what string) []string {
	of := append(t.filtersOf(what), "other")
	return slices.DeleteFunc(slices.Clone(t.filters), func(w string) bool { return slices.Contains(of, w) })
}
