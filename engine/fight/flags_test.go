package fight

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

// flags holds what the game's own table and macros say of monsters.
var flags = truthtest.Table{
	Name: "flags", Files: "truth/fight/monster_flags.tsv.gz", Whole: true, OneIn: 3,
	Columns: []string{
		"version", "monster", "level", "difficulty", "speed", "ac", "mr", "size", "big", "letter", "freq", "genoflags", "align", "undead", "demon", "orc", "elf",
		"swimmer", "thick_skinned", "wallpass", "wooden", "hates_silver", "has_head", "weight", "nutrition", "attacks",
	},
}

// The game's numbers of the signs of classes, of attacks and of what
// they do (monst.h, monsym.h, monattk.h), by their places here.
var (
	letters = "\x00abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ@ '&;:~]"
	manners = strings.Fields("NONE CLAW BITE KICK BUTT TUCH STNG HUGS - - SPIT ENGL BREA EXPL BOOM GAZE TENT")
	harms   = strings.Fields("PHYS MAGM FIRE COLD SLEE DISN ELEC DRST ACID SPC1 SPC2 BLND STUN SLOW PLYS DRLI DREN LEGS STON STCK SGLD SITM SEDU TLPT RUST CONF DGST HEAL WRAP WERE DRDX DRCO DRIN DISE DCAY SSEX HALU DETH PEST FAMN SLIM ENCH CORR POLY")
	highest = map[string]int{"WEAP": 254, "MAGC": 255, "CLRC": 240, "SPEL": 241, "RBRE": 242, "SAMU": 252, "CURS": 253}
)

// numbered returns an attack as the rows have it: "2/0/1d4".
func numbered(a rules.MonsterAttack) string {
	number := func(list []string, word string) int {
		if n, ok := highest[word]; ok {
			return n
		}
		return slices.Index(list, word)
	}
	return fmt.Sprintf("%d/%d/%s;", number(manners, a.Type), number(harms, a.Damage), a.Dice)
}

func letter(m *rules.Monster) string { return fmt.Sprint(strings.Index(letters, m.Symbol)) }

func TestFlags(t *testing.T) {
	flags.Check(t, func(t testing.TB, r truthtest.Row) {
		m := monster(t, r["version"], r["monster"])
		if other := rules.BestiaryOf(r["version"]).OtherForm(m); other != nil && letter(other) == r["letter"] {
			m = other // of one name
		}
		cells, attacks := map[string]string{}, ""
		m.Row(func(column, cell string) { cells[column] = cell })
		for _, a := range m.Attacks {
			attacks += numbered(a)
		}
		geno, err := strconv.ParseInt(cells["geno"], 0, 32)
		if err != nil {
			t.Fatal(err)
		}
		yes := func(is bool) string { return map[bool]string{true: "1", false: "0"}[is] }
		for column, got := range map[string]string{
			"level": fmt.Sprint(m.Level), "difficulty": fmt.Sprint(m.Difficulty), "speed": fmt.Sprint(m.Speed), "ac": fmt.Sprint(m.AC), "mr": fmt.Sprint(m.MR),
			"size": fmt.Sprint(sizes[m.Size]), "big": yes((&Target{Monster: m}).Large()), "letter": letter(m),
			"freq": fmt.Sprint(m.Frequency), "genoflags": fmt.Sprint(geno &^ 7), "align": fmt.Sprint(m.Align),
			"undead": yes(m.Is("UNDEAD")), "demon": yes(m.Is("DEMON")), "orc": yes(m.Is("ORC")), "elf": yes(m.Is("ELF")), "swimmer": yes(m.Is("SWIM")),
			"thick_skinned": yes(m.Is("THICK_HIDE")), "wallpass": yes(m.Is("WALLWALK")), "wooden": yes(wooden(m)), "hates_silver": yes(Silver(m)), "has_head": yes(!m.Is("NOHEAD")),
			"weight": fmt.Sprint(m.Weight), "nutrition": fmt.Sprint(m.Nutrition), "attacks": attacks,
		} {
			if got != r[column] {
				t.Errorf("%s %s: %s %s, want %s", r["version"], r["monster"], column, got, r[column])
			}
		}
	})
}
