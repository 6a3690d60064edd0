// Package fetch gets files from other people's servers, guarded: [Client]
// connects to no private address and follows no redirect to another host, and
// [Pages] fetches the pages that players link to, from allowed hosts only.
package fetch
