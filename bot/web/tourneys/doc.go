// Package tourneys makes the pages of tournaments, and what programs read of them. It
// knows neither HTTP nor templates: package web sends what it makes.
//
// Pages call players by their accounts in games, never by what a chat calls them.
//
//   - pages.go: Pages and Page.
//   - event.go: a tournament as it was counted; charts.go: its charts.
//   - feeds.go: what programs read of it.
package tourneys
