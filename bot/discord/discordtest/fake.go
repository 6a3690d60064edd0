package discordtest

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// patience is how long a test waits for what should come at once: a busy machine takes its time.
const patience = 30 * time.Second

// The ids of those who take part.
const (
	Application = "600000000000000001"
	SelfID      = "600000000000000002"
	AliceID     = "600000000000000003"
	BobID       = "600000000000000004"
	ChannelID   = "600000000000000005"
	GuildID     = "600000000000000006"
	DirectID    = "600000000000000007" // the channel of every private conversation
	Token       = "the.bot.token"
)

// Seen is a request that the fake took.
type Seen struct {
	Method, Path string            // the path without /api/v9
	Body         []byte            // JSON, also out of a form
	Files        map[string][]byte // by "form name, blank, file name"
	Signed       bool              // with the bot's token
}

func (s Seen) String() string { return s.Method + " " + s.Path + " " + string(s.Body) }

// Fault answers a request instead of the fake. A status of 0 leaves it to the
// fake.
type Fault func(r *http.Request) (status int, body string, header map[string]string)

// Fake is Discord.
type Fake struct {
	T       testing.TB
	Server  *httptest.Server
	Private ed25519.PrivateKey // signs interactions that are posted
	Public  string             // the key to check them with, in hexadecimal

	transport *http.Transport
	spec      *Spec
	requests  chan Seen
	opened    chan *Gateway // each connection that became ready
	first     chan json.RawMessage

	mu       sync.Mutex
	quiet    bool
	commands map[string][]map[string]any
	nextID   int
	faults   []Fault
	scripts  []func(*Gateway)
	shards   int
	start    map[string]any
	readied  int
	posted   map[string][]posted         // by channel, the oldest first
	grants   map[string][]map[string]any // of commands, by server

	identified func() // called when a session begins; nil: first and opened tell
}

// posted is a message in a channel.
type posted struct {
	ID      string         `json:"id"`
	Channel string         `json:"channel_id"`
	Content string         `json:"content"`
	Embeds  []any          `json:"embeds"`
	Author  map[string]any `json:"author"`
	nonce   string
}

// New returns a Discord that lasts as long as the test.
func New(t testing.TB) *Fake {
	pub, priv, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	f := &Fake{
		T: t, spec: LoadSpec(t), Private: priv, Public: hex.EncodeToString(pub),
		transport: &http.Transport{MaxIdleConnsPerHost: 64},
		commands:  map[string][]map[string]any{}, nextID: 1, shards: 1,
		requests: make(chan Seen, 4096), opened: make(chan *Gateway, 64), first: make(chan json.RawMessage, 64),
		start: map[string]any{"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1},
	}
	f.Server = httptest.NewServer(f)
	t.Cleanup(func() { f.Server.Close(); f.transport.CloseIdleConnections() })
	return f
}

// Transport reaches the fake's server, and others on loopback.
func (f *Fake) Transport() http.RoundTripper { return f.transport }

// RoundTrip makes the fake a transport: what is meant for Discord goes to it,
// and nothing else goes anywhere.
func (f *Fake) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Host != "discord.com" || r.URL.Scheme != "https" {
		return nil, fmt.Errorf("a request for %s is not for Discord", r.URL.Host)
	}
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host = "http", strings.TrimPrefix(f.Server.URL, "http://")
	return f.transport.RoundTrip(r)
}

// Fail makes the next requests that the faults hold for fail, each once.
func (f *Fake) Fail(faults ...Fault) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.faults = append(f.faults, faults...)
}

// Faults returns how many faults have not happened yet.
func (f *Fake) Faults() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.faults)
}

// Status fails one request whose path contains part.
func Status(part string, code int, body string, header map[string]string) Fault {
	return func(r *http.Request) (int, string, map[string]string) {
		if strings.Contains(r.URL.Path, part) {
			return code, body, header
		}
		return 0, "", nil
	}
}

// Shards sets how many shards the fake advises.
func (f *Fake) Shards(n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.shards = n
}

// Commands returns the commands registered for the application, or for a
// server of it, and lets change them: it is for a fake that nobody talks to.
func (f *Fake) Commands(scope string) []map[string]any {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.commands[scope]
}

