package random_test

import (
	"testing"

	"delphi/commands/commandstest"
)

func TestConversations(t *testing.T) { commandstest.Conversations(t) }

func TestMeant(t *testing.T) { commandstest.Meant(t) }

func TestHints(t *testing.T) { commandstest.Hints(t) }

func TestAnswersFitOneLine(t *testing.T) { commandstest.Budget(t) }
