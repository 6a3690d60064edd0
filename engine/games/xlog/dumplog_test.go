package xlog

import "testing"

func TestDumplog(t *testing.T) {
	r, err := Parse("version=3.6.7\tname=Ünal/x\trole=Val\tdeath=quit\tstarttime=12\tendtime=34")
	if err != nil {
		t.Fatal(err)
	}
	for template, want := range map[string]string{
		"": "", "https://example.org/{name:1}/{name}/{starttime}.txt": "https://example.org/%C3%9C/%C3%9Cnal%2Fx/12.txt",
		"https://example.org/{role:99}": "https://example.org/Val", "https://example.org/{nothing}": "", "https://example.org/{name": "", "plain": "plain",
	} {
		if got := r.Dumplog(template); got != want {
			t.Errorf("%s: %q, want %q", template, got, want)
		}
	}
}
