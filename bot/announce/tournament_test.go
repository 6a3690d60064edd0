package announce_test

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"go.uber.org/goleak"

	"delphi/bot"
	"delphi/bot/announce"
	"delphi/bot/follow"
	"delphi/commands"
	"delphi/commands/commandstest"
	"delphi/commands/league"
	"delphi/commands/route"
	"delphi/commands/tourney"
	"delphi/engine/games/score"
	"delphi/engine/games/xlog"
	"delphi/storage"
	"delphi/storage/boltstore"
	"delphi/storage/cache"
	"delphi/storage/contest"
	"delphi/storage/contest/archive"
	"delphi/storage/contest/audit"
	"delphi/storage/gamelog"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m)
}

// channel is a Speaker that writes down what it was told.
type channel struct {
	busy bool
	room int
	said []string

	replies []commands.Reply // the same
}

func (c *channel) Room() int { return cmp.Or(c.room, 350) }

func (c *channel) Say(place string, r commands.Reply) error {
	c.said = append(c.said, place+": "+r.Summary)
	c.replies = append(c.replies, r)
	return nil
}
func (c *channel) Busy() bool { return c.busy }

// world is a bot with a clock of its own, on a file that outlives it.
type world struct {
	t        *testing.T
	dir      string
	now      time.Time
	numbers  uint64
	store    storage.Store
	asked    *cache.LastAsked
	book     *contest.Book
	router   *route.Router
	follower *follow.Follower
	source   follow.Source
	announce *announce.Announcer
	irc      *channel
}

func newWorld(t *testing.T, now time.Time) *world {
	w := &world{t: t, dir: t.TempDir(), now: now, irc: &channel{}}
	w.source = follow.Source{Name: "hdf", Path: filepath.Join(w.dir, "xlogfile")}
	if err := os.WriteFile(w.source.Path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	w.start()
	t.Cleanup(w.stop)
	return w
}

func (w *world) start() {
	store, err := boltstore.Open(context.Background(), filepath.Join(w.dir, "delphi.db"))
	if err != nil {
		w.t.Fatal(err)
	}
	w.store = store
	w.asked = cache.NewLastAsked(nil, nil)
	clock := func() time.Time { return w.now }
	games := gamelog.Games{Store: store}
	w.book = &contest.Book{
		Columns: archive.Columns{Games: games, Now: clock}, Random: func() uint64 { w.numbers += 7919; return w.numbers }, Templates: score.Builtin(),
		Sources:  func(context.Context) ([]string, error) { return []string{"hdf", "nao"}, nil },
		Followed: func() []string { return []string{"hdf"} },
	}
	dump := map[string]string{"hdf": "https://example.org/{name:1}/{name}/{starttime}.txt"}
	w.router = commandstest.New(w.t, func(o *route.Options) {
		o.Settings, o.Characters, o.Asked = storage.NewSettings(store), storage.NewCharacters(store), w.asked
		played := league.Options{Book: w.book, Dumplogs: dump}
		o.League, o.Organises = append(tourney.Commands(w.book), league.Commands(played)...), tourney.Organises(w.book)
	})
	w.announce = announce.New(w.book, map[string]bot.Speaker{"libera": w.irc}, announce.Options{Dumplogs: dump, Pace: -1})
	w.follower = &follow.Follower{Games: games, Log: slog.New(slog.DiscardHandler), Now: clock, Fresh: w.announce.Fresh}
}

func (w *world) stop() {
	_ = w.asked.Close(context.Background())
	if err := w.store.Close(); err != nil {
		w.t.Error(err)
	}
}

// asks is what a user asks in #nethack; "ann!" is one of its operators, "~ann"
// has no account, "@ann" comes from Discord.
func (w *world) asks(user, line string) commands.Reply {
	w.t.Helper()
	req := commands.Request{Line: line, Network: "libera", Place: "#nethack", User: commands.User(strings.Trim(user, "!")), Nick: strings.Trim(user, "!~@"), Operator: strings.HasSuffix(user, "!"), At: w.now}
	if strings.HasPrefix(user, "@") {
		req.Network, req.Place, req.User = "discord", "42", commands.User(strings.Trim(user, "@"))
	}
	return w.router.Answer(w.t.Context(), req)
}

func (w *world) ok(user, line string) commands.Reply {
	w.t.Helper()
	r := w.asks(user, line)
	if r.Failed {
		w.t.Fatalf("%s: %s: %s %q", user, line, r.Summary, r.Hints)
	}
	return r
}

func (w *world) refused(user, line, want string) {
	w.t.Helper()
	r := w.asks(user, line)
	if !r.Failed || !strings.Contains(strings.ToLower(r.Summary), strings.ToLower(want)) {
		w.t.Errorf("%s: %s: %q, want a refusal with %q", user, line, r.Summary, want)
	}
}

func (w *world) log(lines ...string) {
	w.t.Helper()
	f, err := os.OpenFile(w.source.Path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		w.t.Fatal(err)
	}
	fmt.Fprintln(f, strings.Join(lines, "\n"))
	if err := f.Close(); err != nil {
		w.t.Fatal(err)
	}
}

// turn lets a while pass: the log is read, games are counted, all is said.
func (w *world) turn() {
	w.t.Helper()
	if err := w.follower.Open(w.source).Poll(w.t.Context()); err != nil && !strings.Contains(err.Error(), "no file") {
		w.t.Fatal(err)
	}
	w.announce.Sweep(w.t.Context())
	for w.announce.Flush() > 0 {
	}
}

func (w *world) heard(text string) (n int) {
	for _, s := range w.irc.said {
		if strings.Contains(s, text) {
			n++
		}
	}
	return n
}

// realRows are the rows of TNNT 2020 by the time they ended, without repeats.
func realRows(t *testing.T) (out []realRow) {
	f, err := os.Open(filepath.Join("..", "..", "..", "shared", "real", "tnnt2020.xlogfile"))
	if err != nil {
		t.Skip("no real rows here: ", err)
	}
	defer f.Close()
	seen := map[string]bool{}
	for s := bufio.NewScanner(f); s.Scan(); {
		if seen[s.Text()] {
			continue
		}
		seen[s.Text()] = true
		r, err := xlog.Parse(s.Text())
		if err != nil {
			t.Fatal(err)
		}
		g, err := xlog.Decode(r, "")
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, realRow{g, s.Text()})
	}
	slices.SortStableFunc(out, func(a, b realRow) int { return cmp.Compare(a.End, b.End) })
	return out
}

