package bot

import (
	"strings"
	"unicode/utf8"
)

// CommandSigns are the characters with which commands of other bots usually
// begin. # is not among them: it begins commands of the game, which answers name.
const CommandSigns = "!.@`~$%&?+-;,/\\^*=>|:§£€¬¡¿"

// WordJoiner is a word joiner. It has no width, is no blank that a bot would trim, and
// no formatting that a server would strip.
const WordJoiner = "\u2060"

// LikeCommand reports whether other bots may take a text for a command: it begins
// with one of the CommandSigns, or with the prefix of the place, which may be empty.
func LikeCommand(text, prefix string) bool {
	sign, n := utf8.DecodeRuneInString(text)
	return n > 0 && strings.ContainsRune(CommandSigns, sign) || prefix != "" && strings.HasPrefix(text, prefix)
}

// Harmless returns a text that is to be said where other bots may read it: behind
// a WordJoiner where it is LikeCommand, else as it is.
func Harmless(text, prefix string) string {
	if LikeCommand(text, prefix) {
		return WordJoiner + text
	}
	return text
}
