package dump

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

// samples returns the texts of the sampled dumps.
func samples(t testing.TB) []string {
	t.Helper()
	var out []string
	truthtest.Rows(t, filepath.Join("testdata", "dumps.tsv.gz"), func(row truthtest.Row) {
		var text string
		decode(t, row["dump"], &text)
		out = append(out, text)
	})
	return out
}

const statusText = "Mia1004 the Embalmer         St:18/41 Dx:10 Co:18 In:17 Wi:12 Ch:14  Neutral\nDlvl:5  $:2325 HP:0(50) Pw:152(152) AC:2  Xp:7 T:4554  Hungry"

// What a page shows does not depend on where it comes from: codes of terminals
// and of IRC, carriage returns, HTML.
func TestClean(t *testing.T) {
	plain, err := Read(statusText, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want, _ := json.Marshal(plain)
	for name, text := range map[string]string{
		"terminal":  "\x1b[1;33m" + strings.ReplaceAll(statusText, "HP:", "\x1b[0;31mHP:\x1b[0m") + "\x1b]0;title\x07",
		"IRC":       strings.ReplaceAll(statusText, "HP:", "\x0304,01HP:\x03\x02"),
		"DOS":       strings.ReplaceAll(statusText, "\n", "\r\n"),
		"HTML":      "<html><head><title>x</title></head><body><pre>" + strings.ReplaceAll(statusText, "HP:", "<span class=\"nh_c1\">HP:</span>") + "</pre></body></html>",
		"invisible": strings.ReplaceAll(statusText, "HP:", "\u202eHP:\u200b\ufeff"),
	} {
		h, err := Read(text, Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got, _ := json.Marshal(h); string(got) != string(want) {
			t.Errorf("%s is read as %s, want %s", name, got, want)
		}
	}
}

func TestRefused(t *testing.T) {
	for name, text := range map[string]string{
		"binary":   strings.Repeat("\x00\x01\x7fELF\xff\xfe", 1000),
		"too long": strings.Repeat("a - an uncursed +0 dagger\n", 1<<17),
	} {
		if _, err := Read(text, Options{}); err == nil {
			t.Errorf("%s was read", name)
		}
	}
	h, err := Read(strings.Repeat("x", 1<<20), Options{})
	if err != nil || !h.Empty() || len(h.Unread) != 1 || len(h.Unread[0]) > maxLine {
		t.Errorf("a line of a megabyte: %v, %d unread", err, len(h.Unread))
	}
	if h, err = Read(strings.Repeat("what is this\n", 5000), Options{}); err != nil || len(h.Unread) != maxUnread || len(h.Notes) != 1 {
		t.Errorf("5000 strange lines: %v, %d unread, notes %v", err, len(h.Unread), h.Notes)
	}
}

func TestItem(t *testing.T) {
	set := rules.Get("5.0.0")
	for line, want := range map[string]Item{
		"a - the blessed rustproof +3 Grayswandir (weapon in right hand)": {
			Letter: "a", Quantity: 1, BUC: "blessed", Enchant: Is(3), Erodeproof: true, Name: "silver saber", Artifact: "Grayswandir", Class: "weapon", Worn: "held",
		},
		"p - 3 diluted potions of see invisible named keep (unpaid, 100 zorkmids)": {
			Letter: "p", Quantity: 3, Diluted: true, Name: "potion of see invisible", Called: "keep", Class: "potion",
		},
		"w - a wand of wishing (1:3)":                            {Letter: "w", Quantity: 1, BUC: "uncursed", Implied: true, Charges: Is(3), Recharged: Is(1), Name: "wand of wishing", Class: "wand"},
		"k - an uncursed partly eaten cockatrice corpse":         {Letter: "k", Quantity: 1, BUC: "uncursed", Name: "corpse", Of: "cockatrice", Partly: true, Class: "food"},
		"b - a pair of boots called elven named X (being worn)":  {Letter: "b", Quantity: 1, TypeCalled: "elven", Called: "X", Class: "armor", Worn: "boots"},
		"c - a cursed thoroughly rusty very corroded -1 helmet":  {Letter: "c", Quantity: 1, BUC: "cursed", Enchant: Is(-1), Erosion: Erosion{3, 2}, Name: "helmet", Class: "armor"},
		"q - a +1 kabuto (being worn)":                           {Letter: "q", Quantity: 1, Enchant: Is(1), Name: "helmet", Class: "armor", Worn: "helmet"},
		"$ - 640 gold pieces":                                    {Letter: "$", Quantity: 640, Name: "gold piece", Class: "coin"},
		"e - an uncursed scroll labeled ZELGO MER":               {Letter: "e", Quantity: 1, BUC: "uncursed", Appearance: "ZELGO MER", Class: "scroll"},
		"f - 2 uncursed potions of unholy water (in quiver)":     {Letter: "f", Quantity: 2, BUC: "cursed", Name: "potion of water", Class: "potion", Worn: "quiver"},
		"g - 7 uncursed candles (lit)":                           {Letter: "g", Quantity: 7, BUC: "uncursed", Appearance: "candle", Class: "tool"},
		"h - a candelabrum (7 of 7 candles, lit)":                {Letter: "h", Quantity: 1, Name: "Candelabrum of Invocation", Appearance: "candelabrum", Class: "tool"},
		"i - a blessed bag of holding containing 12 items":       {Letter: "i", Quantity: 1, BUC: "blessed", Name: "bag of holding", Class: "tool", Holds: Is(12)},
		"j - a figurine of an Archon":                            {Letter: "j", Quantity: 1, Name: "figurine", Of: "Archon", Class: "tool"},
		"m - an uncursed ring of protection from shape changers": {Letter: "m", Quantity: 1, BUC: "uncursed", Name: "ring of protection from shape changers", Class: "ring"},
	} {
		letter, name, ok := itemParts(line)
		if !ok {
			t.Errorf("%s is no item", line)
			continue
		}
		it := catalogueOf(set).item(name, "")
		it.Letter = letter
		it.Text, it.Words, it.Could, it.noun = "", nil, nil, ""
		if want.Worn == "held" {
			want.Worn = "wielded"
		}
		got, _ := json.Marshal(it)
		wanted, _ := json.Marshal(want)
		if string(got) != string(wanted) {
			t.Errorf("%s:\n got %s\nwant %s", line, got, wanted)
		}
	}
}

// A page of another game gives what it can, and says so.
func TestOtherVariant(t *testing.T) {
	text := strings.Replace(samples(t)[0], "NetHack Version 3.6.7", "GnollHack Version 4.2.0", 1)
	text = strings.Replace(text, "NetHack Version 5.0.0", "GnollHack Version 4.2.0", 1)
	if !strings.Contains(text, "GnollHack") {
		text = "Unix GnollHack Version 4.2.0 - last build today\n" + text[strings.Index(text, "\n"):]
	}
	h, err := Read(text, Options{})
	if err != nil || h.Version != "" || h.Program != "GnollHack 4.2.0" || len(h.Notes) == 0 || len(h.Inventory) == 0 {
		t.Errorf("version %q, program %q, notes %v, %d stacks, %v", h.Version, h.Program, h.Notes, len(h.Inventory), err)
	}
}

// Whatever is read, it is safe to show.
func FuzzRead(f *testing.F) {
	for _, s := range samples(f)[:4] {
		f.Add(s)
	}
	truthtest.Rows(f, filepath.Join("testdata", "status_lines.tsv.gz"), func(row truthtest.Row) { f.Add(row["lines"]) })
	for _, hostile := range []string{
		strings.Repeat("a - an uncursed +0 dagger ", 40_000),                           // one line of a megabyte
		strings.Repeat("\x1b[38;5;196;", 5000) + "m" + statusText,                      // a code of a terminal that never ends
		strings.ReplaceAll(statusText, " ", "\u202e \u2066"),                           // text that runs the other way
		"Inventory:\n" + strings.Repeat("\x00\xff\xfe", 3000) + "\n" + statusText,      // binary
		"Inventory:\na - 99999999999999999999 +99999999999 daggers (0:99999999999999)", // numbers that no int holds
		strings.Repeat("(", 20_000) + strings.Repeat("named ", 20_000),
		"Dlvl:99999999999999999999 HP:-99999999999999(0) Xp:1/" + strings.Repeat("9", 10_000),
	} {
		f.Add(hostile)
	}
	f.Add("\x1b[31ma - \u202ean \x00 uncursed \xff thing (being worn\n<pre>&#x202e;</pre>")
	f.Fuzz(func(t *testing.T, text string) {
		h, err := Read(text, Options{})
		if err != nil {
			return
		}
		out, err := json.Marshal(h)
		if err != nil {
			t.Fatal(err)
		}
		var all any
		if err := json.Unmarshal(out, &all); err != nil {
			t.Fatal(err)
		}
		safe(t, all)
	})
}

// safe fails if a text of a JSON value holds what cannot be seen.
func safe(t *testing.T, v any) {
	switch v := v.(type) {
	case string:
		for _, r := range v {
			if !unicode.IsPrint(r) {
				t.Fatalf("%q holds %U", v, r)
			}
		}
	case []any:
		for _, x := range v {
			safe(t, x)
		}
	case map[string]any:
		for _, x := range v {
			safe(t, x)
		}
	}
}

func BenchmarkRead(b *testing.B) {
	list := samples(b)
	size := 0
	for _, s := range list {
		size += len(s)
	}
	b.SetBytes(int64(size / len(list)))
	for i := 0; b.Loop(); i++ {
		if _, err := Read(list[i%len(list)], Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadHostile(b *testing.B) {
	text := strings.Repeat(strings.Repeat("a - (", 100)+"\n", 4000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := Read(text, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
