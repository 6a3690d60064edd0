package tourneys

import (
	"context"
	"fmt"

	"delphi/commands"
	"delphi/engine/seq"
	"delphi/storage/contest"
)

func (p *Pages) rulesPage(ctx context.Context, e *event, a *Ask) (string, []Block, error) {
	if a.Name != "" {
		return "", nil, ErrNone
	}
	reply := p.Answer(ctx, commands.Request{Line: "rules " + e.ID, Network: commands.Network(e.Place.Network), Place: commands.Place(e.Place.Place), User: "web", At: p.Now()})
	if reply.Failed {
		return "", nil, fmt.Errorf("the rules of %s: %s", e.ID, reply.Summary)
	}
	out := []Block{{ID: "rules", Text: []string{reply.Summary}}}
	if t := reply.Table; t != nil {
		b := Block{ID: "what", Title: t.Title, Columns: columns(t.Columns...)}
		for _, row := range t.Rows {
			b.Rows = append(b.Rows, seq.Map(row, plain))
		}
		out = append(out, b)
	}
	return "Rules", out, nil
}

// auditRows is how many lines of the audit log one page looks at. There may be millions, so
// that they are not sorted either.
const auditRows = 50

// auditPage lists what referees have decided, and what became of each game. What people did
// is not shown: it names them as the chat does.
func (p *Pages) auditPage(ctx context.Context, e *event, a *Ask) (string, []Block, error) {
	if a.Name != "" {
		return "", nil, ErrNone
	}
	log, pages, err := p.Book.AuditEnd(ctx, e.ID, a.Number, auditRows)
	if err != nil {
		return "", nil, err
	}
	out := Block{ID: "audit", Title: "Games", Columns: columns("when", "player", "game", "counted", "why"), Empty: "No game has been judged yet.", cut: pages}
	for _, l := range log {
		if l.Game == "" || e.names[l.Entrant] == "" {
			continue
		}
		counted := "no"
		if l.Counted {
			counted = "yes"
		}
		out.Rows = append(out.Rows, []Cell{moment(l.At), p.player(e, l.Entrant), plain(l.Line), plain(counted), plain(l.What)})
	}
	if len(out.Rows) == 0 && pages > 1 {
		out.Empty = "No game was decided on here: only who joined and the like."
	}
	rulings := p.rulings(e, "")
	if len(rulings.Rows) == 0 {
		return "Audit", []Block{out}, nil
	}
	return "Audit", []Block{rulings, out}, nil
}

// rulings lists the rulings on an entrant, or all.
func (p *Pages) rulings(e *event, person string) Block {
	out := Block{ID: "rulings", Title: "Rulings", Columns: columns("number#", "when", "what", "why", "by", "undone")}
	name := func(id string) string {
		if n := e.names[id]; n != "" {
			return n
		}
		return "somebody who has left"
	}
	var of []int
	if person != "" {
		of = e.About(person)
	} else {
		for i := range e.Rulings {
			of = append(of, i+1)
		}
	}
	for _, n := range of {
		r := &e.Rulings[n-1]
		what := r.Decides(name)
		if r.Kind == contest.Rename && r.What == contest.AnEntrant { // by names of the chat
			what = name(r.Person) + " is called something else in the channel"
		}
		row := []Cell{figure(int64(n)), moment(r.At), plain(what), plain(r.Why), plain(r.By), {}}
		if r.Undone != "" {
			row[5] = plain("by " + r.Undone)
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}
