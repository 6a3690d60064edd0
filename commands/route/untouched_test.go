package route_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"delphi/commands"
	"delphi/commands/commandstest"
	"delphi/engine/truthtest"
)

// statusLine matches lines pasted from a game.
var statusLine = regexp.MustCompile(`St:\d|HP:\d|^\w+ [a-zA-Z] - `)

// nonsense is a word that no command reads.
const nonsense = "xyzzyq"

// furnished returns a world in which everything is kept of which something can be lost.
func furnished(t testing.TB) *commandstest.World {
	t.Helper()
	w := commandstest.NewWorld(t)
	w.Hold("Autumn Dash", "dash")
	for _, by := range []struct{ who, line string }{
		{"", "set on entries"}, {"ann", "join as ann"}, {"", "join as alice"}, {"ann", "me wiz xl8 int16"}, {"ann", "id twisted ring buy 133 cha 10"}, {"ann", "tune AABBC 2 gears 1 tumbler"},
		{"ann", "learn add gnome A gnome is small."}, {"", "query save mine won by role"}, {"ann", "tell bob hello"}, {"", "announce asc"}, {"", "draw role"}, {"ann", "fail force bolt"},
	} {
		if reply := w.Ask(by.who, by.line); reply.Failed {
			t.Fatalf("%s: %s", by.line, reply.Summary)
		}
	}
	return w
}

// harmless asks a line of somebody, and fails where it was refused, or was talk, or
// asks back, and still changed something; or where it acts although it has a word that
// nobody read. It returns whether something was changed.
func harmless(t testing.TB, w *commandstest.World, who, line string) (acted bool) {
	t.Helper()
	before := w.Kept()
	reply := w.Ask(who, line)
	after := w.Kept()
	acted = before != after
	if acted && (reply.Failed || reply.Silent || reply.Confirms) {
		t.Errorf("%s: %q changed something, and was answered %q\n%s", who, line, reply.Summary, changes(before, after))
	}
	_, kept, _ := strings.Cut(after, "\n")
	_, was, _ := strings.Cut(before, "\n")
	if strings.HasPrefix(reply.Command, "game") && statusLine.MatchString(line) {
		return acted // of what is pasted from a game, what matters is taken
	}
	if kept != was && strings.Contains(line, nonsense) && !strings.Contains(reply.Summary, nonsense) && strings.Count(kept, nonsense) == strings.Count(was, nonsense) && !strings.Contains(changes(was, kept), nonsense) {
		t.Errorf("%s: %q acts, though nobody read %q: %s\n%s", who, line, nonsense, reply.Summary, changes(before, after))
	}
	return acted
}

// changes returns the entries of a store that differ.
func changes(before, after string) string {
	was, is := strings.Split(before, "\n"), strings.Split(after, "\n")
	var out []string
	for _, e := range was {
		if !slices.Contains(is, e) {
			out = append(out, "- "+e)
		}
	}
	for _, e := range is {
		if !slices.Contains(was, e) {
			out = append(out, "+ "+e)
		}
	}
	return strings.Join(out, "\n")
}

