package pgstore

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"delphi/storage"
)

// The limits of a connection, where the URL says nothing else.
const (
	maxConns         = 8
	connectTime      = 5 * time.Second
	statementTimeout = "30s"            // of one statement
	answerTime       = 35 * time.Second // after which a server that says nothing at all is given up
	pingTime         = 3 * time.Second  // likewise before a connection is used again
	healthEvery      = 10 * time.Second
	idleTimeout      = "60s" // of a transaction in which nothing happens
	sweepEvery       = 10_000
)

// Store is the entries of one database. Open makes one.
type Store struct {
	pool *pgxpool.Pool

	gate *storage.Gate

	answer time.Duration // answerTime

	updates atomic.Uint64
}

var _ storage.Store = (*Store)(nil)

// Open connects to the database of a URL, postgres://user@host1,host2/name, and makes
// or renews its tables. Given several hosts, it uses the one that accepts writes, and
// looks for it again whenever the connection is lost.
func Open(ctx context.Context, address string) (*Store, error) {
	cfg, err := parse(address)
	if err != nil {
		return nil, err
	}
	if !strings.Contains(address, "pool_max_conns") {
		cfg.MaxConns = maxConns
	}
	cfg.ConnConfig.ConnectTimeout = cmp.Or(cfg.ConnConfig.ConnectTimeout, connectTime)
	params := cfg.ConnConfig.RuntimeParams
	for name, value := range map[string]string{
		"application_name": "delphi", "statement_timeout": statementTimeout, "idle_in_transaction_session_timeout": idleTimeout,
	} {
		params[name] = cmp.Or(params[name], value)
	}
	if cfg.ConnConfig.ValidateConnect == nil {
		cfg.ConnConfig.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsReadWrite
	}
	cfg.HealthCheckPeriod, cfg.PingTimeout = healthEvery, pingTime
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, err
	}
	s := &Store{pool: pool, answer: answerTime, gate: storage.NewGate()}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, unreachable(cfg, err)
	}
	if err := errors.Join(s.migrate(ctx), s.sweep(ctx)); err != nil {
		pool.Close()
		return nil, fmt.Errorf("the database at %s: %w", where(cfg), err)
	}
	return s, nil
}

// Is reports whether text is meant as the address of a database, and not as the
// name of a file.
func Is(text string) bool {
	return strings.HasPrefix(text, "postgres://") || strings.HasPrefix(text, "postgresql://")
}

// Check reports what is wrong with a database's address, without connecting to it.
func Check(address string) error {
	_, err := parse(address)
	return err
}

func parse(address string) (*pgxpool.Config, error) {
	const want = "want postgres://user@host/name"
	if !Is(address) {
		return nil, fmt.Errorf("%s is not the address of a database; %s", without(address), want)
	}
	if _, err := url.Parse(address); err != nil { // whose words may quote the password
		return nil, fmt.Errorf("the store's address is not one of a database; %s, with a number for a port and %%23 and the like for # and other signs in a password", want)
	}
	cfg, err := pgxpool.ParseConfig(address)
	if err != nil {
		return nil, fmt.Errorf("%s is not the address of a database; %s (%s)", without(address), want, clean(err))
	}
	return cfg, nil
}

// clean returns the cause of a parse error, without quoting any of the address.
func clean(err error) string {
	var number *strconv.NumError
	var file *fs.PathError
	switch {
	case errors.As(err, &number):
		return "a value after the \"?\" should be a number"
	case errors.As(err, &file):
		return fmt.Sprintf("a file that is named after the \"?\" cannot be read: %v", file.Err)
	case strings.Contains(err.Error(), "sslmode is invalid"):
		return "sslmode is invalid"
	}
	return "a part of it after the \"?\" is wrong"
}

// refusals holds what a database may answer instead of letting us in, and what to do.
var refusals = map[string]string{
	"28P01": "refuses the password: it is taken from PGPASSWORD, from the file that PGPASSFILE names, or from the address in DELPHI_STORE_URL",
	"28000": "does not let this user in from here: its pg_hba.conf says who may connect from where",
	"3D000": "does not exist: \"createdb -O delphi NAME\" makes a database",
	"42704": "does not know a part of the address after the \"?\"",
	"53300": "has no connection left: its max_connections must be more than pool_max_conns of all processes together",
}

// unreachable says why there is no connection.
func unreachable(cfg *pgxpool.Config, err error) error {
	var refused *pgconn.PgError
	if errors.As(err, &refused) && refusals[refused.Code] != "" {
		return fmt.Errorf("the database at %s %s (%s)", where(cfg), refusals[refused.Code], refused.Message)
	}
	if strings.Contains(err.Error(), "read only connection") {
		return fmt.Errorf("the database at %s can only be read: name its primary too, as in postgres://user@db1,db2/name", where(cfg))
	}
	return &unreached{fmt.Sprintf("the database at %s cannot be reached: %s", where(cfg), causes(err)), err}
}

