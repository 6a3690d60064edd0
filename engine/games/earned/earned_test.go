package earned

import (
	"slices"
	"testing"

	"delphi/engine/games/xlog"
)

// TestOf: what a row says by a comparison, a bit and a list, and what it does not say.
func TestOf(t *testing.T) {
	rec, err := xlog.Parse("name=ann\tgold=25000\tachieve=0x82\tconductX=petless,never hit\tdeath=went to heaven\tmode=hoh")
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string]bool{
		"gold>=25000": true, "gold>25000": false, "gold<=25000": true, "gold<25000": false, "nothing<1": false,
		"achieve&0x80": true, "achieve&0x40": false, "achieve!&0x40": true, "achieve!&0x2": false,
		"conductX~petless": true, "conductX~never_hit": true, "conductX~never": false, "nothing~petless": false,
		"mode=hoh": true, "mode=ho": false, "mode!=ho": true, "death=went*": true, "death=heaven*": false, "nothing=": false,
		"source=nao": true, "source=eu": false,
		"gold>=25000 and mode=hoh": true, "gold>=25000 and mode=normal": false,
	}
	for text, want := range tests {
		var r Reader
		if bad := r.When(7, text); len(bad) > 0 {
			t.Errorf("%s: %v", text, bad)
		}
		if said := slices.Contains(r.Of(&rec, "nao"), 7); said != want {
			t.Errorf("%s: %t, want %t", text, said, want)
		}
	}
	var r Reader
	for at := range 8 {
		r.Bit(at, "achieve", at)
	}
	r.Listed(9, "conductX", "never_hit")
	r.Listed(10, "conductX", "vegan")
	if ids := r.Of(&rec, "nao"); !slices.Equal(ids, []int32{1, 7, 9}) {
		t.Errorf("%v", ids)
	}
	if ids := (*Reader)(nil).Of(&rec, "nao"); ids != nil {
		t.Errorf("nil reads %v", ids)
	}
}

func TestWhenSaysWhatIsWrong(t *testing.T) {
	for text, wrong := range map[string]int{"gold": 1, "": 1, "gold>=many": 1, "achieve&x and gold and mode=hoh": 2} {
		var r Reader
		if bad := r.When(1, text); len(bad) != wrong {
			t.Errorf("%q: %v", text, bad)
		}
	}
}
