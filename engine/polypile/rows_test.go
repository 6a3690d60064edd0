package polypile

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"delphi/engine/truthtest"
)

// piled is what the game's own functions made of whole piles, one figure a
// row: how often, out of how many times, or a mean with its deviation.
var piled = truthtest.Table{
	Name: "piled", Files: "truth/polypile_*.jsonl,truth/want_*.jsonl,truth/vpoly/polypile_*.jsonl", OneIn: 6, Read: readPiled,
	Columns: []string{"version", "luck", "dnum", "dlevel", "stacks", "want", "figure", "k", "n", "sd"},
	Daily:   6, Share: 24, Together: []string{"version", "luck", "dnum", "dlevel", "stacks", "want"},
}

// gameStack and gamePile are the lines of the complete files.
type gameStack struct {
	Obj       string
	Quan, Rep int
	BUC       string
	Artifact  int
	Degraded  int    `json:"degraded_horn"`
	Read      int    `json:"spestudied"`
	Recharged int    `json:"recharged"`
	Enchant   int    `json:"spe"`
	Corpse    string `json:"corpsenm"`
	Studied   int    // in the variants' rows: Read
	Monster   string // in the variants' rows: Corpse
	Out       struct {
		Resisted float64
		Gone     float64            `json:"shudder_gone"`
		Reduced  float64            `json:"shudder_reduced"`
		Noop     float64            `json:"shudder_noop_mail"`
		Same     float64            `json:"not_changed_by_poly_obj_or_mail"`
		Poly     float64            `json:"polymorphed"`
		Left     map[string]float64 `json:"shudder_left_qty"`
		Qty      map[string]float64 `json:"poly_final_qty"`
		FusedA   float64            `json:"fused_to_1_result_unstackable"`
		FusedB   float64            `json:"fused_to_1_n_per_1000_rule"`
		Fire     float64            `json:"rock_half_qty(backfire)"`
		Decided  float64            `json:"decided_golem"`
		Eaten    map[string]float64 `json:"absorbed_after"`
	}
}

type meanSD struct{ Mean, SD float64 }

type gamePile struct {
	Version    string
	variant    bool
	Skipped    any
	Luck, Dnum int
	Dlevel     int
	N          float64
	Stacks     []gameStack
	Planned    float64 `json:"golem_planned"`
	TooFew     float64 `json:"planned_but_fewer_than_2_items_left"`
	Monsters   map[string]float64
	Genocided  string
	Extinct    string
	Standing   string                             `json:"monster_on_square"`
	Left       map[string]float64                 `json:"surviving_items_hist_cap511"`
	Left599    map[string]float64                 `json:"surviving_items_hist_cap599"` // in the variants' rows
	Surviving  meanSD                             `json:"surviving_items"`
	Absorbed   meanSD                             `json:"absorbed_items"`
	Shudder    float64                            `json:"items_lost_to_shudder_mean"`
	Fusing     float64                            `json:"items_lost_to_fusing_or_backfire_mean"`
	ByMaterial map[string]struct{ Items float64 } `json:"survivors_by_material_mean"`
	Want       []string
	AtLeastOne float64            `json:"at_least_one"`
	MeanWanted float64            `json:"mean_quantity"`
	SDWanted   float64            `json:"sd_quantity"`
	AllWanted  float64            `json:"all_wanted_types_present"`
	Counts     map[string]float64 `json:"quantity_hist_cap511"`
	PerWant    map[string]struct {
		AtLeastOne float64 `json:"at_least_one"`
		Mean       float64 `json:"mean_quantity"`
	} `json:"per_want"`
}

// readJSON calls f with each line of a file of JSON objects.
func readJSON[T any](file io.Reader, f func(T)) error {
	lines := bufio.NewReader(file)
	for {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) && len(line) == 0 {
			return nil
		}
		var v T
		if err := json.Unmarshal(line, &v); err != nil {
			return err
		}
		f(v)
	}
}

func readPiled(file io.Reader, yield func(truthtest.Row)) error {
	return readJSON(file, func(r gamePile) {
		r.normal()
		if r.Skipped == nil {
			r.figures(yield)
		}
	})
}

// normal gives a variant's row the names of the others. It counts less: variant
// says so.
func (r *gamePile) normal() {
	r.Version, _, r.variant = strings.Cut(r.Version, "_")
	if !r.variant {
		return
	}
	r.Left = r.Left599
	for i := range r.Stacks {
		s := &r.Stacks[i]
		s.Read, s.Corpse = s.Studied, s.Monster
		s.Out.Poly += s.Out.Same
	}
}

