// Package irc connects Delphi to IRC networks. One [Adapter] is one network:
// it dials, registers, joins, hands the lines that are questions to a
// bot.Handler, and says the answers at a pace the network likes. It
// reconnects by itself until its context ends.
//
// Who owns what. Adapter.Run makes one session after another. A session is
// one connection: its loop goroutine owns everything that is known about the
// connection (nick, roster, channels wanted) and never waits for anything but
// its events. Beside it run a reader that parses lines, a few workers that ask
// the Handler (the questions of one user go to one worker, so their answers
// keep their order), and a writer that empties the [queue]. All of them end
// with the session, which waits for them.
//
//	server -> reader -> loop -> worker -> Handler -> render -> queue -> writer -> server
//
// The protocol's messages are girc's: parsing, tags, sources, CTCP, numerics
// and SASL. Its Client is not used, because a bot that must stay up cannot use
// it: its tracking of channels sends a WHO for every join (a netsplit's end
// becomes a flood), answers every unknown CTCP, and stops for good, Connect
// never returning, when a handler of its own panics while holding its state
// lock, which a tagged line without a source does, and so does a user quitting
// after a kick from a channel whose name is not ASCII. What is tracked here is
// in roster.go, without locks.
//
// render.go turns a commands.Reply into lines that fit in what the network
// leaves of 512 bytes; asked.go decides whether a line is for us.
package irc
