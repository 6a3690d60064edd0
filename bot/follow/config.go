package follow

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"delphi/bot"
	"delphi/engine/games/xlog"
)

// Kinds of source.
const (
	XLog    = "xlogfile" // a line for each game that ended
	LiveLog = "livelog"  // a line for each event
)

// Source is one [[games.source]] section.
type Source struct {
	Name         string   `toml:"name"`          // what it is called in answers and filters
	Path         string   `toml:"path"`          // a file, or
	URL          string   `toml:"url"`           // an address
	Kind         string   `toml:"kind"`          // "xlogfile" (default) or "livelog"
	Rules        string   `toml:"rules"`         // the variant that writes it; empty: as each line says
	Poll         Duration `toml:"poll"`          // how often it is looked at; default 1m
	Dumplog      string   `toml:"dumplog"`       // where a game's dump log is: {name} {name:1} {starttime} ...
	MaxBytes     int64    `toml:"max_bytes"`     // read at most this much in one poll; default 4 MB
	Whereis      string   `toml:"whereis"`       // where players are: a directory with a file for each (.whereis), or one file; a path or an address
	InProgress   string   `toml:"inprogress"`    // the directory with a file for each game that is being played (.ttyrec); a path or an address
	AllowPrivate bool     `toml:"allow_private"` // url may be a host of a private network
}

// Duration is a time span as the configuration writes it: "90s", "5m".
type Duration time.Duration

// UnmarshalText reads "90s", "5m", "1h30m".
func (d *Duration) UnmarshalText(b []byte) error {
	v, err := time.ParseDuration(string(b))
	if err != nil {
		return fmt.Errorf("%q is not a time span such as \"90s\" or \"5m\"", b)
	}
	*d = Duration(v)
	return nil
}

// MarshalText writes what UnmarshalText reads.
func (d Duration) MarshalText() ([]byte, error) { return []byte(time.Duration(d).String()), nil }

const (
	defaultPoll  = time.Minute
	fastestPoll  = time.Second
	defaultBytes = 4 << 20
)

// WithDefaults returns the source with the defaults for whatever it leaves out.
func (s Source) WithDefaults() Source {
	s.Kind = cmp.Or(s.Kind, XLog)
	if s.Poll == 0 {
		s.Poll = Duration(defaultPoll)
	}
	s.MaxBytes = cmp.Or(s.MaxBytes, defaultBytes)
	return s
}

// where returns the file or address that the source reads, as it may be shown: a key in the
// address is not.
func (s *Source) where() string {
	if s.Path != "" {
		return s.Path
	}
	return bot.Redact(s.URL)
}

// redacted is an error of reading a source in words that show no key of its address.
type redacted struct {
	text  string
	cause error
}

func (r *redacted) Error() string { return r.text }
func (r *redacted) Unwrap() error { return r.cause }

// shortestKey is how long a value in an address must be to be hidden wherever it stands;
// shorter ones are not keys.
const shortestKey = 4

// redact makes an error redacted.
func (s *Source) redact(err error) error {
	if err == nil || s.URL == "" {
		return err
	}
	text := bot.Redact(err.Error())
	_, query, _ := strings.Cut(s.URL, "?")
	for part := range strings.SplitSeq(query, "&") {
		_, value, _ := strings.Cut(part, "=")
		plain, _ := url.QueryUnescape(value)
		for _, v := range []string{value, plain} {
			if len(v) >= shortestKey {
				text = strings.ReplaceAll(text, v, "***")
			}
		}
	}
	return &redacted{text, err}
}

// SameLog reports whether two sources can be seen to read one log: the same address, or
// the same file, whatever links lead there. A mirror of a log, or a copy, cannot be
// seen to be one before it was read.
func (s Source) SameLog(o Source) bool {
	if s.WithDefaults().Kind != o.WithDefaults().Kind {
		return false
	}
	if s.Path == "" || o.Path == "" {
		return s.URL != "" && sameAddress(s.URL, o.URL)
	}
	a, aErr := os.Stat(s.Path)
	b, bErr := os.Stat(o.Path)
	return filepath.Clean(s.Path) == filepath.Clean(o.Path) || aErr == nil && bErr == nil && os.SameFile(a, b)
}

// sameAddress reports whether two addresses differ at most in the case of the host, or by
// http in place of https.
func sameAddress(a, b string) bool {
	u, uErr := url.Parse(a)
	v, vErr := url.Parse(b)
	return uErr == nil && vErr == nil && strings.EqualFold(u.Host, v.Host) && u.RequestURI() == v.RequestURI()
}

func isAddress(where string) bool {
	u, err := url.Parse(where)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Hostname() != "" && u.User == nil
}

// Validate reports everything that is wrong with the source, each with its key.
func (s Source) Validate() error {
	s = s.WithDefaults()
	var errs []error
	bad := func(key, format string, args ...any) {
		errs = append(errs, bot.WrongKey(fmt.Sprintf("[[games.source]] %q", s.Name), key, format, args...))
	}
	if s.Name == "" || strings.ContainsAny(s.Name, " \t,:@<>=") {
		bad("name", "%q must be one word, such as \"nao\"", s.Name)
	}
	switch {
	case s.Path == "" && s.URL == "", s.Path != "" && s.URL != "":
		bad("path", "give either path or url")
	case s.Path != "" && !filepath.IsAbs(s.Path):
		bad("path", "%s is not an absolute path", bot.Quoted(s.Path))
	case s.URL != "":
		if !isAddress(s.URL) {
			bad("url", "%s is not an http or https address without a password", bot.Quoted(s.URL))
		}
	}
	for key, where := range map[string]string{"whereis": s.Whereis, "inprogress": s.InProgress} {
		if where != "" && !filepath.IsAbs(where) && !isAddress(where) {
			bad(key, "%s is neither an absolute path nor an http or https address without a password", bot.Quoted(where))
		}
	}
	if isURL(s.InProgress) && !strings.HasSuffix(s.InProgress, "/") {
		bad("inprogress", "%s must end in a slash: it is a directory", bot.Quoted(s.InProgress))
	}
	if !slices.Contains([]string{XLog, LiveLog}, s.Kind) {
		bad("kind", "%q is neither %q nor %q", s.Kind, XLog, LiveLog)
	}
	if s.Rules != "" && !xlog.KnownVariant(s.Rules) {
		bad("rules", "%q is none of %s", s.Rules, strings.Join(xlog.Variants(), ", "))
	}
	if time.Duration(s.Poll) < fastestPoll {
		bad("poll", "%v is too often; %v at most", time.Duration(s.Poll), fastestPoll)
	}
	if s.MaxBytes < 64<<10 {
		bad("max_bytes", "is below 65536, of which one line may need an eighth")
	}
	return errors.Join(errs...)
}
