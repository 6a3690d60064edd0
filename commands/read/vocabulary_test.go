package read_test

import (
	"crypto/rand"
	"fmt"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"
	"testing"
	"time"

	"delphi/commands"
	"delphi/commands/commandstest"
	"delphi/commands/route"
	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

// glue holds the words and figures that sentences put around names.
var glue = []string{
	"for", "from", "with", "without", "or", "and", "vs", ",", "?", ":", ".", "3", "12", "int 17", "xl 10", "dlvl 5", "luck 2", "blessed", "cursed", "5%", "1/6", "w/", "ac -3", "how many", "if i",
	"twice", "no", "not", "off", "each", "better than", "at least", "exactly", "ones", "x6", "(3)", "two dozen", "fod", "mm", "GDSM", "?oEW", "2 !oGL", "/oP", "=oFA", "(BoH", "[oSoR", "unihorns",
	"Val-Hum-Fem-Neu", "XL:9", "T:5000", "hp 5(40)", "pls", "lol", "wiz", "xl12", "int18", "zap", "poly", "chance of", "either", "it off", "which", "gone", "forget", "respectively", "+2", "wearing", "all",
}

// vocabulary is what a version calls things, and the words of the commands.
type vocabulary struct {
	set    *rules.Set
	words  []string // every name in every spelling, and all that speaks for a command
	double []string // of these, the words that mean several things, or a thing and something else
}

// wordsOf returns all that the commands know by name under a version, in every spelling,
// the words that speak for them, and their keywords.
func wordsOf(r *route.Router, set *rules.Set) vocabulary {
	list, cues := r.Commands(), r.Reader().Words()
	means := map[string]map[string]bool{}
	says := func(what string, words ...string) {
		for _, w := range words {
			if w == "" {
				continue
			}
			if means[w] == nil {
				means[w] = map[string]bool{}
			}
			means[w][what] = true
		}
	}
	for cmd := range commands.Every(list) {
		says("command "+cmd.Path(), append([]string{cmd.Name}, cmd.Aliases...)...)
		says("cue", cues[cmd.Path()]...)
		for _, p := range cmd.Params {
			says("keyword", append(slices.Concat(p.Choices, p.Words, p.After), p.Name)...)
			if p.Vocabulary == nil {
				continue
			}
			for _, term := range p.Vocabulary(set) {
				says(term.Name, append([]string{term.Name}, term.Aliases...)...)
				if p.Sign != 0 {
					says(term.Name, string(p.Sign)+term.Name)
				}
			}
		}
	}
	for _, w := range strings.Fields("helmet helm hat gloves gauntlets boots shoes cloak shield book wand ring") {
		says("a place or class", w, w+"s")
	}
	v := vocabulary{set: set}
	for w, what := range means {
		v.words = append(v.words, w)
		if len(what) > 1 {
			v.double = append(v.double, w, w+"s")
		}
	}
	slices.Sort(v.words)
	slices.Sort(v.double)
	return v
}

// picked returns a sentence of at most fourteen words: of each three bytes the first says
// whether a name, a word of several meanings or glue is meant.
func picked(picks []byte, v vocabulary) string {
	var line []string
	for i := 0; i+2 < len(picks) && len(line) < 14; i += 3 {
		list := glue
		switch picks[i] & 3 {
		case 0:
			list = v.words
		case 1, 2:
			list = v.double
		}
		line = append(line, list[(int(picks[i+1])<<8|int(picks[i+2]))%len(list)])
	}
	return strings.Join(line, " ")
}

// What one line may take at most, however it is made. A busy machine takes long for
// everything.
const (
	mostObjects = 1_000_000 // half of them for forty lines that are tried as hints
	mostTime    = 5 * time.Second
	mostStack   = 1 << 20 // of memory, where a goroutine may otherwise have 1 GB
)

// FuzzVocabulary: of sentences made of all that any version and command knows by name,
// of the words that speak for them and of what stands between, each is answered or refused
// within bounds, and the question that is echoed is the same question.
func FuzzVocabulary(f *testing.F) {
	defer debug.SetMaxStack(debug.SetMaxStack(mostStack))
	r := commandstest.New(f, commandstest.Uncached)
	var versions []vocabulary
	for _, name := range rules.Names() {
		versions = append(versions, wordsOf(r, rules.Get(name)))
	}
	for k, seed := range []string{"abcdefgh", "\x00\x01\x02\x80\x03", "zzzzyyyyxxxx", "fail me now please", "0123456789abcdef", "\x02\x01\x10\x20\x01\x11\x21\x02\x12\x22\x03\x13\x23\x01"} {
		for i := range versions {
			if !truthtest.Nightly() && (i+k)%3 != 0 {
				continue // by day each version has two of them
			}
			f.Add(byte(i), []byte(seed))
		}
	}
	f.Fuzz(func(t *testing.T, version byte, picks []byte) {
		v := versions[int(version)%len(versions)]
		line := picked(picks, v)
		if version >= 128 {
			line = v.set.Name + " " + line
		}
		if len(line) > commands.MaxLine {
			return
		}
		bounded(t, line, func() { echoes(t, r, line) })
	})
}

// bounded fails where what is done for a line takes more than it may. Where it does
// not end, the process does, with the line. What takes too much is done once more, since
// the first line of a version, or of a command, makes what all others use.
func bounded(t testing.TB, line string, do func()) {
	t.Helper()
	hangs := time.AfterFunc(4*mostTime, func() { panic(fmt.Sprintf("%q is not answered within %s", line, 4*mostTime)) })
	defer hangs.Stop()
	measured := func() (uint64, time.Duration) {
		before, began := objects(), time.Now()
		do()
		return objects() - before, time.Since(began)
	}
	n, d := measured()
	if n > mostObjects || d > mostTime {
		n, d = measured()
	}
	if n > mostObjects {
		t.Errorf("%q takes %d allocations", line, n)
	}
	if d > mostTime {
		t.Errorf("%q takes %s", line, d)
	}
}

// objects returns how many were ever allocated.
func objects() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:objects"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// sampled: one pair of so many is read by day.
const sampled = 307

// TestNamesWithinWords: where the name of one thing is a word for another, a line that
// holds both ends. Each pair of words of several meanings is a line of its own.
func TestNamesWithinWords(t *testing.T) {
	defer debug.SetMaxStack(debug.SetMaxStack(mostStack))
	r := commandstest.New(t)
	names := []string{rules.Default, "evilhack"} // where a helmet, and a cloak, is called no more than that
	if truthtest.Nightly() {
		names = rules.Names()
	}
	for _, name := range names {
		v := wordsOf(r, rules.Get(name))
		gear := slices.DeleteFunc(slices.Clone(v.double), func(w string) bool {
			return !strings.HasSuffix(w, "helmet") && !strings.HasSuffix(w, "helmets") && !strings.Contains(w, "cloak") && !strings.Contains(w, "glove") && !strings.Contains(w, "boot") && !strings.Contains(w, "shield") && w != "hat" && w != "helm"
		})
		if len(gear) < 8 {
			t.Fatalf("%s: only %q", name, gear)
		}
		n := 0
		for _, a := range gear {
			for _, b := range gear {
				if n++; !truthtest.Nightly() && n%sampled != 0 {
					continue
				}
				if _, err := r.Reader().Read(t.Context(), a+" "+b, v.set, nil, nil); err != nil {
					t.Errorf("%s: %s %s: %v", name, a, b, err)
				}
			}
		}
	}
}

// echoes fails where a sentence is answered, and the question that is echoed is another.
// Each is asked by somebody of whom nothing is remembered: some of them would be.
func echoes(t testing.TB, r *route.Router, said string) {
	t.Helper()
	stranger := commands.User(rand.Text())
	ask := func(line string) commands.Reply {
		req := commandstest.Request(line)
		req.User, req.Operator = stranger, false
		return r.Answer(t.Context(), req)
	}
	reply := ask(said)
	if reply.Failed || reply.Question == "" || !lasting(r.Commands(), reply.Command) {
		return
	}
	if again := ask(reply.Question); again.Question != reply.Question || again.Summary != reply.Summary {
		t.Errorf("%q: %q is read as %q\n%s\n%s", said, reply.Question, again.Question, reply.Summary, again.Summary)
	}
}

// lasting reports whether a command's answer depends on its line alone.
func lasting(list []*commands.Command, name string) bool {
	for _, c := range list {
		if c.Name == name {
			return c.Cacheable
		}
	}
	return false
}