// ServeHTTP serves the API and the gateway.
func (f *Fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/ws/" {
		f.serveGateway(w, r)
		return
	}
	path, ok := strings.CutPrefix(r.URL.Path, "/api/v9")
	if !ok {
		f.T.Errorf("%s %s is not of the API", r.Method, r.URL.Path)
		http.NotFound(w, r)
		return
	}
	authorization := r.Header.Get("Authorization")
	s := Seen{Method: r.Method, Path: path, Signed: authorization == "Bot "+Token}
	// An interaction's own token is in its address.
	own := strings.HasPrefix(path, "/interactions/") || strings.HasPrefix(path, "/webhooks/")
	if !s.Signed && !(own && authorization == "") {
		f.T.Errorf("%s %s: authorization %q", r.Method, path, authorization)
	}
	b, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client went away
	}
	s.Body, s.Files = Parts(f.T, r.Header.Get("Content-Type"), b)
	if f.fault(w, r) {
		return
	}
	f.spec.Check(f.T, s)
	f.mu.Lock()
	quiet := f.quiet
	f.mu.Unlock()
	if !quiet {
		f.requests <- s
	}
	f.answer(w, s)
}

// fault answers with the first fault that holds for a request, if any does.
func (f *Fake) fault(w http.ResponseWriter, r *http.Request) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i, fault := range f.faults {
		code, text, header := fault(r)
		if code == 0 {
			continue
		}
		f.faults = append(f.faults[:i:i], f.faults[i+1:]...)
		for k, v := range header {
			w.Header().Set(k, v)
		}
		w.WriteHeader(code)
		io.WriteString(w, text)
		return true
	}
	return false
}

// Parts returns the JSON of a body and the files that go with it.
func Parts(t testing.TB, contentType string, b []byte) ([]byte, map[string][]byte) {
	kind, params, _ := mime.ParseMediaType(contentType)
	if kind != "multipart/form-data" {
		return b, nil
	}
	files := map[string][]byte{}
	var payload []byte
	m := multipart.NewReader(bytes.NewReader(b), params["boundary"])
	for {
		p, err := m.NextPart()
		if err == io.EOF {
			return payload, files
		}
		if err != nil {
			t.Errorf("a form of several parts: %v", err)
			return nil, nil
		}
		content, _ := io.ReadAll(p)
		if p.FormName() == "payload_json" {
			payload = content
		} else {
			files[p.FormName()+" "+p.FileName()] = content
		}
	}
}

func (f *Fake) answer(w http.ResponseWriter, s Seen) {
	reply := func(v any) {
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(v)
	}
	first, _, _ := strings.Cut(strings.Trim(s.Path, "/"), "/")
	switch {
	case s.Path == "/applications/@me":
		reply(map[string]any{"id": Application, "name": "Delphi", "verify_key": f.Public})
	case s.Path == "/gateway/bot":
		f.mu.Lock()
		defer f.mu.Unlock()
		reply(map[string]any{"url": "ws" + strings.TrimPrefix(f.Server.URL, "http") + "/ws", "shards": f.shards, "session_start_limit": f.start})
	case first == "applications":
		f.answerCommands(w, s)
	case first == "interactions" && s.Method == http.MethodPost:
		w.WriteHeader(http.StatusNoContent)
	case first == "webhooks" && s.Method == http.MethodDelete:
		w.WriteHeader(http.StatusNoContent)
	case s.Path == "/users/@me/channels":
		reply(map[string]any{"id": DirectID, "type": 1})
	case strings.HasSuffix(s.Path, "/typing"):
		w.WriteHeader(http.StatusNoContent)
	case strings.Contains(s.Path, "/messages/pins/") && s.Method == http.MethodPut:
		w.WriteHeader(http.StatusNoContent)
	case first == "channels" && strings.HasSuffix(s.Path, "/messages"):
		reply(f.messages(s))
	case first == "webhooks", first == "channels":
		reply(map[string]any{"id": "600000000000000099", "channel_id": ChannelID, "content": ""})
	default:
		f.T.Errorf("nothing at %s", s)
		w.WriteHeader(http.StatusNotFound)
	}
}

