package announce

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"delphi/commands"
	"delphi/storage/contest/places"
)

// item is an announcement, and the time it was queued. Games and events also have a short
// form.
type item struct {
	commands.Reply
	short string
	since time.Time
}

// pending holds the announcements queued for a place.
type pending struct {
	messages []item // one at a time
	games    []item // as many in one line as it has room for
	wins     []item // the same, before the others
	digest   int    // where more games than this wait, each is said in a few words
	lost     int    // games that were dropped because too many waited
	next     time.Time
}

// How many announcements a place queues before the oldest is dropped. Dropped games are
// counted, and the place is told how many there were.
const (
	mostGames    = 2000
	mostMessages = 50
)

func (p *pending) message(it item) {
	p.messages = append(p.messages, it)
	p.messages = p.messages[max(0, len(p.messages)-mostMessages):]
}

func (p *pending) game(it item, won bool, digest int) {
	p.digest = cmp.Or(digest, places.DefaultDigest)
	list := &p.games
	if won {
		list = &p.wins
	}
	*list = append(*list, it)
	if more := len(*list) - mostGames; more > 0 {
		*list = (*list)[more:]
		p.lost += more
	}
}

func (p *pending) empty() bool {
	return len(p.messages)+len(p.games)+len(p.wins)+p.lost == 0
}

func (p *pending) clear() { p.messages, p.games, p.wins, p.lost = nil, nil, nil, 0 }

// forget drops announcements queued before a time, so that a network that was away or busy
// for long gets no old news.
func (p *pending) forget(before time.Time) {
	for _, list := range []*[]item{&p.messages, &p.games, &p.wins} {
		*list = slices.DeleteFunc(*list, func(i item) bool { return i.since.Before(before) })
	}
}

// take returns the next announcement, within room bytes if possible. The queue must not be
// empty. Ascensions come first, then whatever has waited longest; a game comes before its
// consequences.
func (p *pending) take(room int) commands.Reply {
	if len(p.messages) > 0 && len(p.wins) == 0 && (len(p.games) == 0 || p.messages[0].since.Before(p.games[0].since)) {
		m := p.messages[0]
		p.messages = p.messages[1:]
		return m.Reply
	}
	waiting := len(p.wins) + len(p.games)
	if waiting == 0 {
		lost := p.lost
		p.lost = 0
		return commands.Reply{Summary: fmt.Sprintf("%d more games ended, too many to name.", lost)}
	}
	var texts []string
	used := 0
	fits := func(text string) bool {
		if len(texts) > 0 && used+len(between)+len(text) > room {
			return false
		}
		used += len(between) + len(text)
		texts = append(texts, text)
		return true
	}
	var parts []commands.Reply
	for len(p.wins) > 0 && fits(p.wins[0].Summary) {
		parts = append(parts, p.wins[0].Reply)
		p.wins = p.wins[1:]
	}
	if len(parts) == 0 && len(p.wins) == 0 && len(p.games) > max(flood, p.digest) {
		return p.flooded(room)
	}
	for len(p.wins) == 0 && len(p.games) > 0 && len(p.games) <= max(flood, p.digest) {
		text, part := p.games[0].Summary, p.games[0].Reply
		if waiting > p.digest {
			text = p.games[0].short
			part = commands.Reply{Summary: text}
		}
		if !fits(text) {
			break
		}
		parts = append(parts, part)
		p.games = p.games[1:]
	}
	if len(parts) == 1 {
		parts[0].Summary = texts[0]
		return parts[0]
	}
	return commands.Reply{Summary: strings.Join(texts, between), Parts: parts}
}

// flooded summarises queued games in one line, which gives their number and names the latest.
func (p *pending) flooded(room int) commands.Reply {
	text := fmt.Sprintf("%d games ended; the latest: ", len(p.games)+p.lost)
	var names []string
	for _, g := range slices.Backward(p.games) {
		if len(names) > 0 && len(text)+len(strings.Join(names, between))+len(between)+len(g.short) > room {
			break
		}
		names = append(names, g.short)
	}
	p.games, p.lost = nil, 0
	return commands.Reply{Summary: text + strings.Join(names, between), Hints: []string{"lg * -10"}}
}

// flood is the number of queued games from which they are summarised instead of named.
const flood = 100

// between separates two games in a line.
const between = " | "