// spoken returns all lines that people type in the tests of the rooms.
func spoken(t testing.TB) (lines []string) {
	t.Helper()
	for _, pattern := range []string{"../*/testdata/*.txtar", "../*/testdata/meant.tsv", "../read/testdata/rows/corpus.tsv"} {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		for _, path := range paths {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(path, ".tsv") {
				for row := range strings.Lines(string(data)) {
					if line, _, ok := strings.Cut(row, "\t"); ok {
						lines = append(lines, line)
					}
				}
				continue
			}
			for _, f := range txtar.Parse(data).Files {
				if strings.HasPrefix(f.Name, "ask") {
					lines = append(lines, strings.TrimSpace(string(f.Data)))
				}
			}
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// TestRefusedActed: these were refused, and done all the same.
func TestRefusedActed(t *testing.T) {
	w := furnished(t)
	for _, line := range []string{
		"fail please take me out of the tournament " + nonsense, "bones on please sign me up for the tournament as bar8 " + nonsense, "please take me out of the tournament " + nonsense,
		"why leave", "why please take me out of the tournament", "why me forget", "why why leave", "forget my character " + nonsense,
	} {
		for _, who := range []string{"ann", "cid", ""} {
			before := w.Kept()
			reply := w.Ask(who, line)
			if got := changes(before, w.Kept()); got != "" {
				t.Errorf("%s: %q is done: %s\n%s", who, line, reply.Summary, got)
			}
		}
	}
	before := w.Kept()
	if reply := w.Ask("ann", "please take me out of the tournament"); reply.Failed || w.Kept() == before {
		t.Errorf("without it: %s", reply.Summary)
	}
}

// unmeant holds lines of people who do not want anything done.
const unmeant = `
about take me out of the tournament
whois take me out of the tournament
me show take me out of the tournament
tourney list take me out of the tournament
tourney list join the tournament as zed
me show forget my character
about i am a samurai xl3
i won't leave the tournament
i wont leave the tournament
i didn't leave the tournament
i shouldnt leave the tournament
nope i won't quit the tournament
please never take me out of the tournament
nobody take me out of the tournament
my friend wants to leave the tournament
she wants to leave the tournament
everybody leave the tournament
they will kick me out of the tournament
take me out of the tournament next week
take me out of the tournament later
i might leave the tournament
i could have quit the tournament, if i had lost
remind me to leave the tournament
where can i leave the tournament
what's the way to leave the tournament
is there a way to leave the tournament
does anyone quit the tournament
don't sign me up for the tournament as foo2
please do not register me for the tournament as foo4
never register me for the tournament as foo5
i would never join the tournament as foo11
how do i join the tournament as foo20
did i join the tournament as foo20
should i join the tournament as foo20
is it possible to join the tournament as foo20
don't forget my character
please never forget my character
did you forget my character?
how do i delete my character
should i reset my character?
what happens if i clear my character
don't remember me as samurai xl3
never call me samurai xl3
i have not leveled up to xl 9
i almost leveled up to xl 9
do you remember my samurai xl3
forgt my charcter
remeber im a valkrie lvl 8
if i am a samurai xl3
my character was samurai xl3
im a valkyrie with 40 hp
me wiz or val
me samurai xl3 or xl4
castle tune AABBD not 2 gears
take me out of the tournament thx later
take me out of the tournament thanks xyzzyq
forget my character, thanks xyzzyq
forget my character thx maybe
if i play AABBD and hear 2 gears 1 tumbler on the drawbridge
`

// TestUnmeant: a sentence that denies, asks, supposes, or is about somebody else or another
// time does nothing, nor does one with typos or after the name of another command; and what is plainly
// asked for is done.
func TestUnmeant(t *testing.T) {
	w := furnished(t)
	for line := range strings.Lines(strings.TrimSpace(unmeant)) {
		line = strings.TrimSpace(line)
		_, before, _ := strings.Cut(w.Kept(), "\n")
		reply := w.Ask("ann", line)
		if _, after, _ := strings.Cut(w.Kept(), "\n"); after != before {
			t.Errorf("%q is done: %s\n%s", line, reply.Summary, changes(before, after))
			w = furnished(t)
		}
	}
	for line := range strings.Lines("please take me out of the tournament\ncan you sign me up for the tournament as ann2?\nid like to leave the tournament pls\nsign me up for the tournament as ann3\ni want to leave the tournament\nforget my character\nremember that im a level 12 wizard\ncan you remember my samurai xl3?\nthe castle tune AABBD 2 gears 1 tumbler, what next?") {
		before := w.Kept()
		reply := w.Ask("ann", strings.TrimSpace(line))
		if w.Kept() == before {
			t.Errorf("%q is not done: %s", line, reply.Summary)
		}
	}
}

// TestRefusedLeavesAll: no line that is refused, or is talk, or asks back changes what is
// kept, and none with a word that nobody read does, over all lines of the rooms' tests.
func TestRefusedLeavesAll(t *testing.T) {
	w, asked, acted := furnished(t), 0, 0
	all := spoken(t)
	lines := truthtest.Some(all, 45, func(string) string { return "" }) // all of them take a while
	for i, line := range lines {
		if i%400 == 399 {
			w = furnished(t)
		}
		for _, said := range []string{line, line + " " + nonsense} {
			if len(said) > commands.MaxLine {
				continue
			}
			if asked++; harmless(t, w, []string{"ann", "", "cid?"}[asked%3], said) {
				acted++
			}
		}
	}
	t.Logf("%d lines, of which %d did something or were remembered", asked, acted)
	if len(all) < 3000 || asked < 2*len(lines)*9/10 || 3*acted < asked {
		t.Errorf("of %d lines only %d are asked, and %d answered", len(all), asked, acted)
	}
}

// TestReadOnly: what is said to change nothing changes nothing.
func TestReadOnly(t *testing.T) {
	w := furnished(t)
	for cmd := range commands.Every(w.Router.Commands()) {
		if cmd.Acts() {
			continue
		}
		for _, line := range cmd.Examples {
			_, before, _ := strings.Cut(w.Kept(), "\n")
			w.Ask("", line)
			if _, after, _ := strings.Cut(w.Kept(), "\n"); after != before {
				t.Errorf("%s changes\n%s", line, changes(before, after))
			}
		}
	}
}

// FuzzRefused: of lines made of what speaks for commands that act, of names and of words
// that nobody reads, each that is refused, or is talk, or asks back leaves all as it was.
func FuzzRefused(f *testing.F) {
	w := furnished(f)
	words := []string{nonsense, nonsense, "please", "me", "my", "the", "as", "in", "bob", "ann", "Autumn Dash", `"Autumn Dash"`, "confirm", "bar8", "wiz", "xl12", "not", "?", ",", "why", "tell", "fail", "i", "want to", "wiz xl8 int16 force bolt", "all", "server", "2", "of", "1d"}
	cues := w.Router.Reader().Words()
	for cmd := range commands.Every(w.Router.Commands()) {
		if !cmd.Acts() {
			continue
		}
		words = append(append(words, cmd.Path()), cmd.Aliases...)
		words = append(words, cmd.Examples...)
		words = append(words, cues[cmd.Path()]...)
		for _, p := range cmd.Params {
			words = append(append(words, p.Words...), p.Choices...)
		}
	}
	slices.Sort(words)
	words = slices.Compact(words)
	for _, seed := range []string{"abcdefghij", "\x00\x01\x02\x80\x03\x01", "zzzzyyyyxxxx", "leave me now please"} {
		f.Add(byte(0), []byte(seed))
		f.Add(byte(1), []byte(seed))
	}
	f.Fuzz(func(t *testing.T, by byte, picks []byte) {
		var line []string
		for i := 0; i+1 < len(picks) && len(line) < 8; i += 2 {
			line = append(line, words[(int(picks[i])<<8|int(picks[i+1]))%len(words)])
		}
		if said := strings.Join(line, " "); len(said) <= commands.MaxLine {
			harmless(t, w, []string{"ann", "", "cid?", "~dan"}[int(by)%4], said)
		}
	})
}
