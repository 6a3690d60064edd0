package ends

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"sort"
	"strings"

	"delphi/commands/wording"
	"delphi/engine/odds"
)

//go:embed gists.tsv
var gistsTable string

// gist is what happens at an end, in a few words, and the message that the game shows
// then, or "" if there is none.
type gist struct{ what, message string }

// gists holds the gist of each end that the engine names by the game's message.
var gists = func() map[string]gist {
	out := map[string]gist{}
	for line := range strings.Lines(gistsTable) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		out[cells[0]] = gist{cells[1], strings.TrimPrefix(cells[2], "-")}
	}
	return out
}()

// group is the ends at which the same happens, whatever the game says.
type group struct {
	what     string
	ends     []string // as the engine names them
	messages []string // that the game shows
	wanted   bool     // it is what is asked about
	p, gone  float64  // its chance, and that it comes and the thing that is tried goes
}

// groups returns all ends by what happens, the likeliest first.
func (e *Ends) groups() []*group {
	var out []*group
	for _, x := range e.Cases {
		end, goes := e.Last.cut(x.What)
		said, known := gists[end]
		if !known {
			said.what = e.shown(end)
		}
		i := slices.IndexFunc(out, func(g *group) bool { return g.what == said.what })
		if i < 0 {
			i = len(out)
			out = append(out, &group{what: said.what, wanted: e.Is(x.What)})
		}
		g := out[i]
		g.ends = append(g.ends, x.What)
		g.p += x.P
		if goes {
			g.gone += x.P
		}
		if m := said.message; m != "" && !slices.Contains(g.messages, m) {
			g.messages = append(g.messages, m)
		}
	}
	sort.SliceStable(out, func(i, k int) bool { return out[i].p > out[k].p*(1+1e-9) })
	return out
}

// likely lists groups in about budget bytes, naming a chance that several share only
// once: "66.7% nothing, 2.56% each of genocide, a teleport and 8 more, and 1 rarer outcome".
func likely(list []*group, budget int) string {
	text := ""
	for i := 0; i < len(list); {
		share, k := wording.Share(list[i].p), i
		var whats []string
		for ; k < len(list) && wording.Share(list[k].p) == share; k++ {
			if k > i && strings.Contains(list[k].what+list[i].what, ", ") { // it would read as two
				break
			}
			whats = append(whats, list[k].what)
		}
		if i > 0 && len(text)+len(share)+len(whats[0]) > budget {
			return fmt.Sprintf("%s, and %s", text, wording.Count(len(list)-i, "rarer outcome"))
		}
		if i > 0 {
			text += ", "
		}
		text += share + " "
		if len(whats) > 1 {
			text += "each of "
		}
		if some, shown := wording.List(whats, ", ", budget-len(text)); shown < len(whats) {
			text += some
		} else {
			text += wording.And(whats)
		}
		i = k
	}
	return text
}

// cut removes from an end the words that say that the thing goes with it.
func (l *Lasting) cut(end string) (rest string, goes bool) {
	if l == nil || l.Tag == "" {
		return end, false
	}
	return strings.CutSuffix(end, l.Tag)
}

// going says how often the thing goes, once for everything that can happen: "after any
// sit the throne vanishes 1 time in 3 (never after a teleport)". Empty where it is not
// known.
func (e *Ends) going() string {
	var never, stays []string
	for _, g := range e.groups() {
		if g.gone == 0 {
			never, stays = append(never, g.what), append(stays, g.ends...)
		}
	}
	with, _ := e.Chance(func(end string) bool { _, goes := e.Last.cut(end); return goes })
	may, _ := e.Chance(func(end string) bool { return !slices.Contains(stays, end) })
	if with.Num == 0 || may.Num == 0 {
		return ""
	}
	but := ""
	if len(never) > 0 {
		but = " (never after " + wording.Or(never) + ")"
	}
	often := ""
	if p := odds.Of(with.Num*may.Den, with.Den*may.Num); p.P < 1 {
		often = " " + wording.TimesIn(p)
	}
	return fmt.Sprintf("after any %s the %s %s%s%s", e.Once, e.Last.Name, cmp.Or(e.Last.First, e.Last.Goes), often, but)
}
