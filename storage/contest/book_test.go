package contest_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"delphi/engine/games/score"
	"delphi/storage"
	"delphi/storage/contest"
	"delphi/storage/contest/people"
	"delphi/storage/contest/places"
	"delphi/storage/contest/refusal"
)

// plays makes lines of a story happen that must all go well.
func (s *stage) plays(lines ...string) {
	s.t.Helper()
	for _, line := range lines {
		for _, came := range s.play(line) {
			if strings.HasPrefix(came, "refused") || strings.HasPrefix(came, "ERROR") {
				s.t.Fatalf("%s: %s", line, came)
			}
		}
	}
}

// tourney returns a tournament of the stage's place.
func (s *stage) tourney(name string) *contest.Tourney {
	s.t.Helper()
	t, err := s.book.Find(s.t.Context(), here, name)
	if err != nil {
		s.t.Fatal(err)
	}
	return t
}

// TestEveryOrganisersMethodChecks calls each method of Book that changes a
// tournament as somebody who is everything elsewhere and nothing here.
func TestEveryOrganisersMethodChecks(t *testing.T) {
	s := newStage(t)
	s.plays("op! organiser add boss", "boss new Dash from=+1h to=+25h proof=none rules=league", "ann join Dash annie")
	elsewhere := s.actor("evil!@#evil")
	if _, err := s.book.Places().SetOrganiser(t.Context(), elsewhere, "evil", true); err != nil {
		t.Fatal(err)
	}
	before := *s.tourney("Dash")
	ctx, id := t.Context(), before.ID
	did := map[string]error{}
	note := func(name string) func(any, error) { return func(_ any, err error) { did[name] = err } }
	for name, a := range map[string]places.Actor{"elsewhere": elsewhere, "here without a right": s.actor("ann!"), "in private": s.actor("boss?"), "with a nick": s.actor("~boss")} {
		note(name + " Publish")(s.book.Publish(ctx, a, id, true))
		note(name + " ShowBoard")(s.book.ShowBoard(ctx, a, id, false))
		note(name + " Edit")(s.book.Edit(ctx, a, id, func(t *contest.Tourney) error { t.Rules = "dash"; return nil }))
		note(name + " Cancel")(s.book.Cancel(ctx, a, id))
		note(name + " Uncancel")(s.book.Uncancel(ctx, a, id))
		note(name + " Reopen")(s.book.Reopen(ctx, a, id))
		note(name + " Archive")(s.book.Archive(ctx, a, id))
		note(name + " Freeze")(s.book.Freeze(ctx, a, id))
		note(name + " Enter")(s.book.Enter(ctx, a, id, "eve", "eve", score.Account{Name: "eve"}))
		note(name + " Confirm")(s.book.Confirm(ctx, a, id, "annie", ""))
		note(name + " Remove")(s.book.Remove(ctx, a, id, "ann"))
		note(name + " Rule")(s.book.Rule(ctx, a, id, "ann", contest.Ruling{Kind: contest.Disqualify, Why: "envy"}))
		note(name + " Undo")(s.book.Undo(ctx, a, id, 1))
		did[name+" MayChange"] = s.book.MayChange(ctx, a, &before)
		note(name + " SetClan")(s.book.SetClan(ctx, a, id, "ann", "Oracles"))
	}
	for what, err := range did {
		var no *refusal.Refusal
		if !errors.As(err, &no) || no.Reason != refusal.NotOrganiser && no.Reason != refusal.Elsewhere || no.Tourney != "Dash" {
			t.Errorf("%s: %v", what, err)
		}
	}
	if after := *s.tourney("Dash"); !reflect.DeepEqual(before, after) {
		t.Errorf("changed to %+v", after)
	}
	// A method that takes an Actor and is not in the list above has no test.
	checked := []string{"Create"} // in the stories
	book := reflect.TypeFor[*contest.Book]()
	for i := range book.NumMethod() {
		m := book.Method(i)
		takes := false
		for k := range m.Type.NumIn() {
			takes = takes || m.Type.In(k) == reflect.TypeFor[places.Actor]()
		}
		if _, ok := did["elsewhere "+m.Name]; takes && !ok && !slices.Contains(checked, m.Name) {
			t.Errorf("nothing is asked of %s here", m.Name)
		}
	}
}

