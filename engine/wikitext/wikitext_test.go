package wikitext

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"delphi/engine/truthtest"
)

// pages reads everything a reader gives. Where the file may be cut, that is an
// end, too.
func pages(t testing.TB, r Reader, cut ...error) (out []*Page, bad []*Bad) {
	t.Helper()
	for range 1_000_000 {
		p, err := r.Next()
		var b *Bad
		switch {
		case errors.Is(err, io.EOF) || len(cut) > 0 && errors.Is(err, cut[0]):
			return out, bad
		case errors.As(err, &b):
			bad = append(bad, b)
		case err != nil:
			t.Fatal(err)
		default:
			out = append(out, p)
		}
	}
	t.Fatal("the reader does not end")
	return nil, nil
}

const header = "&&%s&& %s Sea lamp {17 2020-01-14T04:02:59Z {630 Some One} "

func TestArchive(t *testing.T) {
	next := "&&%s&& %s Fish {18 2021-01-14T04:02:59Z {0 }  '''Fish''' swim.}\n"
	for name, x := range map[string]struct {
		file      string
		text      string
		truncated bool
		bad       []string
		second    bool
	}{
		"plain":              {header + " '''Lamp'''.}\n" + next, "'''Lamp'''.", false, nil, true},
		"ends in template":   {header + "fix '''Lamp'''\n{{stub}}}\n" + next, "'''Lamp'''\n{{stub}}", false, nil, true},
		"unbalanced braces":  {header + " a { {{ '}\n}\n{\n}\n" + next, "a { {{ '}\n}\n{\n", false, nil, true},
		"mark inside":        {header + " text\nin a &&%s&& %s line\n}\n" + next, "text\nin a &&%s&& %s line\n", false, nil, true},
		"headless":           {"tail of }} a page\nmore}\n" + header + " x}\n", "x", false, []string{"beginning of the file"}, false},
		"middle of UTF-8":    {"\xaf\xaf}\n" + header + " x}\n", "x", false, []string{"beginning of the file"}, false},
		"truncated":          {header + " * {{monsymlink|salamander}}\n", "* {{monsymlink|salamander}}", true, nil, false},
		"truncated no LF":    {header + " * {{monsym", "* {{monsym", true, nil, false},
		"closed at the end":  {header + " {{stub}}}", "{{stub}}", false, nil, false},
		"truncated mid file": {header + " half a te\n" + next, "half a te\n", true, nil, true},
		"damaged header":     {header + " x}\n&&%s&& %s Bro {x 2020 {}  y}\nmore\n" + next, "x", false, []string{`"Bro {x 2020 {}  y}"`}, true},
		"empty user":         {"&&%s&& %s Sea lamp {17 2020-01-14T04:02:59Z {0 }  x}\n", "x", false, nil, false},
		"control characters": {header + " a\x02b\x1b[31m\xff\xfec\u202e}\n", "ab[31m\ufffd\ufffdc", false, nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			got, bad := pages(t, NewArchive(strings.NewReader(x.file)))
			if len(got) == 0 || got[0].Text != x.text || got[0].Truncated != x.truncated || got[0].Title != "Sea lamp" || got[0].Revision != 17 {
				t.Fatalf("got %+v, want text %q truncated %v", got, x.text, x.truncated)
			}
			if second := len(got) == 2 && got[1].Title == "Fish"; second != x.second {
				t.Errorf("second page: %v, want %v", second, x.second)
			}
			if !got[0].Time.Equal(time.Date(2020, 1, 14, 4, 2, 59, 0, time.UTC)) {
				t.Errorf("time %v", got[0].Time)
			}
			if len(bad) != len(x.bad) {
				t.Fatalf("bad %v, want %v", bad, x.bad)
			}
			for i, b := range bad {
				if !strings.Contains(b.Error(), x.bad[i]) {
					t.Errorf("bad %v, want %q", b, x.bad[i])
				}
			}
		})
	}
}

