// Package web is the adapter that speaks HTTP: it serves the bot as web pages. Every
// answer has an address that can be linked, and can be read without scripts.
//
// Readers of pages are anonymous: requests are made with commands.Request.Nobody, so
// that pages reveal nothing that is stored for a place or a person, and change nothing.
//
//   - adapter.go: Adapter, the server; config.go: Config, the [web] section;
//     certificates.go: TLS without a proxy.
//   - crowd.go: the shares of those who ask (package share); door.go: those of
//     their connections; robots.go: what programs should not read.
//   - site.go: which handler has which address; page.go: how a page is written
//     and sent; shelf.go: where it is kept; flight.go: how it is made once for
//     all who wait for it.
//   - address.go: the address of a question, and back.
//   - calculator.go: the page of a form (package form) that asks a command;
//     answer.go: the page of an answer, which has the form above it.
//   - api.go: answers for programs; card.go: the picture that a link shows.
//   - lookups.go: lists of monsters and objects; thing.go: the page of each.
//   - start.go: the first page for players, made of the conversations in testdata.
//   - tourneys.go: the pages of tournaments, which package tourneys makes; live.go:
//     news while one runs; publish.go: all of that as files.
//   - pages: the templates; static: the stylesheet, the icon, the completion of the
//     field that asks, what answers a form while it is filled in, what sorts tables,
//     and what shows a running tournament anew.
package web
