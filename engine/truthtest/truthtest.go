package truthtest

import (
	"bufio"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var resample = flag.Bool("resample", false, "rewrite the samples in testdata from the complete files beside the project")

// Row is one row of a table: cells by the name of their column. A column that
// a file does not have is empty.
type Row map[string]string

// Int returns a cell that holds a whole number; any other cell fails the test.
func (r Row) Int(t testing.TB, column string) int {
	t.Helper()
	n, err := strconv.Atoi(r[column])
	if err != nil {
		t.Fatalf("column %s: %v in %v", column, err, r)
	}
	return n
}

// Float returns a cell that holds a number; any other cell fails the test.
func (r Row) Float(t testing.TB, column string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(r[column], 64)
	if err != nil {
		t.Fatalf("column %s: %v in %v", column, err, r)
	}
	return x
}

// Table describes rows of the game's answers to one kind of question.
type Table struct {
	Name string // the sample is testdata/NAME.tsv.gz of the package under test

	// Files is a pattern of the complete files, below ../shared, with commas
	// between alternatives: "truth/spell_*.tsv,truth/extra.tsv.gz".
	Files string
	// Columns lists the columns that the sample keeps, in its order. None: the
	// sample is that of another test, which -resample does not write.
	Columns []string
	// Whole: every column that the files have is compared, but those that Unread
	// names with the reason. Check then changes cells of the sample, column by
	// column, and holds the test to noticing it.
	Whole  bool
	Unread map[string]string
	// OneIn n puts one complete row in n into the sample, always the same ones.
	OneIn int
	// Daily n compares one row in n of the sample by day, Share n one in n of the complete
	// files; at night it is all of them. 0 is 1, and 4 for a sample of another test's, all of
	// whose rows that one compares.
	Daily, Share int
	// Together names columns: rows that are alike in them are all compared, or none of them,
	// since what they are compared with is worked out once.
	Together []string

	// Read calls yield with each row of a complete file that is no table with
	// a header line. Nil: the file is tab separated.
	Read func(file io.Reader, yield func(Row)) error
	// Keep says which rows are worth having in the sample. Nil: all of them.
	Keep func(Row) bool
}

// Check runs check on each row of the sample and, in a second subtest, on each
// row of the complete files. The second is skipped, with the reason, where
// they do not exist, and by day where the sample is another test's, which compares them.
func (tb Table) Check(t *testing.T, check func(testing.TB, Row)) {
	t.Helper()
	if *resample {
		if err := tb.write(); err != nil {
			t.Fatal(err)
		}
	}
	daily := tb.Daily
	if daily == 0 && len(tb.Columns) == 0 {
		daily = 4
	}
	t.Run("sample", func(t *testing.T) { tb.each(t, []string{tb.sample()}, TSV, tb.daily(daily, check)) })
	if tb.Whole {
		t.Run("columns", func(t *testing.T) { tb.columns(t, check) })
	}
	t.Run("complete", func(t *testing.T) {
		if len(tb.Columns) == 0 && !Nightly() {
			t.Skip("the test that the sample belongs to compares all rows; here that is done with DELPHI_NIGHTLY=1")
		}
		tb.each(t, Beside(t, tb.Files), tb.reader(), tb.daily(tb.Share, check))
	})
}

// daily is a check of the rows that are compared now: by day one in so many.
func (tb Table) daily(share int, check func(testing.TB, Row)) func(testing.TB, Row) {
	if share <= 1 || Nightly() {
		return check
	}
	n := ^uint32(0) // so that the first row is compared, however few there are
	return func(t testing.TB, r Row) {
		if n++; len(tb.Together) > 0 {
			h := fnv.New32a()
			for _, c := range tb.Together {
				fmt.Fprintln(h, r[c])
			}
			n = h.Sum32()
		}
		if n%uint32(share) == 0 {
			check(t, r)
		}
	}
}

// Nightly reports whether tests shall be thorough, however long they take.
func Nightly() bool { return os.Getenv("DELPHI_NIGHTLY") != "" }

// Today reports whether a case is tried now where one in n is, by chance: at night it is all
// of them.
func Today(n int) bool { return Nightly() || rand.IntN(n) == 0 }

// Some returns what of a list is tried now: by day one in n, other ones each time, and of each
// kind at least one; at night all of it. kind says what an item is of.
func Some[T any](list []T, n int, kind func(T) string) (out []T) {
	if Nightly() {
		return list
	}
	of := map[string][]T{}
	var kinds []string
	for _, item := range list {
		k := kind(item)
		if of[k] == nil {
			kinds = append(kinds, k)
		}
		of[k] = append(of[k], item)
	}
	for _, k := range kinds {
		size := len(of[k])
		for i := rand.IntN(min(n, size)); i < size; i += n {
			out = append(out, of[k][i])
		}
	}
	return out
}

// Tries has the properties of a test tried on n cases by day, and on 500 at night, in the
// place of rapid's hundred: those whose cases take long. Each run tries others.
func Tries(t testing.TB, n int) {
	t.Helper()
	checks := flag.Lookup("rapid.checks")
	if checks == nil || checks.Value.String() != checks.DefValue {
		return // -rapid.checks says how many
	}
	if Nightly() {
		n = 500
	}
	set := func(s string) {
		if err := checks.Value.Set(s); err != nil {
			t.Fatal(err)
		}
	}
	set(strconv.Itoa(n))
	t.Cleanup(func() { set(checks.DefValue) })
}

// maxErrors is how many differing rows a test reports one by one.
const maxErrors = 10

// each runs check on the rows of files until maxErrors rows have failed.
func (tb Table) each(t *testing.T, paths []string, read func(io.Reader, func(Row)) error, check func(testing.TB, Row)) {
	t.Helper()
	rows, wrong := 0, 0
	for _, path := range paths {
		err := open(path, func(r io.Reader) error {
			return read(r, func(row Row) {
				rows++
				if wrong >= maxErrors {
					return
				}
				one := &oneRow{TB: t}
				check(one, row)
				if one.failed {
					wrong++
				}
			})
		})
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
	}
	switch {
	case rows == 0:
		t.Fatalf("no rows of %s in %v", tb.Name, paths)
	case wrong >= maxErrors:
		t.Errorf("%s: stopped after %d wrong rows", tb.Name, wrong)
	}
	t.Logf("%d rows of %s", rows, tb.Name)
}

// oneRow notes whether a row failed.
type oneRow struct {
	testing.TB
	failed bool
}

func (r *oneRow) Errorf(format string, args ...any) {
	r.Helper()
	r.failed = true
	r.TB.Errorf(format, args...)
}

func (r *oneRow) Error(args ...any) {
	r.Helper()
	r.failed = true
	r.TB.Error(args...)
}

func (tb Table) sample() string { return filepath.Join("testdata", tb.Name+".tsv.gz") }

func (tb Table) reader() func(io.Reader, func(Row)) error {
	if tb.Read != nil {
		return tb.Read
	}
	return TSV
}

// write makes the sample: the chosen columns of the chosen rows, sorted, which
// compresses best and gives the same file every time.
func (tb Table) write() error {
	if len(tb.Columns) == 0 {
		return fmt.Errorf("%s: no Columns are listed, so its sample is another test's: run that one with -resample", tb.Name)
	}
	paths, err := Find(tb.Files)
	if err != nil {
		return err
	}
	var lines []string
	for _, path := range paths {
		err := open(path, func(r io.Reader) error {
			return tb.reader()(r, func(row Row) {
				if tb.Keep != nil && !tb.Keep(row) {
					return
				}
				cells := make([]string, len(tb.Columns))
				for i, c := range tb.Columns {
					cells[i] = row[c]
				}
				line := strings.Join(cells, "\t")
				h := fnv.New32a()
				h.Write([]byte(line))
				if h.Sum32()%uint32(max(1, tb.OneIn)) == 0 {
					lines = append(lines, line)
				}
			})
		})
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	slices.Sort(lines)
	if err := os.MkdirAll("testdata", 0o755); err != nil {
		return err
	}
	f, err := os.Create(tb.sample())
	if err != nil {
		return err
	}
	z, _ := gzip.NewWriterLevel(f, gzip.BestCompression)
	_, err = io.WriteString(z, strings.Join(append([]string{strings.Join(tb.Columns, "\t")}, lines...), "\n")+"\n")
	return errors.Join(err, z.Close(), f.Close())
}

// Beside returns the files below ../shared, beside the project, that a pattern
// fits, with commas between alternatives. It skips the test, saying why, where
// there are none.
func Beside(t testing.TB, pattern string) []string {
	t.Helper()
	paths, err := Find(pattern)
	if err != nil {
		t.Skip(err)
	}
	return paths
}

// Find is like Beside, but instead of skipping the test it returns an error that says
// why there are no files.
func Find(pattern string) ([]string, error) {
	root, err := filepath.Abs(".")
	if err != nil {
		return nil, err
	}
	for {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			break
		} else if parent := filepath.Dir(root); !errors.Is(err, fs.ErrNotExist) || parent == root {
			return nil, fmt.Errorf("no go.mod above the test: %w", err)
		} else {
			root = parent
		}
	}
	var out []string
	for p := range strings.SplitSeq(pattern, ",") {
		paths, err := filepath.Glob(filepath.Join(root, "..", "shared", p))
		if err != nil {
			return nil, err
		}
		out = append(out, paths...)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no ../shared/%s beside the project: only what lies in testdata was compared", pattern)
	}
	return out, nil
}

// open calls read with a file's text, decompressed if its name ends in .gz.
func open(path string, read func(io.Reader) error) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if !strings.HasSuffix(path, ".gz") {
		return read(f)
	}
	z, err := gzip.NewReader(f)
	if err != nil {
		return err
	}
	return errors.Join(read(z), z.Close())
}

