package rules

import (
	"slices"
	"strings"
	"sync"

	"delphi/engine/seq"
)

// Polypile holds the numbers and lists of a version's object polymorph. The
// tag cite names the rule of data/all/cites in which a number stands; zero
// means that the version has no such rule.
type Polypile struct {
	// A stack resists with this chance in 100.
	Resist         int `cite:"resist chance"`
	ArtifactResist int `cite:"resist chance"`

	// A stack that does not resist shudders with a 1-in-n chance, where n is one
	// of these numbers, halved and rounded down for a stack of Large items or
	// more.
	ShudderWand     int `cite:"shudder"` // any wand
	ShudderCursed   int `cite:"shudder"`
	ShudderUncursed int `cite:"shudder"`
	ShudderBlessed  int `cite:"shudder"`
	Large           int `cite:"shudder"`

	// Each item of a shuddering stack decides on a golem with the chance
	// 1/(GolemLuck + Luck).
	GolemLuck int `cite:"golem decision and loss"`

	// A new type is drawn up to Draws times, until it is magic exactly if the old
	// one is.
	Draws int `cite:"what a stack becomes"`
	// A stack of n items that may stay together does so with the chance
	// n/StackOf.
	StackOf int `cite:"what a stack becomes"`
	// Minerals that become something else backfire if there are more of them
	// than a die of BackfireDie sides shows.
	BackfireDie int `cite:"what a stack becomes"`
	// A wand's recharge count x goes up with the chance (Recharges-1-x)/Recharges.
	Recharges int `cite:"what a stack becomes"`
	// A spellbook that was read or polymorphed more often than ReadLimit becomes
	// blank; 0 means never.
	ReadLimit int `cite:"what a stack becomes"`
	// DegradedHorns means that the horn of a revived unicorn counts as not magic.
	DegradedHorns bool `cite:"what a stack becomes"`
	// Redraws names, by class, the first and the last of the objects that a
	// repeated draw picks from; a class that is not in it is drawn from whole.
	Redraws map[string][2]string `cite:"what a stack becomes"`
	// BookRecharges means that a spellbook's recharge count goes up as a wand's does.
	BookRecharges bool `cite:"what a stack becomes"`
	// OwnMaterials means that each object has a material of its own. One that is not
	// said is taken to be that of its type; golems alone depend on it.
	OwnMaterials bool `cite:"what a stack becomes"`
	// Spills means that containers which polymorph or shudder spill what they hold
	// onto the pile.
	Spills bool `cite:"what a stack becomes"`

	// The first GemsRare - level/GemLevels valuable gems do not occur; the
	// others share GemShare of 1000.
	GemsRare  int `cite:"gem probabilities"`
	GemLevels int `cite:"gem probabilities"`
	GemShare  int `cite:"gem probabilities"`
	// GemsByDeepest means that the level created last counts, and not the level
	// that the hero is on.
	GemsByDeepest bool `cite:"gem probabilities"`

	// The range of a zap is uniform in RangeMin..RangeMax. The costs are what a
	// square, a pile and a monster take of it.
	RangeMin    int `cite:"zap range"`
	RangeMax    int `cite:"zap range"`
	SquareCost  int `cite:"beam"`
	PileCost    int `cite:"beam"` // more, if a stack of the pile was affected
	MonsterCost int `cite:"beam"` // more

	Golems []Golem `cite:"golem creation"`
	// Looks holds the pools of appearances that a class draws from each game:
	// class -> material -> how many appearances are of it.
	Looks map[string]map[string]int `cite:"appearances"`

	special map[string]special
	version string
}

// Golem is a kind of golem that a polypile makes.
type Golem struct {
	Name      string
	Weight    int      // items that it absorbs
	Materials []string // that it is made for; kinds that share one are equally likely
}

