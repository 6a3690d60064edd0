package wiki_test

import (
	"strings"
	"testing"

	"delphi/commands/commandstest"
	"delphi/commands/route"
	"delphi/engine/wikitext"
)

// A title that only adds a remark in brackets is meant by what comes before
// it, and the reply says so; of several it lists.
func TestWikiRemarksInTitles(t *testing.T) {
	pages := commandstest.ImportWiki(t,
		&wikitext.Page{Title: "Special room (dNetHack)", Text: "A '''special room''' of that game."},
		&wikitext.Page{Title: "Altar (NetHack)", Text: "An altar."}, &wikitext.Page{Title: "Altar (SLASH'EM)", Text: "Another altar."},
	)
	fresh := commandstest.New(t, func(o *route.Options) { o.Wiki = pages })
	if got := commandstest.Ask(t, fresh, "wiki special_room"); got.Failed || !strings.Contains(strings.Join(got.Assumptions(), " "), "read as Special room (dNetHack)") {
		t.Errorf("%+v", got)
	}
	if got := commandstest.Ask(t, fresh, "wiki altar"); !strings.Contains(got.Summary, "Altar (NetHack)") || !strings.Contains(got.Summary, "Altar (SLASH'EM)") {
		t.Errorf("%s", got.Summary)
	}
}
