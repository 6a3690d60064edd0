package storage

import (
	"bytes"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// segmentsOf draws segments full of the bytes that the encoding treats apart.
func segmentsOf(t *rapid.T, label string) []string {
	b := rapid.OneOf(rapid.SampledFrom([]byte{0, 1, 2, 0xfe, 0xff, 'a'}), rapid.Byte())
	segment := rapid.Map(rapid.SliceOfN(b, 0, 4), func(b []byte) string { return string(b) })
	return rapid.SliceOfN(segment, 0, 4).Draw(t, label)
}

func sign(n int) int { return min(1, max(-1, n)) }

func TestKeysOrderAsTheirSegments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := segmentsOf(t, "a"), segmentsOf(t, "b")
		if rapid.Bool().Draw(t, "share") { // else two lists rarely begin alike
			b = append(slices.Clone(a[:len(a)/2]), b...)
		}
		if got, want := sign(bytes.Compare(Key(a...), Key(b...))), sign(slices.Compare(a, b)); got != want {
			t.Fatalf("Key(%q) and Key(%q) compare %d, their segments %d", a, b, got, want)
		}
	})
}

func TestKeyPrefixIsWholeSegments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := segmentsOf(t, "a"), segmentsOf(t, "b")
		if rapid.Bool().Draw(t, "continue") {
			b = append(slices.Clone(a), b...)
		}
		want := len(b) >= len(a) && slices.Equal(a, b[:len(a)])
		prefix, key := Key(a...), Key(b...)
		if got := bytes.HasPrefix(key, prefix); got != want {
			t.Fatalf("Key(%q) begins with Key(%q): %v, want %v", b, a, got, want)
		}
		end := PrefixEnd(prefix)
		in := bytes.Compare(key, prefix) >= 0 && (end == nil || bytes.Compare(key, end) < 0)
		if in != want {
			t.Fatalf("Key(%q) is in the range of Key(%q): %v, want %v", b, a, in, want)
		}
	})
}

func TestSplitKeyUndoesKey(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := segmentsOf(t, "segments")
		got, err := SplitKey(Key(want...))
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("SplitKey(Key(%q)) = %q, %v", want, got, err)
		}
	})
}

// FuzzSplitKey: whatever it accepts is the one key of its segments.
func FuzzSplitKey(f *testing.F) {
	for _, s := range []string{"", "a", "a\x00", "a\x00\x01", "\x00\xff\x00\x01", "a\x00\x02", "a\x00\x01b"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, key []byte) {
		segments, err := SplitKey(key)
		if err == nil && !bytes.Equal(Key(segments...), key) {
			t.Errorf("SplitKey(%q) = %q, whose key is %q", key, segments, Key(segments...))
		}
	})
}

func TestPrefixEnd(t *testing.T) {
	for prefix, want := range map[string]string{"": "", "a": "b", "a\xff": "b", "a\xff\xff": "b", "\xff": "", "ab": "ac"} {
		if got := PrefixEnd([]byte(prefix)); string(got) != want {
			t.Errorf("PrefixEnd(%q) = %q, want %q", prefix, got, want)
		}
	}
}

func TestNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.Uint64().Draw(t, "a"), rapid.Uint64().Draw(t, "b")
		if (a < b) != (Number(a) < Number(b)) {
			t.Fatalf("numbers %d and %d do not sort by size", a, b)
		}
		if got, err := ParseNumber(Number(a)); got != a || err != nil {
			t.Fatalf("ParseNumber(Number(%d)) = %d, %v", a, got, err)
		}
	})
	if _, err := ParseNumber("1234567"); err == nil {
		t.Error("seven bytes were read as a number")
	}
}
