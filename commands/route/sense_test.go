package route

import (
	"slices"
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
	} {
		if got := mergePile(c.old, c.says); !slices.Equal(got, c.want) {
			t.Errorf("%q behind %q: %q, want %q", c.says, c.old, got, c.want)
		}
	}
	if got := (Sense{}).Merge(rules.Get(rules.Default), nil, "pile", []string{"25 random wand"}, "*2"); !slices.Equal(got, []string{"50 random wand"}) {
		t.Errorf("twice as many: %q", got)
	}
}
