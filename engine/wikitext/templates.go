package wikitext

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// call is a template with its arguments, which are expanded already.
type call struct {
	in    *inline
	name  string // lower case, with spaces
	args  []string
	named []Pair
	parts []string // all that stands between bars, the name first
	block bool     // it stands on lines of its own
}

// arg returns the i-th argument from 0, trimmed, or "" if there is none.
func (c *call) arg(i int) string {
	if i >= len(c.args) {
		return ""
	}
	return strings.TrimSpace(c.args[i])
}

func (c *call) get(name string) string {
	for _, p := range c.named {
		if p.Name == name {
			return p.Value
		}
	}
	return ""
}

// maxArgs bounds the arguments of one template that are read.
const maxArgs = 200

// closeTemplate replaces the template on top of the stack by what it shows.
func (in *inline) closeTemplate() {
	f := in.top()
	content := in.out[f.start:]
	// A heading inside: the template was never closed and this "}}" is
	// another's. Its words stay.
	if i := bytes.Index(content, []byte("\n==")); i >= 0 && !isBox(firstPart(content, f)) {
		in.pop()
		return
	}
	c := call{in: in}
	from := f.start
	for i := 0; i <= len(f.seps) && i <= maxArgs; i++ {
		end := len(in.out)
		if i < len(f.seps) {
			end = f.seps[i]
		}
		part := string(in.out[from:end])
		from = min(end+1, len(in.out))
		c.parts = append(c.parts, part)
		if i == 0 {
			c.name = templateName(part)
			continue
		}
		if name, value, ok := strings.Cut(part, "="); ok && isName(name) {
			name = strings.TrimSpace(name)
			if n, err := strconv.Atoi(name); err == nil && n >= 1 && n <= maxArgs {
				for len(c.args) < n {
					c.args = append(c.args, "")
				}
				c.args[n-1] = value
			} else {
				c.named = append(c.named, Pair{name, strings.TrimSpace(value)})
			}
			continue
		}
		c.args = append(c.args, part)
	}
	before := in.out[:f.start]
	c.block = (len(before) == 0 || before[len(before)-1] == '\n') &&
		(in.pos >= len(in.src) || in.src[in.pos] == '\n')
	in.out = before
	in.pop()
	in.expand(&c)
}

func firstPart(content []byte, f *frame) string {
	if len(f.seps) > 0 {
		content = content[:f.seps[0]-f.start]
	}
	return templateName(string(content[:min(len(content), 100)]))
}

// templateName returns a template's name in one spelling.
func templateName(s string) string {
	s, _ = finish(strings.ReplaceAll(s, "_", " "), true)
	return strings.ToLower(strings.TrimPrefix(cutAt(s, 100), "Template:"))
}

// isName reports whether what comes before a "=" is a parameter's name and
// not a piece of text.
func isName(s string) bool {
	s = strings.TrimSpace(s)
	if s == "" || len(s) > 40 {
		return false
	}
	for _, r := range s {
		if r >= utf8.RuneSelf || !isAlnum(byte(r)) && r != ' ' && r != '_' && r != '-' {
			return false
		}
	}
	return true
}

// colours holds the templates that only paint their argument.
var colours = set("black red green brown blue magenta cyan gray grey lightgray lightgrey orange brightgreen yellow brightblue " +
	"brightmagenta brightcyan white purple lightgreen lightblue lightmagenta lightcyan brightred darkgray darkgrey brightblack nocolor pink " +
	"bold noshade ttyglyph")

// shown holds the templates that show their first argument.
var shown = set("monsymlink msl monsymlink2 hilite nowrap abbr sa tt code small big mono nobr nobreak u i b s em color colour " +
	"spellbook-of wand-of ring-of tooltip term glyph anchor-text lc uc ucfirst lcfirst smallcaps monclass-name itemlink")

// dropped holds the templates that a chat needs nothing of.
var dropped = set("refsrc reffunc ref reflist refs cite citation note efn va commit todo stub spoiler float-right floatright clear " +
	"otheruses redirects-here redirect for about distinguish confused encyclopedia guidebook toc toclimit tocright navbox wikipedia " +
	"see-also seealso further details cleanup merge move delete expand unreferenced rewrite outdated fixme speculation " +
	"shortcut anchor nav frame audience featured style variant-nav noversion clr br- featured-article deprecated image " +
	"strategy property-nav sound play by basedon ngpl wikia notoc dubious citation-needed fact verify who when current")

// boxes holds the infoboxes; a name that ends in one of these words is one too.
var boxes = set("monster weapon armor armour spellbook item potion scroll wand ring amulet tool comestible artifact " +
	"level gem trap patch game variant role race deity infobox attributes-box food corpse rock venom boulder tile shop vault-box")

func set(list string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		out[strings.ReplaceAll(w, "-", " ")] = true
	}
	return out
}

func isBox(name string) bool {
	if boxes[name] {
		return true
	}
	i := strings.LastIndexByte(name, ' ')
	return i > 0 && boxes[name[i+1:]] || strings.HasPrefix(name, "infobox")
}

