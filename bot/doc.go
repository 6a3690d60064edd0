// Package bot runs the adapters, each of which connects one network to the
// commands, and holds what every request passes on its way in: recovery from
// panics, a deadline, limits and ignore lists.
//
// An [Adapter] turns a network's events into commands.Request, asks a
// [Handler], and renders the commands.Reply it gets. A network's own types
// never leave its adapter.
package bot
