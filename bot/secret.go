package bot

import "log/slog"

// Secret is a password or a token. It prints and logs as "(set)" or "(none)";
// only a conversion to string shows it.
type Secret string

func (s Secret) String() string {
	if s == "" {
		return "(none)"
	}
	return "(set)"
}

// GoString keeps %#v from showing it.
func (s Secret) GoString() string { return s.String() }

// LogValue keeps slog from showing it.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// MarshalText keeps encoders from showing it.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }
