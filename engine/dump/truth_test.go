package dump

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

// score counts which fields were read right.
type score struct {
	right, all map[string]int
	shown      map[string]int
}

func (s *score) field(t testing.TB, where, name string, got, want any) {
	t.Helper()
	s.all[name]++
	if fmt.Sprint(got) == fmt.Sprint(want) {
		s.right[name]++
		return
	}
	if s.shown[name]++; s.shown[name] <= 4 {
		t.Logf("%s: %s is %q, read as %q", where, name, fmt.Sprint(want), fmt.Sprint(got))
	}
}

// total is the part of all fields that was read right.
func (s *score) total(t testing.TB, bar float64) {
	t.Helper()
	right, all := 0, 0
	for _, name := range slices.Sorted(func(yield func(string) bool) {
		for n := range s.all {
			if !yield(n) {
				return
			}
		}
	}) {
		right, all = right+s.right[name], all+s.all[name]
		if s.right[name] < s.all[name] {
			t.Logf("%s: %d of %d", name, s.right[name], s.all[name])
		}
	}
	for name, n := range s.shown {
		if strings.Contains(name, "computed") {
			t.Logf("%s: %d", name, n)
		}
	}
	t.Logf("%d of %d fields were read right: %.3f%%", right, all, 100*float64(right)/float64(all))
	if float64(right) < bar*float64(all) {
		t.Errorf("want %.1f%%", 100*bar)
	}
}

// scored runs check on the rows of a table and judges the fields of each file
// together.
func scored(t *testing.T, tb truthtest.Table, bar float64, check func(testing.TB, *score, truthtest.Row)) {
	t.Helper()
	scores := map[string]*score{}
	tb.Check(t, func(t testing.TB, row truthtest.Row) {
		s := scores[t.Name()]
		if s == nil {
			s = &score{map[string]int{}, map[string]int{}, map[string]int{}}
			scores[t.Name()] = s
		}
		check(t, s, row)
	})
	for name, s := range scores {
		t.Log(name)
		s.total(t, bar)
	}
}

// versionOf returns the version of a truth row as rules name it.
func versionOf(s string) string {
	s = strings.Trim(s, `"`)
	for _, v := range [...][2]string{{"NetHack ", ""}, {"xNetHack", "xnethack"}, {"EvilHack", "evilhack"}, {"SLASH'EM", "slashem"}} {
		if strings.HasPrefix(s, v[0]) {
			if v[1] == "" {
				return strings.TrimPrefix(s, v[0])
			}
			return v[1]
		}
	}
	return s
}

var classNames = map[int]string{2: "weapon", 3: "armor", 4: "ring", 5: "amulet", 6: "tool", 7: "food", 8: "potion", 9: "scroll", 10: "spellbook", 11: "wand", 12: "coin", 13: "gem", 14: "rock", 15: "ball", 16: "chain"}

var inventoryLines = truthtest.Table{
	Name: "inventory_lines", Files: "truth/dumps/inventory_lines.tsv.gz", OneIn: 8,
	Columns: []string{"version", "line", "true_type", "appearance", "class", "n", "buc", "spe", "eroded", "eroded2", "erodeproof", "greased", "poisoned", "artifact", "called", "known_flags", "worn", "role"},
}

func TestInventoryLines(t *testing.T) {
	scored(t, inventoryLines, 0.99, func(t testing.TB, s *score, row truthtest.Row) {
		set := rules.Get(versionOf(row["version"]))
		letter, name, ok := itemParts(row["line"])
		where := row["version"] + " " + row["line"]
		s.field(t, where, "is an item", ok, true)
		if !ok {
			return
		}
		it := catalogueOf(set).item(name, "")
		s.field(t, where, "letter", letter, row["line"][:1])
		known := row["known_flags"]
		s.field(t, where, "quantity", it.Quantity, row["n"])
		// A word for the BUC is there only if it is known; without one, it is
		// what the game leaves out, or not known.
		switch {
		case it.BUC != "" && !it.Implied:
			s.field(t, where, "buc said", it.BUC, row["buc"])
		case strings.Contains(known, "b") && row["role"] != "Priest" && it.Implied:
			s.field(t, where, "buc implied", it.BUC, row["buc"])
		case strings.Contains(known, "b"):
			s.field(t, where, "no buc", row["buc"], "uncursed")
		}
		if it.Enchant.Known {
			s.field(t, where, "enchant", it.Enchant.N, row["spe"])
		}
		if it.Charges.Known {
			s.field(t, where, "charges", it.Charges.N, row["spe"])
		}
		if !it.Diluted {
			s.field(t, where, "rust", it.Erosion.Rust, row["eroded"])
			s.field(t, where, "corrosion", it.Erosion.Corrosion, row["eroded2"])
		}
		s.field(t, where, "greased", it.Greased, row["greased"] != "0")
		if it.Erodeproof {
			s.field(t, where, "erodeproof", true, row["erodeproof"] != "0")
		}
		s.field(t, where, "called", it.Called, row["called"])
		s.field(t, where, "artifact", it.Artifact, row["artifact"])
		s.field(t, where, "class", it.Class, classNames[row.Int(t, "class")])
		sameThing(t, s, where, &it, row["true_type"], row["appearance"])
		if slot := row["worn"]; slot != "" && !(it.Worn == "held_left" || it.Worn == "held_right") {
			s.field(t, where, "worn", it.Worn, slot)
		}
	})
}

