// Package identify is the room of the commands that work out what an unidentified thing
// is.
//
//   - params.go: what can be said of a thing.
//   - price.go, pricesteps.go: one question about prices.
//   - backwards.go: what shops ask and offer for a thing that is known.
//   - flesh.go: tins, eggs and corpses, priced by their monsters.
//   - seen.go: a call as what was seen.
//   - id.go, session.go: a session, which keeps what was seen of several things.
//   - candidates.go: what it may be, in words.
//   - phrases.go: how players ask.
package identify
