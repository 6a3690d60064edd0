package conversations_test

import (
	"path/filepath"
	"testing"
	_ "time/tzdata"

	"delphi/commands/commandstest"
)

// rooms runs a test of each folder of commands that keeps conversations.
func rooms(t *testing.T, test func(t *testing.T, folder string)) {
	files, err := filepath.Glob("../*/testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no conversations: ", err)
	}
	last := ""
	for _, file := range files {
		folder := filepath.Dir(filepath.Dir(file))
		if folder == last {
			continue
		}
		last = folder
		t.Run(filepath.Base(folder), func(t *testing.T) { test(t, folder) })
	}
}

func TestConversations(t *testing.T) {
	rooms(t, func(t *testing.T, folder string) { commandstest.Conversations(t, folder) })
}

func TestMeant(t *testing.T) { rooms(t, commandstest.Meant) }

func TestHints(t *testing.T) {
	rooms(t, func(t *testing.T, folder string) {
		if commandstest.Hints(t, folder) == 0 {
			t.Error("no conversation shows a hint")
		}
	})
}
