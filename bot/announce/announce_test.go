package announce_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"delphi/bot/follow"
	"delphi/commands"
	"delphi/engine/games/xlog"
	"delphi/storage/contest"
	"delphi/storage/contest/archive"
	"delphi/storage/contest/places"
	"delphi/storage/gamelog"
)

// ended is a game as the follower hands it on.
func ended(t *testing.T, w *world, name, death string, ago time.Duration, more string) *gamelog.Game {
	t.Helper()
	end := w.now.Add(-ago).Unix()
	r, err := xlog.Parse(fmt.Sprintf("version=3.6.7\tname=%s\tdeath=%s\tpoints=500\tturns=1500\trole=Wiz\trace=Elf\tgender=Fem\talign=Cha\tstarttime=%d\tendtime=%d%s", name, death, end-3600, end, more))
	if err != nil {
		t.Fatal(err)
	}
	g, err := xlog.Decode(r, "")
	if err != nil {
		t.Fatal(err)
	}
	kept := archive.Kept("hdf", g, r.Append(nil))
	return &kept
}

func event(w *world, name, message string, start int64) *xlog.Event {
	return &xlog.Event{Type: xlog.EventAchieve, Name: name, Role: "Wiz", Race: "Elf", Gender: "Fem", Align: "Cha", Turns: 900, Start: start, At: w.now.Unix(), Message: message}
}

func (w *world) fresh(games []*gamelog.Game, events ...*xlog.Event) {
	w.announce.Fresh(w.t.Context(), follow.Fresh{Source: &w.source, Games: games, Events: events})
}

func newAnnouncing(t *testing.T, line string) *world {
	w := newWorld(t, time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC))
	w.ok("op!", line)
	return w
}

func (w *world) hear() []string {
	for w.announce.Flush() > 0 {
	}
	out := w.irc.said
	w.irc.said = nil
	return out
}

func TestWhatIsAnnounced(t *testing.T) {
	for _, tt := range []struct {
		announce string
		game     func(w *world) *gamelog.Game
		want     bool
	}{
		{"deaths", func(w *world) *gamelog.Game { return ended(t, w, "bob", "killed by a newt", 0, "") }, true},
		{"deaths", func(w *world) *gamelog.Game { return ended(t, w, "bob", "ascended", 0, "") }, false},
		{"asc", func(w *world) *gamelog.Game { return ended(t, w, "bob", "ascended", 0, "") }, true},
		{"asc", func(w *world) *gamelog.Game { return ended(t, w, "bob", "quit", 0, "") }, false},
		{"asc deaths turns>1499", func(w *world) *gamelog.Game { return ended(t, w, "bob", "quit", 0, "") }, true},
		{"deaths turns>1500", func(w *world) *gamelog.Game { return ended(t, w, "bob", "quit", 0, "") }, false},
		{"deaths not quit", func(w *world) *gamelog.Game { return ended(t, w, "bob", "quit", 0, "") }, false},
		{"deaths val", func(w *world) *gamelog.Game { return ended(t, w, "bob", "quit", 0, "") }, false},
		{"deaths hdf", func(w *world) *gamelog.Game { return ended(t, w, "bob", "quit", 0, "") }, true},
		{"deaths entrants", func(w *world) *gamelog.Game { return ended(t, w, "bob", "quit", 0, "") }, false},
		{"deaths", func(w *world) *gamelog.Game { return ended(t, w, "bob", "quit", 29*time.Minute, "") }, true},
		{"deaths", func(w *world) *gamelog.Game { return ended(t, w, "bob", "quit", 31*time.Minute, "") }, false},
		{"deaths asc", func(w *world) *gamelog.Game { return ended(t, w, "bob", "ascended", 0, "\tflags=0x1") }, false},
	} {
		w := newAnnouncing(t, "announce "+tt.announce)
		w.fresh([]*gamelog.Game{tt.game(w)})
		if got := w.hear(); (len(got) == 1) != tt.want {
			t.Errorf("%s: %q", tt.announce, got)
		}
	}
}

