package render

import (
	"reflect"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"delphi/bot"
	"delphi/commands"
)

func TestRender(t *testing.T) {
	wide := Look{Budget: 400, Lines: 4, Bold: true, Prefix: "!"}
	for _, c := range []struct {
		name  string
		reply commands.Reply
		look  Look
		want  []string
	}{
		{"headline", commands.Reply{Summary: "force bolt: 47% fail", Headline: "47%"}, wide, []string{"force bolt: \x0247%\x02 fail"}},
		{"no formatting", commands.Reply{Summary: "47% fail", Headline: "47%"}, Look{Budget: 400, Lines: 4}, []string{"47% fail"}},
		{"headline inside a number", commands.Reply{Summary: "47% or 7%.", Headline: "7%"}, wide, []string{"47% or \x027%\x02."}},
		{"headline before a fraction", commands.Reply{Summary: "4.7 or 4.", Headline: "4"}, wide, []string{"4.7 or \x024\x02."}},
		{"headline that is not there", commands.Reply{Summary: "nothing", Headline: "7%"}, wide, []string{"nothing"}},
		{"addressed", commands.Reply{Summary: "47%"}, Look{Budget: 400, Lines: 4, To: "alice: "}, []string{"alice: 47%"}},
		{"failed", commands.Reply{Summary: "no spell named \"froce blot\".", Failed: true, Hints: []string{"force bolt", "fail wiz"}}, wide,
			[]string{"no spell named \"froce blot\". Try: force bolt, fail wiz"}},
		{"failed in a channel", commands.Reply{Summary: "no spell.", Failed: true, Hints: []string{"fail wiz", "/msg NickServ identify", "!help"}},
			Look{Budget: 400, Lines: 4, Prefix: "!", Typed: "!"}, []string{"no spell. Try: !fail wiz, /msg NickServ identify, !help"}},
		{"failed in a channel, and said", commands.Reply{Summary: "Say fail wiz.", Failed: true, Hints: []string{"fail wiz"}},
			Look{Budget: 400, Lines: 4, Prefix: "!", Typed: "!"}, []string{"Say fail wiz."}},
		{"warning and citation", commands.Reply{Summary: "47% fail.", Hints: []string{"why"}, Notes: []commands.Note{
			{Kind: commands.Cited, Text: "5.0.0 spell.c:2173"}, {Kind: commands.Warned, Text: "Skilled is above what a Wizard reaches"}}}, wide,
			[]string{"47% fail. (Skilled is above what a Wizard reaches) [5.0.0 spell.c:2173] !why for the steps"}},
		{"others are not called", commands.Reply{Summary: "bob bob2 [bob] bob: bo"}, Look{Budget: 400, Lines: 4, To: "bob: ", Hush: []string{"bob", "nobody"}},
			[]string{"bob: b\u2060ob bob2 [bob] b\u2060ob: bo"}},
		{"the rest by more", commands.Reply{Summary: "47% of a long long story", Hints: []string{"more"}}, Look{Budget: 20, Lines: 4, Brief: true, Prefix: "!"},
			[]string{"47% of ... (!more)"}},
		{"more, in private", commands.Reply{Summary: "47% of a long story", Hints: []string{"more"}}, Look{Budget: 20, Lines: 4, Prefix: "!"},
			[]string{"47% of a long story"}},
		{"hint without room", commands.Reply{Summary: "47% fail", Hints: []string{"why"}}, Look{Budget: 20, Lines: 4}, []string{"47% fail"}},
		{"warning without room", commands.Reply{Summary: "47% fail.", Notes: []commands.Note{{Kind: commands.Warned, Text: "not so sure"}}},
			Look{Budget: 18, Lines: 4}, []string{"47% fail. (not so", "sure)"}},
		{"controls", commands.Reply{Summary: "a\r\nQUIT :x\x00\x01\x02b\x0304,12c\x1d \x04ff0000d\x7f\u0085\u202ee\u2028f"}, wide, []string{"a QUIT :xbc d e f"}},
		{"invalid UTF-8", commands.Reply{Summary: "caf\xe9"}, wide, []string{"caf\ufffd"}},
		{"like a command", commands.Reply{Summary: "!fail wiz"}, wide, []string{"\u2060!fail wiz"}},
		{"like a command in that place", commands.Reply{Summary: "d fail wiz"}, Look{Budget: 400, Lines: 4, Prefix: "d "}, []string{"\u2060d fail wiz"}},
		{"like a command, set off", commands.Reply{Summary: ".op x", Headline: ".op x"}, wide, []string{"\u2060\x02.op x\x02"}},
		{"like a command, behind a mark that is no blank", commands.Reply{Summary: "\ufeff.op x"}, wide, []string{"\u2060.op x"}},
		{"like a command in a later line", commands.Reply{Summary: "aa bb !cc dd"}, Look{Budget: 16, Lines: 4, Prefix: "!"}, []string{"aa bb !cc dd"}},
		{"like a command where a line goes on", commands.Reply{Summary: "aaaa bbbb cccc !kick y dd"}, Look{Budget: 17, Lines: 4, Prefix: "!"}, []string{"aaaa bbbb cccc", "\u2060!kick y dd"}},
		{"a call to another", commands.Reply{Summary: "OtherBot: op me"}, Look{Budget: 400, Lines: 4, Here: func(nick string) bool { return nick == "OtherBot" }},
			[]string{"\u2060OtherBot: op me"}},
		{"a call to nobody", commands.Reply{Summary: "Excalibur: op me"}, Look{Budget: 400, Lines: 4, Here: func(nick string) bool { return nick == "OtherBot" }},
			[]string{"Excalibur: op me"}},
		{"a call to the asker", commands.Reply{Summary: "47%"}, Look{Budget: 400, Lines: 4, To: "alice: ", Here: func(string) bool { return true }},
			[]string{"alice: 47%"}},
		{"a link to what a line cannot show", commands.Reply{Summary: "47%", Chart: &commands.Chart{}}, Look{Budget: 400, Lines: 4, Link: "https://example.org/a/x"},
			[]string{"47% https://example.org/a/x"}},
		{"no link where all is said", commands.Reply{Summary: "47%"}, Look{Budget: 400, Lines: 4, Link: "https://example.org/a/x"}, []string{"47%"}},
		{"a link where something was cut", commands.Reply{Summary: "47% of a long long long long long long story"}, Look{Budget: 40, Lines: 1, Link: "https://x.org"},
			[]string{"47% of a long long ... https://x.org"}},
		{"empty", commands.Reply{}, wide, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Lines(c.reply, c.look); !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// checkWrapped checks what is true for every text: the lines fit, are valid and
// harmless, and contain the words of the text in order, all of them or as many as
// fit.
func checkWrapped(t interface{ Fatalf(string, ...any) }, text string, budget int) {
	lines := Lines(commands.Reply{Summary: text, Headline: "47%"}, Look{Budget: budget, Lines: MaxLines, Bold: true, Prefix: "!"})
	if len(lines) > MaxLines {
		t.Fatalf("%d lines", len(lines))
	}
	var said strings.Builder
	for i, line := range lines {
		if len(line) > budget {
			t.Fatalf("%d bytes, over the budget of %d: %q", len(line), budget, line)
		}
		if !utf8.ValidString(line) {
			t.Fatalf("invalid UTF-8: %q", line)
		}
		plain := strings.ReplaceAll(line, Bold, "")
		if line == "" || bot.LikeCommand(plain, "!") {
			t.Fatalf("a line that is empty or a command: %q", line)
		}
		if n := len(line) - len(plain); n != 0 && n != 2 {
			t.Fatalf("Bold begins or ends alone: %q", line)
		}
		if strings.ContainsFunc(plain, unicode.IsControl) {
			t.Fatalf("control characters: %q", line)
		}
		if i == MaxLines-1 {
			plain = strings.TrimSuffix(plain, CutMark)
		}
		said.WriteString(strings.TrimPrefix(plain, bot.WordJoiner))
	}
	squeeze := func(s string) string { return strings.Join(strings.Fields(s), "") }
	whole, got := squeeze(strings.TrimPrefix(Clean(text), bot.WordJoiner)), squeeze(said.String())
	if !strings.HasPrefix(whole, got) {
		t.Fatalf("words lost, added or changed:\n%q\n%q", whole, got)
	}
	if got != whole && (len(lines) < MaxLines || !strings.HasSuffix(lines[MaxLines-1], CutMark)) {
		t.Fatalf("cut without saying so: %q", lines)
	}
}

func TestWrapProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(
			rapid.String(),
			rapid.Map(rapid.SliceOfN(rapid.OneOf(
				rapid.StringMatching(`[a-zé日𐍈!.47%]{1,30} {0,2}`), rapid.Just("47% "), rapid.Just("a ")), 0, 200),
				func(words []string) string { return strings.Join(words, "") }),
			rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 600), func(b []byte) string { return string(b) }),
		).Draw(t, "text")
		checkWrapped(t, text, rapid.IntRange(16, 420).Draw(t, "budget"))
	})
}

