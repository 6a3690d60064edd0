// Package wikistore keeps an imported wiki in files of its own: a directory
// beside the main store, with one directory for each generation.
//
//		wiki/current            the name of the generation that is served
//		wiki/import.lock        held while somebody imports
//		wiki/gen-.../pages.db   bbolt: titles, compressed texts, keys, the full-text index
//		wiki/gen-.../sums       the format, and the hash of it, verified before it is opened
//
//	  - build.go: Builder writes a generation whole and switches to it by one
//	    rename. What was there serves until then; a build that is broken off
//	    leaves it.
//	  - index.go: Index reads. It opens nothing until it is asked, notices a new
//	    generation by itself, and closes an old one when its last reader is done.
//	  - words.go, postings.go: how full text is indexed. search.go: how it is searched.
//	  - sums.go: the format and the hashes. renew.go: what an earlier program wrote is
//	    written again.
//
// Generations are never changed once they are served, so any number of
// processes may read them.
package wikistore
