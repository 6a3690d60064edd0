package tourneys

import (
	"context"
	"html/template"
	"sync"
	"time"

	"delphi/bot/chart"
	"delphi/commands"
	"delphi/storage/contest"
)

// leaders is the number of players whose points a chart shows over time.
const leaders = 5

// races holds the charts of the leaders' points over time, which take long to count.
type races struct {
	sync.Mutex
	by map[string]race
}

// race is such a chart.
type race struct {
	at    time.Time
	took  time.Duration
	final bool
	chart template.HTML
}

// A chart of points over time is made anew after raceAge, or after raceRest times as long
// as it took to make it, if that is longer.
const (
	raceAge  = time.Minute
	raceRest = 30
)

// raceTime is how long a chart may take to make. A page of a tournament that is too large
// for that has none, and it is tried again after raceAgain.
const (
	raceTime  = 3 * time.Second
	raceAgain = time.Hour
)

// race returns a chart of the leaders' points over time; empty if there is nothing to
// show.
func (p *Pages) race(ctx context.Context, e *event) template.HTML {
	p.races.Lock()
	defer p.races.Unlock()
	final, old := e.phase == contest.Final, p.races.by[e.ID]
	if age := p.Now().Sub(old.at); old.final && final || final == old.final && age >= 0 && age < max(raceAge, raceRest*old.took) {
		return old.chart
	}
	began := time.Now()
	within, cancel := context.WithTimeout(ctx, raceTime)
	defer cancel()
	fresh := race{at: p.Now(), final: final, chart: p.progress(within, e)}
	if ctx.Err() != nil {
		return old.chart
	}
	if fresh.took = time.Since(began); within.Err() != nil {
		fresh.took, fresh.chart, fresh.final = raceAgain/raceRest, old.chart, false
	}
	if p.races.by == nil {
		p.races.by = map[string]race{}
	}
	p.races.by[e.ID] = fresh
	return fresh.chart
}

func (p *Pages) progress(ctx context.Context, e *event) template.HTML {
	if e.games == 0 || e.figure(&e.res.Overall[0]) == 0 {
		return ""
	}
	const moments = 24
	from, to := e.From, min(e.Until, p.Now().Unix())
	if to <= from {
		return ""
	}
	var times []int64
	for i := range moments + 1 {
		times = append(times, from+(to-from)*int64(i)/moments)
	}
	var first []string
	for _, r := range e.res.Overall[:min(leaders, len(e.res.Overall))] {
		first = append(first, r.Entrant)
	}
	then, err := p.Book.Progress(ctx, e.Tourney, first, times)
	if err != nil {
		if p.Log != nil && ctx.Err() == nil {
			p.Log.Error("counting points over time failed", "tournament", e.ID, "err", err)
		}
		return ""
	}
	unit, per := "days", 86400.0
	if to-from < 3*86400 {
		unit, per = "hours", 3600
	}
	c := &commands.Chart{Kind: commands.Steps, Title: e.Name + ": " + e.worthName() + " over time", X: unit + " from the beginning", Y: e.worthName()}
	for _, r := range e.res.Overall[:min(leaders, len(e.res.Overall))] {
		line := commands.Series{Name: e.names[r.Entrant]}
		for i, res := range then {
			for _, row := range res.Overall {
				if row.Entrant == r.Entrant {
					line.Points = append(line.Points, commands.Point{X: float64(times[i]-from) / per, Y: e.figure(&row)})
				}
			}
		}
		c.Series = append(c.Series, line)
	}
	return chart.Markup(c)
}
