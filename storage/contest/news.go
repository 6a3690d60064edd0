package contest

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"delphi/engine/games/score"
	"delphi/storage/contest/places"
)

// Message is something to say in a place. Moments are the times its text names,
// so that a network can show each reader their own.
type Message struct {
	Place   places.Place
	Text    string
	Moments []Moment
	Invites bool // people can still join the tournament that it is about
}

// news is what has become due for announcement.
type news struct {
	key     string // in Tourney.Said
	text    string // empty: only noted
	moments []Moment
	invites bool
	digest  bool // the standings of the day
	final   bool // the results become final
}

// tooLate is how many seconds after its time a message is still sent: a bot that was
// away must not say that something begins in an hour when it has already begun.
const tooLate = 30 * 60

// patience is how many seconds after the grace time people are told that sources are
// missing.
const patience = 15 * 60

// due returns the announcements that have become due since the last sweep. missing
// lists the sources without which the results cannot be final.
func (t *Tourney) due(now int64, missing []string) (out []news) {
	at := func(when int64, key string, moment Moment, format string, args ...any) *news {
		if _, said := t.Said[key]; said || now < when {
			return new(news)
		}
		n := news{key: key}
		if now <= when+tooLate && format != "" {
			n.text, n.moments = fmt.Sprintf(format, append(args, moment.Text)...), []Moment{moment}
		}
		out = append(out, n)
		return &out[len(out)-1]
	}
	begin, end, late := t.Show(t.From), t.Show(t.Until), t.Show(t.Until+t.Grace)
	at(t.From-86400, "day-before", begin, "%s begins in a day, %s.", t.Name).invites = true
	at(t.From-3600, "hour-before", begin, "%s begins in an hour, %s.", t.Name).invites = true
	digest := func(days int64) {
		if day := (now - t.From) / 86400 / days * days; day > 0 && now < t.Until {
			when := t.From + day*86400
			at(when, fmt.Sprint("digest-", day), end, "").digest = now <= when+tooLate
		}
	}
	if t.Endless() {
		at(t.From, "begin", end, "%s has begun, with %s. It has %s.", t.Name, t.Count())
		digest(7)
		return out
	}
	at(t.From, "begin", end, "%s has begun, with %s. It ends %s.", t.Name, t.Count())
	// A short event has no announcement a day, or an hour, before its end.
	if t.Until-t.From > 86400 {
		at(t.Until-86400, "day-left", end, "%s ends in a day, %s.", t.Name)
	}
	if t.Until-t.From > 3600 {
		at(t.Until-3600, "hour-left", end, "%s ends in an hour, %s.", t.Name)
	}
	at(t.Until, "end", late, "%s is over. Games that reach their logs by %s still count.", t.Name)
	digest(1)
	switch {
	case t.Held || now < t.Until+t.Grace:
	case t.OnHold() > 0:
		if t.Said["on hold"] == 0 {
			out = append(out, news{key: "on hold", text: fmt.Sprintf("The results of %s are not final yet: %s on hold, and a referee has to decide.", t.Name, heldWords(t.OnHold()))})
		}
	case len(missing) == 0:
		out = append(out, news{key: "final", final: true})
	case now >= t.Until+t.Grace+patience && t.Said["missing"] == 0:
		out = append(out, news{key: "missing", text: fmt.Sprintf("The results of %s are not final yet: since it ended I have not been able to read %s. I am still trying; an organiser can make them final without it.", t.Name, strings.Join(missing, ", "))})
	}
	return out
}

// heldWords says how many games are held: "a game is".
func heldWords(n int) string {
	if n == 1 {
		return "a game is"
	}
	return fmt.Sprintf("%d games are", n)
}

