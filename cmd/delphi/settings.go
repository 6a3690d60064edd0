package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strconv"
	"strings"
	"time"

	edlib "github.com/hbollon/go-edlib"
	"github.com/pelletier/go-toml/v2"

	"delphi/bot"
	"delphi/bot/discord"
	"delphi/bot/follow"
	"delphi/bot/irc"
	"delphi/bot/metrics"
	"delphi/engine/rules"
)

// Settings is the whole configuration. config.example.toml explains each key.
type Settings struct {
	Store    StoreSettings   `toml:"store"`
	Defaults DefaultSettings `toml:"defaults"`
	Limits   bot.Limits      `toml:"limits"`
	About    AboutSettings   `toml:"about"`
	Metrics  metrics.Config  `toml:"metrics"`
	Games    GamesSettings   `toml:"games"`
	Discord  discord.Config  `toml:"discord"`
	IRC      []irc.Config    `toml:"irc"`
}

// StoreSettings says where the bot keeps what it must not lose.
type StoreSettings struct {
	Path string `toml:"path"` // empty: the state directory
}

// DefaultSettings is what holds where a channel has set nothing.
type DefaultSettings struct {
	Rules  string `toml:"rules"`
	Prefix string `toml:"prefix"`
}

// AboutSettings is what about says beside the rule sets.
type AboutSettings struct {
	Source string `toml:"source"` // where this bot's source is to be had
}

// defaultSettings is the configuration where nothing is said.
func defaultSettings() Settings {
	return Settings{
		Defaults: DefaultSettings{Rules: rules.Default, Prefix: "!"},
		Limits:   bot.Limits{UserPerMinute: 20, ChannelPerMinute: 60, GlobalPerMinute: 600, FlooderMinutes: 10},
		Discord:  discord.Defaults(),
		Games:    GamesSettings{AnnounceMaxAge: follow.Duration(30 * time.Minute), Templates: []string{}},
	}
}

// loadSettings reads the configuration: the defaults, over them the file, over
// that the environment. Its error names every wrong key with file, line and
// column.
func loadSettings(path string, getenv func(string) string) (Settings, error) {
	s := defaultSettings()
	text, err := os.ReadFile(path)
	if err != nil {
		return s, fmt.Errorf("the configuration cannot be read: %w", err)
	}
	s, wrong := decodeSettings(path, text)
	if err := fromEnvironment(&s, getenv); err != nil {
		wrong = append(wrong, err)
	}
	for _, l := range []struct {
		key string
		n   int
	}{
		{"user_per_minute", s.Limits.UserPerMinute}, {"channel_per_minute", s.Limits.ChannelPerMinute}, {"global_per_minute", s.Limits.GlobalPerMinute},
		{"flooder_minutes", s.Limits.FlooderMinutes},
	} {
		if l.n < 0 {
			wrong = append(wrong, at(path, text, "limits", l.key, fmt.Errorf("%d is less than 0, which is no limit", l.n)))
		}
	}
	if _, ok, err := rules.Lookup(strings.ToLower(s.Defaults.Rules)); !ok || err != nil {
		wrong = append(wrong, at(path, text, "defaults", "rules", fmt.Errorf("%q is no version; there are %s", s.Defaults.Rules, strings.Join(rules.Names(), ", "))))
	}
	if err := s.Metrics.Check(); err != nil {
		wrong = append(wrong, at(path, text, "metrics", "listen", err))
	}
	if s.Discord.Enabled {
		if err := errors.Join(s.Discord.LoadSecrets(getenv), s.Discord.Validate()); err != nil {
			wrong = append(wrong, fmt.Errorf("%s:%d: %w", path, sectionLine(text, "[discord]", 0), err))
		}
	}
	for i := range s.IRC {
		if err := s.IRC[i].LoadSecrets(getenv); err != nil {
			wrong = append(wrong, fmt.Errorf("%s: [[irc]] number %d: %w", path, i+1, err))
		}
		if err := s.IRC[i].Validate(); err != nil {
			wrong = append(wrong, fmt.Errorf("%s:%d: [[irc]] number %d: %w", path, sectionLine(text, "[[irc]]", i), i+1, err))
		}
		for k := range i {
			if s.IRC[k].Name == s.IRC[i].Name {
				wrong = append(wrong, fmt.Errorf("%s:%d: [[irc]] number %d: another network is named %q already", path, sectionLine(text, "[[irc]]", i), i+1, s.IRC[i].Name))
			}
		}
	}
	wrong = append(wrong, s.Games.validate(path, text)...)
	return s, errors.Join(wrong...)
}

// maxWrong is how many values of a wrong type are told at once.
const maxWrong = 20

