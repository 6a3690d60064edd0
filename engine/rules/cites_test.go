package rules

import (
	"bufio"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"delphi/engine/truthtest"
)

// function is where a function of a version's source starts.
type function struct {
	version, file, name string
	line                int
}

// functionTable is where the functions that hold rules start.
var functionTable = truthtest.Table{Name: "functions", Files: "facts/cites.tsv", Columns: []string{"version", "file", "line", "function"}}

// alsoStart are functions that the table of the facts does not list.
var alsoStart = []function{
	{"5.0.0", "zap.c", "dobuzz", 4780},
	{"5.0.0", "uhitm.c", "mhitm_ad_samu", 4565},
	{"3.4.3", "lock.c", "forcelock", 163},
	{"5.0.0", "lock.c", "forcelock", 216},
	{"5.0.0", "dokick.c", "kick_door", 910},
	{"5.0.0", "read.c", "seffect_remove_curse", 1490},
	{"5.0.0", "mkobj.c", "mkbox_cnts", 303},
	{"3.4.3", "mondata.c", "resists_drli", 67},
	{"3.6.7", "mondata.c", "resists_drli", 97},
	{"5.0.0", "mondata.c", "resists_drli", 201},
	{"3.4.3", "mondata.c", "resists_magm", 79},
	{"3.6.7", "mondata.c", "resists_magm", 114},
	{"5.0.0", "mondata.c", "resists_magm", 215},
	{"3.4.3", "spell.c", "learn", 316},
	{"3.6.7", "spell.c", "learn", 340},
	{"5.0.0", "spell.c", "learn", 356},
	{"slashem", "spell.c", "learn", 339},
	{"evilhack", "spell.c", "learn", 362},
	{"xnethack", "spell.c", "learn", 351},
}

// placeTable is every line of the source that the descriptions of the rules name,
// without a file or a version where the description does not make clear which.
var placeTable = truthtest.Table{
	Name: "places", Files: "mechanics/*.md,facts/sink_ring.tsv,facts/engrave_id.tsv,facts/potion_vapour.tsv,facts/tins.tsv", Columns: []string{"version", "file", "line"}, Read: readPlaces,
}

// place finds a version, a file or a line number behind a colon in a description:
// "343 pray.c:1506, 367:1794", "weapon.c:689/891/950".
var place = regexp.MustCompile(`\b(343|367|500|3\.4\.3|3\.6\.7|5\.0\.0)\b|\b([a-z_]+\.c)\b|[: ](\d{2,5})((?:/\d{2,5})*)\b`)

var placeVersions = map[string]string{"343": "3.4.3", "367": "3.6.7", "500": "5.0.0"}

// readPlaces yields the places that a description names. A number whose version
// is not clear has none.
func readPlaces(r io.Reader, yield func(truthtest.Row)) error {
	s := bufio.NewScanner(r)
	s.Buffer(nil, 1<<20)
	seen := map[string]bool{}
	add := func(version, file, line string) {
		if key := version + file + ":" + line; !seen[key] {
			seen[key] = true
			yield(truthtest.Row{"version": version, "file": file, "line": line})
		}
	}
	file := ""
	for s.Scan() {
		version, fresh := "", -1
		for _, m := range place.FindAllStringSubmatchIndex(s.Text(), -1) {
			switch text := s.Text(); {
			case m[2] >= 0:
				if version = placeVersions[text[m[2]:m[3]]]; version == "" {
					version = text[m[2]:m[3]]
				}
			case m[4] >= 0:
				file = text[m[4]:m[5]]
				fresh = m[5]
			case text[m[0]] == ':' || m[0] == fresh || m[8] > m[6] && strings.Contains(text[m[6]:m[9]], "/"):
				lines := strings.Split(text[m[6]:m[9]], "/")
				for i, line := range lines {
					of := version
					if len(lines) == 3 {
						of = []string{"3.4.3", "3.6.7", "5.0.0"}[i]
					}
					add(of, file, line)
					if m[0] != fresh { // its file may be that of another rule
						add(of, "", line)
					}
				}
				version = ""
			}
		}
	}
	return s.Err()
}

// Every place that an answer cites lies within the function that it is said to
// lie in, or is one that the descriptions of the rules name.
func TestCitesLieInTheirFunctions(t *testing.T) {
	starts := append([]function(nil), alsoStart...)
	functionTable.Check(t, func(t testing.TB, r truthtest.Row) {
		starts = append(starts, function{r["version"], r["file"], r["function"], r.Int(t, "line")})
	})
	named := map[[3]string]bool{}
	placeTable.Check(t, func(_ testing.TB, r truthtest.Row) {
		named[[...]string{r["version"], r["file"], r["line"]}] = true
	})
	within := func(version, file, name string, line int) bool {
		nearest := function{}
		for _, f := range starts {
			if f.version == version && f.file == file && f.line <= line && (f.line > nearest.line || f.line == nearest.line && f.name == name) {
				nearest = f
			}
		}
		return nearest.name == name
	}
	isNamed := func(version, file, line string) bool {
		for _, key := range [][3]string{{version, file, line}, {"", file, line}, {version, "", line}, {"", "", line}} {
			if named[key] {
				return true
			}
		}
		return false
	}
	walked := 0
	for _, v := range versions {
		for rule, c := range readCites(v.name) {
			file, at, ok := strings.Cut(c.Place, ":")
			line, err := strconv.Atoi(at)
			switch {
			case !ok || !strings.HasSuffix(file, ".c"):
				t.Errorf("%s: %s is at %q, which is no file of the source", v.name, rule, c.Place)
			case err != nil && at != c.Function:
				t.Errorf("%s: %s is at %q, whose function is said to be %s", v.name, rule, c.Place, c.Function)
			case err == nil && !within(v.name, file, c.Function, line) && !isNamed(v.name, file, at):
				t.Errorf("%s: %s is at %s, which neither lies in %s, as far as testdata/functions.tsv.gz knows, nor is named by the description of a rule (testdata/places.tsv.gz)", v.name, rule, c.Place, c.Function)
			}
			walked++
		}
	}
	if walked < 200 {
		t.Errorf("only %d places were walked", walked)
	}
}