// special is a row of polymorph.tsv: what is peculiar to one object.
type special struct {
	safe     bool   // never affected
	kept     bool   // never absorbed
	redrawn  bool   // cannot be the result: drawn again
	blank    bool   // the blank spellbook
	plain    bool   // has its own look, not one of the pool
	mail     bool   // shudders without effect, stays what it is
	refilled bool   // comes out of a polymorph as if recharged once
	stays    bool   // shudders like anything else, but stays what it is
	unread   bool   // counts no readings, is not blanked or drawn again
	top      bool   // always lies on top of a pile
	becomes  string // this always becomes, or stands for, that
}

// polypile is known only where object polymorph was measured: the variants
// change it in ways that are not modelled.
var polypile = register(topic[Polypile]{name: "Polypile", own: true, tables: []string{"golems", "appearances", "polymorph"}, fill: fillPolypile, changes: map[string]func(*Polypile){
	"3.4.3": func(p *Polypile) {
		p.Resist, p.ArtifactResist = 5, 95
		p.ShudderWand, p.ShudderCursed, p.ShudderUncursed, p.ShudderBlessed = 3, 3, 8, 12
		p.Large = 5
		p.GolemLuck = 45
		p.Draws = 3
		p.StackOf = 1000
		p.BackfireDie = 4
		p.Recharges = 7
		p.GemsRare, p.GemLevels, p.GemShare = 9, 3, 171
		p.GemsByDeepest = true
		p.RangeMin, p.RangeMax = 6, 13
		p.SquareCost, p.PileCost, p.MonsterCost = 1, 1, 3
	},
	"3.6.7": func(p *Polypile) {
		p.ReadLimit = 3
		p.DegradedHorns = true
		p.GemsByDeepest = false
	},
	"slashem": func(p *Polypile) {
		p.Redraws = map[string][2]string{
			"potion":    {"potion of gain ability", "potion of water"},
			"spellbook": {"spellbook of dig", "spellbook of blank paper"},
		}
		p.BookRecharges = true
	},
	"xnethack": func(p *Polypile) { p.OwnMaterials, p.Spills = true, true },
	"evilhack": func(p *Polypile) { p.OwnMaterials = true },
	// 6.0.15 counts readings as 3.6 does, but has no rule for the horns of revived unicorns.
	"unnethack": func(p *Polypile) { p.ReadLimit = 3 },
}})

// Reverts holds the numbers of variants in which polymorphed objects turn
// back into the type they had. SLASH'EM's were counted in 0.0.7E7F3.
type Reverts struct {
	// The turns after which it happens, uniform.
	MinTurns int `cite:"turning back"`
	MaxTurns int `cite:"turning back"`
	// Stops is what to dip it into, so that it never does.
	Stops string `cite:"dipping"`
}

var reverts = register(topic[Reverts]{name: "Reverts", own: true, changes: map[string]func(*Reverts){
	"slashem": func(r *Reverts) { r.MinTurns, r.MaxTurns, r.Stops = 500, 999, "potion of restore ability" },
}})

// Reverts returns after how many turns a polymorphed object turns back; ok is false if
// it never does.
func (s *Set) Reverts() (r Reverts, ok bool) {
	if known := reverts.of(s.Name); known != nil {
		return *known, true
	}
	return Reverts{}, false
}

// Polypile returns the version's rules of object polymorph; nil if they are not known.
func (s *Set) Polypile() *Polypile { return polypile.of(s.Name) }

// PolypileNames lists the versions that have Polypile rules, in the order of
// Names, and those of which little else is known.
func PolypileNames() []string { return polypile.versions() }

// Polypiling returns the rules of one of PolypileNames. Of a version that is not one of
// Names only its things and its polymorph are its own; nothing but piles may be asked
// of it.
func Polypiling(name string) *Set {
	if s := Get(name); s != nil {
		return s
	}
	return pilesOnly()[name]
}

// pilesOnly builds the sets of the versions that have Polypile rules and are no whole
// versions.
var pilesOnly = sync.OnceValue(func() map[string]*Set {
	out := map[string]*Set{}
	for _, v := range versions {
		if v.partial && polypile.of(v.name) != nil {
			out[v.name] = build(v)
		}
	}
	return out
})

