package polypile

import (
	"bufio"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"delphi/engine/polymorph"
	"delphi/engine/rules"
)

// truth is where the rows of the real game lie beside the project.
const truth = "../../../shared/truth/"

// sigmas is how far a count of the game may lie from its chance, in standard errors.
const sigmas = 4.5

// tally compares counts with chances and keeps what it needs to judge all of
// them together.
type tally struct {
	t      *testing.T
	n      int
	beyond int // beyond 3 standard errors
	chi2   float64
	worst  float64
	where  string
	limit  float64 // instead of sigmas
}

// count compares k successes of n trials with the chance p.
func (c *tally) count(where string, k, n, p float64) {
	c.t.Helper()
	if p < -1e-12 || p > 1+1e-9 || math.IsNaN(p) {
		c.t.Errorf("%s: a chance of %v", where, p)
		return
	}
	if p < 1e-14 || p > 1-1e-14 {
		if math.Abs(k-n*p) > 0.5 {
			c.t.Errorf("%s: the game %v of %v, chance %v", where, k, n, p)
		}
		return
	}
	sd := math.Sqrt(n * p * (1 - p))
	// A count below ten or so is not normal: give it the room of a Poisson.
	if n*p < 10 || n*(1-p) < 10 {
		if math.Abs(k-n*p) > sigmas*sd+5 {
			c.t.Errorf("%s: the game %v of %v, expected %.2f", where, k, n, n*p)
		}
		return
	}
	c.z(where, (k-n*p)/sd, k/n, p)
}

// bin compares a bin of a histogram. There are tens of thousands of them, of
// which one may well lie beyond sigmas.
func (c *tally) bin(where string, k, n, p float64) {
	c.t.Helper()
	c.limit = sigmas + 0.5
	c.count(where, k, n, p)
	c.limit = 0
}

// mean compares a mean of n trials with its standard deviation.
func (c *tally) mean(where string, got, sd, n, want float64) {
	c.t.Helper()
	if math.Abs(got-want) < 2e-6*(1+math.Abs(want)) { // the rows are rounded to six digits
		return
	}
	if sd == 0 {
		c.t.Errorf("%s: the game %v, here %v", where, got, want)
		return
	}
	c.z(where, (got-want)/(sd/math.Sqrt(n)), got, want)
}

func (c *tally) z(where string, z, got, want float64) {
	c.t.Helper()
	c.n++
	c.chi2 += z * z
	if math.Abs(z) > 3 {
		c.beyond++
	}
	if math.Abs(z) > c.worst {
		c.worst, c.where = math.Abs(z), where
	}
	if math.Abs(z) > max(sigmas, c.limit) {
		c.t.Errorf("%s: the game %.6f, here %.6f: %.2f standard errors", where, got, want, z)
	}
}

// judge looks at all figures together: no more beyond 3 than chance allows.
func (c *tally) judge() {
	c.t.Helper()
	if c.n == 0 {
		return
	}
	allowed := float64(c.n)*0.0027 + 4*math.Sqrt(float64(c.n)*0.0027) + 3
	c.t.Logf("%d figures, worst %.2f standard errors (%s), %d beyond 3 (chance allows %.0f), chi-square per figure %.3f", c.n, c.worst, c.where, c.beyond, allowed, c.chi2/float64(c.n))
	if float64(c.beyond) > allowed {
		c.t.Errorf("%d of %d figures are beyond 3 standard errors, chance allows %.0f", c.beyond, c.n, allowed)
	}
}

func files(t *testing.T, pattern string) []string {
	t.Helper()
	paths, _ := filepath.Glob(truth + pattern)
	if len(paths) == 0 {
		t.Skip("no ../shared/truth beside the project: only the sample in testdata was compared")
	}
	return paths
}

// lines calls f with each line of a file.
func lines(t *testing.T, path string, f func(line string)) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	sc := bufio.NewScanner(file)
	sc.Buffer(nil, 1<<24)
	for sc.Scan() {
		f(sc.Text())
	}
	if sc.Err() != nil {
		t.Fatal(sc.Err())
	}
}

