package storage

import (
	"context"
	"errors"
	"time"
)

// ErrNoWiki is the error of a Wiki into which nothing has been imported.
var ErrNoWiki = errors.New("no wiki has been imported")

// WikiPage is one page of an imported wiki. A page that redirects has no Text.
type WikiPage struct {
	Title     string
	Text      string // the page's markup
	Revision  uint64
	Time      time.Time // of the revision; zero if not known
	To        string    // where it redirects; empty: it does not
	Fragment  string    // the section that a redirect leads to
	Truncated bool      // the imported file ended inside its text

	// Key is the title in the one spelling in which variants of it are looked
	// up. Plain is the text without markup for the full-text index. Both are
	// read when a page is added and not returned.
	Key      string
	Plain    string
	Sections []string // the headings without markup
}

// WikiInfo says what is loaded and where from.
type WikiInfo struct {
	Generation string    `json:"generation"` // changes with every import
	Imported   time.Time `json:"imported"`
	Newest     time.Time `json:"newest"` // the latest revision; zero if not known
	Files      []string  `json:"files"`
	Pages      int       `json:"pages"` // with a text of their own
	Redirects  int       `json:"redirects"`
	Skipped    int       `json:"skipped"` // of other namespaces
	Bad        int       `json:"bad"`     // records that could not be read
	Bytes      int64     `json:"bytes"`   // of markup
}

// WikiHit is a page that a search found.
type WikiHit struct {
	Title string
	Score float64
}

// Wiki is an imported wiki, as its readers see it.
type Wiki interface {
	// Snapshot calls fn with the wiki as it is now: a later import does not
	// change it while fn runs. It returns ErrNoWiki, or fn's error.
	Snapshot(ctx context.Context, fn func(WikiView) error) error
}

// WikiView is one state of a Wiki, for the time of a Snapshot.
type WikiView interface {
	Info() WikiInfo
	// Page returns the page of exactly that title, or nil if there is none.
	Page(title string) (*WikiPage, error)
	// Keyed lists the titles, redirects among them, that have a Key.
	Keyed(key string) ([]string, error)
	// Titles lists every title, in order. Do not change it.
	Titles() ([]string, error)
	// Search lists the pages in which all words occur (failing these, some),
	// the best first, at most most.
	Search(words string, most int) ([]WikiHit, error)
	// Some is like Search, but fills up with pages in which only some of the words
	// occur if fewer than most contain them all.
	Some(words string, most int) ([]WikiHit, error)
	// Spread returns how many pages a word occurs in, in any inflection.
	Spread(word string) (int, error)
}
