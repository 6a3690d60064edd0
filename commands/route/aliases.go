package route

import (
	"context"
	"strings"

	"delphi/commands"
	"delphi/storage"
)

// Aliases gives the bot's operator access to every alias in a store.
type Aliases struct{ Characters *storage.Characters }

// AliasOwner identifies the channel or user that a set of aliases belongs to.
type AliasOwner struct {
	Network commands.Network
	Name    string // the channel's, or the user's
	User    bool
}

const (
	ofUser  = "\x00aliases"
	ofPlace = "\x00set aliases"
)

func (o AliasOwner) key() string {
	key := commands.PlaceKey(o.Network, commands.Place(o.Name))
	if o.User {
		return key + ofUser
	}
	return key + ofPlace
}

// Owners lists everyone who has aliases, sorted by network and name.
func (a Aliases) Owners(ctx context.Context) ([]AliasOwner, error) {
	keys, err := a.Characters.Owners(ctx)
	var out []AliasOwner
	for _, key := range keys {
		who, user := strings.CutSuffix(key, ofUser)
		if !user {
			var place bool
			if who, place = strings.CutSuffix(key, ofPlace); !place {
				continue // a character
			}
		}
		network, name, _ := strings.Cut(who, "\x00")
		out = append(out, AliasOwner{commands.Network(network), name, user})
	}
	return out, err
}

// Lines returns the commands that would recreate an owner's aliases.
func (a Aliases) Lines(ctx context.Context, o AliasOwner) ([]string, error) {
	text, ok, err := a.Characters.Character(ctx, o.key())
	if !ok || err != nil {
		return nil, err
	}
	command := "set alias "
	if o.User {
		command = "alias "
	}
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		out = append(out, command+line)
	}
	return out, nil
}
