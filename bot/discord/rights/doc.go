// Package rights is one model of rights for slash commands, messages and buttons. An interaction says what
// the asker may do where it was made; of a message that is worked out from the server's
// roles and its channels' overwrites, as Discord does it. What a server sets for single
// commands (Server Settings, Integrations) Discord itself enforces for slash commands
// alone; here it holds for the same command in a message or behind a button, and whoever
// is given /set there may change settings.
package rights
