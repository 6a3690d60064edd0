package monster

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"delphi/engine/eating"
	"delphi/engine/rules"
)

// attackWords maps the codes of the ways to attack to words (monattk.h).
var attackWords = map[string]string{
	"NONE": "passive", "BITE": "bite", "CLAW": "claw", "KICK": "kick", "BUTT": "butt", "TUCH": "touch", "STNG": "sting",
	"HUGS": "hug", "SPIT": "spit", "ENGL": "engulf", "BREA": "breath", "EXPL": "explode", "BOOM": "explode when killed",
	"GAZE": "gaze", "TENT": "tentacle", "WEAP": "weapon", "MAGC": "spell", "SCRE": "scream", "TAIL": "tail", "VOLY": "volley",
	"XWEP": "offhand weapon", "MARI": "extra weapon", "MMGC": "psychic spell", "LRCH": "long claw", "LNCK": "long bite", "ARRW": "arrow",
	"REND": "rend", "BEAM": "beam", "AREA": "aura", "WDGZ": "wide gaze", "WHIP": "whip", "VINE": "vine", "HODS": "mirror", "TNKR": "tinker",
}

// damageWords maps the codes of what attacks do to words; physical damage needs
// none.
var damageWords = map[string]string{
	"PHYS": "", "MAGM": "magic missile", "FIRE": "fire", "COLD": "cold", "SLEE": "sleep", "DISN": "disintegration", "ELEC": "shock",
	"DRST": "Str drain", "ACID": "acid", "BLND": "blind", "STUN": "stun", "SLOW": "slow", "PLYS": "paralysis", "DRLI": "level drain",
	"DREN": "energy drain", "LEGS": "legs", "STON": "stoning", "STCK": "sticky", "SGLD": "steal gold", "SITM": "steal item",
	"SDUC": "seduce", "SEDU": "steal", "TLPT": "teleport", "RUST": "rust", "CONF": "confuse", "DGST": "digest", "HEAL": "heal", "WRAP": "drown",
	"WERE": "lycanthropy", "DRDX": "Dex drain", "DRCO": "Con drain", "DRIN": "Int drain", "DISE": "disease", "DCAY": "rot", "SSEX": "seduce",
	"HALU": "hallucination", "DETH": "death", "PEST": "pestilence", "FAMN": "famine", "SLIM": "slime", "ENCH": "disenchant", "CORR": "corrode",
	"CLRC": "clerical", "SPEL": "mage", "RBRE": "random", "SAMU": "steal Amulet", "CURS": "curse", "POLY": "polymorph",
	"TELE": "teleport", "GOLD": "gold", "WTHR": "wither", "HOLY": "holy", "CLOB": "knock back", "WEBS": "web", "SQUE": "steal",
	"VAMP": "blood drain", "EFIR": "hellfire", "ECLD": "deep cold", "EELC": "deep shock", "EACD": "deep acid", "PULL": "pull", "ZOMB": "zombie", "CNCL": "cancel",
}

func word(words map[string]string, code string) string {
	if w, ok := words[code]; ok {
		return w
	}
	return strings.ToLower(code)
}

// Attack describes an attack as players write it: "3d4 sting (Str drain)".
func Attack(a rules.MonsterAttack) string {
	out := word(attackWords, a.Type)
	switch sides, levelled := strings.CutPrefix(a.Dice, "0d"); {
	case a.Dice == "0d0":
	case levelled && a.Type == "NONE": // uhitm.c, passive
		out = "(level+1)d" + sides + " " + out
	default:
		out = a.Dice + " " + out
	}
	if d := word(damageWords, a.Damage); d != "" {
		out += " (" + d + ")"
	}
	for _, l := range a.Limits {
		switch {
		case strings.HasPrefix(l, "lev"):
			out += " from level " + l[3:]
		case strings.HasPrefix(l, "insight"):
			out += " from insight " + l[7:]
		case l == "offhand":
			out += " offhand"
		}
	}
	return out
}

