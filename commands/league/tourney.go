package league

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"delphi/commands"
	"delphi/commands/contest"
	"delphi/engine/score"
	"delphi/engine/timespan"
	"delphi/engine/xlog"
)

// Moment is a time and how it stands in a text, so that a network can show each
// reader their own.
type Moment = contest.Moment

func userOf(c *commands.Call) contest.User {
	return contest.User{Network: string(c.Network), User: string(c.User)}
}

// actor is who asks, where, and with which rights.
func actorOf(c *commands.Call) contest.Actor {
	return contest.Actor{Who: userOf(c), Place: placeOf(c), Private: c.Private, Roles: c.Roles, Operator: c.Operator, Admin: c.Admin}
}

func (r *room) tourney() *commands.Command {
	return &commands.Command{
		Name: "tourney", Aliases: []string{"tournament"},
		Summary:  "the tournament here; organisers: new, edit, cancel, freeze, archive, confirm",
		Params:   commands.Takes(text),
		Examples: []string{"tourney", "tourney list", `tourney new "Autumn Dash" from fri 18:00 to sun 18:00 Europe/Berlin rules dash`},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			out, err := r.runTourney(ctx, c)
			return out, err
		},
	}
}

// quoted parts words from a name in quotation marks.
func quoted(text string) (name string, words []string, err error) {
	text = strings.NewReplacer("“", `"`, "”", `"`, "„", `"`).Replace(text)
	before, rest, ok := strings.Cut(text, `"`)
	if !ok {
		return "", strings.Fields(text), nil
	}
	name, after, ok := strings.Cut(rest, `"`)
	if !ok || strings.Contains(after, `"`) {
		return "", nil, &commands.Problem{Text: `a name stands between two quotation marks`, Hints: []string{`tourney new "Autumn Dash" from fri 18:00 to sun 18:00`}}
	}
	return strings.Join(strings.Fields(name), " "), append(strings.Fields(before), strings.Fields(after)...), nil
}

