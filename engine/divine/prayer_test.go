package divine

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

// praying returns a plain prayer under a version's rules.
func praying(version string) *Prayer {
	set := rules.Get(version)
	return &Prayer{Rules: set.Prayer(), Die: set.Luck(), Alignment: "lawful", Altar: NoAltar, Form: Ordinary, Record: 10, XL: 1, Timeout: KnownTimeout(0)}
}

// classes is the game's own class of each mix of circumstances.
var classes = truthtest.Table{
	Name: "prayclass", Files: "truth/divine/prayclass.tsv.gz", Whole: true, OneIn: 20,
	Columns: []string{"version", "you", "altar", "gehennom", "form", "trouble", "timeout", "luck", "god_anger", "record", "p_type"},
}

func TestClasses(t *testing.T) {
	classes.Check(t, func(t testing.TB, r truthtest.Row) {
		q := praying(r["version"])
		q.Alignment, q.Altar, q.Form, q.Gehennom = r["you"], r["altar"], Form(r["form"]), r["gehennom"] == "1"
		q.Majors, q.Minors = map[string]int{"major": 1}[r["trouble"]], map[string]int{"minor": 1}[r["trouble"]]
		q.Timeout, q.Luck, q.Anger, q.Record = KnownTimeout(r.Int(t, "timeout")), r.Int(t, "luck"), r.Int(t, "god_anger"), r.Int(t, "record")
		a := q.Answer()
		got := map[string]float64{}
		for _, c := range a.Classes {
			got[strconv.Itoa(c.Class)] = c.P
		}
		if a.Refused {
			got["refused"] = 1
		}
		want := map[string]float64{}
		for part := range strings.SplitSeq(r["p_type"], ",") {
			class, p, ok := strings.Cut(part, ":")
			want[class] = 1
			if ok {
				want[class], _ = strconv.ParseFloat(p, 64)
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%v: %v", got, r)
		}
	})
}

var lowHP = truthtest.Table{
	Name: "low_hp", Files: "truth/divine/low_hp.tsv", Whole: true, OneIn: 4,
	Columns: []string{"version", "XL", "max_hp", "highest_hp_that_is_major_trouble"},
}

func TestLowHP(t *testing.T) {
	lowHP.Check(t, func(t testing.TB, r truthtest.Row) {
		if got := rules.Get(r["version"]).Prayer().LowHPLimit(r.Int(t, "XL"), r.Int(t, "max_hp")); got != r.Int(t, "highest_hp_that_is_major_trouble") {
			t.Errorf("%d: %v", got, r)
		}
	})
}

var safeAfter = truthtest.Table{
	Name: "safe_after", Files: "truth/divine/prayer_safe_after.tsv", Whole: true, Unread: map[string]string{"version": truthtest.Alike}, OneIn: 4,
	Columns: []string{"version", "xl", "kick", "turns_since", "P_timeout_0", "P_le_100", "P_le_200"},
}

func TestSafeAfter(t *testing.T) {
	safeAfter.Check(t, func(t testing.TB, r truthtest.Row) {
		q := praying(r["version"])
		q.Timeout = Timeout{Since: r.Int(t, "turns_since"), XL: r.Int(t, "xl"), Kick: r.Int(t, "kick")}
		for trouble, column := range []string{"P_timeout_0", "P_le_100", "P_le_200"} {
			q.Minors, q.Majors = trouble, trouble/2
			if got := q.Answer().Safe.P; math.Abs(got-r.Float(t, column)) > 6e-9 {
				t.Errorf("%s is %.9f: %v", column, got, r)
			}
		}
	})
}

// TestInterhack: 95% of prayers without trouble are safe at 1229 turns, and not
// before.
func TestInterhack(t *testing.T) {
	for _, version := range []string{"3.4.3", "3.6.7", "5.0.0"} {
		q := praying(version)
		q.Timeout = Timeout{Since: 1229, XL: 8}
		safe := q.Answer().Safe.P
		q.Timeout.Since--
		if before := q.Answer().Safe.P; safe < 0.95 || before >= 0.95 {
			t.Errorf("%s: %g at turn 1229, %g before", version, safe, before)
		}
	}
}

var smites = truthtest.Table{
	Name: "smite_roll", Files: "truth/divine/smite_roll.tsv", Whole: true, Unread: map[string]string{"version": truthtest.Alike}, OneIn: 3,
	Columns: []string{"version", "god", "god_anger", "luck", "record", "roll_is_rn2_of"},
}

func TestSmiteSides(t *testing.T) {
	smites.Check(t, func(t testing.TB, r truthtest.Row) {
		q := praying(r["version"])
		if r["god"] == "other god" {
			q.Altar = "chaotic"
		}
		q.Record = r.Int(t, "record")
		if got := q.SmittenBy(r.Int(t, "luck"), r.Int(t, "god_anger")).Sides; got != r.Int(t, "roll_is_rn2_of") {
			t.Errorf("%d sides: %v", got, r)
		}
	})
}

// counted holds what the game did in n trials to a distribution: a count may be
// 4.5 standard errors away.
func counted(t testing.TB, r truthtest.Row, p float64, n, count int) {
	t.Helper()
	off := math.Abs(float64(count) - p*float64(n))
	if off > 4.5*math.Sqrt(float64(n)*p*(1-p))+1e-6*float64(n) {
		t.Errorf("p is %g, counted %d in %d: %v", p, count, n, r)
	}
}

var pats = truthtest.Table{
	Name: "pat_on_head", Files: "truth/divine/pat_on_head.tsv", Whole: true, Unread: map[string]string{"version": truthtest.Alike}, OneIn: 3,
	Columns: []string{"version", "luck", "alignment_record", "already_crowned", "castle_tune_known", "n", "outcome", "count"},
}

func TestPatOnHead(t *testing.T) {
	pats.Check(t, func(t testing.TB, r truthtest.Row) {
		q := praying(r["version"])
		q.Luck, q.Record, q.Crowned, q.TuneKnown = r.Int(t, "luck"), r.Int(t, "alignment_record"), r["already_crowned"] == "1", r["castle_tune_known"] == "1"
		p := 0.0
		for _, o := range q.Answer().Outcomes {
			if o.What == r["outcome"] {
				p += o.P
			}
		}
		counted(t, r, p, r.Int(t, "n"), r.Int(t, "count"))
	})
}

var fixes = truthtest.Table{
	Name: "trouble_fix", Files: "truth/divine/trouble_fix.tsv", Whole: true, OneIn: 6,
	Columns: []string{"version", "luck", "altar", "alignment_record", "major_troubles", "minor_troubles", "n", "major_fixed", "minor_fixed", "pat_on_head_effect", "count"},
}

func TestFixes(t *testing.T) {
	fixes.Check(t, func(t testing.TB, r truthtest.Row) {
		q := praying(r["version"])
		q.Luck, q.Record = r.Int(t, "luck"), r.Int(t, "alignment_record")
		if r["altar"] == "own" {
			q.Altar = q.Alignment
		}
		q.Majors, q.Minors = r.Int(t, "major_troubles"), r.Int(t, "minor_troubles")
		p := 0.0
		for _, f := range q.Fixes() {
			// The measured hero wields nothing that could be blessed.
			if pat := f.Pat != "" && f.Pat != PatNothing && f.Pat != PatWeapon; f.Major == r.Int(t, "major_fixed") && f.Minor == r.Int(t, "minor_fixed") && pat == (r["pat_on_head_effect"] == "1") {
				p += f.P
			}
		}
		counted(t, r, p, r.Int(t, "n"), r.Int(t, "count"))
	})
}

var smiteEffects = truthtest.Table{
	Name: "smite_effect", Files: "truth/divine/smite_effect.tsv", Whole: true, Unread: map[string]string{"n": hangsOn, "count": hangsOn},
	Columns: []string{"version", "roll", "already_punished", "n", "count", "effect"},
}

const hangsOn = "where a face may do two things, how often hangs on which intrinsics the hero of the rows had to lose"

func TestSmiteEffects(t *testing.T) {
	smiteEffects.Check(t, func(t testing.TB, r truthtest.Row) {
		q := praying(r["version"])
		q.Anger, q.Punished = 1, r["already_punished"] == "1"
		if got := q.Face(r.Int(t, "roll")); got != r["effect"] && !(got == rules.SmiteGlow && strings.HasPrefix(r["effect"], "black glow")) {
			t.Errorf("%q: %v", got, r)
		}
	})
}

func BenchmarkPrayer(b *testing.B) {
	q := praying("5.0.0")
	q.Majors, q.Luck, q.Timeout = 1, 5, Timeout{Since: 950, XL: 30, Kick: 2}
	for b.Loop() {
		q.Answer()
	}
}
