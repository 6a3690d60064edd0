// Package discordtest is a Discord for tests: REST and gateway on one loopback
// server, as the transport of a client. It checks every request against the
// rules of Discord's documentation and, if it is at hand, against Discord's own
// OpenAPI description.
//
// The description is not part of this project. DELPHI_DISCORD_SPEC names the
// file, plain or gzipped; without it, [TestSpec] skips and says so.
package discordtest