func TestAnnouncedOnceAndFolded(t *testing.T) {
	w := newAnnouncing(t, "announce all")
	dead := ended(t, w, "bob", "killed by a newt", 0, "")
	// The livelog tells of the death too, before or after.
	w.fresh([]*gamelog.Game{dead}, event(w, "bob", "entered the Gnomish Mines", dead.Start), event(w, "Bob", "killed by a newt", dead.Start))
	w.fresh(nil, event(w, "ann", "ascended", dead.Start))
	w.fresh([]*gamelog.Game{ended(t, w, "ann", "ascended", 0, "")})
	w.fresh([]*gamelog.Game{dead})
	w.fresh(nil, event(w, "bob", "killed by a newt", 0)) // a livelog without starttime
	got := w.hear()
	if len(got) != 1 || strings.Count(got[0], "newt") != 1 || strings.Count(got[0], "ascended") != 1 || strings.Count(got[0], " | ") != 2 {
		t.Errorf("heard %q", got)
	}
}

// TestABurstNamesEverybody: of up to a hundred games at once every one is named, ascensions
// first and in full, within the room that a line has.
func TestABurstNamesEverybody(t *testing.T) {
	for _, tt := range []struct {
		announce     string
		deaths, room int
		short        bool
		most         int // lines
	}{
		{"announce all", 10, 0, true, 3},
		{"announce all", 7, 0, false, 4},
		{"announce all digest 100", 40, 0, false, 22},
		{"announce all digest 2", 3, 0, true, 2},
		{"announce all", 40, 1500, true, 2},
		{"announce all", 90, 0, true, 20},
	} {
		w := newAnnouncing(t, tt.announce)
		w.irc.room = tt.room
		var many []*gamelog.Game
		for i := range tt.deaths {
			many = append(many, ended(t, w, fmt.Sprintf("p%03d", i), "killed by a newt", 0, ""))
		}
		w.fresh(append(many, ended(t, w, "winner", "ascended", 0, "")))
		got := w.hear()
		if len(got) == 0 || !strings.HasPrefix(got[0], "#nethack: winner (Wiz-Elf-Fem-Cha), ascended, 500 points") || len(got) > tt.most {
			t.Fatalf("%s, %d deaths: %d lines %q", tt.announce, tt.deaths, len(got), got)
		}
		all := strings.Join(got, " | ")
		for i := range tt.deaths {
			if n := strings.Count(all, fmt.Sprintf("p%03d (", i)); n != 1 {
				t.Errorf("%s, %d deaths: p%03d is named %d times", tt.announce, tt.deaths, i, n)
			}
		}
		if short := strings.Contains(all, "p000 (Wiz, killed by a newt)"); short != tt.short {
			t.Errorf("%s, %d deaths: %s", tt.announce, tt.deaths, got[0])
		}
		for _, line := range got {
			if room := max(tt.room, 350); len(line) > room+len("#nethack: ") {
				t.Errorf("a line of %d bytes", len(line))
			}
		}
	}
}

// TestTooManyToName: a flood of games is one line, behind the ascensions, that says how
// many there were and names the latest.
func TestTooManyToName(t *testing.T) {
	w := newAnnouncing(t, "announce all")
	var many []*gamelog.Game
	for i := range 2010 {
		many = append(many, ended(t, w, fmt.Sprint("p", i), "quit", 0, ""))
	}
	w.fresh(append(many, ended(t, w, "winner", "ascended", 0, "")))
	got := w.hear()
	if len(got) != 2 || !strings.HasPrefix(got[0], "#nethack: winner (Wiz") || !strings.HasPrefix(got[1], "#nethack: 2010 games ended; the latest: p2009 (Wiz, quit) | p2008 (Wiz, quit)") || len(got[1]) > 360 {
		t.Errorf("heard %q", got)
	}
}

