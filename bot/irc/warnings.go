package irc

import (
	"errors"

	"delphi/bot"
)

// Warnings says what is allowed but unwise in c, with LoadSecrets done: a
// *bot.KeyError for each key, joined.
func (c Config) Warnings() error {
	c = c.withDefaults()
	var all []error
	warn := func(key, format string, args ...any) { all = append(all, c.wrong(key, format, args...)) }
	if c.Password != "" || c.ServerPassword != "" {
		switch {
		case !*c.TLS:
			warn("tls", "is off, so passwords go over the network for all to read; set tls = true")
		case c.TLSInsecure:
			warn("tls_insecure", "is on, so whoever poses as the server gets the passwords; name its authority in tls_ca instead")
		}
	}
	for _, f := range []struct{ key, path string }{
		{"sasl_password_file", c.SASLPasswordFile}, {"server_password_file", c.ServerPasswordFile}, {"tls_key", c.TLSKey},
	} {
		if err := bot.Exposed(f.path); err != nil {
			warn(f.key, "%w", err)
		}
	}
	return errors.Join(all...)
}
