package follow

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"delphi/storage/boltstore"
	"delphi/storage/gamelog"
)

// spent is the time that this process has had of the processors: other programs run
// on the same machine.
func spent(tb testing.TB) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// madeLogs writes made-up logs of n rows over the same days, and returns the files:
// of a fortieth as many names, and a tenth as many different deaths, at random.
func madeLogs(tb testing.TB, dir string, logs, n int) (paths []string) {
	rng := rand.New(rand.NewPCG(1, 2))
	roles := []string{"Arc", "Bar", "Cav", "Hea", "Kni", "Mon", "Pri", "Rog", "Ran", "Sam", "Tou", "Val", "Wiz"}
	races := []string{"Hum", "Elf", "Dwa", "Gno", "Orc"}
	var files []*bufio.Writer
	for i := range logs {
		path := filepath.Join(dir, fmt.Sprintf("made%02d.xlogfile", i))
		f, err := os.Create(path)
		if err != nil {
			tb.Fatal(err)
		}
		w := bufio.NewWriter(f)
		files, paths = append(files, w), append(paths, path)
		defer func() {
			if err := errors.Join(w.Flush(), f.Close()); err != nil {
				tb.Fatal(err)
			}
		}()
	}
	names, deaths := max(n/40, 1), max(n/10, 1)
	for i := range n {
		end := 1_200_000_000 + i*250
		start := end - 60 - rng.IntN(90_000)
		death := rng.IntN(deaths)
		fmt.Fprintf(files[rng.IntN(logs)], "version=3.6.%d\tpoints=%d\tdeathdnum=%d\tdeathlev=%d\tmaxlvl=%d\thp=%d\tmaxhp=%d\tdeaths=1\tdeathdate=%s\tbirthdate=%s\tuid=5\trole=%s\trace=%s\tgender=Fem\talign=Law\tname=player%d\tdeath=killed by a monster%d called pet %d\tconduct=0x%x\tturns=%d\tachieve=0x%x\trealtime=%d\tstarttime=%d\tendtime=%d\tgender0=Fem\talign0=Law\tflags=0x4\n",
			rng.IntN(8), rng.IntN(3_000_000), rng.IntN(5), rng.IntN(50), rng.IntN(50), rng.IntN(30)-5, 10+rng.IntN(300),
			time.Unix(int64(end), 0).UTC().Format("20060102"), time.Unix(int64(start), 0).UTC().Format("20060102"),
			roles[rng.IntN(len(roles))], races[rng.IntN(len(races))], rng.IntN(names), death%700, death, rng.IntN(4096), rng.IntN(80_000), rng.IntN(512), rng.IntN(100_000), start, end)
	}
	return paths
}

// rowsMade is how many rows are imported: 20,000, or as many as DELPHI_IMPORT_ROWS
// says.
func rowsMade(b *testing.B) int {
	n, err := strconv.Atoi(cmp.Or(os.Getenv("DELPHI_IMPORT_ROWS"), "20000"))
	if err != nil {
		b.Fatal(err)
	}
	return n
}

// written is how many bytes this process has written, where the system says so.
func written() (n int64) {
	text, _ := os.ReadFile("/proc/self/io")
	if _, after, ok := strings.Cut(string(text), "wchar: "); ok {
		_, _ = fmt.Sscan(after, &n)
	}
	return n
}

// BenchmarkImport imports made-up logs into a file: one, and twenty over the same
// days. It reports the processor time of each row, the bytes of the file and those
// written, and the most heap that was reserved. With DELPHI_IMPORT_DIR the logs and the last store stay there.
func BenchmarkImport(b *testing.B) {
	for _, logs := range []int{1, 20} {
		b.Run(fmt.Sprint(logs), func(b *testing.B) {
			n, dir := rowsMade(b), cmp.Or(os.Getenv("DELPHI_IMPORT_DIR"), b.TempDir())
			paths := madeLogs(b, dir, logs, n)
			db := filepath.Join(dir, fmt.Sprintf("made%d.db", logs))
			var took time.Duration
			wrote := written()
			for b.Loop() {
				if err := os.RemoveAll(db); err != nil {
					b.Fatal(err)
				}
				before := spent(b)
				if got := importAll(b, db, paths); got != int64(n) {
					b.Fatalf("%d of %d rows are new", got, n)
				}
				took += spent(b) - before
			}
			wrote = written() - wrote
			info, err := os.Stat(db)
			if err != nil {
				b.Fatal(err)
			}
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			b.ReportMetric(float64(info.Size())/float64(n), "B/row")
			b.ReportMetric(float64(wrote)/float64(n*b.N), "written-B/row")
			b.ReportMetric(float64(took.Microseconds())/float64(n*b.N), "cpu-us/row")
			b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
			b.ReportMetric(float64(m.HeapSys>>20), "heap-MB")
		})
	}
}

// importAll imports logs into a new store, each as a source of its own.
func importAll(b *testing.B, db string, paths []string) (rows int64) {
	store, err := boltstore.Open(b.Context(), db)
	if err != nil {
		b.Fatal(err)
	}
	for _, path := range paths {
		got, err := Import(context.WithoutCancel(b.Context()), gamelog.Games{Store: store}, Source{Name: filepath.Base(path), Path: path}, time.Now, nil)
		if err != nil {
			b.Fatal(err)
		}
		rows += got.New
	}
	if err := store.Close(); err != nil {
		b.Fatal(err)
	}
	return rows
}
