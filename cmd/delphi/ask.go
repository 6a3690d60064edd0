package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"delphi/bot/console"
	"delphi/commands"
	"delphi/commands/route"
)

type askCmd struct {
	JSON     bool     `name:"json" help:"Print each answer as a JSON object on one line."`
	Chat     bool     `name:"chat" help:"Read standard input as conversations, in which a line may change the question before it; an empty line ends one."`
	Question []string `arg:"" optional:"" passthrough:"" help:"The question. Without one, questions are read from standard input, one per line."`
}

// Run answers the question of the command line, or those on standard input.
func (a *askCmd) Run(e *env) error {
	// Words that begin with a dash belong to a question ("luck -5"), so kong
	// leaves them all to us, flags after the question too.
	a.Question = slices.DeleteFunc(a.Question, func(w string) bool {
		a.JSON, a.Chat = a.JSON || w == "--json", a.Chat || w == "--chat"
		return w == "--json" || w == "--chat"
	})
	for _, w := range a.Question {
		if strings.HasPrefix(w, "--") {
			return &exit{wrongUse, fmt.Errorf("ask has no flag %s (delphi ask --help lists them)", w)}
		}
	}
	s := defaultSettings()
	if e.cli.Rules != "" {
		s.Defaults.Rules = e.cli.Rules
	}
	at := place{}
	if e.cli.DB != "" {
		var err error
		if at, err = placeOf(e.cli.DB, e.getenv); err != nil {
			return err
		}
	}
	p, err := assemble(e, s, at, nil)
	if err != nil {
		return err
	}
	all, err := a.answer(e, p.router)
	if err = errors.Join(err, p.close()); err != nil {
		return err
	}
	if !all {
		return &exit{status: failed}
	}
	return nil
}

// answer reports whether every question was answered.
func (a *askCmd) answer(e *env, r *route.Router) (all bool, err error) {
	out := bufio.NewWriterSize(e.out, 64<<10)
	ask := func(line string, alone bool) (bool, error) {
		req := request(line)
		req.Alone = !a.Chat
		reply := r.Answer(e.ctx, req)
		switch {
		case a.JSON:
			if err := reply.WriteJSON(out); err != nil {
				return false, err
			}
		case alone:
			out.WriteString(console.Render(&reply, console.Look{}))
		default:
			out.WriteString(reply.OneLine(commands.LineBudget, ""))
			out.WriteByte('\n')
		}
		return !reply.Failed, nil
	}
	if len(a.Question) > 0 {
		ok, err := ask(strings.Join(a.Question, " "), true)
		return ok, errors.Join(err, out.Flush())
	}
	// A row of questions leaves much garbage and keeps next to nothing, so the
	// heap may grow to several times what it holds before it is swept.
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	all = true
	in := bufio.NewReaderSize(e.in, 64<<10)
	for {
		if !waits(in) { // whoever asks is waiting for the answers so far
			if err := out.Flush(); err != nil {
				return false, err
			}
		}
		line, err := readLine(in)
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return false, fmt.Errorf("reading questions: %w", err)
		}
		if e.ctx.Err() != nil {
			return false, context.Cause(e.ctx)
		}
		if a.Chat && strings.TrimSpace(line) == "" {
			r.EndConversation(request(line))
			continue
		}
		ok, err := ask(line, false)
		if err != nil {
			return false, err
		}
		all = all && ok
	}
}

// waits reports whether another line was read ahead.
func waits(in *bufio.Reader) bool {
	b, _ := in.Peek(in.Buffered())
	return bytes.IndexByte(b, '\n') >= 0
}

// readLine reads one line without its end. Of a line that is longer than the
// reader's buffer only that much is kept: it is refused for its length anyway.
func readLine(in *bufio.Reader) (string, error) {
	b, err := in.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		line := string(b)
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = in.ReadSlice('\n')
		}
		if errors.Is(err, io.EOF) {
			err = nil
		}
		return line, err
	}
	if errors.Is(err, io.EOF) && len(b) > 0 {
		err = nil
	}
	return string(bytes.TrimRight(b, "\r\n")), err
}

// request returns a line asked by the user of this process.
func request(line string) commands.Request {
	return commands.Request{
		Line: line, Network: "ask", Place: "ask", User: "ask", Nick: "you",
		Private: true, Operator: true, Admin: true, At: time.Now(),
	}
}
