// Package wikifiles fills the wiki's index (storage/wikistore): from files of a wiki,
// compressed or not, and from an index that an earlier program has written.
package wikifiles
