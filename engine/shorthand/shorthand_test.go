package shorthand

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"delphi/engine/rules"
)

func TestRead(t *testing.T) {
	for _, c := range []struct {
		version, typed string
		want           string // names separated by "; ", with "!" behind a customary one
	}{
		{"5.0.0", "?oEW", "scroll of enchant weapon"},
		{"5.0.0", "!oGL", "potion of gain level"},
		{"5.0.0", `"oLS`, "amulet of life saving"},
		{"5.0.0", `"oVP`, "amulet versus poison"},
		{"5.0.0", `"vP`, "amulet versus poison"},
		{"5.0.0", "=oFA", "ring of free action"},
		{"5.0.0", "=oSD", "ring of slow digestion"},
		{"5.0.0", "=oSI", "ring of see invisible"},
		{"5.0.0", "=oC", "ring of conflict"},
		{"5.0.0", "=oTC", "ring of teleport control"},
		{"5.0.0", "=oPfSC", "ring of protection from shape changers"},
		{"5.0.0", "+oFoD", "spellbook of finger of death"},
		{"5.0.0", "+oStF", "spellbook of stone to flesh"},
		{"5.0.0", "+oMM", "spellbook of magic missile!; spellbook of magic mapping"},
		{"5.0.0", "+oFB", "spellbook of force bolt"},
		{"5.0.0", "(oMM", "magic marker"},
		{"5.0.0", "(MM", "magic marker"},
		{"5.0.0", "(BoH", "bag of holding"},
		{"5.0.0", "[CoMR", "cloak of magic resistance"},
		{"5.0.0", "[oMR", "cloak of magic resistance"},
		{"5.0.0", "[SoR", "shield of reflection"},
		{"5.0.0", "[HoB", "helm of brilliance"},
		{"5.0.0", "[GDSM", "gray dragon scale mail; green dragon scale mail; gold dragon scale mail"},
		{"5.0.0", "/oP", "wand of polymorph!; wand of probing"},
		{"5.0.0", "/oD", "wand of death!; wand of digging"},
		{"5.0.0", "/oS", "wand of sleep!; wand of striking; wand of stasis"},
		{"5.0.0", "/oC", "wand of cancellation; wand of cold"},
		{"5.0.0", "?oI", "scroll of identify"},
		{"5.0.0", "?oCM", "scroll of confuse monster; scroll of create monster"},
		{"3.4.3", "!oS", "potion of speed; potion of sleeping; potion of sickness"},
		{"3.4.3", "!oFJ", "potion of fruit juice"},
		{"5.0.0", "?soID", "scroll of identify"},
		{"5.0.0", "?oID", "scroll of identify"},
		{"5.0.0", "=soFA", "ring of free action"},
		{"5.0.0", "+fod", "spellbook of finger of death"},
		{"5.0.0", "[gdsm", "gray dragon scale mail"},
		{"5.0.0", "/sleep", "wand of sleep"},
		{"5.0.0", "/oSleep", "wand of sleep"},
		{"5.0.0", "/oDig", "wand of digging"},
		{"5.0.0", "+oCancel", "spellbook of cancellation"},
		{"5.0.0", "+oPoly", "spellbook of polymorph"},
		{"5.0.0", "=oPoly", "ring of polymorph"},
		{"5.0.0", "!oPoly", "potion of polymorph"},
		{"5.0.0", "=oHunger", "ring of hunger"},
		{"5.0.0", "=oTeleportitis", "ring of teleportation"},
		{"5.0.0", "=oConflict", "ring of conflict"},
		{"5.0.0", "?oLight", "scroll of light"},
		{"5.0.0", "?enchant armor", "scroll of enchant armor"},
		{"5.0.0", "?ench", "scroll of enchant armor; scroll of enchant weapon"},
		{"5.0.0", "(oMagic lamp", "magic lamp"},
		{"5.0.0", "[shield of reflection", "shield of reflection"},
		{"5.0.0", "*oD", "diamond"},
		{"5.0.0", "*dilithium", "dilithium crystal"},
		{"5.0.0", ")LS", "long sword"},
		{"5.0.0", "%lizard", ""},
		{"5.0.0", "?oXQ", ""},
		{"5.0.0", "#oS", ""},
		{"slashem", "+oFS", "spellbook of flame sphere; spellbook of freeze sphere"},
		{"slashem", "=oFA", "ring of free action"},
		{"xnethack", "?oEW", "scroll of enchant weapon"},
		{"fiqhack", "(BoH", "bag of holding"},
	} {
		sign := []rune(c.typed)[0]
		r := Of(rules.Get(c.version)).Read(sign, strings.TrimPrefix(c.typed, string(sign)))
		got := slices.Clone(r.Names)
		if r.Customary {
			got[0] += "!"
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("%s %s: %s, want %s", c.version, c.typed, strings.Join(got, "; "), c.want)
		}
	}
}

