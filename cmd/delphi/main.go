package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/alecthomas/kong"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(status(err))
}

// Exit statuses: 0 all answered, 1 something could not be, 2 wrong use.
const (
	failed   = 1
	wrongUse = 2
)

// exit is an error that has been told already, or needs a status of its own.
type exit struct {
	status int
	err    error // nil: nothing more to say
}

func (e *exit) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit status %d", e.status)
	}
	return e.err.Error()
}

func (e *exit) Unwrap() error { return e.err }

func status(err error) int {
	var e *exit
	switch {
	case err == nil:
		return 0
	case errors.As(err, &e):
		return e.status
	}
	return failed
}

// cli is the command line.
type cli struct {
	DB      string `name:"db" placeholder:"FILE" help:"The store's file. Default: delphi/delphi.db in the state directory; ask keeps its state in memory."`
	Rules   string `placeholder:"VERSION" help:"The game version meant where none is said (default 5.0.0)."`
	Verbose bool   `short:"v" help:"Log more."`

	Chat    chatCmd    `cmd:"" default:"1" help:"Ask in the terminal (what delphi does alone)."`
	Ask     askCmd     `cmd:"" help:"Answer one question, or one per line of standard input."`
	Serve   serveCmd   `cmd:"" help:"Run the bot on the networks of a configuration."`
	Tourney tourneyCmd `cmd:"" help:"Recount a tournament, or show its log."`
	Games   gamesCmd   `cmd:"" help:"Read game logs and show what was read."`
	Wiki    wikiCmd    `cmd:"" help:"Import a wiki's pages for lookups, or say what is loaded."`
	Config  configCmd  `cmd:"" help:"Check a configuration."`
	Version versionCmd `cmd:"" help:"Say the version."`
}

// env is what a subcommand runs with.
type env struct {
	ctx    context.Context
	cli    *cli
	in     io.Reader
	out    io.Writer
	errs   io.Writer
	getenv func(string) string
	log    *slog.Logger
}

// run is the whole program. Its error has been written to stderr.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	err := dispatch(ctx, args, stdin, stdout, stderr)
	var e *exit
	if err != nil && (!errors.As(err, &e) || e.err != nil) {
		fmt.Fprintln(stderr, "delphi:", err)
	}
	return err
}

// helped is how kong says that it has shown the help and is done.
type helped struct{ status int }

func dispatch(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) (err error) {
	var c cli
	defer func() {
		if h, ok := recover().(helped); ok && h.status == 0 {
			err = nil
		} else if ok {
			err = &exit{status: wrongUse}
		}
	}()
	parser, err := kong.New(&c,
		kong.Name("delphi"),
		kong.Description("Exact answers to NetHack players' odds questions."),
		kong.Writers(stdout, stderr),
		kong.Exit(func(status int) { panic(helped{status}) }),
		kong.UsageOnError(),
	)
	if err != nil {
		return err
	}
	parsed, err := parser.Parse(args)
	if err != nil {
		return &exit{wrongUse, fmt.Errorf("%w (delphi --help shows what can be said)", err)}
	}
	level := slog.LevelInfo
	if c.Verbose {
		level = slog.LevelDebug
	}
	return parsed.Run(&env{
		ctx: ctx, cli: &c, in: stdin, out: stdout, errs: stderr, getenv: os.Getenv,
		log: slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: level})),
	})
}

type versionCmd struct{}

// Run says the version.
func (versionCmd) Run(e *env) error {
	_, err := fmt.Fprintln(e.out, "delphi", version())
	return err
}

// version is the module's version or, in a checkout, its commit.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			return "commit " + s.Value[:12]
		}
	}
	return "development"
}
