package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"delphi/bot/web"
	"delphi/cmd/delphi/scorefiles"
	"delphi/engine/games/score"
	"delphi/storage/contest"
	"delphi/storage/contest/places"
)

type tourneyCmd struct {
	Score  tourneyScoreCmd  `cmd:"" help:"Score game logs by a tournament's rules, without a store."`
	Export tourneyExportCmd `cmd:"" help:"Write standings, games or the audit log as CSV or JSON, also beside a serving bot."`
	Replay tourneyReplayCmd `cmd:"" help:"Recount a tournament from its games and compare the result with what was kept."`
	Audit  tourneyAuditCmd  `cmd:"" help:"Show every game that was counted or refused, with the reason."`

	Publish tourneyPublishCmd `cmd:"" help:"Write the pages of the tournaments that have some into a directory, for any web space."`
}

// worth is what somebody has in all: points, or trophies where the rules give none.
func worth(res *score.Result, row *score.Row) string {
	if res.Pointless() {
		return row.Text
	}
	return row.Points.String()
}

type tourneyReplayCmd struct {
	Name []string `arg:"" help:"The tournament's name."`
}

// Run recounts; its status is 1 where the points are not the same.
func (c *tourneyReplayCmd) Run(e *env) error {
	return withBook(e, func(b *contest.Book) error {
		r, err := b.Replay(e.ctx, strings.Join(c.Name, " "))
		if err != nil {
			return err
		}
		for _, row := range r.Result.Overall {
			fmt.Fprintf(e.out, "%d. %s %s\n", row.Place, row.Name, worth(r.Result, &row))
		}
		for _, cat := range r.Result.Categories {
			for _, row := range cat.Rows {
				if row.Points != 0 {
					fmt.Fprintf(e.out, "   %s: %d. %s, %s: %s\n", cat.Title, row.Place, row.Name, row.Text, row.Points)
				}
			}
		}
		switch {
		case r.Kept == nil:
			fmt.Fprintln(e.out, "nothing was counted before, so there is nothing to compare with")
		case len(r.Differs) == 0:
			fmt.Fprintf(e.out, "the same as was kept (%s)\n", when(r.Kept.At))
		default:
			for _, d := range r.Differs {
				fmt.Fprintln(e.out, "DIFFERS:", d)
			}
			return &exit{failed, errors.New("the recount is not what was kept")}
		}
		return nil
	})
}

type tourneyAuditCmd struct {
	Name []string `arg:"" help:"The tournament's name."`
}

// Run shows the log.
func (c *tourneyAuditCmd) Run(e *env) error {
	return withBook(e, func(b *contest.Book) error {
		t, err := b.Find(e.ctx, places.Place{}, strings.Join(c.Name, " "))
		if err != nil {
			return err
		}
		log, err := b.Audit(e.ctx, t.ID)
		if err != nil {
			return err
		}
		for _, l := range log {
			verdict := ""
			if l.Game != "" {
				verdict = "refused: "
				if l.Counted {
					verdict = "counted: "
				}
			}
			fmt.Fprintf(e.out, "%s  %s  %s%s  %s  %s\n", when(l.At), l.Entrant, verdict, l.What, l.Line, l.Game)
		}
		return nil
	})
}

type tourneyExportCmd struct {
	What   string   `arg:"" enum:"standings,games,audit" help:"standings, games or audit."`
	Name   []string `arg:"" help:"The tournament's name."`
	Format string   `default:"csv" enum:"csv,json" help:"csv or json."`
}

// Run writes one list of a tournament as it stands now, also beside a serving bot.
// It changes nothing.
func (c *tourneyExportCmd) Run(e *env) error {
	return withBook(e, func(b *contest.Book) error {
		t, err := b.Find(e.ctx, places.Place{}, strings.Join(c.Name, " "))
		if err != nil {
			return err
		}
		if c.What == "audit" {
			log, err := b.Audit(e.ctx, t.ID)
			if err != nil {
				return err
			}
			return scorefiles.Audit(log).Write(e.out, c.Format == "json")
		}
		res, err := b.Count(e.ctx, t, b.Now().Unix())
		if err != nil {
			return err
		}
		if c.What == "games" {
			return scorefiles.Games(res).Write(e.out, c.Format == "json")
		}
		return scorefiles.Standings(res).Write(e.out, c.Format == "json")
	})
}

