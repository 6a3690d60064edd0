package read_test

import (
	"testing"

	"delphi/commands/commandstest"
	"delphi/commands/read"
	"delphi/engine/rules"
)

// TestTypos: a word that nobody knows is read as the one that it is with a typo, stretched
// words and figures for words are read, and names and English words stay what they are.
func TestTypos(t *testing.T) {
	r := commandstest.New(t).Reader()
	for line, want := range map[string]string{
		"12 curesd unihorns for a magic markre": "poly 12 cursed unicorn horn for magic marker",
		"hurt dwrf ac 4":                        "hurt dwarf ac4",
		"wiz xl eigth int 17 force blot":        "fail Wizard xl8 int17 force bolt",
		"sooo is it safeee 2 eat a newt":        "eat newt",
		"odds 1/6 threeee tries":                "odds 1/6 3 tries",
		"who is stennoo":                        "whois stennoo",
		"hurt soldier aunt ac 4":                "hurt soldier ant ac4",
		"7 unihorns for a magic maker":          "poly 7 unicorn horn for magic marker",
		"is it safe to eat a giant rat":         "eat giant rat", // and no bat
	} {
		got, err := r.Read(t.Context(), line, rules.Get(rules.Default), nil, nil)
		if err != nil || len(got) == 0 || len(got[0].Lines) != 1 || got[0].Lines[0] != want {
			t.Errorf("%s: %v, %v, want %s", line, lines(got), err, want)
		}
	}
}

// lines are those of the likeliest reading.
func lines(list []read.Reading) []string {
	if len(list) == 0 {
		return nil
	}
	return list[0].Lines
}