type realRow struct {
	*xlog.Game
	line string
}

// TestTournament plays November 2020 again under three sets of rules.
func TestTournament(t *testing.T) {
	rows := realRows(t)
	w := newWorld(t, time.Date(2020, 10, 30, 12, 0, 0, 0, time.UTC))

	// Who may: a nick or the operators' own word alone do not do.
	create := `tourney new "%s" from 2020-11-01 00:00 to 2020-11-29 12:00 UTC rules %s proof %s grace 6h`
	w.refused("boss", fmt.Sprintf(create, "Dash", "dash", "challenge"), "Only organisers")
	w.refused("boss", "tourney organiser add boss", "Only operators of this channel")
	w.refused("~boss!", fmt.Sprintf(create, "Dash", "dash", "challenge"), "Only organisers")
	w.ok("op!", "tourney organiser add boss")
	w.refused("~boss", fmt.Sprintf(create, "Dash", "dash", "challenge"), "Only organisers")
	for _, rules := range [][2]string{{"dash", "challenge"}, {"league", "organiser"}, {"deaths", "none"}} {
		made := w.ok("boss", fmt.Sprintf(create, rules[0], rules[0], rules[1]))
		if !strings.Contains(made.Summary, "Sun 2020-11-01 00:00 UTC") || len(made.Moments) == 0 {
			t.Errorf("made: %s", made.Summary)
		}
	}
	w.refused("boss", fmt.Sprintf(create, "Dash", "dash", "none"), `a tournament called "dash"`)

	// Sign-up, by each of the three proofs.
	players := map[string]string{"ann": "stenno", "bob": "jt", "cid": "microlance", "dan": "tromix", "eve": "amateurhour", "fay": "aoei", "gus": "Muad"}
	for user, account := range players {
		r := w.ok(user, "join as "+account+" in dash")
		hero := map[string]string{}
		for _, f := range r.Fields {
			hero[f.Name] = f.Value
		}
		at := w.now.Unix() + 60
		row := func(role string, at int64) string {
			return fmt.Sprintf("version=3.6.6\tpoints=0\tname=%s\trole=%s\trace=%s\tgender=%s\talign=%s\tgender0=%s\talign0=%s\tdeath=quit\tturns=1\tconduct=0xfff\tstarttime=%d\tendtime=%d",
				account, role, hero["race"], hero["gender"], hero["alignment"], hero["gender"], hero["alignment"], at, at+9)
		}
		other := "Tou"
		if hero["role"] == other {
			other = "Sam"
		}
		// gus starts another hero, and too late.
		if user == "gus" {
			w.log(row(other, at), row(hero["role"], at+2*3600))
		} else {
			w.log(row(other, at), row(hero["role"], at+20))
		}
		w.ok(user, "join as "+account+" in league")
		w.ok(user, "join as "+account+" in deaths")
	}
	w.refused("mallory", "join as stenno in deaths", "already plays in deaths for ann")
	w.refused("~hal", "join as hal in dash", "identify")
	w.now = w.now.Add(50 * time.Minute)
	w.turn()
	for user, account := range players {
		if n := w.heard(fmt.Sprintf("dash: %s has proved to be %s.", user, account)); (n == 1) != (user != "gus") {
			t.Errorf("%s proved %d times", user, n)
		}
		w.refused("boss", "tourney confirm nobody", "nobody")
		w.ok("boss", `tourney confirm "league" `+account)
	}
	w.ok("ann", "clan join The Oracles in league")
	w.refused("bob", "clan join the oracles in league", "an invitation from ann")
	private := commands.Request{Line: `clan password xyzzy in "league@libera/#nethack"`, Network: "libera", Place: "ann", User: "ann", Private: true}
	if r := w.router.Answer(t.Context(), private); r.Failed {
		t.Errorf("password: %s", r.Summary)
	}
	w.refused("bob", "clan join the oracles password plugh in league", "an invitation from ann")
	w.ok("bob", "clan join the oracles password xyzzy in league")
	w.refused("ann", "clan join x in dash", "no clans")

	// Two names of one person: signed up on Discord as well, then linked.
	w.ok("@7", "join as SamusSnonk in deaths")
	code := strings.Fields(strings.Split(w.ok("ann", "link").Summary, "say: link ")[1])[0]
	code = strings.TrimSuffix(code, ".")
	w.refused("ann", "link confirm", "Nobody has entered")
	w.refused("ann", "link "+code, "on the other network")
	w.ok("@7", "link "+code)
	w.ok("ann", "link confirm")
	if r := w.ok("boss", "tourney entrants deaths"); strings.Count(r.Summary, " as ") != len(players) || !strings.Contains(r.Summary, "stenno, SamusSnonk") {
		t.Errorf("after linking: %s", r.Summary)
	}
	w.ok("op!", "announce asc entrants turns<30000")

	// The month, half a day at a time. One row comes late but in time, one
	// after the end of the grace time, and one is corrected.
	end := time.Date(2020, 11, 29, 12, 0, 0, 0, time.UTC)
	late := slices.IndexFunc(rows, func(r realRow) bool { return r.Name == "tromix" && r.Outcome == xlog.Ascended })
	tooLate := slices.IndexFunc(rows, func(r realRow) bool { return r.Name == "jt" && r.Outcome == xlog.Ascended })
	corrected := slices.IndexFunc(rows, func(r realRow) bool { return r.Name == "microlance" && r.Outcome == xlog.Ascended })
	written, restarted := 0, false
	w.now = time.Date(2020, 10, 31, 0, 0, 0, 0, time.UTC)
	for w.now.Before(end) {
		for ; written < len(rows) && rows[written].End <= w.now.Unix(); written++ {
			switch written {
			case late, tooLate:
			case corrected:
				w.log(strings.Replace(rows[written].line, fmt.Sprintf("points=%d", rows[written].Points), "points=999999999", 1))
			default:
				w.log(rows[written].line)
			}
		}
		w.turn()
		if !restarted && w.now.After(time.Date(2020, 11, 14, 0, 0, 0, 0, time.UTC)) {
			restarted = true
			before := len(w.irc.said)
			top := w.ok("ann", "standings in league").Summary
			w.stop()
			w.start()
			w.turn()
			if again := w.ok("ann", "standings in league").Summary; again != top || len(w.irc.said) != before {
				t.Errorf("after a restart: %s, before it: %s; said %q", again, top, w.irc.said[before:])
			}
			// The row that was wrong is corrected, by hand of the server's keeper.
			if r := w.ok("ann", "standings score in dash"); !strings.Contains(r.Summary, "1. cid 999,999,999") {
				t.Errorf("before the correction: %s", r.Summary)
			}
			w.log(rows[corrected].line)
			w.turn()
			if r := w.ok("ann", "standings score in dash"); strings.Contains(r.Summary, "999,999,999") {
				t.Errorf("after the correction: %s", r.Summary)
			}
		}
		w.now = w.now.Add(12 * time.Hour)
	}
	w.now = end
	w.turn()
	w.now = end.Add(time.Hour)
	w.log(rows[late].line)
	w.turn()
	if n := w.heard("is over. Games that reach their logs by"); n != 3 {
		t.Errorf("%d of 3 said to be over", n)
	}
	w.now = end.Add(7 * time.Hour)
	w.turn()
	w.log(rows[tooLate].line)
	w.now = w.now.Add(time.Hour)
	w.turn()

	// What was heard, once each.
	for text, want := range map[string]int{
		"dash begins in a day": 1, "dash has begun, with 7 entrants": 1, "dash so far:": 28, "dash is final: ": 1, "league is final: ": 1, "deaths is final: ": 1,
	} {
		if n := w.heard(text); n != want {
			t.Errorf("%q was heard %d times, want %d", text, n, want)
		}
	}
	if w.heard("fastest ascension by turns (") == 0 {
		t.Error("no record was broken all month")
	}
	// Games are announced only while they are fresh, half an hour.
	fresh := 0
	for i, r := range rows {
		entrant := slices.Contains([]string{"stenno", "jt", "microlance", "tromix", "amateurhour", "aoei", "Muad", "SamusSnonk"}, r.Name)
		waited := (43200 - r.End%43200) % 43200 // until the next turn
		if entrant && r.Outcome == xlog.Ascended && r.Turns < 30000 && waited <= 1800 && i != late && i != tooLate && i != corrected {
			fresh++
		}
	}
	if got := w.heard("https://example.org/"); got != fresh || fresh == 0 {
		t.Errorf("%d games announced, %d were fresh", got, fresh)
	}

	// The same again from the games, and the same as a count by hand.
	for _, name := range []string{"dash", "league", "deaths"} {
		r, err := w.book.Replay(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		if r.Kept == nil || len(r.Differs) > 0 || r.Tourney.State != contest.Frozen {
			t.Errorf("%s replayed: %+v, kept %+v", name, r.Differs, r.Kept)
		}
		if r.Result.Overall[0].Points == 0 {
			t.Errorf("%s: %+v", name, r.Result.Overall)
		}
		byHand := map[string]int{}
		for i, row := range rows {
			if i != tooLate && row.Outcome == xlog.Ascended && row.End < end.Unix() && row.Start >= time.Date(2020, 11, 1, 0, 0, 0, 0, time.UTC).Unix() {
				byHand[row.Name]++
			}
		}
		if s, ok := r.Result.Standing("ascensions"); ok {
			for _, row := range s.Rows {
				if int(row.Value) != byHand[players[row.Name]] {
					t.Errorf("%s: %s has %d ascensions, by hand %d", name, row.Name, row.Value, byHand[players[row.Name]])
				}
			}
		} else if name != "deaths" {
			t.Errorf("%s has no ascensions", name)
		}
	}
	if r := w.ok("bob", "standings me in league"); !strings.Contains(r.Summary, "1 refused") {
		t.Errorf("bob: %s", r.Summary)
	}
	if why := w.ok("bob", "why"); !strings.Contains(why.Summary, "its row came after the results were final") {
		t.Errorf("why: %.300s", why.Summary)
	}
	if r := w.ok("ann", "standings clan in league"); !strings.Contains(r.Summary, "1. The Oracles") {
		t.Errorf("clans: %s", r.Summary)
	}
	if r := w.ok("ann", "standings chart in dash"); r.Chart == nil || len(r.Chart.Series) != 5 || r.Chart.YMax == 0 {
		t.Errorf("chart: %+v", r.Chart)
	}
	if r := w.ok("gus", "standings me in dash"); !strings.Contains(r.Summary, "0 points") {
		t.Errorf("gus proved nothing, but: %s", r.Summary)
	}

	// A game that is taken away from the store's games shows in the replay.
	var log []audit.Entry
	log, err := w.book.Audit(t.Context(), "league@libera/#nethack")
	if err != nil || len(log) < 100 {
		t.Errorf("%d lines of audit, %v", len(log), err)
	}
	w.refused("boss", `tourney edit "dash" grace 12h`, "dash is frozen")
	w.ok("boss", `tourney archive "dash"`)
}
