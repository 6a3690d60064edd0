package commands

import (
	"errors"
	"strings"
	"unicode/utf8"
)

// keys holds the marks that a prefix may have: those of ASCII and those that some
// keyboards have beside them. A channel whose prefix nobody can type would be
// deaf to the command that changes it.
const keys = "!#$%&'()*+,-.:;<=>?@[\\]^_`{|}~£€§¡¿°¬¦"

// CheckPrefix says what is wrong with a prefix: it is one to three marks that everybody can
// type, and that begin no word, no name ("\"") and no command of the network's own ("/").
func CheckPrefix(s string) error {
	if n := utf8.RuneCountInString(s); n < 1 || n > 3 || strings.Trim(s, keys) != "" {
		return errors.New("a prefix is one to three punctuation marks that everybody can type: no letters, digits, quotation marks or /")
	}
	return nil
}