func (r *room) runTourney(ctx context.Context, c *commands.Call) (commands.Reply, error) {
	b, place := r.Book, placeOf(c)
	what, rest := commands.CutWord(text.In(c))
	name, words, err := quoted(rest)
	if err != nil {
		return commands.Reply{}, err
	}
	if what == "new" || what == "zone" { // before anything is said of the words
		if err := b.MayOrganise(ctx, actorOf(c)); err != nil {
			return commands.Reply{}, err
		}
	}
	find := func() (*contest.Tourney, error) {
		if name == "" && what != "edit" {
			name = strings.Join(words, " ")
		}
		return b.Find(ctx, place, name)
	}
	switch what {
	case "", "show", "status":
		t, err := find()
		if err != nil {
			return commands.Reply{}, err
		}
		return r.showTourney(t), nil
	case "list":
		all, err := b.All(ctx)
		if err != nil {
			return commands.Reply{}, err
		}
		if len(all) == 0 {
			return commands.Reply{Summary: "there is no tournament yet.", Hints: []string{`tourney new "Autumn Dash" from fri 18:00 to sun 18:00 Europe/Berlin rules dash`}}, nil
		}
		table := &commands.Table{Columns: []string{"name", "state", "from", "to", "entrants"}}
		var parts []string
		for _, t := range all {
			table.Rows = append(table.Rows, []string{t.Name, t.State, t.Show(t.From).Text, t.Show(t.Until).Text, strconv.Itoa(len(t.Entrants))})
			parts = append(parts, fmt.Sprintf("%s (%s, from %s)", t.Name, t.State, t.Show(t.From).Text))
		}
		return commands.Reply{Summary: strings.Join(parts[:min(4, len(parts))], "; ") + ".", Table: table}, nil
	case "new":
		if name == "" {
			return commands.Reply{}, &commands.Problem{Text: "what is it called? Put the name between quotation marks", Hints: []string{`tourney new "Autumn Dash" from fri 18:00 to sun 18:00 Europe/Berlin rules dash`}}
		}
		t := contest.Tourney{Name: name, Rules: "dash", Grace: 6 * 3600}
		notes, err := r.tourneyWords(ctx, c, &t, words)
		if err != nil {
			return commands.Reply{}, err
		}
		if t.From == 0 || t.Until == 0 {
			return commands.Reply{}, &commands.Problem{Text: "when does it begin and end?", Hints: []string{"from fri 18:00 to sun 18:00 Europe/Berlin"}}
		}
		made, err := b.Create(ctx, actorOf(c), t)
		if err != nil {
			return commands.Reply{}, err
		}
		out := r.showTourney(made)
		out.Notes = append(out.Notes, notes...)
		return out, nil
	case "edit":
		t, err := find()
		if err != nil {
			return commands.Reply{}, err
		}
		if len(words) == 0 {
			return commands.Reply{}, &commands.Problem{Text: "what is to be changed?", Hints: []string{"tourney edit to mon 18:00", "tourney edit rules league", "tourney edit proof challenge", "tourney edit grace 12h"}}
		}
		var notes []commands.Note
		t, err = b.Edit(ctx, actorOf(c), t.ID, func(t *contest.Tourney) error {
			notes, err = r.tourneyWords(ctx, c, t, words)
			return err
		})
		if err != nil {
			return commands.Reply{}, err
		}
		out := r.showTourney(t)
		out.Summary = "changed. " + out.Summary
		out.Notes = append(out.Notes, notes...)
		return out, nil
	case "cancel", "uncancel", "archive", "freeze", "reopen":
		t, err := find()
		if err != nil {
			return commands.Reply{}, err
		}
		do := map[string]func(context.Context, contest.Actor, string) (*contest.Tourney, error){
			"cancel": b.Cancel, "uncancel": b.Uncancel, "archive": b.Archive, "freeze": b.Freeze, "reopen": b.Reopen,
		}[what]
		if t, err = do(ctx, actorOf(c), t.ID); err != nil {
			return commands.Reply{}, err
		}
		if what == "reopen" {
			return commands.Reply{Summary: t.Name + " is open again. Its results stay open until an organiser freezes them.", Hints: []string{"tourney freeze", "standings"}}, nil
		}
		return commands.Reply{Summary: fmt.Sprintf("%s is %s.", t.Name, t.State), Hints: []string{"standings"}}, nil
	case "enter":
		account, ok := "", len(words) == 3 && strings.EqualFold(words[1], "as")
		if !ok {
			return commands.Reply{}, &commands.Problem{Text: "Enter whom, with which account?", Hints: []string{"tourney enter NICK as ACCOUNT"}}
		}
		t, err := b.Find(ctx, place, name)
		if err != nil {
			return commands.Reply{}, err
		}
		if account = words[2]; strings.HasPrefix(account, "@") || len(account) > 40 {
			return commands.Reply{}, &commands.Problem{Text: fmt.Sprintf("%q is not an account.", account), Hints: []string{"tourney enter NICK as ACCOUNT"}}
		}
		played, err := r.readAccount(ctx, account)
		if err != nil {
			return commands.Reply{}, err
		}
		user, err := readWho(c.Network, words[0])
		if err != nil {
			return commands.Reply{}, err
		}
		if _, err = b.Enter(ctx, actorOf(c), t.ID, user, user, played); err != nil {
			return commands.Reply{}, err
		}
		return commands.Reply{Summary: fmt.Sprintf("%s plays in %s as %s.", user, t.Name, played), Hints: []string{"standings"}}, nil
	case "entrants":
		t, err := find()
		if err != nil {
			return commands.Reply{}, err
		}
		table := &commands.Table{Columns: []string{"entrant", "accounts", "clan"}}
		var parts []string
		for _, e := range t.Entrants {
			var accounts []string
			for _, a := range e.Accounts {
				s := a.String()
				if a.Proved == "" {
					s += " (not proved)"
				}
				accounts = append(accounts, s)
			}
			if len(accounts) == 0 {
				accounts = []string{"(no account)"}
			}
			table.Rows = append(table.Rows, []string{e.Name, strings.Join(accounts, ", "), e.Clan})
			parts = append(parts, e.Name+" as "+strings.Join(accounts, ", "))
		}
		if len(parts) == 0 {
			if _, _, joinable := r.tourneyState(t); !joinable {
				return commands.Reply{Summary: "nobody took part in " + t.Name + ".", Hints: []string{"tourney list"}}, nil
			}
			return commands.Reply{Summary: "nobody has joined " + t.Name + " yet.", Hints: []string{"join as ACCOUNT"}}, nil
		}
		return commands.Reply{Summary: fmt.Sprintf("%d in %s: %s.", len(parts), t.Name, strings.Join(parts, "; ")), Table: table}, nil
	case "confirm":
		t, err := b.Find(ctx, place, name)
		if err != nil {
			return commands.Reply{}, err
		}
		account, nick := strings.Join(words, " "), ""
		if len(words) > 2 && strings.EqualFold(words[1], "for") {
			account, nick = words[0], strings.Join(words[2:], " ")
		}
		if t, err = b.Confirm(ctx, actorOf(c), t.ID, account, nick); err != nil {
			return commands.Reply{}, err
		}
		return commands.Reply{Summary: account + " is confirmed for " + t.Name + "."}, nil
	case "remove", "clan":
		if len(words) == 0 || what == "clan" && len(words) == 1 {
			return commands.Reply{}, &commands.Problem{Text: "whom?", Hints: []string{"tourney remove NICK", "tourney clan NICK CLAN", "tourney clan NICK none"}}
		}
		t, err := b.Find(ctx, place, name)
		if err != nil {
			return commands.Reply{}, err
		}
		if what == "remove" {
			nick := strings.Join(words, " ")
			if t, err = b.Remove(ctx, actorOf(c), t.ID, nick); err != nil {
				return commands.Reply{}, err
			}
			return commands.Reply{Summary: nick + " is out of " + t.Name + "."}, nil
		}
		clan := strings.Join(words[1:], " ")
		if strings.EqualFold(clan, "none") {
			clan = ""
		}
		if t, err = b.SetClan(ctx, actorOf(c), t.ID, words[0], clan); err != nil {
			return commands.Reply{}, err
		}
		if clan == "" {
			return commands.Reply{Summary: words[0] + " is in no clan of " + t.Name + "."}, nil
		}
		return commands.Reply{Summary: fmt.Sprintf("%s is in the clan %s of %s.", words[0], clan, t.Name), Hints: []string{"standings clan"}}, nil
	case "organiser", "organizer", "organisers":
		return r.organisers(ctx, c, words)
	case "zone":
		if len(words) != 1 {
			return commands.Reply{}, &commands.Problem{Text: "which time zone?", Hints: []string{"tourney zone Europe/Berlin", "tourney zone UTC"}}
		}
		zone, err := readZone(words[0])
		if err != nil {
			return commands.Reply{}, err
		}
		if err := b.SetZone(ctx, actorOf(c), zone); err != nil {
			return commands.Reply{}, err
		}
		return commands.Reply{Summary: "times here are those of " + zone.String() + ", where it is " + b.Now().In(zone).Format("Mon 15:04 MST") + "."}, nil
	}
	if name == "" { // "tourney autumn dash"
		if t, err := b.Find(ctx, place, text.In(c)); err == nil {
			return r.showTourney(t), nil
		}
	}
	return commands.Reply{}, &commands.Problem{Text: fmt.Sprintf("tourney does not know %q", what), Hints: []string{"tourney", "tourney list", "tourney new", "tourney edit", "tourney entrants", "tourney freeze"}}
}

// organisers shows and names those who may run tournaments in a place.
func (r *room) organisers(ctx context.Context, c *commands.Call, words []string) (commands.Reply, error) {
	b := r.Book
	if len(words) == 0 {
		named, err := b.Organisers(ctx, placeOf(c))
		if err != nil {
			return commands.Reply{}, err
		}
		if len(named) == 0 {
			return commands.Reply{Summary: "nobody is named here; operators of the configuration may run tournaments.", Hints: []string{"tourney organiser add ACCOUNT"}}, nil
		}
		return commands.Reply{Summary: "organisers here: " + strings.Join(named, ", ") + "."}, nil
	}
	if len(words) != 2 || words[0] != "add" && words[0] != "remove" {
		return commands.Reply{}, &commands.Problem{Text: "Add or remove whom?", Hints: []string{"tourney organiser add ACCOUNT", "tourney organiser remove ACCOUNT"}}
	}
	who, err := readWho(c.Network, words[1])
	if err != nil {
		return commands.Reply{}, err
	}
	named, err := b.SetOrganiser(ctx, actorOf(c), who, words[0] == "add")
	if err != nil {
		return commands.Reply{}, err
	}
	if len(named) == 0 {
		return commands.Reply{Summary: "organisers here: nobody."}, nil
	}
	return commands.Reply{Summary: "organisers here, by services account, id or role: " + strings.Join(named, ", ") + "."}, nil
}

