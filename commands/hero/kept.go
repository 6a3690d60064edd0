package hero

import (
	"delphi/commands"
	"delphi/storage"
)

// Kept says for whom a character is kept of whoever asks, where the network does not
// vouch for them; empty if it does, and a character is theirs wherever they are.
func Kept(req *commands.Request) string {
	switch {
	case !storage.Fleeting(req.Owner()):
		return ""
	case req.Host == "":
		return "kept for " + req.Nick + ", the name a bridge gives you, which anybody there can take"
	}
	return "kept for " + req.Nick + "@" + req.Host + "; log in to services to keep it for your account"
}
