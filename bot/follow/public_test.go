package follow

import (
	"context"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"delphi/bot/fetch"
	"delphi/engine/games/xlog"
)

// TestSuggestPublic: what is suggested for the public servers is a configuration whose
// sources are valid, each of another name and address.
func TestSuggestPublic(t *testing.T) {
	var out strings.Builder
	SuggestPublic(&out)
	var c struct {
		Games struct {
			Source []struct{ Name, URL, Rules, Poll, Dumplog string }
		}
	}
	if err := toml.Unmarshal([]byte(out.String()), &c); err != nil {
		t.Fatal(err)
	}
	if n := len(c.Games.Source); n != len(publicSources()) || n < 60 {
		t.Errorf("%d sources are suggested", n)
	}
	seen := map[string]bool{}
	pages := fetch.NewPages(fetch.Hosts, false)
	stopped, stop := context.WithCancel(t.Context())
	stop() // before anything is fetched
	for _, s := range publicSources() {
		if dump := (&xlog.Record{Fields: []xlog.Field{{Key: "name", Value: "bob"}, {Key: "starttime", Value: "1604188000"}, {Key: "dumplog", Value: "a.txt"}}}).Dumplog(s.Dumplog); dump != "" {
			if _, err := pages.Page(stopped, dump); err != context.Canceled {
				t.Errorf("a link to %s is not followed: %v", dump, err)
			}
		}
		if err := s.Validate(); err != nil {
			t.Errorf("%s: %v", s.Name, err)
		}
		if seen[s.Name] || seen[s.URL] {
			t.Errorf("%s (%s) is there twice", s.Name, s.URL)
		}
		seen[s.Name], seen[s.URL] = true, true
		if strings.Contains(s.Dumplog, "[") || strings.Contains(s.Dumplog, "%") {
			t.Errorf("%s: %s", s.Name, s.Dumplog)
		}
	}
}