// say turns records, trophies and news into messages.
func (t *Tourney) say(c *counted, records string, due []news) (out []Message) {
	res := c.top
	say := func(n news, format string, args ...any) {
		out = append(out, Message{Place: t.Place, Text: fmt.Sprintf(format, args...), Moments: n.moments, Invites: n.invites})
	}
	if records != "" {
		say(news{}, "%s: %s.", t.Name, records)
	}
	if won := t.trophies(c); won != "" {
		say(news{}, "%s: %s.", t.Name, won)
	}
	for _, n := range due {
		switch {
		case n.final:
			say(n, "%s is final: %s.", t.Name, podium(res, 5))
		case n.digest:
			say(n, "%s so far: %s.", t.Name, podium(res, 5))
		case n.text != "":
			say(n, "%s", n.text)
		}
	}
	return out
}

// podium returns the first n places of a count.
func podium(res *score.Result, n int) string {
	var parts []string
	for _, r := range res.Overall[:min(n, len(res.Overall))] {
		what := r.Points.String()
		if res.Pointless() {
			what = r.Text
		}
		parts = append(parts, fmt.Sprintf("%d. %s %s", r.Place, r.Name, what))
	}
	if len(parts) == 0 {
		return "nobody took part"
	}
	return strings.Join(parts, ", ")
}

// namedRecords is how many categories a line of records names.
const namedRecords = 4

// records returns, in one line, the categories that have a new leader or a better best
// value since the last sweep because of a new game. The line is empty if there are
// none: "ann leads most ascensions (1), first to ascend; bob leads highest score
// (12,345 points), and 2 more".
func (t *Tourney) records(res *score.Result, fresh []score.Verdict) string {
	if t.Last == nil || len(fresh) == 0 {
		return "" // games that came first make no records to speak of
	}
	var leaders []string
	leads := map[string][]string{} // by leader
	n := 0
	for _, s := range res.Categories {
		if len(s.Rows) == 0 || s.Board && s.Rows[0].Value == 0 {
			continue
		}
		top := s.Rows[0]
		was, had := t.Records[s.Key]
		if had && was.Entrant == top.Entrant && (was.Value == top.Value || n > 0) {
			continue // bettered their own: said once at most
		}
		if n++; n > namedRecords {
			continue
		}
		if !slices.Contains(leaders, top.Name) {
			leaders = append(leaders, top.Name)
		}
		leads[top.Name] = append(leads[top.Name], recordWords(s.Title, &top))
	}
	for i, who := range leaders {
		leaders[i] = who + " leads " + strings.Join(leads[who], ", ")
	}
	out := strings.Join(leaders, "; ")
	if n > namedRecords {
		out += fmt.Sprintf(", and %d more", n-namedRecords)
	}
	return out
}

// trophies names, in one line, the trophies won since the last sweep because of a new
// game: "ann has won Great Dwarf, Both Genders; bob has won All Races".
func (t *Tourney) trophies(c *counted) string {
	if t.Last == nil || len(c.fresh) == 0 {
		return ""
	}
	var parts []string
	for _, person := range slices.Sorted(maps.Keys(c.won)) {
		e := t.entrant(person)
		if e == nil || len(parts) == namedRecords {
			continue
		}
		names := c.won[person]
		shown := names[:min(namedRecords, len(names))]
		part := e.Name + " has won " + strings.Join(shown, ", ")
		if len(names) > len(shown) {
			part += fmt.Sprintf(" and %d more", len(names)-len(shown))
		}
		parts = append(parts, part)
	}
	out := strings.Join(parts, "; ")
	if n := len(c.won) - len(parts); n > 0 {
		out += fmt.Sprintf("; trophies also went to %d more", n)
	}
	return out
}

// recordWords returns a category and its best value, without the unit, which the title
// already says. A category for being first has no value.
func recordWords(title string, r *score.Row) string {
	text := r.Text
	if r.Value == r.At {
		return title
	}
	if n, unit, ok := strings.Cut(text, " "); ok && strings.Contains(title, strings.TrimSuffix(unit, "s")) {
		text = n
	}
	return title + " (" + text + ")"
}