// Every object's own initials lead back to it, and so do its name and its hint.
func TestInitialsLeadBack(t *testing.T) {
	for _, version := range rules.Names() {
		x := Of(rules.Get(version))
		for sign, class := range signs {
			c := x.classes[class]
			if len(c.list) < 9 {
				t.Errorf("%s: %d objects of the class %s", version, len(c.list), class)
			}
			for _, o := range c.list {
				for _, of := range []bool{true, false} {
					r := x.Initials(sign, o.letters, of)
					if single := len(o.letters) == 1 && !o.single; !single && !slices.Contains(r.Names, o.name) {
						t.Errorf("%s: %c%s (%t) is %v and not %s", version, sign, o.letters, of, r.Names, o.name)
					}
				}
				if r := x.Read(sign, o.short); !slices.Contains(r.Names, o.name) {
					t.Errorf("%s: %c%s is %v and not %s", version, sign, o.short, r.Names, o.name)
				}
				hint := x.Hint(o.name)
				_, name, ok := strings.Cut(strings.TrimSuffix(hint, ")"), " (")
				if r := x.Read([]rune(hint)[0], name); !ok || !slices.Contains(r.Names, o.name) {
					t.Errorf("%s: the hint of %s is %q", version, o.name, hint)
				}
			}
		}
	}
}

// Whatever follows a sign, what is read is of that sign's class.
func TestReadStaysInItsClass(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := Of(rules.Get(rapid.SampledFrom(rules.Names()).Draw(t, "version")))
		sign := rapid.SampledFrom([]rune(`?!/"=+([)*%x`)).Draw(t, "sign")
		text := rapid.StringMatching(`o?[A-Za-z]{0,4}( [a-z]{1,6})?`).Draw(t, "text")
		members := x.Members(Class(sign))
		for _, name := range x.Read(sign, text).Names {
			if !slices.Contains(members, name) {
				t.Fatalf("%c%s is %s, which is not of that class", sign, text, name)
			}
		}
	})
}

func TestSeen(t *testing.T) {
	x := Of(rules.Get("5.0.0"))
	for typed, want := range map[string]string{
		"conical hat":               "cornuthaum; dunce cap",
		"Conical Hats":              "cornuthaum; dunce cap",
		"opera cloak":               "cloak of protection; cloak of invisibility; cloak of magic resistance; cloak of displacement",
		"hard hat":                  "dwarvish iron helm",
		"faded pall":                "elven cloak",
		"silver bell":               "Bell of Opening",
		"papyrus spellbook":         "Book of the Dead",
		"polished silver shield":    "shield of reflection",
		"bag":                       "sack; oilskin sack; bag of holding; bag of tricks",
		"gray stone":                "luckstone; loadstone; touchstone; flint",
		"stamped scroll":            "scroll of mail",
		"scroll labelled ZELGO MER": "21",
		"ZELGO MER":                 "21",
		"smoky potion":              "25",
		"twisted ring":              "28",
		"oak wand":                  "25",
		"circular amulet":           "11",
		"vellum spellbook":          "41",
		"combat boots":              "7",
	} {
		found := x.Seen(typed)
		if len(found) != 1 {
			t.Errorf("%s: %d looks", typed, len(found))
			continue
		}
		if got := strings.Join(found[0].Names, "; "); got != want && want != strconv.Itoa(len(found[0].Names)) {
			t.Errorf("%s can be %s, want %s", typed, got, want)
		}
	}
	if n := x.Longest(); n < 4 || n > 8 {
		t.Errorf("the longest text has %d words", n)
	}
	if x.Seen("long sword") != nil || x.Seen("") != nil {
		t.Error("what is no appearance was read as one")
	}
	if got := Of(rules.Get("slashem")).Seen("red robe"); len(got) != 1 || !slices.Contains(got[0].Names, "robe of power") {
		t.Errorf("SLASH'EM's red robe: %v", got)
	}
}

func TestJapanese(t *testing.T) {
	for typed, want := range map[string]string{
		"kabuto": "helmet", "Tanko": "plate mail", "gunyoki": "food ration", "ninja-to": "broadsword", "potion of sake": "potion of booze", "magic koto": "magic harp", "katana": "",
	} {
		if got, ok := Of(rules.Get("5.0.0")).Japanese(typed); got != want || ok != (want != "") {
			t.Errorf("%s is %q, want %q", typed, got, want)
		}
	}
	if _, ok := Of(rules.Get("3.4.3")).Japanese("magic koto"); ok {
		t.Error("3.4.3 has no magic koto")
	}
}