// A mention of a user or of a role, as Discord writes it into a line.
var (
	userMention = regexp.MustCompile(`^<@!?(\d+)>$`)
	roleMention = regexp.MustCompile(`^(?:<@&|role:)(\d+)>?$`)
	idAlone     = regexp.MustCompile(`^\d{5,20}$`)
)

// readWho reads whom a word names to a network: on Discord a mention or an id,
// elsewhere a services account. A role is "role:ID".
func readWho(n commands.Network, word string) (string, error) {
	if m := roleMention.FindStringSubmatch(word); m != nil && n == discordNetwork {
		return "role:" + m[1], nil
	}
	if n == discordNetwork {
		if m := userMention.FindStringSubmatch(word); m != nil {
			return m[1], nil
		}
		if idAlone.MatchString(word) {
			return word, nil
		}
		return "", &commands.Problem{Text: fmt.Sprintf("I can't tell who %q is. Mention the user or the role, or give its id.", word), Hints: []string{"tourney organiser add @USER", "tourney organiser add @ROLE"}}
	}
	if strings.ContainsAny(word, "~@#!<>,:*") || len(word) > 64 {
		return "", &commands.Problem{Text: fmt.Sprintf("%q is not a services account, which is what counts here: a nick alone proves nothing.", word), Hints: []string{"tourney organiser add ACCOUNT"}}
	}
	return word, nil
}

// discordNetwork is the name of the network whose users are ids, not accounts.
const discordNetwork commands.Network = "discord"

// readAccount reads "ACCOUNT" or "ACCOUNT@SOURCE".
func (r *room) readAccount(ctx context.Context, word string) (score.Account, error) {
	account := score.Account{Name: word}
	if at := strings.LastIndexByte(word, '@'); at > 0 {
		account = score.Account{Name: word[:at], Source: word[at+1:]}
		sources, err := r.Book.Sources(ctx)
		if err != nil {
			return account, err
		}
		if !slices.Contains(sources, account.Source) {
			return account, &commands.Problem{Text: fmt.Sprintf("There is no source called %q.", account.Source), Hints: commands.Prefixed(account.Name+"@", sources)}
		}
	}
	if len(account.Name) > 40 {
		return account, &commands.Problem{Text: "An account's name has at most 40 letters."}
	}
	return account, nil
}

func readZone(s string) (*time.Location, error) {
	zone, err := time.LoadLocation(s)
	if err != nil || s == "Local" || s == "" {
		return nil, &commands.Problem{Text: fmt.Sprintf("%q is no time zone", s), Hints: []string{"Europe/Berlin", "America/New_York", "UTC"}}
	}
	return zone, nil
}

// tourneyWords reads what is said of a tournament into it.
func (r *room) tourneyWords(ctx context.Context, c *commands.Call, t *contest.Tourney, words []string) (notes []commands.Note, err error) {
	b := r.Book
	zone, err := b.Zone(ctx, placeOf(c))
	if err != nil {
		return nil, err
	}
	if t.Zone != "" {
		if zone, err = time.LoadLocation(t.Zone); err != nil {
			return nil, err
		}
	}
	// The zone comes last but is needed for the times before it.
	words = slices.DeleteFunc(slices.Clone(words), func(w string) bool {
		if !strings.Contains(w, "/") && !strings.EqualFold(w, "UTC") {
			return false
		}
		if zone2, zoneErr := readZone(w); zoneErr != nil {
			err = zoneErr
		} else {
			zone = zone2
		}
		return true
	})
	if err != nil {
		return nil, err
	}
	t.Zone = zone.String()
	now := b.Now().In(zone)
	value := func(i int, hints ...string) (string, error) {
		if i+1 < len(words) {
			return words[i+1], nil
		}
		return "", &commands.Problem{Text: words[i] + " what?", Hints: hints}
	}
	when := func(i int, after time.Time) (int64, int, error) {
		at, used, note, err := score.When(words[i+1:], after)
		if note != "" {
			notes = append(notes, commands.Note{Kind: commands.Assumed, Text: note})
		}
		return at.Unix(), i + 1 + used, err
	}
	for i := 0; i < len(words); {
		switch w := strings.ToLower(words[i]); w {
		case "from", "begins", "starting":
			if t.From, i, err = when(i, now); err != nil {
				return nil, err
			}
		case "to", "until", "ends":
			after := now
			if t.From > now.Unix() {
				after = time.Unix(t.From, 0).In(zone)
			}
			if t.Until, i, err = when(i, after); err != nil {
				return nil, err
			}
		case "clans-until", "clan-deadline":
			if t.ClanUntil, i, err = when(i, now); err != nil {
				return nil, err
			}
		case "rules":
			if t.Rules, err = value(i, "rules dash", "rules league"); err != nil {
				return nil, err
			}
			i += 2
		case "proof":
			v, err := value(i, "proof none", "proof organiser", "proof challenge")
			if err != nil {
				return nil, err
			}
			if t.Proof = strings.ToLower(v); t.Proof == "organizer" {
				t.Proof = contest.ProofOrganiser
			}
			i += 2
		case "grace":
			v, err := value(i, "grace 6h")
			if err != nil {
				return nil, err
			}
			d, err := timespan.Parse(v)
			if err != nil {
				return nil, err
			}
			t.Grace = int64(d / time.Second)
			i += 2
		default:
			return nil, &commands.Problem{Text: fmt.Sprintf("a tournament has no %q", words[i]), Hints: []string{"from fri 18:00", "to sun 18:00", "Europe/Berlin", "rules dash", "proof challenge", "grace 6h", "clans-until sat 12:00"}}
		}
	}
	return notes, nil
}