// unreached is an error in fewer words than its cause, which has a line for each
// address that was tried, and for trying it with TLS and without.
type unreached struct {
	text  string
	cause error
}

func (u *unreached) Error() string { return u.text }

func (u *unreached) Unwrap() []error { return []error{storage.ErrAway, u.cause} }

// causes returns the distinct lines of a connection error as one line.
func causes(err error) string {
	lines := strings.Split(err.Error(), "\n\t")
	if len(lines) > 1 {
		lines = slices.DeleteFunc(lines[1:], func(line string) bool { return strings.HasSuffix(line, "server refused TLS connection") })
	}
	return strings.Join(slices.Compact(lines), "; ")
}

// Redacted returns an address without its password, so that it may be shown.
func Redacted(address string) string { return without(address) }

// without returns an address without its password, and with only the names of the
// parameters after the "?", which may hold further passwords.
func without(address string) string {
	u, err := url.Parse(address)
	if err != nil || !Is(address) || strings.Contains(u.Path, "@") || u.User == nil && strings.Contains(address, "@") {
		return "that text" // a sign in its password makes the rest of it something else
	}
	u.Fragment = ""
	parts := strings.Split(u.RawQuery, "&")
	for i, part := range parts {
		if name, _, named := strings.Cut(part, "="); named {
			parts[i] = name + "=xxxxx"
		} else if part != "" {
			parts[i] = "xxxxx"
		}
	}
	u.RawQuery = strings.Join(parts, "&")
	return u.Redacted()
}

func where(cfg *pgxpool.Config) string {
	return fmt.Sprintf("%s:%d/%s", cfg.ConnConfig.Host, cfg.ConnConfig.Port, cfg.ConnConfig.Database)
}

// beginView begins a View. The snapshot is that of the first statement, so there
// is one at once.
const beginView = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SELECT 1"

// View implements storage.Store. fn never runs twice.
func (s *Store) View(ctx context.Context, fn func(storage.ReadTx) error) error {
	inner, leave, err := s.gate.Enter(ctx, s, false)
	if err != nil {
		return err
	}
	defer leave()
	var db pgx.Tx
	err = s.retry(inner, func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, s.answer)
		defer cancel()
		db, err = s.pool.BeginTx(ctx, pgx.TxOptions{BeginQuery: beginView})
		return begun(err)
	})
	if err != nil {
		return cause(ctx, err)
	}
	defer rollback(db)
	t := &tx{ctx: inner, db: db, answer: s.answer}
	defer t.End()
	return fn(t)
}

// Update implements storage.Store.
func (s *Store) Update(ctx context.Context, fn func(storage.Tx) error) error {
	inner, leave, err := s.gate.Enter(ctx, s, true)
	if err != nil {
		return err
	}
	defer leave()
	if s.updates.Add(1)%sweepEvery == 0 {
		if err := s.sweep(inner); err != nil && ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return cause(ctx, s.retry(inner, func(context.Context) error { return s.update(inner, fn) }))
}

// update runs an Update once.
func (s *Store) update(ctx context.Context, fn func(storage.Tx) error) error {
	beginning, cancel := context.WithTimeout(ctx, s.answer)
	defer cancel()
	db, err := s.pool.BeginTx(beginning, pgx.TxOptions{IsoLevel: pgx.Serializable})
	if err != nil {
		return begun(err)
	}
	defer rollback(db)
	t := &tx{ctx: ctx, db: db, answer: s.answer, writes: map[string]int{}}
	defer t.End()
	if err := fn(t); err != nil {
		if t.failed != nil {
			return again(t.failed) // fn may have put it into words of its own
		}
		return final(err)
	}
	if t.failed != nil {
		return again(t.failed) // fn passed over it
	}
	if err := ctx.Err(); err != nil {
		return final(err)
	}
	if !t.wrote {
		return again(t.fail(t.commit()))
	}
	marker := make([]byte, 16)
	_, _ = rand.Read(marker) // never fails
	at, err := t.finish(marker)
	switch {
	case err != nil:
		return again(err)
	case at != storage.Format:
		return final(later(ctx, db, at))
	}
	err = t.commit()
	var answered *pgconn.PgError
	if err == nil || errors.As(err, &answered) || errors.Is(err, pgx.ErrTxCommitRollback) {
		return again(err)
	}
	// Nobody answered: it may have been kept.
	kept, lookErr := s.kept(ctx, marker)
	switch {
	case lookErr != nil:
		return final(fmt.Errorf("whether a transaction was kept is unknown: %w", errors.Join(err, lookErr)))
	case kept:
		return nil
	}
	return lost{err}
}

// lookFor is how long a marker is looked for after a lost connection.
const lookFor = 30 * time.Second

// kept looks for the marker of an Update whose COMMIT nobody answered. The
// server may be ending, or another may be taking over. To insert the row again
// waits for the old transaction where that is still open. It is never committed:
// if it were, and its own COMMIT got lost, the next look would find it. A row
// that is found was committed here, but perhaps not yet by the standby, which may
// be promoted next: a commit of our own behind it waits for that.
func (s *Store) kept(ctx context.Context, marker []byte) (kept bool, err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookFor)
	defer cancel()
	return backoff.Retry(ctx, func() (bool, error) {
		db, err := s.pool.Begin(ctx)
		if err != nil {
			return false, err
		}
		defer rollback(db)
		tag, err := db.Exec(ctx, `INSERT INTO delphi_commits (id) VALUES ($1) ON CONFLICT DO NOTHING`, marker)
		if err != nil || tag.RowsAffected() == 1 {
			return false, err
		}
		if _, err := db.Exec(ctx, `UPDATE delphi_commits SET at = now() WHERE id = $1`, marker); err != nil {
			return false, err
		}
		return true, db.Commit(ctx)
	}, backoff.WithBackOff(pauses()), backoff.WithMaxElapsedTime(lookFor))
}