func TestAnswersComeFirst(t *testing.T) {
	w := newAnnouncing(t, "announce deaths")
	w.irc.busy = true
	w.fresh([]*gamelog.Game{ended(t, w, "bob", "quit", 0, "")})
	if got := w.hear(); len(got) != 0 {
		t.Errorf("said while answers waited: %q", got)
	}
	w.irc.busy = false
	if got := w.hear(); len(got) != 1 {
		t.Errorf("not said afterwards: %q", got)
	}
	w.irc.busy = true
	w.fresh([]*gamelog.Game{ended(t, w, "ann", "quit", 0, "")})
	w.hear()
	w.now = w.now.Add(time.Hour)
	w.irc.busy = false
	if got := w.hear(); len(got) != 0 {
		t.Errorf("said an hour late: %q", got)
	}
}

func TestOptOut(t *testing.T) {
	w := newAnnouncing(t, "announce deaths")
	w.refused("mallory", "announce optout bob", "I don't know that bob is your account")
	w.refused("~bob", "announce optout bob", "identify")
	w.ok("bob", "announce optout Bob")
	w.fresh([]*gamelog.Game{ended(t, w, "bob", "quit", 0, "")}, event(w, "BOB", "entered a shop", 0))
	if got := w.hear(); len(got) != 0 {
		t.Errorf("heard %q", got)
	}
	w.refused("mallory", "announce optin bob", "I don't know that bob is your account")
	for _, line := range []string{"announce", "announce asc"} { // what there is, and a refusal
		if r := w.asks("mallory", line); len(r.Hints) == 0 || r.Hints[0] != "announce optout ACCOUNT" {
			t.Errorf("%s: hints %q", line, r.Hints)
		}
	}
	if r := w.ok("mallory", "help announce"); !strings.Contains(fmt.Sprint(r.Table), "announce optout") {
		t.Errorf("help: %s %v", r.Summary, r.Table)
	}
	w.ok("bob", "announce optin bob")
	w.fresh([]*gamelog.Game{ended(t, w, "bob", "quit", 0, "")})
	if got := w.hear(); len(got) != 1 {
		t.Errorf("heard %q", got)
	}
	w.refused("bob", "announce asc", "operators and organisers")
	w.ok("op!", "announce off")
	w.fresh([]*gamelog.Game{ended(t, w, "ann", "quit", time.Minute, "")})
	if got := w.hear(); len(got) != 0 {
		t.Errorf("after off: %q", got)
	}
}

// TestMinTurns: a player's short games are kept out, ascensions aside.
func TestMinTurns(t *testing.T) {
	w := newAnnouncing(t, "announce deaths asc")
	w.refused("mallory", "setmintc bob 5000000", "I don't know that bob is your account")
	w.ok("bob", "setmintc 5000000")
	w.fresh([]*gamelog.Game{ended(t, w, "bob", "quit", 0, ""), ended(t, w, "bob", "ascended", 0, ""), ended(t, w, "ann", "quit", 0, "")})
	if got := strings.Join(w.hear(), " "); strings.Count(got, "bob (") != 1 || strings.Count(got, "ann (") != 1 || !strings.Contains(got, "ascended") {
		t.Errorf("heard %q", got)
	}
	w.ok("bob", "setmintc bob 0")
	w.now = w.now.Add(time.Hour)
	w.fresh([]*gamelog.Game{ended(t, w, "bob", "quit", 0, "")})
	if got := strings.Join(w.hear(), " "); !strings.Contains(got, "bob (") {
		t.Errorf("heard %q", got)
	}
}

