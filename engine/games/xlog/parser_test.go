package xlog

import (
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestPlain: eight characters at once are as plain as each of them.
func TestPlain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := rapid.SliceOfN(rapid.OneOf(rapid.Byte(), rapid.ByteRange(' ', '~')), 0, 20).Draw(t, "text")
		rare := rapid.IntRange(0, max(0, len(b)-1)).Draw(t, "place")
		for i := range b {
			if i != rare {
				b[i] = []byte("\tab ~")[b[i]%5]
			}
		}
		want := !slices.ContainsFunc(b, func(c byte) bool { return c < ' ' && c != '\t' || c >= 0x7f })
		if got := plain(string(b)); got != want {
			t.Fatalf("%q: %v", b, got)
		}
	})
}

// TestParserRemembersNothing: what a Parser read before makes no difference to a line.
func TestParserRemembersNothing(t *testing.T) {
	lines := []string{
		"version=3.6.7\tpoints=5\tname=a\tdeath=quit\tconduct=0xfff\tachieve=0x0\tturns=3\tendtime=1667261497\tgender0=Mal",
		"version=3.6.7\tpoints=5\tname=b\tdeath=killed by a newt\tconduct=0xfff\tachieve=0x200\tturns=3\tendtime=1667261497",
		"version=3.7.0\tname=c\tdeath=ascended\tconduct=0xfffffffffff\tachieve=0x100\tachieveX=ascended\tconductX=pauper\tendtime=1667261497",
		"version=3.4.3:name=d:death=died: a colon:endtime=1667261497:conduct=0xfff", "turns=3\tendtime=1667261497\tname=e\tdeath=quit\tversion=UNH-5.3", "none", "",
		"name=a\tx=:y=1:z=2:w=3:v=4\tdeath=quit\tendtime=1667261497",
	}
	for _, name := range []string{"tnnt2020.xlogfile", "nao2008.xlogfile"} {
		t.Run(name, func(t *testing.T) { lines = append(lines, realRows(t, name)...) })
	}
	rapid.Check(t, func(t *rapid.T) {
		var p Parser
		for range 20 {
			line := rapid.SampledFrom(lines).Draw(t, "line")
			want, wantErr := Parse(line)
			got, err := p.Parse(line)
			if !slices.Equal(got.Fields, want.Fields) || err != wantErr {
				t.Fatalf("%q: %q, %v; alone %q, %v", line, got.Fields, err, want.Fields, wantErr)
			}
			if err != nil {
				continue
			}
			game, err := p.DecodeFrom(got, "", "nao")
			alone, wantErr := DecodeFrom(want, "", "nao")
			if (err == nil) != (wantErr == nil) {
				t.Fatalf("%q: %v; alone %v", line, err, wantErr)
			}
			if err == nil {
				now := *game
				if now.known, alone.known = nil, nil; !reflect.DeepEqual(&now, alone) {
					t.Fatalf("%q:\n%+v; alone\n%+v", line, now, alone)
				}
			}
		}
	})
}