// TestFrozenMeanwhile: what somebody changes while a tournament is counted is
// not overwritten.
func TestFrozenMeanwhile(t *testing.T) {
	s := newStage(t)
	s.plays("op! organiser add boss", "boss new Dash from=+1h to=+25h proof=none", "ann join Dash annie", "after 2h", "game nao annie", "after 1m")
	inner := s.book.Games.Store
	joined := false
	s.book.Games.Store = &meddler{Store: inner, before: func() {
		if !joined { // after it was counted, before it is written
			joined = true
			s.book.Games.Store = inner
			s.plays("bob join Dash bob")
		}
	}}
	if _, err := s.book.Freeze(t.Context(), s.actor("boss"), s.tourney("Dash").ID); err == nil || !strings.Contains(err.Error(), "at the same time") {
		t.Errorf("frozen over a change: %v", err)
	}
	if got := s.tourney("Dash"); got.State != contest.Open || len(got.Entrants) != 2 {
		t.Errorf("%s with %d entrants", got.State, len(got.Entrants))
	}
}

// meddler does something before each update.
type meddler struct {
	storage.Store
	before func()
}

func (m *meddler) Update(ctx context.Context, fn func(storage.Tx) error) error {
	m.before()
	return m.Store.Update(ctx, fn)
}

// TestLinksArePurged: codes that nobody used do not stay.
func TestLinksArePurged(t *testing.T) {
	s := newStage(t)
	links := storage.Documents{Store: s.book.Games.Store, Kind: "link"}
	count := func() (n int) {
		t.Helper()
		if err := links.All(t.Context(), func(string, []byte) error { n++; return nil }); err != nil {
			t.Fatal(err)
		}
		return n
	}
	for i := range 50 {
		s.plays(fmt.Sprintf("user%d link", i))
	}
	if n := count(); n != 50 {
		t.Fatalf("%d codes", n)
	}
	s.plays("after 29m", "sweep")
	if n := count(); n != 50 {
		t.Errorf("%d codes after 29 minutes", n)
	}
	s.plays("after 2m", "late link")
	if n := count(); n != 1 {
		t.Errorf("%d codes after half an hour and another one", n)
	}
	s.plays("after 31m", "sweep")
	if n := count(); n != 0 {
		t.Errorf("%d codes an hour later", n)
	}
}

func TestSubscriptions(t *testing.T) {
	s := newStage(t)
	ctx := t.Context()
	want := places.Subscription{Deaths: true, Filter: "wiz", Digest: 3}
	for _, who := range []string{"ann", "op!?", "boss@#other"} {
		var no *refusal.Refusal
		if err := s.book.Places().Subscribe(ctx, s.actor(who), want); !errors.As(err, &no) || no.Reason != refusal.NotOrganiser {
			t.Errorf("%s: %v", who, err)
		}
	}
	s.plays("op! organiser add boss")
	for _, who := range []string{"op!", "boss", "root*"} {
		if err := s.book.Places().Subscribe(ctx, s.actor(who), want); err != nil {
			t.Errorf("%s: %v", who, err)
		}
	}
	want.Place = here
	if got, ok, err := s.book.Places().Subscription(ctx, here); err != nil || !ok || got != want {
		t.Errorf("%+v, %v, %v", got, ok, err)
	}
	if all, err := s.book.Places().Subscriptions(ctx); err != nil || !slices.Equal(all, []places.Subscription{want}) {
		t.Errorf("%+v, %v", all, err)
	}
	if err := s.book.Places().Subscribe(ctx, s.actor("op!"), places.Subscription{}); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := s.book.Places().Subscription(ctx, here); err != nil || ok {
		t.Errorf("after nothing was asked for: %v, %v", ok, err)
	}
}

