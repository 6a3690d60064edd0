package discord

import (
	"encoding/json"

	"github.com/bwmarrin/discordgo"
	lru "github.com/hashicorp/golang-lru/v2"

	"delphi/commands"
)

// thread holds the fields of a channel that tell whether it is a thread.
type thread struct {
	ID     string                `json:"id"`
	Type   discordgo.ChannelType `json:"type"`
	Parent string                `json:"parent_id"` // of a thread, its channel; of a channel, its category
}

func (c *thread) isThread() bool {
	switch c.Type {
	case discordgo.ChannelTypeGuildNewsThread, discordgo.ChannelTypeGuildPublicThread, discordgo.ChannelTypeGuildPrivateThread:
		return c.Parent != ""
	}
	return false
}

// threads remembers which channels threads are in, by the thread's id. A message
// does not say it; the gateway tells it of all threads when the bot comes and of
// each one before anything is said there.
type threads struct{ in *lru.Cache[string, string] }

func newThreads() threads {
	in, err := lru.New[string, string](1 << 15)
	if err != nil {
		panic(err) // only for a size below one
	}
	return threads{in}
}

// learn takes over what an event says of threads: of one, or of several.
func (t threads) learn(raw json.RawMessage) {
	var e struct {
		thread
		Threads []thread `json:"threads"`
	}
	if json.Unmarshal(raw, &e) != nil {
		return
	}
	for _, c := range append(e.Threads, e.thread) {
		if c.isThread() {
			t.in.Add(c.ID, c.Parent)
		}
	}
}

// around returns the places around a channel whose settings hold in it: the channel
// of a thread, and the server.
func around(parent, guild string) []commands.Place {
	var out []commands.Place
	for _, id := range []string{parent, guild} {
		if id != "" {
			out = append(out, commands.Place(id))
		}
	}
	return out
}

// within returns the places around that of an interaction.
func (i *interaction) within() []commands.Place {
	if i.Channel.isThread() {
		return around(i.Channel.Parent, i.GuildID)
	}
	return around("", i.GuildID)
}

// within returns the places around that of a message.
func (a *Adapter) within(m *posted) []commands.Place {
	parent, _ := a.threads.in.Get(m.ChannelID)
	return around(parent, m.GuildID)
}
