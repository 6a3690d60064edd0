// Package wikitext reads wikis: the files that hold their pages, and the
// markup that the pages are written in.
//
//   - page.go: Page, Redirect, and what is common to both readers.
//   - archive.go, export.go, encoding.go: readers of the two file formats, page
//     by page; a page that cannot be read is a *Bad and the next one follows.
//   - inline.go, links.go, tags.go, templates.go, functions.go: links, templates,
//     tags and entities, from one end of the text to the other in a single pass
//     with a bounded stack. testdata/differs.tsv says where what is shown is not
//     what MediaWiki shows, and why.
//   - blocks.go: paragraphs, lists, tables and maps from what is left.
//   - document.go: Parser and Document, the text as blocks; summaries.
//   - section.go: headings and where their text stands.
//
// All input is untrusted: every reader and the renderer take time and memory
// in proportion to what they read, and no record is longer than MaxText.
package wikitext
