package commands

import (
	"strings"
	"time"
)

// Network, Place and User name where a request came from. They are opaque:
// equal means the same, and nothing else is read from them.
type (
	Network string // "libera", "discord", "console"
	Place   string // "#nethack", a Discord channel id; in private, the user again

	// User is a services account or a user id. For whom the network does not vouch
	// it begins with "~": a nick and a host together, "~nick@host", or, behind a
	// bridge, a name that anybody may take there, "~bridge/name".
	User string
)

// Shown returns the user as others may be shown them: without a host.
func (u User) Shown() User {
	if !strings.HasPrefix(string(u), "~") {
		return u
	}
	nick, _, _ := strings.Cut(string(u), "@")
	return User(nick)
}

// Request is one line that somebody typed.
type Request struct {
	Line     string // without the prefix: "fail wiz xl12 int18 force bolt"
	Text     string // what came with the line and is too long for it: an attached file, a message of many lines; empty: nothing
	Pasted   bool   // the Text stood in the line itself, so that a line without it says less
	Network  Network
	Place    Place
	Within   []Place // the places around Place whose settings hold where it has none of its own, the nearest first: the channel of a thread, then its server
	User     User
	ID       string   // what the network calls the request, where it may come to several processes; empty: it comes once
	Nick     string   // how to address the asker; identifies nobody
	Account  string   // the services account the network vouches for; empty: none, or the network has no accounts beside User
	Host     string   // the host that the network shows for the asker; empty if it shows none
	Mask     string   // nick!user@host where the network has such masks; else empty
	Realname string   // what the asker says to be called, which proves nothing and tells apart who shares a host; empty: unknown
	Private  bool     // nobody else sees the answer
	Called   bool     // the bot was called by its name, so that no other one is meant
	Alone    bool     // it changes no question before it, and none behind it changes it
	Follows  []string // the canonical lines of the question that it may change, where the network knows: of the message that it replies to; nil: the asker's last
	Nobody   bool     // asked by nobody in particular, as a page that anyone may read: nothing is remembered, and only what Command.ForAll allows is answered
	Operator bool     // may change this place's settings, as the adapter found
	Wide     bool     // an Operator who may change the settings of the places around this one too
	Admin    bool     // a services account that the configuration lists: may run the bot
	Buttons  bool     // what may be asked next can be offered: Reply.Next
	Veils    bool     // the network can hide a text until a reader wants it: Reply.Veiled
	Size     PageSize // how much of a table the network shows at once
	Page     int      // which page of a table is asked for, counted from 0
	Roles    []string // ids of the roles that the network says the asker has in this place
	At       time.Time
}

// MaxLine is the longest line that is read, in bytes.
const MaxLine = 1000

// PlaceKey identifies a place for what is remembered per place.
func PlaceKey(n Network, p Place) string { return string(n) + "\x00" + string(p) }

// PlaceKey identifies the place of a request.
func (req *Request) PlaceKey() string { return PlaceKey(req.Network, req.Place) }

// Owner identifies who asks, for what is remembered per user.
func (req *Request) Owner() string { return string(req.Network) + "\x00" + string(req.User) }