// sameThing compares what a line shows: the thing, or its appearance.
func sameThing(t testing.TB, s *score, where string, it *Item, trueType, appearance string) {
	t.Helper()
	short := func(name string) string {
		for _, c := range []string{"potion of ", "scroll of ", "wand of ", "ring of ", "spellbook of "} {
			name = strings.TrimPrefix(name, c)
		}
		return name
	}
	if trueType == "fruit" {
		trueType = "slime mold"
	}
	switch {
	case it.TypeCalled != "":
		s.all["called type"]++
		s.right["called type"]++
	case it.Name != "":
		s.field(t, where, "thing", short(it.Name), trueType)
	default:
		s.field(t, where, "appearance", it.Appearance, appearance)
	}
}

var statusRows = truthtest.Table{Name: "status_lines", Files: "truth/dumps/status_lines.jsonl.gz", OneIn: 6, Columns: []string{"version", "id", "options", "lines", "truth"}, Read: truthtest.JSONRows}

// truth is what the game's own variables said.
type truth struct {
	Name, Role, Race, Gender, Align, Rank        string
	XL, Exp, Score                               int
	St                                           string
	Dex, Con, Int, Wis, Cha                      int
	HP, MaxHP, Pw, MaxPw, AC                     int
	Upolyd, MH, MHMax, HD                        int
	Luck, Gold, Turns, Dlvl, Hungerstate, Burden int
	Align_record, Ugangr                         int
	Dungeon                                      string
	Conditions                                   []string
	Worn                                         map[string]string
	Inventory                                    []truthItem
	Contents                                     []struct{ Items []truthItem }
	Spells                                       []truthSpell
	Skills                                       [][]any
	Vanquished                                   map[string]int
	How, Deathreason, Killer                     string
	Achievements                                 []any
	Props                                        map[string][]int
}

type truthItem struct {
	L, Name, True, Appearance, Called, Artifact, Buc, Worn, Kn string
	Class, N, Spe, Eroded, Eroded2, Erodeproof, Greased        int
}

type truthSpell struct {
	Name, Category, Skill, Retention string
	Level, Fail, Turns               int
}

func decode(t testing.TB, cell string, to any) {
	t.Helper()
	if err := json.Unmarshal([]byte(cell), to); err != nil {
		t.Fatal(err)
	}
}

var hungerNames = []string{"Satiated", "", "Hungry", "Weak", "Fainting", "Fainted"}

func TestStatusLines(t *testing.T) {
	scored(t, statusRows, 0.995, func(t testing.TB, s *score, row truthtest.Row) {
		var lines []string
		var want truth
		decode(t, row["lines"], &lines)
		decode(t, row["truth"], &want)
		h, err := Read(strings.Join(lines, "\n"), Options{Version: rules.Get(versionOf(row["version"]))})
		if err != nil {
			t.Fatal(err)
		}
		where := strings.Join(lines, " / ")
		status(t, s, where, where, h, &want)
		if len(h.Unread) > 0 {
			s.field(t, where, "unread", h.Unread, []string{})
		}
		joined := where
		if strings.Contains(joined, "T:") {
			s.field(t, where, "turns", h.Turns.N, want.Turns)
		}
	})
}

// shown returns the conditions that a text can show: older games have no words for
// some, and a narrow line is cut.
func shown(conditions []string, text string) []string {
	return slices.DeleteFunc(slices.Clone(conditions), func(c string) bool {
		for _, w := range strings.Fields(text) {
			if statusWords[w] == c || cutWord(w) == c {
				return false
			}
		}
		return true
	})
}

