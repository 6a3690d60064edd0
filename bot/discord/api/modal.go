package api

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

// The types of a form's components.
const (
	typeTextInput  = 4
	typeLabel      = 18
	typeFileUpload = 19
	paragraph      = 2
)

// Typed is a field for lines of text, which may stay empty.
func Typed(id, label, description, placeholder string) Label {
	return Label{Type: typeLabel, Label: label, Description: description, Component: struct {
		Type        int    `json:"type"`
		CustomID    string `json:"custom_id"`
		Style       int    `json:"style"`
		Placeholder string `json:"placeholder,omitempty"`
		Required    bool   `json:"required"`
		MaxLength   int    `json:"max_length"`
	}{typeTextInput, id, paragraph, placeholder, false, MaxTyped}}
}

// Uploaded is a field for one file, which may stay empty.
func Uploaded(id, label, description string) Label {
	return Label{Type: typeLabel, Label: label, Description: description, Component: struct {
		Type      int    `json:"type"`
		CustomID  string `json:"custom_id"`
		MinValues int    `json:"min_values"`
		MaxValues int    `json:"max_values"`
		Required  bool   `json:"required"`
	}{typeFileUpload, id, 0, 1, false}}
}
