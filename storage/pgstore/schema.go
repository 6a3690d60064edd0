package pgstore

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"delphi/storage"
	"delphi/storage/gamelog"
)

// migrations holds, for each storage.Format, the statements that convert the previous
// format's tables; gamelog.Convert converts what is in them. An entry is never changed
// once it is here. The number of the last one is the store's format, and its row names
// the program that wrote it.
var migrations = [storage.Format]string{
	`CREATE TABLE delphi_entries (key bytea PRIMARY KEY, value bytea NOT NULL);
	 CREATE TABLE delphi_commits (id bytea PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())`,
	`ALTER TABLE delphi_schema ADD COLUMN program text NOT NULL DEFAULT ''`,
	``,
}

// format is the newest format of the tables; NULL before there are any.
const format = `SELECT max(version) FROM delphi_schema`

// migrate brings the tables to the format of this program, or refuses them. Several
// processes may do so at once.
func (s *Store) migrate(ctx context.Context) error {
	return s.retry(ctx, func(ctx context.Context) error {
		err := pgx.BeginTxFunc(ctx, s.pool, pgx.TxOptions{IsoLevel: pgx.Serializable}, func(tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, `CREATE TABLE IF NOT EXISTS delphi_schema (version int PRIMARY KEY)`); err != nil {
				return err
			}
			var at *int
			if err := tx.QueryRow(ctx, format).Scan(&at); err != nil {
				return err
			}
			if at == nil {
				at = new(int)
			} else if err := readable(ctx, tx, *at); err != nil {
				return err
			}
			if *at == storage.Format {
				return nil
			}
			for ; *at < storage.Format; *at++ {
				if _, err := tx.Exec(ctx, migrations[*at]); err != nil {
					return err
				}
				if _, err := tx.Exec(ctx, `INSERT INTO delphi_schema (version) VALUES ($1)`, *at+1); err != nil {
					return err
				}
			}
			if err := s.convert(ctx, tx); err != nil {
				return err
			}
			_, err := tx.Exec(ctx, `UPDATE delphi_schema SET program = $1 WHERE version = $2`, storage.Program, storage.Format)
			return err
		})
		if meanwhile(err) {
			return lost{err}
		}
		return err
	})
}

// convert converts the entries of the previous format.
func (s *Store) convert(ctx context.Context, db pgx.Tx) error {
	t := &tx{ctx: ctx, db: db, answer: s.answer, writes: map[string]int{}}
	defer t.End()
	for more := true; more; {
		var err error
		if more, err = gamelog.Convert(t); err != nil {
			return err
		}
	}
	return t.flush()
}

// readable refuses tables of a format that this program does not read.
func readable(ctx context.Context, db pgx.Tx, at int) error {
	if err := (storage.Stamp{Format: at}).Check(); err == nil || at < storage.Format {
		return err
	}
	return later(ctx, db, at)
}

// later returns the error for tables of a later format. Such a format may no longer
// name the program in the place where this one does.
func later(ctx context.Context, db interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}, at int) error {
	program := ""
	_ = db.QueryRow(ctx, `SELECT program FROM delphi_schema WHERE version = $1`, at).Scan(&program)
	return storage.Stamp{Format: at, Program: program}.Check()
}

// meanwhile reports whether another process created a table at the same time, for which
// the database has an error of its own.
func meanwhile(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && (e.Code == "23505" || e.Code == "42P07")
}

// markersKept is how long the rows that Updates leave behind are kept: far longer than
// any process looks for its own.
const markersKept = "1 day"

// sweep deletes old rows of Updates.
func (s *Store) sweep(ctx context.Context) error {
	_, err := s.pool.Exec(ctx, `DELETE FROM delphi_commits WHERE at < now() - $1::interval`, markersKept)
	return err
}