// tourneyState is how a tournament stands now, in words, and whether anybody
// may still join: "over, late results until ...".
func (r *room) tourneyState(t *contest.Tourney) (words string, late []commands.Moment, joinable bool) {
	now := r.Book.Now().Unix()
	joinable = t.Joinable(now)
	switch t.Phase(now) {
	case contest.Final:
		return "over, final", nil, false
	case contest.Late:
		until := t.Show(t.Until + t.Grace)
		return "over, late results until " + until.Text, []commands.Moment{commands.Moment(until)}, joinable
	case contest.Unsettled:
		return "over, not final yet", nil, joinable
	}
	return t.State, nil, joinable
}

func (r *room) showTourney(t *contest.Tourney) commands.Reply {
	from, until := t.Show(t.From), t.Show(t.Until)
	state, late, joinable := r.tourneyState(t)
	hints := []string{"join as ACCOUNT", "rules", "standings"}
	if !joinable {
		hints = []string{"standings", "rules"}
	}
	proof := map[string]string{
		contest.ProofNone: "accounts are taken at their word", contest.ProofOrganiser: "an organiser confirms accounts", contest.ProofChallenge: "accounts are proved by a challenge",
	}[t.Proof]
	return commands.Reply{
		Summary: fmt.Sprintf("%s (%s): from %s to %s, rules %s, %s; %s.", t.Name, state, from.Text, until.Text, t.Rules, t.Count(), proof),
		Fields: []commands.Field{
			{Name: "from", Value: from.Text}, {Name: "to", Value: until.Text}, {Name: "zone", Value: t.Zone}, {Name: "rules", Value: t.Rules}, {Name: "proof", Value: proof}, {Name: "late rows until", Value: t.Show(t.Until + t.Grace).Text},
		},
		Moments: append(late, commands.Moment(from), commands.Moment(until), commands.Moment(t.Show(t.Until+t.Grace))),
		Hints:   hints,
		Data:    map[string]any{"id": t.ID, "name": t.Name, "state": t.State, "from": t.From, "until": t.Until, "zone": t.Zone, "rules": t.Rules, "proof": t.Proof, "entrants": len(t.Entrants)},
	}
}

// in parts "... in NAME" at the end of a line.
func in(text string) (before, name string) {
	lower := " " + strings.ToLower(text) + " "
	if i := strings.LastIndex(lower, " in "); i >= 0 {
		return strings.TrimSpace(text[:max(0, min(i, len(text)))]), strings.Trim(strings.TrimSpace(text[min(i+3, len(text)):]), `"`)
	}
	return strings.TrimSpace(text), ""
}

func (r *room) join() *commands.Command {
	return &commands.Command{
		Name: "join", Aliases: []string{"enter"},
		Summary:  "take part in the tournament here with an account",
		Params:   commands.Takes(text),
		Examples: []string{"join as stenno", "join as stenno@nao in autumn dash"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			out, err := r.runJoin(ctx, c)
			return out, err
		},
	}
}

func (r *room) runJoin(ctx context.Context, c *commands.Call) (commands.Reply, error) {
	text, name := in(text.In(c))
	words := strings.Fields(text)
	if len(words) > 0 && strings.EqualFold(words[0], "as") {
		words = words[1:]
	}
	if len(words) != 1 {
		return commands.Reply{}, &commands.Problem{Text: "join as which account? One word, as it stands in the game's logs", Hints: []string{"join as stenno", "join as stenno@nao"}}
	}
	account, err := r.readAccount(ctx, words[0])
	if err != nil {
		return commands.Reply{}, err
	}
	t, err := r.Book.Find(ctx, placeOf(c), name)
	if err != nil {
		return commands.Reply{}, err
	}
	who := c.Nick
	if who == "" {
		who = string(c.User)
	}
	j, err := r.Book.Join(ctx, t.ID, userOf(c), who, account)
	if err != nil {
		return commands.Reply{}, err
	}
	out := commands.Reply{Hints: []string{"rules", "standings"}}
	switch {
	case j.Proved:
		out.Summary = fmt.Sprintf("%s plays in %s as %s.", who, t.Name, account)
	case j.Challenge != nil:
		until := t.Show(j.Challenge.Until)
		out.Summary = fmt.Sprintf("%s, prove that %s is yours: before %s, start a game there as %s and quit it.", who, account, until.Text, challengeWords(j.Challenge))
		out.Moments = []commands.Moment{commands.Moment(until)}
		out.Fields = []commands.Field{{Name: "role", Value: j.Challenge.Role}, {Name: "race", Value: j.Challenge.Race}, {Name: "gender", Value: j.Challenge.Gender}, {Name: "alignment", Value: j.Challenge.Align}, {Name: "until", Value: until.Text}}
	default:
		out.Summary = fmt.Sprintf("%s is noted for %s as %s; an organiser has to confirm it.", who, t.Name, account)
		out.Hints = []string{"tourney confirm " + account.String()}
	}
	return out, nil
}

func challengeWords(ch *score.Challenge) string {
	return fmt.Sprintf("%s, %s, %s, %s", ch.Role, ch.Race, ch.Gender, ch.Align)
}

func (r *room) leave() *commands.Command {
	return &commands.Command{
		Name:     "leave",
		Summary:  "leave the tournament here",
		Params:   commands.Takes(text),
		Examples: []string{"leave"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			t, err := r.Book.Find(ctx, placeOf(c), strings.TrimPrefix(text.In(c), "in "))
			if err == nil {
				t, err = r.Book.Leave(ctx, t.ID, userOf(c))
			}
			if err != nil {
				return commands.Reply{}, err
			}
			return commands.Reply{Summary: "You have left " + t.Name + "."}, nil
		},
	}
}

func (r *room) clan() *commands.Command {
	return &commands.Command{
		Name:     "clan",
		Summary:  "join a clan of the tournament here, or leave yours",
		Params:   commands.Takes(text),
		Examples: []string{"clan join Demigods", "clan invite stenno", "clan leave"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			out, err := r.runClan(ctx, c)
			return out, err
		},
	}
}

