package commands

import (
	"strings"
	"testing"

	"delphi/engine/wikitext"
)

// A title that only adds a remark in brackets is meant by what stands before
// it, and the reply says so; of several it lists.
func TestWikiRemarksInTitles(t *testing.T) {
	r := router(t)
	r.opts.Wiki = importWiki(t,
		&wikitext.Page{Title: "Special room (dNetHack)", Text: "A '''special room''' of that game."},
		&wikitext.Page{Title: "Altar (NetHack)", Text: "An altar."}, &wikitext.Page{Title: "Altar (SLASH'EM)", Text: "Another altar."},
	)
	fresh, err := New(r.opts)
	if err != nil {
		t.Fatal(err)
	}
	if got := ask(t, fresh, "wiki special_room"); got.Failed || !strings.Contains(strings.Join(got.Assumptions(), " "), "read as Special room (dNetHack)") {
		t.Errorf("%+v", got)
	}
	if got := ask(t, fresh, "wiki altar"); !strings.Contains(got.Summary, "Altar (NetHack)") || !strings.Contains(got.Summary, "Altar (SLASH'EM)") {
		t.Errorf("%s", got.Summary)
	}
}
