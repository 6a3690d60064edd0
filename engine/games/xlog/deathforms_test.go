package xlog

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"testing"
)

// deathRow is what the tournaments' own code made of a death.
type deathRow struct {
	Death        string `json:"death"`
	Rejected     bool   `json:"tnnt_rejected"`
	TNNT         string `json:"tnnt_key"`
	TNNT2020     string `json:"tnnt2020_key"`
	Junethack    string `json:"junethack_key"`
	JunethackMon string `json:"junethack_monster"`
}

func checkDeaths(t *testing.T, in io.Reader, least int) {
	t.Helper()
	rows := 0
	s := bufio.NewScanner(in)
	for s.Buffer(nil, 1<<20); s.Scan(); rows++ {
		var r deathRow
		if err := json.Unmarshal(s.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		if r.Rejected {
			r.TNNT, r.TNNT2020 = "", ""
		}
		for form, want := range map[string]string{"tnnt": r.TNNT, "tnnt2020": r.TNNT2020, "junethack": r.Junethack, "junethack-monster": r.JunethackMon} {
			if got := DeathForm(form)(r.Death); got != want {
				t.Errorf("%s of %q is %q, want %q", form, r.Death, got, want)
			}
		}
	}
	if rows < least {
		t.Errorf("only %d rows", rows)
	}
}

// TestDeathForms holds the forms to what the tournaments' own code made of a
// sample of deaths.
func TestDeathForms(t *testing.T) {
	f, err := os.Open("testdata/deaths.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	checkDeaths(t, in, 300)
}

// TestAllDeathForms is TestDeathForms over all the deaths that were recorded.
func TestAllDeathForms(t *testing.T) {
	f, err := os.Open("../../../../shared/truth/league/deaths.jsonl")
	if err != nil {
		t.Skip("the recorded deaths are not beside this tree")
	}
	defer f.Close()
	checkDeaths(t, f, 800)
}
