package learned

import (
	"bufio"
	_ "embed"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// WeightsText is what Weights.Read reads, as tuned.
//
//go:embed weights.txt
var WeightsText string

// Weights holds what each feature of a reading costs. They begin as they are registered and are
// tuned on rows; weights.txt keeps how far each was moved.
type Weights struct {
	names []string
	ids   map[string]int32
	begin []float32 // as registered
	cost  []float32 // as tuned
}

// NewWeights returns weights of no features.
func NewWeights() *Weights { return &Weights{ids: map[string]int32{}} }

// ID returns the number of a feature and sets its cost before tuning.
func (w *Weights) ID(name string, begin float32) int32 {
	if id, ok := w.ids[name]; ok {
		return id
	}
	id := int32(len(w.names))
	w.ids[name] = id
	w.names = append(w.names, name)
	w.begin = append(w.begin, begin)
	w.cost = append(w.cost, begin)
	return id
}

// Of returns what a feature costs.
func (w *Weights) Of(id int32) float32 { return w.cost[id] }

// Names returns the names of the features, by number.
func (w *Weights) Names() []string { return w.names }

// Begin returns what each feature costs before tuning.
func (w *Weights) Begin() []float32 { return w.begin }

// Cost returns what each feature costs. Who tunes it may change it.
func (w *Weights) Cost() []float32 { return w.cost }

// Clone returns a copy that can be tuned.
func (w *Weights) Clone() *Weights {
	return &Weights{slices.Clone(w.names), maps.Clone(w.ids), slices.Clone(w.begin), slices.Clone(w.cost)}
}

// Read takes over tuned weights, each a line: how far it was moved, a tab, its name. register is
// told each name, and may register it. Names of no features are ignored.
func (w *Weights) Read(in io.Reader, register func(name string)) error {
	copy(w.cost, w.begin)
	s := bufio.NewScanner(in)
	for s.Scan() {
		moved, name, ok := strings.Cut(s.Text(), "\t")
		if !ok || strings.HasPrefix(moved, "#") {
			continue
		}
		f, err := strconv.ParseFloat(moved, 32)
		if err != nil {
			return fmt.Errorf("weights: %q is no number", moved)
		}
		register(name)
		if id, ok := w.ids[name]; ok {
			w.cost[id] = w.begin[id] + float32(f)
		}
	}
	return s.Err()
}

// Write writes what Read reads.
func (w *Weights) Write(out io.Writer) error {
	var lines []string
	for i, name := range w.names {
		if d := w.cost[i] - w.begin[i]; d > 0.03 || d < -0.03 {
			lines = append(lines, fmt.Sprintf("%+.2f\t%s", d, name))
		}
	}
	slices.SortFunc(lines, func(a, b string) int {
		_, a, _ = strings.Cut(a, "\t")
		_, b, _ = strings.Cut(b, "\t")
		return strings.Compare(a, b)
	})
	_, err := fmt.Fprintf(out, "# How far tuning moved the cost of each feature. Made by go generate ./commands/read.\n%s\n", strings.Join(lines, "\n"))
	return err
}
