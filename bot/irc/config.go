package irc

import (
	"cmp"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"strings"

	"github.com/lrstanley/girc"

	"delphi/bot"
	"delphi/bot/irc/said"
	"delphi/commands"
)

// Config is one [[irc]] section. A nil pointer stands for the value in
// [Defaults].
type Config struct {
	Name     string   `toml:"name"`     // our name for the network, in logs and settings
	Address  string   `toml:"address"`  // host:port
	Bind     string   `toml:"bind"`     // the local IP address to connect from
	Nick     string   `toml:"nick"`     //
	User     string   `toml:"user"`     // the user name (ident); empty: the nick
	RealName string   `toml:"realname"` //
	Channels []string `toml:"channels"` // "#nethack", or "#secret key"

	TLS         *bool  `toml:"tls"`
	TLSCA       string `toml:"tls_ca"`       // PEM file; empty: the system's
	TLSInsecure bool   `toml:"tls_insecure"` // accept any certificate: only for test networks
	TLSCert     string `toml:"tls_cert"`     // our own certificate and its key, PEM files:
	TLSKey      string `toml:"tls_key"`      // for SASL EXTERNAL

	SASL               string `toml:"sasl"`                 // "plain" (default if sasl_user is set), "external" or "off"
	SASLUser           string `toml:"sasl_user"`            // the services account
	SASLPasswordFile   string `toml:"sasl_password_file"`   // or environment DELPHI_IRC_<NAME>_PASSWORD
	ServerPasswordFile string `toml:"server_password_file"` // or environment DELPHI_IRC_<NAME>_SERVER_PASSWORD
	NickServ           string `toml:"nickserv"`             // "NickServ@services.host", which gets the password where there is no SASL; empty: never
	RequireAccount     bool   `toml:"require_account"`      // join no channel before services know us

	LinesPerSecond *float64 `toml:"lines_per_second"` // 0: no pacing
	Burst          *int     `toml:"burst"`            // lines that may be sent at once

	Prefix       string   `toml:"prefix"`        // for channels that have not set their own
	Off          []string `toml:"off"`           // commands and groups that are off in channels that have not switched them on
	ReplyWith    string   `toml:"reply_with"`    // "privmsg" or "notice"
	Formatting   *bool    `toml:"formatting"`    // show the figure that answers the question in bold
	AddressAsker bool     `toml:"address_asker"` // begin every answer in channels with "nick: "; else only while several wait
	Operators    []string `toml:"operators"`     // services accounts that may change settings anywhere
	Ignore       []string `toml:"ignore"`        // masks never answered: "*!*@host", "nick", "account:name"
	Relays       []string `toml:"relays"`        // bridge bots: "MASK", or "MASK PATTERN" with {nick} and {text}; what they quote is nick's
	Invites      string   `toml:"invites"`       // whose invitations are accepted: "never", "operators" or "anyone"
	BotMode      *bool    `toml:"bot_mode"`      // mark ourselves as a bot where the network has a mode for it
	QuitMessage  string   `toml:"quit_message"`

	Password       bot.Secret `toml:"-"` // of SASLUser; see LoadSecrets
	ServerPassword bot.Secret `toml:"-"`
}

// Defaults returns the Config of a network for which nothing is configured.
func Defaults() Config {
	yes, pace, burst := true, 0.5, 8
	return Config{
		Nick:           "delphi",
		RealName:       "Delphi, odds for NetHack players",
		TLS:            &yes,
		LinesPerSecond: &pace,
		Burst:          &burst,
		Prefix:         "!",
		ReplyWith:      "privmsg",
		Formatting:     &yes,
		Invites:        "never",
		BotMode:        &yes,
		QuitMessage:    "back soon",
	}
}

