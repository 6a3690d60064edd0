package hear_test

import (
	"testing"

	"delphi/commands/hear"
)

func TestTalkOf(t *testing.T) {
	for kind, lines := range map[hear.Talk][]string{
		hear.Greeting: {"hi", "Hello bot!", "hey delphi", "yo", "good morning all", "hi there, how are you?"},
		hear.Thanks:   {"thanks!", "ty", "thank you so much", "good bot", "bye", "Nice one", "cheers mate"},
		hear.Lost:     {"what can you do?", "how do i use this", "how do I use this bot?", "commands", "what can i ask you", "how does this work", "what commands do you have", "help pls", "info"},
		hear.Curious:  {"who are you?", "what is this bot", "are you a bot?", "which version are you", "what's this", "who made you"},
		hear.NoTalk:   {"", "fail wiz", "hi, fail wiz xl8 force bolt", "thanks to my luckstone", "what is a lichen", "what does a sink do", "good luck", "how do i cast spells", "what is the best armor", "is it safe to pray"},
	} {
		for _, line := range lines {
			if got := hear.TalkOf(line); got != kind {
				t.Errorf("%q is talk of kind %d, want %d", line, got, kind)
			}
		}
	}
}
