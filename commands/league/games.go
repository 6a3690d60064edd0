package league

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"delphi/commands"
	"delphi/commands/contest"
	"delphi/commands/grammar"
	"delphi/engine/names"
	"delphi/engine/score"
	"delphi/engine/xlog"
	"delphi/storage"
)

const filterHelp = "a player; role, race, gender, alignment, variant, source; turns<20000, since monday, 2026-11, asc, not quit"

// gameQuery is what a line about games asks for.
type gameQuery struct {
	score.Filter
	player string
	zone   *time.Location
}

// askGames reads the free text of a line about games.
func (r *room) askGames(ctx context.Context, c *commands.Call, text string) (*gameQuery, error) {
	b := r.Book
	zone, err := b.Zone(ctx, placeOf(c))
	if err != nil {
		return nil, err
	}
	sources, err := b.Sources(ctx)
	if err != nil {
		return nil, err
	}
	q := &gameQuery{zone: zone}
	var words []string
	for _, w := range strings.Fields(text) {
		if name, ok := strings.CutPrefix(w, "player:"); ok && name != "" {
			q.player = name
			continue
		}
		words = append(words, w)
	}
	rd := score.Reader{Now: b.Now().In(zone), Sources: sources}
	f, rest, err := rd.ReadFilter(words)
	if err != nil {
		return nil, err
	}
	q.Filter = f
	for _, w := range rest {
		if grammar.Filler(strings.ToLower(w)) || w == "games" || w == "game" {
			continue
		}
		if q.player == "" {
			q.player = w
			continue
		}
		return nil, &commands.Problem{Text: fmt.Sprintf("%q is no filter (and %s the player)", w, q.player), Hints: r.likeFilter(w, sources)}
	}
	return q, nil
}

// likeFilter are the filter words nearest to one that is none.
func (r *room) likeFilter(word string, sources []string) []string {
	x := names.NewIndex()
	for _, w := range score.Words(sources) {
		x.Add(&names.Entry{Name: w})
	}
	var out []string
	for _, n := range x.Nearest(word, 3, nil) {
		out = append(out, n.Name)
	}
	if len(out) == 0 {
		out = []string{"wiz", "turns<20000", "since monday", "not quit"}
	}
	return out
}

// refused turns what contest refuses into a problem, with what to type instead.
func refused(err error) error {
	var said *commands.Problem
	var no *contest.Refusal
	if !errors.As(err, &said) && errors.As(err, &no) {
		return &commands.Problem{Text: no.Text, Hints: refusalHints(no), Err: err}
	}
	return err
}

// newTourney is the hint to make a tournament.
const newTourney = `tourney new "Autumn Dash" from fri 18:00 to sun 18:00 Europe/Berlin rules dash`

// plainHints are the hints of refusals that need nothing of what was asked.
var plainHints = map[contest.Reason][]string{
	contest.NoneHere: {newTourney, "tourney list"}, contest.BadName: {newTourney}, contest.BadTimes: {"from fri 18:00 to sun 18:00"}, contest.BadGrace: {"grace 6h"},
	contest.NotOrganiser: {"tourney organiser add ACCOUNT"}, contest.Elsewhere: {"tourney list"}, contest.NotOperator: {"tourney organiser"},
	contest.BadOrganiser: {"tourney organiser add ACCOUNT"}, contest.StillOpen: {"tourney freeze", "tourney cancel"}, contest.Meanwhile: {"tourney freeze"},
	contest.Unidentified: {"/msg NickServ identify"}, contest.Over: {"standings", "tourney list"}, contest.AccountTaken: {"tourney entrants"},
	contest.NotEntered: {"join as ACCOUNT"}, contest.NoClans: {"rules"}, contest.ClansFixed: {"standings clan"}, contest.BadClan: {"clan join Demigods"},
	contest.ClanFull: {"standings clan"}, contest.NoClan: {"clan join NAME"}, contest.NotFounder: {"clan leave"},
	contest.BadDraw: {"draw order ann, bob, cid", "draw 2 of ann, bob, cid", "draw role"}, contest.DrawWaits: {"draw reveal"}, contest.NoDraw: {"draw order ann, bob, cid"},
	contest.BadCode: {"link"}, contest.NoAnswer: {"link"}, contest.TooMany: {"tourney entrants"}, contest.AccountKnown: {"link"},
}

