package discord

import (
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"net"
	"slices"
	"strings"

	"delphi/bot"
	"delphi/bot/discord/api"
)

// Config is the [discord] section. Start from [Defaults].
type Config struct {
	Enabled   bool   `toml:"enabled"`
	TokenFile string `toml:"token_file"` // or environment DELPHI_DISCORD_TOKEN

	MessageCommands bool     `toml:"message_commands"` // answer !commands too; needs the message content intent
	Private         bool     `toml:"private"`          // show answers only to the asker unless they set private:false
	Operators       []string `toml:"operators"`        // ids of users who may change settings anywhere, and run the bot with admin
	Guilds          []string `toml:"guilds"`           // register the commands only in these servers, for tests; empty: everywhere

	Gateway    bool `toml:"gateway"`     // connect to the gateway; false if interactions come only over HTTP
	ShardID    int  `toml:"shard_id"`    // the one shard of this process; -1: all of them
	ShardCount int  `toml:"shard_count"` // 0: as many as Discord advises

	Listen    string `toml:"listen"`     // address of the HTTP endpoint; empty: none
	PublicKey string `toml:"public_key"` // the application's key, in hexadecimal, with which its interactions are signed

	Cards string `toml:"cards"` // how monsters, objects, standings and help are laid out: "components", "embeds"; "auto": components, but not where api is another's

	API string `toml:"api"` // another address of the REST interface; empty: Discord's own

	Token bot.Secret `toml:"-"` // see LoadSecrets
}

// Defaults returns the Config of a file that says nothing about Discord.
func Defaults() Config {
	return Config{Operators: []string{}, Guilds: []string{}, Gateway: true, ShardID: -1, Cards: "auto"}
}

// LoadSecrets fills Token from the environment, DELPHI_DISCORD_TOKEN, or else
// from the token file. It drops white space around the token and a "Bot " in
// front of it.
func (c *Config) LoadSecrets(getenv func(string) string) error {
	token := getenv("DELPHI_DISCORD_TOKEN")
	if token == "" && c.TokenFile != "" {
		secret, err := bot.ReadSecret(c.TokenFile)
		if err != nil {
			return bot.WrongKey("[discord]", "token_file", "%w", err)
		}
		token = string(secret)
	}
	c.Token = bot.Secret(strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(token), "Bot ")))
	return nil
}

// Validate returns everything that is wrong with c, each error with its key. A
// Config that is not Enabled is never wrong.
func (c Config) Validate() error {
	if !c.Enabled {
		return nil
	}
	var errs []error
	bad := func(key, format string, args ...any) {
		errs = append(errs, bot.WrongKey("[discord]", key, format, args...))
	}
	switch {
	case c.Token == "" && (c.Gateway || c.Listen == ""):
		bad("enabled", "there is no token: set DELPHI_DISCORD_TOKEN or token_file to the bot token of your application")
	case strings.ContainsAny(string(c.Token), " \t\r\n"):
		bad("token_file", "the token has white space in it: copy it again from the application's Bot page")
	}
	for _, u := range c.Operators {
		if !isSnowflake(u) {
			bad("operators", "%q is not a user's id, a number such as \"80351110224678912\" (Developer Mode, Copy User ID)", u)
		}
	}
	for _, g := range c.Guilds {
		if !isSnowflake(g) {
			bad("guilds", "%q is not a server's id, a number such as \"197038439483310086\"", g)
		}
	}
	switch {
	case c.ShardCount < 0:
		bad("shard_count", "is below 0; 0 uses the number that Discord recommends")
	case c.ShardID < -1:
		bad("shard_id", "is below -1; -1 runs every shard in this process")
	case c.ShardID >= 0 && c.ShardCount == 0:
		bad("shard_count", "is missing: with shard_id every process must be told the same count")
	case c.ShardID >= 0 && c.ShardID >= c.ShardCount:
		bad("shard_id", "%d is not below shard_count, %d: the first is 0", c.ShardID, c.ShardCount)
	}
	if c.Listen != "" {
		if _, _, err := net.SplitHostPort(c.Listen); err != nil {
			bad("listen", "%s is not host:port, such as \"127.0.0.1:8080\"", bot.Quoted(c.Listen))
		}
		if _, err := c.publicKey(); err != nil {
			bad("public_key", "%v", err)
		}
	}
	if !slices.Contains([]string{"auto", "components", "embeds"}, c.Cards) {
		bad("cards", "%q is none of auto, components and embeds", c.Cards)
	}
	if c.API != "" {
		if _, err := api.Address(c.API); err != nil {
			bad("api", "%v", err)
		}
	}
	if !c.Gateway && c.Listen == "" {
		bad("gateway", "is off and listen is not set: nothing would be answered")
	}
	if !c.Gateway && c.MessageCommands {
		bad("message_commands", "needs the gateway: messages do not come over HTTP")
	}
	return errors.Join(errs...)
}

// cards reports whether some answers are laid out as components, which servers that
// stand in for Discord may not know.
func (c *Config) cards() bool { return c.Cards == "components" || c.Cards == "auto" && c.API == "" }

func (c *Config) publicKey() (ed25519.PublicKey, error) {
	key, err := hex.DecodeString(strings.TrimSpace(c.PublicKey))
	if err != nil || len(key) != ed25519.PublicKeySize {
		return nil, errors.New("is not the 64 hexadecimal digits that the application's General Information page shows")
	}
	return key, nil
}

// FileHosts returns where what people attach is kept: at Discord, or at the server
// that stands in for it.
func (c *Config) FileHosts() []string {
	if u, err := api.Address(c.API); err == nil {
		return append(slices.Clone(FileHosts), u.Hostname())
	}
	return FileHosts
}

func isSnowflake(s string) bool {
	return len(s) >= 15 && len(s) <= 20 && strings.Trim(s, "0123456789") == ""
}
