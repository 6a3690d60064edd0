package contest_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"delphi/engine/games/challenge"
	"delphi/engine/games/score"
	"delphi/engine/games/xlog"
	"delphi/storage/contest"
	"delphi/storage/contest/archive"
	"delphi/storage/contest/audit"
	"delphi/storage/contest/clock"
	"delphi/storage/contest/people"
	"delphi/storage/contest/places"
	"delphi/storage/contest/refusal"
	"delphi/storage/gamelog"
	"delphi/storage/memstore"
)

var update = flag.Bool("update", false, "write what the stories come to into their files")

// stage is a book in memory with clocks of its own.
type stage struct {
	t       *testing.T
	now     time.Time     // the time of day
	elapsed time.Duration // of the clock that runs forward
	numbers uint64
	book    *contest.Book
	codes   []string
	hero    *challenge.Challenge // the last challenge that was set
}

func newStage(t *testing.T) *stage {
	s := &stage{t: t, now: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)}
	told := clock.New(func() time.Time { return s.now }, func() time.Duration { return s.elapsed })
	s.book = &contest.Book{
		Columns:   archive.Columns{Games: gamelog.Games{Store: memstore.New()}, Now: func() time.Time { return s.now }},
		Random:    func() uint64 { s.numbers += 7919; return s.numbers },
		Templates: score.Builtin(), Followed: func() []string { return []string{"nao"} }, Steady: told.Steady,
	}
	s.book.Sources = func(ctx context.Context) (names []string, err error) {
		known, err := s.book.Games.Sources(ctx)
		for _, k := range known {
			names = append(names, k.Name)
		}
		return names, err
	}
	return s
}

// pass lets time pass on both clocks.
func (s *stage) pass(d time.Duration) { s.now, s.elapsed = s.now.Add(d), s.elapsed+d }

var here = places.Place{Network: "libera", Place: "#nethack"}

// actor reads who does something: "ann" has a services account, "~ann" only a
// nick, "ann!" is an operator, "ann*" named in the configuration, "ann@#other"
// asks there, and "ann@discord/42" there; "ann?" asks in private. "&7" is
// somebody with that role.
func (s *stage) actor(word string) places.Actor {
	name, at, _ := strings.Cut(word, "@")
	a := places.Actor{Place: here, Operator: strings.Contains(name, "!"), Admin: strings.Contains(name, "*"), Private: strings.Contains(name, "?")}
	if network, place, ok := strings.Cut(at, "/"); ok {
		a.Place = places.Place{Network: network, Place: place}
	} else if at != "" {
		a.Place.Place = at
	}
	name = strings.TrimRight(name, "!*?")
	if role, ok := strings.CutPrefix(name, "&"); ok {
		a.Roles = []string{"1", role}
	}
	a.Who = people.User{Network: a.Place.Network, User: name}
	return a
}

// words parts a line, keeping what is between quotation marks together.
func words(line string) (out []string) {
	for i, part := range strings.Split(line, `"`) {
		if i%2 == 1 {
			out = append(out, part)
		} else {
			out = append(out, strings.Fields(part)...)
		}
	}
	return out
}

// time reads a time of a story: "2026-11-20", "2026-11-20T12:00", or what is to
// pass from now on: "+2h", "-10m".
func (s *stage) time(text string) int64 {
	if text == "never" {
		return contest.NoEnd
	}
	if d, err := time.ParseDuration(text); err == nil {
		return s.now.Add(d).Unix()
	}
	for _, layout := range []string{"2006-01-02T15:04", time.DateOnly} {
		if at, err := time.Parse(layout, text); err == nil {
			return at.Unix()
		}
	}
	s.t.Fatalf("%q is not a time", text)
	return 0
}

// set reads "rules=dash" and the like into a tournament.
func (s *stage) set(t *contest.Tourney, settings []string) {
	for _, w := range settings {
		key, value, _ := strings.Cut(w, "=")
		switch key {
		case "rules":
			t.Rules = value
		case "proof":
			t.Proof = value
		case "zone":
			t.Zone = value
		case "from":
			t.From = s.time(value)
		case "to":
			t.Until = s.time(value)
		case "clans":
			t.ClanUntil = s.time(value)
		case "grace":
			d, err := time.ParseDuration(value)
			if err != nil {
				s.t.Fatal(err)
			}
			t.Grace = int64(d / time.Second)
		default:
			s.t.Fatalf("no setting %q", w)
		}
	}
}