// status compares what a status line shows.
func status(t testing.TB, s *score, where, text string, h *Hero, want *truth) {
	t.Helper()
	if want.Upolyd == 0 {
		s.field(t, where, "role", h.Role, want.Role)
		s.field(t, where, "rank", h.Rank, want.Rank)
	}
	s.field(t, where, "st", h.St, want.St)
	for name, pair := range map[string][2]int{
		"dex": {h.Dex.N, want.Dex}, "con": {h.Con.N, want.Con}, "int": {h.Int.N, want.Int}, "wis": {h.Wis.N, want.Wis}, "cha": {h.Cha.N, want.Cha},
		"pw": {h.Pw.N, want.Pw}, "maxpw": {h.MaxPw.N, want.MaxPw}, "ac": {h.AC.N, want.AC}, "gold": {h.Gold.N, want.Gold},
	} {
		s.field(t, where, name, pair[0], pair[1])
	}
	if want.Upolyd == 0 {
		s.field(t, where, "hp", h.HP.N, max(0, want.HP))
		s.field(t, where, "maxhp", h.MaxHP.N, want.MaxHP)
		s.field(t, where, "xl", h.XL.N, want.XL)
	} else {
		s.field(t, where, "mh", h.HP.N, want.MH)
		s.field(t, where, "hd", h.HD.N, want.HD)
	}
	if h.Exp.Known {
		s.field(t, where, "exp", h.Exp.N, want.Exp)
	}
	if h.Dlvl.Name == "" {
		s.field(t, where, "dlvl", h.Dlvl.Depth.N, want.Dlvl)
	}
	if want.Align != "" {
		s.field(t, where, "alignment", h.Alignment, want.Align)
	}
	s.field(t, where, "hunger", h.Hunger, hungerNames[want.Hungerstate])
	b := ""
	if want.Burden > 0 {
		b = burdens[want.Burden-1]
	}
	s.field(t, where, "burden", h.Burden, b)
	sorted := func(l []string) []string { l = slices.Clone(l); slices.Sort(l); return l }
	s.field(t, where, "conditions", sorted(h.Conditions), sorted(shown(want.Conditions, text)))
}

var dumpRows = truthtest.Table{Name: "dumps", Files: "truth/dumps/dumps.jsonl.gz", OneIn: 40, Share: 4, Columns: []string{"version", "id", "dump", "truth"}, Read: truthtest.JSONRows}

func TestDumps(t *testing.T) {
	scored(t, dumpRows, 0.995, func(t testing.TB, s *score, row truthtest.Row) {
		var text string
		var want truth
		decode(t, row["dump"], &text)
		decode(t, row["truth"], &want)
		where := strings.Trim(row["id"], `"`)
		h, err := Read(text, Options{})
		if err != nil {
			t.Fatal(err)
		}
		s.field(t, where, "version", h.Version, versionOf(row["version"]))
		s.field(t, where, "name", h.Name, want.Name)
		s.field(t, where, "race", h.Race, want.Race)
		s.field(t, where, "gender", h.Gender, want.Gender)
		status(t, s, where, text, h, &want)
		s.field(t, where, "turns", h.Turns.N, want.Turns)
		in := h.Luck != nil && h.Luck.Min <= want.Luck && (want.Luck <= h.Luck.Max || h.Luck.Max == 13)
		s.field(t, where, "luck", in, true)
		if h.Luck != nil && !in {
			t.Logf("%s luck %v, true %d", where, *h.Luck, want.Luck)
		}
		stacks(t, s, where, h, &want, false)
		magic(t, s, where, h, &want)
		s.field(t, where, "killer", h.Died != nil && h.Died.Killer != "", want.Killer != "")
		if h.Died != nil {
			s.field(t, where, "killer", h.Died.Killer, want.Killer)
			if strings.HasPrefix(row["version"], `"NetHack`) { // the numbers of the variants' ways are others
				s.field(t, where, "how", h.Died.How, want.How)
			}
		}
		n := 0
		for _, k := range h.Vanquished {
			n += k.Count
		}
		if m := regexp.MustCompile(`(\d+) creatures vanquished`).FindStringSubmatch(text); m != nil {
			s.field(t, where, "vanquished", n, m[1])
		}
		s.field(t, where, "unread", h.Unread, []string(nil))
	})
}