// refusalHints is what to type instead of what was refused.
func refusalHints(no *contest.Refusal) []string {
	few := no.Options[:min(4, len(no.Options))]
	switch no.Reason {
	case contest.NoTournament:
		if len(few) == 0 {
			return []string{"tourney list", newTourney}
		}
		return few
	case contest.Ambiguous, contest.NoEntrant, contest.ManyEntrants:
		return few
	case contest.NameTaken:
		return []string{no.Named + " 2"}
	case contest.BadProof:
		return commands.Prefixed("proof ", no.Options)
	case contest.NoRules:
		return commands.Prefixed("rules ", no.Options)
	case contest.NothingToProve, contest.ManyClaims:
		return commands.Prefixed("tourney confirm ", few)
	case contest.NickOnly:
		return []string{"tourney remove " + no.Named, "tourney clan " + no.Named + " CLAN"}
	case contest.ClanClosed:
		return []string{"clan join " + no.Clan + " password WORD"}
	case contest.NotOwn:
		return []string{"join as " + no.Account}
	case contest.WrongState:
		switch no.State {
		case contest.Frozen:
			return []string{"tourney reopen"}
		case contest.Cancelled:
			return []string{"tourney uncancel"}
		}
		return []string{"tourney"}
	}
	return plainHints[no.Reason]
}

func placeOf(c *commands.Call) contest.Place {
	return contest.Place{Network: string(c.Network), Place: string(c.Place)}
}

// found is a game with where it is kept.
type found struct {
	*score.Game
	kept *storage.Game
}

// search gives the games asked for, the latest first, until each returns false.
// Practice games are left out. Whole says that each needs what only the record
// says.
func (r *room) search(ctx context.Context, q *gameQuery, whole bool, each func(found) bool) error {
	g := r.Book.Games
	short := q.Short()
	needs := whole || q.NeedsAll()
	var glance score.Game
	one := func(k *storage.Game) (found, bool, error) {
		if glance = contest.Glance(k); k.Practice || !short.Match(&glance) {
			return found{}, false, nil
		}
		if !needs {
			g := glance
			return found{&g, k}, true, nil
		}
		s, err := contest.Scored(k)
		if err != nil {
			return found{}, false, err
		}
		return found{s, k}, q.Match(s), nil
	}
	ascOnly := len(q.Outcomes) == 1 && q.Outcomes[0] == xlog.Ascended
	if q.player == "" && !ascOnly {
		var inner error
		err := g.Window(ctx, q.From, q.Until, func(k *storage.Game) bool {
			f, ok, err := one(k)
			if err != nil {
				inner = err
				return false
			}
			return !ok || each(f)
		})
		return errors.Join(err, inner)
	}
	// An index: records are read after the games are found, some at a time.
	scan := func(f func(*storage.Game) bool) error { return g.Ascensions(ctx, q.From, q.Until, f) }
	if q.player != "" {
		scan = func(f func(*storage.Game) bool) error { return g.Player(ctx, q.player, q.From, q.Until, f) }
	}
	var list []*storage.Game
	err := scan(func(k *storage.Game) bool {
		if glance = contest.Glance(k); k.Practice || !short.Match(&glance) {
			return true
		}
		list = append(list, k.Keep())
		return true
	})
	for len(list) > 0 && err == nil {
		some := list[:min(len(list), 256)]
		list = list[len(some):]
		if needs {
			if err = g.Fill(ctx, some...); err != nil {
				return err
			}
		}
		for _, k := range some {
			f, ok, err := one(k)
			if err != nil {
				return err
			}
			if ok && !each(f) {
				return nil
			}
		}
	}
	return err
}

// filled reads the record of a game that came without.
func (r *room) filled(ctx context.Context, f found) (found, *xlog.Game, error) {
	if len(f.kept.Record) == 0 {
		if err := r.Book.Games.Fill(ctx, f.kept); err != nil {
			return f, nil, err
		}
	}
	rec, err := xlog.Unpack(f.kept.Record)
	if err != nil {
		return f, nil, err
	}
	x, err := xlog.Decode(rec, f.kept.Variant)
	if err != nil {
		return f, nil, err
	}
	f.Game, err = contest.Scored(f.kept)
	return f, x, err
}

