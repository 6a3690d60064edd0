package follow

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"
	"time"

	"delphi/storage"
	"delphi/storage/boltstore"
)

// BenchmarkImport imports a made-up log into a file: 20,000 rows of 4,000
// players, or as many as DELPHI_IMPORT_ROWS says. It reports rows a second, and
// the most heap that was reserved.
func BenchmarkImport(b *testing.B) {
	n := 20_000
	if s := os.Getenv("DELPHI_IMPORT_ROWS"); s != "" {
		var err error
		if n, err = strconv.Atoi(s); err != nil {
			b.Fatal(err)
		}
	}
	dir := b.TempDir()
	path := filepath.Join(dir, "made.xlogfile")
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	w, rng := bufio.NewWriter(f), rand.New(rand.NewPCG(1, 2))
	for i := range n {
		end := 1_200_000_000 + i*250
		fmt.Fprintf(w, "version=3.6.%d\tpoints=%d\tdeathdnum=0\tdeathlev=%d\tmaxlvl=9\thp=%d\tmaxhp=80\tdeaths=1\tdeathdate=20150401\tbirthdate=20150331\tuid=5\trole=Val\trace=Dwa\tgender=Fem\talign=Law\tname=player%d\tdeath=killed by a soldier ant\tconduct=0x%x\tturns=%d\tachieve=0x0\trealtime=%d\tstarttime=%d\tendtime=%d\tgender0=Fem\talign0=Law\tflags=0x4\n",
			rng.IntN(8), rng.IntN(50000), rng.IntN(30)-5, rng.IntN(40)-9, rng.IntN(4000), rng.IntN(4096), rng.IntN(20000), rng.IntN(9000), end-rng.IntN(90000), end)
	}
	if err := w.Flush(); err != nil {
		b.Fatal(err)
	}
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
	for i := 0; b.Loop(); i++ {
		store, err := boltstore.Open(b.Context(), filepath.Join(dir, fmt.Sprint(i, ".db")))
		if err != nil {
			b.Fatal(err)
		}
		got, err := Import(b.Context(), storage.Games{Store: store}, Source{Name: "made", Path: path}, time.Now, nil)
		if err != nil || got.New != int64(n) {
			b.Fatalf("%+v, %v", got, err)
		}
		if err := store.Close(); err != nil {
			b.Fatal(err)
		}
		if info, err := os.Stat(filepath.Join(dir, fmt.Sprint(i, ".db"))); err == nil {
			b.ReportMetric(float64(info.Size())/float64(n), "B/row")
		}
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
	b.ReportMetric(float64(m.HeapSys>>20), "heap-MB")
}