func TestPlacesAndPlayers(t *testing.T) {
	s := newStage(t)
	ctx := t.Context()
	s.plays("op! organiser add boss", "op! organiser add role:5", "boss zone Europe/Berlin")
	if named, err := s.book.Places().Organisers(ctx, here); err != nil || !slices.Equal(named, []string{"boss", "role:5"}) {
		t.Errorf("organisers %q, %v", named, err)
	}
	if zone, err := s.book.Places().Zone(ctx, here); err != nil || zone.String() != "Europe/Berlin" {
		t.Errorf("zone %v, %v", zone, err)
	}
	if zone, err := s.book.Places().Zone(ctx, places.Place{}); err != nil || zone != time.UTC {
		t.Errorf("zone of no place %v, %v", zone, err)
	}
	s.plays("boss new One from=+1h to=+25h proof=none", "boss new Two from=+2h to=+25h proof=challenge", "ann join One Annie", "bob join Two bobby", "cid join One cid", "boss new Three from=+1h to=+25h proof=none", "dan join Three dan", "boss cancel Three")
	if players, err := s.book.PlayersIn(ctx, here); err != nil || !reflect.DeepEqual(players, map[string]bool{"annie": true, "cid": true}) {
		t.Errorf("players %v, %v", players, err)
	}
	s.plays("ann silence Ann")
	if wishes, err := s.book.People().Wishes(ctx); err != nil || !reflect.DeepEqual(wishes, map[string]people.Wish{"ann": {Silent: true}}) {
		t.Errorf("wishes %v, %v", wishes, err)
	}
	if !reflect.DeepEqual(s.book.RuleNames(), slices.Sorted(maps.Keys(score.Builtin()))) {
		t.Errorf("rules %q", s.book.RuleNames())
	}
	// Without a name the one that is on is meant, else the next one, else the
	// last one.
	for _, want := range []string{"One", "One", "Two"} {
		if got := s.tourney("").Name; got != want {
			t.Errorf("at %v %s is meant, want %s", s.now, got, want)
		}
		s.plays("after 1h")
	}
	s.plays("after 48h", "boss freeze One", "boss freeze Two")
	if got := s.tourney("").Name; got != "Two" {
		t.Errorf("when all is over %s is meant", got)
	}
}

// TestChallengesTellClaimantsApart: a game can prove an account for one person only,
// and nobody can ask until the hero suits them.
func TestChallengesTellClaimantsApart(t *testing.T) {
	s := newStage(t)
	s.book.Random = func() uint64 { return 7 }
	s.plays("op! organiser add boss", "boss new Dash from=+1h to=+25h proof=challenge", "boss new Rush from=+1h to=+25h proof=challenge")
	asked := map[string]contest.Pending{}
	claim := func(who, tourney, account string) {
		t.Helper()
		s.plays(who + " join " + tourney + " " + account)
		all := s.tourney(tourney).Challenges
		i := slices.IndexFunc(all, func(p contest.Pending) bool {
			return strings.Contains(p.Person, who) && p.Account.String() == account
		})
		if i < 0 {
			t.Fatalf("%s is asked for nothing: %+v", who, all)
		}
		if was, before := asked[who]; before && (was.Words() != all[i].Words() || was.From != all[i].From || was.Until > all[i].Until) {
			t.Errorf("%s, asking for %s in %s: %+v, then %+v", who, account, tourney, was, all[i])
		}
		asked[who] = all[i]
	}
	claim("ann", "Dash", "annie")
	claim("bob", "Dash", "annie")
	claim("cid", "Rush", "Annie@nao")
	s.plays("after 10m")
	claim("ann", "Rush", "annie")
	for range 20 {
		claim("bob", "Dash", "annie")
	}
	s.plays("bob leave Dash")
	claim("bob", "Dash", "annie")
	heroes := map[string]bool{}
	for _, p := range asked {
		heroes[p.Words()] = true
	}
	if len(heroes) != 3 {
		t.Errorf("three claim one account and are asked for %v", asked)
	}
	was := asked["bob"]
	delete(asked, "bob")
	s.plays("after 2h")
	if claim("bob", "Dash", "annie"); asked["bob"].From == was.From {
		t.Errorf("a challenge whose time is over is set again: %+v", asked["bob"])
	}
}

func TestASourceIsRenamed(t *testing.T) {
	s := newStage(t)
	ctx := t.Context()
	s.plays("op! organiser add boss", "boss new Dash from=+1h to=+25h grace=1m proof=challenge", "ann join Dash annie@nao", "after 10m", "game nao annie hero starttime=-5m endtime=-4m", "sweep", "bob join Dash bob@nao", "eve join Dash eve@eu")
	if err := s.book.Games.RenameSource(ctx, "nao", "alt"); err != nil {
		t.Fatal(err)
	}
	if err := s.book.RenameSource(ctx, "nao", "alt"); err != nil {
		t.Fatal(err)
	}
	got := s.tourney("Dash")
	if a := got.Entrants[0].Accounts[0]; a.String() != "annie@alt" || a.Proved != people.ProofChallenge || got.Challenges[0].Account.Source != "alt" || got.Entrants[2].Accounts[0].Source != "eu" {
		t.Errorf("%+v", got)
	}
	if p, err := s.book.People().Person(ctx, people.User{Network: "libera", User: "ann"}); err != nil || p.Accounts[0].Source != "alt" {
		t.Errorf("%+v, %v", p, err)
	}
	s.plays("after 2h", "game alt annie death=ascended")
	res, err := s.book.Count(ctx, s.tourney("Dash"), s.now.Unix())
	if err != nil || res.Overall[0].Points == 0 {
		t.Errorf("%+v, %v", res, err)
	}
}

