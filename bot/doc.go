// Package bot runs the adapters, each of which connects one network to the
// commands, and holds what every request passes on its way in: limits and
// ignore lists, recovery from panics, a deadline.
//
// An [Adapter] turns a network's events into commands.Request, asks a
// [Handler], and renders the commands.Reply it gets. A network's own types
// never leave its adapter.
//
//   - bot.go: Handler, Adapter, and the optional interfaces that an adapter may
//     implement. heart.go: Heart, which implements one of them.
//   - harmless.go, neighbours.go: what other bots may take for a command, and what they
//     have been seen to answer.
//   - gate.go: Gate, which refuses a request before any work is done for it, by
//     the limits of limit.go, the shares of share.go and the ignore list of
//     moderation.go.
//   - middleware.go: Recover and Deadline, around the answering of a request.
//   - run.go: Run, which serves all adapters. supervise.go: Guard and
//     Supervise, for work beside the requests.
//   - section.go: what the configuration of adapters shares. secret.go: secrets, and what
//     keeps them out of logs and errors. finding.go: what an adapter finds when it tries
//     its section.
//   - memory.go: memory that is given back. reasons.go: why lines were set aside, in words.
package bot
