package route

import (
	"context"
	"strings"

	"delphi/commands"
	"delphi/storage"
)

// Aliases are all aliases of a store, for who runs the bot.
type Aliases struct{ Characters *storage.Characters }

// AliasOwner is who has aliases: a channel, or a user.
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

// Owners lists who has aliases, by network and name.
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

// Lines are the lines that make the aliases of an owner again.
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
