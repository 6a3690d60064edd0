package tourney_test

import (
	"testing"

	"delphi/commands"
	"delphi/commands/commandstest"
)

// A time zone may stand anywhere in a line, and nothing else looks like one.
func TestLooksLikeZone(t *testing.T) {
	var zone *commands.Param
	for cmd := range commands.Every(commandstest.New(t).Commands()) {
		for _, p := range cmd.Params {
			if cmd.Path() == "tourney new" && p.Name == "zone" {
				zone = p
			}
		}
	}
	if zone == nil {
		t.Fatal("a tournament is made without a zone")
	}
	for word, want := range map[string]bool{"Europe/Berlin": true, "utc": true, "UTC": true, "dash": false, "/": false, "18:00": false, "1/2": false} {
		if got := zone.Looks(word); got != want {
			t.Errorf("%s: %v", word, got)
		}
	}
}
