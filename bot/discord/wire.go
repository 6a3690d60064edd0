package discord

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
)

// The limits of Discord's API that answers must keep, in characters.
const (
	maxTitle       = 256
	maxDescription = 4096
	maxFields      = 25
	maxFieldName   = 256
	maxFieldValue  = 1024
	maxFooter      = 2048
	maxEmbed       = 6000 // all the texts of one message's embeds together
	maxContent     = 2000
	maxChoices     = 25
	maxChoice      = 100 // a choice's name and its value
	maxButtons     = 5   // in a row
	maxLabel       = 80
	maxCustomID    = 100
	maxOptions     = 25
	maxSummary     = 100 // the description of a command or an option
)

// message is what is sent: discordgo's own structs write out fields that the
// API does not describe, and leave out what clears an edited message.
type message struct {
	Content         string                       `json:"content"`
	Embeds          []*discordgo.MessageEmbed    `json:"embeds"`
	Components      []discordgo.MessageComponent `json:"components"`
	Attachments     []attachment                 `json:"attachments"`
	AllowedMentions mentions                     `json:"allowed_mentions"`
	Flags           discordgo.MessageFlags       `json:"flags,omitempty"`

	// In channels only.
	Reference    *discordgo.MessageReference `json:"message_reference,omitempty"`
	Nonce        string                      `json:"nonce,omitempty"`
	EnforceNonce bool                        `json:"enforce_nonce,omitempty"`

	chart []byte // a PNG; nil: none
}

// mentions allows none: its Parse is always empty, and never null.
type mentions struct {
	Parse       []string `json:"parse"`
	RepliedUser bool     `json:"replied_user"`
}

type attachment struct {
	ID          string `json:"id"`
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"`
}

// newMessage is a message with nothing in it that mentions nobody.
func newMessage() *message {
	return &message{
		Embeds:          []*discordgo.MessageEmbed{},
		Components:      []discordgo.MessageComponent{},
		Attachments:     []attachment{},
		AllowedMentions: mentions{Parse: []string{}},
	}
}

// ephemeral reports whether only the asker sees the message.
func (m *message) ephemeral() bool { return m.Flags&discordgo.MessageFlagsEphemeral != 0 }

const chartName = "chart.png"

// body is v as the body of a request, with its content type: JSON, or a form
// of several parts where a chart goes with it.
func body(v any, chart []byte) (contentType string, content []byte, err error) {
	if v == nil {
		return "", nil, nil
	}
	if chart == nil {
		content, err = json.Marshal(v)
		return "application/json", content, err
	}
	return discordgo.MultipartBodyWithJSON(v, []*discordgo.File{{Name: chartName, ContentType: "image/png", Reader: bytes.NewReader(chart)}})
}

// response is the answer to an interaction.
type response struct {
	Type discordgo.InteractionResponseType `json:"type"`
	Data any                               `json:"data,omitempty"` // *message, *choices or *flags
}

func (r response) message() *message {
	m, _ := r.Data.(*message)
	return m
}

func (r response) chart() []byte {
	if m := r.message(); m != nil {
		return m.chart
	}
	return nil
}

// flags is the data of a deferred message.
type flags struct {
	Flags discordgo.MessageFlags `json:"flags"`
}

// choices is the data of a completion.
type choices struct {
	Choices []choice `json:"choices"`
}

type choice struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// definition is a slash command as it is registered.
type definition struct {
	Type             discordgo.ApplicationCommandType       `json:"type"`
	Name             string                                 `json:"name"`
	Description      string                                 `json:"description"`
	Options          []option                               `json:"options,omitempty"`
	Contexts         []discordgo.InteractionContextType     `json:"contexts,omitempty"`
	IntegrationTypes []discordgo.ApplicationIntegrationType `json:"integration_types,omitempty"`
}

type option struct {
	Type         discordgo.ApplicationCommandOptionType `json:"type"`
	Name         string                                 `json:"name"`
	Description  string                                 `json:"description"`
	Required     bool                                   `json:"required,omitempty"`
	Autocomplete bool                                   `json:"autocomplete,omitempty"`
	Choices      []choice                               `json:"choices,omitempty"`
	MinValue     *int                                   `json:"min_value,omitempty"`
	MaxValue     *int                                   `json:"max_value,omitempty"`
	MaxLength    int                                    `json:"max_length,omitempty"`
}

// length is how Discord counts a text: a character outside the basic plane
// twice, to be safe.
func length(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r > 0xffff {
			n++
		}
	}
	return n
}

// cut is s, or as much of it as is at most max long with an ellipsis.
func cut(s string, max int) string {
	if len(s) <= max || length(s) <= max {
		return s
	}
	n, end := 0, 0
	for i, r := range s {
		w := 1
		if r > 0xffff {
			w = 2
		}
		if n+w > max-1 {
			break
		}
		n += w
		end = i + utf8.RuneLen(r)
	}
	return s[:end] + "…"
}