// element returns the players' word for the code of a resistance.
func element(code string) string {
	switch code {
	case "elec":
		return "shock"
	case "disint":
		return "disintegration"
	case "stone":
		return "stoning"
	case "sick":
		return "sickness"
	case "plusone", "plustwo", "plusthree", "plusfour": // SLASH'EM: weapons of less enchantment miss
		return "weapons below +" + plus(code)
	case "hitasone", "hitastwo", "hitasthree", "hitasfour":
		return "hits as +" + plus(code)
	}
	return code
}

// plus returns the digit that a code of SLASH'EM ends in as a word.
func plus(code string) string {
	for i, word := range []string{"one", "two", "three", "four"} {
		if strings.HasSuffix(code, word) {
			return strconv.Itoa(i + 1)
		}
	}
	return ""
}

// alignment describes an alignment: "lawful 3", "neutral", "unaligned".
func alignment(n int) string {
	switch {
	case n == rules.Unaligned:
		return "unaligned"
	case n > 0:
		return fmt.Sprintf("lawful %d", n)
	case n < 0:
		return fmt.Sprintf("chaotic %d", -n)
	}
	return "neutral"
}

// generation says how often and where a monster appears: "freq 3, small groups".
func generation(m *rules.Monster) string {
	var parts []string
	geno := map[string]bool{}
	for _, g := range m.Geno {
		geno[g] = true
	}
	switch {
	case geno["UNIQ"]:
		parts = append(parts, "unique")
		if geno["NOGEN"] {
			parts = append(parts, "not random")
		}
	case geno["NOGEN"]:
		parts = append(parts, "not random")
	default:
		parts = append(parts, fmt.Sprintf("freq %d", m.Frequency))
	}
	for _, x := range []struct{ flag, word string }{
		{"SGROUP", "small groups"}, {"LGROUP", "large groups"}, {"HELL", "Gehennom only"}, {"NOHELL", "not in Gehennom"},
		{"SHEOL", "Sheol only"}, {"NOSHEOL", "not in Sheol"}, {"PLANES", "Planes"}, {"DEPTHS", "Depths"},
	} {
		if geno[x.flag] {
			parts = append(parts, x.word)
		}
	}
	return strings.Join(parts, ", ")
}

// Eating says what a corpse is and gives: "poisonous; 20% poison resistance",
// "no corpse", or eating.Unknown where no rule of the version is known.
func Eating(b *rules.Bestiary, m *rules.Monster) string {
	if a := Corpse(b, m); a != nil {
		return a.Line()
	}
	if slices.Contains(m.Geno, "NOCORPSE") {
		return "no corpse"
	}
	return eating.Unknown
}

// Corpse returns what a fresh corpse does to somebody about whom nothing is known, or
// nil if the version's rules for corpses are not known.
func Corpse(b *rules.Bestiary, m *rules.Monster) *eating.Answer {
	e := rules.EatingOf(b.Name)
	if e == nil {
		return nil
	}
	return eating.Of(&eating.Question{Bestiary: b, Rules: e, Monster: eating.DeadForm(b, m)})
}

// resisted lists what a monster resists, in words.
func resisted(b *rules.Bestiary, m *rules.Monster) string {
	out := make([]string, 0, len(m.Resists)+2)
	for _, code := range m.Resists {
		if code != "drain" { // SLASH'EM's flag says the same as its nature below
			out = append(out, element(code))
		}
	}
	if n := rules.NatureOf(b.Name); n != nil {
		if n.ResistsDrain(m) {
			out = append(out, "level drain")
		}
		if n.ResistsMagic(m) {
			out = append(out, "magic")
		}
	}
	return strings.Join(out, ", ")
}

// flag is one flag of the source: what players call it, other words for it, and
// whether a monster's line shows it.
type flag struct {
	code, word, also string
	shown            bool
}