// versionTag is a template that says against which release a page was checked:
// {{nethack-360}}, {{slashem-7E7}}.
var versionTag = regexp.MustCompile(`^(nethack|variant|slashem|slash'em|unnethack|dnethack|xnethack|evilhack|fiqhack|sporkhack|grunthack|splicehack|gnollhack|hack'em)-([0-9a-z.]{1,12})$`)

// titled are the variants' names as they write them.
var variantTitles = map[string]string{
	"slashem": "SLASH'EM", "slash'em": "SLASH'EM", "unnethack": "UnNetHack", "dnethack": "dNetHack", "xnethack": "xNetHack", "evilhack": "EvilHack",
	"fiqhack": "FIQHack", "sporkhack": "SporkHack", "grunthack": "GruntHack", "splicehack": "SpliceHack", "gnollhack": "GnollHack", "hack'em": "Hack'EM",
}

// version reads such a tag: "3.6.0", "SLASH'EM 0.0.7E7".
func version(name string) (string, bool) {
	m := versionTag.FindStringSubmatch(name)
	if m == nil {
		return "", false
	}
	number := m[2]
	switch title, ok := variantTitles[m[1]]; {
	case len(number) == 3 && strings.Trim(number, "0123456789") == "":
		number = number[:1] + "." + number[1:2] + "." + number[2:]
		if ok {
			return title + " " + number, true
		}
		return number, true
	case strings.HasPrefix(m[1], "slash"):
		return title + " 0.0." + strings.ToUpper(number), true
	case ok:
		return title + " " + number, true
	}
	return number, true
}

// expand writes what a template shows.
func (in *inline) expand(c *call) {
	if v, ok := version(c.name); ok {
		if len(in.doc.Versions) < 8 {
			in.doc.Versions = append(in.doc.Versions, v)
		}
		return
	}
	if text, ok := function(c); ok {
		in.out = append(in.out, text...)
		return
	}
	if text, ok := expansions(c); ok {
		in.out = append(in.out, text...)
		return
	}
	name := strings.ReplaceAll(c.name, "-", " ")
	switch {
	case colours[strings.ReplaceAll(name, " ", "")], shown[name]:
		in.out = append(in.out, strings.Trim(first(c), "\n")...)
	case dropped[name]:
	case isBox(name):
		in.box(c)
	case !c.block && len(c.args) > 0:
		in.out = append(in.out, c.arg(0)...) // unknown, in a sentence: its words
	}
}

// first returns the first argument untrimmed: a colour may paint a space.
func first(c *call) string {
	if len(c.args) == 0 {
		return ""
	}
	return c.args[0]
}

// guard protects text from the passes to come.
func guard(text string) string {
	var tmp inline
	tmp.plain(text)
	return string(tmp.out)
}

// expansions holds the templates that have a form of their own.
func expansions(c *call) (string, bool) {
	switch c.name {
	case "!":
		return "|", true
	case "=":
		return guard("="), true
	case "!!":
		return "||", true
	case "frac", "fraction":
		switch len(c.args) {
		case 0:
			return "", true
		case 1:
			return "1/" + c.arg(0), true
		case 2:
			return c.arg(0) + "/" + c.arg(1), true
		}
		return c.arg(0) + " " + c.arg(1) + "/" + c.arg(2), true
	case "monsym":
		if f := c.in.parser.Symbol; f != nil {
			if name, _ := finish(c.arg(0), true); f(name) != "" {
				return guard(f(name)), true
			}
		}
		return c.arg(0), true
	case "monclass":
		if s := strings.TrimSpace(first(c)); s != "" {
			return guard(s), true
		}
		return "(space)", true
	case "upcoming":
		release := strings.TrimSpace(strings.TrimPrefix(c.arg(0), "NetHack"))
		if c.arg(1) == "" {
			return "", true
		}
		return "(" + release + ": " + c.arg(1) + ")", true
	case "main":
		if c.arg(0) == "" {
			return "", true
		}
		return ":Main article: " + c.arg(0), true // an indented line, not the first paragraph
	case "of", "! of", "+ of", "spellbook of", "scroll of", "wand of", "ring of", "potion of", "amulet of":
		return of(c), true
	case "kbd", "key", "keypress":
		return guard(keys(c)), true
	case "message", "msg":
		said := `"` + strings.Trim(c.arg(0), `"`) + `"`
		if why := c.arg(1); why != "" {
			said += " - " + why
		}
		return said, true
	case "disambig", "disambiguation", "disamb", "dab", "dis":
		c.in.doc.Disambiguation = true
		return "", true
	case "attributes":
		var flags []string
		for _, p := range c.named {
			if p.Value != "" && p.Value != "0" {
				flags = append(flags, p.Name)
			}
		}
		return strings.Join(flags, ", "), true
	}
	return numeric(c)
}

