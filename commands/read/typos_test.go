package read_test

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"delphi/commands/commandstest"
	"delphi/commands/read"
	"delphi/engine/rules"
)

var update = flag.Bool("english", false, "add the words of the dictionary that would be read as others to english.txt")

// dictionary is Debian's package wamerican-small.
const dictionary = "/usr/share/dict/american-english-small"

// TestEnglish: no English word is taken for another that is near to it.
func TestEnglish(t *testing.T) {
	r := commandstest.New(t).Reader()
	for _, word := range []string{"notion", "mortal", "brew", "scare"} {
		if r.Mistaken(word) {
			t.Errorf("%s is read as another word", word)
		}
	}
	text, err := os.ReadFile(dictionary)
	if err != nil {
		t.Skipf("the dictionary is not here (Debian package wamerican-small): %v", err)
	}
	var mistaken []string
	for word := range strings.FieldsSeq(string(text)) {
		if strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") == "" && r.Mistaken(word) {
			mistaken = append(mistaken, word)
		}
	}
	if *update {
		have, err := os.ReadFile("english.txt")
		if err != nil {
			t.Fatal(err)
		}
		all := append(strings.Fields(string(have)), mistaken...)
		slices.Sort(all)
		if err := os.WriteFile("english.txt", []byte(wrapped(all)), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	// New phrases and names are near to a few more words each.
	if len(mistaken) > 100 {
		t.Errorf("%d words are read as others: %s ... Run go test ./commands/read -run TestEnglish -english", len(mistaken), mistaken[:10])
	}
}

// wrapped returns words in lines of some 150 bytes.
func wrapped(words []string) string {
	var b strings.Builder
	line := 0
	for _, w := range slices.Compact(words) {
		if line+len(w) > 150 {
			b.WriteString("\n")
			line = 0
		} else if line > 0 {
			b.WriteString(" ")
		}
		b.WriteString(w)
		line += len(w) + 1
	}
	return b.String() + "\n"
}

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