func TestStandings(t *testing.T) {
	s := newStage(t)
	ctx := t.Context()
	s.plays("op! organiser add boss", "boss new Dash from=+1h to=+25h proof=none", "ann join Dash annie", "bob join Dash bob", "after 2h", "game nao annie death=ascended points=9000 turns=1", "after 2h", "game nao bob points=70000", "game nao annie death=ascended", "after 1m")
	res, err := s.book.Count(ctx, s.tourney("Dash"), s.now.Unix())
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{"turns": "fastest ascension by turns", " Highest Score": "highest score", "different": "most different deaths", "zork": "", "": ""} {
		got, ok := res.Standing(key)
		if ok != (want != "") || ok && got.Title != want {
			t.Errorf("%q: %+v", key, got)
		}
	}
	if s, ok := res.Standing("turns"); !ok || s.Rows[0].Text != "1 turn" {
		t.Errorf("turns %+v", s)
	}
	then, err := s.book.Progress(ctx, s.tourney("Dash"), nil, []int64{s.time("-3h"), s.time("-1h"), s.now.Unix()})
	if err != nil {
		t.Fatal(err)
	}
	var points []score.Points
	for _, r := range then {
		points = append(points, r.Overall[0].Points)
	}
	if points[0] != 0 || points[1] == 0 || points[2] < points[1] {
		t.Errorf("points over time %v", points)
	}
	// A count ends with its context.
	done, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := s.book.Count(done, s.tourney("Dash"), s.now.Unix()); !errors.Is(err, context.Canceled) {
		t.Errorf("after its context: %v", err)
	}
	if _, err := s.book.Sweep(done); !errors.Is(err, context.Canceled) {
		t.Errorf("a sweep after its context: %v", err)
	}
}