// Rows calls yield with each row of a tab-separated file, which may be
// compressed. A file that cannot be read fails the test.
func Rows(t testing.TB, path string, yield func(Row)) {
	t.Helper()
	if err := open(path, func(r io.Reader) error { return TSV(r, yield) }); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

// Lines calls yield with each line of a file, which may be compressed and may
// hold JSON; the line is valid only during the call. A file that cannot be
// read fails the test.
func Lines(t testing.TB, path string, yield func([]byte)) {
	t.Helper()
	err := open(path, func(r io.Reader) error {
		lines := scanner(r)
		for lines.Scan() {
			yield(lines.Bytes())
		}
		return lines.Err()
	})
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

// TSV calls yield with each row of a tab-separated text whose first line names
// the columns.
func TSV(file io.Reader, yield func(Row)) error {
	lines := scanner(file)
	if !lines.Scan() {
		return errors.Join(errors.New("there is no header line"), lines.Err())
	}
	head := strings.Split(lines.Text(), "\t")
	for lines.Scan() {
		cells := strings.Split(lines.Text(), "\t")
		if len(cells) > len(head) {
			return fmt.Errorf("%d cells under %d columns: %s", len(cells), len(head), lines.Text())
		}
		row := make(Row, len(head))
		for i, c := range cells {
			row[head[i]] = c
		}
		yield(row)
	}
	return lines.Err()
}

func scanner(r io.Reader) *bufio.Scanner {
	s := bufio.NewScanner(r)
	s.Buffer(nil, 16<<20)
	return s
}
