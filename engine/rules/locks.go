package rules

// Locks holds how often locks open, traps come apart and hidden things are
// found. The tag cite names the rule of data/all/cites in which a number
// stands.
type Locks struct {
	// Tools open a lock with that chance in a hundred, a turn.
	Tools []LockTool `cite:"lock picking"`
	// A cursed box divides the chance by BoxCursed; after MaxTurns the hero
	// gives up.
	BoxCursed int `cite:"lock picking"`
	MaxTurns  int `cite:"lock picking"`

	// A weapon forces the lock of a box with ForcePer times its die against large
	// monsters, in a hundred, a turn. A blade that is not cursed breaks first if
	// rn2(ForceDie - enchantment) shows more than ForceHolds, which each step of
	// erosion lowers by ForceErosion; artifacts resist in ForceArtifact of a
	// hundred. One box in ForceDestroys is destroyed where it was bashed.
	ForcePer      int `cite:"forcing a lock"`
	ForceDie      int `cite:"forcing a lock"`
	ForceHolds    int `cite:"forcing a lock"`
	ForceErosion  int `cite:"forcing a lock"`
	ForceArtifact int `cite:"forcing a lock"`
	ForceDestroys int `cite:"forcing a lock"`
	// One item in ForceLoses that lay in a destroyed box is lost, and every potion.
	ForceLoses int `cite:"forcing a lock"`
	// ForceNot lists weapons that cannot force locks, besides those of the skills after the
	// lance. PicksPry means that a weapon of the pick-axe skill counts as a blade.
	ForceNot []string `cite:"forcing a lock"`
	PicksPry bool     `cite:"forcing a lock"`

	// A kick opens a door if rnl(KickDie) stays below the mean of Strength,
	// Dexterity and Constitution, to which martial users add their Dexterity;
	// with kicking boots the mean is KickBoots. One door in ShatterOnce shatters
	// under a Strength above 18.
	KickDie     int `cite:"kicking a door"`
	KickBoots   int `cite:"kicking a door"`
	ShatterOnce int `cite:"kicking a door"`
	// A door that is closed opens by hand if rnl(OpenDie) stays below that mean.
	OpenDie int `cite:"opening a door"`
	// A kick breaks one lock of a box in BurstOnce and opens one lid in LidOnce;
	// martial users have another chance in 2.
	BurstOnce int `cite:"kicking a box"`
	LidOnce   int `cite:"kicking a box"`

	// A trap comes apart if rn2(n) shows 0, where n is UntrapBase and what
	// the state of the hero adds; fumbling doubles it.
	UntrapBase     int `cite:"untrapping"`
	UntrapConfused int `cite:"untrapping"`
	UntrapBlind    int `cite:"untrapping"`
	UntrapStunned  int `cite:"untrapping"`
	UntrapOwn      int `cite:"untrapping"` // taken off for the hero's own trap
	// A Rogue takes 1 off with a chance of the level in UntrapRogueDie, and 1
	// with the quest artifact.
	UntrapRogueDie int `cite:"untrapping"`
	// Webs have a base of their own: bare hands, with a blade wielded, with
	// Sting or an artifact of fire; 0: as with bare hands.
	WebBase  int `cite:"untrapping"`
	WebBlade int `cite:"untrapping"`
	WebSting int `cite:"untrapping"`
	// RangerBears: Rangers whose n is no more than UntrapBase always take a bear
	// trap apart.
	RangerBears bool `cite:"untrapping"`

	// The trap on a box or door comes off if rnd(DisarmDie + depth/2) is at most
	// Dexterity and level for a box, BoxRogue times that for a Rogue; for a door
	// DoorBase and level, of which a Rogue's counts DoorRogue times. It is found
	// if rn2(FindBox - level), for a door FindArmed, is below FindBelow; one who is
	// confused finds one time in FindConfused.
	DisarmDie    int `cite:"disarming"`
	BoxRogue     int `cite:"disarming"`
	DoorBase     int `cite:"disarming"`
	DoorRogue    int `cite:"disarming"`
	FindBox      int `cite:"disarming"`
	FindArmed    int `cite:"disarming"`
	FindBelow    int `cite:"disarming"`
	FindConfused int `cite:"disarming"`

	// A search finds a hidden door or corridor on each square next to the hero
	// if rnl(FindDoor - bonus) shows 0, a trap if rnl(FindTrap) does.
	FindDoor   int `cite:"searching"`
	FindTrap   int `cite:"searching"`
	FindLenses int `cite:"searching"` // the bonus of lenses
	FindMost   int `cite:"searching"` // the most that the bonus can be
}