// text returns a stack in a row: how many equal ones, items, B U or C, what else is
// known of it, name.
func (s *gameStack) text() string {
	var known []string
	if s.Artifact != 0 {
		known = append(known, "artifact")
	}
	if s.Degraded != 0 {
		known = append(known, "degraded")
	}
	if s.Read != 0 {
		known = append(known, "read="+strconv.Itoa(s.Read))
	}
	if s.Recharged != 0 {
		known = append(known, "recharged="+strconv.Itoa(s.Recharged))
	}
	if s.Obj == "egg" && s.Enchant == 1 {
		known = append(known, "laid")
	}
	if s.Obj == "corpse" { // the rows say of eggs what they hatch
		known = append(known, "corpse="+s.Corpse)
	}
	return fmt.Sprintf("%d,%d,%s,%s,%s", s.Rep, s.Quan, s.BUC, strings.Join(known, " "), s.Obj)
}

func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// figures calls yield with each figure of the pile.
func (r *gamePile) figures(yield func(truthtest.Row)) {
	stacks := make([]string, len(r.Stacks))
	for i := range r.Stacks {
		stacks[i] = r.Stacks[i].text()
	}
	put := func(figure string, k, n, sd float64) {
		yield(truthtest.Row{
			"version": r.Version, "luck": strconv.Itoa(r.Luck), "dnum": strconv.Itoa(r.Dnum), "dlevel": strconv.Itoa(r.Dlevel),
			"stacks": strings.Join(stacks, "|"), "want": strings.Join(r.Want, ","), "figure": figure, "k": number(k), "n": number(n), "sd": number(sd),
		})
	}
	for i := range r.Stacks {
		s := &r.Stacks[i]
		n := r.N * float64(s.Rep)
		of := func(what string) string { return what + " " + strconv.Itoa(i) }
		put(of("resists"), s.Out.Resisted, n, 0)
		put(of("shudders"), s.Out.Gone+s.Out.Reduced+s.Out.Noop, n, 0)
		put(of("polymorphs"), s.Out.Poly, n, 0)
		put(of("decides"), s.Out.Decided, n, 0)
		if !r.variant {
			put(of("fuses"), s.Out.FusedA+s.Out.FusedB, n, 0)
			put(of("backfires"), s.Out.Fire, n, 0)
		}
		for left, k := range s.Out.Qty {
			if q, _ := strconv.Atoi(left); q < 255 { // the rows' histogram ends
				put(of("then "+left), k, n, 0)
			}
		}
		if s.Quan <= 10 {
			for left, k := range s.Out.Left {
				put(of("reduced "+left), k, n, 0)
			}
		}
		eaten := 0.0
		for _, k := range s.Out.Eaten {
			eaten += k
		}
		// Equal stacks fare alike: they are not so many trials as there are stacks.
		put(of("eaten"), eaten/float64(s.Rep), r.N, 0)
	}
	put("decided", r.Planned, r.N, 0)
	put("too few", r.TooFew, r.N, 0)
	if r.Genocided == "" && r.Extinct == "" && r.Standing == "" {
		for kind, k := range r.Monsters {
			put("golem "+kind, k, r.N, 0)
		}
	}
	put("items left", r.Surviving.Mean, r.N, r.Surviving.SD)
	if !r.variant {
		put("items eaten", r.Absorbed.Mean, r.N, r.Absorbed.SD)
		put("lost to shuddering", r.Shudder, r.N, 0)
		put("lost to fusing", r.Fusing, r.N, 0)
	}
	for m, x := range r.ByMaterial {
		if m != "0" {
			put("material "+m, x.Items, r.N, 0)
		}
	}
	r.histogram(put)
	if len(r.Want) > 0 {
		put("wanted", r.AtLeastOne, r.N, 0)
		put("wanted items", r.MeanWanted, r.N, r.SDWanted)
		for n, k := range r.Counts {
			if len(n) == 1 && n != "0" { // the rest is rare, or at least one
				put("count "+n, k, r.N, 0)
			}
		}
		if len(r.Want) > 1 {
			put("together", r.AllWanted, r.N, 0)
		}
		for w, x := range r.PerWant {
			put("any "+w, x.AtLeastOne, r.N, 0)
			put("items "+w, x.Mean, r.N, 0)
		}
	}
}

// histogram is the distribution of the items left: bin by bin up to MaxLeft
// items, above by how often there were at most that many.
func (r *gamePile) histogram(put func(figure string, k, n, sd float64)) {
	in := 0
	for _, s := range r.Stacks {
		in += s.Rep * s.Quan
	}
	if in <= MaxLeft {
		for left, k := range r.Left {
			put("left "+left, k, r.N, 0)
		}
		return
	}
	if in >= 511 {
		return // the rows' histogram ends
	}
	var bins []int
	for left := range r.Left {
		n, _ := strconv.Atoi(left)
		bins = append(bins, n)
	}
	slices.Sort(bins)
	sum, q := 0.0, 0.0
	for _, n := range bins {
		if sum += r.Left[strconv.Itoa(n)]; sum >= q*r.N || math.Abs(sum-r.N) < 0.5 {
			put("at most "+strconv.Itoa(n), sum, r.N, 0)
			q = sum/r.N + 0.01
		}
	}
}
