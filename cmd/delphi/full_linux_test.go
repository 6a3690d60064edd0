//go:build linux

package main

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"delphi/storage/shared"
)

// TestServesOnAFullDisk: while its disk is full a bot refuses writes with that
// reason and goes on answering; it keeps what it has acknowledged, and writes
// again as soon as there is room.
func TestServesOnAFullDisk(t *testing.T) {
	disk := t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=6m"); err != nil {
		t.Skipf("no file system of its own can be mounted here: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(disk, 0); err != nil {
			t.Error(err)
		}
	})
	config, db := nowhere(t, disk, "")
	bot := serve(t, t.TempDir(), config)
	ballast := filepath.Join(disk, "ballast")
	if f, err := os.Create(ballast); err != nil {
		t.Fatal(err)
	} else {
		for err == nil {
			_, err = f.Write(make([]byte, 4096))
		}
		f.Close()
	}
	store, err := shared.Open(t.Context(), db, shared.Options{Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	n := int64(1)
	for ; n < 5000 && err == nil; n++ {
		err = keep(context.Background(), store, n)
	}
	if err == nil || !strings.Contains(err.Error(), "the disk is full") {
		t.Fatalf("write %d: %v, want that the disk is full", n, err)
	}
	acknowledged := n - 2
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	if err := keep(context.Background(), store, acknowledged+1); err != nil {
		t.Errorf("with room again: %v", err)
	}
	if err := store.Close(); err != nil {
		t.Error(err)
	}
	if err := bot.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := bot.cmd.Wait(); err != nil {
		t.Errorf("it ended with %v\n%s", err, &bot.stderr)
	}
	if last := sound(t, db, acknowledged+1); last != acknowledged+1 {
		t.Errorf("the last write is %d, want %d", last, acknowledged+1)
	}
}