func (r *room) runClan(ctx context.Context, c *commands.Call) (commands.Reply, error) {
	b := r.Book
	text, name := in(text.In(c))
	what, rest, _ := strings.Cut(text, " ")
	what, rest = strings.ToLower(what), strings.TrimSpace(rest)
	if what != "leave" && what != "password" && (what != "join" && what != "invite" || rest == "") {
		return commands.Reply{}, &commands.Problem{Text: "Join which clan, or invite whom into yours?", Hints: []string{"clan join Demigods", "clan invite NICK", "clan password WORD", "clan leave", "standings clan"}}
	}
	t, err := b.Find(ctx, placeOf(c), name)
	if err != nil {
		return commands.Reply{}, err
	}
	switch what {
	case "invite":
		clan, err := b.Invite(ctx, t.ID, userOf(c), rest)
		if err != nil {
			return commands.Reply{}, err
		}
		return commands.Reply{Summary: fmt.Sprintf("%s is invited into %s.", rest, clan), Hints: []string{"clan join " + clan}}, nil
	case "password":
		if rest != "" && !c.Private {
			return commands.Reply{}, &commands.Problem{Text: "Everybody here can read that password. Tell me one in private.", Hints: []string{`clan password WORD in "` + t.ID + `"`}}
		}
		clan, err := b.SetClanPassword(ctx, t.ID, userOf(c), rest)
		if err != nil {
			return commands.Reply{}, err
		}
		if rest == "" {
			return commands.Reply{Private: true, Summary: clan + " has no password. People need an invitation to join it.", Hints: []string{"clan invite NICK"}}, nil
		}
		return commands.Reply{Private: true, Summary: "Whoever knows the password can join " + clan + " now.", Hints: []string{"clan join " + clan + " password WORD"}}, nil
	}
	clan, password := rest, ""
	if i := strings.LastIndex(strings.ToLower(rest), " password "); i > 0 {
		clan, password = rest[:i], strings.TrimSpace(rest[i+len(" password "):])
	}
	if what == "leave" {
		clan = ""
	}
	if t, err = b.JoinClan(ctx, t.ID, userOf(c), clan, password); err != nil {
		return commands.Reply{}, err
	}
	if what == "leave" {
		return commands.Reply{Summary: "You are in no clan of " + t.Name + " now."}, nil
	}
	return commands.Reply{Summary: fmt.Sprintf("You are in the clan %s of %s.", strings.TrimSpace(clan), t.Name), Hints: []string{"standings clan"}}, nil
}

func (r *room) tourneyRules() *commands.Command {
	return &commands.Command{
		Name:     "rules",
		Summary:  "what counts in the tournament here, in words",
		Params:   commands.Takes(text),
		Examples: []string{"rules", "rules dash", "rules league"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			b := r.Book
			name := strings.Trim(strings.TrimPrefix(text.In(c), "in "), `" `)
			text, title := "", ""
			if raw, ok := b.Templates[strings.ToLower(name)]; ok {
				text, title = string(raw), strings.ToLower(name)
			} else {
				t, err := b.Find(ctx, placeOf(c), name)
				if err != nil {
					var names []string
					for n := range b.Templates {
						names = append(names, "rules "+n)
					}
					slices.Sort(names)
					p, ok := refused(err).(*commands.Problem)
					if !ok {
						return commands.Reply{}, err
					}
					return commands.Reply{}, &commands.Problem{Text: p.Text, Hints: append(names, p.Hints...), Err: err}
				}
				text, title, name = t.Template, t.Name, t.ID
			}
			rules, err := score.ParseRules([]byte(text))
			if err != nil {
				return commands.Reply{}, &commands.Problem{Text: "these rules cannot be read: " + err.Error(), Err: err}
			}
			words := rules.Words()
			out := commands.Reply{Question: "rules " + name, Hints: []string{"more"}, Data: words}
			var keys []string
			for _, cat := range rules.Category {
				keys = append(keys, cat.Title)
			}
			out.Summary = fmt.Sprintf("%s (%s): %s. %s", title, rules.Title, strings.Join(keys, ", "), strings.Join(words[:2], " "))
			for i, w := range words {
				out.Fields = append(out.Fields, commands.Field{Name: strconv.Itoa(i + 1), Value: w})
			}
			return out, nil
		},
	}
}

func (r *room) standings() *commands.Command {
	return &commands.Command{
		Name: "standings", Aliases: []string{"standing", "scores"},
		Summary:  "the points of the tournament here; why shows the games behind them",
		Params:   commands.Takes(text),
		Examples: []string{"standings", "standings turns", "standings clan", "standings me", "standings chart"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			out, err := r.runStandings(ctx, c)
			return out, err
		},
	}
}

