package plight

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"delphi/engine/dump"
	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

// The dumps of 648 heroes, with the games' own variables at that moment.
var dumps = truthtest.Table{Name: "dumps", Files: "truth/dumps/dumps.jsonl.gz", OneIn: 30, Share: 4, Columns: []string{"version", "id", "dump", "truth"}, Read: truthtest.JSONRows}

// truth is what the game's variables said.
type truth struct {
	Role, Race                  string
	XL, HP, MaxHP, MH, MHMax    int
	Upolyd, Hungerstate, Burden int
	Twoweap                     int
	Conditions                  []string
	Inventory                   []thing
	Props                       map[string][]int
	Conduct                     struct{ Food int }
	Hunger                      int
	Numbers                     map[string][]int `json:"props_by_number"`
	Base                        []int            `json:"abase_st_dex_con_int_wis_cha"`
	Peak                        []int            `json:"amax_st_dex_con_int_wis_cha"`
}

type thing struct {
	Name, True, Buc, Worn, Artifact string
	Class, N                        int
}

const timeout = 0xffffff

// timed returns the time left of a property.
func (w *truth) timed(name string) int {
	if p := w.Props[name]; p != nil {
		return p[0] & timeout
	}
	return 0
}

func (w *truth) condition(words ...string) bool {
	return slices.ContainsFunc(w.Conditions, func(c string) bool { return slices.Contains(words, c) })
}

func (w *truth) in(slot string) *thing {
	for i := range w.Inventory {
		if w.Inventory[i].Worn == slot {
			return &w.Inventory[i]
		}
	}
	return nil
}

func (w *truth) cursed(slot string) bool { t := w.in(slot); return t != nil && t.Buc == "cursed" }

// wants returns what in_trouble of the version finds (pray.c), every trouble and not
// the first alone, but for those of the map, which no page shows.
func (w *truth) wants(version string) map[string]bool {
	out := map[string]bool{}
	classic, set := version == "slashem", rules.Get(version)
	out[Stoned] = w.timed("petrifying") > 0 || classic && w.condition("Stone")
	out[Slimed] = w.timed("becoming slime") > 0 || classic && w.condition("Slime")
	out[Strangled] = w.timed("strangling") > 0 || classic && w.condition("Strngl")
	out[Poisoned] = w.timed("fatally sick") > 0 || classic && w.condition("FoodPois", "TermIll")
	out["withering"] = w.timed("withering away") > 0
	out[Weak], out[Hungry] = w.Hungerstate >= 3, w.Hungerstate == 2
	if out[Weak] && version == "xnethack" && w.Conduct.Food > 0 && w.food() >= 150 { // insufficient_food; nobody here digests slowly
		out[Weak], out[Hungry] = false, true
	}
	hp, full := w.HP, w.MaxHP
	if w.Upolyd == 1 {
		hp, full = w.MH, w.MHMax
	}
	divisor := 7
	if !classic {
		full = min(full, 15*w.XL)
		switch {
		case w.XL <= 5:
			divisor = 5
		case w.XL <= 13:
			divisor = 6
		case w.XL <= 21:
		case w.XL <= 29:
			divisor = 8
		default:
			divisor = 9
		}
	}
	out[LowHP] = (hp <= 5 || hp*divisor <= full) && !(w.Upolyd == 1 && (version == "5.0.0" || version == "xnethack") && w.Props["unchanging"] == nil)
	if w.Base != nil && !classic && w.Upolyd == 0 { // else the page shows no peaks
		out[Attribute] = slices.ContainsFunc([]int{0, 1, 2, 3, 4, 5}, func(i int) bool { return w.Base[i] < w.Peak[i] })
		out[Collapsing] = w.Burden >= 4 && w.Peak[0]-w.Base[0] > 3
	}
	w.curses(out, set)
	blind := w.Props["blinded"] // gods do not mind the last turn of it, which no page tells from others
	out[Blind] = blind != nil && blind[0]&timeout > 0 && (blind[0] & ^timeout == 0 || version == "3.6.7" || version == "evilhack")
	if classic {
		out[Blind] = w.condition("Blind") && w.in("eyes") == nil
	}
	out["deaf"] = w.timed("deafness") > 1
	out["stunned"] = w.timed("stunned") > 0 || classic && w.condition("Stun")
	out["confused"] = w.timed("confused") > 0 || classic && w.condition("Conf")
	out["hallucinating"] = w.timed("hallucinating") > 0 || w.Numbers["35"] != nil // HALLUC of SLASH'EM
	return out
}

// food returns the nutrition in the inventory, but for what the game leaves out.
func (w *truth) food() int {
	sum := w.Hunger
	for _, t := range w.Inventory {
		o := rules.Get("5.0.0").Object(t.True)
		if t.Class == 7 && o != nil && t.True != "tin" && t.True != "egg" && t.True != "corpse" {
			sum += max(1, t.N) * o.Nutrition
		}
	}
	return sum
}

