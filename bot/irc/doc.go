// Package irc connects Delphi to IRC networks. One [Adapter] is one network:
// it dials, registers, joins, passes the lines that are questions to a
// bot.Handler, and sends the answers at a pace that the network accepts. It
// reconnects by itself until its context ends.
//
// Adapter.Run makes one session after another. A session is one connection.
// Its loop goroutine owns everything that is known about the connection (nick,
// account, roster, channels wanted) and never waits for anything but its
// events. Beside it run a reader that parses lines, some workers that ask the
// Handler, and a writer. Two structures that never make the loop wait stand
// between them: the desk holds questions and the queue holds answers. On both
// the channels take turns, and the askers in each; both are bounded, and both
// tell whoever loses something. Everything ends with the session, which waits for it.
//
//	server -> reader -> loop -> desk -> worker -> Handler -> render -> queue -> writer -> server
//
// The files, from the outside in:
//
//   - config.go, adapter.go, control.go, state.go: what the program sees.
//   - session.go, events.go: one connection and its events; the sub-package wire has its lines.
//   - register.go, services.go, recover.go: our nick and account.
//   - channels.go: where we are; the sub-package roster knows who is there.
//   - message.go, answering.go: from a line to a question. The sub-package said reads who
//     asks what, also where a bridge says it; desk holds the questions that wait.
//   - reply.go, refusal.go: answers of several lines, and other ways to say what the
//     network refuses. The sub-package render makes the lines; queue sends them in turn.
//   - notices of our own: tell.go says what must not get lost, examine.go tries a
//     configuration for doctor, warnings.go names what is unwise in one.
//
// The package is large since one goroutine owns what all of these files know of a
// connection: parts that know less of it are the sub-packages.
//
// Parsing, tags, sources, CTCP, numerics and SASL come from girc. Its Client is
// not used: it sends a WHO for every join, so that the end of a netsplit becomes
// a flood; it answers every unknown CTCP; and its Connect never returns after a
// handler of its own has panicked while it held the state lock, which a tagged
// line without a source causes, as does a quit after a kick from a channel
// whose name is not ASCII.
package irc