func (r *room) runStandings(ctx context.Context, c *commands.Call) (commands.Reply, error) {
	b := r.Book
	text, name := in(text.In(c))
	t, err := b.Find(ctx, placeOf(c), name)
	if err != nil && name == "" && text != "" {
		t, err = b.Find(ctx, placeOf(c), text) // "standings autumn dash"
		text = ""
	}
	if err != nil {
		return commands.Reply{}, err
	}
	res, err := b.Count(ctx, t, b.Now().Unix())
	if err != nil {
		return commands.Reply{}, err
	}
	words, late, joinable := r.tourneyState(t)
	state := ""
	switch {
	case t.Final != nil:
		state = " (final)"
	case !joinable:
		state = " (" + words + ")"
	}
	text = withoutName(text, t.Name) // "standings dash turns" where dash is on
	word := strings.ToLower(text)
	if word == "me" {
		p, err := b.Person(ctx, userOf(c))
		if err != nil {
			return commands.Reply{}, err
		}
		word = "entrant:" + p.ID
	}
	canonical := strings.TrimSpace("standings "+word) + " in " + t.ID
	out := commands.Reply{Question: canonical, Hints: []string{"why"}, Moments: late}
	rows, title := res.Overall, t.Name+state
	switch {
	case word == "":
	case word == "chart":
		if err := r.chartStandings(ctx, t, res, &out); err != nil {
			return commands.Reply{}, err
		}
	case word == "clan" || word == "clans":
		rows, title = res.Clans, t.Name+" clans"+state
		if len(rows) == 0 {
			return commands.Reply{}, &commands.Problem{Text: "there are no clans in " + t.Name, Hints: []string{"clan join NAME", "rules"}}
		}
	case strings.HasPrefix(word, "entrant:"):
		return r.standingOf(t, res, strings.TrimPrefix(word, "entrant:"), out)
	default:
		s, ok := contest.StandingOf(res, word)
		if !ok {
			if e := slices.IndexFunc(t.Entrants, func(e contest.Entrant) bool { return strings.EqualFold(e.Name, text) }); e >= 0 {
				return r.standingOf(t, res, strings.ToLower(t.Entrants[e].Person), out)
			}
			var keys []string
			for _, s := range res.Categories {
				if !strings.Contains(s.Key, ":") {
					keys = append(keys, "standings "+s.Key)
				}
			}
			return commands.Reply{}, &commands.Problem{Text: fmt.Sprintf("%s has no category %q", t.Name, text), Hints: append(keys, "standings clan", "standings me")}
		}
		rows, title = s.Rows, t.Name+", "+s.Title+state
	}
	table := &commands.Table{Columns: []string{"", "who", "what", "points"}}
	var parts []string
	for i, row := range rows {
		table.Rows = append(table.Rows, []string{strconv.Itoa(row.Place), row.Name, row.Text, score.Commas(row.Points)})
		if i < 5 {
			part := fmt.Sprintf("%d. %s %s", row.Place, row.Name, row.Text)
			if !strings.HasSuffix(row.Text, "point") && !strings.HasSuffix(row.Text, "points") {
				part += fmt.Sprintf(" (%s)", score.Commas(row.Points))
			}
			parts = append(parts, part)
		}
	}
	out.Summary = title + ": " + strings.Join(parts, ", ") + "."
	if len(rows) == 0 {
		out.Summary = title + ": nobody yet."
		if out.Hints = []string{"join as ACCOUNT", "rules"}; !joinable {
			out.Hints = []string{"rules", "tourney list"}
		}
		return out, nil
	}
	if len(rows) > 5 {
		out.Summary = strings.TrimSuffix(out.Summary, ".") + fmt.Sprintf(", and %d more.", len(rows)-5)
	}
	out.Table = table
	for _, g := range rows[0].Games {
		out.Fields = append(out.Fields, commands.Field{Name: rows[0].Name, Value: contest.Line(g)})
	}
	out.Data = standingData(rows)
	return out, nil
}

// withoutName is a text without the tournament's name before or after the rest.
func withoutName(text, name string) string {
	words, own := strings.Fields(strings.ReplaceAll(text, `"`, "")), strings.Fields(name)
	switch n := len(words) - len(own); {
	case n >= 0 && strings.EqualFold(strings.Join(words[:len(own)], " "), name):
		return strings.Join(words[len(own):], " ")
	case n >= 0 && strings.EqualFold(strings.Join(words[n:], " "), name):
		return strings.Join(words[:n], " ")
	}
	return text
}

type standingRow struct {
	Place  int    `json:"place"`
	Who    string `json:"who"`
	Value  int64  `json:"value"`
	What   string `json:"what"`
	Points int64  `json:"points"`
	Games  int    `json:"games"`
}

func standingData(rows []score.Row) []standingRow {
	out := make([]standingRow, len(rows))
	for i, r := range rows {
		out[i] = standingRow{r.Place, r.Name, r.Value, r.Text, r.Points, len(r.Games)}
	}
	return out
}

// standingOf is one entrant's: the points by category and, for why, every game
// counted or refused.
func (r *room) standingOf(t *contest.Tourney, res *score.Result, person string, out commands.Reply) (commands.Reply, error) {
	i := slices.IndexFunc(res.Overall, func(x score.Row) bool { return strings.EqualFold(x.Entrant, person) })
	if i < 0 {
		return commands.Reply{}, &commands.Problem{Text: "you are not in " + t.Name, Hints: []string{"join as ACCOUNT"}}
	}
	row := res.Overall[i]
	var parts []string
	table := &commands.Table{Columns: []string{"category", "place", "what", "points"}}
	for _, s := range res.Categories {
		for _, x := range s.Rows {
			if x.Entrant == row.Entrant {
				table.Rows = append(table.Rows, []string{s.Title, strconv.Itoa(x.Place), x.Text, score.Commas(x.Points)})
				if x.Points > 0 {
					parts = append(parts, fmt.Sprintf("%s %d", s.Title, x.Points))
				}
			}
		}
	}
	counted, refused := 0, 0
	for _, v := range res.Verdicts {
		if v.Entrant != row.Entrant {
			continue
		}
		verdict := "counted"
		if v.Counted {
			counted++
		} else {
			refused++
			verdict = "refused (" + v.Reason + ")"
		}
		out.Fields = append(out.Fields, commands.Field{Name: verdict, Value: contest.Line(v.Game)})
	}
	out.Table = table
	out.Summary = fmt.Sprintf("%s in %s: place %d with %s points", row.Name, t.Name, row.Place, score.Commas(row.Points))
	if len(parts) > 0 {
		out.Summary += " (" + strings.Join(parts[:min(6, len(parts))], ", ") + ")"
	}
	out.Summary += fmt.Sprintf("; %s counted, %d refused.", commands.Count(counted, "game"), refused)
	out.Data = standingData([]score.Row{row})
	return out, nil
}

// chartPoints is how many points in time a chart has.
const chartPoints = 24

// chartStandings draws the points of the first five over time.
func (r *room) chartStandings(ctx context.Context, t *contest.Tourney, res *score.Result, out *commands.Reply) error {
	end := min(t.Until, r.Book.Now().Unix())
	if end <= t.From {
		return &commands.Problem{Text: t.Name + " has not begun", Hints: []string{"tourney"}}
	}
	times := make([]int64, chartPoints+1)
	for i := range times {
		times[i] = t.From + (end-t.From)*int64(i)/chartPoints
	}
	then, err := r.Book.Progress(ctx, t, times)
	if err != nil {
		return err
	}
	chart := &commands.Chart{Title: t.Name, X: "hours", Y: "points"}
	for _, top := range res.Overall[:min(5, len(res.Overall))] {
		s := commands.Series{Name: top.Name}
		for i, at := range then {
			for _, row := range at.Overall {
				if row.Entrant == top.Entrant {
					s.Points = append(s.Points, commands.Point{X: float64(times[i]-t.From) / 3600, Y: float64(row.Points)})
					chart.YMax = max(chart.YMax, float64(row.Points))
				}
			}
		}
		chart.Series = append(chart.Series, s)
	}
	out.Chart = chart
	return nil
}