// game puts a row into a source: "nao annie death=ascended points=10".
func (s *stage) game(args []string) {
	source, rest := args[0], args[2:]
	fields := map[string]string{
		"version": "3.6.7", "name": args[1], "role": "Val", "race": "Hum", "gender": "Fem", "align": "Neu", "death": "killed by a newt",
		"points": "5000", "turns": "9000", "realtime": "3600", "starttime": strconv.FormatInt(s.time("-30m"), 10), "endtime": strconv.FormatInt(s.time("-1m"), 10),
	}
	if len(rest) > 0 && rest[0] == "hero" {
		rest = rest[1:]
		h := s.hero
		fields["role"], fields["race"], fields["gender"], fields["align"], fields["death"] = h.Role, h.Race, h.Gender, h.Align, "quit"
	}
	for _, w := range rest {
		key, value, _ := strings.Cut(w, "=")
		if key == "starttime" || key == "endtime" {
			value = strconv.FormatInt(s.time(value), 10)
		}
		fields[key] = value
	}
	var line []string
	for _, key := range []string{"version", "points", "role", "race", "gender", "align", "name", "death", "turns", "realtime", "starttime", "endtime"} {
		line = append(line, key+"="+fields[key])
	}
	s.rows(source, strings.Join(line, "\t"))
}

// rows keeps rows of a game log as the follower does.
func (s *stage) rows(source string, lines ...string) {
	s.t.Helper()
	known, _, err := s.book.Games.Source(s.t.Context(), source)
	if err != nil {
		s.t.Fatal(err)
	}
	at := known.Position.Offset
	b := &gamelog.GameBatch{From: at, To: gamelog.Position{Offset: at + int64(len(lines))}, Seen: s.now.Unix(), Whole: true}
	for i, line := range lines {
		r, err := xlog.Parse(line)
		if err != nil {
			s.t.Fatal(err)
		}
		g, err := xlog.Decode(r, "")
		if err != nil {
			s.t.Fatal(err)
		}
		kept := archive.Kept(source, g, r.Append(nil))
		kept.Seen, kept.Pos = b.Seen, at+int64(i)
		b.Games = append(b.Games, kept)
	}
	if _, err := s.book.Games.Add(s.t.Context(), source, b); err != nil {
		s.t.Fatal(err)
	}
}

// find returns the tournament of a name as somebody sees it.
func (s *stage) find(a places.Actor, name string) (string, error) {
	t, err := s.book.Find(s.t.Context(), a.Place, name)
	if err != nil {
		return "", err
	}
	return t.ID, nil
}

// play makes one line of a story happen, and returns what came of it.
func (s *stage) play(line string) []string {
	w := words(line)
	switch w[0] {
	case "after":
		d, err := time.ParseDuration(w[1])
		if err != nil {
			s.t.Fatal(err)
		}
		s.pass(d)
		return nil
	case "leap": // of the time of day alone
		d, err := time.ParseDuration(w[1])
		if err != nil {
			s.t.Fatal(err)
		}
		s.now = s.now.Add(d)
		return nil
	case "game":
		s.game(w[1:])
		return nil
	case "read":
		s.rows(w[1])
		return nil
	case "fail":
		if err := s.book.Games.Failed(s.t.Context(), w[1], "", "gone", s.now.Unix()); err != nil {
			s.t.Fatal(err)
		}
		return nil
	}
	out, err := s.ask(w)
	var no *refusal.Refusal
	if errors.As(err, &no) {
		text := fmt.Sprintf("refused, %s: %s", no.Reason, no.Text)
		if len(no.Options) > 0 {
			text += " [" + strings.Join(no.Options, ", ") + "]"
		}
		return []string{text}
	}
	if err != nil {
		return []string{"ERROR: " + err.Error()}
	}
	return out
}

