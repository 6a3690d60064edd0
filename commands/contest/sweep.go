package contest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"delphi/engine/score"
	"delphi/storage"
)

// Message is something to say in a place. Moments are the times its text names,
// so that a network can show each reader their own.
type Message struct {
	Place   Place
	Text    string
	Moments []Moment
}

// Moment is a time and how it stands in a text.
type Moment struct {
	At   time.Time
	Text string
}

// Show is a time as a tournament's people read it: "Fri 2026-11-20 18:00 CET".
func (t *Tourney) Show(unix int64) Moment {
	zone, err := time.LoadLocation(t.Zone)
	if err != nil {
		zone = time.UTC
	}
	at := time.Unix(unix, 0).In(zone)
	return Moment{at, at.Format("Mon 2006-01-02 15:04 MST")}
}

// Sweep looks at every open tournament: it settles challenges that were met,
// logs games that are counted or refused, and returns what is to be said since
// the last sweep. What it returns counts as said: a bot that stops before it
// has said it does not say it twice.
func (b *Book) Sweep(ctx context.Context) ([]Message, error) {
	all, err := b.All(ctx)
	if err != nil {
		return nil, err
	}
	var out []Message
	var errs []error
	for _, t := range all {
		if t.State == Frozen && t.Final != nil && b.Now().Unix() < t.Final.At+lateLogged {
			if err := b.logLate(ctx, t); err != nil {
				errs = append(errs, fmt.Errorf("tournament %s: %w", t.Name, err))
			}
		}
		if t.State != Open {
			continue
		}
		said, err := b.sweep(ctx, t.ID)
		out = append(out, said...)
		if err != nil {
			errs = append(errs, fmt.Errorf("tournament %s: %w", t.Name, err))
		}
	}
	return out, errors.Join(errs...)
}

// lateLogged is how long after the end rows that come are still logged as
// refused, in seconds.
const lateLogged = 14 * 86400

// logLate logs the rows that came after a tournament was final.
func (b *Book) logLate(ctx context.Context, t *Tourney) error {
	now := b.Now().Unix()
	res, err := b.Count(ctx, t, now)
	if err != nil {
		return err
	}
	log, err := b.Audit(ctx, t.ID)
	if err != nil {
		return err
	}
	entries, _ := verdictEntries(log, res, now)
	if len(entries) == 0 {
		return nil
	}
	_, err = b.change(ctx, t.ID, func(*Tourney) ([]any, error) { return entries, nil })
	return err
}

func (b *Book) sweep(ctx context.Context, id string) ([]Message, error) {
	now := b.Now().Unix()
	var out []Message
	if err := b.settle(ctx, id, now, &out); err != nil {
		return nil, err
	}
	t := new(Tourney)
	if ok, err := b.docs().Get(ctx, id, t); err != nil || !ok {
		return out, err
	}
	seen := min(now, t.Until+t.Grace-1)
	res, err := b.Count(ctx, t, seen)
	if err != nil {
		return out, err
	}
	log, err := b.Audit(ctx, id)
	if err != nil {
		return out, err
	}
	entries, fresh := verdictEntries(log, res, now)
	due := t.due(now)
	// Games that came first make no records to speak of.
	records := t.records(res, fresh)
	if len(entries) == 0 && len(due) == 0 && t.Last != nil && !t.Stale && slices.Equal(t.Last.Rows, tally(res, seen).Rows) && records == "" {
		return out, nil
	}
	basis := t.basis()
	_, err = b.change(ctx, id, func(t *Tourney) ([]any, error) {
		if t.State != Open || !reflect.DeepEqual(t.basis(), basis) {
			return nil, errMoved // somebody joined meanwhile: next time
		}
		t.Last, t.Stale = tally(res, seen), false
		if t.Said == nil {
			t.Said = map[string]int64{}
		}
		if t.Records == nil {
			t.Records = map[string]Record{}
		}
		for _, s := range res.Categories {
			if len(s.Rows) > 0 {
				t.Records[s.Key] = Record{s.Rows[0].Entrant, s.Rows[0].Value}
			}
		}
		more := entries
		for _, d := range due {
			t.Said[d.key] = now
			if d.final {
				t.State, t.Final = Frozen, t.Last
				more = append(slices.Clip(more), Entry{At: now, What: "final"})
			}
		}
		return more, nil
	})
	if errors.Is(err, errMoved) {
		return out, nil
	}
	if err != nil {
		return out, err
	}
	say := func(format string, moments []Moment, args ...any) {
		out = append(out, Message{Place: t.Place, Text: fmt.Sprintf(format, args...), Moments: moments})
	}
	if records != "" {
		say("%s: %s.", nil, t.Name, records)
	}
	for _, d := range due {
		switch {
		case d.final:
			say("%s is final: %s.", nil, t.Name, podium(res, 5))
		case d.digest:
			say("%s so far: %s.", nil, t.Name, podium(res, 5))
		case d.stale:
		default:
			say("%s", d.moments, d.text)
		}
	}
	return out, nil
}

