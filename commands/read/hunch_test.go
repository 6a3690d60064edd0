package read_test

import (
	"bytes"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"delphi/commands/commandstest"
	"delphi/commands/read"
	"delphi/engine/rules"
)

// TestHunches: what was learned is written and read again, the chances of all labels add up to
// one, and nothing changes a question where there is none.
func TestHunches(t *testing.T) {
	h := read.NewHunches([]string{read.Again, "fail", "pray"})
	h.Learn("safe", []float32{0.5, -1.26, 2})
	h.Learn("# $", []float32{1, 0.01, 0})
	h.Learn("nothing", []float32{0.1, 0, -0.1})
	var text bytes.Buffer
	if err := h.Write(&text); err != nil {
		t.Fatal(err)
	}
	if want := "\n# $\tagain+10\nsafe\tagain+5\tfail-13\tpray+20\n"; !strings.HasSuffix(text.String(), want) {
		t.Errorf("written:\n%s", text.String())
	}
	again, err := read.ReadHunches(&text)
	if err != nil {
		t.Fatal(err)
	}
	words := []read.Word{{"safe", 1}, {"# $", 0.5}, {"unheard", 1}}
	for _, follows := range []bool{false, true} {
		p, sum := again.Guess(words, follows), 0.0
		for _, x := range p {
			sum += math.Exp(float64(x))
		}
		if !slices.Equal(p, h.Guess(words, follows)) || math.Abs(sum-1) > 1e-6 || p[2] < p[1] || follows != (p[0] > -50) {
			t.Errorf("follows %t: %v, which add up to %g", follows, p, sum)
		}
	}
	for _, bad := range []string{"#\nfail\nsafe\tpray+3", "#\nfail\nsafe\tfail", "#\nfail\nsafe\tfail+x"} {
		if _, err := read.ReadHunches(strings.NewReader(bad)); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}

// TestHunchesAreCurrent: every label is a kind of question that is there. Where this fails, go
// generate learns them anew.
func TestHunchesAreCurrent(t *testing.T) {
	reader := commandstest.New(t).Reader()
	f, err := os.Open("hunches.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	h, err := read.ReadHunches(f)
	if err != nil {
		t.Fatal(err)
	}
	kinds := reader.Words()
	for _, l := range h.Labels() {
		if _, ok := kinds[l]; !ok && l != read.Again {
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
