package follow

import (
	"bytes"
	"runtime"
	"sync"

	"delphi/engine/games/xlog"
	"delphi/storage/contest/archive"
	"delphi/storage/gamelog"
)

// tailBytes is how many of the last bytes read are remembered, to tell whether a
// file is still the same one.
const tailBytes = 64

// chunk is the data that was read from a source, starting at a position.
type chunk struct {
	data  []byte
	from  int64
	reset bool // from is 0 because the source began anew
	pos   gamelog.Position
	more  bool // there is more to read at once
	last  bool // the end of a file that nobody writes any more: its last line needs no end
}

// Fresh is what a poll found that was not known before.
type Fresh struct {
	Source *Source
	Games  []*gamelog.Game // in the order of the lines
	Events []*xlog.Event
}

// digest reads a chunk's whole lines as a batch. An unfinished last
// line is left for the next poll.
func digest(s *Source, c *chunk, now int64) (*gamelog.GameBatch, []*xlog.Event) {
	data := c.data
	if end := bytes.LastIndexByte(data, '\n'); end >= 0 && !c.last {
		data = data[:end+1]
	} else if end < 0 && !c.last && len(data) <= xlog.MaxLine {
		data = nil
	}
	b := &gamelog.GameBatch{Where: s.where(), From: c.from, Reset: c.reset, To: c.pos, Seen: now}
	b.To.Offset = c.from + int64(len(data))
	b.To.Tail = tail(c.pos.Tail, data)

	// Each part is read by a goroutine of its own. The order is kept.
	parts := split(data, runtime.GOMAXPROCS(0))
	read := make([]part, len(parts))
	var wg sync.WaitGroup
	at := c.from
	for i, p := range parts {
		start := at
		at += int64(len(p))
		wg.Go(func() { read[i].lines(s, p, start, now) })
	}
	wg.Wait()
	var events []*xlog.Event
	for i := range read {
		b.Games = append(b.Games, read[i].games...)
		b.Aside = append(b.Aside, read[i].aside...)
		b.Lines += read[i].n
		events = append(events, read[i].events...)
	}
	b.Events = int64(len(events))
	return b, events
}

// reasons counts lines that were set aside by why they were.
func reasons(aside []gamelog.AsideLine) map[string]int64 {
	out := map[string]int64{}
	for _, a := range aside {
		out[a.Reason]++
	}
	return out
}

// tail returns the last bytes of what was read before and now together.
func tail(before, data []byte) []byte {
	if len(data) >= tailBytes {
		return bytes.Clone(data[len(data)-tailBytes:])
	}
	all := append(bytes.Clone(before), data...)
	return all[max(0, len(all)-tailBytes):]
}

// split cuts data into at most n parts, only between lines.
func split(data []byte, n int) [][]byte {
	var parts [][]byte
	for ; n > 1 && len(data) > 64<<10; n-- {
		cut := len(data) / n
		end := bytes.IndexByte(data[cut:], '\n')
		if end < 0 {
			break
		}
		parts = append(parts, data[:cut+end+1])
		data = data[cut+end+1:]
	}
	if len(data) > 0 {
		parts = append(parts, data)
	}
	return parts
}

type part struct {
	games  []gamelog.Game
	aside  []gamelog.AsideLine
	events []*xlog.Event
	n      int64
}

func (p *part) lines(s *Source, data []byte, pos, now int64) {
	if s.Kind == XLog {
		p.games = make([]gamelog.Game, 0, len(data)/300+1)
	}
	packed := make([]byte, 0, len(data)/2)
	for len(data) > 0 {
		line, rest, _ := bytes.Cut(data, []byte("\n"))
		at := pos
		pos += int64(len(data) - len(rest))
		data = rest
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		p.n++
		aside := func(at int64, row []byte, err error) {
			p.aside = append(p.aside, gamelog.AsideLine{Pos: at, Reason: err.Error(), Line: beginning(row), Seen: now})
		}
		if len(line) > xlog.MaxLine+1 { // and a carriage return
			aside(at, line, xlog.ErrTooLong)
			continue
		}
		rows := xlog.Rows(string(line))
		for i, row := range rows {
			err := error(xlog.ErrCut)
			if i == len(rows)-1 {
				err = p.line(s, row, at, now, &packed)
			}
			if err != nil {
				aside(at, []byte(row), err)
			}
			at += int64(len(row))
		}
	}
}

func beginning(line []byte) string {
	return string(bytes.ToValidUTF8(line[:min(len(line), 200)], []byte("?")))
}

func (p *part) line(s *Source, line string, at, now int64, packed *[]byte) error {
	r, err := xlog.Parse(line)
	if err != nil {
		return err
	}
	if s.Kind == LiveLog {
		if err := xlog.Credible(r, now); err != nil {
			return err
		}
		e, err := xlog.DecodeEvent(r)
		if err == nil {
			p.events = append(p.events, e)
		}
		return err
	}
	if err := xlog.Intact(r, now); err != nil {
		return err
	}
	g, err := xlog.DecodeFrom(r, s.Rules, s.Name)
	if err != nil {
		return err
	}
	from := len(*packed)
	*packed = r.Append(*packed)
	kept := archive.Kept(s.Name, g, (*packed)[from:len(*packed):len(*packed)])
	kept.Seen, kept.Pos = now, at
	p.games = append(p.games, kept)
	return nil
}