func fillPolypile(p *Polypile, lineage []string) {
	p.Looks, p.special = map[string]map[string]int{}, map[string]special{}
	p.version = lineage[len(lineage)-1]
	readTable(lineage, "golems").each(func(r row) {
		p.Golems = append(p.Golems, Golem{r.str("name"), r.num("weight"), strings.Split(r.str("materials"), ",")})
	})
	readTable(lineage, "appearances").each(func(r row) {
		class := r.str("class")
		if p.Looks[class] == nil {
			p.Looks[class] = map[string]int{}
		}
		p.Looks[class][r.str("material")] = r.num("looks")
	})
	readTable(lineage, "polymorph").each(func(r row) {
		tags := strings.Split(r.str("tags"), ",")
		has := func(tag string) bool { return slices.Contains(tags, tag) }
		p.special[r.str("name")] = special{
			safe: has("safe"), kept: has("kept"), redrawn: has("redrawn"), blank: has("blank"),
			plain: has("plain"), mail: has("mail"), stays: has("stays"), refilled: has("recharged"), unread: has("unread"), top: has("top"), becomes: r.str("becomes"),
		}
	})
}

// The methods below take an object's full name; a corpse is "crocodile corpse".

// Safe reports whether polymorph never affects it.
func (p *Polypile) Safe(name string) bool { return p.special[name].safe }

// Kept reports whether a golem never absorbs it.
func (p *Polypile) Kept(name string) bool { return p.special[name].kept }

// Redrawn reports whether it cannot be the result of a polymorph.
func (p *Polypile) Redrawn(name string) bool { return p.special[name].redrawn }

// Blank reports whether it is the blank spellbook.
func (p *Polypile) Blank(name string) bool { return p.special[name].blank }

// Mail reports whether it shudders without effect and stays what it is.
func (p *Polypile) Mail(name string) bool { return p.special[name].mail }

// Refilled reports whether it comes out of a polymorph as if recharged once.
func (p *Polypile) Refilled(name string) bool { return p.special[name].refilled }

// Stays reports whether it shudders like anything else, but stays what it is
// when it polymorphs.
func (p *Polypile) Stays(name string) bool { return p.special[name].stays }

// Unread reports whether it is a book without a count of readings.
func (p *Polypile) Unread(name string) bool { return p.special[name].unread }

// Top reports whether it always lies on top of a pile.
func (p *Polypile) Top(name string) bool { return p.special[name].top }

func (p *Polypile) object(name string) *Object { return Polypiling(p.version).Object(name) }

// Rock returns what minerals that backfire become.
func (p *Polypile) Rock() *Object { return p.object("rock") }

// Horn reports whether it is the horn that a revived unicorn's may be a
// degraded one of.
func (p *Polypile) Horn(name string) bool { return name == "unicorn horn" }

// Becomes returns what the object always becomes, or what takes its place where
// it is drawn; nil if there is nothing of the kind.
func (p *Polypile) Becomes(name string) *Object {
	if to := p.special[name].becomes; to != "" {
		return p.object(to)
	}
	return nil
}

// LooksOf returns how many appearances there are of each material in the pool that the
// object's own is drawn from; nil if its material is fixed.
func (p *Polypile) LooksOf(o *Object) map[string]int {
	if !o.Shuffled || p.special[o.Name].plain {
		return nil
	}
	return p.Looks[o.Class]
}

// GolemsFor lists the kinds of golem made for a material, all equally likely.
func (p *Polypile) GolemsFor(material string) []Golem {
	return seq.Filter(p.Golems, func(g Golem) bool { return slices.Contains(g.Materials, material) })
}

// Rules of data/all/cites that object polymorph stands in.
const (
	CitePile    = "polypile walk"
	CiteResist  = "resist chance"
	CiteShudder = "shudder"
	CiteDecide  = "golem decision and loss"
	CiteGolem   = "golem creation"
	CiteAbsorb  = "absorption"
	CiteBecome  = "what a stack becomes"
	CiteDraw    = "random object of a class"
	CiteGems    = "gem probabilities"
	CiteLooks   = "appearances"
	CiteRange   = "zap range"
	CiteBeam    = "beam"
	CiteDip     = "dipping"
	CiteRevert  = "turning back"
)
