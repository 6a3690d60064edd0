package xlog

import (
	"errors"
	"strings"
	"time"
)

// Whereis is what a server writes of a game that goes on: where its hero is.
type Whereis struct {
	Name                      string
	Role, Race, Gender, Align string // three letters each, as written; empty: not said
	Dungeon                   string // "The Gnomish Mines"; empty: not said
	Depth                     int64
	HP, MaxHP, Turns          int64
	Amulet                    bool // the hero has it
	Playing                   bool // somebody sits at the game now
}

var errWhereis = errors.New("this names no player")

// ParseWhereis reads a line such as "player=ann:depth=3:dname=The Dungeons of
// Doom:turns=1200:role=Wiz:amulet=0:playing=1". What it does not say stays zero.
func ParseWhereis(line string) (*Whereis, error) {
	r, err := Parse(line)
	if err != nil {
		return nil, err
	}
	text := func(key string) string { s, _ := r.Get(key); return strings.TrimSpace(s) }
	number := func(key string) int64 { n, _ := r.Int(key); return n }
	w := &Whereis{
		Name: text("player"), Role: text("role"), Race: text("race"), Gender: text("gender"), Align: text("align"), Dungeon: text("dname"),
		Depth: number("depth"), HP: number("hp"), MaxHP: number("maxhp"), Turns: number("turns"), Amulet: number("amulet") != 0, Playing: number("playing") != 0,
	}
	if w.Name == "" {
		return nil, errWhereis
	}
	return w, nil
}

// Hero returns what is known of "Wiz Elf Fem Cha".
func (w *Whereis) Hero() string {
	return strings.Join(strings.Fields(strings.Join([]string{w.Role, w.Race, w.Gender, w.Align}, " ")), " ")
}

// InProgress reads the name of the file that a game server keeps for a game that
// goes on: "ann:2026-11-21.10:00:00.ttyrec". since is when it began, UTC unix
// seconds.
func InProgress(file string) (name string, since int64, ok bool) {
	name, stamp, ok := strings.Cut(file, ":")
	began, err := time.Parse("2006-01-02.15:04:05", strings.TrimSuffix(strings.TrimSuffix(stamp, ".gz"), ".ttyrec"))
	if !ok || name == "" || err != nil {
		return "", 0, false
	}
	return name, began.Unix(), true
}

// Live is a game that goes on.
type Live struct {
	Source, Name string
	Since        int64    // when somebody sat down at it, unix seconds; 0: unknown
	Where        *Whereis // nil: unknown
}
