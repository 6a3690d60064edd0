package asker

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"

	"delphi/commands"
	"delphi/commands/wording"
	"delphi/engine/games/query"
	"delphi/engine/problem"
	"delphi/storage/contest"
	"delphi/storage/contest/people"
	"delphi/storage/contest/places"
)

// User returns the asker as tournaments know them. Tournaments show their entrants to
// everybody, so the host is left out: a bare nick may join one, but change nothing once
// it has begun.
func User(req *commands.Request) people.User {
	return people.User{Network: string(req.Network), User: string(req.User.Shown())}
}

// Place returns where a request is made.
func Place(req *commands.Request) places.Place {
	return places.Place{Network: string(req.Network), Place: string(req.Place)}
}

// Places returns the place of a request and those around it, nearest first: a thread
// has what its channel has. The last of Within is the server, where no tournament is
// held.
func Places(req *commands.Request) []places.Place {
	out := []places.Place{Place(req)}
	for _, p := range req.Within[:max(0, len(req.Within)-1)] {
		out = append(out, places.Place{Network: string(req.Network), Place: string(p)})
	}
	return out
}

// Zone returns the time zone where a request is made: that of its place, or else of
// the nearest place around it that has set one.
func Zone(ctx context.Context, book *contest.Book, req *commands.Request) (zone *time.Location, err error) {
	for _, p := range Places(req) {
		if zone, err = book.Places().Zone(ctx, p); err != nil || zone != time.UTC {
			break
		}
	}
	return zone, err
}

// Nick returns what to call the asker.
func Nick(req *commands.Request) string {
	if req.Nick != "" {
		return req.Nick
	}
	return string(req.User.Shown())
}

// Actor returns who asks, where, and with which rights.
func Actor(req *commands.Request) places.Actor {
	return places.Actor{Who: User(req), Place: Place(req), Around: Places(req)[1:], Private: req.Private, Roles: req.Roles, Operator: req.Operator, Admin: req.Admin}
}

// Mentions of a user and of a role, as they arrive in a line, and a bare id.
var (
	userMention = regexp.MustCompile(`^<@!?(\d+)>$`)
	roleMention = regexp.MustCompile(`^(?:<@&(\d+)>|role:(\d+))$`)
	bareID      = regexp.MustCompile(`^\d+$`)
)

// ReadWho reads whom a word names: a mention, an id, a role, or a services
// account. Where the asker's own id is a number, users of the network have
// numbers, and no other word names one. line is the question without the word.
func ReadWho(req *commands.Request, word, line string) (string, error) {
	if m := userMention.FindStringSubmatch(word); m != nil {
		return m[1], nil
	}
	if m := roleMention.FindStringSubmatch(word); m != nil {
		return "role:" + m[1] + m[2], nil
	}
	if bareID.MatchString(string(req.User)) && !bareID.MatchString(word) {
		return "", problem.New(fmt.Sprintf("I can't tell who %q is. Mention them, or give the id.", wording.Typed(word)), line+" @USER")
	}
	if strings.HasPrefix(word, "~") || strings.ContainsAny(word, "@#!<>,:*") || len(word) > 64 {
		return "", problem.New(fmt.Sprintf("%q is not a services account, and a nick alone proves nothing.", wording.Typed(word)), line+" ACCOUNT")
	}
	return word, nil
}

// HasFold reports whether s begins with prefix, ignoring case.
func HasFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// Many returns a number of things, with thousands separators: "1,234 games".
func Many(n int, thing string) string {
	if n != 1 {
		thing = wording.Plural(thing)
	}
	return query.Commas(int64(n)) + " " + thing
}

// LongestAccount is how long the name of an account may be, in bytes.
const LongestAccount = 40