// LockTool is a tool that opens locks. Chances are in a hundred: Base, and
// PerDex for each point of dexterity; Rogue is added for a Rogue.
type LockTool struct {
	Name string
	Box  LockChance
	Door LockChance
}

// LockChance is the chance of a LockTool on one kind of lock.
type LockChance struct{ Base, PerDex, Rogue int }

// Of returns the chance in a hundred, which may be above 100.
func (l LockChance) Of(dex int, rogue bool) int {
	n := l.Base + l.PerDex*dex
	if rogue {
		n += l.Rogue
	}
	return n
}

var locks = register(topic[Locks]{name: "Locks", what: "rules of locks, traps and searching", own: true, changes: map[string]func(*Locks){
	"3.4.3": func(l *Locks) {
		l.Tools = []LockTool{
			{"skeleton key", LockChance{75, 1, 0}, LockChance{70, 1, 0}},
			{"lock pick", LockChance{0, 4, 25}, LockChance{0, 3, 30}},
			{"credit card", LockChance{0, 1, 20}, LockChance{0, 2, 20}},
		}
		l.BoxCursed, l.MaxTurns = 2, 50
		l.ForcePer, l.ForceDie, l.ForceHolds, l.ForceErosion, l.ForceArtifact, l.ForceDestroys, l.ForceLoses = 2, 1000, 992, 10, 99, 3, 3
		l.ForceNot, l.PicksPry = []string{"flail", "aklys", "rubber hose"}, true
		l.KickDie, l.KickBoots, l.ShatterOnce, l.OpenDie, l.BurstOnce, l.LidOnce = 35, 99, 5, 20, 5, 3
		l.UntrapBase, l.UntrapConfused, l.UntrapBlind, l.UntrapStunned, l.UntrapOwn, l.UntrapRogueDie = 3, 1, 1, 2, 1, 60
		l.WebBase, l.WebBlade, l.WebSting = 30, 30, 30
		l.DisarmDie, l.BoxRogue, l.DoorBase, l.DoorRogue = 75, 2, 15, 3
		l.FindBox, l.FindArmed, l.FindBelow, l.FindConfused = 31, 41, 10, 3
		l.FindDoor, l.FindTrap, l.FindLenses, l.FindMost = 7, 8, 2, 5
	},
	"3.6.7": func(l *Locks) {
		l.ForceNot, l.PicksPry = []string{"flail", "grappling hook"}, false // all of the flail skill
	},
	"5.0.0": func(l *Locks) {
		l.WebBase, l.WebBlade, l.WebSting = 7, 3, 1
		l.RangerBears = true
	},
}})

// Locks returns how often the version's locks open, traps come apart and hidden things
// are found; nil if it is not known.
func (s *Set) Locks() *Locks { return locks.of(s.Name) }

// Rules of data/all/cites that Locks stand in.
const (
	CiteLocks     = "lock picking"
	CiteForce     = "forcing a lock"
	CiteKickDoor  = "kicking a door"
	CiteKickBox   = "kicking a box"
	CiteOpenDoor  = "opening a door"
	CiteUntrap    = "untrapping"
	CiteDisarm    = "disarming"
	CiteSearching = "searching"
)
