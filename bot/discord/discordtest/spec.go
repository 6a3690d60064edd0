package discordtest

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"unicode/utf16"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Spec is Discord's own description of its API, closed: what it does not
// describe is wrong. A nil Spec checks the documentation's text alone.
type Spec struct {
	fits     sync.Map // the hashes of what was found to fit, with the schema
	compiler *jsonschema.Compiler
	mu       sync.Mutex
	schemas  map[string]*jsonschema.Schema
}

// specPath returns where the description is: the file that DELPHI_DISCORD_SPEC
// names, else one in a folder beside the project.
func specPath() string {
	if path := os.Getenv("DELPHI_DISCORD_SPEC"); path != "" {
		return path
	}
	dir, _ := os.Getwd()
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
	}
	return filepath.Join(filepath.Dir(dir), "shared/discord/openapi.json.gz")
}

var specOnce = sync.OnceValues(func() (*Spec, error) {
	file, err := os.Open(specPath())
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var r io.Reader = file
	if strings.HasSuffix(file.Name(), ".gz") {
		if r, err = gzip.NewReader(file); err != nil {
			return nil, err
		}
	}
	doc, err := jsonschema.UnmarshalJSON(r)
	if err != nil {
		return nil, err
	}
	shut(doc)
	c := jsonschema.NewCompiler()
	if err := c.AddResource("mem:///openapi.json", doc); err != nil {
		return nil, err
	}
	return &Spec{compiler: c, schemas: map[string]*jsonschema.Schema{}}, nil
})

