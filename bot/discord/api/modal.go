package api

import "cmp"

// Modal is the data of a response that opens a form. discordgo's own types
// write out fields that the API does not describe.
type Modal struct {
	CustomID   string  `json:"custom_id"`
	Title      string  `json:"title"` // at most MaxModalText characters
	Components []Label `json:"components"`
}

// MaxModalText is how long a form's title and the label of a field may be, and
// MaxTyped how many characters may be typed into one.
const (
	MaxModalText = 45
	MaxTyped     = 4000
)

// Label is a field of a form with what is said beside it.
type Label struct {
	Type        int    `json:"type"`
	Label       string `json:"label"`
	Description string `json:"description,omitempty"`
	Component   any    `json:"component"`
}

// The types of a form's components, and the styles of a text.
const (
	typeSelect     = 3
	typeTextInput  = 4
	typeLabel      = 18
	typeFileUpload = 19
	short          = 1
	paragraph      = 2
)

// Text is a field to type in.
type Text struct {
	ID, Label, Description string
	Placeholder, Value     string // what is there before anything is typed, and what is typed already
	Lines                  bool   // it takes several lines
	Required               bool
	Max                    int // characters; 0: MaxTyped
}

// Typed returns a field to type in as part of a form.
func Typed(t Text) Label {
	style := short
	if t.Lines {
		style = paragraph
	}
	return Label{Type: typeLabel, Label: Cut(t.Label, MaxModalText), Description: Cut(t.Description, MaxSummary), Component: struct {
		Type        int    `json:"type"`
		CustomID    string `json:"custom_id"`
		Style       int    `json:"style"`
		Placeholder string `json:"placeholder,omitempty"`
		Value       string `json:"value,omitempty"`
		Required    bool   `json:"required"`
		MaxLength   int    `json:"max_length"`
	}{typeTextInput, t.ID, style, Cut(t.Placeholder, MaxSummary), t.Value, t.Required, cmp.Or(t.Max, MaxTyped)}}
}

// Picked returns a field in which one of a few choices is picked, or none.
func Picked(id, label, description string, choices []string, value string, required bool) Label {
	type option struct {
		Label   string `json:"label"`
		Value   string `json:"value"`
		Default bool   `json:"default,omitempty"`
	}
	options := make([]option, len(choices))
	for i, c := range choices {
		options[i] = option{c, c, c == value}
	}
	least := 0
	if required {
		least = 1
	}
	return Label{Type: typeLabel, Label: Cut(label, MaxModalText), Description: Cut(description, MaxSummary), Component: struct {
		Type      int      `json:"type"`
		CustomID  string   `json:"custom_id"`
		Options   []option `json:"options"`
		MinValues int      `json:"min_values"`
		MaxValues int      `json:"max_values"`
		Required  bool     `json:"required"`
	}{typeSelect, id, options, least, 1, required}}
}

// Uploaded returns a field for one file, which may stay empty.
func Uploaded(id, label, description string) Label {
	return Label{Type: typeLabel, Label: label, Description: description, Component: struct {
		Type      int    `json:"type"`
		CustomID  string `json:"custom_id"`
		MinValues int    `json:"min_values"`
		MaxValues int    `json:"max_values"`
		Required  bool   `json:"required"`
	}{typeFileUpload, id, 0, 1, false}}
}
