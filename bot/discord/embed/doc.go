// Package embed renders a commands.Reply as a Discord message: an embed with
// the figure as its title, the sentence, the steps as fields, and what was
// assumed and cited in the footer. A chart goes with it as a picture.
//
//   - render.go: [Render] keeps every limit of Discord's, whatever the reply
//     holds.
//   - card.go: answers that read better as components. news.go: what nobody asked for.
//   - plain.go: [Weaker], the same answer for places where Discord refuses
//     embeds, files or references.
//   - markdown.go: [Escape] and [Code] keep the texts from being read as markup
//     or mentions.
//   - row.go: the buttons below an answer. button.go: [Codec] keeps the whole state of a button in its custom id, so
//     that a button works after a restart and on every instance.
package embed
