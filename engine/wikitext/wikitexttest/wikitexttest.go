package wikitexttest

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
)

var (
	first  = strings.Fields("amber brass cloudy damp early frosty gilded hollow iron jagged knotted lunar mossy narrow oaken pale quiet rusty silent tangled")
	second = strings.Fields("anvil badger candle drum eel fountain goblet harp idol jackal kettle lantern mirror newt otter pillar quill raven shield turtle")
	common = strings.Fields("the a of and to in is it you that he was for on are with as his they be at one have this from or had by hot but some what there we can out other were all your when up use word how said an each she which do their time if will way about many then them would write like so these her long make thing see him two has look more day could go come did my sound no most number who over know water than call first people may down side been now find")
)

// Page returns the title and the markup of page i, of about size bytes. Every
// third page redirects to the one before it, every 500th is a disambiguation.
func Page(i, size int) (title, text string) {
	title = Title(i)
	if i%3 == 1 {
		return title, "#REDIRECT [[" + Title(i-1) + "#Use]]"
	}
	d := rand.New(rand.NewPCG(1, uint64(i)))
	word := func() string {
		switch d.IntN(8) {
		case 0:
			return first[d.IntN(len(first))]
		case 1:
			return "[[" + second[d.IntN(len(second))] + "]]s"
		case 2:
			return fmt.Sprintf("w%d", d.IntN(4000)*d.IntN(20)) // rare words
		}
		return common[d.IntN(len(common))]
	}
	var b strings.Builder
	sentence := func() {
		for n := 6 + d.IntN(10); n > 0; n-- {
			b.WriteString(word())
			b.WriteByte(' ')
		}
		switch d.IntN(6) {
		case 0:
			b.WriteString("({{frac|6}})")
		case 1:
			b.WriteString("{{refsrc|src/a.c|12|nethack=3.6.6}}")
		case 2:
			b.WriteString("''now''")
		default:
			b.WriteString("so")
		}
		b.WriteString(". ")
	}
	if i%500 == 2 {
		fmt.Fprintf(&b, "{{disambig}}\n'''%s''' may be:\n* [[%s]], the first\n* [[%s]], the other\n", title, Title(i+1), Title(i+3))
		return title, b.String()
	}
	fmt.Fprintf(&b, "{{item |name=%s |cost=%d |weight=%d}}\n'''%s''' is a thing for tests. ", title, d.IntN(500), d.IntN(90), title)
	for k := 0; b.Len() < size; k++ {
		switch k % 8 {
		case 0:
			sentence()
			b.WriteString("\n\n== " + [...]string{"Generation", "Use", "Strategy", "History", "Variants"}[k/8%5] + " ==\n")
		case 3:
			b.WriteString("\n* ")
			sentence()
			b.WriteString("\n* ")
			sentence()
			b.WriteByte('\n')
		case 5:
			b.WriteString("\n{| class=\"prettytable\"\n! a !! b !! c\n|-\n| 1 || [[x|two]] || 3\n|}\n")
		case 7:
			b.WriteString("\n\n")
		default:
			sentence()
			sentence()
		}
	}
	b.WriteString("\n{{nethack-360}}\n[[Category:Things]]\n")
	return title, b.String()
}

// Title returns the title of page i; no two are equal.
func Title(i int) string {
	name := first[i%len(first)] + " " + second[i/len(first)%len(second)]
	if n := i / (len(first) * len(second)); n > 0 {
		name += fmt.Sprintf(" of %s %d", second[n%len(second)], n)
	}
	return strings.ToUpper(name[:1]) + name[1:]
}

// Export writes n pages of about size bytes as a MediaWiki XML export.
func Export(w io.Writer, n, size int) error {
	out := bufio.NewWriterSize(w, 1<<20)
	fmt.Fprint(out, `<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.10/" version="0.10" xml:lang="en">`+"\n  <siteinfo><sitename>Test</sitename></siteinfo>\n")
	for i := range n {
		title, text := Page(i, size)
		fmt.Fprintf(out, "  <page>\n    <title>%s</title>\n    <ns>0</ns>\n    <id>%d</id>\n    <revision>\n      <id>%d</id>\n      <timestamp>2024-02-03T04:05:06Z</timestamp>\n"+
			"      <contributor><username>Somebody</username><id>7</id></contributor>\n      <comment>an edit</comment>\n      <text xml:space=\"preserve\">", title, i+1, i+100)
		if err := xml.EscapeText(out, []byte(text)); err != nil {
			return err
		}
		fmt.Fprint(out, "</text>\n    </revision>\n  </page>\n")
	}
	fmt.Fprint(out, "</mediawiki>\n")
	return out.Flush()
}

// Archive writes the same pages as a wiki archive.
func Archive(w io.Writer, n, size int) error {
	out := bufio.NewWriterSize(w, 1<<20)
	for i := range n {
		title, text := Page(i, size)
		fmt.Fprintf(out, "&&%%s&& %%s %s {%d 2024-02-03T04:05:06Z {7 Somebody}  %s}\n", title, i+100, text)
	}
	return out.Flush()
}
