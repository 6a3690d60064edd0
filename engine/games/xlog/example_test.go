package xlog_test

import (
	"fmt"

	"delphi/engine/games/xlog"
)

func ExampleParse() {
	r, err := xlog.Parse("version=3.6.6\tpoints=3000\tdeathlev=5\tmaxlvl=5\trole=Wiz\trace=Elf\tgender=Fem\talign=Cha\tname=alice\tdeath=killed by a soldier ant\tconduct=0xfc0\tturns=2500\tstarttime=1600000000\tendtime=1600003600")
	if err != nil {
		fmt.Println(err)
		return
	}
	g, err := xlog.Decode(r, "")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(g.Name, g.Role, g.Outcome, g.Variant, g.Conducts)
	// Output: alice Wiz died nethack [illiterate polypileless polyselfless wishless artiwishless genocideless]
}

func ExamplePlainDeath() {
	fmt.Println(xlog.PlainDeath("Killed by an invisible soldier ant called Bob, while praying"))
	// Output: killed by soldier ant
}
