package follow

import (
	"os"
	"path/filepath"
	"testing"
)

func TestSameLog(t *testing.T) {
	dir := t.TempDir()
	file, link, copied, none := filepath.Join(dir, "xlogfile"), filepath.Join(dir, "link"), filepath.Join(dir, "copy"), filepath.Join(dir, "none")
	for _, name := range []string{file, copied} {
		if err := os.WriteFile(name, []byte("version=3.6.7\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(file, link); err != nil {
		t.Skip(err)
	}
	const page = "https://alt.org/nethack/xlogfile"
	for _, c := range []struct {
		a, b Source
		want bool
	}{
		{Source{Path: file}, Source{Path: file}, true},
		{Source{Path: file}, Source{Path: link}, true},
		{Source{Path: file}, Source{Path: copied}, false},
		{Source{Path: file}, Source{Path: file, Kind: LiveLog}, false},
		{Source{Path: none}, Source{Path: filepath.Join(dir, ".", "none")}, true},
		{Source{Path: none}, Source{Path: filepath.Join(dir, "nothing")}, false},
		{Source{URL: page}, Source{URL: "http://ALT.org/nethack/xlogfile"}, true},
		{Source{URL: page}, Source{URL: page + "?x"}, false},
		{Source{URL: page}, Source{Path: file}, false},
	} {
		if got := c.a.SameLog(c.b); got != c.want {
			t.Errorf("%+v and %+v: %v", c.a, c.b, got)
		}
	}
}