// flags lists the flags in the order in which a line shows them.
var flags = []flag{
	{"POIS", "poisonous", "poison to eat,toxic", true},
	{"ACID", "acidic", "acid to eat", true},
	{"FLY", "flies", "flying,flyer,flier", true},
	{"FLOAT", "floats", "floating,floater", true},
	{"SWIM", "swims", "swimming,swimmer", true},
	{"SEE_INVIS", "sees invisible", "see invisible,si", true},
	{"REGEN", "regenerates", "regenerating,regeneration", true},
	{"TPORT", "teleports", "teleporting,teleporter", true},
	{"TPORT_CNTRL", "teleport control", "controls teleport,tc", true},
	{"WALLWALK", "phases", "phasing,walks through walls", true},
	{"TUNNEL", "tunnels", "digs,tunneling,digger", true},
	{"CLING", "clings", "clinging,clings to ceiling", true},
	{"HIDE", "hides", "hiding,ambushes", true},
	{"CONCEAL", "hides under things", "conceals", true},
	{"AMORPHOUS", "amorphous", "flows under doors", true},
	{"BREATHLESS", "breathless", "does not breathe", true},
	{"AMPHIBIOUS", "amphibious", "", true},
	{"UNDEAD", "undead", "", true},
	{"DEMON", "demon", "demonic", true},
	{"SHAPESHIFTER", "shapeshifter", "shapechanger,shape changer", true},
	{"WERE", "were", "lycanthrope,werecreature", true},
	{"MINDLESS", "mindless", "", true},
	{"PEACEFUL", "peaceful", "always peaceful", true},
	{"DOMESTIC", "domestic", "pet", true},
	{"STALK", "follows", "follows on stairs,stalks", true},
	{"ROCKTHROW", "throws boulders", "rockthrower", true},
	{"METALLIVORE", "eats metal", "metallivore", true},
	{"UNSOLID", "unsolid", "", true},
	{"DISPLACES", "displaces others", "", true},
	{"WANTSAMUL", "wants the Amulet", "covetous,covets", true},
	{"BERSERK", "goes berserk", "berserk", true},
	{"ACCURATE", "accurate", "", true},
	{"STATIONARY", "stationary", "sessile", true},
	{"NASTY", "nasty", "", false},
	{"NOPOLY", "not polymorphable", "nopoly,no polymorph", false},
	{"THICK_HIDE", "thick hide", "thick skin", false},
	{"INFRAVISIBLE", "infravisible", "", false},
	{"INFRAVISION", "infravision", "", false},
	{"HUMANOID", "humanoid", "", false},
	{"ANIMAL", "animal", "", false},
	{"CARNIVORE", "carnivore", "carnivorous,eats meat", false},
	{"HERBIVORE", "herbivore", "herbivorous,eats plants", false},
	{"NOHANDS", "handless", "no hands", false},
	{"NOLIMBS", "limbless", "no limbs", false},
	{"NOHEAD", "headless", "no head", false},
	{"NOEYES", "eyeless", "no eyes", false},
	{"SLITHY", "slithy", "slithers", false},
	{"OVIPAROUS", "lays eggs", "oviparous", false},
	{"HUMAN", "human", "", false},
	{"ELF", "elf", "elven", false},
	{"DWARF", "dwarf", "dwarven,dwarvish", false},
	{"GNOME", "gnome", "gnomish", false},
	{"ORC", "orc", "orcish", false},
	{"GIANT", "giant", "", false},
	{"MERC", "mercenary", "", false},
	{"LORD", "lord", "", false},
	{"PRINCE", "prince", "", false},
	{"MINION", "minion", "", false},
	{"STRONG", "strong", "", false},
	{"WANDER", "wanders", "wandering", false},
	{"HOSTILE", "hostile", "always hostile", false},
	{"GREEDY", "greedy", "likes gold", false},
	{"JEWELS", "likes gems", "jewels", false},
	{"COLLECT", "collects weapons", "picks up weapons", false},
	{"MAGIC", "collects magic", "picks up magic", false},
	{"MALE", "male", "", false},
	{"FEMALE", "female", "", false},
	{"NEUTER", "neuter", "sexless", false},
	{"TELEPATHIC", "telepathic", "", false},
	{"SPELLCASTER", "spellcaster", "", false},
}
