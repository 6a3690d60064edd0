// Package tourneys makes the pages of tournaments, and what programs read of them. It
// knows neither HTTP nor templates: package web sends what it makes.
//
// Pages call players by their accounts in games, never by what a chat calls them.
//
//   - pages.go: Pages and Page; table.go: the tables of pages, sorted and cut into pages.
//   - event.go: a tournament as it was counted; charts.go: the race of its leaders.
//   - standings.go, versus.go, trophy.go, games.go, heroes.go, seasons.go, audit.go: its pages.
//   - feeds.go: what programs read of it.
package tourneys