// stacks compares the inventory and what is worn.
func stacks(t testing.TB, s *score, where string, h *Hero, want *truth, live bool) {
	t.Helper()
	s.field(t, where, "stacks", len(h.Inventory), len(want.Inventory))
	byLetter := map[string]*Item{}
	for i := range h.Inventory {
		byLetter[h.Inventory[i].Letter] = &h.Inventory[i]
	}
	for _, w := range want.Inventory {
		it := byLetter[w.L]
		if it == nil {
			s.field(t, where, "item", "missing", w.L+" "+w.Name)
			continue
		}
		at := where + " " + w.L + " " + w.Name
		s.field(t, at, "quantity", it.Quantity, w.N)
		if it.BUC != "" && w.Buc != "" {
			s.field(t, at, "buc", it.BUC, w.Buc)
		}
		if it.Enchant.Known {
			s.field(t, at, "enchant", it.Enchant.N, w.Spe)
		}
		if !it.Diluted {
			s.field(t, at, "erosion", it.Erosion, Erosion{w.Eroded, w.Eroded2})
		}
		s.field(t, at, "class", it.Class, classNames[w.Class])
		s.field(t, at, "worn", it.Worn, w.Worn)
		sameThing(t, s, at, it, w.True, w.Appearance)
	}
	n := 0
	for _, c := range want.Contents {
		n += len(c.Items)
	}
	if !live {
		s.field(t, where, "contents", len(h.Contents), n)
	}
}

// magic compares spells and skills.
func magic(t testing.TB, s *score, where string, h *Hero, want *truth) {
	t.Helper()
	if h.seen.spells {
		s.field(t, where, "spells", len(h.Spells), len(want.Spells))
		for _, w := range want.Spells {
			at := where + " " + w.Name
			i := slices.IndexFunc(h.Spells, func(sp Spell) bool { return sp.Name == w.Name })
			s.field(t, at, "spell", i >= 0, true)
			if i < 0 {
				continue
			}
			sp := h.Spells[i]
			s.field(t, at, "spell level", sp.Level, w.Level)
			if sp.DumpFail.Known {
				s.field(t, at, "dump fail", sp.DumpFail.N, w.Fail)
			}
			if sp.Fail.Known {
				s.shown["fail computed "+h.rules.Name]++
				s.field(t, at, "our fail", sp.Fail.N, w.Fail)
			} else {
				s.all["(computed)"]++
				s.right["(computed)"]++
			}
		}
	}
	if h.seen.skills && h.rules.Name != "xnethack" && h.rules.Name != "evilhack" { // the truth has other columns there
		n := 0
		for _, sk := range want.Skills {
			if sk[1] != "Unskilled" || h.Version != "slashem" {
				n++
				got, _ := h.Skill(sk[0].(string))
				s.field(t, where+" "+sk[0].(string), "skill", got, strings.ToLower(sk[1].(string)))
			}
		}
		s.field(t, where, "skills", len(h.Skills), n)
	}
}

var liveRows = truthtest.Table{Name: "live_screens", Files: "truth/dumps/live_screens.jsonl.gz", OneIn: 20, Share: 4, Columns: []string{"version", "id", "screens", "truth"}, Read: truthtest.JSONRows}

func TestLiveScreens(t *testing.T) {
	scored(t, liveRows, 0.995, func(t testing.TB, s *score, row truthtest.Row) {
		screens := map[string][]json.RawMessage{}
		var want truth
		decode(t, row["screens"], &screens)
		decode(t, row["truth"], &want)
		var text strings.Builder
		for _, name := range []string{"inventory", "spells", "attributes", "skills"} {
			for _, page := range screens[name] {
				text.WriteString(pageText(t, page) + "\n")
			}
		}
		where := strings.Trim(row["id"], `"`)
		h, err := Read(text.String(), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if h.Version != "" {
			s.field(t, where, "version", h.Version, versionOf(row["version"]))
		} else {
			s.shown["no version computed "+versionOf(row["version"])]++
		}
		h, _ = Read(text.String(), Options{Version: rules.Get(versionOf(row["version"])), Said: true})
		if strings.Contains(text.String(), "HP:") {
			status(t, s, where, text.String(), h, &want)
		}
		stacks(t, s, where, h, &want, true)
		magic(t, s, where, h, &want)
		s.field(t, where, "unread", h.Unread, []string(nil))
	})
}

// pageText returns a page of a screen: a text, or its lines.
func pageText(t testing.TB, raw json.RawMessage) string {
	if len(raw) > 0 && raw[0] == '"' {
		s, err := strconv.Unquote(string(raw))
		if err == nil {
			return s
		}
		decode(t, string(raw), &s)
		return s
	}
	var lines []string
	decode(t, string(raw), &lines)
	return strings.Join(lines, "\n")
}
