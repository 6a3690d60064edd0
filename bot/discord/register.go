package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"

	"github.com/bwmarrin/discordgo"
)

// registered is a command as Discord has it.
type registered struct {
	ID string `json:"id"`
	definition
}

// register makes the slash commands of the application those of the Router:
// everywhere, or in the servers configured. It asks first what is there, and
// sends only what differs. Commands of other kinds (of messages, of users) are
// left alone.
func (a *Adapter) register(ctx context.Context, application string) error {
	global, err := definitions(a.opt.Router, true)
	if err != nil {
		return err
	}
	if len(a.cfg.Guilds) == 0 {
		return a.registerAt(ctx, discordgo.EndpointApplicationGlobalCommands(application), global)
	}
	local, err := definitions(a.opt.Router, false)
	if err != nil {
		return err
	}
	// Left there, the global ones would show twice in these servers.
	if err := a.registerAt(ctx, discordgo.EndpointApplicationGlobalCommands(application), nil); err != nil {
		return err
	}
	for _, guild := range a.cfg.Guilds {
		if err := a.registerAt(ctx, discordgo.EndpointApplicationGuildCommands(application, guild), local); err != nil {
			return fmt.Errorf("server %s: %w", guild, err)
		}
	}
	return nil
}

func (a *Adapter) registerAt(ctx context.Context, url string, want []definition) error {
	b, err := a.rest.do(ctx, request{what: "listing the slash commands", method: http.MethodGet, url: url})
	if err != nil {
		return err
	}
	var have []registered
	if err := json.Unmarshal(b, &have); err != nil {
		return fmt.Errorf("listing the slash commands: %w", err)
	}
	byName := map[string]*registered{}
	for i := range have {
		if have[i].Type == discordgo.ChatApplicationCommand || have[i].Type == 0 {
			byName[have[i].Name] = &have[i]
		}
	}
	changed, removed := 0, 0
	for i := range want {
		old := byName[want[i].Name]
		delete(byName, want[i].Name)
		if old != nil && same(&old.definition, &want[i]) {
			continue
		}
		// Creating one of a name that is there replaces it.
		if _, err := a.rest.do(ctx, request{what: "registering /" + want[i].Name, method: http.MethodPost, url: url, body: &want[i]}); err != nil {
			return err
		}
		changed++
	}
	for _, old := range byName {
		if _, err := a.rest.do(ctx, request{what: "removing /" + old.Name, method: http.MethodDelete, url: url + "/" + old.ID}); err != nil && !gone(err) {
			return err
		}
		removed++
	}
	a.stats.registered.Add(int64(changed + removed))
	if changed+removed > 0 {
		a.log.Info("slash commands registered", "changed", changed, "removed", removed, "unchanged", len(want)-changed)
	}
	return nil
}

// same reports whether two definitions say the same: Discord may list contexts
// in another order.
func same(a, b *definition) bool {
	x, y := *a, *b
	x.Type, y.Type = discordgo.ChatApplicationCommand, discordgo.ChatApplicationCommand
	x.Contexts, y.Contexts = sorted(x.Contexts), sorted(y.Contexts)
	x.IntegrationTypes, y.IntegrationTypes = sorted(x.IntegrationTypes), sorted(y.IntegrationTypes)
	// An absent list and an empty one are one.
	if len(x.Options) != len(y.Options) {
		return false
	}
	for i := range x.Options {
		o, p := x.Options[i], y.Options[i]
		if !slices.Equal(o.Choices, p.Choices) {
			return false
		}
		o.Choices, p.Choices = nil, nil
		if !reflect.DeepEqual(o, p) {
			return false
		}
	}
	x.Options, y.Options = nil, nil
	return reflect.DeepEqual(x, y)
}

func sorted[T cmp.Ordered](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	list = slices.Clone(list)
	slices.Sort(list)
	return list
}