// What an edit's comment is and where the text begins.
func TestSplitComment(t *testing.T) {
	for body, want := range map[string]struct {
		text      string
		ambiguous bool
	}{
		"Redirected page to [[Fish]] #REDIRECT [[Fish]]":                    {"#REDIRECT [[Fish]]", false},
		"#REDIRECT [[A]] #redirect [[A]]":                                   {"#redirect [[A]]", false},
		" plain text":                                                       {"plain text", false},
		"typo The '''Sea lamp''' is":                                        {"'''Sea lamp''' is", false},
		"typo {{stub}} '''x'''":                                             {"{{stub}} '''x'''", false},
		"/* Old lamps */ [[Lamp]]s of old.\n":                               {"[[Lamp]]s of old.\n", true},
		"see talk. A [[sea lamp]] is lit.\n":                                {"A [[sea lamp]] is lit.\n", false},
		"/* Oil */ link [[Lantern]]s burn it.\n":                            {"[[Lantern]]s burn it.\n", true},
		"/* Oil */ See the [[lantern]].\n":                                  {"See the [[lantern]].\n", true},
		"/* Oil */ [[Lantern]]s burn it.\n":                                 {"[[Lantern]]s burn it.\n", true},
		"Category: lights A sea lamp is lit.\n":                             {"A sea lamp is lit.\n", true},
		"something\nelse":                                                   {"something\nelse", true},
		"Changed redirect target from [[#REDIRECT]] #REDIRECT [[Sea fish]]": {"#REDIRECT [[Sea fish]]", false},
	} {
		if text, ambiguous := splitComment("Sea lamp", body); text != want.text || ambiguous != want.ambiguous {
			t.Errorf("splitComment(%q) = %q, %v, want %q, %v", body, text, ambiguous, want.text, want.ambiguous)
		}
	}
}

func export(pages ...string) string {
	return `<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.10/" version="0.10"><siteinfo><sitename>W</sitename></siteinfo>` + "\n" +
		strings.Join(pages, "\n") + "\n</mediawiki>\n"
}

func page(title, ns, text string) string {
	return "<page><title>" + title + "</title><ns>" + ns + "</ns><id>1</id><revision><id>5</id><timestamp>2022-02-02T02:02:02Z</timestamp>" +
		`<contributor><username>U</username><id>3</id></contributor><text xml:space="preserve">` + text + "</text></revision></page>"
}

