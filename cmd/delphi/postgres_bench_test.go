//go:build unix

package main

import (
	"context"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"delphi/bot/cluster"
	"delphi/commands"
	"delphi/storage/lease"
	"delphi/storage/pgstore/pgtest"
)

// BenchmarkPostgres measures answers of a bot whose store is in PostgreSQL, and who
// holds its network by a lease: what is written (me), what is read (me alone), and
// what is in the cache.
func BenchmarkPostgres(b *testing.B) {
	server := pgtest.Start(b)
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	e := &env{ctx: b.Context(), cli: &cli{}, out: io.Discard, errs: io.Discard, getenv: os.Getenv, log: log}
	p, err := assemble(e, defaultSettings(), place{url: server.URL(), file: filepath.Join(b.TempDir(), "delphi.db")}, nil)
	if err != nil {
		b.Fatal(err)
	}
	defer p.close()
	ctx, end := context.WithCancel(b.Context())
	leases := lease.New(lease.Options{Store: p.store, Log: log})
	_ = leases.Run(ctx, "network test", func(ctx context.Context, l *lease.Lease) error {
		defer end()
		h := cluster.UnderLease(p.router, l)
		n := 0
		for name, line := range map[string]func() string{
			"me written": func() string { n++; return "me wiz " + character(n) },
			"me read":    func() string { return "me" },
			"cached":     func() string { return "fail wiz xl8 int16 basic force bolt" },
		} {
			b.Run(name, func(b *testing.B) {
				var took []time.Duration
				for b.Loop() {
					q := commands.Request{Line: line(), Network: "test", Place: "#delphi", User: "account:bob"}
					begun := time.Now()
					r := h.Answer(ctx, q)
					took = append(took, time.Since(begun))
					if !strings.Contains(strings.ToLower(r.Summary), map[bool]string{true: "fail", false: "wizard"}[name == "cached"]) {
						b.Fatalf("%s: %q", q.Line, r.Summary)
					}
				}
				slices.Sort(took)
				b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms-median")
				b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "ms-p99")
			})
		}
		return nil
	})
}