func (r *room) draw() *commands.Command {
	return &commands.Command{
		Name:     "draw",
		Summary:  "a fair draw: its hash first, its seed afterwards, so that anyone can check it",
		Params:   commands.Takes(text),
		Examples: []string{"draw order ann, bob, cid", "draw reveal", "draw check", "draw 2 of ann, bob, cid", "draw reveal"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			out, err := r.runDraw(ctx, c)
			return out, err
		},
	}
}

func (r *room) runDraw(ctx context.Context, c *commands.Call) (commands.Reply, error) {
	b, place := r.Book, placeOf(c)
	what, rest := commands.CutWord(text.In(c))
	d := contest.Drawing{Kind: what, By: string(c.User)}
	split := func(list string) {
		for item := range strings.SplitSeq(list, ",") {
			if item = strings.Join(strings.Fields(item), " "); item != "" {
				d.Items = append(d.Items, item)
			}
		}
	}
	switch what {
	case "reveal", "show":
		d, err := b.Reveal(ctx, place)
		if err != nil {
			return commands.Reply{}, err
		}
		return commands.Reply{Summary: fmt.Sprintf("drawn: %s. The seed is %s, the hash was %s.", d.Words(), d.Seed, d.Hash), Hints: []string{"draw check"}, Data: d}, nil
	case "check":
		d, err := b.Reveal(ctx, place)
		if err != nil {
			return commands.Reply{}, err
		}
		seed := d.Seed
		if rest != "" {
			seed = strings.ToLower(strings.TrimSpace(rest))
		}
		hash := score.Commitment(seed, d.Items)
		verdict := "which is the hash that was told before: nothing was changed"
		if hash != d.Hash {
			verdict = "which is NOT the hash that was told before, " + d.Hash
		}
		return commands.Reply{
			Summary: fmt.Sprintf("sha256 of the seed %s and %d items, each after a line end, is %s, %s.", seed, len(d.Items), hash, verdict),
			Fields: []commands.Field{
				{Name: "seed", Value: seed}, {Name: "items", Value: strings.Join(d.Items, ", ")}, {Name: "hash", Value: hash}, {Name: "order", Value: d.Words()},
				{Name: "how", Value: "from the last item to the second, each changes places with item (number mod its place); numbers are the first 8 bytes of sha256(seed/0), sha256(seed/1), ..."},
			},
		}, nil
	case "order", "pairs":
		split(rest)
	case "role", "race", "variant", "hero":
		d.Kind, d.N = "some", 1
		switch what {
		case "role":
			d.Items = slices.Clone(score.Roles)
		case "race":
			d.Items = []string{"Hum", "Elf", "Dwa", "Gno", "Orc"}
		case "hero":
			d.Items = score.Heroes()
		default:
			d.Items = slices.DeleteFunc(xlog.Variants(), func(v string) bool { return v == xlog.Other })
		}
		if rest != "" { // "role wiz, val, sam"
			d.Items = nil
			split(rest)
		}
	case "entrants":
		t, err := b.Find(ctx, place, "")
		if err != nil {
			return commands.Reply{}, err
		}
		d.Kind = "order"
		if strings.HasPrefix(rest, "pairs") {
			d.Kind = "pairs"
		}
		for _, e := range t.Entrants {
			d.Items = append(d.Items, e.Name)
		}
	default:
		n, err := strconv.Atoi(what)
		list, ok := strings.CutPrefix(rest, "of ")
		if err != nil || !ok || n < 1 {
			return commands.Reply{}, &commands.Problem{Text: "draw what?", Hints: []string{"draw order ann, bob, cid", "draw pairs ann, bob, cid, dan", "draw 2 of ann, bob, cid", "draw role", "draw reveal", "draw check"}}
		}
		d.Kind, d.N = "some", n
		split(list)
		if n > len(d.Items) {
			return commands.Reply{}, &commands.Problem{Text: fmt.Sprintf("%d of %d cannot be drawn", n, len(d.Items)), Hints: []string{"draw 2 of ann, bob, cid"}}
		}
	}
	if len(d.Items) > 200 {
		return commands.Reply{}, &commands.Problem{Text: "two hundred things are the most"}
	}
	d, err := b.Draw(ctx, place, d)
	if err != nil {
		return commands.Reply{}, err
	}
	return commands.Reply{Summary: fmt.Sprintf("drawn from %d (%s): the hash is %s; the seed is told with: draw reveal", len(d.Items), shorten(strings.Join(d.Items, ", "), 160), d.Hash), Hints: []string{"draw reveal"}}, nil
}

func shorten(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return commands.Wrap(s, n)[0] + " ..."
}

func (r *room) link() *commands.Command {
	return &commands.Command{
		Name:     "link",
		Summary:  "be one person on two networks: link here, link CODE there, link confirm here",
		Params:   commands.Takes(text),
		Examples: []string{"link", "link show"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			out, err := r.runLink(ctx, c)
			return out, err
		},
	}
}

