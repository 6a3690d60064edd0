package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"delphi/storage/pgstore/pgtest"
)

// What lies beside a database is beside the bot's own path, for import as for serve.
func TestBesideDatabase(t *testing.T) {
	const url = "postgres://u@h/x"
	said := func(key string) string {
		return map[string]string{"DELPHI_STORE_PATH": "/bots/a.db", "XDG_STATE_HOME": "/state"}[key]
	}
	if p, err := placeOf(url, said); err != nil || p.url != url || p.beside("columns") != "/bots/a.db.postgres.columns" {
		t.Errorf("%+v, %v", p, err)
	}
	none := func(string) string { return "" }
	e := &env{getenv: none, cli: &cli{DB: url}}
	s := StoreSettings{Path: "/bots/b.db"}
	if p, err := s.place(e); err != nil || p.beside("columns") != "/bots/b.db.postgres.columns" {
		t.Errorf("%+v, %v", p, err)
	}
}

// A store goes from a file to PostgreSQL and back, and is asked in each place.
func TestStoreInPostgres(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	database := pgtest.Start(t).URL()
	file, again := filepath.Join(t.TempDir(), "a.db"), filepath.Join(t.TempDir(), "b.db")
	ok := func(want string, args ...string) {
		t.Helper()
		if out, err := runWith(t, args...); err != nil || !strings.Contains(out, want) {
			t.Errorf("%v: %v\n%s\nwant %q", args, err, out, want)
		}
	}
	refused := func(want string, args ...string) {
		t.Helper()
		if out, err := runWith(t, args...); err == nil || !strings.Contains(err.Error()+out, want) {
			t.Errorf("%v: %v\n%s\nwant an error with %q", args, err, out, want)
		}
	}
	ok("", "--db", file, "ask", "me", "wiz", "xl12", "int18", "robe")
	ok("entries of "+file+" are in postgres://", "store", "copy", file, database)
	ok("xl12", "--db", database, "ask", "me")
	refused("not empty", "store", "copy", file, database)
	ok("", "--db", database, "ask", "me", "val", "xl9")
	ok("are in "+again, "store", "copy", database, again)
	ok("xl9", "--db", again, "ask", "me")
	ok("xl12", "--db", file, "ask", "me")
	ok("", "store", "copy", "--replace", file, database)
	ok("xl12", "--db", database, "ask", "me")

	log, bot := filepath.Join(t.TempDir(), "nao.xlogfile"), filepath.Join(t.TempDir(), "bot.db")
	row := "version=3.6.6\tpoints=10\tdeathdnum=0\tdeathlev=1\tmaxlvl=1\thp=0\tmaxhp=10\tdeaths=1\tdeathdate=20201101\tbirthdate=20201101\tuid=5\trole=Val\trace=Hum\tgender=Fem\talign=Neu\tname=ann\tdeath=killed by a newt\tconduct=0x0\tturns=10\tachieve=0x0\trealtime=10\tstarttime=1604230000\tendtime=1604230100\tgender0=Fem\talign0=Neu\n"
	if err := os.WriteFile(log, []byte(row), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("DELPHI_STORE_PATH", bot)
	ok("columns for questions are in "+bot+".postgres.columns", "--db", database, "games", "import", log)
	refused("the same store", "store", "copy", database, database)
	refused("no store to copy", "store", "copy", filepath.Join(t.TempDir(), "none.db"), database)
	refused("pg_dump", "--db", database, "store", "check")
	refused("postgres://user@host/name", "--db", "mysql://root:secret@h/x", "ask", "me")
	refused("postgres://user@host/name", "store", "copy", file, "postgres:/delphi")
	refused("cannot be reached", "--db", "postgres://delphi:secret@127.0.0.1:1/x?connect_timeout=1", "ask", "me")
}
