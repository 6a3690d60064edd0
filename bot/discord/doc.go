// Package discord answers on Discord: slash commands, buttons and, if they are
// switched on, "!" messages. One [Adapter] serves one application. It takes
// interactions from the gateway, from an HTTP endpoint of its own, or both;
// they meet in one handler.
//
//	gateway  --\                                          /-- callback (REST)
//	            >- interaction -> deferring -> Handler ->
//	endpoint --/                                          \-- body of the response
//
// The sub-packages, from the bottom up; no other package sees their types:
//
//   - api: requests to Discord, and the bodies that are sent.
//   - slash: slash commands made from the bot's commands, registered where they
//     differ from what Discord has, and turned back into questions.
//   - embed: a commands.Reply as a message within Discord's limits, with its
//     buttons.
//   - rights: who may do what, worked out as Discord does it.
//   - gateway: the websocket over which interactions and messages come.
//   - discordtest: a Discord for tests.
//
// Here, from the bottom up:
//
//   - config.go, reload.go: one [discord] section, and what of it may change
//     while the bot runs.
//   - name.go: what to call people.
//   - interaction.go, answer.go, defer.go: from an interaction to its answer.
//     Handlers return data; only defer.go decides when it is sent.
//   - rights.go: what the asker may do here, by the sub-package rights. limited.go: what a
//     channel refuses. once.go: interactions that come twice.
//   - text.go, modal.go: what people show: files, menus of messages, a form.
//   - message.go: answers to "!" messages. announce.go: what is said unasked,
//     behind all answers; tell.go: what must not get lost; pin.go:
//     scoreboards, which are changed instead.
//   - thread.go: which channel a thread is in. exchange.go: which messages of ours answered
//     which of somebody's.
//   - endpoint.go: interactions over HTTP.
//   - greet.go: the first words to a server that adds the bot.
//   - adapter.go, introduce.go: start and stop all of it. stats.go: what was met since.
//     examine.go, warnings.go: what is wrong or unwise in the section.
//
// Who owns what. Adapter.Run owns a goroutine each for the gateway, for the
// endpoint, and for the registration of the slash commands, which goes on in
// the background. Every interaction, and every channel in which an announcement
// waits, has a goroutine for which the Adapter waits at the end, at most a few
// seconds; then their context ends too.
package discord