type tourneyScoreCmd struct {
	Template string   `placeholder:"NAME" help:"Built-in rules: tnnt, tnnt-2025, junethack, ... For rules of your own say --rules FILE, in TOML."`
	From     string   `required:"" placeholder:"T" help:"The event's beginning: a date (UTC) or 2026-11-01T00:00:00Z."`
	To       string   `placeholder:"T" help:"The event's end, likewise; without it there is none."`
	Entrants []string `placeholder:"FILE" type:"existingfile" sep:"none" help:"Clans and their members, or users with their accounts, in TOML or JSON; without it there are no clans, and everyone who played counts. Of several files the last says how things are, those before it how they were."`
	Games    []string `required:"" placeholder:"FILE" type:"existingfile" sep:"none" help:"A game log, plain or gzipped; once for each. Its name is the source's; a .jsonl has lines like {\"server\": ..., \"line\": ...}."`
	File     []string `arg:"" optional:"" type:"existingfile" help:"More game logs."`
	JSON     bool     `name:"json" help:"Print one JSON object."`
}

// Run scores game logs by rules, without a store.
func (c *tourneyScoreCmd) Run(e *env) error {
	rules, err := scorefiles.Rules(c.Template, e.cli.Rules)
	if err != nil {
		return &exit{wrongUse, err}
	}
	var span score.Span
	if span.From, err = moment(c.From); err == nil && c.To != "" {
		span.Until, err = moment(c.To)
	}
	if err == nil && c.To != "" && span.From >= span.Until {
		err = errors.New("the end of the event is not after its beginning")
	}
	if err != nil {
		return &exit{wrongUse, err}
	}
	entrants, former, err := scorefiles.Entrants(c.Entrants)
	if err != nil {
		return &exit{wrongUse, err}
	}
	log := score.NewLog(rules, span, entrants, former...)
	refused := map[string]int{}
	for _, file := range slices.Concat(c.Games, c.File) {
		if err := scorefiles.ReadLog(log, file, refused); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	res, err := log.Count(e.ctx)
	if err != nil {
		return err
	}
	honours := res.Honours()
	if c.JSON {
		enc := json.NewEncoder(e.out)
		enc.SetEscapeHTML(false)
		return enc.Encode(honours)
	}
	for _, reason := range slices.Sorted(maps.Keys(refused)) {
		fmt.Fprintf(e.errs, "%d rows do not count: %s\n", refused[reason], reason)
	}
	scorefiles.WriteHonours(e.out, honours)
	return nil
}

// moment reads a date, or a time as RFC 3339 has it.
func moment(text string) (int64, error) {
	for _, layout := range []string{time.RFC3339, time.DateOnly} {
		if t, err := time.Parse(layout, text); err == nil {
			return t.Unix(), nil
		}
	}
	return 0, fmt.Errorf("%q is not a time; write 2026-11-01 or 2026-11-01T00:00:00Z", text)
}

type tourneyPublishCmd struct {
	Dir string `arg:"" help:"The directory. Files that are there already stay, or are written anew."`
}

// Run writes the pages beside a serving bot, or without one.
func (c *tourneyPublishCmd) Run(e *env) error {
	at, err := placeOf(e.cli.DB, e.getenv)
	if err != nil {
		return err
	}
	p, err := assemble(e, defaultSettings(), at, nil)
	if err != nil {
		return err
	}
	if err := p.trouble.Opening; err != nil { // there would be nothing on the pages
		return errors.Join(err, p.close())
	}
	n, err := web.Publish(e.ctx, web.Options{Router: p.router, Book: p.contest.Book, Dumplogs: p.contest.Dumplogs, Version: version(), Log: e.log}, p.router, c.Dir)
	if err == nil {
		fmt.Fprintf(e.out, "%d files are in %s\n", n, c.Dir)
	}
	return errors.Join(err, p.close())
}