// numeric holds the templates of dice and ranges.
func numeric(c *call) (string, bool) {
	switch c.name {
	case "davg":
		n, errN := strconv.Atoi(c.arg(0))
		sides, errS := strconv.Atoi(c.arg(1))
		if errN != nil || errS != nil || n < 0 || n > 1e6 || sides < 0 || sides > 1e6 {
			return "the average of " + c.arg(0) + "d" + c.arg(1), true
		}
		return strconv.FormatFloat(float64(n)*float64(sides+1)/2, 'f', -1, 64), true
	case "d":
		if len(c.args) < 2 {
			return "d" + c.arg(0), true
		}
		return c.arg(0) + "d" + c.arg(1), true
	case "rn1":
		x, errX := strconv.Atoi(c.arg(0))
		y, errY := strconv.Atoi(c.arg(1))
		if errX == nil && errY == nil && x > 0 && x < 1e6 && y > -1e6 && y < 1e6 {
			return fmt.Sprintf("%d-%d", y, x+y-1), true
		}
		return fmt.Sprintf("%s-(%s+%s-1)", c.arg(1), c.arg(0), c.arg(1)), true
	}
	return "", false
}

// of lists what {{of|wand|digging|fire|or=1}} names: the first argument is the
// class. Where the class is in the template's name, all arguments are listed.
func of(c *call) string {
	list := c.args
	if c.name == "of" && len(list) > 1 {
		list = list[1:]
	}
	var words []string
	for _, w := range list {
		if w = strings.TrimSpace(w); w != "" {
			words = append(words, w)
		}
	}
	join := "and"
	if c.get("or") != "" {
		join = "or"
	}
	switch n := len(words); n {
	case 0:
		return ""
	case 1:
		return words[0]
	case 2:
		return words[0] + " " + join + " " + words[1]
	default:
		return strings.Join(words[:n-1], ", ") + ", " + join + " " + words[n-1]
	}
}

// keys writes a key as players do: ^X, M-x, #pray.
func keys(c *call) string {
	key, _ := finish(c.arg(0), true)
	next, _ := finish(c.arg(1), true)
	key, next = unprotect(key), unprotect(next)
	if next == "" {
		return key
	}
	switch strings.ToLower(key) {
	case "ctrl", "control", "c":
		return "^" + strings.ToUpper(next)
	case "meta", "alt", "m":
		return "M-" + next
	case "shift":
		return strings.ToUpper(next)
	}
	return key + " " + next
}

const (
	maxBoxes     = 20
	maxBoxFields = 60
)

// unshown holds the parameters of infoboxes that say nothing in a chat.
var unshown = set("refline image glyph color colour symbol-color tile width align-image style reference ref lineref source download")

// box keeps an infobox.
func (in *inline) box(c *call) {
	if len(in.doc.Boxes) == maxBoxes {
		return
	}
	b := Box{Kind: c.name}
	for _, p := range c.named {
		name := strings.ToLower(strings.ReplaceAll(p.Name, "_", " "))
		value, _ := finish(p.Value, true)
		value = strings.ReplaceAll(value, "\u2212", "-")
		if value == "" || unshown[name] || len(b.Fields) == maxBoxFields {
			continue
		}
		b.Fields = append(b.Fields, Pair{name, cutAt(value, 300)})
	}
	if len(b.Fields) > 0 {
		in.doc.Boxes = append(in.doc.Boxes, b)
	}
}

// String returns the infobox on one line: a monster as its statistics are written,
// anything else as "name (kind): key value, key value".
func (b *Box) String() string {
	get := func(name string) string {
		for _, p := range b.Fields {
			if p.Name == name {
				return p.Value
			}
		}
		return ""
	}
	head := get("name")
	if head == "" {
		head = b.Kind
	}
	skip := map[string]bool{"name": true}
	var parts []string
	if b.Kind == "monster" {
		if s := get("symbol"); s != "" {
			head += " (" + s + ")"
		}
		for _, k := range []string{"symbol", "experience", "frequency", "genocidable", "weight", "nutr", "size", "attributes"} {
			skip[k] = true
		}
		for _, k := range [][2]string{{"level", "lvl "}, {"difficulty", "diff "}, {"speed", "spd "}, {"ac", "AC "}, {"mr", "MR "}, {"align", "align "}, {"attacks", ""}} {
			if v := get(k[0]); v != "" {
				parts = append(parts, k[1]+v)
			}
			skip[k[0]] = true
		}
		text := head + ": " + strings.Join(parts, ", ")
		if v := get("resistances"); v != "" && !strings.EqualFold(v, "none") {
			text += "; resists " + strings.ToLower(v)
		}
		if v := get("resistances conveyed"); v != "" && !strings.EqualFold(v, "none") {
			text += "; conveys " + strings.ToLower(v)
		}
		return text
	} else if head != b.Kind {
		head += " (" + b.Kind + ")"
	}
	for _, p := range b.Fields {
		if !skip[p.Name] {
			parts = append(parts, p.Name+" "+p.Value)
		}
	}
	return head + ": " + strings.Join(parts, ", ")
}