// tellGame is a game in one sentence, and its dump log's address if it has one.
func (r *room) tellGame(ctx context.Context, f found, zone *time.Location) (string, string, error) {
	f, x, err := r.filled(ctx, f)
	if err != nil {
		return "", "", err
	}
	death := x.Death
	if x.While != "" {
		death += ", while " + x.While
	}
	s := fmt.Sprintf("%s (%s-%s-%s-%s), %s points, T:%s", f.Account, f.Role, f.Race, x.Gender, x.Align, score.Commas(f.Points), score.Commas(f.Turns))
	if f.Realtime > 0 {
		s += ", " + score.Clock(f.Realtime)
	}
	s += ", " + death + ", " + time.Unix(f.End, 0).In(zone).Format("2006-01-02 15:04 MST") + " on " + f.Source
	return s, x.Record.Dumplog(r.Dumplogs[f.Source]), nil
}

// answerGame is the reply of one game found.
func (r *room) answerGame(ctx context.Context, f found, zone *time.Location, before string) (commands.Reply, error) {
	text, dump, err := r.tellGame(ctx, f, zone)
	if err != nil {
		return commands.Reply{}, err
	}
	_, x, err := r.filled(ctx, f)
	if err != nil {
		return commands.Reply{}, err
	}
	out := commands.Reply{Summary: before + text + ".", Data: gameData(f.kept, x, dump)}
	if dump != "" {
		out.Summary = before + text + ": " + dump
	}
	if len(x.Conducts) > 0 {
		out.Fields = append(out.Fields, commands.Field{Name: "conducts", Value: strings.Join(x.Conducts, " ")})
	}
	if len(x.Achieved) > 0 {
		out.Fields = append(out.Fields, commands.Field{Name: "achievements", Value: strings.Join(x.Achieved, " ")})
	}
	return out, nil
}

// gameAnswer is a game to a machine.
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

func gameData(k *storage.Game, x *xlog.Game, dump string) gameAnswer {
	return gameAnswer{
		Player: x.Name, Source: k.Source, Variant: x.Variant, Version: x.Version, Role: x.Role, Race: x.Race, Gender: x.Gender, Align: x.Align,
		Outcome: x.Outcome.String(), Death: x.Death, Points: x.Points, Turns: x.Turns, Realtime: x.Realtime, Start: x.Start, End: x.End,
		Conducts: x.Conducts, Achieved: x.Achieved, Dumplog: dump,
	}
}

// none is the problem of a question that no game answers.
func (r *room) none(ctx context.Context, q *gameQuery, what string) error {
	b := r.Book
	sources, err := b.Sources(ctx)
	if err != nil {
		return err
	}
	if len(sources) == 0 {
		return &commands.Problem{Text: "no games are known: whoever runs this bot has given it no game logs yet"}
	}
	if q.player == "" {
		return &commands.Problem{Text: "no " + what + " like that are known", Hints: []string{"last", "best points"}}
	}
	text := fmt.Sprintf("no %s of %s are known", what, q.player)
	hints := r.likeFilter(q.player, sources)
	return &commands.Problem{Text: text + " on " + strings.Join(sources, ", "), Hints: hints}
}

func (r *room) last() *commands.Command {
	return &commands.Command{
		Name: "last", Aliases: []string{"lastgame", "lg"},
		Summary:  "the last game, of a player or of all",
		Params:   commands.Takes(text),
		Examples: []string{"last", "last wiz not quit", "last since 2020-11 turns<20000"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			return r.lastGame(ctx, c, text.In(c))
		},
	}
}

func (r *room) lastGame(ctx context.Context, c *commands.Call, text string) (commands.Reply, error) {
	q, err := r.askGames(ctx, c, text)
	if err != nil {
		return commands.Reply{}, err
	}
	var hit found
	if err := r.search(ctx, q, false, func(f found) bool { hit = found{f.Game, f.kept.Keep()}; return false }); err != nil {
		return commands.Reply{}, err
	}
	if hit.Game == nil {
		return commands.Reply{}, r.none(ctx, q, "games")
	}
	return r.answerGame(ctx, hit, q.zone, "")
}

