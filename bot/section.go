package bot

import "fmt"

// KeyError says what is wrong with one key of a section of the configuration.
// What checks a section returns one for each wrong key, joined, so that the
// reader of the file can name the key's line.
type KeyError struct {
	Section string // as the user knows it: `[discord]`, `[[irc]] "libera"`
	Key     string // within the section
	Err     error  // what is wrong, and what to write instead
}

func (e *KeyError) Error() string { return e.Section + ": " + e.Key + ": " + e.Err.Error() }
func (e *KeyError) Unwrap() error { return e.Err }

// WrongKey returns a *[KeyError] whose text is formatted.
func WrongKey(section, key, format string, args ...any) error {
	return &KeyError{section, key, fmt.Errorf(format, args...)}
}
