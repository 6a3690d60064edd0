// Package gateway keeps connections to Discord's gateway, the websocket over
// which events come.
//
// [Run] connects the shards of a process and hands each event to
// Options.Dispatch. A shard heartbeats, resumes its session where it can, begins
// a new one where it cannot, and backs off between connections.
//
// discordgo's own gateway connection is not used, because a bot that must stay
// up cannot use it: an invalid session in answer to a resume or an identify
// locks it up for ever, a server that never says hello blocks it for ever, a
// refused token is retried for ever and never reported, it owns goroutines that
// nobody can wait for, and closing it sleeps for a second with its lock held.
// What is left of the protocol fits in shard.go, where every wait ends with the
// context; gateway.go has Run.
//
// Run owns a goroutine for each shard, and each shard owns its connection and
// the goroutine of its heartbeat.
package gateway