func (r *room) asc() *commands.Command {
	return &commands.Command{
		Name: "asc", Aliases: []string{"lastasc", "ascensions", "ascension"},
		Summary:  "the last ascension, of a player or of all, and how many there are",
		Params:   commands.Takes(text),
		Examples: []string{"asc", "asc val turns<30000", "asc 2020"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			q, err := r.askGames(ctx, c, text.In(c))
			if err != nil {
				return commands.Reply{}, err
			}
			q.Outcomes = []xlog.Outcome{xlog.Ascended}
			var hit found
			n := 0
			if err := r.search(ctx, q, false, func(f found) bool {
				if n == 0 {
					hit = found{f.Game, f.kept.Keep()}
				}
				n++
				return true
			}); err != nil {
				return commands.Reply{}, err
			}
			if n == 0 {
				return commands.Reply{}, r.none(ctx, q, "ascensions")
			}
			out, err := r.answerGame(ctx, hit, q.zone, fmt.Sprintf("last of %s: ", commands.Count(n, "ascension")))
			out.Notes = append(out.Notes, commands.Note{Kind: commands.Assumed, Text: "an ascension is what its variant's log calls one"})
			return out, err
		},
	}
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return score.Commas(int64(n)) + " " + what + "s"
}

func (r *room) gamesOf() *commands.Command {
	return &commands.Command{
		Name: "games", Aliases: []string{"stats"},
		Summary:  "a player's games: how many, how they ended, the best",
		Params:   commands.Takes(text),
		Examples: []string{"games microlance", "games 2020-11"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			if strings.TrimSpace(text.In(c)) == "" {
				return commands.Reply{}, &commands.Problem{Text: "whose games?", Hints: []string{"games microlance", "games since monday"}}
			}
			q, err := r.askGames(ctx, c, text.In(c))
			if err != nil {
				return commands.Reply{}, err
			}
			var n int
			var turns, realtime, points int64
			ended, roles, won := map[xlog.Outcome]int{}, map[string]int{}, map[string]int{}
			name := ""
			if err := r.search(ctx, q, false, func(f found) bool {
				n++
				if name == "" {
					name = f.Account
				}
				turns += f.Turns
				realtime += f.Realtime
				points = max(points, f.Points)
				ended[f.Outcome]++
				roles[f.Role]++
				if f.Outcome == xlog.Ascended {
					won[f.Role]++
				}
				return true
			}); err != nil {
				return commands.Reply{}, err
			}
			if n == 0 {
				return commands.Reply{}, r.none(ctx, q, "games")
			}
			if q.player == "" {
				name = "all players"
			}
			table := &commands.Table{Columns: []string{"role", "games", "ascended"}}
			var order []string
			for role := range roles {
				order = append(order, role)
			}
			slices.SortFunc(order, func(a, b string) int { return cmp.Or(cmp.Compare(roles[b], roles[a]), strings.Compare(a, b)) })
			for _, role := range order {
				table.Rows = append(table.Rows, []string{role, strconv.Itoa(roles[role]), strconv.Itoa(won[role])})
			}
			out := commands.Reply{Table: table, Data: map[string]any{"player": name, "games": n, "ascended": ended[xlog.Ascended], "died": ended[xlog.Died], "quit": ended[xlog.Quit], "escaped": ended[xlog.Escaped], "best_points": points, "turns": turns, "realtime_seconds": realtime}}
			out.Summary = fmt.Sprintf("%s: %s, %d ascended (%.1f%%), %d died, %d quit, %d escaped; best score %s; %s turns in %s; most often %s.",
				name, commands.Count(n, "game"), ended[xlog.Ascended], 100*float64(ended[xlog.Ascended])/float64(n), ended[xlog.Died], ended[xlog.Quit], ended[xlog.Escaped],
				score.Commas(points), score.Commas(turns), score.Clock(realtime), order[0])
			return out, nil
		},
	}
}

func (r *room) streak() *commands.Command {
	return &commands.Command{
		Name: "streak", Aliases: []string{"streaks"},
		Summary:  "the longest row of ascensions, of a player or of all",
		Params:   commands.Takes(text),
		Examples: []string{"streak", "streak stenno", "streak across"},
		Run:      r.runStreak,
	}
}

