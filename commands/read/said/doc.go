// Package said holds what questions say: a value for each slot of a kind, how those of a line go
// together with each other and with what was said before, and the canonical lines that all this
// makes.
//
//   - value.go: [Value], what a line says for a slot; [Slots], what a question says; [Sense], what is
//     known of the things that values name; [Lines], slots as canonical lines.
//   - follow.go: [Past], the last question, which a line may change.
//   - gather.go: what a line says, as slots.
//   - said.go: what was said earlier, and named by less. refer.go: what refers to a value said
//     earlier, or changes it.
package said
