package rules

// CiteRevival is the rule of data/all/cites for how corpses rise by themselves.
const CiteRevival = "rising again"

// Revival is how corpses rise by themselves. The tag cite names the rule of
// data/all/cites in which a number stands.
type Revival struct {
	// A troll rises in each turn from TrollFrom to TrollLast with a chance of one in
	// TrollOnce, if it has not yet.
	TrollOnce, TrollFrom, TrollLast int `cite:"rising again"`
	// A Rider rises in each turn from RiderFrom on with a chance of one in RiderOnce,
	// and in RiderLast for certain; Death from DeathFrom on.
	RiderOnce, RiderFrom, DeathFrom, RiderLast int `cite:"rising again"`
	// What a zombie kills, and what zombies there are of, rises as one after ZombieFrom
	// to ZombieLast turns; 0: it does not.
	ZombieFrom, ZombieLast int `cite:"rising again"`
}

var revival = register(topic[Revival]{name: "Revival", what: "rules of what rises again", own: true, changes: map[string]func(*Revival){
	"3.4.3": func(r *Revival) {
		r.TrollOnce, r.TrollFrom, r.TrollLast = 37, 2, 50
		r.RiderOnce, r.RiderFrom, r.DeathFrom, r.RiderLast = 3, 12, 12, 500
	},
	"3.6.7": func(*Revival) {},
	"5.0.0": func(r *Revival) { r.DeathFrom, r.RiderLast, r.ZombieFrom, r.ZombieLast = 6, 67, 5, 19 },
}})

// Revival returns how corpses rise in the version; nil if it is not known.
func (s *Set) Revival() *Revival { return revival.of(s.Name) }
