package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"
	kongcompletion "github.com/jotaen/kong-completion"

	"delphi/bot"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(status(err))
}

// The exit statuses beside 0, which means that everything was done.
const (
	failed   = 1 // something could not be done or answered
	wrongUse = 2 // the command line was wrong
)

// exit is an error with an exit status of its own.
type exit struct {
	status int
	err    error // nil: the user has been told already
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
	DB      string `name:"db" placeholder:"FILE" help:"Database file, or postgres://user@host/name. Default: delphi/delphi.db in the state directory; ask keeps its state in memory."`
	Rules   string `placeholder:"VERSION" help:"Game version for questions that name none (default 5.0.0)."`
	Verbose bool   `short:"v" help:"Write a more detailed log."`

	Chat     chatCmd     `cmd:"" default:"1" help:"Ask in the terminal (the default)."`
	Ask      askCmd      `cmd:"" help:"Answer one question, or each line of standard input."`
	Explain  explainCmd  `cmd:"" help:"Show how a line is read: its readings, phrases and costs."`
	Read     readCmd     `cmd:"" help:"Read characters from dumplogs, or from pages copied from the terminal."`
	Serve    serveCmd    `cmd:"" help:"Run the bot on the networks of a configuration file."`
	Tourney  tourneyCmd  `cmd:"" help:"Score game logs, recount a tournament, or show its audit log."`
	Web      webCmd      `cmd:"" help:"Serve the pages alone, without a network to chat on."`
	Games    gamesCmd    `cmd:"" help:"Import game logs, or show what was read."`
	Store    storeCmd    `cmd:"" help:"Check, back up, restore, compact or copy the store."`
	Wiki     wikiCmd     `cmd:"" help:"Import a wiki's pages for lookups, or show what is loaded."`
	Entries  entriesCmd  `cmd:"" help:"Export or import what channels have written down about terms."`
	Aliases  aliasesCmd  `cmd:"" help:"List or export the aliases that channels and people have made."`
	Config   configCmd   `cmd:"" help:"Write a configuration file to begin with, or check one."`
	Doctor   doctorCmd   `cmd:"" help:"Try all that a configuration asks for, and say what to change."`
	Licences licencesCmd `cmd:"" help:"List the modules in this binary with their licences."`
	Version  versionCmd  `cmd:"" help:"Print the version."`

	Completion completionCmd `cmd:"" help:"Print what makes a shell complete this command line."`
}

// env is the environment that a subcommand runs in.
type env struct {
	ctx    context.Context
	cli    *cli
	in     io.Reader
	out    io.Writer
	errs   io.Writer
	getenv func(string) string
	log    *slog.Logger
}

// run is the whole program. It has already written its error to stderr.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	err := dispatch(ctx, args, stdin, stdout, stderr)
	var e *exit
	if err != nil && (!errors.As(err, &e) || e.err != nil) {
		fmt.Fprintln(stderr, "delphi:", bot.Redact(err.Error()))
	}
	return err
}

func dispatch(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	var c cli
	parsed, err := parse(&c, args, stdout, stderr)
	if err != nil || parsed == nil {
		return err
	}
	level := slog.LevelInfo
	if c.Verbose {
		level = slog.LevelDebug
	}
	return parsed.Run(&env{
		ctx: ctx, cli: &c, in: stdin, out: stdout, errs: stderr, getenv: os.Getenv,
		log: newLog(stderr, level),
	})
}

// newLog returns the program's log. Whatever is logged, no address in it shows a password or a
// key.
func newLog(w io.Writer, level slog.Level) *slog.Logger {
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: level, ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		switch v := a.Value.Any().(type) {
		case string:
			a.Value = slog.StringValue(bot.Redact(v))
		case error:
			a.Value = slog.StringValue(bot.Redact(v.Error()))
		}
		return a
	}}))
}

// shown is what kong panics with here once it has printed what was asked for.
type shown struct{ status int }

// parse reads the command line into c. It returns nil without an error when
// there is nothing left to do because the help was printed.
func parse(c *cli, args []string, stdout, stderr io.Writer) (parsed *kong.Context, err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case shown:
			parsed, err = nil, nil
			if p.status != 0 {
				err = &exit{status: wrongUse}
			}
		default:
			panic(p)
		}
	}()
	parser, err := kong.New(c,
		kong.Name("delphi"),
		kong.Description("Exact answers to NetHack players' odds questions."),
		kong.Writers(stdout, stderr),
		kong.Exit(func(status int) { panic(shown{status}) }),
		kong.UsageOnError(),
	)
	if err != nil {
		return nil, err
	}
	kongcompletion.Register(parser) // answers a shell that asks what may come next, and ends the program then
	parsed, err = parser.Parse(args)
	if err != nil {
		return nil, &exit{wrongUse, fmt.Errorf("%w (delphi --help lists the commands)", err)}
	}
	return parsed, nil
}