func TestExport(t *testing.T) {
	bomb := `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>`
	file := `<?xml version="1.0"?>` + bomb + export(
		page("Sea lamp", "0", "'''Lamp''' &amp; &lt;b&gt; {{stub}}"),
		page("Bomb", "0", "&c;"),
		page("Talk:Sea lamp", "1", "x"),
		page("Odd", "3", "x"),
		page("Bell", "0", "a&#0;b"),
		page("Bytes", "0", "a\x02\xffb"),
		"<page><title>Cut",
		page("After", "0", strings.Repeat("x", 10)),
		page("", "0", "x"),
		"<page><title>No revision</title></page>",
		page(strings.Repeat("t", 300), "0", "x"),
		"<page><title>Twice</title><revision><id>1</id><text>old</text></revision><revision><id>2</id><text>new</text></revision></page>",
		page("Mismatch", "0", "<b>x"),
		page("Last", "0", "x"),
		"<page><title>Ends</title>")
	r, err := NewReader(strings.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	got, bad := pages(t, r)
	var have []string
	for _, p := range got {
		have = append(have, fmt.Sprintf("%s/%s/%v/%d", p.Title, p.Text, p.Article, p.Revision))
	}
	want := []string{"Sea lamp/'''Lamp''' & <b> {{stub}}/true/5", "Talk:Sea lamp/x/false/5", "Odd/x/false/5", "Bytes/a\ufffdb/true/5", "After/xxxxxxxxxx/true/5", "Twice/new/true/2", "Last/x/true/5"}
	if strings.Join(have, "\n") != strings.Join(want, "\n") {
		t.Errorf("pages:\n%s\nwant\n%s", strings.Join(have, "\n"), strings.Join(want, "\n"))
	}
	titles := ""
	for _, b := range bad {
		titles += b.Title + ";"
	}
	if titles != "Bomb;Bell;Cut;;No revision;T"+strings.Repeat("t", 59)+";Mismatch;Ends;" {
		t.Errorf("bad: %s %v", titles, bad)
	}
}

// Of a page's history the newest revision is kept, wherever it stands, and
// memory does not grow with the history.
func TestHistory(t *testing.T) {
	revision := func(id int, at, text string) string {
		return fmt.Sprintf("<revision><id>%d</id><timestamp>%s</timestamp><text>%s</text></revision>", id, at, text)
	}
	long := strings.Repeat("x", 1<<20)
	var history strings.Builder
	for i := range 40 {
		history.WriteString(revision(i, fmt.Sprintf("2020-01-%02dT00:00:00Z", 1+i%20), long))
	}
	r := NewExport(strings.NewReader(export(
		"<page><title>A</title><id>1</id>"+revision(3, "2021-01-01T00:00:00Z", "new")+revision(1, "2019-01-01T00:00:00Z", "old")+revision(2, "2020-01-01T00:00:00Z", "between")+"</page>",
		"<page><title>B</title>"+revision(8, "2020-01-01T00:00:00Z", "x")+revision(9, "2020-01-01T00:00:00Z", "same time")+"</page>",
		"<page><title>C</title>"+history.String()+revision(99, "2022-01-01T00:00:00Z", "last")+"</page>",
		"<page><title>D</title>"+revision(1, "2020-01-01T00:00:00Z", strings.Repeat("x", maxRecord+1))+revision(2, "2021-01-01T00:00:00Z", "short")+"</page>",
		"<page><title>E</title>"+revision(1, "2020-01-01T00:00:00Z", "short")+revision(2, "2021-01-01T00:00:00Z", strings.Repeat("x", maxRecord+1))+"</page>",
	)))
	got, bad := pages(t, r)
	have := ""
	for _, p := range got {
		have += fmt.Sprintf("%s %d %s;", p.Title, p.Revision, p.Text)
	}
	if have != "A 3 new;B 9 same time;C 99 last;D 2 short;" || len(bad) != 1 || bad[0].Title != "E" {
		t.Errorf("%s, bad %v", have, bad)
	}
	if n := cap(r.page.bytes) + cap(r.turn.bytes) + cap(r.newest.bytes); n > 3*maxRecord {
		t.Errorf("%d bytes kept", n)
	}
}

// An export that lacks its end lacks pages.
func TestEndTag(t *testing.T) {
	whole := export(page("A", "0", "x"), page("B", "0", "y"))
	for file, want := range map[string]error{
		whole: io.EOF,
		strings.TrimSuffix(whole, "</mediawiki>\n"): ErrCut,
		whole[:len(whole)-40]:                       ErrCut, // inside a page
		page("A", "0", "x"):                         io.EOF, // a piece of an export, which never said that it was one
		"<mediawiki>":                               ErrCut,
		"<mediawiki/>":                              io.EOF,
	} {
		r := NewExport(strings.NewReader(file))
		var err error
		for bad := (*Bad)(nil); err == nil || errors.As(err, &bad); {
			_, err = r.Next()
		}
		if !errors.Is(err, want) {
			t.Errorf("%q ends with %v, want %v", file, err, want)
		}
	}
}

func TestEncodings(t *testing.T) {
	head := func(name string) string { return `<?xml version="1.0" encoding="` + name + `"?>` }
	utf16 := func(s string, big bool) string {
		var b strings.Builder
		for _, r := range "\ufeff" + s {
			if big {
				b.WriteByte(byte(r >> 8))
			}
			b.WriteByte(byte(r))
			if !big {
				b.WriteByte(byte(r >> 8))
			}
		}
		return b.String()
	}
	text := export(page("\u00c9l\u00e9ment", "0", "na\u00efve"))
	latin := strings.NewReplacer("\u00c9", "\xc9", "\u00e9", "\xe9", "\u00ef", "\xef").Replace(text)
	for name, file := range map[string]string{
		"none":    text,
		"UTF-8":   head("UTF-8") + text,
		"mark":    "\xef\xbb\xbf" + head("utf-8") + text,
		"latin 1": head("ISO-8859-1") + latin,
		"windows": head("windows-1252") + latin,
		"little":  utf16(head("UTF-16")+text, false),
		"big":     utf16(head("UTF-16")+text, true),
	} {
		r, err := NewReader(strings.NewReader(file))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got, bad := pages(t, r)
		if len(got) != 1 || got[0].Title != "\u00c9l\u00e9ment" || got[0].Text != "na\u00efve" {
			t.Errorf("%s: %+v, %v", name, got, bad)
		}
	}
	if _, err := NewReader(strings.NewReader(head("klingon") + text)); err == nil || !strings.Contains(err.Error(), "klingon") {
		t.Errorf("an unknown encoding: %v", err)
	}
}

// endless gives n bytes of one letter between two texts.
type endless struct {
	before, after string
	n             int
}

func (e *endless) Read(p []byte) (int, error) {
	switch {
	case e.before != "":
		n := copy(p, e.before)
		e.before = e.before[n:]
		return n, nil
	case e.n > 0:
		n := min(len(p), e.n)
		for i := range n {
			p[i] = 'x'
		}
		e.n -= n
		return n, nil
	case e.after != "":
		n := copy(p, e.after)
		e.after = e.after[n:]
		return n, nil
	}
	return 0, io.EOF
}

// A page that is far too long is set aside and takes no memory to speak of.
func TestHugePage(t *testing.T) {
	const size = 64 << 20
	before := "<page><title>Huge</title><revision><text>"
	for name, r := range map[string]Reader{
		"export":  NewExport(&endless{before, "</text></revision></page>" + page("Next", "0", "x"), size}),
		"archive": NewArchive(&endless{"&&%s&& %s Huge {17 2020-01-14T04:02:59Z {630 A}  ", "}\n&&%s&& %s Next {17 2020-01-14T04:02:59Z {630 A}  x}\n", size}),
	} {
		got, bad := pages(t, r)
		if len(got) != 1 || got[0].Title != "Next" || got[0].Truncated || len(bad) != 1 || bad[0].Title != "Huge" || !strings.Contains(bad[0].Reason, "8 MB") {
			t.Errorf("%s: %v, %v", name, got, bad)
		}
		switch r := r.(type) {
		case *Export:
			if n := cap(r.page.bytes) + cap(r.turn.bytes) + cap(r.newest.bytes); n > 2*maxRecord {
				t.Errorf("%d bytes kept", n)
			}
		case *Archive:
			if cap(r.record.body) > 2*MaxText {
				t.Errorf("%d bytes kept", cap(r.record.body))
			}
		}
	}
}

func TestNewReader(t *testing.T) {
	for text, ok := range map[string]bool{
		"<mediawiki>": true, "\xef\xbb\xbf <?xml version='1.0'?>": true, "tail}\n" + header + "x}\n": true,
		"": false, "hello": false, "\x00\x01": false,
	} {
		if _, err := NewReader(strings.NewReader(text)); (err == nil) != ok || err != nil && !errors.Is(err, ErrFormat) {
			t.Errorf("NewReader(%q): %v", text, err)
		}
	}
}

func TestRedirect(t *testing.T) {
	for text, want := range map[string]Target{
		"#REDIRECT [[Fish]]":                           {"Fish", ""},
		"#redirect : [[sea_fish#The_big_one|label]] x": {"Sea fish", "The big one"},
		"\n#Redirect[[:Category:Fish]]":                {"Category:Fish", ""},
		"Not a #REDIRECT [[Fish]]":                     {},
		"#REDIRECT [[]]":                               {},
		"#REDIRECT Fish":                               {},
	} {
		got, ok := (&Page{Text: text}).Redirect()
		if ok != (want.Title != "") || ok && got != want {
			t.Errorf("Redirect(%q) = %+v, %v, want %+v", text, got, ok, want)
		}
	}
}

var parser = Parser{Symbol: func(name string) string { return map[string]string{"dingo": "d"}[name] }}

// Every construct of the table, from markup to plain text.
func TestRender(t *testing.T) {
	for markup, want := range map[string]string{
		"'''Studied''' ''foo'' '''''x'''''":                 "Studied foo x",
		"the golem {{white|'}} ''it's''":                    "the golem ' it's",
		"[[Potion of gain energy]]":                         "Potion of gain energy",
		"[[wand]]s":                                         "wands",
		"[[A|b]] [[A#S|b]] [[A#S]]":                         "b b A#S",
		"[[Elf (monster attribute)|elves]]":                 "elves",
		"[[Foo (bar)|]]":                                    "Foo",
		"x [[Category:Fish]][[fr:Poisson]]y":                "x y",
		"x [[File:a.png|thumb|a [[b]] {{frac|6}}\nmore]] y": "x y\na b 1/6 more",
		"[[image:a.png]]z":                                  "z",
		"[[:Category:Fish]] [[wikipedia:X|Y]]":              "Category:Fish Y",
		"[http://u.example/a label here]":                   "label here",
		"[https://u.example/a]":                             "https://u.example/a",
		"[not a link] [x":                                   "[not a link] [x",
		"{{frac|6}} {{frac|2|3}} {{frac|1|1|3}}":            "1/6 2/3 1 1/3",
		"{{monsymlink|salamander}} {{msl|x}}":               "salamander x",
		"{{monsym|dingo}} {{monsym|unseen}}":                "d unseen",
		"a {{monclass|&}} {{monclass| }}":                   "a & (space)",
		"{{magenta|Z}}{{white|@}}{{black|..}}{{brightblue|x}}{{purple|y}}{{light gray|z}}": "Z@..xyz",
		"{{blue|{}} {{blue|}}}": "{ }",
		"a{{refsrc|src/muse.c|338|nethack=3.6.6|comment=[[Defensive item]] usage}}<ref>b</ref><ref name=x />.{{reffunc|a}}": "a.",
		"{{upcoming|NetHack 3.7.0|it [[swim]]s}}":                                 "(3.7.0: it swims)",
		"{{otheruses|a|b|C}}{{redirects-here|x}}{{for|x}}{{distinguish|y}}\ntext": "text",
		"{{stub}}{{todo|x}}{{spoiler}}{{Float right|__TOC__}}__TOC__ __NOTOC__x":  "x",
		"{{sa|MAP}}": "MAP",
		"{{of|wand|digging|fire|lightning|or=1}}":                             "digging, fire, or lightning",
		"{{of|wand|digging|fire}}":                                            "digging and fire",
		"{{! of|light}} {{+ of|knock}} {{spellbook of|x}}":                    "light knock x",
		"{{kbd|ctrl|x}} {{kbd|#pray}} <kbd>a</kbd> <tt>b</tt> <code>c</code>": "^X #pray a b c",
		"{{message|You feel limber!|explanation}}":                            `"You feel limber!" - explanation`,
		"a {{encyclopedia|long}}{{guidebook|x}}":                              "a",
		"{{davg|2|4}} {{d|2|4}}":                                              "5 2d4",
		"{{rn1|5|2}} {{rn1|x|y}}":                                             "2-6 y-(x+y-1)",
		"{{hilite|a}} {{nowrap|b}} {{abbr|c|long}}":                           "a b c",
		"a{{va|x}}{{commit|abc}}":                                             "a",
		"{{patch |name=Fish |author=L}}\nx":                                   "x",
		"a{{!}}b{{=}}c &#124;&#125;&nbsp;&minus;&ndash;&amp;lt;":              "a|b=c |} −–&lt;",
		"<nowiki>[[ '''x''' {{stub}}</nowiki>":                                "[[ '''x''' {{stub}}",
		"''<his/her>'' a < b <b>c</b><br>d":                                   "<his/her> a < b c d",
		"a <!-- hidden --> b <!-- open":                                       "a b open",
		"{{unclosed [[link text here":                                         "unclosed [[link text here",
		"{{a|{{b|{{frac|6}}":                                                  "a|b|1/6",
		"closed }} too ]] often":                                              "closed }} too ]] often",
		"{{message|{{frac|6}} of [[a|b]]}}":                                   `"1/6 of b"`,
		"{{foo [[bar}} baz]] end":                                             "baz]] end",
		"in a {{Some unknown|word|x=y}} line":                                 "in a word line",
		"{{Block template|word}}\ntext":                                       "text",
		"{{main|Fish#Big}}\ntext":                                             "Main article: Fish#Big\ntext",
		"# one\n## two\n: three\n; term : def":                                "one\ntwo\nthree\nterm: def",
		"== Head ==\ntext\n\nmore\nlines\n----\nend":                          "Head\ntext\nmore lines\nend",
		"=Law Quest=\nx":                                                      "Law Quest\nx",
		" a  b\n  c\nd":                                                       "a  b\n c\nd",
		"{|\n!a\n!b\n|-\n|1||2\n|-\n|style=\"x\"|3\n|4\n|}":                   "a: b\n1: 2\n3: 4",
		"{|\n|+ cap\n!N!!AC!!Wt\n|-\n|x||1||2\n|-\n|y|| ||3\n|}":              "cap\nN: x, AC: 1, Wt: 2\nN: y, Wt: 3",
		"{|\n!a!!b!!c\n|-\n|rowspan=2|1||2||3\n|-\n|4||5\n|}":                 "a: 1, b: 2, c: 3\na: 1, b: 4, c: 5",
		"{|\n|colspan=2|x||y\n|-\n|never closed\n\n==Next==\ntext":            "x, y\nnever closed\nNext\ntext",
		"{|\n|a\n{|\n|inner\n|}\n|b\n|}\nafter":                               "a\ninner\nb\nafter",
		"<div class=\"ttymap\"><replacecharsblock rules=\"ttymap\">\n1=[[Chest|{{brown|(}}]]\n\n}}}\n}1}\n}}}\n</replacecharsblock></div>": "}}}\n}(}\n}}}",
		"<pre>a  <b> {{x}}\n b</pre>":             "a  <b> {{x}}\n b",
		"{{stub|<pre>gone</pre>}}<pre>kept</pre>": "kept",
	} {
		d := parser.Parse(markup)
		got := strings.TrimSuffix(d.Text(), "\n")
		if len(d.Boxes) > 0 {
			got = strings.TrimSuffix(strings.TrimSuffix(got, d.Boxes[0].String()), "\n")
		}
		if got != want {
			t.Errorf("%q\n got %q\nwant %q", markup, got, want)
		}
	}
}

func TestDocument(t *testing.T) {
	d := parser.Parse("{{nethack-360}}{{noversion}}{{slashem-7E7}}{{variant-343}}{{disambig}}\n'''Fish''' may be:\n* [[Fish (monster)|the monster]], wet\n* [[fish#raw]]\n")
	if got := strings.Join(d.Versions, " "); got != "3.6.0 SLASH'EM 0.0.7E7 3.4.3" {
		t.Errorf("versions %s", got)
	}
	if !d.Disambiguation {
		t.Error("not seen to be a disambiguation")
	}
	if len(d.Blocks) != 3 || d.Blocks[1].Link != "Fish (monster)" || d.Blocks[2].Link != "fish#raw" {
		t.Errorf("blocks %+v", d.Blocks)
	}
	d = parser.Parse("{{monster |name=killer bee |symbol={{yellow|a}} |difficulty=5 |level=1 |experience=19 |speed=18 |AC=\u22121 |MR=0\n|align=0 |frequency=Rare |attacks=Sting 1d3 [[poison]]ous |weight=1 |resistances=Poison |resistances conveyed=Poison (30%) |attributes={{attributes|A killer bee|=\n|lgroup=1|fly=1|x=}} |refline=104}}\n")
	want := "killer bee (a): lvl 1, diff 5, spd 18, AC -1, MR 0, align 0, Sting 1d3 poisonous; resists poison; conveys poison (30%)"
	if len(d.Boxes) != 1 || d.Boxes[0].String() != want || d.Summary(350) != want {
		t.Errorf("boxes %+v, summary %q", d.Boxes, d.Summary(350))
	}
	if d = parser.Parse("{{weapon |name=dagger |cost=4 |skill=}}"); d.Summary(99) != "dagger (weapon): cost 4" {
		t.Errorf("summary %q", d.Summary(99))
	}
}

func TestSummary(t *testing.T) {
	for markup, want := range map[string]string{
		"{{stub}}\n:''For fish see [[Fish]].''\n'''Lamps''' burn. They glow.\n\nMore.": "Lamps burn. They glow.",
		"== Head ==\n* one.\n* two\n":            "one; two",
		"Lamps are:\n* oil\n* brass\n":           "Lamps are: oil; brass",
		" MAZEWALK:place,dir\n\nCreates a maze.": "MAZEWALK:place,dir - Creates a maze.",
		"\n\n":                                   "",
		"!!\n\nReal text.":                       "Real text.",
		"=== X ===\n X:1\n=== Y ===\ntext":       "X:1",
		strings.Repeat("word ", 30):              "word word word word word word word word word word word…",
		"He (e.g. St. John) lit it vs. rain, i.e. it burned. Then it rained and rained.": "He (e.g. St. John) lit it vs. rain, i.e. it burned.",
		"\"Is it lit?\" (He asked.) Version 3.4.3 of the lamp never burns out.":          "\"Is it lit?\" (He asked.)",
	} {
		if got := parser.Parse(markup).Summary(60); got != want {
			t.Errorf("%q\n got %q\nwant %q", markup, got, want)
		}
	}
}

func TestSections(t *testing.T) {
	text := "lead\n=One=\na\n== Two_b ==\nb\n=== [[Three]] ===\nc\n== Fours ==\nd\n=Five\n= =\n"
	s := parser.Sections(text)
	got := ""
	for _, x := range s {
		got += fmt.Sprintf("%d %s %q;", x.Level, x.Title, text[x.Body:x.End])
	}
	want := `1 One "a\n== Two_b ==\nb\n=== [[Three]] ===\nc\n== Fours ==\nd\n=Five\n= =\n";2 Two_b "b\n=== [[Three]] ===\nc\n";3 Three "c\n";2 Fours "d\n=Five\n= =\n";`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for name, at := range map[string]int{"two b": 1, "Two_B": 1, "THREE": 2, "four": 3, "nothing": -1, "": -1} {
		if f := Find(s, name); at < 0 && f != nil || at >= 0 && f != &s[at] {
			t.Errorf("Find(%q) = %v", name, f)
		}
	}
}

// processor returns the processor time that was spent so far: other programs run on the same
// machine.
func processor() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// Hostile markup: it ends soon, and what comes out is not much longer than
// what went in.
func TestHostile(t *testing.T) {
	n, fast := 60_000, time.Second
	if truthtest.Nightly() {
		n, fast = 300_000, 5*time.Second
	}
	for name, text := range map[string]string{
		"open templates":  strings.Repeat("{{", n),
		"open links":      strings.Repeat("[[a|", n),
		"mixed":           strings.Repeat("{{[[", n),
		"closed deep":     strings.Repeat("{{a|", n) + "x" + strings.Repeat("}}", n),
		"closings":        strings.Repeat("}}]]", n),
		"nested closings": strings.Repeat("{{x|[[y}}", n),
		"bars":            "{{a" + strings.Repeat("|", 4*n) + "}}",
		"tags":            strings.Repeat("<ref><b ", n),
		"pre":             strings.Repeat("<pre><PRE>", n),
		"comments":        strings.Repeat("<!--", n),
		"apostrophes":     strings.Repeat("''''", n),
		"addresses":       strings.Repeat("[http://", n),
		"entities":        strings.Repeat("&amp", n),
		"rows":            "{|\n!" + strings.Repeat("h", 90) + strings.Repeat("!!"+strings.Repeat("h", 90), 20) + "\n" + strings.Repeat("|-\n|a"+strings.Repeat("||a", 20)+"\n", n/20),
		"cell lines":      "{|\n|a\n" + strings.Repeat("b\n", 2*n),
		"spans":           "{|\n" + strings.Repeat("|-\n|rowspan=200 colspan=40|x\n", n/10),
		"tables":          strings.Repeat("{|\n", n),
		"headings":        strings.Repeat("=a=\n", n),
		"items":           strings.Repeat("*", 4*n),
		"includes":        strings.Repeat("<includeonly>", n),
		"attributes":      strings.Repeat("<b <nowiki>", n),
		"picture bars":    "[[File:a" + strings.Repeat("|", 4*n) + "]]",
		"galleries":       "<gallery>" + strings.Repeat("a|b\n", n) + "</gallery>",
		"switches":        strings.Repeat("{{#switch:a|", n) + strings.Repeat("}}", n),
		"captions":        "{|\n" + strings.Repeat("|+ c\n", n),
		"emphasis":        strings.Repeat("'''a ''", n),
		"open addresses":  strings.Repeat("[http://a ", n),
	} {
		t.Run(name, func(t *testing.T) {
			took := func(text string) time.Duration {
				before := processor()
				parser.Sections(text)
				parser.Parse(text).Summary(350)
				return processor() - before
			}
			// What grows with the square takes 64 times as long for eight times the
			// text, every time.
			for try := 1; ; try++ {
				part, whole := took(text[:len(text)/8]), took(text)
				if whole <= fast || whole <= 30*part {
					break
				}
				if try == 3 {
					t.Errorf("took %v for %d MB, but %v for an eighth of it", whole, len(text)>>20, part)
					break
				}
			}
			d := parser.Parse(text)
			if out := len(d.Text()); out > 4*len(text)+1<<17 {
				t.Errorf("%d bytes became %d", len(text), out)
			}
		})
	}
}

// However deep markup nests, the stack stays short, and what closes it is not
// left in the text.
func TestDepthIsBounded(t *testing.T) {
	const deep = 10 * maxDepth
	in := inline{parser: &parser, doc: &Document{}, src: strings.Repeat("{{white|", deep) + "x" + strings.Repeat("}}", deep) + " y"}
	in.run()
	if cap(in.stack) > 2*maxDepth {
		t.Errorf("a stack of %d", cap(in.stack))
	}
	if got := string(in.out); !strings.HasSuffix(got, "x y") {
		t.Errorf("%q", got)
	}
}

// A cell that reaches over several rows is shown in full once.
func TestSpansAreCut(t *testing.T) {
	d := parser.Parse("{|\n|rowspan=3|" + strings.Repeat("long ", 1000) + "||b\n|-\n|c\n|-\n|d\n|}")
	if len(d.Blocks) != 3 || len(d.Blocks[0].Text) < 4000 || len(d.Blocks[1].Text) > 2*maxRepeat || len(d.Blocks[2].Text) > 2*maxRepeat {
		t.Errorf("%d blocks", len(d.Blocks))
	}
}

// The archive that the project was given, where it is there.
func TestGivenArchive(t *testing.T) {
	f, err := os.Open("../../../shared/seeds/004_f77aa3e593f8ebfa.txt")
	if err != nil {
		t.Skip("the archive is not beside the module:", err)
	}
	defer f.Close()
	got, bad := pages(t, NewArchive(f))
	redirects, truncated := 0, 0
	for _, p := range got {
		if _, ok := p.Redirect(); ok {
			redirects++
		}
		if p.Truncated {
			truncated++
		}
		if !utf8.ValidString(p.Text) {
			t.Errorf("%s is not UTF-8", p.Title)
		}
	}
	if len(got) != 34 || len(bad) != 1 || redirects != 23 || truncated != 1 {
		t.Errorf("%d pages, %d redirects, %d truncated, bad %v", len(got), redirects, truncated, bad)
	}
	last := got[len(got)-1]
	if !strings.HasSuffix(last.Text, "{{monsymlink|salamander}}") || !last.Truncated {
		t.Errorf("the last page ends in %q", last.Text[len(last.Text)-30:])
	}
	if s := parser.Parse(got[len(got)-6].Text).Summary(350); len(s) > 350 {
		t.Errorf("summary of %d bytes", len(s))
	}
}

func FuzzArchive(f *testing.F) {
	f.Add("tail}\n" + header + "c #REDIRECT [[x#y]]}\n&&%s&& %s Bro {}}\n" + header + " {{x}}\n")
	f.Fuzz(func(t *testing.T, file string) {
		got, _ := pages(t, NewArchive(strings.NewReader(file)))
		checkPages(t, got, len(file))
	})
}

func FuzzExport(f *testing.F) {
	f.Add(export(page("A", "0", "x &amp; y"), "<page>", page("B", "1", "&a;")))
	f.Add("<mediawiki ")
	f.Fuzz(func(t *testing.T, file string) {
		got, _ := pages(t, NewExport(strings.NewReader(file)), ErrCut)
		checkPages(t, got, len(file))
	})
}

func checkPages(t *testing.T, got []*Page, size int) {
	for _, p := range got {
		if p.Title == "" || len(p.Title) > MaxTitle || len(p.Text) > 3*size || clean([]byte(p.Text)) != p.Text || clean([]byte(p.Title)) != p.Title {
			t.Errorf("page %+v", p)
		}
		p.Redirect()
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"{{a|{{b}}|[[c|d]]}} '''x''' <ref>y</ref>\n* i\n{|\n!a!!b\n|-\n|c||rowspan=2|d\n|}\n== h ==\n code\n",
		"<replacecharsblock>\n1=[[x|y]]\n\n1\n</replacecharsblock><nowiki>{{</nowiki>&#124;[http://a b] {{of|a|b|or=1}}{{nethack-360}}",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		text = clean([]byte(text))
		d := parser.Parse(text)
		out := d.Text()
		if !utf8.ValidString(out) || clean([]byte(out)) != out {
			t.Errorf("%q became %q", text, out)
		}
		if len(out) > 8*len(text)+1<<17 {
			t.Errorf("%d bytes became %d", len(text), len(out))
		}
		if s := d.Summary(100); len(s) > 100 || !utf8.ValidString(s) {
			t.Errorf("summary %q", s)
		}
		for _, b := range d.Blocks {
			if b.Kind != Code && strings.Contains(b.Text, "\n") {
				t.Errorf("a block of two lines: %q", b.Text)
			}
		}
		for _, s := range parser.Sections(text) {
			if s.Start >= s.Body || s.Body > s.End || s.End > len(text) {
				t.Errorf("section %+v of %d bytes", s, len(text))
			}
		}
	})
}

var sample = strings.Repeat("'''Lamps''' are [[tool]]s that {{of|wand|light|fire}} cannot{{refsrc|src/a.c|1}} light. {{frac|6}} of them burn.\n\n* [[Oil lamp|one]]\n* two\n== More ==\n{|\n!a\n!b\n|-\n|1||2\n|}\n", 40)

func BenchmarkParse(b *testing.B) {
	b.SetBytes(int64(len(sample)))
	for b.Loop() {
		parser.Parse(sample)
	}
}

func BenchmarkExport(b *testing.B) {
	file := export(strings.Split(strings.Repeat(page("A", "0", sample)+"\x00", 50), "\x00")...)
	b.SetBytes(int64(len(file)))
	for b.Loop() {
		pages(b, NewExport(strings.NewReader(file)))
	}
}

func BenchmarkArchive(b *testing.B) {
	file := strings.Repeat(header+" "+sample+"}\n", 50)
	b.SetBytes(int64(len(file)))
	for b.Loop() {
		pages(b, NewArchive(strings.NewReader(file)))
	}
}
