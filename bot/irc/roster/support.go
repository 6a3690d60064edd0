package roster

import (
	"strconv"
	"strings"
)

// Support is what the server has said about itself in RPL_ISUPPORT;
// NewSupport has the values of RFC 1459.
type Support struct {
	Casemap   Casemap
	modes     string // channel member modes, highest first: "qaohv"
	symbols   string // their symbols, in the same order: "~&@%+"
	argAlways string // channel modes that always have an argument, lists among them
	argOnSet  string // channel modes that have one when set
	StatusMsg string // symbols that may stand before a channel as a target
	chanTypes string
	BotMode   string // the user mode that marks a bot; empty: none
	WHOX      bool
	Monitor   bool
	tagDeny   string // the tags of clients that the server does not pass on
	ChanLen   int    // bytes that a channel's name may have; 0: the server did not say
}

func NewSupport() Support {
	return Support{modes: "ov", symbols: "@+", argAlways: "beIk", argOnSet: "l", chanTypes: "#&"}
}

// Set applies one token, such as "PREFIX=(ov)@+" or "WHOX".
func (is *Support) Set(token string) {
	name, value, _ := strings.Cut(token, "=")
	switch name {
	case "CASEMAPPING":
		is.Casemap = parseCasemap(value)
	case "PREFIX":
		modes, symbols, ok := strings.Cut(strings.TrimPrefix(value, "("), ")")
		if ok && len(modes) == len(symbols) {
			is.modes, is.symbols = modes, symbols
		}
	case "CHANMODES":
		if kinds := strings.Split(value, ","); len(kinds) >= 4 {
			is.argAlways, is.argOnSet = kinds[0]+kinds[1], kinds[2]
		}
	case "STATUSMSG":
		is.StatusMsg = value
	case "CHANTYPES":
		is.chanTypes = value
	case "BOT":
		is.BotMode = value
	case "WHOX":
		is.WHOX = true
	case "MONITOR":
		is.Monitor = true
	case "CLIENTTAGDENY":
		is.tagDeny = value
	case "CHANNELLEN":
		if n, err := strconv.Atoi(value); err == nil && n > 1 {
			is.ChanLen = n
		}
	}
}

func (is *Support) IsChannel(target string) bool {
	return target != "" && strings.IndexByte(is.chanTypes, target[0]) >= 0
}

// Denies reports whether the network passes no tag of that name from clients, as
// CLIENTTAGDENY says: "*,-draft/reply" denies all but one.
func (is *Support) Denies(tag string) bool {
	denied := false
	for entry := range strings.SplitSeq(is.tagDeny, ",") {
		switch entry {
		case "*", tag:
			denied = true
		case "-" + tag:
			return false
		}
	}
	return denied
}