func (r *room) runStreak(ctx context.Context, c *commands.Call) (commands.Reply, error) {
	rule := score.DefaultStreak
	text := " " + text.In(c) + " "
	for word, set := range map[string]func(){
		" across ": func() { rule.Across = true }, " by end ": func() { rule.Order = "end" }, " by start ": func() { rule.Order = "start" },
	} {
		if strings.Contains(text, word) {
			set()
			text = strings.Replace(text, word, " ", 1)
		}
	}
	q, err := r.askGames(ctx, c, text)
	if err != nil {
		return commands.Reply{}, err
	}
	if len(q.Outcomes) > 0 || len(q.NotOutcomes) > 0 {
		return commands.Reply{}, &commands.Problem{Text: "a streak is of all games: how they ended cannot be left out", Hints: []string{"streak", "streak wiz"}}
	}
	players := []string{q.player}
	if q.player == "" {
		// Who has ascended at least once, each by their own games.
		asc := *q
		asc.Outcomes = []xlog.Outcome{xlog.Ascended}
		wins := map[string]int{}
		if err := r.search(ctx, &asc, false, func(f found) bool { wins[strings.ToLower(f.Account)]++; return true }); err != nil {
			return commands.Reply{}, err
		}
		players = players[:0]
		for p := range wins {
			players = append(players, p)
		}
		// Most wins first: who has no more than the fifth streak is long cannot
		// have a longer one.
		slices.SortFunc(players, func(a, b string) int { return cmp.Or(cmp.Compare(wins[b], wins[a]), strings.Compare(a, b)) })
		best := 0
		type row struct {
			name string
			run  []*score.Game
		}
		var rows []row
		for _, p := range players {
			if wins[p] < 2 || wins[p] <= best && len(rows) >= 5 {
				break
			}
			one := *q
			one.player = p
			runs, _, err := r.streaks(ctx, &one, rule)
			if err != nil {
				return commands.Reply{}, err
			}
			if len(runs) > 0 {
				rows = append(rows, row{runs[0][0].Account, runs[0]})
				slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(len(b.run), len(a.run)) })
				rows = rows[:min(5, len(rows))]
				best = len(rows[len(rows)-1].run)
			}
		}
		if len(rows) == 0 {
			return commands.Reply{}, &commands.Problem{Text: "no streak of two or more ascensions is known", Hints: []string{"asc"}}
		}
		parts := make([]string, len(rows))
		for i, x := range rows {
			parts[i] = fmt.Sprintf("%s %d (until %s)", x.name, len(x.run), time.Unix(x.run[len(x.run)-1].End, 0).In(q.zone).Format("2006-01-02"))
		}
		return commands.Reply{Summary: "longest streaks: " + strings.Join(parts, ", ") + ".", Notes: []commands.Note{{Kind: commands.Assumed, Text: rule.Words()}}}, nil
	}
	runs, latest, err := r.streaks(ctx, q, rule)
	if err != nil {
		return commands.Reply{}, err
	}
	if latest == nil {
		return commands.Reply{}, r.none(ctx, q, "games")
	}
	out := commands.Reply{Notes: []commands.Note{{Kind: commands.Assumed, Text: rule.Words()}}}
	if len(runs) == 0 {
		out.Summary = latest.Account + " has no streak of two or more ascensions."
		return out, nil
	}
	run := runs[0]
	open := ""
	if run[len(run)-1] == latest {
		open = ", and it may go on"
	}
	var roles []string
	for _, g := range run {
		roles = append(roles, g.Role)
	}
	day := func(t int64) string { return time.Unix(t, 0).In(q.zone).Format("2006-01-02") }
	out.Summary = fmt.Sprintf("%s: %d ascensions in a row, %s, from %s to %s on %s%s.", latest.Account, len(run), strings.Join(roles, " "), day(run[0].Start), day(run[len(run)-1].End), run[0].Source, open)
	for i, x := range runs {
		out.Fields = append(out.Fields, commands.Field{Name: strconv.Itoa(i + 1), Value: fmt.Sprintf("%d from %s to %s", len(x), day(x[0].Start), day(x[len(x)-1].End))})
	}
	return out, nil
}

// streaks are a player's, and the latest game.
func (r *room) streaks(ctx context.Context, q *gameQuery, rule score.StreakRule) (runs [][]*score.Game, latest *score.Game, err error) {
	var games []*score.Game
	err = r.search(ctx, q, false, func(f found) bool {
		games = append(games, f.Game)
		return true
	})
	if len(games) > 0 {
		latest = games[0]
	}
	return score.Streaks(games, rule, func(g *score.Game) bool { return g.Outcome == xlog.Ascended }, false), latest, err
}

