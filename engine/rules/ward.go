package rules

// Ward says which monsters respect an engraved Elbereth and a scroll of scare
// monster. The tag cite names the rule of data/all/cites in which it stands.
type Ward struct {
	// Bold holds the classes, by symbol, whose monsters respect neither, and
	// BoldElbereth those who ignore Elbereth only.
	Bold         string `cite:"scared by"`
	BoldElbereth string `cite:"scared by"`
	// Names lists monsters that respect neither, NamesElbereth those that only ignore
	// Elbereth.
	Names         []string `cite:"scared by"`
	NamesElbereth []string `cite:"scared by"`
	// Unique monsters respect neither.
	Unique bool `cite:"scared by"`
	// Homes holds where monsters respect nothing: a shopkeeper in the own shop.
	Homes map[string]string `cite:"scared by"`
	// NotInGehennom: an Elbereth there does nothing.
	NotInGehennom bool `cite:"scared by"`
	// WipeDie and HandChars: a rub of n characters spoils an engraving once in
	// 1 + WipeDie/(n+1), and fighting hand to hand rubs HandChars.
	WipeDie   int `cite:"wiping engravings"`
	HandChars int `cite:"wiping engravings"`
	// DustOnce: each letter written in dust or blood becomes another once in
	// DustOnce, which is any of DustSigns.
	DustOnce  int `cite:"engraving in dust"`
	DustSigns int `cite:"engraving in dust"`
	// Slips holds the states in which a hero gets more letters wrong.
	Slips []Slip `cite:"engraving in dust"`
	// Erased: a hero who attacks while standing on it erases it, however it is
	// written.
	Erased bool `cite:"erasing Elbereth"`
}

// Slip is a state of the hero, by its Ailment, in which once in Once letters goes
// wrong.
type Slip struct {
	State string
	Once  int
}

var ward = register(topic[Ward]{name: "Ward", what: "rules of Elbereth", own: true, changes: map[string]func(*Ward){
	"3.4.3": func(w *Ward) {
		w.Bold = "@"
		w.WipeDie, w.HandChars = 50, 3
		w.DustOnce, w.DustSigns, w.Slips = 25, 94, []Slip{{"blindness", 11}, {"confusion", 7}, {"stun", 4}, {"hallucination", 2}}
		w.Names = []string{"minotaur", "Death", "Pestilence", "Famine", "Wizard of Yendor", "Angel"}
	},
	"3.6.7": func(w *Ward) {
		w.Bold, w.BoldElbereth = "", "@"
		w.Names = []string{"Death", "Pestilence", "Famine", "Wizard of Yendor", "Angel"}
		w.NamesElbereth = []string{"minotaur"}
		w.Homes = map[string]string{"shopkeeper": "shop", "aligned priest": "temple", "high priest": "temple"}
		w.NotInGehennom, w.Erased = true, true
	},
	"5.0.0": func(w *Ward) {
		w.Bold, w.BoldElbereth, w.Unique = "@", "", true
	},
}})

// Ward returns the version's rules of what scares monsters; nil if they are not known.
func (s *Set) Ward() *Ward { return ward.of(s.Name) }

// CiteWard is the rule of data/all/cites about what scares monsters.
const (
	CiteWard  = "scared by"
	CiteWipe  = "wiping engravings" // likewise, about rubbing them out
	CiteErase = "erasing Elbereth"  // by attacking on it
)
