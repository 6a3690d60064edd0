// Package discord answers on Discord: slash commands, buttons and, if they are
// switched on, "!" messages. One [Adapter] is one application. It takes
// interactions from the gateway, from an HTTP endpoint of its own, or both;
// they meet in one handler.
//
//	gateway  --\                                          /-- callback (REST)
//	            >- interaction -> deferring -> Handler ->
//	endpoint --/                                          \-- body of the response
//
// From the bottom up:
//
//   - config.go: one [discord] section.
//   - wire.go, rest.go: what is sent, and the one place that sends it.
//   - definitions.go, register.go: slash commands made from the parameters of
//     the commands, and registered where they differ from what Discord has.
//   - line.go: a slash command's options as one line of the bot's own grammar,
//     so that slash and "!" are one parse; completion of a single option.
//   - render.go, markdown.go: a commands.Reply as an embed within Discord's
//     limits.
//   - button.go: a button's whole state in its custom id.
//   - interaction.go, defer.go: from an interaction to its answer. Handlers
//     return data; only defer.go decides when it is sent.
//   - announce.go: what is said unasked, behind all answers.
//   - endpoint.go: interactions over HTTP. gateway.go, shards.go: interactions
//     and messages over the websocket. message.go: "!" messages.
//   - adapter.go: starts and stops all of it.
//
// REST, multipart bodies, signatures, embeds and components are discordgo's.
// Its gateway connection is not used, because a bot that must stay up cannot
// use it: an invalid session in answer to a resume or an identify locks it up
// for ever, a server that never says hello blocks it for ever, a refused token
// is retried for ever and never told, it owns goroutines that nobody can wait
// for, and closing it sleeps for a second with its lock held. What is left of
// the protocol fits in gateway.go, where every wait ends with the context.
//
// Who owns what. Adapter.Run owns a goroutine for each shard and one for the
// endpoint; each of those owns its connection, a shard also its heartbeat.
// Every interaction, and every channel in which an announcement waits, has a
// goroutine that the Adapter waits for at the end, for at most a few seconds;
// then their context ends too.
package discord