// messages keeps a message that is posted, unless one with its nonce is there
// already, and gives the last hundred, the latest first, to whoever asks.
func (f *Fake) messages(s Seen) any {
	channel, _, _ := strings.Cut(strings.TrimPrefix(s.Path, "/channels/"), "/")
	f.mu.Lock()
	defer f.mu.Unlock()
	there := f.posted[channel]
	if s.Method == http.MethodGet {
		last := slices.Clone(there[max(0, len(there)-100):])
		slices.Reverse(last)
		return last
	}
	var m struct {
		Content, Nonce string
		Embeds         []any
		Enforce        bool `json:"enforce_nonce"`
	}
	_ = json.Unmarshal(s.Body, &m) // its form was checked
	for _, old := range there {
		if m.Enforce && old.nonce == m.Nonce {
			return old
		}
	}
	made := posted{ID: "600000000000000099", Channel: channel, Content: m.Content, Embeds: m.Embeds, Author: map[string]any{"id": Application, "bot": true}, nonce: m.Nonce}
	if f.posted == nil {
		f.posted = map[string][]posted{}
	}
	f.posted[channel] = append(there, made)
	return made
}

// Posted lists what is in a channel, the oldest first.
func (f *Fake) Posted(channel string) (texts []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, m := range f.posted[channel] {
		text := m.Content
		for _, e := range m.Embeds {
			if e, ok := e.(map[string]any); ok {
				text += fmt.Sprint(e["title"])
			}
		}
		texts = append(texts, text)
	}
	return texts
}

// Forget makes all nonces unknown, as some minutes do.
func (f *Fake) Forget() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, list := range f.posted {
		for i := range list {
			list[i].nonce = ""
		}
	}
}

// Grant sets for whom a server allows a command, as its settings of integrations do.
func (f *Fake) Grant(guild, command string, permissions ...map[string]any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.grants == nil {
		f.grants = map[string][]map[string]any{}
	}
	f.grants[guild] = append(f.grants[guild], map[string]any{"id": command, "application_id": Application, "guild_id": guild, "permissions": permissions})
}

func (f *Fake) answerCommands(w http.ResponseWriter, s Seen) {
	f.mu.Lock()
	defer f.mu.Unlock()
	scope, id, _ := strings.Cut(s.Path, "/commands")
	if _, guild, ok := strings.Cut(scope, "/guilds/"); ok && id == "/permissions" && s.Method == http.MethodGet {
		json.NewEncoder(w).Encode(append([]map[string]any{}, f.grants[guild]...))
		return
	}
	switch {
	case s.Method == http.MethodGet && id == "":
	case s.Method == http.MethodPut && id == "":
		var list []map[string]any
		if err := json.Unmarshal(s.Body, &list); err != nil {
			f.T.Error(err)
		}
		old := f.commands[scope]
		f.commands[scope] = nil
		for _, c := range list {
			f.put(scope, old, c)
		}
	default:
		f.T.Errorf("%s: commands are listed and set together", s)
	}
	list := f.commands[scope]
	if list == nil {
		list = []map[string]any{}
	}
	json.NewEncoder(w).Encode(list)
}

// Put registers a command.
func (f *Fake) Put(scope string, c map[string]any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.put(scope, nil, c)
}

// put appends a command with all that Discord adds to what it was sent. One of
// the same name and type keeps its id.
func (f *Fake) put(scope string, old []map[string]any, c map[string]any) {
	c["id"] = strconv.Itoa(700000000000000000 + f.nextID)
	f.nextID++
	for _, o := range old {
		if fmt.Sprint(o["name"], o["type"]) == fmt.Sprint(c["name"], c["type"]) {
			c["id"] = o["id"]
		}
	}
	c["application_id"], c["version"], c["nsfw"] = Application, "1", false
	if bits, ok := c["default_member_permissions"].(float64); ok {
		c["default_member_permissions"] = strconv.FormatFloat(bits, 'f', -1, 64)
	} else {
		c["default_member_permissions"] = nil
	}
	f.commands[scope] = append(f.commands[scope], c)
}

// Next returns the next request whose path contains part, and passes over
// others.
func (f *Fake) Next(part string) Seen {
	f.T.Helper()
	timeout := time.After(patience)
	for {
		select {
		case s := <-f.requests:
			if strings.Contains(s.Path, part) {
				return s
			}
		case <-timeout:
			f.T.Fatalf("no request for %s", part)
		}
	}
}

// Seen returns the requests that have come and that Next has not passed.
func (f *Fake) Seen() []Seen {
	var out []Seen
	for {
		select {
		case s := <-f.requests:
			out = append(out, s)
		default:
			return out
		}
	}
}

// Idle fails if a request whose path contains part has come.
func (f *Fake) Idle(part string) {
	f.T.Helper()
	for _, s := range f.Seen() {
		if strings.Contains(s.Path, part) {
			f.T.Errorf("not wanted: %s", s)
		}
	}
}
