package read

import (
	"bufio"
	_ "embed"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

//go:embed weights.txt
var tuned string

// weights are what each feature of a reading costs. A reading costs their sum. They
// begin as the phrase files say and are tuned on rows; weights.txt keeps how far each
// was moved.
type weights struct {
	names   []string
	ids     map[string]int32
	begin   []float32 // as the files say
	cost    []float32 // as tuned
	ways    [nameWays]int32
	prodIDs []int32

	noise, fuzzyLit                     float32
	noiseID, fuzzyLitID                 int32
	skips                               [2][classes]int32
	story, storyAsks                    int32
	storyTake, again                    int32
	freshUnasked, freshAsked, freshTalk int32 // of a line behind a question that is read by itself
	followSame, followOther             int32
}

// id is the number of a feature, which costs so much before tuning.
func (w *weights) id(name string, begin float32) int32 {
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

func (w *weights) of(id int32) float32 { return w.cost[id] }

func (w *weights) prod(p int32) float32 { return w.cost[w.prodIDs[p]] }

// class is what a word is where it is passed over.
type class uint8

const (
	markClass     class = iota // a comma, a bracket
	noiseClass                 // articles and the like
	chatClass                  // greetings, thanks, laughs
	wordClass                  // everyday English
	unknownClass               // what nobody knows
	nameClass                  // a name, or part of one
	numberClass                // a figure
	negClass                   // not, without, never
	cueClass                   // a word that asks for something
	questionClass              // a question mark
	percentClass               // a figure with % or /
	classes
)

var classNames = [classes]string{"mark", "noise", "chat", "word", "unknown", "name", "number", "neg", "cue", "question", "percent"}

var skipBegin = [2][classes]float32{
	{0.02, 0.08, 0.12, 0.45, 0.9, 1.7, 2.0, 1.4, 1.0, 0.1, 2.5},
	{0.01, 0.02, 0.02, 0.12, 0.15, 0.3, 0.4, 0.15, 0.35, 1.2, 0.6},
}

func newWeights(g *grammar) *weights {
	w := &weights{ids: map[string]int32{}}
	begins := [nameWays]float32{0, 0.05, 0.35, 0.6, 0.8, 0.05, 0.5, 1.2}
	for i, n := range nameWayNames {
		w.ways[i] = w.id(n, begins[i])
	}
	w.noiseID = w.id("noise", 0.1)
	w.fuzzyLitID = w.id("word.fuzzy", 0.5)
	for m, mode := range []string{"", ".story"} {
		for c := range classes {
			w.skips[m][c] = w.id("skip."+classNames[c]+mode, skipBegin[m][c])
		}
	}
	w.story = w.id("story", 0.7)
	w.storyAsks = w.id("story.asks", 0.8)
	w.storyTake = w.id("story.take", 0.25)
	w.again = w.id("again", 0.3)
	w.followSame, w.followOther = w.id("follow.same", 1), w.id("follow.other", 1.5)
	w.freshUnasked, w.freshAsked, w.freshTalk = w.id("fresh.unasked", 1.5), w.id("fresh.asked", 0.3), w.id("fresh.talk", 1)
	w.prodIDs = make([]int32, len(g.prods))
	for i := range g.prods {
		p := &g.prods[i]
		w.prodIDs[i] = w.id(p.name, p.cost)
		p.feat = w.prodIDs[i]
	}
	for _, k := range g.kinds {
		k.feats.init(w, k)
		for i := range k.needs {
			k.needs[i].feat = w.id("lacks."+k.name+"."+strings.Join(k.needs[i].slots, "|"), k.needs[i].cost)
		}
		for _, s := range k.slots {
			s.feats.init(w, k, s)
		}
	}
	w.settle()
	return w
}

// settle makes the weights that are read often.
func (w *weights) settle() {
	w.noise, w.fuzzyLit = w.cost[w.noiseID], w.cost[w.fuzzyLitID]
}

// read takes over tuned weights, each a line: how far it was moved, a tab, its name.
// Names that are no more are passed over.
func (w *weights) read(r io.Reader) error {
	copy(w.cost, w.begin)
	s := bufio.NewScanner(r)
	for s.Scan() {
		moved, name, ok := strings.Cut(s.Text(), "\t")
		if !ok || strings.HasPrefix(moved, "#") {
			continue
		}
		f, err := strconv.ParseFloat(moved, 32)
		if err != nil {
			return fmt.Errorf("weights: %q is no number", moved)
		}
		if id, ok := w.ids[name]; ok {
			w.cost[id] = w.begin[id] + float32(f)
		}
	}
	w.settle()
	return s.Err()
}

// write writes what read reads.
func (w *weights) write(out io.Writer) error {
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

// kindFeats are the features of a kind as a whole.
type kindFeats struct {
	prior, nocue int32
}

func (f *kindFeats) init(w *weights, k *kind) {
	f.prior = w.id("kind."+k.name, 1)
	f.nocue = w.id("nocue."+k.name, 0.6)
}

// heroic slots say what the hero is: a story tells them as well as a question.
var heroic = map[string]bool{"role": true, "xl": true, "int": true, "wis": true, "dex": true, "con": true, "st": true, "str": true, "cha": true, "luck": true,
	"worn": true, "held": true, "skill": true, "race": true, "alignment": true, "version": true, "hp": true, "ac": true, "pw": true, "turn": true, "amulet": true}

// slotFeats are the features of a slot.
type slotFeats struct {
	taken, story, both, later int32
}

func (f *slotFeats) init(w *weights, k *kind, s *slot) {
	f.taken = w.id("said."+k.name+"."+s.name, 0)
	told := float32(0.8)
	if heroic[s.name] {
		told = 0.1
	}
	f.story = w.id("told."+s.name, told)
	both := float32(1)
	switch s.name {
	case "role", "race", "alignment", "foe", "monster", "dlvl", "buc":
		both = 2.5
	}
	f.both = w.id("both."+s.name, both)
	f.later = w.id("later."+s.name, 1.6)
}
