// Package api sends requests to Discord's REST API and holds the bodies that
// are sent: messages, answers to interactions, and lists of choices, with the
// limits that Discord sets for them.
//
// [Client.Do] makes one request. It waits for rate limits, tries again after
// failures of the network or of Discord, and ends with its context. Discord's
// own refusals are a [*Refusal], which a new try would not mend.
//
// Rate limits, multipart bodies and the structs of embeds and buttons are
// discordgo's. Its own waits are not used, because they do not end with the
// context.
package api