// TestBoldFits fills the first line, which holds the headline, to the last byte.
func TestBoldFits(t *testing.T) {
	for budget := 16; budget < 60; budget++ {
		checkWrapped(t, "47% "+strings.Repeat("a ", 200), budget)
	}
}

func FuzzWrap(f *testing.F) {
	for _, s := range []string{"", "a b", "47% fail", strings.Repeat("日本語 ", 200), "\x03\x0304,\x04ffffff", "\xff\xfe", strings.Repeat("x", 2000)} {
		f.Add(s, uint16(100))
	}
	f.Fuzz(func(t *testing.T, text string, budget uint16) {
		checkWrapped(t, text, 16+int(budget)%420)
	})
}

func TestWrapBreaksBetweenWords(t *testing.T) {
	safe := func(text string) string { return text }
	got := wrap("aa bb cc dd ee ff gg hh", 9, 3, " ...", safe)
	if want := []string{"aa bb cc", "dd ee ff", "gg hh"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	got = wrap("aa bb cc dd ee ff gg hh ii jj", 9, 3, " ...", safe)
	if want := []string{"aa bb cc", "dd ee ff", "gg hh ..."}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func BenchmarkRender(b *testing.B) {
	r := commands.Reply{Summary: "force bolt: 47% fail (Wizard XL8, Int 16, Basic, plate mail). Best change: plate mail off -> 0%.", Headline: "47%",
		Hints: []string{"why"}, Notes: []commands.Note{{Kind: commands.Cited, Text: "5.0.0 spell.c:2173"}}}
	b.ReportAllocs()
	for b.Loop() {
		Lines(r, Look{Budget: 400, Lines: 4, Bold: true, Prefix: "!"})
	}
}

// FuzzRender: every line fits, is clean, and is no command to another bot.
func FuzzRender(f *testing.F) {
	f.Add("force bolt: 47% fail", "47%", "!", "bob: ", 100)
	f.Add("a\r\nb\x03,4\x02c", "", "", "", 40)
	f.Add(strings.Repeat("ünd ", 300), "ünd", "?", "", 60)
	f.Add(strings.Repeat("ünd ", 300), "ünd", "\x80", "", 60) // a prefix that is no UTF-8
	f.Add(".op x", ".op x", "!", "", 100)
	f.Add(strings.Repeat("!kick y ", 100), "", "?", "", 40)
	f.Add("\ufeff\x0304!op", "", "!", "", 100)
	f.Add("otherbot: op me", "", "!", "", 100)
	f.Fuzz(func(t *testing.T, summary, headline, prefix, to string, budget int) {
		if budget < 40 || budget > 512 || len(to) > 20 || len(prefix) > 8 || strings.ContainsAny(prefix, " \r\n") {
			return
		}
		l := Look{Command: "PRIVMSG", Budget: budget, Lines: MaxLines, Bold: true, Prefix: prefix, To: Clean(to), Hush: []string{"bob"}, Here: func(nick string) bool { return nick == "otherbot" }}
		for _, line := range Lines(commands.Reply{Summary: summary, Headline: headline, Hints: []string{"more"}}, l) {
			if len(line) > budget || !utf8.ValidString(line) || strings.ContainsAny(line, "\r\n\x00\x01") {
				t.Errorf("%d bytes of %d: %q", len(line), budget, line)
			}
			// As a server or a bot sees it that strips all formatting.
			plain := strings.TrimSpace(strings.ReplaceAll(line, Bold, ""))
			sign, n := utf8.DecodeRuneInString(plain)
			if strings.ContainsRune(bot.CommandSigns, sign) && len(plain) > n {
				t.Errorf("a command to another bot: %q", line)
			}
			if strings.HasPrefix(plain, "otherbot:") || prefix != "" && strings.HasPrefix(plain, prefix) && !strings.HasPrefix(plain, l.To) {
				t.Errorf("a command in that place: %q", line)
			}
		}
	})
}
