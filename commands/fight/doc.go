// Package fight is the room of the commands about fighting monsters: how often
// blows hit and what they do, how monsters hit back, and who wins.
//
//   - fight.go: Commands, and the parameters that several of them share.
//   - arms.go: weapons by name. armed.go: what the monster wields.
//   - hit.go, hitsay.go: hit and volley, what they ask and what they say.
//   - duel.go, duelsay.go: duel, what it asks and what it says. verdict.go: what the answer begins
//     with. dueladvice.go: what a foe does besides damage, and what would help. innate.go: what the
//     hero would resist by nature. unfought.go: what of a fight is not worked out.
//   - hurt.go, hurtworn.go, hurtstate.go, hurtsteps.go: hurt, what is worn, what is said of the
//     hero, and the steps.
//   - phrases.go: how players ask.
package fight