// withDefaults returns c with the defaults filled in.
func (c Config) withDefaults() Config {
	d := Defaults()
	or(&c.Nick, d.Nick)
	or(&c.User, strings.ToLower(c.Nick))
	or(&c.RealName, d.RealName)
	or(&c.Prefix, d.Prefix)
	or(&c.ReplyWith, d.ReplyWith)
	or(&c.Invites, d.Invites)
	or(&c.QuitMessage, d.QuitMessage)
	or(&c.TLS, d.TLS)
	or(&c.LinesPerSecond, d.LinesPerSecond)
	or(&c.Burst, d.Burst)
	or(&c.Formatting, d.Formatting)
	or(&c.BotMode, d.BotMode)
	if c.SASL == "" {
		c.SASL = "off"
		if c.SASLUser != "" {
			c.SASL = "plain"
		}
	}
	return c
}

func or[T comparable](v *T, def T) {
	var zero T
	if *v == zero {
		*v = def
	}
}

// connection returns c without everything that a live connection can take
// over.
func (c Config) connection() Config {
	c.Channels, c.Operators, c.Ignore, c.Relays = nil, nil, nil, nil
	c.LinesPerSecond, c.Burst, c.Formatting = nil, nil, nil
	c.Prefix, c.ReplyWith, c.Invites, c.QuitMessage = "", "", "", ""
	c.AddressAsker = false
	return c
}

// LoadSecrets fills Password and ServerPassword from the environment
// (DELPHI_IRC_<NAME>_PASSWORD and DELPHI_IRC_<NAME>_SERVER_PASSWORD, with the
// name in capitals and an underscore for each character that is neither a
// letter nor a digit) or else from the configured files. The line end at the end
// of a file is not part of the password.
func (c *Config) LoadSecrets(getenv func(string) string) error {
	name := strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z':
			return r - 'a' + 'A'
		case 'A' <= r && r <= 'Z', '0' <= r && r <= '9':
			return r
		}
		return '_'
	}, c.Name)
	var wrong []error
	for _, s := range []struct {
		into           *bot.Secret
		env, key, file string
	}{
		{&c.Password, "PASSWORD", "sasl_password_file", c.SASLPasswordFile},
		{&c.ServerPassword, "SERVER_PASSWORD", "server_password_file", c.ServerPasswordFile},
	} {
		if v := getenv("DELPHI_IRC_" + name + "_" + s.env); v != "" {
			*s.into = bot.Secret(v)
			continue
		}
		if s.file == "" {
			continue
		}
		secret, err := bot.ReadSecret(s.file)
		if err != nil {
			wrong = append(wrong, c.wrong(s.key, "%w", err))
		}
		*s.into = secret
	}
	return errors.Join(wrong...)
}

