package follow

import (
	"maps"
	"os"
	"path/filepath"
	"testing"
	"time"

	"delphi/engine/games/xlog"
	"delphi/storage/gamelog"
	"delphi/storage/memstore"
	"delphi/storage/storagetest"
)

// impossible are rows of games that cannot have been, and why each is set aside.
var impossible = map[string]error{
	"version=3.6.7\tname=a\tdeath=ascended\tpoints=1\tturns=1\tstarttime=1604188000\tendtime=2777000000\n":          xlog.ErrFuture,
	"version=3.6.7\tname=b\tdeath=ascended\tpoints=2\tturns=1\tstarttime=1604190000\tendtime=1604189000\n":          xlog.ErrBackwards,
	"version=3.6.7\tname=c\tdeath=ascended\tpoints=-3\tturns=1\tstarttime=1604188000\tendtime=1604189000\n":         xlog.ErrPointsBelow,
	"version=3.6.7\tname=d\tdeath=ascended\tpoints=4294967290\tturns=1\tstarttime=1604188000\tendtime=1604189000\n": xlog.ErrPointsOver,
	"version=3.6.7\tname=e\tdeath=ascended\tpoints=5\tturns=-1\tstarttime=1604188000\tendtime=1604189000\n":         xlog.ErrTurnsBelow,
	"version=3.6.7\tname=f\tdeath=ascended\tpoints=6\tturns=4294967290\tstarttime=1604188000\tendtime=1604189000\n": xlog.ErrTurnsOver,
}

// wantAside checks that only the rows that can be true were kept, and that the others
// were counted by their reasons.
func wantAside(t *testing.T, games gamelog.Games, source string) {
	t.Helper()
	if all := storagetest.Standing(t, games); len(all) != 2 || all[0].Points+all[1].Points != 1 {
		t.Errorf("%d games are kept, want those with 0 and 1 points", len(all))
	}
	s, _, err := games.Source(t.Context(), source)
	if err != nil || s.Aside != int64(len(impossible)) || s.Games != 2 {
		t.Errorf("%+v, %v", s, err)
	}
	for _, why := range impossible {
		if s.Reasons[why.Error()] != 1 {
			t.Errorf("%d rows are set aside because of %q, want 1: %v", s.Reasons[why.Error()], why, s.Reasons)
		}
	}
}

func TestImpossibleRowsAreSetAside(t *testing.T) {
	path := filepath.Join(t.TempDir(), "xlogfile")
	text := row(0)
	for line := range impossible {
		text += line
	}
	write(t, path, text+row(1), 0)

	t.Run("followed", func(t *testing.T) {
		r := newRig(t, Source{Name: "here", Path: path})
		if err := r.poll(); err != nil || r.fresh != 2 {
			t.Errorf("%d are announced, %v", r.fresh, err)
		}
		wantAside(t, r.f.Games, "here")
	})
	t.Run("imported", func(t *testing.T) {
		games := gamelog.Games{Store: memstore.New()}
		sum, err := Import(t.Context(), games, Source{Name: "here", Path: path}, time.Now, nil)
		want := map[string]int64{}
		for _, why := range impossible {
			want[why.Error()] = 1
		}
		if err != nil || sum.New != 2 || sum.Aside != int64(len(impossible)) || !maps.Equal(sum.Reasons, want) {
			t.Errorf("%+v, %v", sum, err)
		}
		wantAside(t, games, "here")
	})
	t.Run("by the reader's clock", func(t *testing.T) {
		r := newRig(t, Source{Name: "here", Path: path})
		r.f.Now = func() time.Time { return time.Unix(1604189000-86400, 0) }
		if err := r.poll(); err != nil || r.fresh != 1 {
			t.Errorf("%d games ended by a day past the clock, want 1, %v", r.fresh, err)
		}
	})
}

func TestImpossibleEventsAreSetAside(t *testing.T) {
	path := filepath.Join(t.TempDir(), "livelog")
	r := newRig(t, Source{Name: "live", Path: path, Kind: LiveLog})
	write(t, path, "lltype=2\tname=a\tturns=5\tcurtime=2777000000\tmessage=entered the Mines\nlltype=2\tname=a\tturns=-5\tcurtime=1604189000\tmessage=entered the Mines\n", os.O_TRUNC)
	if err := r.poll(); err != nil || r.fresh != 0 {
		t.Errorf("%d events, %v", r.fresh, err)
	}
	if s, _, _ := r.f.Games.Source(t.Context(), "live"); s.Events != 0 || s.Aside != 2 || s.Reasons[xlog.ErrFuture.Error()] != 1 {
		t.Errorf("%+v", s)
	}
}
