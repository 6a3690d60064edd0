package bot

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"regexp"
	"strconv"
	"strings"
)

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

// ReadSecret reads the secret in a file, without the line end at the file's end. Its error
// does not name the file: what the configuration names may be the secret itself.
func ReadSecret(file string) (Secret, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return "", Unnamed(err)
	}
	return Secret(strings.TrimRight(string(b), "\r\n")), nil
}

// Unnamed returns the error of a file without the file's name, which may be a secret that was
// put in its place.
func Unnamed(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return fmt.Errorf("the file that it names cannot be read (%w); it takes the name of a file, not the secret itself", path.Err)
	}
	return err
}

// Quoted returns a value as the errors of a configuration quote it, unless it may hold a
// password or a key, as an address with a user or a query may.
func Quoted(value string) string {
	if strings.ContainsAny(value, "@?") {
		return "what it says"
	}
	return strconv.Quote(value)
}

// withScheme is an address within a text, to its end or what cannot be a part of it.
var withScheme = regexp.MustCompile("[A-Za-z][A-Za-z0-9+.-]*://[^\\s\"'<>`]+")

// Redact returns a text for a log or an error in which addresses show no password, no value of a
// query and no fragment, and no user either where that may be a key: only a database's is
// none.
func Redact(text string) string {
	if !strings.Contains(text, "://") {
		return text
	}
	return withScheme.ReplaceAllStringFunc(text, redactAddress)
}

func redactAddress(address string) string {
	scheme, rest, _ := strings.Cut(address, "://")
	// A password may hold any sign where nobody has encoded it: up to the last "@" all is
	// hidden, except in a path where nothing before it looks like a password.
	host := rest
	if end := strings.IndexAny(rest, "/?#"); end >= 0 {
		host = rest[:end]
	}
	if at := strings.LastIndexByte(rest, '@'); at >= 0 && (at < len(host) || strings.Contains(host, ":") || strings.ContainsAny(rest[:at], "?#")) {
		rest = hiddenUser(scheme, rest[:at]) + rest[at:]
	}
	rest, _, _ = strings.Cut(rest, "#")
	path, query, _ := strings.Cut(rest, "?")
	if query == "" {
		return scheme + "://" + rest
	}
	values := strings.Split(query, "&")
	for i, v := range values {
		name, _, named := strings.Cut(v, "=")
		if values[i] = "***"; named {
			values[i] = name + "=***"
		}
	}
	return scheme + "://" + path + "?" + strings.Join(values, "&")
}

// hiddenUser returns what stands for a user and a password.
func hiddenUser(scheme, user string) string {
	if !strings.HasPrefix(strings.ToLower(scheme), "postgres") {
		return "***"
	}
	name, _, secret := strings.Cut(user, ":")
	if secret {
		return name + ":***"
	}
	return name
}
