package read

import (
	"io"
	"maps"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/read/learned"
	"delphi/commands/read/match"
	"delphi/commands/read/phrases"
	"delphi/commands/read/said"
	"delphi/commands/read/words"
)

// weights holds the features of a reading, and what each costs. A reading costs their sum.
type weights struct {
	*learned.Weights
	match.Costs

	skips                           [2][words.Classes]int32
	passing                         []int32          // literal -> that it is passed over in what is asked
	telling                         map[string]int32 // stem -> that something is taken from a sentence that holds it
	place                           [places]int32    // that something is taken from a sentence that stands so
	story, storyAsks, storyOpens    int32
	storyTake, again                int32
	denied, deniedChoice, takenBack int32 // something is taken behind a denial, or taken back by it
	over                            int32 // what was so counts as if it still were
	tale                            int32 // something is taken that is told of another game or hero
	deaf                            int32 // talk that passes over a sentence that asks
	lackLies, heroForFoe, stray     int32 // what it lacks is passed over; a role is taken for a monster where another is
	odd                             int32 // nobody would ask it
	hush, hushStory                 int32 // a phrase that says nothing holds a name that the kind has room for
	meantLies, nameLies             int32 // it passes over a name that it has room for; and what is asked refers to something by no name
	left                            int32 // something lies in a told sentence that it takes other things from
	split                           int32 // something is taken that is part of a longer name
	lone                            int32 // it says what the hero is, which makes no difference
	bothOr                          int32 // "or" joins two values that are both asked about
	bothApart                       int32 // two values that are both asked about stand in different sentences
	laterAsked                      int32 // a sentence that asks replaces a value of one that only tells
	laterTold                       int32 // a sentence that asks nothing replaces a value of one that does
	laterNamed                      int32 // a name replaces another of its sentence, or of one that asks as well, and nothing says that it does
	unchanged                       int32 // it asks the last question again
	apart                           int32 // it is two questions
	storyCue, cueBefore, cueBeside  int32 // a word that asks, in a story, in a sentence before the one that asks, or beside such
	turns                           turnFeats
	kinds                           []kindFeats
	figures                         []int32 // that a figure by itself stands in the place of one as near to it
	figureLast, figureNew           int32   // in that of the one changed last; and of none, though it could in that of another
	hunches                         []int32 // that the kind is as likely as that by the words alone
	doubts                          [doubts]int32
}

var skipBegin = [2][words.Classes]float32{
	{0.02, 0.08, 0.12, 0.45, 0.9, 1.7, 2.0, 1.4, 1.0, 0.1, 2.5},
	{0.01, 0.02, 0.02, 0.12, 0.15, 0.3, 0.4, 0.15, 0.35, 1.2, 0.6},
}

func newWeights(g *phrases.Grammar) *weights {
	table := learned.NewWeights()
	w := &weights{Weights: table, Costs: match.NewCosts(table, g), telling: map[string]int32{}}
	for m, mode := range []string{"", ".story"} {
		for c := range words.Classes {
			w.skips[m][c] = w.ID("skip."+c.String()+mode, skipBegin[m][c])
		}
	}
	w.passing = make([]int32, g.Terms)
	for l, text := range g.Literals() {
		w.passing[l] = w.ID("pass."+text, 0)
	}
	for i, n := range placeNames {
		w.place[i] = w.ID("from."+n, 0)
	}
	w.story = w.ID("story", 0.7)
	w.storyAsks, w.storyOpens = w.ID("story.asks", 0.8), w.ID("story.opens", 0.8)
	w.storyTake = w.ID("story.take", 0.25)
	w.storyCue, w.cueBefore, w.cueBeside = w.ID("story.cue", 0.8), w.ID("cue.before", 0.3), w.ID("cue.beside", 0.3)
	w.odd, w.unchanged = w.ID("odd", 3), w.ID("follow.unchanged", 2)
	w.again, w.apart = w.ID("again", 0.3), w.ID("apart", 1.5)
	w.deaf = w.ID("talk.deaf", 6)
	w.lackLies, w.heroForFoe, w.stray = w.ID("lacks.passed", 2), w.ID("role.foe", 8), w.ID("stray", 1.5)
	w.left, w.meantLies, w.nameLies = w.ID("left", 1), w.ID("meant.passed", 1.5), w.ID("name.passed", 0.3)
	w.over, w.tale = w.ID("over", 5), w.ID("tale", 9)
	w.hush, w.hushStory = w.ID("hush", 2.5), w.ID("hush.story", 2.5)
	w.deniedChoice = w.ID("denied.choice", 6)
	w.denied, w.takenBack = w.ID("denied", 3), w.ID("denied.back", -1.2)
	w.lone, w.bothOr = w.ID("lone", 2), w.ID("both.or", -2.5)
	w.split, w.bothApart = w.ID("split", 0.5), w.ID("both.apart", 1)
	w.laterAsked = w.ID("later.asked", -0.6)
	w.laterTold, w.laterNamed = w.ID("later.told", 1.5), w.ID("later.named", 2)
	w.turns.init(w)
	w.figureLast, w.figureNew = w.ID("figure.last", -0.7), w.ID("figure.new", 3.5)
	for i := range figureBounds {
		w.figures = append(w.figures, w.ID("figure."+strconv.Itoa(i), 0.8+0.6*float32(i)))
	}
	for i := range len(hunchBounds) + 1 {
		w.hunches = append(w.hunches, w.ID("hunch."+strconv.Itoa(i), 0.35*float32(i)))
	}
	for i, n := range doubtNames {
		w.doubts[i] = w.ID("doubt."+n, doubtBegin[i])
	}
	for _, k := range g.Kinds {
		w.kinds = append(w.kinds, w.kindFeats(k))
	}
	return w
}

// wordPrefix is the prefix of the features for words that tell whether a sentence is
// about the question.
const wordPrefix = "from.word."

// clone returns a copy that can be tuned.
func (w *weights) clone() *weights {
	c := *w
	c.Weights, c.telling = w.Clone(), maps.Clone(w.telling)
	c.Costs.Weights = c.Weights
	return &c
}

// read takes over tuned weights.
func (w *weights) read(in io.Reader) error {
	return w.Read(in, func(name string) {
		if word, ok := strings.CutPrefix(name, wordPrefix); ok {
			w.know(word)
		}
	})
}

// know registers a word as one that tells whether a sentence is about the question.
func (w *weights) know(stem string) {
	w.telling[stem] = w.ID(wordPrefix+stem, 0)
}

// kindFeats holds the features of a kind as a whole.
type kindFeats struct {
	uncued [2]int32    // that the kind is asked, and that no word asks for it
	fresh  int32       // that no word asks for it after a question
	doubt  int32       // how doubtful its readings are
	clash  []int32     // that it says both of two slots that clash
	needs  []int32     // that a question of it lacks one of its needs
	slots  []slotFeats // of its slots, by their bits
}

// kind returns the features of a kind.
func (w *weights) kind(k *phrases.Kind) *kindFeats { return &w.kinds[k.ID] }

// slot returns the features of a slot of a kind.
func (w *weights) slot(k *phrases.Kind, s *phrases.Slot) *slotFeats {
	return &w.kinds[k.ID].slots[s.Bit]
}

func (w *weights) kindFeats(k *phrases.Kind) kindFeats {
	f := kindFeats{
		uncued: [2]int32{w.ID("kind."+k.Name, 1), w.ID("nocue."+k.Name, 0.6)},
		fresh:  w.ID("fresh."+k.Name, 0),
		doubt:  w.ID("doubt.kind."+k.Name, 0),
		slots:  make([]slotFeats, len(k.Slots)),
	}
	for _, n := range k.Needs {
		f.needs = append(f.needs, w.ID("lacks."+k.Name+"."+strings.Join(n.Slots, "|"), n.Cost))
	}
	for _, c := range k.Clashes {
		f.clash = append(f.clash, w.ID("clash."+k.Name+"."+c.Slots[0]+"."+c.Slots[1], c.Cost))
	}
	for _, s := range k.Slots {
		f.slots[s.Bit].init(w, k, s)
	}
	return f
}

// clashes returns the features of what clashes in a line that says some slots of a kind.
func (w *weights) clashes(k *phrases.Kind, said uint64) (out []int32) {
	for i := range k.Clashes {
		if k.Clashes[i].In(said) {
			out = append(out, w.kind(k).clash[i])
		}
	}
	return out
}

// turnFeats holds the features of a line that follows another.
type turnFeats struct {
	freshAsked, freshUnasked [2]int32 // it is read by itself, as another kind of question or as the same
	freshRefers              int32    // though a word of it refers to what was said before
	freshJoins               int32    // though it begins with a word that joins it to that
	freshSupplied            int32    // though it says what the last question lacked
	freshLacks               int32    // and lacks what the last question said
	freshMeant               int32    // and a word of it refers to what the last one asked about
	freshTalk                int32    // it asks nothing
	same                     int32    // it changes the last question
	back                     [2]int32 // it changes an earlier one; and a word comes back to that
	backCued                 int32    // and a word asks for that kind
	supplied                 int32    // and says what that lacked
	otherAsked, otherUnasked int32    // it asks something else of what the last one said
}

func (f *turnFeats) init(w *weights) {
	f.freshAsked = [2]int32{w.ID("fresh.asked", 0.3), w.ID("fresh.asked.same", 0.3)}
	f.freshUnasked = [2]int32{w.ID("fresh.unasked", 1.5), w.ID("fresh.unasked.same", 1.5)}
	f.freshRefers, f.freshJoins = w.ID("fresh.refers", 0.3), w.ID("fresh.joins", 2)
	f.freshSupplied, f.supplied = w.ID("fresh.supplied", 2), w.ID("follow.supplied", -1)
	f.freshLacks, f.freshTalk = w.ID("fresh.lacks", 2), w.ID("fresh.talk", 1)
	f.freshMeant = w.ID("fresh.meant", 4)
	f.same = w.ID("follow.same", 1.5)
	f.back, f.backCued = [2]int32{w.ID("follow.back", 4), w.ID("follow.back.said", 1)}, w.ID("follow.back.cued", -1)
	f.otherAsked, f.otherUnasked = w.ID("follow.other.asked", 1), w.ID("follow.other.unasked", 2.5)
}