// ask returns what the book is asked for.
func (s *stage) ask(w []string) ([]string, error) {
	ctx, b := s.t.Context(), s.book
	switch w[0] {
	case "sweep":
		messages, err := b.Sweep(ctx)
		var out []string
		for _, m := range messages {
			text := m.Place.Place + ": " + m.Text
			if m.Invites {
				text += " (join!)"
			}
			out = append(out, text)
		}
		return out, err
	case "standings", "audit", "replay", "missing", "show":
		return s.look(w[0], strings.Join(w[1:], " "))
	case "list":
		all, err := b.All(ctx)
		var out []string
		for _, t := range all {
			out = append(out, t.ID+" "+t.State)
		}
		return out, err
	}
	return s.act(s.actor(w[0]), w[1], w[2:])
}

// look shows a tournament in one of several ways.
func (s *stage) look(how, name string) (out []string, err error) {
	ctx, b := s.t.Context(), s.book
	t, err := b.Find(ctx, here, name)
	if err != nil {
		return nil, err
	}
	switch how {
	case "standings":
		res, err := b.Standings(ctx, t)
		if err != nil {
			return nil, err
		}
		for _, rows := range [][]score.Row{res.Overall, res.Clans} {
			for _, r := range rows {
				out = append(out, fmt.Sprintf("%d. %s %s", r.Place, r.Name, r.Text))
			}
		}
		for _, v := range res.AllVerdicts() {
			if !v.Counted {
				out = append(out, fmt.Sprintf("refused %s: %s", audit.Line(v.Game), v.Reason))
			}
		}
	case "audit":
		log, err := b.Audit(ctx, t.ID)
		if err != nil {
			return nil, err
		}
		for _, e := range log {
			out = append(out, strings.TrimSpace(fmt.Sprintf("%s %s %s", time.Unix(e.At, 0).UTC().Format("01-02 15:04"), e.Entrant, e.What)))
		}
	case "replay":
		r, err := b.Replay(ctx, t.ID)
		if err != nil {
			return nil, err
		}
		return append(r.Differs, fmt.Sprintf("%d differences, compared: %v", len(r.Differs), r.Kept != nil)), nil
	case "missing":
		return b.Missing(ctx, t)
	case "show":
		out = append(out, fmt.Sprintf("%s in %s by %s, %s, phase %d, joinable %v, %s, rules %s, proof %s", t.Name, t.Place.Place, t.By, t.State, t.Phase(s.now.Unix()), t.Joinable(s.now.Unix()), t.Count(), t.Rules, t.Proof))
		for _, e := range t.Entrants {
			text := e.Name + " (" + e.Person + ")"
			for _, c := range e.Accounts {
				text += fmt.Sprintf(" %s:%s", c, c.Proved)
			}
			if e.Clan != "" {
				text += " of " + e.Clan
			}
			out = append(out, text)
		}
	}
	return out, nil
}

