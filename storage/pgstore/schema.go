package pgstore

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"delphi/storage"
)

// migrations are what made each version of the tables out of the one before it;
// what stands here once is never changed.
var migrations = []string{
	`CREATE TABLE delphi_entries (key bytea PRIMARY KEY, value bytea NOT NULL);
	 CREATE TABLE delphi_commits (id bytea PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())`,
}

// migrate brings the tables to their newest version. Several processes may do so
// at once.
func (s *Store) migrate(ctx context.Context) error {
	return s.retry(ctx, func(ctx context.Context) error {
		err := pgx.BeginTxFunc(ctx, s.pool, pgx.TxOptions{IsoLevel: pgx.Serializable}, func(tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, `CREATE TABLE IF NOT EXISTS delphi_schema (version int PRIMARY KEY)`); err != nil {
				return err
			}
			at := 0
			if err := tx.QueryRow(ctx, `SELECT coalesce(max(version), 0) FROM delphi_schema`).Scan(&at); err != nil {
				return err
			}
			if at > len(migrations) {
				return fmt.Errorf("%w: its tables are of version %d, and this program knows them up to %d", storage.ErrNotStore, at, len(migrations))
			}
			for ; at < len(migrations); at++ {
				if _, err := tx.Exec(ctx, migrations[at]); err != nil {
					return err
				}
				if _, err := tx.Exec(ctx, `INSERT INTO delphi_schema (version) VALUES ($1)`, at+1); err != nil {
					return err
				}
			}
			return nil
		})
		if meanwhile(err) {
			return lost{err}
		}
		return err
	})
}

// meanwhile reports that another process made a table at the same time, which
// the database says in words of its own.
func meanwhile(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && (e.Code == "23505" || e.Code == "42P07")
}

// markersKept is for how long the rows that Updates leave behind are kept: far
// longer than any process looks for its own.
const markersKept = "1 day"

// sweep deletes old rows of Updates.
func (s *Store) sweep(ctx context.Context) error {
	_, err := s.pool.Exec(ctx, `DELETE FROM delphi_commits WHERE at < now() - $1::interval`, markersKept)
	return err
}
