package main

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"delphi/bot"
	"delphi/bot/discord"
	"delphi/bot/fetch"
	"delphi/bot/follow"
	"delphi/bot/irc"
	"delphi/bot/metrics"
	"delphi/bot/web"
	"delphi/cmd/delphi/document"
	"delphi/commands"
	"delphi/commands/entries/book"
	"delphi/commands/league"
	"delphi/commands/route"
	"delphi/commands/tourney"
	"delphi/engine/rules"
	"delphi/storage"
	"delphi/storage/lease"
)

// Settings is the whole configuration. config.example.toml explains each key.
type Settings struct {
	Store    StoreSettings   `toml:"store"`
	Defaults DefaultSettings `toml:"defaults"`
	Limits   bot.Limits      `toml:"limits"`
	About    AboutSettings   `toml:"about"`
	Metrics  metrics.Config  `toml:"metrics"`
	Games    GamesSettings   `toml:"games"`
	Web      web.Config      `toml:"web"`
	Discord  discord.Config  `toml:"discord"`
	IRC      []irc.Config    `toml:"irc"`

	warnings []error // what is allowed but unwise, each with its place
}

// crowded reports whether a network is one on whose channels other bots answer to
// the same words: IRC.
func (s *Settings) crowded(network commands.Network) bool {
	return slices.ContainsFunc(s.IRC, func(c irc.Config) bool { return c.Name == string(network) })
}

// offOn lists what is off on a network in channels that have not switched it on.
func (s *Settings) offOn(network commands.Network) []string {
	for i := range s.IRC {
		if s.IRC[i].Name == string(network) {
			return s.IRC[i].Off
		}
	}
	return nil
}

// prefixOn returns what comes before commands in a network's channels that have set none;
// empty: the default of all.
func (s *Settings) prefixOn(network commands.Network) string {
	for i := range s.IRC {
		if s.IRC[i].Name == string(network) {
			return s.IRC[i].Prefix
		}
	}
	return ""
}

// DefaultSettings is what holds where a channel has set nothing.
type DefaultSettings struct {
	Rules  string   `toml:"rules"`
	Prefix string   `toml:"prefix"`
	Off    []string `toml:"off"` // commands and groups that are switched off
}

// AboutSettings is what about says beside the rule sets.
type AboutSettings struct {
	Source string `toml:"source"` // where this bot's source is to be had
}

// check refuses an address with a user or a password, as one copied from a clone may
// have: about and every page show it.
func (a AboutSettings) check() error {
	if !strings.Contains(a.Source, "://") {
		return nil
	}
	u, err := url.Parse(a.Source)
	if err == nil && (u.User == nil || u.Scheme == "ssh" && u.User.String() == u.User.Username()) {
		return nil
	}
	return fmt.Errorf("%s is not a public address; use one without a user or a password, such as https://example.org/delphi", bot.Quoted(a.Source))
}

// defaultSettings returns the configuration where nothing is said.
func defaultSettings() Settings {
	return Settings{
		Store:    StoreSettings{Lease: follow.Duration(lease.DefaultLength), BackupEvery: follow.Duration(24 * time.Hour), BackupKeep: 7},
		Defaults: DefaultSettings{Rules: rules.Default, Prefix: "!", Off: []string{}},
		Limits:   bot.Limits{UserPerMinute: 20, ChannelPerMinute: 60, GlobalPerMinute: 600, FlooderMinutes: 10},
		Web:      web.Defaults(),
		Discord:  discord.Defaults(),
		Games:    GamesSettings{AnnounceMaxAge: follow.Duration(30 * time.Minute), AnnouncePace: follow.Duration(4 * time.Second), Templates: []string{}, DumplogHosts: fetch.Hosts},
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
	d := document.New(path, text)
	s, wrong := document.Decode(d, defaultSettings)
	if err := fromEnvironment(&s, getenv); err != nil {
		wrong = append(wrong, err)
	}
	wrong = append(wrong, s.check(d, getenv)...)
	for _, n := range s.networks() {
		s.warnings = append(s.warnings, d.Place(n.key, n.config.Warnings())...)
	}
	s.warnings = append(s.warnings, s.Games.warnings(d)...)
	return s, errors.Join(wrong...)
}

// check loads the secrets and says everything that is wrong with the values,
// each with its place in the file.
func (s *Settings) check(d *document.Document, getenv func(string) string) (wrong []error) {
	bad := func(key string, err error) {
		wrong = append(wrong, d.At(key, fmt.Errorf("%s: %w", key, err)))
	}
	for key, n := range map[string]int{
		"user_per_minute": s.Limits.UserPerMinute, "channel_per_minute": s.Limits.ChannelPerMinute,
		"global_per_minute": s.Limits.GlobalPerMinute, "flooder_minutes": s.Limits.FlooderMinutes,
	} {
		if n < 0 {
			bad("limits."+key, fmt.Errorf("%d is less than 0, which is no limit", n))
		}
	}
	if _, ok, err := rules.Lookup(strings.ToLower(s.Defaults.Rules)); !ok || err != nil {
		bad("defaults.rules", fmt.Errorf("there is no version %q; there are %s", s.Defaults.Rules, strings.Join(rules.Names(), ", ")))
	}
	if err := commands.CheckPrefix(s.Defaults.Prefix); err != nil {
		bad("defaults.prefix", err)
	}
	if err := checkOff(s.Defaults.Off); err != nil {
		bad("defaults.off", err)
	}
	for i := range s.IRC {
		if err := checkOff(s.IRC[i].Off); err != nil {
			bad(fmt.Sprintf("irc[%d].off", i), err)
		}
	}
	if err := s.About.check(); err != nil {
		bad("about.source", err)
	}
	if key, err := s.Store.check(); err != nil {
		bad("store."+key, err)
	}
	if err := s.Metrics.Check(); err != nil {
		bad("metrics.listen", err)
	}
	named := map[string]bool{}
	for _, n := range s.networks() {
		wrong = append(wrong, d.Place(n.key, errors.Join(n.config.LoadSecrets(getenv), n.config.Validate()))...)
		if named[n.name] {
			bad(n.key+".name", fmt.Errorf("another network is already named %q", n.name))
		}
		named[n.name] = true
	}
	return append(wrong, s.Games.check(d)...)
}

// checkOff says what is wrong with a list of what is switched off.
func checkOff(words []string) error {
	if len(words) == 0 {
		return nil
	}
	_, err := route.New(route.Options{ // with every command that can be switched off
		Sessions: storage.Sessions{}, Entries: &book.Book{}, League: append(tourney.Commands(nil), league.Commands(league.Options{})...), Off: words,
	})
	return err
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
