package entries_test

import (
	"testing"

	"delphi/commands/commandstest"
)

func TestConversations(t *testing.T) { commandstest.Conversations(t) }
