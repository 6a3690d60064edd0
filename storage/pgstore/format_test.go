package pgstore

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"delphi/storage"
	"delphi/storage/gamelog"
	"delphi/storage/pgstore/pgtest"
)

// testdata has a small store of each format, and one of before there were numbers,
// made as those of boltstore are, with the address of an empty database in place of
// the file and then
//
//	pg_dump --inserts --no-owner DATABASE | grep -v '^\\\|^--\|^SET\|^SELECT\|^$' | sed 's/public\.//g'

// stored makes a store of testdata, and returns its address.
func stored(t *testing.T, server *pgtest.Server, name string) string {
	t.Helper()
	dump, err := os.ReadFile(filepath.Join("testdata", name+".sql"))
	if err != nil {
		t.Fatal(err)
	}
	address := server.URL()
	exec(t, address, string(dump))
	return address
}

// exec runs statements in a database, without a Store.
func exec(t *testing.T, address, statements string) {
	t.Helper()
	db, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close(context.Background())
	if _, err := db.PgConn().Exec(t.Context(), statements).ReadAll(); err != nil {
		t.Fatal(err)
	}
}

func TestFormats(t *testing.T) {
	server := pgtest.Start(t)
	for _, name := range []string{"format-2", "format-3"} {
		t.Run(name, func(t *testing.T) {
			address := stored(t, server, name)
			for range 2 {
				s := open(t, address)
				defer s.Close()
				if line, ok, err := storage.NewCharacters(s).Character(t.Context(), "ask\x00ask"); err != nil || !ok || line != "Wizard, xl8 int16 small shield" {
					t.Errorf("the character is %q, %v, %v", line, ok, err)
				}
				list, err := (gamelog.Games{Store: s}).Logged(t.Context(), 0, 1)
				if err != nil || list[0].Name != "alice" || list[1].Points != 2_000_000 {
					t.Errorf("the games are %v, %v", list, err)
				}
				if err := s.Update(t.Context(), add); err != nil {
					t.Error(err)
				}
			}
			if at := server.SQL("SELECT max(version) FROM " + address[strings.LastIndex(address, "=")+1:] + ".delphi_schema"); at != fmt.Sprint(storage.Format) {
				t.Errorf("it is of format %s", at)
			}
		})
	}
	refuse := func(t *testing.T, err error, says ...string) {
		t.Helper()
		if !errors.Is(err, storage.ErrFormat) {
			t.Fatalf("%v", err)
		}
		for _, words := range append(says, storage.Program) {
			if !strings.Contains(err.Error(), words) {
				t.Errorf("%v does not say %q", err, words)
			}
		}
	}
	t.Run("before format 2", func(t *testing.T) {
		_, err := Open(t.Context(), stored(t, server, "format-1"))
		refuse(t, err, "the database at 127.0.0.1", "no release has written it", "once with delphi 1.0.0")
	})
	next := storage.Format + 1
	sentence := []string{fmt.Sprintf("format %d, made by delphi v9.1.2", next), fmt.Sprintf("reads formats 2 to %d", storage.Format), "use that program or a later one", "pg_restore"}
	convert := fmt.Sprintf(`INSERT INTO delphi_schema (version, program) VALUES (%d, 'delphi v9.1.2')`, next)
	t.Run("a later one", func(t *testing.T) {
		address := stored(t, server, "format-2")
		exec(t, address, convert)
		_, err := Open(t.Context(), address)
		refuse(t, err, sentence...)
		exec(t, address, `ALTER TABLE delphi_schema DROP COLUMN program`)
		_, err = Open(t.Context(), address)
		refuse(t, err, fmt.Sprintf("format %d, and this program", next))
	})
	t.Run("converted while it is open", func(t *testing.T) {
		address := server.URL()
		s := open(t, address)
		defer s.Close()
		if err := s.Update(t.Context(), add); err != nil {
			t.Fatal(err)
		}
		exec(t, address, convert)
		refuse(t, s.Update(t.Context(), add), sentence...)
		if n := count(t, s); n != 1 {
			t.Errorf("%d Updates were kept, want 1", n)
		}
	})
}