// Validate reports everything that is wrong with c, each with its key.
func (c Config) Validate() error {
	c = c.withDefaults()
	var errs []error
	bad := func(key, format string, args ...any) { errs = append(errs, c.wrong(key, format, args...)) }

	if c.Name == "" {
		bad("name", "is missing: give the network a name, such as \"libera\"")
	}
	if host, port, err := net.SplitHostPort(c.Address); err != nil || host == "" || port == "" {
		bad("address", "%s is not host:port, such as \"irc.libera.chat:6697\" or \"[::1]:6667\"", bot.Quoted(c.Address))
	}
	if c.Bind != "" && net.ParseIP(c.Bind) == nil {
		bad("bind", "%q is not an IP address", c.Bind)
	}
	if !girc.IsValidNick(c.Nick) {
		bad("nick", "%q is not a nick that IRC allows", c.Nick)
	}
	if !girc.IsValidUser(c.User) {
		bad("user", "%q is not a user name that IRC allows", c.User)
	}
	for _, ch := range c.Channels {
		if err := checkChannel(splitChannel(ch)); err != nil {
			bad("channels", "%v", err)
		}
	}
	for _, entry := range c.Relays {
		if _, err := said.ParseBridge(entry); err != nil {
			bad("relays", "%v", err)
		}
	}
	c.checkAccount(bad)
	if *c.LinesPerSecond < 0 {
		bad("lines_per_second", "is below 0; 0 switches pacing off")
	}
	if *c.Burst < 1 {
		bad("burst", "is below 1")
	}
	if c.Prefix != "" {
		if err := commands.CheckPrefix(c.Prefix); err != nil {
			bad("prefix", "%q: %v", c.Prefix, err)
		}
	}
	if c.ReplyWith != "privmsg" && c.ReplyWith != "notice" {
		bad("reply_with", "%q is neither \"privmsg\" nor \"notice\"", c.ReplyWith)
	}
	if c.Invites != "never" && c.Invites != "operators" && c.Invites != "anyone" {
		bad("invites", "%q is none of \"never\", \"operators\", \"anyone\"", c.Invites)
	}
	if _, err := c.tlsConfig(); err != nil {
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// checkAccount reports what is wrong with the keys that identify us to services.
func (c Config) checkAccount(bad func(key, format string, args ...any)) {
	services := c.services()
	if services.nick != "" && services.host == "" {
		bad("nickserv", "it does not name the host of services: write it as \"NickServ@services.example.net\", with the host that /whois NickServ shows, "+
			"so that nobody else who holds the nick gets the password")
	}
	switch c.SASL {
	case "off":
		if c.RequireAccount && (c.Password == "" || services.nick == "") {
			bad("require_account", "needs a way to identify: sasl_user and its password, sasl = \"external\", or nickserv and a password")
		}
	case "plain":
		if c.SASLUser == "" {
			bad("sasl_user", "is missing: sasl = \"plain\" needs the account")
		}
		if c.Password == "" {
			bad("sasl_user", "has no password: set sasl_password_file or the environment variable of this network")
		}
	case "external":
		if c.TLSCert == "" || !*c.TLS {
			bad("sasl", "\"external\" needs tls and tls_cert, the certificate that services know")
		}
	default:
		bad("sasl", "it is none of \"plain\", \"external\", \"off\"; the password belongs into the file that sasl_password_file names")
	}
}

// service identifies a service of the network: its nick, and the host it must
// have.
type service struct{ nick, host string }

// services parses nickserv. Empty and "off" mean that there is none.
func (c *Config) services() service {
	if c.NickServ == "off" {
		return service{}
	}
	nick, host, _ := strings.Cut(c.NickServ, "@")
	return service{nick, host}
}

func (s service) nickOr(nick string) string { return cmp.Or(s.nick, nick) }

func (c *Config) wrong(key, format string, args ...any) error {
	return bot.WrongKey(fmt.Sprintf("[[irc]] %q", c.Name), key, format, args...)
}

// tlsConfig returns nil if TLS is off.
func (c *Config) tlsConfig() (*tls.Config, error) {
	if !*c.TLS {
		return nil, nil
	}
	host, _, _ := net.SplitHostPort(c.Address)
	t := &tls.Config{ServerName: host, MinVersion: tls.VersionTLS12, InsecureSkipVerify: c.TLSInsecure}
	if c.TLSCA != "" {
		pem, err := os.ReadFile(c.TLSCA)
		if err != nil {
			return nil, c.wrong("tls_ca", "%w", bot.Unnamed(err))
		}
		t.RootCAs = x509.NewCertPool()
		if !t.RootCAs.AppendCertsFromPEM(pem) {
			return nil, c.wrong("tls_ca", "the file that it names holds no PEM certificate")
		}
	}
	if c.TLSCert != "" {
		key := c.TLSKey
		or(&key, c.TLSCert) // one file may hold both
		cert, err := tls.LoadX509KeyPair(c.TLSCert, key)
		if err != nil {
			var file *fs.PathError
			if errors.As(err, &file) && file.Path == c.TLSKey {
				return nil, c.wrong("tls_key", "%w", bot.Unnamed(err))
			}
			return nil, c.wrong("tls_cert", "%w", bot.Unnamed(err))
		}
		t.Certificates = []tls.Certificate{cert}
	}
	return t, nil
}

// channelKey splits "#secret key".
func channelKey(s string) (name, key string) {
	name, key, _ = strings.Cut(strings.TrimSpace(s), " ")
	return name, strings.TrimSpace(key)
}
