package xlog

import (
	"bufio"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func field(t *testing.T, r Record, key string) string {
	t.Helper()
	v, ok := r.Get(key)
	if !ok {
		t.Fatalf("no %s in %q", key, r.Fields)
	}
	return v
}

func TestParse(t *testing.T) {
	for name, tt := range map[string]struct {
		line string
		want map[string]string
		n    int // fields
	}{
		"tabs":                   {"version=3.6.6\tpoints=87\tdeath=killed by a newt", map[string]string{"version": "3.6.6", "death": "killed by a newt"}, 3},
		"colons":                 {"version=3.4.3:points=12:name=Cesario:death=ascended", map[string]string{"name": "Cesario", "death": "ascended"}, 4},
		"first equals sign":      {"version=3.6.6\tdeath=killed by a kitten called a=b", map[string]string{"death": "killed by a kitten called a=b"}, 2},
		"colons within tabs":     {"version=3.6.6\tdeath=killed by x:y=1:z=2:w=3:v=4:u=5\tname=a", map[string]string{"death": "killed by x:y=1:z=2:w=3:v=4:u=5"}, 3},
		"colon within colons":    {"version=3.4.3:death=killed by Ms. A: the shopkeeper:name=b", map[string]string{"death": "killed by Ms. A: the shopkeeper", "name": "b"}, 3},
		"empty value":            {"version=3.6.6\twhile=\tname=b", map[string]string{"while": "", "name": "b"}, 3},
		"CRLF":                   {"version=3.6.6\tname=b\r\n", map[string]string{"name": "b"}, 2},
		"host before it, colon":  {"nethack.alt.org:version=3.4.3:name=b", map[string]string{"version": "3.4.3", "name": "b"}, 2},
		"host before it, blank":  {"eu.hardfought.org version=3.6.6\tname=b", map[string]string{"version": "3.6.6"}, 2},
		"file before it":         {"logs/xlogfile.2:version=3.6.6\tname=b", map[string]string{"version": "3.6.6"}, 2},
		"mixed, prefix with tab": {"bones_killed\tplayer=a:bones_killed=b:turns=3", map[string]string{"player": "a", "turns": "3"}, 3},
		"first of two counts":    {"version=3.6.6\texp=1\texp=2", map[string]string{"exp": "1"}, 2},
		"one name said twice":    {"version=3.6.6\tname=a\tname=a", map[string]string{"name": "a"}, 2},
		"twin in base64":         {"name=a_b:name64=YTpi:death=x", map[string]string{"name": "a:b"}, 3},
		"twin that is none":      {"name=a_b:name64=!!:death=x", map[string]string{"name": "a_b"}, 3},
		"broken UTF-8":           {"version=3.6.6\tname=a\xffb", map[string]string{"name": "a\uFFFDb"}, 2},
		"control characters":     {"version=3.6.6\tname=a\x03b\x00\u202ec", map[string]string{"name": "abc"}, 2},
		"one field":              {"name=b", map[string]string{"name": "b"}, 1},
		"unknown fields kept":    {"version=1\tmax depth=3\tname=b", map[string]string{"max depth": "3"}, 3},
	} {
		r, err := Parse(tt.line)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if len(r.Fields) != tt.n {
			t.Errorf("%s: %d fields %q, want %d", name, len(r.Fields), r.Fields, tt.n)
		}
		for k, v := range tt.want {
			if got := field(t, r, k); got != v {
				t.Errorf("%s: %s = %q, want %q", name, k, got, v)
			}
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for line, want := range map[string]error{
		"":                                      ErrEmpty,
		" \t\r\n":                               ErrEmpty,
		"# here":                                ErrNoFields,
		"version=3.6.6\tname=a\tname=b":         ErrGlued,
		"version=3.6.6\tturns=1\tversion=3.6.7": ErrGlued,
		"version=3.6.6\tdeath=" + strings.Repeat("x", MaxLine):                              ErrTooLong,
		strings.Repeat("a=1\t", MaxFields+1):                                                ErrFields,
		"3.4.3 1000 0 1 1 -3 12 1 20080401 20080401 5 Wiz Elf Mal Cha bob,killed by a newt": ErrOldLog,
	} {
		if _, err := Parse(line); !errors.Is(err, want) {
			t.Errorf("Parse(%.40q) = %v, want %v", line, err, want)
		}
	}
	if _, err := Parse("a=" + strings.Repeat("x", MaxLine-2)); err != nil {
		t.Errorf("a line of exactly MaxLine bytes: %v", err)
	}
}

func TestNumbers(t *testing.T) {
	for s, want := range map[string]int64{
		"0": 0, "-5": -5, "0x10": 16, "-0x10": -16, " 7 ": 7, "9223372036854775807": 1<<63 - 1,
		"99999999999999999999": 1<<63 - 1, "0xffffffffffffffff": 1<<63 - 1, "+3": 3,
	} {
		if n, ok := parseInt(s); n != want || !ok {
			t.Errorf("parseInt(%q) = %d, %v", s, n, ok)
		}
	}
	for _, s := range []string{"", "x", "0x", "1.5", "--1"} {
		if n, ok := parseInt(s); ok {
			t.Errorf("parseInt(%q) = %d", s, n)
		}
	}
	for s, want := range map[string]uint64{
		"0xfff": 0xfff, "4095": 0xfff, "0xffffffffffffffff": 1<<64 - 1, "-2147483648": 1 << 31, "-1": 0xffffffff, "0X10": 16,
	} {
		if n, ok := parseBits(s); n != want || !ok {
			t.Errorf("parseBits(%q) = %#x, %v", s, n, ok)
		}
	}
}

// game decodes a line written for a test; what it does not say is filled in.
func game(t *testing.T, line, hint string) *Game {
	t.Helper()
	r, err := Parse(line + "\tname=a\tdeath=died\tendtime=1604188935")
	if err != nil {
		t.Fatal(err)
	}
	g, err := Decode(r, hint)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestDecoders(t *testing.T) {
	for name, tt := range map[string]struct {
		line, hint, variant         string
		conducts, achieved, flagged string
		unknown                     string
	}{
		"3.4.3":                  {"version=3.4.3\tconduct=0x500\tachieve=0x901", "", "nethack", "polyselfless artiwishless", "bell ascended medusa", "", ""},
		"3.4.3 has no bit 12":    {"version=3.4.3\tconduct=0x1000\tachieve=0x1000", "", "nethack", "", "", "", "conduct achieve"},
		"3.6 blind":              {"version=3.6.7\tconduct=0x1\tachieve=0x3200\tflags=0x4", "", "nethack", "foodless blind nudist", "luckstone", "bonesless", ""},
		"5.0":                    {"version=5.0.0\tconduct=0x3001\tachieve=0x40045000", "", "nethack", "foodless sokoban petless blind", "mines oracle tune", "", ""},
		"5.0, a woman's rank":    {"version=5.0.0\tgender=Fem\tachieve=0x1\tachieveX=obtained_the_bell_of_opening,attained_the_rank_of_evoker", "", "nethack", "", "bell attained_the_rank_of_evoker", "", ""},
		"5.0, a man's rank":      {"version=5.0.0\tachieve=0x400001", "", "nethack", "", "bell rank1", "", ""},
		"5.0 conductX":           {"version=5.0.0\tconductX=foodless,polyless,pauper", "", "nethack", "foodless polypileless pauper", "", "", ""},
		"3.7":                    {"version=3.7.0\tconduct=0x2000", "", "nethack", "petless", "", "", ""},
		"xNetHack, high bits":    {"version=9.1.0\tconduct=0x80000001\tpolyinit=0\tflags=0x80000008", "", "xnethack", "foodless petless", "", "rerolled polyinit", ""},
		"xNetHack, sign":         {"version=9.1.0\tconduct=0xffffffff80000001\tpolyinit=0", "", "xnethack", "foodless petless", "", "", ""},
		"xNetHack, decimal":      {"version=9.1.0\tconduct=-2147483647", "xnethack", "xnethack", "foodless petless", "", "", ""},
		"EvilHack":               {"version=0.9.2\tconduct=0x83000\tachieve=0x80000\tkilled_nazgul=0", "", "evilhack", "petless artifactless survivor", "purgatory", "", ""},
		"EvilHack, bones count":  {"version=0.9.2\tflags=0x305", "evilhack", "evilhack", "", "", "wizard bonesless", "flags"},
		"UnNetHack":              {"version=6.0.14\tevent=516\tdeathdname=The Dungeons\tconduct=0x1\tflags=0x4", "", "unnethack", "foodless", "quest-accepted crowned", "", "flags"},
		"dNetHack":               {"version=3.23.0\tdnetachieve=0x6\tconduct=0x3000", "", "dnethack", "shopidless idless", "asmodeus demogorgon", "", ""},
		"FIQHack, decimal":       {"version=4.3.0\tconduct=4097\tevent=1\tcarried=1", "fiqhack", "fiqhack", "foodless", "oracle carried-amulet", "", "conduct"},
		"NetHack4":               {"version=4.3.0\tconduct=0x6000", "", "nethack4", "puddingless alignless", "", "", ""},
		"Fourk":                  {"version=4.3.0\tconduct=0x30000\tevent=0x20000", "fourk", "fourk", "sokoban nudist", "sokoban-zoo", "", ""},
		"TNNT before 2026":       {"version=3.6.6\tconduct=0x1003001\ttnntachieve0=0x0", "", "tnnt", "foodless elberethless survivor bonesless", "", "", ""},
		"SLASH'EM":               {"version=0.0.8\tachieve=0x3000", "", "slashem", "", "nightmare vecna", "", ""},
		"SpliceHack":             {"version=1.2.0\tachieve=0x210000", "splicehack", "splicehack", "deaf", "marathon", "", ""},
		"unknown":                {"version=77.1\tconduct=0x1001\tachieve=0x100", "", "other", "foodless", "ascended", "", "conduct"},
		"the record names it":    {"version=1.2.0\tvariant=xnethack\tconduct=0x40000000", "", "xnethack", "artifactless", "", "", ""},
		"wizard mode by mode=":   {"version=6.0.1\tmode=wizard\tdeathdname=x", "", "unnethack", "", "", "wizard", ""},
		"hint beats the version": {"version=3.6.1\tconduct=0x1000", "evilhack", "evilhack", "petless", "", "", ""},
	} {
		g := game(t, tt.line, tt.hint)
		var unknown []string
		for _, f := range []string{"conduct", "achieve", "flags"} {
			if g.Unknown[f] != 0 {
				unknown = append(unknown, f)
			}
		}
		for _, c := range []struct{ what, got, want string }{
			{"variant", g.Variant, tt.variant},
			{"conducts", strings.Join(g.Conducts, " "), tt.conducts},
			{"achieved", strings.Join(g.Achieved, " "), tt.achieved},
			{"flags", strings.Join(g.Flags, " "), tt.flagged},
			{"unknown", strings.Join(unknown, " "), tt.unknown},
		} {
			if c.got != c.want {
				t.Errorf("%s: %s %q, want %q", name, c.what, c.got, c.want)
			}
		}
	}
}

func TestTNNTMovedItsBits(t *testing.T) {
	line := "version=3.7.0\tconduct=0x2000\ttnntachieve0=0x0\tname=a\tdeath=died\tendtime="
	for end, want := range map[string]string{"1732000000": "survivor", "1795000000": "petless"} {
		r, _ := Parse(line + end)
		g, err := Decode(r, "tnnt")
		if err != nil || strings.Join(g.Conducts, " ") != want {
			t.Errorf("ended %s: %v, %v, want %s", end, g.Conducts, err, want)
		}
	}
}

func TestOutcome(t *testing.T) {
	for _, tt := range []struct {
		death, hint string
		want        Outcome
		amulet      bool
	}{
		{"ascended", "", Ascended, true},
		{"ascended with all their possessions", "", Ascended, true},
		{"defied the gods and escaped", "dnethack", Ascended, true},
		{"defied the gods and escaped", "", Died, false},
		{"escaped", "", Escaped, false},
		{"escaped (with the Amulet)", "", Escaped, true},
		{"quit", "", Quit, false},
		{"quit while already on Charon's boat", "", Quit, false},
		{"killed by Famine (with the Amulet)", "", Died, true},
		{"killed by a newt called ascended", "", Died, false},
	} {
		r, _ := Parse("name=a\tendtime=1604188935\tdeath=" + tt.death)
		g, err := Decode(r, tt.hint)
		if err != nil || g.Outcome != tt.want || g.WithAmul != tt.amulet {
			t.Errorf("%q (%s): %v, %v, %v", tt.death, tt.hint, g.Outcome, g.WithAmul, err)
		}
	}
}

func TestDecodeOddValues(t *testing.T) {
	g := game(t, "hp=-5\tdeathlev=-5\trealtime=1604188935\tstarttime=1604188000\tturns=12", "")
	if g.HP != -5 || g.DeathLev != -5 || g.Realtime != 1604188935 || Playtime(g.Realtime, g.Start, g.End) != 0 || g.Turns != 12 {
		t.Errorf("hp %d level %d realtime %d", g.HP, g.DeathLev, g.Realtime)
	}
	if g := game(t, "starttime=1704188000", ""); g.Start != 0 {
		t.Errorf("a start after the end is kept: %d", g.Start)
	}
	r, _ := Parse("name=a\tdeath=quit\tdeathdate=20080401\tendtime=0")
	if g, err := Decode(r, ""); err != nil || g.End != 1207008000 {
		t.Errorf("end from the date: %v, %v", g, err)
	}
	r, _ = Parse("name=a:death=quit:starttimeus=1604188000123456:endtimeus=1604188935123456")
	if g, err := Decode(r, "fiqhack"); err != nil || g.Start != 1604188000 || g.End != 1604188935 {
		t.Errorf("microseconds: %v, %v", g, err)
	}
	for line, want := range map[string]string{
		"death=quit\tendtime=1604188935":                                       "no name",
		"name=a\tendtime=1604188935":                                           "no death",
		"name=a\tdeath=quit":                                                   "no time",
		"name=a\tdeath=quit\tdeathdate=20209999":                               "no time",
		"name=a\tlltype=1\tcurtime=1604188935":                                 "livelog",
		"name=" + strings.Repeat("a", 65) + "\tdeath=quit\tendtime=1604188935": "65 bytes",
	} {
		r, err := Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Decode(r, ""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.30q: %v, want %q", line, err, want)
		}
	}
}

func TestPlainDeath(t *testing.T) {
	for in, want := range map[string]string{
		"killed by a soldier ant":                                      "killed by soldier ant",
		"killed by a soldier ant, while praying":                       "killed by soldier ant",
		"killed by Mr. Annootok; the shopkeeper":                       "killed by shopkeeper",
		"killed by Izchak, the shopkeeper":                             "killed by shopkeeper",
		"killed by an invisible Ms. Wonotobo, the shopkeeper":          "killed by shopkeeper",
		"killed by a kitten called Poes":                               "killed by kitten",
		"killed by a ranger called sparrow4 the Scout":                 "killed by ranger",
		"killed by an invisible devteam member called Mike Stephenson": "killed by devteam member",
		"petrified by a cockatrice corpse (with the Amulet)":           "petrified by cockatrice corpse",
		"killed by the ghost of Bob":                                   "killed by ghost",
		"killed by Bob's ghost":                                        "killed by ghost",
		"killed by the high priestess of Anhur":                        "killed by high priest of a deity",
		"killed by the wrath of Huan Ti":                               "killed by wrath of a deity",
		"killed by 3 arrows":                                           "killed by arrows",
		"killed by a hallucinogen-distorted gnome lord":                "killed by gnome lord",
		"Killed By An Orc":                                             "killed by orc",
		"killed by her own arrow":                                      "killed by own arrow",
	} {
		// "a deity" keeps its article nowhere.
		want = strings.ReplaceAll(want, " a deity", " deity")
		if got := PlainDeath(in); got != want {
			t.Errorf("PlainDeath(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestEvents(t *testing.T) {
	r, err := Parse("lltype=2\tplayer=b\trole=Val\tturns=300\tstarttime=1604188000\tcurtime=1604188935\tmessage=entered the Gnomish Mines")
	if err != nil {
		t.Fatal(err)
	}
	e, err := DecodeEvent(r)
	if err != nil || e.Name != "b" || e.Type != EventAchieve || e.Ends() || e.Turns != 300 {
		t.Errorf("%+v, %v", e, err)
	}
	r, _ = Parse("bones_killed\tplayer=a:bones_killed=Bob:turns=3:curtime=1604188935")
	if e, err = DecodeEvent(r); err != nil || e.Message != "killed the bones of Bob" {
		t.Errorf("%+v, %v", e, err)
	}
	for _, m := range []string{"lltype=0x400\tmessage=won", "lltype=0x4000\tmessage=killed by a newt", "lltype=2\tmessage=ascended"} {
		r, _ := Parse("name=a\tcurtime=1604188935\t" + m)
		if e, err := DecodeEvent(r); err != nil || !e.Ends() {
			t.Errorf("%s does not end the game: %v", m, err)
		}
	}
	for _, line := range []string{"name=a\tmessage=x", "curtime=1604188935\tmessage=x", "name=a\tcurtime=1604188935"} {
		r, _ := Parse(line)
		if _, err := DecodeEvent(r); err == nil {
			t.Errorf("%q is an event", line)
		}
	}
}

func TestPackedComesBack(t *testing.T) {
	value := rapid.OneOf(
		rapid.StringMatching(`[ -~]{0,12}`),
		rapid.SampledFrom([]string{"0", "-0", "00", "0x0", "0x00", "0xA", "-5", "18446744073709551615", "18446744073709551616", "0xffffffffffffffff", "", "-", "0x", "é"}),
	)
	rapid.Check(t, func(t *rapid.T) {
		keys := rapid.SliceOfNDistinct(rapid.OneOf(rapid.SampledFrom(packed), rapid.StringMatching(`[a-z]{1,9}`)), 0, 20, rapid.ID[string]).Draw(t, "keys")
		var r Record
		for _, k := range keys {
			r.Fields = append(r.Fields, Field{k, value.Draw(t, k)})
		}
		back, err := Unpack(r.Append(nil))
		if err != nil || !slices.Equal(back.Fields, r.Fields) {
			t.Fatalf("%q came back as %q, %v", r.Fields, back.Fields, err)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"version=3.6.6\tname=a\tdeath=quit\tendtime=1604188935", "version=3.4.3:name=b:death=ascended:endtime=1207363119:conduct=0x500",
		"host:version=1\ta=b", "bones_killed\tplayer=a:turns=3:curtime=1604188935:bones_killed=x", "name64=YTpi:name=\xff", "=\t=:=",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		r, err := Parse(line)
		if err != nil {
			return
		}
		back, err := Unpack(r.Append(nil))
		if err != nil || !slices.Equal(back.Fields, r.Fields) {
			t.Fatalf("%q packed came back as %q, %v", r.Fields, back.Fields, err)
		}
		for i, f := range r.Fields {
			if strings.ContainsAny(f.Value, "\n\r\x00\x03") {
				t.Fatalf("field %d holds control characters: %q", i, f.Value)
			}
		}
		if g, err := Decode(r, ""); err == nil {
			if g.Name == "" || g.End < earliest || g.End > latest || g.Start > g.End {
				t.Fatalf("decoded to %+v", g)
			}
			PlainDeath(g.Death)
		}
		if e, err := DecodeEvent(r); err == nil {
			e.Ends()
		}
	})
}

func FuzzUnpack(f *testing.F) {
	r, _ := Parse("version=3.6.6\tname=a\tfoo=-12\tconduct=0x5")
	f.Add(r.Append(nil))
	f.Fuzz(func(t *testing.T, b []byte) { _, _ = Unpack(b) })
}

// realRows returns the lines of a file of real records beside the project; the
// test is skipped where it is not there.
func realRows(t testing.TB, name string) []string {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "..", "..", "..", "shared", "real", name))
	if err != nil {
		t.Skip("no real rows here: ", err)
	}
	defer f.Close()
	var lines []string
	for s := bufio.NewScanner(f); s.Scan(); {
		lines = append(lines, s.Text())
	}
	return lines
}

func TestRealRows(t *testing.T) {
	for _, tt := range []struct {
		file, variant              string
		rows, ascended, died, quit int
	}{
		{"tnnt2020.xlogfile", "tnnt", 605, 115, 429, 26},
		{"nao2008.xlogfile", "nethack", 35, 33, 2, 0},
	} {
		lines := realRows(t, tt.file)
		count := map[Outcome]int{}
		for i, line := range lines {
			r, err := Parse(line)
			if err != nil {
				t.Fatalf("%s:%d: %v", tt.file, i+1, err)
			}
			if r.Line() != line && !strings.Contains(line, ":name=") {
				t.Errorf("%s:%d does not come back as it was", tt.file, i+1)
			}
			g, err := Decode(r, "")
			if err != nil {
				t.Fatalf("%s:%d: %v", tt.file, i+1, err)
			}
			count[g.Outcome]++
			if g.Variant != tt.variant || g.Start == 0 || g.Realtime == 0 && g.Turns > 50 {
				t.Errorf("%s:%d read as %+v", tt.file, i+1, g)
			}
			if g.Outcome == Ascended && !slices.Contains(g.Achieved, "ascended") {
				t.Errorf("%s:%d ascended without the achievement: %v", tt.file, i+1, g.Achieved)
			}
			// What pins down bit 13 in TNNT: kept if and only if never died.
			if tt.variant == "tnnt" && slices.Contains(g.Conducts, "survivor") != (g.Deaths == 0) {
				t.Errorf("%s:%d: survivor, but %d deaths", tt.file, i+1, g.Deaths)
			}
		}
		if len(lines) != tt.rows || count[Ascended] != tt.ascended || count[Died] != tt.died || count[Quit] != tt.quit {
			t.Errorf("%s: %d rows, %v", tt.file, len(lines), count)
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	line := "version=3.6.6\tpoints=87\tdeathdnum=0\tdeathlev=1\tmaxlvl=2\thp=0\tmaxhp=12\tdeaths=1\tdeathdate=20201101\tbirthdate=20201101\tuid=5\trole=Hea\trace=Gno\tgender=Mal\talign=Neu\tname=thorsb\tdeath=killed by a water demon\tconduct=0xdcf\tturns=165\tachieve=0x0\trealtime=74\tstarttime=1604188860\tendtime=1604188935\tgender0=Mal\talign0=Neu\tflags=0x4"
	b.ReportAllocs()
	var packed []byte
	for b.Loop() {
		r, err := Parse(line)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := Decode(r, ""); err != nil {
			b.Fatal(err)
		}
		packed = r.Append(packed[:0])
	}
	b.ReportMetric(float64(len(packed)), "packed-bytes")
}

// TestRows: a row that a crash has cut off takes nothing from the next one, and
// gives it nothing, wherever it was cut.
func TestRows(t *testing.T) {
	for _, sep := range []string{"\t", ":"} {
		row := func(name string) string {
			return strings.Join([]string{"version=3.6.6", "points=87", "deathdnum=0", "deathlev=1", "role=Wiz", "name=" + name, "death=killed by a newt, called version=3.6.6", "turns=12", "starttime=1604188000", "endtime=1604189000"}, sep)
		}
		first, second := row("ann"), row("bob")
		if got := Rows("host " + first); len(got) != 1 {
			t.Errorf("one row: %q", got)
		}
		for cut := len("version=3.6.6\tp"); cut <= len(first); cut++ {
			got := Rows(first[:cut] + second)
			if len(got) != 2 || got[0] != first[:cut] || got[1] != second {
				t.Errorf("cut at %d: %q", cut, got)
			}
		}
		if got := Rows(first[:60] + first[:90] + second); len(got) != 3 || got[2] != second {
			t.Errorf("two that were cut: %q", got)
		}
	}
}
