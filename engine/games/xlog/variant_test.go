package xlog

import (
	"compress/gzip"
	"encoding/json"
	"os"
	"testing"
)

// TestVariantOf: what is known goes before the row, the row before its version, and that
// before the name of the source.
func TestVariantOf(t *testing.T) {
	for _, tt := range []struct{ line, known, source, want string }{
		{"version=UNH-6.0.12", "", "hdf", "unnethack"},
		{"version=3.6.7", "", "hdf_evh", "evilhack"},
		{"version=3.6.7", "", "nao", "nethack"},
		{"version=3.6.7", "", "eu-hdf", "nethack"},
		{"version=0.7.0", "", "hdf_shc", "sporkhack"},
		{"version=0.3.0", "", "eu-grunthack", "grunthack"},
		{"version=DNH-3.23.0", "", "hdf_evh", "dnethack"},
		{"version=2024.05.15\tdnetachieve=0x0", "", "hdf", "notdnethack"},
		{"version=slth-0.9.7", "", "hdf", "slashthem"},
		{"version=8.0.0", "", "hdf", "xnethack"},
		{"version=3.7.0\tvariant=EvilHack", "", "hdf_xnh", "evilhack"},
		{"version=3.7.0", "gnollhack", "hdf_xnh", "gnollhack"},
		{"version=3.7.0", Other, "hdf_gnl", "gnollhack"},
		{"version=1.2.2", "", "hdf_hck", "hackem"},
		{"version=NH-1.3d", "", "hdf", "nethack13d"},
		{"version=3.6.1\ttnntachieve0=0x0", "", "nao", "tnnt"},
		{"version=1\tdnetachieve=0x0", "", "hdf_ndnh", "notdnethack"},
		{"version=9z", "", "somewhere", Other},
	} {
		r, err := Parse("name=a\tendtime=1604188935\tdeath=quit\t" + tt.line)
		if err != nil {
			t.Fatal(err)
		}
		g, err := DecodeFrom(r, tt.known, tt.source)
		if err != nil || g.Variant != tt.want {
			t.Errorf("%q of %q (known: %q) is %q, %v; want %q", tt.line, tt.source, tt.known, g.Variant, err, tt.want)
		}
	}
}

// TestSeasonHasNoOther: every row of a season on Hardfought and elsewhere is of a variant.
func TestSeasonHasNoOther(t *testing.T) {
	f, err := os.Open("../../../../shared/truth/league/junethack_J1.games.jsonl.gz")
	if err != nil {
		t.Skip("the season is not beside this tree")
	}
	defer f.Close()
	in, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(in)
	n, of := 0, map[string]int{}
	for d.More() {
		var row struct{ Server, Line string }
		if err := d.Decode(&row); err != nil {
			t.Fatal(err)
		}
		r, err := Parse(row.Line)
		if err != nil {
			continue
		}
		g, err := DecodeFrom(r, "", row.Server)
		if err != nil {
			continue
		}
		if n++; g.Variant == Other {
			t.Errorf("%s: %s", row.Server, row.Line)
		}
		of[row.Server[len(row.Server)-3:]+" "+g.Variant]++
	}
	if n < 1000 {
		t.Errorf("only %d rows", n)
	}
	t.Log(of)
}
