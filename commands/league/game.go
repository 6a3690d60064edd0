package league

import (
	"context"
	"fmt"
	"strings"
	"time"

	"delphi/commands"
	"delphi/engine/games/query"
	"delphi/engine/games/score"
	"delphi/engine/games/xlog"
	"delphi/storage/contest/archive"
	"delphi/storage/gamelog"
)

// told is a game with everything that its record says.
type told struct {
	*score.Game
	kept   *gamelog.Game
	record *xlog.Game
	dump   string // where its dump log is; empty if unknown
}

// hero returns the game's character: "Wiz-Elf-Fem-Cha".
func (g *told) hero() string {
	return g.Role + "-" + g.Race + "-" + g.record.Gender + "-" + g.record.Align
}

// filled reads the record of a game that a search has found.
func (r *room) filled(ctx context.Context, g *score.Game) (*told, error) {
	kept, err := r.book.Games.Logged(ctx, uint64(g.Ref))
	if err != nil {
		return nil, err
	}
	return r.told(kept[0])
}

// told reads the record of a kept game.
func (r *room) told(kept *gamelog.Game) (*told, error) {
	rec, err := xlog.Unpack(kept.Record)
	if err != nil {
		return nil, err
	}
	x, err := xlog.DecodeFrom(rec, kept.Variant, kept.Source)
	if err != nil {
		return nil, err
	}
	g, err := archive.Scored(kept)
	if err != nil {
		return nil, err
	}
	return &told{g, kept, x, x.Record.Dumplog(r.dumplogs[g.Source])}, nil
}

// day returns a time as a date in a zone.
func day(unix int64, zone *time.Location) string {
	return time.Unix(unix, 0).In(zone).Format("2006-01-02")
}

// sentence returns a game in one sentence, without its full stop.
func (g *told) sentence(zone *time.Location) string {
	s := fmt.Sprintf("%s (%s), %s points, T:%s", g.Name, g.hero(), query.Commas(g.Points), query.Commas(g.Turns))
	if g.Realtime > 0 {
		s += ", " + query.Clock(g.Realtime)
		if xlog.Playtime(g.Realtime, g.Start, g.End) == 0 {
			s += " by its log, which cannot be"
		}
	}
	s += ", " + g.record.Death
	if g.record.While != "" {
		s += ", while " + g.record.While
	}
	return s + ", " + g.ended(zone).Text + " on " + g.Source
}

// ended returns when the game ended.
func (g *told) ended(zone *time.Location) commands.Moment {
	at := time.Unix(g.End, 0).In(zone)
	return commands.Moment{At: at, Text: at.Format("2006-01-02 15:04 MST")}
}

// answerGame returns the reply of one game found.
func (r *room) answerGame(g *told, zone *time.Location, before string) commands.Reply {
	out := commands.Reply{Summary: before + g.sentence(zone) + ".", Data: g.data(), Moments: []commands.Moment{g.ended(zone)}}
	if g.dump != "" {
		out.Summary = before + g.sentence(zone) + ": " + g.dump
	}
	if len(g.record.Conducts) > 0 {
		out.Field("conducts", "%s", strings.Join(g.record.Conducts, " "))
	}
	if len(g.record.Achieved) > 0 {
		out.Field("achievements", "%s", strings.Join(g.record.Achieved, " "))
	}
	return out
}

// gameAnswer is a game in machine-readable form.
type gameAnswer struct {
	Player   string   `json:"player"`
	Source   string   `json:"source"`
	Variant  string   `json:"variant"`
	Version  string   `json:"version"`
	Role     string   `json:"role"`
	Race     string   `json:"race"`
	Gender   string   `json:"gender"`
	Align    string   `json:"align"`
	Outcome  string   `json:"outcome"`
	Death    string   `json:"death"`
	Points   int64    `json:"points"`
	Turns    int64    `json:"turns"`
	Realtime int64    `json:"realtime_seconds,omitempty"`
	Start    int64    `json:"start,omitempty"`
	End      int64    `json:"end"`
	Conducts []string `json:"conducts"`
	Achieved []string `json:"achievements"`
	Dumplog  string   `json:"dumplog,omitempty"`
}

func (g *told) data() gameAnswer {
	x := g.record
	return gameAnswer{
		Player: x.Name, Source: g.kept.Source, Variant: x.Variant, Version: x.Version, Role: x.Role, Race: x.Race, Gender: x.Gender, Align: x.Align,
		Outcome: x.Outcome.String(), Death: x.Death, Points: x.Points, Turns: x.Turns, Realtime: x.Realtime, Start: x.Start, End: x.End,
		Conducts: x.Conducts, Achieved: x.Achieved, Dumplog: g.dump,
	}
}