var errMoved = errors.New("the tournament changed meanwhile")

// Freeze makes the results final now.
func (b *Book) Freeze(ctx context.Context, id, by string) (*Tourney, error) {
	now := b.Now().Unix()
	t := new(Tourney)
	if ok, err := b.docs().Get(ctx, id, t); err != nil || !ok {
		return nil, errors.Join(err, errGone)
	}
	if t.State != Open {
		return nil, problem(nil, "%s is %s already", t.Name, t.State)
	}
	// What is read later in this second must not slip in.
	seen := min(now-1, t.Until+t.Grace-1)
	res, err := b.Count(ctx, t, seen)
	if err != nil {
		return nil, err
	}
	log, err := b.Audit(ctx, id)
	if err != nil {
		return nil, err
	}
	entries, _ := verdictEntries(log, res, now)
	basis := t.basis()
	return b.change(ctx, id, func(t *Tourney) ([]any, error) {
		if t.State != Open || !reflect.DeepEqual(t.basis(), basis) {
			return nil, problem([]string{"tourney freeze"}, "%s was changed in this moment: say it again", t.Name)
		}
		t.State, t.Final = Frozen, tally(res, seen)
		t.Last, t.Stale = t.Final, false
		return append(entries, Entry{At: now, What: "final, frozen by " + by}), nil
	})
}

// due is what time alone brings.
type due struct {
	key           string
	text          string
	moments       []Moment
	digest, final bool
	stale         bool // too late to be said; only noted
}

// tooLate is how long after its time a message is still said: a bot that was
// away does not say that something begins in an hour when it has begun.
const tooLate = 30 * 60

func (t *Tourney) due(now int64) []due {
	var out []due
	at := func(when int64, key, format string, args ...any) {
		if _, said := t.Said[key]; said || now < when {
			return
		}
		var moments []Moment
		for _, a := range args {
			if m, ok := a.(Moment); ok {
				moments = append(moments, m)
			}
		}
		for i, a := range args {
			if m, ok := a.(Moment); ok {
				args[i] = m.Text
			}
		}
		out = append(out, due{key: key, text: fmt.Sprintf(format, args...), moments: moments, stale: now > when+tooLate})
	}
	begin, end := t.Show(t.From), t.Show(t.Until)
	at(t.From-86400, "day-before", "%s begins in a day, %s. Take part: join as ACCOUNT", t.Name, begin)
	at(t.From-3600, "hour-before", "%s begins in an hour, %s.", t.Name, begin)
	at(t.From, "begin", "%s has begun, with %s. It ends %s.", t.Name, t.Count(), end)
	at(t.Until-86400, "day-left", "%s ends in a day, %s.", t.Name, end)
	at(t.Until-3600, "hour-left", "%s ends in an hour, %s.", t.Name, end)
	at(t.Until, "end", "%s is over. Rows that come until %s still count; then the results are final.", t.Name, t.Show(t.Until+t.Grace))
	// An event shorter than a day has no day before its end.
	out = slices.DeleteFunc(out, func(d due) bool {
		return d.key == "day-left" && t.Until-t.From <= 86400 || d.key == "hour-left" && t.Until-t.From <= 3600
	})
	for day := t.From + 86400; day < t.Until; day += 86400 {
		n := len(out)
		key := fmt.Sprint("digest-", (day-t.From)/86400)
		at(day, key, "")
		if len(out) > n {
			out[n].digest = !out[n].stale
		}
	}
	if now >= t.Until+t.Grace {
		out = append(out, due{key: "final", final: true})
	}
	return out
}

// podium is the first n of a count.
func podium(res *score.Result, n int) string {
	var parts []string
	for _, r := range res.Overall[:min(n, len(res.Overall))] {
		parts = append(parts, fmt.Sprintf("%d. %s %s", r.Place, r.Name, score.Commas(r.Points)))
	}
	if len(parts) == 0 {
		return "nobody took part"
	}
	return strings.Join(parts, ", ")
}

