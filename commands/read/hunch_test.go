package read_test

import (
	"slices"
	"testing"

	"delphi/commands/commandstest"
	"delphi/commands/read/learned"
	"delphi/engine/rules"
)

// TestHunchesAreCurrent: every label is a kind of question that is there. Where this fails, go
// generate learns them anew.
func TestHunchesAreCurrent(t *testing.T) {
	reader := commandstest.New(t).Reader()
	h := reader.Hunches()
	kinds := reader.Words()
	for _, l := range h.Labels() {
		if _, ok := kinds[l]; !ok && l != learned.Again {
			t.Errorf("no kind of question is named %q", l)
		}
	}
	for line, kind := range map[string]string{
		"would my god mind if i asked again, hp 4(50)": "pray", "how often does my magic fizzle, wiz xl 5 int 17": "fail",
	} {
		p := h.Guess(reader.HunchWords(t.Context(), line, rules.Get(rules.Default), nil), false)
		if best := h.Labels()[slices.Index(p, slices.Max(p))]; best != kind {
			t.Errorf("%q looks like %s, not %s", line, best, kind)
		}
	}
}
