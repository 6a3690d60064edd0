package bot

import (
	"slices"
	"strings"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"delphi/commands"
	"delphi/commands/wording"
)

// Neighbours learns what other bots answer in a channel, so that not two answer the same
// line. It remembers which commands were typed there and who said something just behind
// them: whoever the network marks as a bot, and whoever speaks just behind commands and
// hardly ever else. What was answered so twice in a row is theirs, until they have let it
// pass twice. It is safe for use from many goroutines.
type Neighbours struct {
	mu     sync.Mutex
	now    func() time.Time
	places *lru.Cache[string, *neighbourhood]
}

// How soon a bot answers, and how often that must be seen.
const (
	answersIn  = 4 * time.Second
	hurriesIn  = 1500 * time.Millisecond // in which no person answers as a rule
	theirsFrom = 2                       // answers in a row
	letPass    = 2                       // questions in a row
	suspect    = 4                       // quick answers of somebody who is not marked as a bot
)

// The bounds of what is remembered.
const (
	maxNeighbourhoods = 512
	maxTriggers       = 64
	maxSpeakers       = 64
)

// neighbourhood records which bots were seen in a channel and what they answer.
type neighbourhood struct {
	triggers map[string]*trigger
	speakers map[string]*speaker // by nick
	last     string              // the last trigger
}

// trigger is the first word of commands.
type trigger struct {
	asked    time.Time // the last time; zero once it has been counted
	answered string    // by whom; empty: by nobody yet
	theirs   int       // answers in a row
	passed   int       // questions in a row that nobody answered
	by       string    // who answered last
}

// speaker is a user who was seen talking in a channel.
type speaker struct{ lines, quick int }

// NewNeighbours returns a Neighbours that has seen nothing.
func NewNeighbours() *Neighbours {
	places, err := lru.New[string, *neighbourhood](maxNeighbourhoods)
	if err != nil {
		panic(err) // only for a size below one
	}
	return &Neighbours{now: time.Now, places: places}
}

// Heard takes a line that somebody else said in a channel, where commands begin with
// prefix. robot is whether the network marks them as a bot.
func (n *Neighbours) Heard(network commands.Network, place commands.Place, nick, text, prefix string, robot bool) {
	if n == nil {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	key, now := commands.PlaceKey(network, place), n.now()
	h, ok := n.places.Get(key)
	if !ok {
		h = &neighbourhood{triggers: map[string]*trigger{}, speakers: map[string]*speaker{}}
		n.places.Add(key, h)
	}
	if rest, typed := strings.CutPrefix(text, prefix); typed && prefix != "" && !robot {
		word, _ := wording.CutWord(rest)
		h.ask(word, now)
		return
	}
	if h.isBot(nick, now, robot) {
		h.answer(nick, now)
	}
}

// ask notes that somebody has typed a command.
func (h *neighbourhood) ask(word string, now time.Time) {
	if word == "" || len(word) > 32 {
		return
	}
	t := h.triggers[word]
	if t == nil {
		if len(h.triggers) >= maxTriggers {
			for old, t := range h.triggers {
				if t.theirs == 0 {
					delete(h.triggers, old)
				}
			}
			if len(h.triggers) >= maxTriggers {
				return
			}
		}
		t = &trigger{}
		h.triggers[word] = t
	}
	t.count()
	t.asked, t.answered, h.last = now, "", word
}

// count takes over what became of the last time that a command was typed.
func (t *trigger) count() {
	switch {
	case t.asked.IsZero():
	case t.answered != "":
		t.theirs, t.passed, t.by = t.theirs+1, 0, t.answered
	default:
		if t.passed++; t.passed >= letPass {
			t.theirs = 0
		}
	}
	t.asked = time.Time{}
}

// isBot reports whether a speaker is a bot, and takes account of what they just said.
func (h *neighbourhood) isBot(nick string, now time.Time, robot bool) bool {
	s := h.speakers[nick]
	if s == nil {
		if len(h.speakers) >= maxSpeakers {
			clear(h.speakers)
		}
		s = &speaker{}
		h.speakers[nick] = s
	}
	s.lines++
	if t := h.triggers[h.last]; t != nil && !t.asked.IsZero() && now.Sub(t.asked) <= hurriesIn {
		s.quick++
	}
	return robot || s.quick >= suspect && s.quick*5 >= s.lines*4
}

// answer notes that a bot said something, which answers the last command if that was just
// now.
func (h *neighbourhood) answer(nick string, now time.Time) {
	if t := h.triggers[h.last]; t != nil && !t.asked.IsZero() && now.Sub(t.asked) <= answersIn && t.answered == "" {
		t.answered = nick
	}
}

// Theirs reports whether another bot answers a command in a channel, and which.
func (n *Neighbours) Theirs(network commands.Network, place commands.Place, word string) (by string, ok bool) {
	if n == nil {
		return "", false
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	h, seen := n.places.Get(commands.PlaceKey(network, place))
	if !seen {
		return "", false
	}
	t := h.triggers[word]
	if t == nil {
		return "", false
	}
	by, theirs := t.by, t.theirs
	if t.answered != "" && !t.asked.IsZero() {
		by, theirs = t.answered, theirs+1
	}
	return by, theirs >= theirsFrom
}

// Left lists the commands that other bots answer in a channel, with the bots, in order.
func (n *Neighbours) Left(network commands.Network, place commands.Place) (out [][2]string) {
	if n == nil {
		return nil
	}
	n.mu.Lock()
	var words []string
	if h, ok := n.places.Peek(commands.PlaceKey(network, place)); ok {
		for word := range h.triggers {
			words = append(words, word)
		}
	}
	n.mu.Unlock()
	slices.Sort(words)
	for _, word := range words {
		if by, ok := n.Theirs(network, place, word); ok {
			out = append(out, [2]string{word, by})
		}
	}
	return out
}