func TestArtifacts(t *testing.T) {
	x := Of(rules.Get("5.0.0"))
	for typed, want := range map[string]string{
		"excalibur": "Excalibur", "the Mitre of Holiness": "The Mitre of Holiness", "mitre": "The Mitre of Holiness", "Eyes of the Overworld": "The Eyes of the Overworld",
		"overworld": "The Eyes of the Overworld", "ahriman": "The Heart of Ahriman", "orb": "The Orb of Detection; The Orb of Fate", "frost brand": "Frost Brand", "long sword": "",
	} {
		var got []string
		for _, a := range x.Artifacts(typed) {
			got = append(got, a.Name)
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%s: %v, want %s", typed, got, want)
		}
	}
	for _, version := range rules.Names() {
		for _, a := range rules.Get(version).Artifacts() {
			if found := Of(rules.Get(version)).Artifacts(a.Name); len(found) == 0 || found[0].Name != a.Name {
				t.Errorf("%s: %s is not found by its name", version, a.Name)
			}
		}
	}
}

func TestAbbreviation(t *testing.T) {
	x := Of(rules.Get("5.0.0"))
	for typed, want := range map[string]string{
		"GDSM": "object gray dragon scale mail", "ALS": "object amulet of life saving", "VotD": "place Valley of the Dead", "HoB": "object helm of brilliance",
		"GoP": "object gauntlets of power", "GoD": "object gauntlets of dexterity", "SoI": "object scroll of identify", "SoR": "object shield of reflection",
		"BoH": "object bag of holding", "BoT": "object bag of tricks", "CoMR": "object cloak of magic resistance", "CoP": "object cloak of protection", "CoD": "object cloak of displacement",
		"PYEC": "artifact The Platinum Yendorian Express Card", "mjo": "artifact Mjollnir", "fod": "spell finger of death", "uhorn": "object unicorn horn", "'trice": "monster cockatrice",
		"fb": "spell force bolt, spell fireball", "mm": "spell magic missile, object magic marker", "mmf": "monster master mind flayer", "sv": "monster steam vortex",
		"MR": "property magic resistance, object cloak of magic resistance, object gray dragon scale mail",
		"rC": "property cold resistance, object scroll of remove curse, spell remove curse", "rF": "property fire resistance",
		"fa": "object ring of free action, property free action, monster fire ant", "valk": "role Valkyrie", "nonesuch": "",
	} {
		var got []string
		for _, m := range x.Abbreviation(typed) {
			got = append(got, string(m.Kind)+" "+m.Name)
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: %s, want %s", typed, strings.Join(got, ", "), want)
		}
	}
	if n := len(x.Abbreviation("dsm")); n < 10 {
		t.Errorf("DSM is %d things", n)
	}
	if n := len(Of(rules.Get("3.4.3")).Abbreviation("dsm")); n != 9 {
		t.Errorf("DSM is %d things in 3.4.3", n)
	}
}

// Every abbreviation means something in some version, in the order listed, and
// no row is there twice.
func TestAbbreviationsLead(t *testing.T) {
	seen := map[abbreviation]bool{}
	for _, a := range abbreviations() {
		if seen[a] {
			t.Errorf("%v is listed twice", a)
		}
		seen[a] = true
		if !slices.ContainsFunc(rules.Names(), func(v string) bool { return slices.Contains(Of(rules.Get(v)).Abbreviation(a.word), a.Meaning) }) {
			t.Errorf("%s leads nowhere: %v", a.word, a.Meaning)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"?oEW", "(BoH", "/oSleep", "\"oLS", "+oFoD", "?\xff", "!o\U0010ffff"} {
		f.Add(s)
	}
	x := Of(rules.Get("5.0.0"))
	f.Fuzz(func(t *testing.T, s string) {
		for _, sign := range s {
			x.Read(sign, strings.TrimPrefix(s, string(sign)))
			break
		}
		x.Seen(s)
		x.Artifacts(s)
		x.Japanese(s)
		x.Abbreviation(s)
	})
}

func BenchmarkRead(b *testing.B) {
	x := Of(rules.Get("5.0.0"))
	b.ReportAllocs()
	for b.Loop() {
		x.Read('?', "oEW")
		x.Read('/', "sleep")
	}
}