func TestCountdownsAreSaidOnceAndNotLate(t *testing.T) {
	w := newWorld(t, time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC))
	w.ok("op!", "tourney organiser add boss")
	for _, mention := range []string{"<@&77>", "role:78", "<@123456>", "<@!123456>", "7654321"} {
		op := commands.Request{Line: "tourney organiser add " + mention, Network: "discord", Place: "42", User: "1", Operator: true}
		if r := w.router.Answer(t.Context(), op); r.Failed {
			t.Errorf("%s: %s", mention, r.Summary)
		}
	}
	for _, nobody := range []string{"@bob", "bob", "<#12345>"} {
		op := commands.Request{Line: "tourney organiser add " + nobody, Network: "discord", Place: "42", User: "1", Operator: true}
		if r := w.router.Answer(t.Context(), op); !r.Failed || len(r.Hints) == 0 {
			t.Errorf("%s: %s", nobody, r.Summary)
		}
	}
	if named, err := w.book.Places().Organisers(t.Context(), places.Place{Network: "discord", Place: "42"}); err != nil || !slices.Equal(named, []string{"role:77", "role:78", "123456", "7654321"}) {
		t.Errorf("organisers %q, %v", named, err)
	}
	w.refused("op!", "tourney organiser add @bob", "not a services account")
	byRole := commands.Request{Line: "tourney zone Europe/Berlin", Network: "discord", Place: "42", User: "ann", Roles: []string{"5", "79"}}
	if r := w.router.Answer(t.Context(), byRole); !r.Failed {
		t.Errorf("without the role: %s", r.Summary)
	}
	byRole.Roles[1] = "77"
	if r := w.router.Answer(t.Context(), byRole); r.Failed {
		t.Errorf("with the role: %s", r.Summary)
	}
	w.ok("boss", "tourney zone Europe/Berlin")
	made := w.ok("boss", `tourney new "Autumn Dash" from fri 18:00 to sun 18:00 rules dash`)
	if !strings.Contains(made.Summary, "from Fri 2026-11-20 18:00 CET to Sun 2026-11-22 18:00 CET") {
		t.Errorf("made: %s", made.Summary)
	}
	begin := time.Date(2026, 11, 20, 17, 0, 0, 0, time.UTC)
	var heard []string
	for _, at := range []time.Duration{-25 * time.Hour, -24 * time.Hour, -23*time.Hour - 59*time.Minute, -time.Hour, 0, time.Minute, 24*time.Hour + time.Minute, 47 * time.Hour, 60 * time.Hour} {
		w.now = begin.Add(at)
		w.turn()
		heard = append(heard, w.hear()...)
	}
	for i := range heard {
		heard[i] = strings.TrimPrefix(heard[i], "#nethack: Autumn Dash ")
	}
	want := []string{
		"begins in a day, Fri 2026-11-20 18:00 CET. To take part: join as ACCOUNT",
		"begins in an hour, Fri 2026-11-20 18:00 CET. To take part: join as ACCOUNT",
		"has begun, with 0 entrants. It ends Sun 2026-11-22 18:00 CET.",
		"ends in a day, Sun 2026-11-22 18:00 CET.", "so far: nobody took part.",
		"ends in an hour, Sun 2026-11-22 18:00 CET.",
		"is final: nobody took part.", // the bot was away at the end itself
	}
	if !slices.Equal(heard, want) {
		t.Errorf("heard\n%s\nwant\n%s", strings.Join(heard, "\n"), strings.Join(want, "\n"))
	}
	if all, err := w.book.All(t.Context()); err != nil || all[0].State != contest.Frozen {
		t.Errorf("%v, %v", all, err)
	}
}

// TestFrozenEarly: what comes after an organiser's freeze is refused, though it
// would have been in time, and the count stays as it was.
func TestFrozenEarly(t *testing.T) {
	w := newWorld(t, time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC))
	w.ok("op!", "tourney organiser add boss")
	w.ok("boss", `tourney new "Short" from now to in 2d UTC rules dash proof none`)
	w.ok("ann", "join as ann")
	row := func(points int) string {
		at := w.now.Unix()
		return fmt.Sprintf("version=3.6.7\tname=ann\trole=Val\trace=Hum\tgender=Fem\talign=Neu\tdeath=killed by a newt\tpoints=%d\tturns=900\tstarttime=%d\tendtime=%d", points, at-60, at-1)
	}
	w.now = w.now.Add(time.Hour)
	w.log(row(1000))
	w.turn()
	before := w.ok("ann", "standings").Summary
	w.now = w.now.Add(time.Minute)
	w.ok("boss", "tourney freeze confirm")
	w.log(row(9000)) // read in the second of the freeze, and after it
	w.turn()
	w.now = w.now.Add(time.Hour)
	w.log(row(99000))
	w.turn()
	if after := w.ok("ann", "standings").Summary; after != strings.Replace(before, "Short:", "Short (final):", 1) || !strings.Contains(after, "ann 35 points") {
		t.Errorf("before %s\nafter %s", before, after)
	}
	r, err := w.book.Replay(t.Context(), "short")
	if err != nil || len(r.Differs) > 0 || len(r.Result.AllVerdicts()) != 3 {
		t.Errorf("%+v, %v", r, err)
	}
	log, err := w.book.Audit(t.Context(), "short@libera/#nethack")
	refused := 0
	for _, e := range log {
		if e.Game != "" && !e.Counted {
			refused++
		}
	}
	if err != nil || refused != 2 {
		t.Errorf("%d refused in the log, %v", refused, err)
	}
}