// lost marks an error after which nothing was kept, although the database did not say
// so.
type lost struct{ error }

func (l lost) Unwrap() error { return l.error }

// again marks an error after which a transaction may run again as one that is
// final, if it is not one of those.
func again(err error) error {
	if err == nil || conflict(err) || isLost(err) {
		return err
	}
	return final(err)
}

// begun is like again, for an error while beginning a transaction, in which nothing has
// been written yet: unless the database refused it, the database may be back soon.
func begun(err error) error {
	var answered *pgconn.PgError
	if err != nil && !errors.As(err, &answered) && !errors.Is(err, context.Canceled) {
		return lost{err}
	}
	return again(err)
}

func final(err error) error { return backoff.Permanent(err) }

// conflict reports whether the database refused a transaction because of a concurrent
// one.
func conflict(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && (e.Code == "40001" || e.Code == "40P01")
}

// isLost reports whether the connection went away before COMMIT, so that nothing was
// kept: the server ended, was killed, or is only for reading now.
func isLost(err error) bool {
	var l lost
	if errors.As(err, &l) {
		return true
	}
	var e *pgconn.PgError
	if errors.As(err, &e) {
		switch e.Code {
		case "57P01", "57P02", "57P03", "25006", "08006", "08003", "08000", "25P03":
			return true
		}
		return false
	}
	return pgconn.SafeToRetry(err) || errors.Is(err, errUnanswered)
}

// pauses returns the pauses between tries.
func pauses() *backoff.ExponentialBackOff {
	b := backoff.NewExponentialBackOff()
	b.InitialInterval, b.MaxInterval = 2*time.Millisecond, 500*time.Millisecond
	return b
}

// tryFor is how long a transaction is tried again where its context sets no end.
const tryFor = time.Minute

// retry runs a transaction until it no longer conflicts with others. If the database
// could not be reached in the end, its error is also storage.ErrAway.
func (s *Store) retry(ctx context.Context, run func(context.Context) error) error {
	var away error
	_, err := backoff.Retry(ctx, func() (struct{}, error) {
		err := run(ctx)
		if away = nil; isLost(err) {
			away = err
		}
		var done *backoff.PermanentError
		if err != nil && !errors.As(err, &done) && !conflict(err) && !isLost(err) {
			err = final(err)
		}
		return struct{}{}, err
	}, backoff.WithBackOff(pauses()), backoff.WithMaxElapsedTime(tryFor))
	var done *backoff.PermanentError
	if errors.As(err, &done) {
		return done.Unwrap()
	}
	if err != nil && away != nil {
		return fmt.Errorf("%w: %w (%s)", storage.ErrAway, cause(ctx, err), causes(away))
	}
	return err
}

// cause returns the context's error if the context is done, in place of the error that
// this led to.
func cause(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil && !errors.Is(err, storage.ErrAway) {
		return ctx.Err()
	}
	return err
}

func rollback(db pgx.Tx) {
	ctx, cancel := context.WithTimeout(context.Background(), connectTime)
	defer cancel()
	_ = db.Rollback(ctx) // what is not committed is not kept in any case
}

// Close implements storage.Store; its error is always nil.
func (s *Store) Close() error {
	s.gate.Close(s.pool.Close)
	return nil
}
