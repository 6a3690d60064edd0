package console

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"time"

	"github.com/ergochat/readline"
	"golang.org/x/term"

	"delphi/bot"
	"delphi/commands"
)

// Name is the network that requests from the terminal come from.
const Name = "console"

// Config says what a console works with. In and Out are required.
type Config struct {
	In  io.Reader
	Out io.Writer

	// Complete offers whole lines that continue a line, for Tab; nil: none.
	Complete func(line string, max int) []string

	HistoryFile string // where the history of lines is kept between runs; empty: nowhere
}

// Console is the terminal as an adapter.
type Console struct {
	cfg   Config
	pages bool // somebody reads along: long tables are shown a screen at a time
}

// New returns the terminal's adapter.
func New(cfg Config) *Console {
	return &Console{cfg: cfg}
}

// Name implements bot.Adapter.
func (c *Console) Name() string { return Name }

const greeting = "Type a question, such as: fail wiz xl8 int16 force bolt plate mail (help lists more, Tab completes, quit leaves)"

// greet says how to begin, broken between words where the terminal is narrow.
func (c *Console) greet() {
	lines := []string{greeting}
	if width, _ := c.size(); width > 0 {
		lines = commands.Wrap(greeting, width)
	}
	fmt.Fprintln(c.cfg.Out, strings.Join(lines, "\n"))
}

// Run asks h about every line until ctx ends, the input ends, or somebody
// types quit.
func (c *Console) Run(ctx context.Context, h bot.Handler) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if in, ok := c.cfg.In.(*os.File); ok && term.IsTerminal(int(in.Fd())) && isTerminal(c.cfg.Out) {
		return c.interactive(ctx, h)
	}
	if isTerminal(c.cfg.Out) {
		c.greet()
	}
	return c.plain(ctx, h)
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// interactive edits lines on a terminal.
func (c *Console) interactive(ctx context.Context, h bot.Handler) error {
	rl, err := readline.NewFromConfig(&readline.Config{
		Prompt:       "delphi> ",
		HistoryFile:  c.cfg.HistoryFile,
		AutoComplete: completer{c.cfg.Complete},
		EOFPrompt:    "",
	})
	if err != nil {
		return fmt.Errorf("the terminal cannot be used: %w", err)
	}
	defer rl.Close()
	stop := context.AfterFunc(ctx, func() { rl.Close() })
	defer stop()

	c.greet()
	c.pages = true
	interrupted := false // by the line before
	for {
		line, err := rl.ReadLine()
		switch {
		case ctx.Err() != nil, errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, readline.ErrInterrupt):
			// The editor does not tell whether anything was typed, so the
			// first Ctrl-C only clears the line.
			if interrupted {
				return nil
			}
			interrupted = true
			fmt.Fprintln(c.cfg.Out, "(Ctrl-C again or quit leaves)")
			continue
		case err != nil:
			return fmt.Errorf("reading the terminal: %w", err)
		}
		interrupted = false
		if !c.one(ctx, h, line, os.Getenv("NO_COLOR") == "") {
			return nil
		}
	}
}

// plain reads lines from anything else. Reading cannot be interrupted, so it
// has a goroutine of its own, which ends with the input.
func (c *Console) plain(ctx context.Context, h bot.Handler) error {
	lines := make(chan string)
	failed := make(chan error, 1)
	go func() {
		defer close(lines)
		sc := bufio.NewScanner(c.cfg.In)
		sc.Buffer(nil, 1<<20)
		for sc.Scan() {
			select {
			case lines <- sc.Text():
			case <-ctx.Done():
				return
			}
		}
		failed <- sc.Err()
	}()
	for {
		select {
		case line, ok := <-lines:
			if !ok {
				select {
				case err := <-failed:
					return err
				default:
					return nil
				}
			}
			if !c.one(ctx, h, line, false) {
				return nil
			}
		case <-ctx.Done():
			return nil
		}
	}
}

// one answers a line; false means that the user leaves.
func (c *Console) one(ctx context.Context, h bot.Handler, line string, colour bool) bool {
	line = strings.TrimSpace(line)
	switch strings.ToLower(line) {
	case "":
		return true
	case "quit", "exit", "bye", "q":
		return false
	}
	width, height := c.size()
	size := commands.PageSize{Rows: math.MaxInt, Chars: math.MaxInt}
	if c.pages && width > 0 {
		size = commands.PageSize{Width: width, Height: height}
	}
	reply := h.Answer(ctx, commands.Request{
		Line: line, Size: size, Network: Name, Place: Name, User: Name, Nick: "you",
		Private: true, Operator: true, Admin: true, At: time.Now(),
	})
	fmt.Fprint(c.cfg.Out, Render(&reply, Look{Width: width, Colour: colour}))
	return true
}

// size is that of the terminal in characters; zero where Out is none.
func (c *Console) size() (width, height int) {
	f, ok := c.cfg.Out.(*os.File)
	if !ok {
		return 0, 0
	}
	width, height, err := term.GetSize(int(f.Fd()))
	if err != nil || width < 20 {
		return 0, 0
	}
	return width, height
}

// completer offers the Router's completions to the line editor.
type completer struct {
	complete func(line string, max int) []string
}

// Do implements readline.AutoCompleter: what may follow the cursor, and how
// many characters before it that shares.
func (c completer) Do(line []rune, pos int) ([][]rune, int) {
	if c.complete == nil {
		return nil, 0
	}
	typed := string(line[:pos])
	var out [][]rune
	for _, whole := range c.complete(typed, 25) {
		// A completion may correct the case of what was typed; the editor can
		// only add, so the rest is taken by length.
		if len(whole) >= len(typed) && strings.EqualFold(whole[:len(typed)], typed) {
			out = append(out, []rune(whole[len(typed):]))
		}
	}
	return out, len(line[:pos]) - (strings.LastIndexByte(typed, ' ') + 1)
}