func TestClansAreBounded(t *testing.T) {
	w := newWorld(t, time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC))
	w.ok("op!", "tourney organiser add boss")
	w.ok("boss", `tourney new "League" from tomorrow to 2026-12-01 UTC rules league proof none clans-until fri 12:00`)
	w.refused("x", "clan join Oracles", "not in League")
	for i := range 13 {
		user := fmt.Sprint("user", i)
		w.ok(user, "join as "+user)
		if i < 12 {
			if i > 0 {
				w.refused(user, "clan join Oracles", "an invitation from user0")
				w.ok("user0", "clan invite "+user)
			}
			w.ok(user, "clan join Oracles")
		} else {
			w.refused(user, "clan join ORACLES", "Oracles is full: a clan has at most 12")
		}
	}
	w.ok("user0", "clan leave")
	w.refused("user12", "clan join oracles", "an invitation from user1") // who has the clan now
	w.ok("user1", "clan invite user12")
	w.ok("user12", "clan join oracles")
	w.now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	w.refused("user0", "clan join Others", "been fixed since Fri 2026-11-20 12:00 UTC")
	w.ok("user0", "leave")
	w.refused("user0", "leave", "not in League")
	if r := w.ok("boss", "rules"); len(r.Fields) < 15 {
		t.Errorf("rules in %d sentences", len(r.Fields))
	}
	if r := w.ok("boss", "more"); !strings.Contains(r.Summary, "Wizard and explore mode never count") && !strings.Contains(r.Summary, "Ascended:") {
		t.Errorf("more: %s", r.Summary)
	}
}

// proving is a row that meets the challenge of a reply to join.
func proving(w *world, account string, challenge commands.Reply) string {
	hero := map[string]string{}
	for _, f := range challenge.Fields {
		hero[f.Name] = f.Value
	}
	at := w.now.Unix() + 60
	return fmt.Sprintf("version=3.6.7\tpoints=0\tname=%s\trole=%s\trace=%s\tgender=%s\talign=%s\tgender0=%s\talign0=%s\tdeath=quit\tturns=1\tstarttime=%d\tendtime=%d",
		account, hero["role"], hero["race"], hero["gender"], hero["alignment"], hero["gender"], hero["alignment"], at, at+9)
}

// TestOneAccountOneEntrant: an account is proved for one entrant at most, and
// the claims of others to it go.
func TestOneAccountOneEntrant(t *testing.T) {
	w := newWorld(t, time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC))
	w.ok("op!", "tourney organiser add boss")
	w.ok("boss", `tourney new "Dash" from now to in 2d UTC rules dash proof challenge`)
	claim := func() (ann, eve commands.Reply) { return w.ok("ann", "join as annie"), w.ok("eve", "join as annie") }
	_, lost := claim()
	w.refused("boss", "tourney confirm annie", "Both ann and eve claim annie")
	if r := w.asks("boss", "tourney confirm annie"); !slices.Contains(r.Hints, "tourney confirm annie for eve") {
		t.Errorf("hints %q", r.Hints)
	}
	w.refused("boss", "tourney confirm annie for bob", "for bob")
	w.ok("boss", "tourney confirm annie for ann")
	w.refused("boss", "tourney confirm annie for eve", "No account")
	w.refused("eve", "join as annie", "already plays in Dash for ann")
	if r := w.ok("boss", "tourney entrants"); !strings.Contains(r.Summary, "ann as annie; eve as (no account)") {
		t.Errorf("entrants: %s", r.Summary)
	}
	w.log(proving(w, "annie", lost)) // too late
	w.now = w.now.Add(10 * time.Minute)
	w.turn()
	if n := w.heard("has proved"); n != 0 {
		t.Errorf("heard %q", w.irc.said)
	}
	// Proved by a challenge, the others' challenges go too.
	w.ok("ann", "leave")
	w.ok("eve", "leave")
	won, lost := claim()
	w.log(proving(w, "annie", won))
	w.now = w.now.Add(20 * time.Second)
	w.log(proving(w, "annie", lost))
	w.now = w.now.Add(10 * time.Minute)
	w.turn()
	if w.heard("ann has proved to be annie") != 1 || w.heard("eve has proved") != 0 {
		t.Errorf("heard %q", w.irc.said)
	}
	log, err := w.book.Audit(t.Context(), "dash@libera/#nethack")
	dropped := 0
	for _, e := range log {
		if e.What == "claim of annie dropped: it is proved for ann" {
			dropped++
		}
	}
	if err != nil || dropped != 2 {
		t.Errorf("%d dropped in the log, %v", dropped, err)
	}
}