// LoadSpec returns the description; nil if it is not at hand.
func LoadSpec(t testing.TB) *Spec {
	s, err := specOnce()
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// NeedSpec skips a test if the description is not at hand. Each package whose
// tests use the fake has a test of nothing else, which shows that its requests
// were checked by halves.
func NeedSpec(t *testing.T) {
	if LoadSpec(t) == nil {
		t.Skip("Discord's OpenAPI description is not at hand (DELPHI_DISCORD_SPEC names the file): the requests of this package's tests were checked only against the rules in the documentation's text")
	}
}

// shut closes every schema that lists properties.
func shut(v any) {
	switch v := v.(type) {
	case map[string]any:
		if _, lists := v["properties"].(map[string]any); lists && v["type"] == "object" && v["additionalProperties"] == nil && v["allOf"] == nil {
			v["additionalProperties"] = false
		}
		for _, x := range v {
			shut(x)
		}
	case []any:
		for _, x := range v {
			shut(x)
		}
	}
}

func (s *Spec) schema(t testing.TB, pointer string) *jsonschema.Schema {
	s.mu.Lock()
	defer s.mu.Unlock()
	if sch := s.schemas[pointer]; sch != nil {
		return sch
	}
	sch, err := s.compiler.Compile("mem:///openapi.json#" + pointer)
	if err != nil {
		t.Errorf("the description has no %s: %v", pointer, err)
		return nil
	}
	s.schemas[pointer] = sch
	return sch
}

// templates are the paths that take a body, as the description writes them.
var templates = []string{
	"/applications/{application_id}/commands",
	"/applications/{application_id}/guilds/{guild_id}/commands",
	"/interactions/{interaction_id}/{interaction_token}/callback",
	"/webhooks/{webhook_id}/{webhook_token}/messages/@original",
	"/webhooks/{webhook_id}/{webhook_token}",
	"/channels/{channel_id}/messages",
	"/channels/{channel_id}/messages/{message_id}",
	"/users/@me/channels",
}

func template(path string) string {
	have := strings.Split(path, "/")
next:
	for _, t := range templates {
		want := strings.Split(t, "/")
		if len(want) != len(have) {
			continue
		}
		for i := range want {
			if want[i] != have[i] && !strings.HasPrefix(want[i], "{") {
				continue next
			}
		}
		return t
	}
	return ""
}

// Check fails where a request is not as described, or breaks a rule that the
// description does not hold.
func (s *Spec) Check(t testing.TB, r Seen) {
	if len(r.Body) == 0 {
		return
	}
	tpl := template(r.Path)
	if tpl == "" {
		t.Errorf("a body for %s, which is not known to take one", r.Path)
		return
	}
	written(t, r)
	if s == nil {
		return
	}
	escape := strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D")
	s.Valid(t, "/paths/"+escape.Replace(tpl)+"/"+strings.ToLower(r.Method)+"/requestBody/content/application~1json/schema", r.Body)
}

// Valid fails where b does not fit the schema that a JSON pointer names.
func (s *Spec) Valid(t testing.TB, pointer string, b []byte) {
	if s == nil {
		return
	}
	// Nearly every test registers the same commands, which takes long to check.
	seen := sha256.Sum256(append([]byte(pointer+"\n"), b...))
	if _, ok := s.fits.Load(seen); ok {
		return
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
	if err != nil {
		t.Errorf("not JSON: %v: %s", err, b)
		return
	}
	if sch := s.schema(t, pointer); sch != nil {
		if err := sch.Validate(v); err != nil {
			t.Errorf("not as Discord describes it: %v\n%s", err, b)
			return
		}
		s.fits.Store(seen, true)
	}
}

// written checks the rules of the documentation's text: names, the sum of an
// embed, no mentions.
func written(t testing.TB, r Seen) {
	if strings.HasSuffix(r.Path, "/commands") {
		commandRules(t, r.Body)
		return
	}
	var v struct {
		Type int
		Data json.RawMessage
	}
	json.Unmarshal(r.Body, &v)
	if strings.HasPrefix(r.Path, "/users/") {
		return
	}
	b := r.Body
	if strings.HasSuffix(r.Path, "/callback") {
		b = v.Data
		if v.Type == 8 || v.Type == 5 || v.Type == 6 || v.Type == 1 || v.Type == 9 {
			return
		}
	}
	MessageRules(t, b, r.Files)
}

// Message is what a request says of a message.
type Message struct {
	Content         *string
	Flags           int
	Embeds          []Embed
	AllowedMentions *struct {
		Parse []string
		Users []string
		Roles []string
	} `json:"allowed_mentions"`
	Components []struct {
		Components []struct {
			Type     int
			Style    int
			CustomID string `json:"custom_id"`
			Label    string
			URL      string
			Options  []struct{ Label, Value string } // of a menu
		}
	}
	Attachments []struct{ ID, Filename string }
}

// componentsFlag marks a message that is laid out as components.
const componentsFlag = 1 << 15

// part is a component of such a message, with what is in it.
type part struct {
	Type       int
	Content    string
	CustomID   string `json:"custom_id"`
	Components []part
	Accessory  *part
	Media      struct{ URL string }
	Items      []struct{ Media struct{ URL string } }
}

// componentRules fails for a message of components that breaks the rules of the
// documentation's text: at most 40 of them with 4000 characters, no content and no
// embeds, pictures that are attached, and no custom id twice.
func componentRules(t testing.TB, b []byte, files map[string][]byte) {
	var m struct {
		Content, Embeds json.RawMessage
		Components      []part
	}
	if err := json.Unmarshal(b, &m); err != nil {
		t.Errorf("not a message of components: %v: %s", err, b)
		return
	}
	if m.Content != nil || m.Embeds != nil {
		t.Errorf("content or embeds beside components: %s", b)
	}
	count, text, ids := 0, 0, map[string]bool{}
	var walk func(p *part)
	walk = func(p *part) {
		count++
		text += length(p.Content)
		for _, m := range append(p.Items, struct{ Media struct{ URL string } }{p.Media}) {
			if name, ok := strings.CutPrefix(m.Media.URL, "attachment://"); ok && files != nil && files["files[0] "+name] == nil {
				t.Errorf("the picture %s is not attached", name)
			}
		}
		if p.CustomID != "" && ids[p.CustomID] {
			t.Errorf("the custom id %q twice", p.CustomID)
		}
		ids[p.CustomID] = true
		if p.Type == 1 && (len(p.Components) == 0 || len(p.Components) > 5) {
			t.Errorf("a row of %d buttons", len(p.Components))
		}
		for i := range p.Components {
			walk(&p.Components[i])
		}
		if p.Accessory != nil {
			walk(p.Accessory)
		}
	}
	for i := range m.Components {
		walk(&m.Components[i])
	}
	if count == 0 || count > 40 || text == 0 || text > 4000 {
		t.Errorf("%d components with %d characters: %s", count, text, b)
	}
}

// Embed is one embed of a Message.
type Embed struct {
	Title, Description string
	Color              int
	Footer             *struct{ Text string }
	Image              *struct{ URL string }
	Fields             []struct{ Name, Value string }
}

// goodName is what the documentation allows as the name of a slash command or
// an option, but for capital letters.
var goodName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

// commandRules fails for commands whose names break the documentation's rules.
func commandRules(t testing.TB, b []byte) {
	type named struct {
		Type    int
		Name    string
		Options []named
	}
	var list []named
	if err := json.Unmarshal(b, &list); err != nil {
		t.Errorf("not a list of commands: %v: %s", err, b)
	}
	var check func(list []named, slash bool)
	check = func(list []named, slash bool) {
		for _, c := range list {
			if (slash || c.Type == 1) && (!goodName.MatchString(c.Name) || strings.ToLower(c.Name) != c.Name) {
				t.Errorf("the name %q", c.Name)
			}
			check(c.Options, true)
		}
	}
	check(list, false)
}

// length counts characters as Discord may: those outside the basic plane twice.
func length(s string) int { return len(utf16.Encode([]rune(s))) }

// MessageRules fails for a message that breaks the documentation's rules: it
// may mention nobody, be empty, or hold an embed that is too long.
func MessageRules(t testing.TB, b []byte, files map[string][]byte) {
	var m Message
	if err := json.Unmarshal(b, &m); err != nil {
		t.Errorf("not a message: %v: %s", err, b)
		return
	}
	if m.AllowedMentions == nil || m.AllowedMentions.Parse == nil || len(m.AllowedMentions.Parse)+len(m.AllowedMentions.Users)+len(m.AllowedMentions.Roles) > 0 {
		t.Errorf("mentions may get through: %s", b)
	}
	if m.Flags&componentsFlag != 0 {
		componentRules(t, b, files)
		if len(files) != len(m.Attachments) {
			t.Errorf("%d files, %d attachments", len(files), len(m.Attachments))
		}
		return
	}
	total := 0
	for _, e := range m.Embeds {
		total += length(e.Title) + length(e.Description)
		if e.Footer != nil {
			total += length(e.Footer.Text)
		}
		for _, f := range e.Fields {
			total += length(f.Name) + length(f.Value)
			if f.Name == "" || f.Value == "" {
				t.Errorf("an empty field: %s", b)
			}
		}
		if e.Image != nil && files["files[0] "+strings.TrimPrefix(e.Image.URL, "attachment://")] == nil {
			t.Errorf("the picture %s is not attached", e.Image.URL)
		}
	}
	if total > 6000 {
		t.Errorf("embeds of %d characters", total)
	}
	if (m.Content == nil || *m.Content == "") && total == 0 {
		t.Errorf("an empty message: %s", b)
	}
	ids := map[string]bool{}
	for _, row := range m.Components {
		if len(row.Components) == 0 || len(row.Components) > 5 {
			t.Errorf("a row of %d buttons", len(row.Components))
		}
		for _, c := range row.Components {
			if c.URL != "" && c.Style == 5 && c.CustomID == "" && c.Label != "" {
				continue
			}
			if c.CustomID == "" || ids[c.CustomID] || c.Label == "" && c.Type != 3 {
				t.Errorf("button %q has the custom id %q", c.Label, c.CustomID)
			}
			ids[c.CustomID] = true
		}
	}
	if len(files) != len(m.Attachments) {
		t.Errorf("%d files, %d attachments", len(files), len(m.Attachments))
	}
}

// Check fails the fake's test where a request is not as Discord describes it.
// It is for what the fake has not seen itself.
func (f *Fake) Check(s Seen) { f.spec.Check(f.T, s) }