// about reports whether one of some slots holds what a question is about: a name that is not of
// the hero.
func about(g *phrases.Grammar, k *phrases.Kind, slots uint64) bool {
	for ; slots != 0; slots &= slots - 1 {
		slot := k.ByBit[bits.TrailingZeros64(slots)]
		if slot != nil && slot.Param != nil && slot.Param.Kind == commands.KindName && !g.Facts[slot.Name] {
			return true
		}
	}
	return false
}

// least returns the lowest cost of a line that changes the last question.
func (w *weights) least(sk *sketch) float32 {
	if sk.back {
		return w.Of(w.turns.back[1]) + min(0, w.Of(w.turns.backCued))
	}
	if sk.same {
		return w.Of(w.turns.same)
	}
	return w.Of(w.turns.otherAsked)
}

// turn lists the features of a line that follows another: how it is read, and which
// slots it repeats or adds, and what its words say of that.
func (w *weights) turn(sk *sketch, s *state, past *said.Past, c *chart) (out []int32) {
	if past == nil {
		return nil
	}
	if sk.back {
		past = sk.past
	}
	f, k, cued := &w.turns, sk.kind, s.mask&phrases.CueBit != 0
	same := 0
	if k.Name == past.Kind {
		same = 1
	}
	switch {
	case k.Command == nil:
		return []int32{f.freshTalk}
	case !sk.follow:
		if out = []int32{f.freshUnasked[same], w.kind(k).fresh}; cued {
			out = []int32{f.freshAsked[same]}
		}
		if c.refers {
			out = append(out, f.freshRefers)
		}
		if c.joins {
			out = append(out, f.freshJoins)
		}
		base, _ := past.Base(c.g, k)
		if same == 1 && past.Open && supplies(k, s.mask, base) {
			out = append(out, f.freshSupplied)
		}
		for _, n := range k.Needs {
			if s.mask&n.Mask == 0 && base&n.Mask != 0 {
				return append(out, f.freshLacks)
			}
		}
		if c.refers && about(c.g, k, base&^s.mask) { // "can i outrun it"
			out = append(out, f.freshMeant)
		}
		return out
	case sk.back:
		out = append(out, f.back[0])
		if c.returns {
			out[0] = f.back[1]
		}
		if cued {
			out = append(out, f.backCued)
		}
	case same == 1:
		if out = append(out, f.same); past.Open && supplies(k, s.mask, sk.base) {
			out = append(out, f.supplied)
		}
	case cued:
		out = append(out, f.otherAsked)
	default:
		out = append(out, f.otherUnasked)
	}
	for said := s.says() &^ (phrases.CueBit | phrases.SecondCueBit); said != 0; said &= said - 1 {
		slot := k.ByBit[bits.TrailingZeros64(said)]
		if sk.base&(1<<slot.Bit) != 0 {
			out = append(out, w.slot(k, slot).again)
		} else {
			out = append(out, w.slot(k, slot).besides)
		}
	}
	return out
}

// supplies reports whether a line says something that the question before it needs and
// lacks; base is what that said.
func supplies(k *phrases.Kind, mask, base uint64) bool {
	return slices.ContainsFunc(k.Needs, func(n phrases.Need) bool {
		return n.Mask&^(phrases.CueBit|phrases.SecondCueBit)&mask != 0 && n.Mask&base == 0
	})
}

// heroic slots describe the hero: stories mention them as well as questions.
var heroic = map[string]bool{"role": true, "xl": true, "int": true, "wis": true, "dex": true, "con": true, "st": true, "str": true, "cha": true, "luck": true,
	"worn": true, "held": true, "skill": true, "race": true, "alignment": true, "version": true, "hp": true, "ac": true, "pw": true, "turn": true, "amulet": true}

// slotFeats holds the features of a slot.
type slotFeats struct {
	story, both, later int32
	told               int32 // story, of this kind alone
	again, besides     int32 // that a line behind another says it, where that said it or did not
}

func (f *slotFeats) init(w *weights, k *phrases.Kind, s *phrases.Slot) {
	told := float32(0.8)
	if heroic[s.Name] {
		told = 0.1
	}
	f.story, f.told = w.ID("told."+s.Name, told), w.ID("told."+k.Name+"."+s.Name, 0)
	both := float32(1)
	switch s.Name {
	case "role", "race", "alignment", "foe", "monster", "dlvl", "buc":
		both = 2.5
	}
	f.both = w.ID("both."+s.Name, both)
	f.later = w.ID("later."+s.Name, 1.6)
	f.again, f.besides = w.ID("again."+s.Name, 0), w.ID("besides."+s.Name, 0.3)
}