func TestEditRefusesUnknownRules(t *testing.T) {
	w := newWorld(t, time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC))
	w.ok("op!", "tourney organiser add boss")
	w.ok("boss", `tourney new "Dash" from tomorrow to in 3d UTC rules dash`)
	w.refused("boss", `tourney edit "Dash" rules foo`, `no rules called "foo"`)
	if r := w.asks("boss", `tourney edit "Dash" rules foo`); !slices.Contains(r.Hints, `tourney edit "Dash" rules deaths`) {
		t.Errorf("hints %q", r.Hints)
	}
	w.ok("boss", `tourney edit "Dash" rules deaths`)
	if r := w.ok("boss", "rules"); !strings.Contains(r.Summary, "A Hundred Ways") {
		t.Errorf("rules: %s", r.Summary)
	}
}

func TestAuditSaysWhatWasChanged(t *testing.T) {
	w := newWorld(t, time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC))
	w.ok("op!", "tourney organiser add boss")
	w.ok("boss", `tourney new "Dash" from tomorrow to 2026-11-22 UTC rules dash`)
	w.ok("boss", `tourney edit "Dash" rules deaths proof none`)
	w.ok("boss", `tourney edit "Dash" to 2026-11-23 grace 12h`)
	w.ok("boss", `tourney edit "Dash" grace 12h`)
	log, err := w.book.Audit(t.Context(), "dash@libera/#nethack")
	var got []string
	for _, e := range log {
		got = append(got, e.What)
	}
	want := []string{
		"made by boss", "changed by boss: rules dash -> deaths, proof challenge -> none",
		"changed by boss: to Sun 2026-11-22 00:00 UTC -> Mon 2026-11-23 00:00 UTC, grace 6h0m0s -> 12h0m0s",
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v", got, err)
	}
}

