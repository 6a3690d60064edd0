package api

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
)

// The limits of Discord's API that answers must keep, in characters as
// [Length] counts them.
const (
	MaxTitle       = 256
	MaxDescription = 4096
	MaxFields      = 25
	MaxFieldName   = 256
	MaxFieldValue  = 1024
	MaxFooter      = 2048
	MaxEmbed       = 6000 // all the texts of one message's embeds together
	MaxContent     = 2000
	MaxCard        = 4000 // all the texts of one message's components together
	MaxChoices     = 25
	MaxChoice      = 100 // a choice's name and its value
	MaxButtons     = 5   // in a row
	MaxLabel       = 80
	MaxCustomID    = 100
	MaxURL         = 512 // of a button
	MaxPrompt      = 150 // what a menu says before anything is picked
	MaxOptions     = 25
	MaxSummary     = 100 // the description of a command or an option
)

// Message is the body of a message. discordgo's own structs write out fields
// that the API does not describe, and leave out what clears an edited message.
type Message struct {
	Content         string                       `json:"content"`
	Embeds          []*discordgo.MessageEmbed    `json:"embeds"`
	Components      []discordgo.MessageComponent `json:"components"`
	Attachments     []Attachment                 `json:"attachments"`
	AllowedMentions Mentions                     `json:"allowed_mentions"`
	Flags           discordgo.MessageFlags       `json:"flags,omitempty"`

	// The rest is for messages in channels, not for answers to interactions.
	Reference    *discordgo.MessageReference `json:"message_reference,omitempty"`
	Nonce        string                      `json:"nonce,omitempty"`
	EnforceNonce bool                        `json:"enforce_nonce,omitempty"`

	Chart []byte   `json:"-"` // a PNG that is sent with the message; nil: none
	Plain *Message `json:"-"` // what to send instead where Discord refuses embeds; nil: their texts
}

// OfComponents reports whether the message is laid out as components, and so has
// neither content nor embeds.
func (m *Message) OfComponents() bool { return m.Flags&discordgo.MessageFlagsIsComponentsV2 != 0 }

// MarshalJSON writes no content and no embeds where the message may have none.
func (m *Message) MarshalJSON() ([]byte, error) {
	type plain Message
	if !m.OfComponents() {
		return json.Marshal((*plain)(m))
	}
	return json.Marshal(struct {
		*plain
		Content *string `json:"content,omitempty"`
		Embeds  *string `json:"embeds,omitempty"`
	}{plain: (*plain)(m)})
}

// Mentions says who may be notified: nobody. Its Parse is always empty, and
// never null.
type Mentions struct {
	Parse       []string `json:"parse"`
	RepliedUser bool     `json:"replied_user"`
}

// Attachment describes a file that is sent with a message.
type Attachment struct {
	ID          string `json:"id"`
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"`
}

// NewMessage returns an empty message that mentions nobody.
func NewMessage() *Message {
	return &Message{
		Embeds:          []*discordgo.MessageEmbed{},
		Components:      []discordgo.MessageComponent{},
		Attachments:     []Attachment{},
		AllowedMentions: Mentions{Parse: []string{}},
	}
}

// Ephemeral reports whether only the asker sees the message.
func (m *Message) Ephemeral() bool { return m.Flags&discordgo.MessageFlagsEphemeral != 0 }

// ChartName is the file name of a message's chart.
const ChartName = "chart.png"

// Body encodes v as the body of a request and returns it with its content type:
// JSON, or a multipart form if a chart goes with it.
func Body(v any, chart []byte) (contentType string, content []byte, err error) {
	if v == nil {
		return "", nil, nil
	}
	if chart == nil {
		content, err = json.Marshal(v)
		return "application/json", content, err
	}
	return discordgo.MultipartBodyWithJSON(v, []*discordgo.File{{Name: ChartName, ContentType: "image/png", Reader: bytes.NewReader(chart)}})
}

// Response is the answer to an interaction. The zero value means that there is
// none.
type Response struct {
	Type discordgo.InteractionResponseType `json:"type"`
	Data any                               `json:"data,omitempty"` // *Message, Choices, *Flags or *Modal
}

// Message returns the message in the response; nil if it holds none.
func (r Response) Message() *Message {
	m, _ := r.Data.(*Message)
	return m
}

// Chart returns the PNG that goes with the response; nil if there is none.
func (r Response) Chart() []byte {
	if m := r.Message(); m != nil {
		return m.Chart
	}
	return nil
}

// Flags is the data of a deferred message.
type Flags struct {
	Flags discordgo.MessageFlags `json:"flags"`
}

// Choices is the data of a completion.
type Choices struct {
	Choices []Choice `json:"choices"`
}

// Choice is one value that an option can take.
type Choice struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Length counts the characters of a text as Discord does. A character outside
// the basic plane counts twice, to be safe.
func Length(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r > 0xffff {
			n++
		}
	}
	return n
}

// Cut truncates s to at most max characters, the last of them an ellipsis if
// anything was left out.
func Cut(s string, max int) string {
	if len(s) <= max || Length(s) <= max {
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
