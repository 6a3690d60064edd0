// Package fetch gets files from other people's servers, guarded: [Client]
// connects to no private address and follows no redirect to another host, and
// [Pages] fetches the pages that players link to, from allowed folders only.
//
//   - client.go: Client. pages.go: Pages, and what the asker is told of a failure.
//   - allowed.go: which folders are allowed; servers.tsv: those of the public servers.
package fetch
