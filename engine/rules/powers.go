package rules

import "slices"

// Powers is what the game's own table says of an artifact (artilist.h), in its
// words. Empty texts are nothing.
type Powers struct {
	Name     string
	Base     string // the object it is made from, by its full name
	ToHit    string // "to-hit +d5"
	Damage   string // "+d10", "double damage"
	Kind     string // of the attack: "phys", "fire"
	Against  string // ToHit and Damage apply to these alone: "flags M2_ORC", "class D (dragon)"
	Align    string // "lawful", "none"
	Role     string // whose it is: the first gift, or the quest artifact
	Race     string
	Smart    bool     // intelligent
	Wielded  []string // powers in use: "intel", "restr", "search"
	Carried  []string // powers while carried: "esp"
	Defends  []string // what it protects from in use: "drli"
	Carries  []string // and while carried: "magm"
	Invoke   string   // "snowstorm"
	Cost     int
	Enchant  int    // as it is made
	Gift     int    // 5.0.0: how much a sacrifice must be worth; 0 if it is not known
	Material string // other than its base's
}

// powersTable is every artifact of a version with what it does.
type powersTable struct {
	List []*Powers `table:"artilist.h"`
}

var powers = register(topic[powersTable]{name: "Powers", own: true, tables: []string{"powers"}, fill: func(t *powersTable, lineage []string) {
	readTable(lineage, "powers").each(func(r row) {
		t.List = append(t.List, &Powers{
			Name: r.str("artifact"), Base: r.str("base_item"), ToHit: r.str("to_hit"), Damage: r.str("damage"), Kind: r.str("attack_type"),
			Against: r.str("bonus_only_against"), Align: r.str("alignment"), Role: r.str("role"), Race: r.str("race"), Smart: r.yes("intelligent"),
			Wielded: r.list("powers_wielded_worn"), Carried: r.list("powers_carried"), Defends: r.list("defends_wielded"), Carries: r.list("defends_carried"),
			Invoke: r.str("invoke"), Cost: r.num("cost"), Enchant: r.num("gen_spe"), Gift: r.num("gift_value"), Material: r.str("material_override"),
		})
	})
}})

// Powers lists what the version's artifacts do; nil if it is not known.
func (s *Set) Powers() []*Powers {
	if t := powers.of(s.Name); t != nil {
		return t.List
	}
	return nil
}

// GivesInUse reports whether an artifact gives a property to who wields or wears it.
func (p *Powers) GivesInUse(what *Property) bool {
	return what.Powers != "" && slices.Contains(p.Wielded, what.Powers) || what.Defends != "" && slices.Contains(p.Defends, what.Defends)
}

// GivesCarried reports whether an artifact gives a property to who carries it.
func (p *Powers) GivesCarried(what *Property) bool {
	return what.Powers != "" && slices.Contains(p.Carried, what.Powers) || what.Defends != "" && slices.Contains(p.Carries, what.Defends)
}

// Naming is what comes of giving a thing the name of an artifact that is made of it.
type Naming struct {
	Literate bool `cite:"naming artifacts"` // it counts as writing
}

// The rules of data/all/cites for names of artifacts.
const (
	CiteNamed      = "naming artifacts"
	CiteNotByNames = "refused names"
)

var naming = register(topic[Naming]{name: "Naming", own: true, changes: map[string]func(*Naming){
	"3.4.3": func(*Naming) {},
	"3.6.7": func(n *Naming) { n.Literate = true },
	"5.0.0": func(*Naming) {},
}})

// Naming returns what naming artifacts does in the version; nil if it is not known.
func (s *Set) Naming() *Naming { return naming.of(s.Name) }

// ByName reports an artifact that a thing becomes by being given its name.
func (p *Powers) ByName() bool { return !slices.Contains(p.Wielded, "restr") }