// curses are the troubles of what is worn, wielded and carried.
func (w *truth) curses(out map[string]bool, set *rules.Set) {
	fearless := w.Role == "Infidel"
	cursed := func(slot string) bool { return w.cursed(slot) && !fearless }
	named := func(slot, name string) bool { t := w.in(slot); return t != nil && t.True == name }
	big, welded := false, false
	if weapon := w.in("wielded"); weapon != nil {
		from := set
		for from.Objects() == nil {
			from = rules.Get(from.Parent)
		}
		o := from.Object(weapon.True)
		big = o != nil && o.Big
		welded = cursed("wielded") && (weapon.Class == 2 || weapon.Class == 15 || weapon.Class == 16 || weapon.True == "tin opener" || weapon.Class == 6 && o != nil && o.Sub != 0)
	}
	out[Levitation] = cursed("boots") && named("boots", "levitation boots")
	for _, slot := range []string{"ring_left", "ring_right"} {
		if t := w.in(slot); t != nil && (t.True == "levitation" || t.True == "ring of levitation") {
			out[Levitation] = out[Levitation] || t.Buc == "cursed" && !fearless || cursed("gloves") || welded && (big || slot == "ring_right")
		}
	}
	out[Hands] = welded && (big || cursed("shield"))
	out[Blindfold] = cursed("eyes") && !named("eyes", "lenses")
	out[Fumbling] = cursed("gloves") && named("gloves", "gauntlets of fumbling") || cursed("boots") && named("boots", "fumble boots")
	for _, slot := range []string{"gloves", "shield", "cloak", "body", "boots", "shirt", "amulet", "ring_left", "ring_right", "eyes"} {
		out[CursedItems] = out[CursedItems] || cursed(slot)
	}
	out[CursedItems] = out[CursedItems] || welded || cursed("alternate") && w.Twoweap == 1 ||
		cursed("helmet") && (set.Name == "slashem" || !named("helmet", "helm of opposite alignment"))
	for _, t := range w.Inventory {
		out[CursedItems] = out[CursedItems] || t.Buc == "cursed" && (t.True == "luckstone" || t.True == "loadstone" && !fearless || strings.Contains(t.Artifact, "Orb of Fate"))
		out[Punished] = out[Punished] || strings.Contains(t.Name, "chained to you")
	}
}

// handless holds the forms without hands among those of the dumps (monst.c).
var handless = []string{"giant bat", "jackal", "red dragon", "silver dragon", "air elemental", "fire elemental"}

func TestDumpsTellTheirTroubles(t *testing.T) {
	heroes, troubles := 0, 0
	dumps.Check(t, func(t testing.TB, row truthtest.Row) {
		var text, id string
		var want truth
		for cell, to := range map[string]any{"dump": &text, "id": &id, "truth": &want} {
			if err := json.Unmarshal([]byte(row[cell]), to); err != nil {
				t.Fatal(err)
			}
		}
		version := strings.Trim(row["version"], `"`)
		for begin, name := range map[string]string{"NetHack 5": "5.0.0", "NetHack 3.6": "3.6.7", "xNetHack": "xnethack", "EvilHack": "evilhack", "SLASH'EM": "slashem"} {
			if strings.HasPrefix(version, begin) {
				version = name
			}
		}
		h, err := dump.Read(text, dump.Options{Version: rules.Get(version), Said: true})
		if err != nil {
			t.Fatal(err)
		}
		heroes++
		got := map[string]bool{}
		for _, x := range Of(h) {
			got[x.Name] = true
			troubles++
		}
		wants := want.wants(version)
		wants[Punished] = wants[Punished] || strings.Contains(text, "You were chained to a") // the ball lies on the floor
		// The status line of a SLASH'EM page is the last that was drawn: one hero dies hallucinating.
		wants["hallucinating"] = wants["hallucinating"] || id == "slashem-7087"
		if want.Upolyd == 1 {
			form := regexp.MustCompile(`You were in (?:male |female )?(.*) form`).FindStringSubmatch(text)[1]
			wants[Hands] = wants[Hands] || want.Props["unchanging"] == nil && slices.Contains(handless, form)
		}
		for name, is := range wants {
			if is != got[name] {
				t.Errorf("%s: %s is %t, read as %t", id, name, is, got[name])
			}
			delete(got, name)
		}
		for name := range got {
			t.Errorf("%s: %s is not there", id, name)
		}
	})
	if t.Logf("%d troubles of %d heroes", troubles, heroes); troubles < heroes {
		t.Errorf("only %d troubles of %d heroes", troubles, heroes)
	}
}