// TestRecordsComeAfterTheirGames: an ascension is said first, and what it led to
// in one line after it.
func TestRecordsComeAfterTheirGames(t *testing.T) {
	w := newAnnouncing(t, "announce all")
	w.ok("op!", "tourney organiser add boss")
	w.ok("boss", `tourney new "Dash" from now to in 2d UTC rules dash proof none`)
	w.ok("ann", "join as ann")
	w.ok("bob", "join as bob")
	w.turn()
	w.irc.said = nil
	row := func(name, death string, points int) string {
		at := w.now.Unix()
		return fmt.Sprintf("version=3.6.7\tname=%s\trole=Val\trace=Hum\tgender=Fem\talign=Neu\tdeath=%s\tpoints=%d\tturns=9000\trealtime=7200\tstarttime=%d\tendtime=%d", name, death, points, at-60, at-1)
	}
	w.now = w.now.Add(time.Hour)
	w.log(row("bob", "killed by a newt", 9000), row("ann", "ascended", 1000))
	w.irc.busy = true
	w.turn()
	w.now = w.now.Add(time.Second)
	w.fresh(nil, event(w, "cid", "entered the Gnomish Mines", 0)) // later than the records
	w.irc.busy = false
	heard := w.hear()
	if len(heard) != 2 || !strings.HasPrefix(heard[0], "#nethack: ann (Val") || !strings.Contains(heard[0], "| bob (Val") ||
		heard[1] != "#nethack: Dash: ann leads most ascensions (1), first to ascend, fastest ascension by turns (9,000), fastest ascension by real time (2h00m00s), and 2 more." {
		t.Errorf("heard %q", heard)
	}
	if r := w.ok("ann", "standings ascensions"); !strings.Contains(r.Summary, "ann 1 ascension (") {
		t.Errorf("standings: %s", r.Summary)
	}
	// A win comes before messages that have waited longer; other games do not.
	w.irc.busy = true
	w.now = w.now.Add(time.Hour)
	w.log(row("bob", "killed by a jackal", 19000))
	w.turn()
	w.irc.busy = false
	w.announce.Flush() // the game
	w.now = w.now.Add(time.Second)
	w.fresh([]*gamelog.Game{ended(t, w, "cid", "quit", 0, "")})
	if heard = w.hear(); len(heard) != 3 || !strings.HasPrefix(heard[1], "#nethack: Dash: bob leads highest score") || !strings.Contains(heard[2], "cid (") {
		t.Errorf("heard %q", heard)
	}
}

func TestOverInvitesNobody(t *testing.T) {
	w := newWorld(t, time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC))
	w.ok("op!", "tourney organiser add boss")
	w.ok("boss", `tourney new "Dash" from now to in 1d UTC rules dash proof none`)
	if r := w.ok("ann", "standings dash"); !strings.Contains(r.Summary, "Dash: nobody yet") || r.Hints[0] != "join as ACCOUNT" {
		t.Errorf("standings of its name: %s %q", r.Summary, r.Hints)
	}
	w.ok("ann", "join as ann")
	for _, tt := range []struct {
		after       time.Duration
		state, rows string
	}{
		{24 * time.Hour, "Dash (over, late results until Thu 2026-11-19 18:00 UTC)", "Dash (over, late results until Thu 2026-11-19 18:00 UTC): "},
		{31 * time.Hour, "Dash (over, final)", "Dash (final): "},
	} {
		w.now = time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC).Add(tt.after)
		w.turn()
		for line, want := range map[string]string{"tourney": tt.state, "standings": tt.rows, "standings dash": tt.rows} {
			r := w.ok("ann", line)
			if !strings.HasPrefix(r.Summary, want) || slices.Contains(r.Hints, "join as ACCOUNT") || line == "tourney" && r.Hints[0] != "standings" {
				t.Errorf("%s: %s %q, want %s", line, r.Summary, r.Hints, want)
			}
		}
		for _, line := range []string{"standings dash ascensions", "standings ascensions dash"} {
			if r := w.ok("ann", line); !strings.HasPrefix(r.Summary, "Dash, most ascensions") {
				t.Errorf("%s: %s", line, r.Summary)
			}
		}
		w.refused("bob", "join as bob", "is over")
		w.ok("ann", "tourney entrants")
	}
}

// TestReplayAfterAChange checks that a count is not compared with a recount if somebody
// has left or the rules were changed since.
func TestReplayAfterAChange(t *testing.T) {
	w := newWorld(t, time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC))
	w.ok("op!", "tourney organiser add boss")
	w.ok("boss", `tourney new "Dash" from now to in 2d UTC rules dash proof none`)
	row := func(name string) string {
		at := w.now.Unix()
		return fmt.Sprintf("version=3.6.7\tname=%s\trole=Val\trace=Hum\tgender=Fem\talign=Neu\tdeath=ascended\tpoints=5000\tturns=9000\tstarttime=%d\tendtime=%d", name, at-60, at-1)
	}
	for _, user := range []string{"ann", "bob"} {
		w.ok(user, "join as "+user)
	}
	w.now = w.now.Add(time.Hour)
	w.log(row("ann"), row("bob"))
	w.turn()
	replay := func(kept bool) {
		t.Helper()
		r, err := w.book.Replay(t.Context(), "dash")
		if err != nil || len(r.Differs) > 0 || (r.Kept != nil) != kept {
			t.Errorf("%q, kept %v, %v", r.Differs, r.Kept, err)
		}
	}
	replay(true)
	for _, change := range [][2]string{{"ann", "leave"}, {"boss", `tourney edit "Dash" rules deaths confirm`}, {"boss", `tourney edit "Dash" from now`}, {"ann", "join as ann"}} {
		w.ok(change[0], change[1])
		replay(false)
		w.now = w.now.Add(time.Minute)
		w.turn()
		replay(true)
	}
	w.ok("boss", `tourney edit "Dash" proof organiser`) // changes no count
	replay(true)
}