// namedRecords is how many categories a line of records names.
const namedRecords = 4

// records are the categories that have a new best since the last sweep, by
// another entrant or a better value, because of a game that is new; in one line,
// which is empty if there are none: "ann leads most ascensions (1), first to
// ascend; bob leads highest score (12,345 points), and 2 more".
func (t *Tourney) records(res *score.Result, fresh []score.Verdict) string {
	if t.Last == nil || len(fresh) == 0 {
		return ""
	}
	var leaders []string
	leads := map[string][]string{} // by leader
	n := 0
	for _, s := range res.Categories {
		if len(s.Rows) == 0 {
			continue
		}
		top := s.Rows[0]
		was, had := t.Records[s.Key]
		if had && was.Entrant == top.Entrant && (was.Value == top.Value || n > 0) {
			continue // bettered their own: said once at most
		}
		if n++; n > namedRecords {
			continue
		}
		if leads[top.Name] == nil {
			leaders = append(leaders, top.Name)
		}
		leads[top.Name] = append(leads[top.Name], recordWords(s.Title, &top))
	}
	for i, who := range leaders {
		leaders[i] = who + " leads " + strings.Join(leads[who], ", ")
	}
	out := strings.Join(leaders, "; ")
	if n > namedRecords {
		out += fmt.Sprintf(", and %d more", n-namedRecords)
	}
	return out
}

// recordWords is a category and its best value, without the unit that the title
// says; a category of who was first has none.
func recordWords(title string, r *score.Row) string {
	text := r.Text
	if r.Value == r.At {
		return title
	}
	if n, unit, ok := strings.Cut(text, " "); ok && strings.Contains(title, strings.TrimSuffix(unit, "s")) {
		text = n
	}
	return title + " (" + text + ")"
}

// settle looks for the games that challenges asked for.
func (b *Book) settle(ctx context.Context, id string, now int64, out *[]Message) error {
	t := new(Tourney)
	if ok, err := b.docs().Get(ctx, id, t); err != nil || !ok || len(t.Challenges) == 0 {
		return err
	}
	met := map[Pending]bool{}
	for _, c := range t.Challenges {
		err := b.Games.Player(ctx, c.Account.Name, c.From, c.Until+1, func(g *storage.Game) bool {
			if c.Met(Short(g)) {
				met[c] = true
			}
			return true
		})
		if err != nil {
			return err
		}
	}
	// Rows come late: an unmet challenge stays open for the grace time.
	old := func(c Pending) bool { return now > c.Until+max(t.Grace, 3600) }
	if len(met) == 0 && !slices.ContainsFunc(t.Challenges, old) {
		return nil
	}
	var proved []Pending
	_, err := b.change(ctx, id, func(t *Tourney) ([]any, error) {
		var log []any
		proved = nil
		for _, c := range slices.Clone(t.Challenges) {
			e := t.entrant(c.Person)
			if !met[c] || e == nil || t.held(c.Person, c.Account) != nil {
				continue
			}
			for k := range e.Accounts {
				if a := &e.Accounts[k]; a.Account == c.Account && a.Proved == "" {
					log = append(log, Entry{At: now, Entrant: c.Person, What: a.String() + " proved by challenge"})
					log = append(log, t.prove(e, a, ProofChallenge, now)...)
					proved = append(proved, c)
				}
			}
		}
		t.Challenges = slices.DeleteFunc(t.Challenges, func(c Pending) bool { return met[c] || old(c) })
		return log, nil
	})
	if err != nil {
		return err
	}
	for _, c := range proved {
		e := t.entrant(c.Person)
		if e == nil {
			continue
		}
		*out = append(*out, Message{Place: t.Place, Text: fmt.Sprintf("%s: %s has proved to be %s.", t.Name, e.Name, c.Account)})
		p := new(Person)
		err := b.persons().Update(ctx, c.Person, p, func(ok bool) ([]any, bool, error) {
			if !ok {
				network, user, _ := strings.Cut(c.Person, "/")
				*p = Person{ID: c.Person, Users: []User{{network, user}}}
			}
			p.addAccount(Claim{c.Account, ProofChallenge, now})
			return nil, false, nil
		})
		if err != nil {
			return err
		}
		for _, u := range p.Users {
			var id string
			if err := b.personOf().Update(ctx, u.key(), &id, func(bool) ([]any, bool, error) { id = p.ID; return nil, false, nil }); err != nil {
				return err
			}
		}
	}
	return nil
}