// TestReplayShowsWhatIsGone: a game that is taken out of the store shows.
func TestReplayShowsWhatIsGone(t *testing.T) {
	s := newStage(t)
	ctx := t.Context()
	s.plays("op! organiser add boss", "boss new Dash from=+1h to=+25h proof=none", "ann join Dash annie", "bob join Dash bob", "after 2h", "game nao annie death=ascended", "game eu bob", "after 1m", "sweep", "boss freeze Dash")
	if r, err := s.book.Replay(ctx, "dash"); err != nil || len(r.Differs) != 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	if _, err := s.book.Games.RemoveSource(ctx, "nao"); err != nil {
		t.Fatal(err)
	}
	r, err := s.book.Replay(ctx, "dash")
	if err != nil || len(r.Differs) != 2 || !slices.Contains(r.Differs, "ann: kept 180 points, recounted 0") {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := s.book.Replay(ctx, "zork"); err == nil {
		t.Error("replayed what there is not")
	}
}

// TestOlderTournaments: those whose id is only their name, and whose clans have
// no founders, go on.
func TestOlderTournaments(t *testing.T) {
	s := newStage(t)
	ctx := t.Context()
	docs := storage.Documents{Store: s.book.Games.Store, Kind: "tourney"}
	old := new(contest.Tourney)
	err := docs.Update(ctx, "league", old, func(bool) ([]any, bool, error) {
		*old = contest.Tourney{ID: "league", Name: "League", Place: here, State: contest.Open, Rules: "league", Template: string(score.Builtin()["league"]), Proof: people.ProofNone,
			From: s.time("-1h"), Until: s.time("+24h"), Entrants: []contest.Entrant{
				{Person: "libera/bob", Name: "bob", Clan: "Oracles", Joined: 9}, {Person: "libera/ann", Name: "ann", Clan: "Oracles", Joined: 5}, {Person: "libera/cid", Name: "cid", Joined: 1},
			}}
		return nil, false, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	s.plays("op! organiser add boss")
	if got := s.play("boss new League from=+1h to=+2h"); !strings.Contains(got[0], "name taken") {
		t.Errorf("the same name again: %q", got)
	}
	if got := s.play("cid clan league oracles"); !strings.Contains(got[0], "an invitation from ann") {
		t.Errorf("a clan without a founder: %q", got)
	}
	s.plays("ann invite League cid", "cid clan league oracles", "boss edit League to=+10h", "boss cancel League")
}

func TestAccountsAreBounded(t *testing.T) {
	s := newStage(t)
	s.plays("op! organiser add boss", "boss new Dash from=+1h to=+25h proof=none")
	for i := range 12 {
		s.plays(fmt.Sprintf("ann join Dash a%d", i))
	}
	if got := s.play("ann join Dash a12"); !strings.Contains(got[0], "too many accounts") {
		t.Errorf("a thirteenth account: %q", got)
	}
	s.plays("ann join Dash A3")
}

// TestPhases: where a tournament stands, and that its digests are said each day.
func TestPhases(t *testing.T) {
	s := newStage(t)
	s.plays("op! organiser add boss", "boss new Dash from=+24h to=+73h grace=1h proof=none", "ann join Dash annie")
	var said []string
	var phases []contest.Phase
	for range 24 * 4 {
		said = append(said, s.play("sweep")...)
		if p := s.tourney("Dash").Phase(s.now.Unix()); len(phases) == 0 || phases[len(phases)-1] != p {
			phases = append(phases, p)
		}
		s.plays("after 1h", "read nao")
	}
	want := []string{
		"Dash begins in a day, Sat 2026-11-21 12:00 UTC. (join!)", "Dash begins in an hour, Sat 2026-11-21 12:00 UTC. (join!)",
		"Dash has begun, with 1 entrant. It ends Mon 2026-11-23 13:00 UTC.", "Dash so far: 1. ann 0.", "Dash ends in a day, Mon 2026-11-23 13:00 UTC.", "Dash so far: 1. ann 0.",
		"Dash ends in an hour, Mon 2026-11-23 13:00 UTC.", "Dash is over. Games that reach their logs by Mon 2026-11-23 14:00 UTC still count.", "Dash is final: 1. ann 0.",
	}
	for i := range said {
		said[i] = strings.TrimPrefix(said[i], "#nethack: ")
	}
	slices.Sort(want[5:7]) // the hour before the end and the second day are one sweep
	slices.Sort(said[5:7])
	if !slices.Equal(said, want) {
		t.Errorf("said\n%s\nwant\n%s", strings.Join(said, "\n"), strings.Join(want, "\n"))
	}
	if !slices.Equal(phases, []contest.Phase{contest.Ahead, contest.On, contest.Late, contest.Final}) {
		t.Errorf("phases %v", phases)
	}
}

// TestLinkOfTheFuture: a code that was given while the clock was ahead can be used for
// as long as any other.
func TestLinkOfTheFuture(t *testing.T) {
	s := newStage(t)
	ann, abroad := people.User{Network: "libera", User: "ann"}, people.User{Network: "discord", User: "1"}
	code, err := s.book.People().Link(t.Context(), ann)
	if err != nil {
		t.Fatal(err)
	}
	s.now = s.now.AddDate(-1, 0, 0)
	var no *refusal.Refusal
	if _, err := s.book.People().LinkWith(t.Context(), abroad, code); !errors.As(err, &no) || no.Reason != refusal.BadCode {
		t.Errorf("a code of a year ahead: %v", err)
	}
}

// TestOnePanicStopsOneTournament: what makes one tournament panic does not keep
// the others from being counted.
func TestOnePanicStopsOneTournament(t *testing.T) {
	s := newStage(t)
	s.plays("op! organiser add boss", "boss new Good from=+1h to=+25h proof=none", "boss new Bad from=+2h to=+25h proof=none", "ann join Good annie", "ann join Bad badly", "after 1h")
	s.book.Games.Store = &trap{s.book.Games.Store}
	messages, err := s.book.Sweep(t.Context())
	if len(messages) != 1 || !strings.Contains(messages[0].Text, "Good has begun") {
		t.Errorf("%+v", messages)
	}
	if err == nil || !strings.Contains(err.Error(), "bad@libera/#nethack: panic: a trap") {
		t.Errorf("%.100v", err)
	}
}

// trap panics where the points of Bad are looked for.
type trap struct{ storage.Store }

func (s *trap) View(ctx context.Context, fn func(storage.ReadTx) error) error {
	return s.Store.View(ctx, func(tx storage.ReadTx) error { return fn(trapTx{tx}) })
}

type trapTx struct{ storage.ReadTx }

func (tx trapTx) Scan(from, to []byte) iter.Seq2[storage.Entry, error] {
	if strings.Contains(string(from), "bad@libera") {
		panic("a trap")
	}
	return tx.ReadTx.Scan(from, to)
}
