package xlog

import (
	"strings"
	"testing"
)

func TestParseWhereis(t *testing.T) {
	w, err := ParseWhereis("player=ann:depth=11:dnum=2:dname=The Gnomish Mines:hp=23:maxhp=40:turns=3000:score=1200:role=Wiz:race=Elf:gender=Fem:align=Cha:conduct=0xfff:amulet=1:ascended=0:playing=1\n")
	if err != nil || *w != (Whereis{"ann", "Wiz", "Elf", "Fem", "Cha", "The Gnomish Mines", 11, 23, 40, 3000, true, true}) || w.Hero() != "Wiz Elf Fem Cha" {
		t.Errorf("%+v, %v", w, err)
	}
	if w, err := ParseWhereis("player=bob:depth=3:playing=0"); err != nil || w.Playing || w.Depth != 3 || w.Hero() != "" {
		t.Errorf("%+v, %v", w, err)
	}
	for _, line := range []string{"", "depth=3:dname=x", "player=:depth=3", "<html>"} {
		if w, err := ParseWhereis(line); err == nil {
			t.Errorf("%q read as %+v", line, w)
		}
	}
}

func TestInProgress(t *testing.T) {
	for _, c := range []struct {
		file, name string
		since      int64
	}{
		{"ann:2026-11-21.10:00:00.ttyrec", "ann", 1795255200},
		{"Bob9:2026-11-21.10:00:00.ttyrec.gz", "Bob9", 1795255200},
		{"ann.whereis", "", 0}, {":2026-11-21.10:00:00.ttyrec", "", 0}, {"ann:yesterday.ttyrec", "", 0}, {"..", "", 0},
	} {
		if name, since, ok := InProgress(c.file); name != c.name || since != c.since || ok != (c.name != "") {
			t.Errorf("%s: %s %d %t", c.file, name, since, ok)
		}
	}
}

func FuzzParseWhereis(f *testing.F) {
	f.Add("player=ann:depth=3:dname=The Dungeons of Doom:playing=1")
	f.Add("ann:2026-11-21.10:00:00.ttyrec")
	f.Fuzz(func(t *testing.T, line string) {
		if w, err := ParseWhereis(line); err == nil && (w.Name == "" || strings.ContainsAny(w.Name+w.Dungeon+w.Hero(), "\n\r\x00\x03")) {
			t.Fatalf("%q read as %+v", line, w)
		}
		if name, _, ok := InProgress(line); ok && (name == "" || strings.Contains(name, ":")) {
			t.Fatalf("%q is the game of %q", line, name)
		}
	})
}
