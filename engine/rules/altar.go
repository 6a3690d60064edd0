package rules

import "slices"

// Altar holds the numbers of a version's sacrifices and of the artifacts that
// gods give for them. The tag cite names the rule of data/all/cites in which
// a number stands.
type Altar struct {
	// A corpse is worth its monster's difficulty and 1, if it is at most Fresh
	// turns old or of AlwaysFresh. A unicorn of another alignment than one's own
	// altar is worth UnicornMore more and adds UnicornRecord.
	Fresh         int    `cite:"sacrifice"`
	AlwaysFresh   string `cite:"sacrifice"`
	UndeadMore    int    `cite:"sacrifice"` // where the hero is not chaotic
	UnicornMore   int    `cite:"sacrifice"`
	UnicornRecord int    `cite:"sacrifice"`
	// OldPets: the corpse of a former pet angers the god however old it is.
	OldPets bool `cite:"sacrifice"`
	// OldIsNothing: a corpse that is too old is worth nothing, whatever it is;
	// otherwise an old unicorn or undead still has what it adds, and insults.
	OldIsNothing bool `cite:"sacrifice"`

	// A value takes value*Timeout/MaxValue off the prayer timeout (a chaotic
	// hero's with TimeoutChaotic), value*Anger/MaxValue off anger (AngerChaotic),
	// and adds value*MaxLuck/(2*MaxValue) to Luck.
	MaxValue       int `cite:"sacrifice"`
	Timeout        int `cite:"sacrifice"`
	TimeoutChaotic int `cite:"sacrifice"`
	Anger          int `cite:"sacrifice"`
	AngerChaotic   int `cite:"sacrifice"`
	MaxLuck        int `cite:"sacrifice"`
	// LuckToValue: Luck never rises above the value.
	LuckToValue bool `cite:"sacrifice"`

	// A gift comes to heroes of GiftXL or more once in GiftOneIn + 2*gifts*artifacts
	// sacrifices. After it the timeout is rnz(GiftTimeout + GiftTimeoutMore*artifacts).
	GiftXL          int `cite:"gift"`
	GiftOneIn       int `cite:"gift"`
	GiftTimeout     int `cite:"gift"`
	GiftTimeoutMore int `cite:"gift"`

	// ByWorth: gods give no artifact worth more than the value, and pass over
	// some by alignment and skill: an unaligned one before the first gift is kept
	// once in UnalignedOneIn, one of a skill below Skilled once in UnskilledOneIn,
	// or at Basic also every other time.
	ByWorth        bool `cite:"which gift"`
	UnalignedOneIn int  `cite:"which gift"`
	UnskilledOneIn int  `cite:"which gift"`

	// An altar is converted if rn2(ConvertDie+XL) shows more than ConvertOver.
	ConvertDie  int `cite:"sacrifice"`
	ConvertOver int `cite:"sacrifice"`
	// KeepsRecord: a hero who is converted starts from the record before, with
	// half of the most that it can be added or taken off by the old alignment;
	// otherwise from 0.
	KeepsRecord bool `cite:"sacrifice"`

	Gifts []*Gift `table:"artilist.h"`

	skills map[string]map[string]Skill
}

// Gift is an artifact that a god may give.
type Gift struct {
	Name      string
	Alignment string   // "none": of every god
	Role      string   // whose own gift it is; empty: nobody's
	HatedBy   []string // races that are not given it
	Worth     int      // the least value of a sacrifice for it; 0: any
	Enchant   int      // added to its enchantment
	Skill     string
}

var altar = register(topic[Altar]{name: "Altar", what: "rules of sacrifice", own: true, tables: []string{"gifts", "giftskills"}, fill: fillAltar, changes: map[string]func(*Altar){
	"3.4.3": func(a *Altar) {
		a.Fresh, a.AlwaysFresh = 50, "acid blob"
		a.UndeadMore, a.UnicornMore, a.UnicornRecord = 1, 3, 5
		a.MaxValue, a.MaxLuck = 24, 10
		a.Timeout, a.TimeoutChaotic, a.Anger, a.AngerChaotic = 300, 500, 3, 2
		a.GiftXL, a.GiftOneIn, a.GiftTimeout, a.GiftTimeoutMore = 3, 10, 300, 50
		a.ConvertDie, a.ConvertOver, a.KeepsRecord = 8, 5, true
	},
	"3.6.7": func(a *Altar) { a.KeepsRecord = false },
	"5.0.0": func(a *Altar) {
		a.GiftOneIn, a.LuckToValue, a.OldPets, a.OldIsNothing = 6, true, true, true
		a.ByWorth, a.UnalignedOneIn, a.UnskilledOneIn = true, 3, 4
	},
}})

// Altar returns the version's rules of sacrifice; nil if they are not known.
func (s *Set) Altar() *Altar { return altar.of(s.Name) }

// Rules of data/all/cites about sacrifices.
const (
	CiteSacrifice = "sacrifice"
	CiteGift      = "gift"
	CiteWhichGift = "which gift"
)

func fillAltar(a *Altar, lineage []string) {
	readTable(lineage, "gifts").each(func(r row) {
		a.Gifts = append(a.Gifts, &Gift{
			Name: r.str("artifact"), Alignment: r.str("alignment"), Role: r.str("role"), HatedBy: r.list("hated_by"),
			Worth: r.num("worth"), Enchant: r.num("enchant"), Skill: r.str("skill"),
		})
	})
	a.skills = map[string]map[string]Skill{}
	skills := readTable(lineage, "giftskills")
	skills.each(func(r row) {
		most := map[string]Skill{}
		for skill := range skills.columns {
			most[skill], _ = SkillNamed(r.str(skill))
		}
		a.skills[r.str("role")] = most
	})
}

// Skill returns the most that a role can reach in an artifact's skill, where ByWorth
// reads it.
func (a *Altar) Skill(role, skill string) Skill { return a.skills[role][skill] }

// Gift finds an artifact that may be given; nil for any other.
func (a *Altar) Gift(name string) *Gift {
	if i := slices.IndexFunc(a.Gifts, func(g *Gift) bool { return g.Name == name }); i >= 0 {
		return a.Gifts[i]
	}
	return nil
}
