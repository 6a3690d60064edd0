package slash

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"delphi/bot/discord/api"
)

// Register makes want the slash commands at url, the address of an
// application's commands. It asks first what is there, and replaces all of it
// with one request if anything differs. Commands in the menus of messages and
// users are kept but for those named in menus, which are the bot's own. It returns
// the ids of the slash commands by their names, how many were changed and how
// many removed.
func Register(ctx context.Context, c *api.Client, url string, want []Definition, menus []string) (ids map[string]string, changed, removed int, err error) {
	b, err := c.Do(ctx, api.Request{What: "listing the slash commands", Method: http.MethodGet, URL: url + "?with_localizations=true"})
	if cannotList(err) {
		b, err = []byte("[]"), nil
	}
	if err != nil {
		return nil, 0, 0, err
	}
	var have []json.RawMessage
	if err := json.Unmarshal(b, &have); err != nil {
		return nil, 0, 0, fmt.Errorf("listing the slash commands: %w", err)
	}
	byName := map[string]*Definition{}
	all := make([]any, 0, len(want))
	for _, raw := range have {
		var d Definition
		if err := json.Unmarshal(raw, &d); err == nil && (d.Type == discordgo.ChatApplicationCommand || d.Type == 0 || slices.Contains(menus, d.Name)) {
			byName[d.Name] = &d
			continue
		}
		kept, err := keep(raw)
		if err != nil {
			return nil, 0, 0, fmt.Errorf("listing the slash commands: %w", err)
		}
		all = append(all, kept)
	}
	for i := range want {
		if old := byName[want[i].Name]; old == nil || !same(old, &want[i]) {
			changed++
		}
		delete(byName, want[i].Name)
		all = append(all, &want[i])
	}
	if removed = len(byName); changed+removed == 0 {
		return idsOf(b), 0, 0, nil
	}
	b, err = c.Do(ctx, api.Request{What: "registering the slash commands", Method: http.MethodPut, URL: url, Body: all})
	return idsOf(b), changed, removed, err
}

// cannotList reports whether a server that stands in for Discord does not list
// commands at all.
func cannotList(err error) bool {
	var no *api.Refusal
	return errors.As(err, &no) && no.Code == 0 && (no.Status == http.StatusNotFound || no.Status == http.StatusMethodNotAllowed)
}

// idsOf reads the ids of slash commands off a list of commands. One that cannot
// be read has none: their names are still there to be typed.
func idsOf(list []byte) map[string]string {
	var all []struct {
		ID, Name string
		Type     discordgo.ApplicationCommandType
	}
	out := map[string]string{}
	_ = json.Unmarshal(list, &all)
	for _, c := range all {
		if c.Type == discordgo.ChatApplicationCommand && c.ID != "" {
			out[c.Name] = c.ID
		}
	}
	return out
}

// Menus lists the names of the definitions that stand in menus of messages and
// people.
func Menus(list []Definition) []string {
	var out []string
	for i := range list {
		if list[i].Type != discordgo.ChatApplicationCommand {
			out = append(out, list[i].Name)
		}
	}
	return out
}

// keep returns a command of another kind as it is sent back: with those of its
// fields that can be set.
func keep(raw json.RawMessage) (map[string]json.RawMessage, error) {
	var c map[string]json.RawMessage
	if err := json.Unmarshal(raw, &c); err != nil {
		return nil, err
	}
	for k := range c {
		switch k {
		case "id", "type", "name", "name_localizations", "description", "description_localizations", "options", "contexts", "integration_types", "handler":
		case "default_member_permissions": // listed as text, set as a number
			c[k] = json.RawMessage(strings.Trim(string(c[k]), `"`))
		default:
			delete(c, k)
		}
	}
	return c, nil
}

// same reports whether two definitions mean the same. Discord may list contexts
// in another order, and an empty list where there was none.
func same(a, b *Definition) bool {
	x, y := *a, *b
	x.Type, y.Type = discordgo.ChatApplicationCommand, discordgo.ChatApplicationCommand
	x.Contexts, y.Contexts = sorted(x.Contexts), sorted(y.Contexts)
	x.IntegrationTypes, y.IntegrationTypes = sorted(x.IntegrationTypes), sorted(y.IntegrationTypes)
	x.Options, y.Options = nil, nil
	return reflect.DeepEqual(x, y) && slices.EqualFunc(a.Options, b.Options, sameOption)
}

func sameOption(a, b Option) bool {
	if !slices.Equal(a.Choices, b.Choices) || !slices.EqualFunc(a.Options, b.Options, sameOption) {
		return false
	}
	a.Choices, b.Choices, a.Options, b.Options = nil, nil, nil, nil
	return reflect.DeepEqual(a, b)
}

func sorted[T cmp.Ordered](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	list = slices.Clone(list)
	slices.Sort(list)
	return list
}
