package discord

import "delphi/bot"

// Warnings says what is allowed but unwise in c: a *bot.KeyError, or nil.
func (c Config) Warnings() error {
	if err := bot.Exposed(c.TokenFile); err != nil {
		return bot.WrongKey("[discord]", "token_file", "%w", err)
	}
	return nil
}