// decodeSettings reads a file over the defaults. A value of a wrong type ends
// the decoder's work, so its line is left out and the rest is read again:
// every wrong key is told.
func decodeSettings(path string, text []byte) (s Settings, wrong []error) {
	text = bytes.Clone(text)
	for range maxWrong {
		s = defaultSettings()
		d := toml.NewDecoder(bytes.NewReader(text))
		d.DisallowUnknownFields()
		err := d.Decode(&s)
		if err == nil {
			break
		}
		wrong = append(wrong, explain(path, err))
		var bad *toml.DecodeError
		if !errors.As(err, &bad) || len(bad.Key()) == 0 {
			break // unknown keys are all told; what is no TOML cannot be passed over
		}
		row, _ := bad.Position()
		text = withoutLine(text, row)
	}
	return s, wrong
}

// withoutLine empties a line, counted from 1, so that the others keep their
// numbers.
func withoutLine(text []byte, row int) []byte {
	lines := bytes.Split(text, []byte("\n"))
	if row >= 1 && row <= len(lines) {
		lines[row-1] = nil
	}
	return bytes.Join(lines, []byte("\n"))
}

// explain turns the decoder's error into one line for each wrong key.
func explain(path string, err error) error {
	var strict *toml.StrictMissingError
	var decode *toml.DecodeError
	switch {
	case errors.As(err, &strict):
		known := keys("", reflect.TypeFor[Settings]())
		var all []error
		for i := range strict.Errors {
			e := &strict.Errors[i]
			row, column := e.Position()
			key := strings.Join(e.Key(), ".")
			text := fmt.Sprintf("%s:%d:%d: unknown key %s", path, row, column, key)
			if near := nearest(key, known); near != "" {
				text += "; did you mean " + near + "?"
			}
			all = append(all, errors.New(text))
		}
		return errors.Join(all...)
	case errors.As(err, &decode):
		row, column := decode.Position()
		key := strings.Join(decode.Key(), ".")
		if key != "" {
			key += ": "
		}
		return fmt.Errorf("%s:%d:%d: %s%s", path, row, column, key, strings.TrimPrefix(decode.Error(), "toml: "))
	}
	return fmt.Errorf("%s: %w", path, err)
}

// keys lists every key of a section, dotted.
func keys(prefix string, t reflect.Type) []string {
	var out []string
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("toml"), ",")
		if name == "" || name == "-" {
			continue
		}
		ft := f.Type
		for ft.Kind() == reflect.Pointer || ft.Kind() == reflect.Slice {
			ft = ft.Elem()
		}
		out = append(out, prefix+name)
		if ft.Kind() == reflect.Struct {
			out = append(out, keys(prefix+name+".", ft)...)
		}
	}
	return out
}

// nearest is the known key that key is most likely meant for: the nearest in
// its own section, else the nearest of all; empty if none is near.
func nearest(key string, known []string) string {
	best, distance := "", 2+len(key)/3
	for _, k := range known {
		d := edlib.OSADamerauLevenshteinDistance(key, k)
		if last(k) == last(key) {
			d = min(d, 1) // the right key in the wrong section
		}
		if d < distance {
			best, distance = k, d
		}
	}
	return best
}

func last(key string) string { return key[strings.LastIndexByte(key, '.')+1:] }

// at names the line of a key within its section.
func at(path string, text []byte, section, key string, err error) error {
	in, line := "", 0
	for l := range strings.Lines(string(text)) {
		line++
		l = strings.TrimSpace(l)
		if strings.HasPrefix(l, "[") {
			in = strings.Trim(l, "[] ")
		}
		if name, _, ok := strings.Cut(l, "="); ok && in == section && strings.TrimSpace(name) == key {
			return fmt.Errorf("%s:%d: %s.%s: %w", path, line, section, key, err)
		}
	}
	return fmt.Errorf("%s: %s.%s: %w", path, section, key, err)
}

// sectionLine is the line of the nth heading of a kind.
func sectionLine(text []byte, heading string, n int) int {
	line := 0
	for l := range strings.Lines(string(text)) {
		line++
		if strings.TrimSpace(l) == heading {
			if n == 0 {
				return line
			}
			n--
		}
	}
	return line
}

// fromEnvironment takes single values of the plain sections from variables
// such as DELPHI_STORE_PATH and DELPHI_LIMITS_USER_PER_MINUTE.
func fromEnvironment(s *Settings, getenv func(string) string) error {
	v := reflect.ValueOf(s).Elem()
	for i := range v.NumField() {
		section := v.Field(i)
		if section.Kind() != reflect.Struct {
			continue
		}
		name := v.Type().Field(i).Tag.Get("toml")
		for k := range section.NumField() {
			variable := strings.ToUpper("DELPHI_" + name + "_" + section.Type().Field(k).Tag.Get("toml"))
			text := getenv(variable)
			if text == "" {
				continue
			}
			switch field := section.Field(k); field.Kind() {
			case reflect.String:
				field.SetString(text)
			case reflect.Int:
				n, err := strconv.Atoi(text)
				if err != nil {
					return fmt.Errorf("%s in the environment is %q, want a whole number", variable, text)
				}
				field.SetInt(int64(n))
			}
		}
	}
	return nil
}