// bests are what games are compared by.
var bests = map[string]struct {
	of    func(found) int64
	low   bool
	show  func(int64) string
	words string
}{
	"turns":    {func(f found) int64 { return f.Turns }, true, func(n int64) string { return score.Commas(n) + " turns" }, "ascensions in the fewest turns"},
	"realtime": {func(f found) int64 { return f.Realtime }, true, score.Clock, "ascensions in the shortest real time"},
	"points":   {func(f found) int64 { return f.Points }, false, func(n int64) string { return score.Commas(n) + " points" }, "highest scores of all games"},
	"conducts": {func(f found) int64 { return int64(f.kept.Conducts) }, false, func(n int64) string { return score.Commas(n) + " conducts" }, "ascensions with the most conducts, as their variant counts them"},
}

func (r *room) best() *commands.Command {
	return &commands.Command{
		Name: "best", Aliases: []string{"top", "record", "records"},
		Summary:  "the best games: turns, points, realtime or conducts",
		Params:   commands.Takes(text),
		Examples: []string{"best turns", "best points wiz", "best conducts val 2020", "best realtime"},
		Run:      r.runBest,
	}
}

func (r *room) runBest(ctx context.Context, c *commands.Call) (commands.Reply, error) {
	what, rest := commands.CutWord(text.In(c))
	switch what {
	case "score":
		what = "points"
	case "time":
		what = "realtime"
	}
	by, ok := bests[what]
	if !ok {
		return commands.Reply{}, &commands.Problem{Text: "best by what?", Hints: []string{"best turns", "best points", "best realtime", "best conducts"}}
	}
	q, err := r.askGames(ctx, c, rest)
	if err != nil {
		return commands.Reply{}, err
	}
	if what != "points" {
		if len(q.Outcomes) > 0 && !slices.Equal(q.Outcomes, []xlog.Outcome{xlog.Ascended}) {
			return commands.Reply{}, &commands.Problem{Text: "best " + what + " is of ascensions", Hints: []string{"best " + what, "best points died"}}
		}
		q.Outcomes = []xlog.Outcome{xlog.Ascended}
	}
	const places = 10
	var top []found
	better := func(a, b found) int {
		d := cmp.Compare(by.of(b), by.of(a))
		if by.low {
			d = -d
		}
		return cmp.Or(d, cmp.Compare(a.End, b.End))
	}
	if err := r.search(ctx, q, false, func(f found) bool {
		if by.of(f) <= 0 || len(top) == places && better(f, top[places-1]) >= 0 {
			return true
		}
		f.kept = f.kept.Keep()
		i, _ := slices.BinarySearchFunc(top, f, better)
		top = slices.Insert(top, i, f)
		top = top[:min(places, len(top))]
		return true
	}); err != nil {
		return commands.Reply{}, err
	}
	if len(top) == 0 {
		return commands.Reply{}, r.none(ctx, q, "games")
	}
	table := &commands.Table{Columns: []string{"", "player", what, "hero", "ended", "source", "dump log"}}
	var data []gameAnswer
	var parts []string
	for i, f := range top {
		f, x, err := r.filled(ctx, f)
		if err != nil {
			return commands.Reply{}, err
		}
		dump := x.Record.Dumplog(r.Dumplogs[f.Source])
		hero := f.Role + "-" + f.Race + "-" + x.Gender + "-" + x.Align
		table.Rows = append(table.Rows, []string{strconv.Itoa(i + 1), f.Account, by.show(by.of(f)), hero, time.Unix(f.End, 0).In(q.zone).Format("2006-01-02"), f.Source, dump})
		data = append(data, gameData(f.kept, x, dump))
		if i < 3 {
			parts = append(parts, fmt.Sprintf("%s %s (%s, %s)", f.Account, by.show(by.of(f)), hero, time.Unix(f.End, 0).In(q.zone).Format("2006-01-02")))
		}
	}
	return commands.Reply{Summary: strings.Join(parts, "; ") + ".", Table: table, Data: data, Notes: []commands.Note{{Kind: commands.Assumed, Text: by.words + "; wizard and explore mode left out"}}}, nil
}