func (r *room) runLink(ctx context.Context, c *commands.Call) (commands.Reply, error) {
	b := r.Book
	switch word := strings.ToLower(strings.TrimSpace(text.In(c))); word {
	case "":
		code, err := b.Link(ctx, userOf(c))
		if err != nil {
			return commands.Reply{}, err
		}
		return commands.Reply{Private: true, Summary: fmt.Sprintf("on the other network, say: link %s. Then come back within half an hour and say: link confirm", code), Hints: []string{"link confirm"}}, nil
	case "confirm", "yes":
		p, other, err := b.ConfirmLink(ctx, userOf(c))
		if err != nil {
			return commands.Reply{}, err
		}
		return commands.Reply{Summary: fmt.Sprintf("%s of %s is you too; you are one entrant everywhere, with %s.", other.User, other.Network, commands.Count(len(p.Users), "name"))}, nil
	case "show", "who":
		p, err := b.Person(ctx, userOf(c))
		if err != nil {
			return commands.Reply{}, err
		}
		var names []string
		for _, u := range p.Users {
			names = append(names, u.User+" of "+u.Network)
		}
		for _, a := range p.Accounts {
			names = append(names, a.String()+" in the games")
		}
		return commands.Reply{Private: true, Summary: "you are " + strings.Join(names, ", ") + ".", Hints: []string{"link"}}, nil
	default:
		other, err := b.LinkWith(ctx, userOf(c), word)
		if err != nil {
			return commands.Reply{}, err
		}
		return commands.Reply{Private: true, Summary: fmt.Sprintf("that is %s of %s. To finish, say there: link confirm", other.User, other.Network)}, nil
	}
}

func (r *room) announce() *commands.Command {
	return &commands.Command{
		Name:     "announce",
		Summary:  "what is announced here of games as they end; optout ACCOUNT: yours nowhere",
		Params:   commands.Takes(text),
		Examples: []string{"announce"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			out, err := r.runAnnounce(ctx, c)
			return out, err
		},
	}
}

func (r *room) runAnnounce(ctx context.Context, c *commands.Call) (commands.Reply, error) {
	b, place := r.Book, placeOf(c)
	words := strings.Fields(strings.ToLower(text.In(c)))
	if len(words) == 0 || words[0] == "show" {
		s, ok, err := b.Subscription(ctx, place)
		if err != nil {
			return commands.Reply{}, err
		}
		if !ok {
			return commands.Reply{Summary: "nothing is announced here.", Hints: []string{"announce optout ACCOUNT", "announce asc", "announce deaths asc turns>1000", "announce entrants asc deaths livelog"}}, nil
		}
		return commands.Reply{Summary: "announced here: " + subscriptionWords(s) + ".", Hints: []string{"announce optout ACCOUNT", "announce off"}}, nil
	}
	if words[0] == "optout" || words[0] == "optin" {
		original := strings.Fields(text.In(c))
		if len(original) != 2 {
			return commands.Reply{}, &commands.Problem{Text: words[0] + " which account?", Hints: []string{words[0] + " ACCOUNT"}}
		}
		if err := b.Silence(ctx, userOf(c), original[1], words[0] == "optout"); err != nil {
			return commands.Reply{}, err
		}
		if words[0] == "optout" {
			return commands.Reply{Summary: "games of " + original[1] + " are announced nowhere.", Hints: []string{"announce optin " + original[1]}}, nil
		}
		return commands.Reply{Summary: "games of " + original[1] + " may be announced."}, nil
	}
	s := contest.Subscription{}
	var filter []string
	for i := 0; i < len(words); i++ {
		switch w := words[i]; w {
		case "digest":
			n := 0
			if i++; i < len(words) {
				n, _ = strconv.Atoi(words[i])
			}
			if n < 1 || n > 1000 {
				return commands.Reply{}, &commands.Problem{Text: "After digest comes a number from 1 to 1000: where more games than this end at once, each is told in a few words.", Hints: []string{"announce deaths digest 5"}}
			}
			s.Digest = n
		case "off", "nothing", "none":
			if len(words) > 1 {
				return commands.Reply{}, &commands.Problem{Text: "off stands alone", Hints: []string{"announce off"}}
			}
		case "deaths":
			s.Deaths = true
		case "asc", "ascensions":
			s.Ascensions = true
		case "livelog", "events":
			s.Events = true
		case "all":
			s.Deaths, s.Ascensions, s.Events = true, true, true
		case "entrants":
			s.Entrants = true
		case "and", "only":
		default:
			filter = append(filter, w)
		}
	}
	if words[0] != "off" && words[0] != "nothing" && words[0] != "none" && !s.Deaths && !s.Ascensions && !s.Events {
		return commands.Reply{}, &commands.Problem{Text: "announce what?", Hints: []string{"announce asc", "announce deaths turns>1000", "announce livelog", "announce off"}}
	}
	sources, err := b.Sources(ctx)
	if err != nil {
		return commands.Reply{}, err
	}
	rd := score.Reader{Now: b.Now(), Sources: sources}
	f, rest, err := rd.ReadFilter(filter)
	if err != nil {
		return commands.Reply{}, err
	}
	if len(rest) > 0 {
		return commands.Reply{}, &commands.Problem{Text: fmt.Sprintf("%q is no filter", rest[0]), Hints: r.likeFilter(rest[0], sources)}
	}
	if f.From != 0 || f.Until != 0 {
		return commands.Reply{}, &commands.Problem{Text: "announcements are of games as they end: no times", Hints: []string{"announce deaths turns>1000"}}
	}
	s.Filter = strings.Join(filter, " ")
	if err := b.Subscribe(ctx, actorOf(c), s); err != nil {
		var no *contest.Refusal
		if errors.As(err, &no) && no.Reason == contest.NotOrganiser {
			return commands.Reply{}, &commands.Problem{Text: "What is announced here is set by this channel's operators and organisers. You can keep your own games out of it.", Hints: []string{"announce optout ACCOUNT", "announce"}, Err: err}
		}
		return commands.Reply{}, err
	}
	return commands.Reply{Summary: "announced here: " + subscriptionWords(s) + "."}, nil
}

func subscriptionWords(s contest.Subscription) string {
	var parts []string
	for _, p := range []struct {
		on   bool
		word string
	}{{s.Ascensions, "ascensions"}, {s.Deaths, "deaths"}, {s.Events, "livelog events"}} {
		if p.on {
			parts = append(parts, p.word)
		}
	}
	if len(parts) == 0 {
		return "nothing"
	}
	out := strings.Join(parts, ", ")
	if s.Entrants {
		out += " of who takes part in a tournament here"
	}
	if s.Filter != "" {
		out += ", if " + s.Filter
	}
	if s.Digest > 0 {
		out += fmt.Sprintf("; more than %s at once in a few words each", commands.Count(s.Digest, "game"))
	}
	return out
}
