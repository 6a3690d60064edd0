package sense

import (
	"slices"
	"strings"
	"testing"

	"delphi/engine/rules"
)

func TestMergePile(t *testing.T) {
	for _, c := range []struct {
		old  []string
		says string
		want []string
	}{
		{[]string{"12 scroll of identify"}, "5", []string{"5 scroll of identify"}},
		{[]string{"12 scroll of identify"}, "cursed", []string{"12 cursed scroll of identify"}},
		{[]string{"12 cursed scroll of identify"}, "8x 3", []string{"8x 3 cursed scroll of identify"}},
		{[]string{"24 scroll of identify"}, "/3", []string{"8x 3 scroll of identify"}},
		{[]string{"24 scroll of identify"}, "/1", []string{"24x 1 scroll of identify"}},
		{[]string{"8x 3 scroll of identify"}, "/4", []string{"6x 4 scroll of identify"}},
		{[]string{"25 random wand", "unicorn horn"}, "*2", []string{"50 random wand", "2 unicorn horn"}},
		{[]string{"8x 3 scroll of identify"}, "*2", []string{"48 scroll of identify"}},
		{[]string{"2 sack", "3 bag of tricks"}, "4 sack", []string{"4 sack", "3 bag of tricks"}},
		{[]string{"4 blessed unicorn horn"}, "9 unicorn horn", []string{"9 blessed unicorn horn"}},
		{[]string{"2 sack"}, "4 dagger", []string{"4 dagger"}},
		{[]string{"sack", "7 ring of hunger"}, "%3 cursed", []string{"sack", "4 ring of hunger", "3 cursed ring of hunger"}},
		{[]string{"10 unicorn horn", "2 blessed unicorn horn"}, "%3 cursed", []string{"7 unicorn horn", "3 cursed unicorn horn", "2 blessed unicorn horn"}},
		{[]string{"10 sack", "2 blessed unicorn horn"}, "%3 cursed", []string{"10 sack", "2 cursed unicorn horn"}},
		{[]string{"3 ring of hunger"}, "%3 cursed", []string{"3 cursed ring of hunger"}},
		{[]string{"sack", "4 cursed pick-axe"}, "pick-axe~tin opener", []string{"sack", "4 cursed tin opener"}},
		{[]string{"4 ring of hunger"}, "hunger~2 ring of stealth", []string{"2 ring of stealth"}},
		{[]string{"4 ring of hunger"}, "dagger~ring of stealth", []string{"ring of stealth"}},
	} {
		if got := mergePile(c.old, c.says); !slices.Equal(got, c.want) {
			t.Errorf("%q behind %q: %q, want %q", c.says, c.old, got, c.want)
		}
	}
	if got := (Sense{}).Merge(rules.Get(rules.Default), nil, "pile", []string{"25 random wand"}, "*2"); !slices.Equal(got, []string{"50 random wand"}) {
		t.Errorf("twice as many: %q", got)
	}
}

func TestMerge(t *testing.T) {
	for _, c := range []struct {
		slot string
		old  []string
		says string
		want []string
	}{
		{"wanted", []string{"magic marker"}, "2", []string{"2 magic marker"}},
		{"wanted", []string{"2 magic marker", "magic lamp"}, "3", []string{"3 magic marker", "3 magic lamp"}},
		{"wanted", []string{"magic marker"}, "magic lamp", []string{"magic marker", "magic lamp"}},
		{"wielding", []string{"+2 long sword skilled", "dagger"}, "expert", []string{"+2 long sword expert", "dagger expert"}},
		{"wielding", []string{"long sword"}, "dagger", []string{"long sword", "dagger"}},
		{"carrying", []string{"Amulet of Yendor", "2 cheap plastic imitation"}, "1 cheap plastic imitation", []string{"Amulet of Yendor", "1 cheap plastic imitation"}},
		{"wielding", []string{"+1 long sword skilled"}, "+3", []string{"+3 long sword skilled"}},
		{"wielding", []string{"cursed -1 dagger", "katana"}, "blessed +2", []string{"cursed -1 dagger", "blessed +2 katana"}},
		{"wielding", []string{"cursed -1 dagger||katana"}, "uncursed", []string{"uncursed -1 dagger||uncursed katana"}},
		{"wielding", nil, "+3", nil},
		{"pile", []string{"5 random ring", "3 random wand"}, "=random ring", []string{"5 random ring"}},
		{"pile", []string{"5 random ring"}, "=sack", []string{"5 random ring"}},
		{"worn", []string{"plate mail", "dwarvish iron helm"}, "=~helmet", []string{"dwarvish iron helm"}},
		{"worn", []string{"plate mail", "small shield"}, "!~small shield", []string{"plate mail"}},
	} {
		if got := (Sense{}).Merge(rules.Get(rules.Default), nil, c.slot, c.old, c.says); !slices.Equal(got, c.want) {
			t.Errorf("%s %q behind %q: %q, want %q", c.slot, c.says, c.old, got, c.want)
		}
	}
}

func TestAlters(t *testing.T) {
	for text, want := range map[string]bool{"pile 12": true, "pile cursed": true, "pile %2 cursed": true, "pile 12 sack": false, "pile !sack": false, "pile ": false, "wanted 2": true, "wanted sack": false, "wielding expert": true, "wielding blessed +3 expert": true, "wielding dagger expert": false, "wielding ": false, "worn 12": false} {
		slot, says, _ := strings.Cut(text, " ")
		if got := (Sense{}).Alters(slot, says); got != want {
			t.Errorf("%s %q: %v", slot, says, got)
		}
	}
}

func TestRenews(t *testing.T) {
	for _, c := range []struct{ slot, old, says, want string }{
		{"wielding", "+1 katana skilled", "+4 katana", "+4 katana skilled"},
		{"wielding", "katana skilled", "dagger", "dagger"},
		{"wielding", "katana skilled", "katana expert", "katana expert"},
		{"wielding", "katana", "skilled", ""},
		{"wielding", "katana", "!katana", ""},
		{"worn", "robe", "plate mail", ""},
	} {
		if got, ok := (Sense{}).Renews(c.slot, []string{c.old}, c.says); got != c.want || ok != (c.want != "") {
			t.Errorf("%s %q behind %q: %q, want %q", c.slot, c.says, c.old, got, c.want)
		}
	}
}
