// Package places keeps what belongs to a channel, whatever tournaments it has.
//
//   - places.go: Place, Places; time zones.
//   - actor.go: Actor, who asks and what they may do there; organisers.
//   - subscriptions.go: which games a place wants announced.
//   - questions.go: questions that are kept under a name.
//   - draws.go: draws to check, and what is mixed into them.
package places