// act returns what an actor asks the book to do.
func (s *stage) act(a places.Actor, verb string, w []string) ([]string, error) {
	ctx, b := s.t.Context(), s.book
	name, rest := "", w
	if len(w) > 0 {
		name, rest = w[0], w[1:]
	}
	switch verb {
	case "new":
		t := contest.Tourney{Name: name, Zone: "UTC", Rules: "dash", Grace: 6 * 3600}
		s.set(&t, rest)
		made, err := b.Create(ctx, a, t)
		if err != nil {
			return nil, err
		}
		return []string{made.ID}, nil
	case "organiser":
		named, err := b.Places().SetOrganiser(ctx, a, rest[0], name == "add")
		return named, err
	case "zone":
		zone, err := time.LoadLocation(name)
		if err != nil {
			return nil, err
		}
		return nil, b.Places().SetZone(ctx, a, zone)
	case "may":
		return nil, b.Places().MayOrganise(ctx, a)
	case "find":
		id, err := s.find(a, name)
		return []string{id}, err
	case "link", "answer", "confirmlink", "silence", "unsilence", "who", "draw", "reveal":
		return s.person(a, verb, w)
	}
	id, err := s.find(a, name)
	if err != nil {
		return nil, err
	}
	simple := map[string]func(context.Context, places.Actor, string) (*contest.Tourney, error){
		"cancel": b.Cancel, "uncancel": b.Uncancel, "freeze": b.Freeze, "reopen": b.Reopen, "archive": b.Archive,
	}
	if do, ok := simple[verb]; ok {
		_, err := do(ctx, a, id)
		return nil, err
	}
	account := func(word string) score.Account {
		name, source, _ := strings.Cut(word, "@")
		return score.Account{Name: name, Source: source}
	}
	switch verb {
	case "edit":
		_, err = b.Edit(ctx, a, id, func(t *contest.Tourney) error { s.set(t, rest); return nil })
	case "join":
		var j *contest.Joined
		if j, err = b.Join(ctx, id, a.Who, strings.TrimPrefix(a.Who.User, "~"), account(rest[0])); err != nil {
			break
		}
		switch {
		case j.Proved:
			return []string{"proved"}, nil
		case j.Challenge != nil:
			s.hero = j.Challenge
			return []string{"to be proved by " + j.Challenge.Words()}, nil
		}
		return []string{"to be confirmed"}, nil
	case "enter":
		_, err = b.Enter(ctx, a, id, rest[0], rest[0], account(rest[1]))
	case "leave":
		_, err = b.Leave(ctx, id, a.Who)
	case "confirm":
		_, err = b.Confirm(ctx, a, id, rest[0], strings.Join(rest[1:], ""))
	case "remove":
		_, err = b.Remove(ctx, a, id, rest[0])
	case "clan":
		_, err = b.JoinClan(ctx, id, a.Who, rest[0], strings.Join(rest[1:], ""))
	case "setclan":
		_, err = b.SetClan(ctx, a, id, rest[0], rest[1])
	case "invite":
		_, err = b.Invite(ctx, id, a.Who, rest[0])
	case "password":
		_, err = b.SetClanPassword(ctx, id, a.Who, rest[0])
	default:
		s.t.Fatalf("nobody knows how to %q", verb)
	}
	return nil, err
}

// person returns what is asked about people and draws.
func (s *stage) person(a places.Actor, verb string, w []string) ([]string, error) {
	ctx, b := s.t.Context(), s.book
	switch verb {
	case "link":
		code, err := b.People().Link(ctx, a.Who)
		s.codes = append(s.codes, code)
		return nil, err
	case "answer":
		code := w[0]
		if code == "code" {
			code = strings.ToUpper(s.codes[len(s.codes)-1])
		}
		other, err := b.People().LinkWith(ctx, a.Who, code)
		return []string{"to " + other.User}, err
	case "confirmlink":
		p, other, err := b.ConfirmLink(ctx, a.Who)
		if err != nil {
			return nil, err
		}
		return []string{fmt.Sprintf("%s with %s of %s: %v", p.ID, other.User, other.Network, p.Users)}, nil
	case "who":
		p, err := b.People().Person(ctx, a.Who)
		if err != nil {
			return nil, err
		}
		return []string{fmt.Sprint(p.ID, " ", p.Users, " ", p.Accounts)}, nil
	case "draw":
		d, err := b.Places().Draw(ctx, a.Place, places.Drawing{Kind: w[0], N: 2, Items: w[1:], By: a.Who.User})
		return []string{d.Hash[:min(8, len(d.Hash))]}, err
	case "reveal":
		d, err := b.Places().Reveal(ctx, a.Place, "")
		return []string{d.Words()}, err
	}
	return nil, b.People().Silence(ctx, a.Who, w[0], verb == "silence")
}

// TestStories plays the stories in testdata. Each line is something that
// happens; what came of it stands below it, indented. Lines that begin with #
// are remarks.
func TestStories(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal(len(files), " stories, ", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			s := newStage(t)
			var got []string
			for line := range strings.Lines(string(text)) {
				line = strings.TrimRight(line, "\n")
				switch {
				case strings.HasPrefix(line, "  "):
					continue
				case line == "" || strings.HasPrefix(line, "#"):
					got = append(got, line)
					continue
				}
				got = append(got, line)
				for _, came := range s.play(line) {
					got = append(got, "  "+came)
				}
			}
			want := slices.Collect(strings.SplitSeq(strings.TrimRight(string(text), "\n"), "\n"))
			if *update {
				if err := os.WriteFile(file, []byte(strings.Join(got, "\n")+"\n"), 0o600); err != nil {
					t.Fatal(err)
				}
				return
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Error(d)
			}
		})
	}
}
