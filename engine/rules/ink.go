package rules

// Ink is what scrolls and spellbooks cost a magic marker.
type Ink struct {
	Costs    []InkCost `cite:"ink"`
	PerLevel int       `cite:"ink"` // of spellbooks
}

// InkCost is the base cost of a scroll.
type InkCost struct {
	Scroll string
	Base   int
}

var ink = register(topic[Ink]{name: "Ink", what: "costs of writing", own: true, tables: []string{"ink"}, fill: func(k *Ink, lineage []string) {
	readTable(lineage, "ink").each(func(r row) { k.Costs = append(k.Costs, InkCost{r.str("scroll"), r.num("base")}) })
}, changes: map[string]func(*Ink){
	"3.4.3":    func(k *Ink) { k.PerLevel = 10 },
	"3.6.7":    func(*Ink) {},
	"5.0.0":    func(*Ink) {},
	"slashem":  func(*Ink) {},
	"xnethack": func(*Ink) {},
	"evilhack": func(*Ink) {},
}})

// Ink returns what the version's scrolls and books cost a marker; nil if it is not
// known.
func (s *Set) Ink() *Ink { return ink.of(s.Name) }

// CiteInk is the rule of data/all/cites for the costs of writing.
const CiteInk = "ink"