// TestNickAlone: once a tournament has begun, whoever uses the nick of an
// entrant without a services account changes nothing; an organiser may.
func TestNickAlone(t *testing.T) {
	w := newWorld(t, time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC))
	w.ok("op!", "tourney organiser add boss")
	w.ok("boss", `tourney new "League" from tomorrow to 2026-12-01 UTC rules league proof none`)
	for _, user := range []string{"~ann", "bob", "~eve"} {
		w.ok(user, "join as x"+strings.Trim(user, "~"))
	}
	w.ok("~ann", "clan join Oracles")
	w.ok("~eve", "leave") // before the start
	w.now = w.now.Add(24 * time.Hour)
	w.refused("~ann", "leave", "Ask an organiser")
	w.refused("~ann", "clan leave", "Ask an organiser")
	w.refused("~ann", "clan join Others", "Ask an organiser")
	if r := w.asks("~ann", "leave"); len(r.Hints) > 0 { // what would help is the organiser's to type
		t.Errorf("hints %q", r.Hints)
	}
	w.refused("bob", "tourney remove ann", "Only organisers")
	w.refused("bob", "tourney clan ann Others", "Only organisers")
	w.refused("boss", "tourney remove zed", "not in League")
	w.refused("boss", "tourney clan ann", "needs more")
	w.ok("boss", "tourney clan ann Others")
	w.refused("bob", "clan join Others", "an invitation from ann")
	w.ok("boss", "tourney clan bob Others")
	if r := w.ok("boss", "tourney clan ann none"); r.Summary != "ann is in no clan of League now." {
		t.Error(r.Summary)
	}
	w.ok("boss", "tourney remove ann confirm")
	w.ok("bob", "leave")
	if r := w.ok("boss", "tourney entrants"); !strings.Contains(r.Summary, "Nobody has joined") {
		t.Errorf("entrants: %s", r.Summary)
	}
}

// TestCards: a game is told with each fact by itself as well, also beside others,
// except where they are told in a few words.
func TestCards(t *testing.T) {
	w := newAnnouncing(t, "announce all digest 3")
	hear := func(n int) commands.Reply {
		t.Helper()
		var games []*gamelog.Game
		for i := range n {
			games = append(games, ended(t, w, fmt.Sprintf("mia%d%d", n, i), "killed by a newt", time.Minute, ""))
		}
		w.fresh(games)
		w.irc.replies = nil
		w.hear()
		if len(w.irc.replies) == 0 {
			t.Fatal("nothing was said")
		}
		return w.irc.replies[0]
	}
	one := hear(1)
	if !one.FieldsDo || one.Tone != commands.Bad || one.Title != "mia10 (Wiz-Elf-Fem-Cha) killed by a newt" || len(one.Moments) != 1 {
		t.Fatalf("%+v", one)
	}
	fields := map[string]string{}
	for _, f := range one.Fields {
		fields[f.Name] = f.Value
	}
	if fields["turns"] != "1,500" || fields["points"] != "500" || fields["ended"] != one.Moments[0].Text {
		t.Errorf("%v", fields)
	}
	if two := hear(2); len(two.Parts) != 2 || !two.Parts[1].FieldsDo {
		t.Errorf("%+v", two)
	}
	if four := hear(4); len(four.Parts) != 4 || four.Parts[0].FieldsDo {
		t.Errorf("%+v", four)
	}
}
