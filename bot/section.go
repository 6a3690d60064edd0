package bot

import (
	"fmt"
	"os"
	"runtime"
)

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

// Exposed says whether a file that holds a secret can be read by others than
// its owner and group, and what to do about it; nil if not, or if there is no
// such file. It is for warnings: what cannot be opened is an error elsewhere.
func Exposed(path string) error {
	info, err := os.Stat(path)
	if path == "" || err != nil || info.Mode().Perm()&0o007 == 0 || runtime.GOOS == "windows" {
		return nil
	}
	return fmt.Errorf("anybody on this machine can read %s: chmod 600 %s", path, path)
}
