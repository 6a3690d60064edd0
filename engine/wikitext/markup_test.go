package wikitext

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"
)

// What MediaWiki shows of markup, in our own examples: emphasis, tags, links,
// tables, what is for other pages, parser functions.
func TestMarkup(t *testing.T) {
	for markup, want := range map[string]string{
		"the ''Delphi'''s":            "the Delphi's",
		"''one'''":                    "one'",
		"'''two''":                    "'two",
		"''a'' '''b''' '''''c'''''":   "a b c",
		"a '''b ''c'''s '''d\n''e'''": "a b c's d e'",
		"a <wbr>b<dfn>c</dfn><time>d</time><mark>e</mark><data value=1>f</data><bdi>g</bdi>": "a bcdefg",
		"<ruby>f<rp>(</rp><rt>g</rt><rp>)</rp></ruby><style>.x{}</style><link rel=x />":      "f(g)",
		"<div>a</div>b <s.x> <b→> <b|>":                                                      "a b <s.x> <b→> <b|>",
		"<div <div>a</div>":                                                                  "<div a",
		"<nowiki>&lt;b&gt;</nowiki><nowiki/>[[a|<nowiki/>]]":                                 "<b>",
		"<nowiki/>* no item":                                                                 "* no item",
		"<pre><nowiki>''x''</nowiki> &lt;</pre>":                                             "''x'' <",
		"a<includeonly>b</includeonly><noinclude>c</noinclude>":                              "ac",
		"<span <includeonly>x</includeonly>id=y>d</span>":                                    "d",
		"<nowiki><includeonly></nowiki>":                                                     "<includeonly>",
		"<math>E=mc^2 &lt; 3</math>":                                                         "E=mc^2 < 3",
		"[mailto:a@b.example write] [HTTPS://a.example x] [irc://b y] [//c.example z]":       "write x y z",
		"[http://[::1]/ six] [http://a.example/''x'' y] [http://b.example<b>z</b>]":          "six x y z",
		"[http://a.example first\nsecond]":                                                   "[http://a.example first second]",
		"[[http://a.example x]] [http://a.example]":                                          "[x] http://a.example",
		"[[a<b]] [[c}]] [[]] [[%253c]] [[./d]] [[User:]] [[&amp;amp;]]":                      "[[a<b]] [[c}]] [[]] [[%253c]] [[./d]] [[User:]] [[&amp;]]",
		"[[e<nowiki>f</nowiki>]] [[|g]]":                                                     "[[ef]] [[|g]]",
		"[[7%25 done]] [[#Part]] [[d''e]] [[Media:a.ogg]]":                                   "7% done #Part d''e Media:a.ogg",
		"[[[a]]] [[[[b]]]]":                                                                  "[[[a]]] [[b]]",
		"[[open\n== h ==":                                                                    "[[open\nh",
		"[[A| ]]b":                                                                           "b",
		"---- after\n__init__ __notoc__":                                                     "after __init__",
		"{|\n!a||b||c\n|}":                                                                   "a, b, c",
		":{|\n|+ x=y | cap\n|a\n|} b":                                                        "cap\na\nb",
		"{|\n!a!!b!!c\n|-\n!d!!e!!f\n|}":                                                     "a, b, c\nd, e, f",
		"{|\n!x=1|a!!b\n|-\n|c||d\n|}":                                                       "a: b\nc: d",
		"<gallery caption=\"all\">\nFile:a.png|20px|one [[b]]\nc.png\n</gallery>x":           "all\none b\nx",
		"[[File:a.png|caption]]b [[File:a.png|20px|thumb|alt=x|c]]":                          "b\nc",
		"[[File:a.png|thumb|a [[File:b.png|thumb|b]] c]]":                                    "a b c",
		"{{#if: | a | b}}{{#if:x|c|d}}{{#ifeq:a|a|e|f}}{{#ifeq:a|b|g=1|h=2}}":                "bceh=2",
		"{{#switch:b|a|b=x|y}}{{#switch:c|a=x|#default=y}}{{#switch:d|a=x|z}}":               "xyz",
		"{{lc:ABC}} {{UC:d}} {{ucfirst:ef}} {{PAGENAME}}{{#expr:1+1}}{{formatnum:1000}}":     "abc D Ef 1000",
		"{{#if:{{#if:|x}}|bad|{{frac|2}}}}":                                                  "1/2",
	} {
		if got := strings.TrimSuffix(parser.Parse(markup).Text(), "\n"); got != want {
			t.Errorf("%q\n got %q\nwant %q", markup, got, want)
		}
	}
}

// A caption stands apart from the sentence around it and is no summary.
func TestCaptions(t *testing.T) {
	d := parser.Parse("[[File:a.png|thumb|A picture.]]\nA [[lamp]] [[File:b.png|frame|Lit.]] burns.\n")
	if got := d.Summary(99); got != "A lamp burns." {
		t.Errorf("summary %q", got)
	}
	if len(d.Blocks) != 3 || d.Blocks[1].Kind != Caption || d.Blocks[2].Text != "Lit." || d.Blocks[0].Link != "lamp" {
		t.Errorf("blocks %+v", d.Blocks)
	}
}

// testdata/differs.tsv names what is shown otherwise than MediaWiki does it, and
// why. Each line of it must still be so.
func TestDiffers(t *testing.T) {
	f, err := os.Open("testdata/differs.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		columns := strings.Split(lines.Text(), "\t")
		if len(columns) != 4 {
			t.Fatalf("%q has %d columns", lines.Text(), len(columns))
		}
		var text [3]string
		for i := range text {
			if text[i], err = strconv.Unquote(`"` + columns[i] + `"`); err != nil {
				t.Fatalf("%q: %v", columns[i], err)
			}
		}
		n++
		got := strings.TrimSuffix(parser.Parse(text[0]).Text(), "\n")
		if got != text[2] || got == text[1] || columns[3] == "" {
			t.Errorf("%q is shown as %q, MediaWiki's %q, noted as %q because %s", text[0], got, text[1], text[2], columns[3])
		}
	}
	if n < 10 {
		t.Errorf("%d lines", n)
	}
}
