package main

import (
	"fmt"
	"strings"

	"delphi/commands/grammar"
)

type explainCmd struct {
	After []string `sep:"none" placeholder:"LINE" help:"A line asked before it; may be given several times."`
	Line  []string `arg:"" help:"The line to read."`
}

// mostExplained is how many readings are shown.
const mostExplained = 5

// Run shows how a line is read: the likeliest readings with their phrases, what each cost
// and what was passed over.
func (x *explainCmd) Run(e *env) error {
	s := defaultSettings()
	if e.cli.Rules != "" {
		s.Defaults.Rules = e.cli.Rules
	}
	p, err := assemble(e, s, place{}, nil)
	if err != nil {
		return err
	}
	for _, line := range x.After {
		p.router.Answer(e.ctx, request(line))
	}
	list, err := p.router.Readings(e.ctx, request(grammar.Clean(strings.Join(x.Line, " "))))
	if err != nil {
		return err
	}
	if len(list) == 0 {
		fmt.Fprintln(e.out, "No reading: nothing in that line asks for anything.")
	}
	for _, rd := range list[:min(len(list), mostExplained)] {
		asks := strings.Join(rd.Lines, " ;; ")
		if rd.Command == nil {
			asks = "(" + rd.Kind + ")"
		}
		fmt.Fprintf(e.out, "%3.0f%%  cost %.2f  %s\n", 100*rd.P, rd.Cost, asks)
		for _, u := range rd.Used {
			says := u.Value
			if u.Slot != "" {
				says = u.Slot + " = " + u.Value
			}
			fmt.Fprintf(e.out, "      %-28q %-34s %6.2f  %s\n", u.Text, says, u.Cost, u.Phrase)
		}
		for _, u := range rd.Skipped {
			could := ""
			if u.Phrase != "" {
				could = "  could be " + u.Phrase
			}
			fmt.Fprintf(e.out, "      %-28q passed over (%s)%s\n", u.Text, u.Slot, could)
		}
		if lacks := rd.Lacks(); len(lacks) > 0 {
			fmt.Fprintf(e.out, "      lacks %s\n", strings.Join(lacks, ", "))
		}
	}
	return p.close()
}