func decode[T any](t *testing.T, line string) T {
	t.Helper()
	var v T
	if err := json.Unmarshal([]byte(line), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// object finds an object by the name that the rows use.
func object(t testing.TB, set *rules.Set, name string) *rules.Object {
	t.Helper()
	o := set.Object(name)
	if o == nil {
		// The rows and the table may differ in case.
		for _, o := range set.Objects() {
			if strings.EqualFold(o.Name, name) {
				return o
			}
		}
		t.Fatalf("%s has no %q", set.Name, name)
	}
	return o
}

func checkTypes(t *testing.T, path string) {
	type key struct{ from, dnum, dlevel, quan string }
	type row struct {
		to       string
		count, n float64
	}
	groups := map[key][]row{}
	var set *rules.Set
	first := true
	lines(t, path, func(line string) {
		c := strings.Split(line, "\t")
		if first {
			first = false
			return
		}
		set = rules.Get(c[0])
		count, _ := strconv.ParseFloat(c[3], 64)
		n, _ := strconv.ParseFloat(c[4], 64)
		k := key{c[1], c[5], c[6], c[7]}
		groups[k] = append(groups[k], row{c[2], count, n})
	})
	all := &tally{t: t}
	for k, rows := range groups {
		name := k.from
		s := polymorph.Stack{}
		if i := strings.Index(name, " ("); i > 0 {
			s.Laid = strings.Contains(name, "laid by hero")
			s.Degraded = strings.Contains(name, "degraded")
			name = name[:i]
		}
		if i := strings.Index(name, " x"); i > 0 {
			name = name[:i]
		}
		s.Object = object(t, set, name)
		s.Quantity, _ = strconv.Atoi(k.quan)
		level := polymorph.Level{Other: k.dnum != "0"}
		level.Depth, _ = strconv.Atoi(k.dlevel)
		a, err := polymorph.From(t.Context(), set, s, level)
		if err != nil {
			t.Fatal(err)
		}
		p := map[*rules.Object]float64{}
		for _, o := range a.To {
			p[o.To] = o.P
		}
		for _, r := range rows {
			to := object(t, set, r.to)
			all.count(set.Name+" "+k.from+" to "+r.to, r.count, r.n, p[to])
			delete(p, to)
		}
		for o, left := range p { // never seen
			all.count(set.Name+" "+k.from+" to "+o.Name, 0, rows[0].n, left)
		}
	}
	all.judge()
}

func TestAllTypes(t *testing.T) {
	for _, p := range files(t, "polytype_*.tsv") {
		t.Run(filepath.Base(p), func(t *testing.T) { checkTypes(t, p) })
	}
}

// gameStack and gamePile are rows of polypile_*.jsonl and want_*.jsonl.
type gameStack struct {
	Obj       string
	Quan, Rep int
	BUC       string
	Material  string
	Artifact  int
	Degraded  int    `json:"degraded_horn"`
	Read      int    `json:"spestudied"`
	Recharged int    `json:"recharged"`
	Enchant   int    `json:"spe"`
	Corpse    string `json:"corpsenm"`
	Out       struct {
		Resisted float64
		Gone     float64            `json:"shudder_gone"`
		Reduced  float64            `json:"shudder_reduced"`
		Noop     float64            `json:"shudder_noop_mail"`
		Poly     float64            `json:"polymorphed"`
		Left     map[string]float64 `json:"shudder_left_qty"`
		Qty      map[string]float64 `json:"poly_final_qty"`
		FusedA   float64            `json:"fused_to_1_result_unstackable"`
		FusedB   float64            `json:"fused_to_1_n_per_1000_rule"`
		Fire     float64            `json:"rock_half_qty(backfire)"`
		Decided  float64            `json:"decided_golem"`
		Eaten    map[string]float64 `json:"absorbed_after"`
		Types    map[string]float64 `json:"poly_types"`
	}
}

type meanSD struct{ Mean, SD float64 }

type gamePile struct {
	Scenario, Version string
	Skipped           any
	Luck, Dnum        int
	Dlevel            int
	N                 float64
	Stacks            []gameStack
	Planned           float64            `json:"golem_planned"`
	Material          map[string]float64 `json:"planned_material"`
	TooFew            float64            `json:"planned_but_fewer_than_2_items_left"`
	Monsters          map[string]float64
	Genocided         string
	Extinct           string
	Standing          string                                     `json:"monster_on_square"`
	Left              map[string]float64                         `json:"surviving_items_hist_cap511"`
	Surviving         meanSD                                     `json:"surviving_items"`
	Absorbed          meanSD                                     `json:"absorbed_items"`
	Shudder           float64                                    `json:"items_lost_to_shudder_mean"`
	Fusing            float64                                    `json:"items_lost_to_fusing_or_backfire_mean"`
	ByMaterial        map[string]struct{ Stacks, Items float64 } `json:"survivors_by_material_mean"`

	Want       []string
	WantMade   []string `json:"want_material_this_game"`
	AtLeastOne float64  `json:"at_least_one"`
	MeanWanted float64  `json:"mean_quantity"`
	SDWanted   float64  `json:"sd_quantity"`
	PerWant    map[string]struct {
		AtLeastOne float64 `json:"at_least_one"`
		Mean       float64 `json:"mean_quantity"`
	} `json:"per_want"`
}

// looksOfGame is the materials of the game that was measured.
func looksOfGame(t *testing.T, version string, rows []gamePile) map[string]string {
	t.Helper()
	set := rules.Get(version)
	out := map[string]string{}
	keep := func(name, material string) {
		if o := set.Object(name); o != nil && set.Polypile().LooksOf(o) != nil {
			out[name] = material
		}
	}
	if path := truth + "materials_of_measured_game_" + version + ".tsv"; exists(path) {
		lines(t, path, func(line string) {
			c := strings.Split(line, "\t")
			keep(c[0], c[2])
		})
	}
	for _, r := range rows {
		for _, s := range r.Stacks {
			keep(s.Obj, s.Material)
		}
		for i, w := range r.Want {
			keep(w, r.WantMade[i])
		}
	}
	return out
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func (r *gamePile) question(t *testing.T, looks map[string]string) *Question {
	t.Helper()
	set := rules.Get(r.Version)
	q := &Question{Rules: set, Luck: r.Luck, Level: polymorph.Level{Depth: r.Dlevel, Other: r.Dnum != 0}, Squares: make([]Square, 1), Appearances: looks}
	for _, s := range r.Stacks {
		x := polymorph.Stack{Object: object(t, set, s.Obj), Quantity: s.Quan, Count: s.Rep, Artifact: s.Artifact != 0, Degraded: s.Degraded != 0,
			Read: s.Read, Recharged: s.Recharged, Enchant: s.Enchant, Corpse: s.Corpse, Laid: s.Obj == "egg" && s.Enchant == 1}
		if s.Obj != "corpse" {
			x.Corpse = "" // the rows say of eggs what they hatch
		}
		switch s.BUC {
		case "B":
			x.BUC = rules.Blessed
		case "C":
			x.BUC = rules.Cursed
		}
		q.Squares[0].Stacks = append(q.Squares[0].Stacks, x)
	}
	for _, w := range r.Want {
		q.Want = append(q.Want, object(t, set, w))
	}
	return q
}

func (r *gamePile) check(t *testing.T, all *tally, looks map[string]string) {
	t.Helper()
	q := r.question(t, looks)
	a, err := Zap(t.Context(), q)
	if err != nil {
		t.Fatalf("%s: %v", r.Scenario, err)
	}
	at := r.Version + " " + r.Scenario
	g, err := q.game()
	if err != nil {
		t.Fatal(err)
	}
	b := newBuilder(g, q.Luck, false, q.Want)
	pl := b.pile(q.Squares[0].Stacks)
	mixed := len(b.types) > 0 // materials that nobody knows
	used := map[int]bool{}
	for _, s := range r.Stacks {
		// The answer has what lies on top first.
		i := 0
		for used[i] || a.Stacks[i].Object.Name != object(t, q.Rules, s.Obj).Name || a.Stacks[i].Quantity != s.Quan || a.Stacks[i].Count != s.Rep {
			i++
		}
		used[i] = true
		x, k := a.Stacks[i], pl.entries[i].kind
		n := r.N * float64(s.Rep)
		here := at + ": " + s.Obj
		all.count(here+" resists", s.Out.Resisted, n, x.Resist)
		all.count(here+" shudders", s.Out.Gone+s.Out.Reduced+s.Out.Noop, n, x.Shudder)
		all.count(here+" polymorphs", s.Out.Poly, n, x.Polymorph)
		all.count(here+" decides", s.Out.Decided, n, x.Decides)
		qty := map[int]float64{}
		fire := 0.0
		for _, r := range pl.entries[i].kind.parts {
			qty[r.qty] += r.p
		}
		fuse := x.Fuse
		for _, y := range g.Become(&pl.entries[i].stack) {
			switch {
			case y.Fate == polymorph.Backfired:
				fire += y.P * k.poly
			case y.Fate == polymorph.Fused && y.To == g.Rules.Rock() && pl.entries[i].stack.Object == y.To && s.Quan/2 == 1:
				// The rows take a rock that fused for one that backfired.
				fire += y.P * k.poly
				fuse -= y.P * k.poly
			}
		}
		all.count(here+" fuses", s.Out.FusedA+s.Out.FusedB, n, fuse)
		all.count(here+" backfires", s.Out.Fire, n, fire)
		for left, p := range qty {
			if left >= 400 {
				continue // the rows' histogram ends
			}
			all.count(here+" has then "+strconv.Itoa(left), s.Out.Qty[strconv.Itoa(left)], n, p)
		}
		if s.Quan <= 10 {
			for left, k := range s.Out.Left {
				all.count(here+" shudders to "+left, k, n, x.Shudder/float64(s.Quan-1))
			}
		}
		eaten := 0.0
		for _, k := range s.Out.Eaten {
			eaten += k
		}
		if !mixed {
			// Equal stacks fare alike: they are not so many trials as there are stacks.
			all.count(here+" is eaten", eaten/float64(s.Rep), r.N, x.Eaten)
		}
	}
	all.count(at+": decided", r.Planned, r.N, a.Golem.Decided)
	all.count(at+": too little left", r.TooFew, r.N, a.Golem.Decided-a.Golem.Appears)
	if r.Genocided == "" && r.Extinct == "" && r.Standing == "" && !mixed {
		for kind, p := range a.Golem.Kinds {
			all.count(at+": "+kind, r.Monsters[kind], r.N, p)
		}
		for kind, k := range r.Monsters {
			if a.Golem.Kinds[kind] == 0 {
				t.Errorf("%s: %v times a %s, which is impossible here", at, k, kind)
			}
		}
	}
	if mixed {
		return
	}
	all.mean(at+": items left", r.Surviving.Mean, r.Surviving.SD, r.N, a.Items.ExpectedLeft)
	all.mean(at+": absorbed", r.Absorbed.Mean, r.Absorbed.SD, r.N, a.Items.LostToGolem)
	// No deviations are given for these: no more can be lost than is there.
	bound := func(mean float64) float64 { return math.Sqrt(mean * float64(a.Items.In)) }
	loose := func(where string, got, want float64) {
		if math.Abs(got-want) > sigmas*bound(max(got, want))/math.Sqrt(r.N)+2e-6*(1+want) {
			t.Errorf("%s: the game %v, here %v", where, got, want)
		}
	}
	loose(at+": lost to shuddering", r.Shudder, a.Items.LostToShudder)
	loose(at+": lost to fusing and backfire", r.Fusing, a.Items.LostToFusing+a.Items.LostToBackfire)
	seen := map[string]bool{}
	for _, m := range a.Materials {
		seen[m.Material] = true
		loose(at+": "+m.Material+" left", r.ByMaterial[m.Material].Items, m.Items)
	}
	for m, x := range r.ByMaterial {
		if !seen[m] && m != "0" {
			t.Errorf("%s: %v items of %s, which is impossible here", at, x.Items, m)
		}
	}
	if a.Left != nil {
		p := map[string]float64{}
		for _, x := range a.Left {
			p[strconv.Itoa(x.Items)] = x.P
			all.bin(at+": left "+strconv.Itoa(x.Items), r.Left[strconv.Itoa(x.Items)], r.N, x.P)
		}
		for n, k := range r.Left {
			if p[n] == 0 {
				t.Errorf("%s: %v times %s items left, which is impossible here", at, k, n)
			}
		}
	} else if a.Items.In < 511 {
		// At most as many as a quantile are left at least as often as it says.
		for p, n := range map[float64]int{.05: a.Quantiles.P05, .25: a.Quantiles.P25, .5: a.Quantiles.P50, .75: a.Quantiles.P75, .95: a.Quantiles.P95} {
			upTo, below := 0.0, 0.0
			for left, k := range r.Left {
				if x, _ := strconv.Atoi(left); x < n {
					below += k
					upTo += k
				} else if x == n {
					upTo += k
				}
			}
			if room := 4.5 * math.Sqrt(r.N*p*(1-p)); upTo < r.N*p-room || below > r.N*p+room {
				t.Errorf("%s: quantile %v is %d, in the game %v of %v are no more, %v fewer", at, p, n, upTo, r.N, below)
			}
		}
	}
	if len(r.Want) > 0 {
		all.count(at+": at least one", r.AtLeastOne, r.N, a.Want.AtLeastOne)
		all.mean(at+": wanted", r.MeanWanted, r.SDWanted, r.N, a.Want.ExpectedItems)
		for _, w := range a.Want.Per {
			x := r.PerWant[w.Name]
			all.count(at+": at least one "+w.Name, x.AtLeastOne, r.N, w.AtLeastOne)
			loose(at+": "+w.Name, x.Mean, w.ExpectedItems)
		}
	}
}

func readPiles(t *testing.T, paths ...string) (out []gamePile) {
	for _, p := range paths {
		lines(t, p, func(line string) {
			if r := decode[gamePile](t, line); r.Skipped == nil {
				out = append(out, r)
			}
		})
	}
	return out
}

func checkPiles(t *testing.T, kind string) {
	for _, path := range files(t, kind+"_*.jsonl") {
		t.Run(filepath.Base(path), func(t *testing.T) {
			rows := readPiles(t, path)
			version := rows[0].Version
			known := rows
			for _, other := range []string{"polypile", "want"} {
				if p := truth + other + "_" + version + ".jsonl"; other != kind && exists(p) {
					known = append(known, readPiles(t, p)...)
				}
			}
			looks := looksOfGame(t, version, known)
			all := &tally{t: t}
			for i := range rows {
				rows[i].check(t, all, looks)
			}
			t.Logf("%d piles", len(rows))
			all.judge()
		})
	}
}

func TestAllPiles(t *testing.T)  { checkPiles(t, "polypile") }
func TestAllWanted(t *testing.T) { checkPiles(t, "want") }

func TestAllBeams(t *testing.T) {
	type row struct {
		Version, Beam string
		N             float64
		Last          map[string]float64 `json:"last_square_distance_from_hero"`
	}
	for _, path := range files(t, "beam_*.jsonl") {
		all := &tally{t: t}
		lines(t, path, func(line string) {
			r := decode[row](t, line)
			set := rules.Get(r.Version)
			rock := polymorph.Stack{Object: set.Object("rock"), Quantity: 1, Count: 8, BUC: rules.Blessed}
			q := &Question{Rules: set, Squares: make([]Square, 13), Level: polymorph.Level{Depth: 1}}
			every := 1
			switch {
			case strings.Contains(r.Beam, "ONE"):
				rock.Count = 1
			case strings.Contains(r.Beam, "2nd"):
				every = 2
			case strings.Contains(r.Beam, "polymorph"):
				rock = polymorph.Stack{Object: set.Object("wand of polymorph"), Quantity: 1}
			case strings.Contains(r.Beam, "newt"):
				q.Squares[0].Monster = true
			case strings.Contains(r.Beam, "stone"):
				return // walls are not asked about
			}
			if !strings.Contains(r.Beam, "no piles") {
				for i := 0; i < 13; i += every {
					q.Squares[i].Stacks = []polymorph.Stack{rock}
				}
			} else {
				q.Squares[12].Stacks = []polymorph.Stack{rock} // reached or not, it stops nothing
			}
			a, err := Zap(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			for i, s := range a.Squares {
				p := s.PReached
				if i+1 < len(a.Squares) {
					p -= a.Squares[i+1].PReached
				}
				all.count(r.Version+" "+r.Beam+" ends at "+strconv.Itoa(i+1), r.Last[strconv.Itoa(i+1)], r.N, p)
			}
		})
		all.judge()
	}
}

func TestAllDips(t *testing.T) {
	type row struct {
		Version, Dip        string
		Quan, BUC, Artifact int
		N                   float64
		Untouched           float64 `json:"object_untouched"`
		Polymorphed         float64
		Used                float64            `json:"potion_used_up"`
		Same                float64            `json:"polymorphed_to_same_type_or_untouched_with_potion_gone"`
		Qty                 map[string]float64 `json:"final_qty"`
	}
	for _, path := range files(t, "dip_*.jsonl") {
		all := &tally{t: t}
		lines(t, path, func(line string) {
			r := decode[row](t, line)
			set := rules.Get(r.Version)
			s := polymorph.Stack{Object: object(t, set, r.Dip), Quantity: r.Quan, BUC: rules.BUC(2 - r.BUC), Artifact: r.Artifact != 0}
			q := &Question{Rules: set, Squares: []Square{{Stacks: []polymorph.Stack{s}}}, Apply: Dip, Want: []*rules.Object{s.Object}, Level: polymorph.Level{Depth: 1}}
			a, err := Zap(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			x, at := a.Stacks[0], r.Version+" "+line[:60]
			all.count(at+" resists", r.Untouched, r.N, x.Resist)
			all.count(at+" polymorphs", r.Polymorphed, r.N, x.Polymorph)
			all.count(at+" used", r.Used, r.N, *a.Potions)
			all.count(at+" same", r.Same, r.N, a.Want.AtLeastOne-x.Resist)
			if x.Shudder != 0 || a.Golem.Decided != 0 {
				t.Errorf("%s: dipping shudders %v, golem %v", at, x.Shudder, a.Golem.Decided)
			}
			for _, l := range a.Left {
				p := l.P
				if l.Items == r.Quan {
					p -= x.Resist
				}
				all.count(at+" then "+strconv.Itoa(l.Items), r.Qty[strconv.Itoa(l.Items)], r.N, p)
			}
		})
		all.judge()
	}
}

func TestAllRezaps(t *testing.T) {
	type row struct {
		Scenario, Version string
		Dnum, Dlevel      int
		N, Success        float64
		MeanZaps          float64 `json:"mean_zaps"`
		SDZaps            float64 `json:"sd_zaps"`
		Stacks            []gameStack
		Want              []string
		Cap               float64 `json:"hit_cap"`
	}
	for _, path := range files(t, "rezap_*.jsonl") {
		all := &tally{t: t}
		lines(t, path, func(line string) {
			r := decode[row](t, line)
			if r.N == 0 {
				return // the version has no such thing
			}
			pile := gamePile{Version: r.Version, Dnum: r.Dnum, Dlevel: r.Dlevel, Stacks: r.Stacks, Want: r.Want}
			q := pile.question(t, nil)
			a, err := polymorph.For(t.Context(), &polymorph.ForQuestion{Rules: q.Rules, To: q.Want, From: &q.Squares[0].Stacks[0], Level: q.Level})
			if err != nil {
				t.Fatal(err)
			}
			at := r.Version + " " + r.Scenario
			all.count(at, r.Success, r.N, a.UntilLost)
			if r.Cap == 0 {
				all.mean(at+": zaps", r.MeanZaps, r.SDZaps, r.N, a.MeanZaps)
			}
		})
		all.judge()
	}
}

// The rows that come with the project: a sample of what the game answered.
func TestGameRows(t *testing.T) {
	all := &tally{t: t}
	var a *Answer
	asked, rows := "", 0
	lines(t, "testdata/game.tsv", func(line string) {
		c := strings.Split(line, "\t")
		if c[0] == "version" {
			return
		}
		if key := strings.Join(c[:4], "\t"); key != asked {
			asked = key
			set := rules.Get(c[0])
			q := &Question{Rules: set, Squares: make([]Square, 1)}
			q.Luck, _ = strconv.Atoi(c[1])
			q.Level.Depth, _ = strconv.Atoi(c[2])
			for s := range strings.SplitSeq(c[3], ", ") {
				w := strings.SplitN(s, " ", 5)
				x := polymorph.Stack{Object: object(t, set, w[4]), BUC: rules.BUC(3 - strings.Index("CUB", w[3]))}
				x.Count, _ = strconv.Atoi(w[0])
				x.Quantity, _ = strconv.Atoi(w[2])
				q.Squares[0].Stacks = append(q.Squares[0].Stacks, x)
			}
			var err error
			if a, err = Zap(t.Context(), q); err != nil {
				t.Fatal(err)
			}
		}
		k, _ := strconv.ParseFloat(c[5], 64)
		n, _ := strconv.ParseFloat(c[6], 64)
		figure, of, _ := strings.Cut(c[4], " ")
		p, i := math.NaN(), 0
		if figure != "golem" {
			i, _ = strconv.Atoi(of)
		}
		switch figure {
		case "decided":
			p = a.Golem.Decided
		case "golem":
			p = a.Golem.Kinds[of]
		case "shudder":
			p = a.Stacks[i].Shudder
		case "polymorph":
			p = a.Stacks[i].Polymorph
		case "fuse":
			p = a.Stacks[i].Fuse
		case "left":
			if a.Left == nil {
				return
			}
			for _, l := range a.Left {
				if l.Items == i {
					p = l.P
				}
			}
		}
		rows++
		all.count(asked+" "+c[4], k, n, p)
	})
	if rows < 300 {
		t.Errorf("only %d rows", rows)
	}
	all.judge()
}
