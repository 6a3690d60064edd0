package discord

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.uber.org/goleak"

	"delphi/bot"
	"delphi/commands"
	"delphi/storage"
	"delphi/storage/memstore"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	application = "600000000000000001"
	selfID      = "600000000000000002"
	aliceID     = "600000000000000003"
	bobID       = "600000000000000004"
	channelID   = "600000000000000005"
	guildID     = "600000000000000006"
	directID    = "600000000000000007"
	token       = "the.bot.token"
)

// seen is a request that the fake took.
type seen struct {
	method, path string // the path without /api/v9
	body         []byte // JSON, also out of a form
	files        map[string][]byte
	at           time.Time
}

func (s seen) String() string { return s.method + " " + s.path + " " + string(s.body) }

// fault answers a request instead of the fake; 0 leaves it to the fake.
type fault func(r *http.Request) (status int, body string, header map[string]string)

// fake is Discord: REST and gateway on one server. Every request is checked
// against Discord's own description, if it is at hand.
type fake struct {
	t       testing.TB
	server  *httptest.Server
	spec    *spec
	private ed25519.PrivateKey
	public  string

	mu       sync.Mutex
	quiet    bool // keep no requests: for long runs
	commands map[string][]map[string]any
	nextID   int
	faults   []fault
	scripts  []func(*gateway) // of the first connections; later ones are served as usual
	shards   int
	start    map[string]any
	readied  int

	requests chan seen
	opened   chan *gateway // each connection that became ready
	first    chan json.RawMessage
}

func newFake(t testing.TB) *fake {
	pub, priv, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	f := &fake{
		t: t, spec: loadSpec(t), private: priv, public: hex.EncodeToString(pub),
		commands: map[string][]map[string]any{}, nextID: 1, shards: 1,
		requests: make(chan seen, 4096), opened: make(chan *gateway, 64), first: make(chan json.RawMessage, 64),
		start: map[string]any{"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1},
	}
	f.server = httptest.NewServer(f)
	t.Cleanup(f.server.Close)
	return f
}

// RoundTrip makes the fake a transport: what is meant for Discord goes to it,
// and nothing else goes anywhere.
func (f *fake) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Host != "discord.com" || r.URL.Scheme != "https" {
		return nil, fmt.Errorf("a request for %s is not for Discord", r.URL.Host)
	}
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host = "http", strings.TrimPrefix(f.server.URL, "http://")
	return f.client().RoundTrip(r)
}

var transports sync.Map

func (f *fake) client() *http.Transport {
	v, ok := transports.Load(f)
	if !ok {
		tr := &http.Transport{MaxIdleConnsPerHost: 64}
		if v, ok = transports.LoadOrStore(f, tr); !ok {
			f.t.Cleanup(tr.CloseIdleConnections)
		}
	}
	return v.(*http.Transport)
}

func (f *fake) fail(faults ...fault) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.faults = append(f.faults, faults...)
}

// status fails one request whose path contains part.
func status(part string, code int, body string, header map[string]string) fault {
	return func(r *http.Request) (int, string, map[string]string) {
		if strings.Contains(r.URL.Path, part) {
			return code, body, header
		}
		return 0, "", nil
	}
}

func (f *fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/ws/" {
		f.serveGateway(w, r)
		return
	}
	path, ok := strings.CutPrefix(r.URL.Path, "/api/v9")
	if !ok {
		f.t.Errorf("%s %s is not of the API", r.Method, r.URL.Path)
		http.NotFound(w, r)
		return
	}
	if got := r.Header.Get("Authorization"); got != "Bot "+token {
		f.t.Errorf("%s %s: authorization %q", r.Method, path, got)
	}
	s := seen{method: r.Method, path: path, at: time.Now()}
	s.body, s.files = f.body(r)

	f.mu.Lock()
	for i, fl := range f.faults {
		if code, text, header := fl(r); code != 0 {
			f.faults = append(f.faults[:i:i], f.faults[i+1:]...)
			f.mu.Unlock()
			for k, v := range header {
				w.Header().Set(k, v)
			}
			w.WriteHeader(code)
			io.WriteString(w, text)
			return
		}
	}
	quiet := f.quiet
	f.mu.Unlock()

	f.spec.check(f.t, s)
	if !quiet {
		f.requests <- s
	}
	f.answer(w, s)
}

func (f *fake) body(r *http.Request) ([]byte, map[string][]byte) {
	kind, params, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	b, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, nil // the client went away
	}
	return parts(f.t, kind, params["boundary"], b)
}

// parts is the JSON of a body and the files that go with it.
func parts(t testing.TB, kind, boundary string, b []byte) ([]byte, map[string][]byte) {
	if kind != "multipart/form-data" {
		return b, nil
	}
	files := map[string][]byte{}
	var payload []byte
	m := multipart.NewReader(bytes.NewReader(b), boundary)
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

func (f *fake) answer(w http.ResponseWriter, s seen) {
	reply := func(v any) {
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(v)
	}
	parts := strings.Split(strings.Trim(s.path, "/"), "/")
	switch {
	case s.path == "/applications/@me":
		reply(map[string]any{"id": application, "name": "Delphi", "verify_key": f.public})
	case s.path == "/gateway/bot":
		f.mu.Lock()
		defer f.mu.Unlock()
		reply(map[string]any{"url": "ws" + strings.TrimPrefix(f.server.URL, "http") + "/ws", "shards": f.shards, "session_start_limit": f.start})
	case parts[0] == "applications":
		f.commandsAnswer(w, s, parts)
	case parts[0] == "interactions" && s.method == http.MethodPost:
		w.WriteHeader(http.StatusNoContent)
	case parts[0] == "webhooks" && s.method == http.MethodDelete:
		w.WriteHeader(http.StatusNoContent)
	case s.path == "/users/@me/channels":
		reply(map[string]any{"id": directID, "type": 1})
	case parts[0] == "webhooks", parts[0] == "channels":
		reply(map[string]any{"id": "600000000000000099", "channel_id": channelID, "content": ""})
	default:
		f.t.Errorf("nothing at %s", s)
		w.WriteHeader(http.StatusNotFound)
	}
}

func (f *fake) commandsAnswer(w http.ResponseWriter, s seen, parts []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	at := strings.Index(s.path, "/commands")
	scope, id := s.path[:at], strings.TrimPrefix(s.path[at+len("/commands"):], "/")
	switch s.method {
	case http.MethodGet:
		list := f.commands[scope]
		if list == nil {
			list = []map[string]any{}
		}
		json.NewEncoder(w).Encode(list)
	case http.MethodPost:
		var c map[string]any
		if err := json.Unmarshal(s.body, &c); err != nil {
			f.t.Error(err)
		}
		f.put(scope, c)
		w.WriteHeader(http.StatusCreated)
		json.NewEncoder(w).Encode(c)
	case http.MethodDelete:
		for i, c := range f.commands[scope] {
			if c["id"] == id {
				f.commands[scope] = append(f.commands[scope][:i:i], f.commands[scope][i+1:]...)
			}
		}
		w.WriteHeader(http.StatusNoContent)
	default:
		f.t.Errorf("%s of commands", s.method)
	}
	_ = parts
}

// put registers a command, in place of one of its name, with all that Discord
// adds to what it was sent.
func (f *fake) put(scope string, c map[string]any) {
	c["id"] = strconv.Itoa(700000000000000000 + f.nextID)
	c["application_id"], c["version"], c["default_member_permissions"], c["nsfw"] = application, "1", nil, false
	f.nextID++
	list := f.commands[scope]
	for i := range list {
		if list[i]["name"] == c["name"] && list[i]["type"] == c["type"] {
			list[i] = c
			return
		}
	}
	f.commands[scope] = append(list, c)
}

// next is the next request whose path contains part; others are passed over.
func (f *fake) next(part string) seen {
	f.t.Helper()
	timeout := time.After(10 * time.Second)
	for {
		select {
		case s := <-f.requests:
			if strings.Contains(s.path, part) {
				return s
			}
		case <-timeout:
			f.t.Fatalf("no request for %s", part)
		}
	}
}

// idle fails if a request whose path contains part is there.
func (f *fake) idle(part string) {
	f.t.Helper()
	for {
		select {
		case s := <-f.requests:
			if strings.Contains(s.path, part) {
				f.t.Errorf("not wanted: %s", s)
			}
		default:
			return
		}
	}
}

// gateway is one connection to the fake's gateway.
type gateway struct {
	*fake
	conn *websocket.Conn
	wmu  sync.Mutex
	seq  int
	done chan struct{}
}

func (f *fake) serveGateway(w http.ResponseWriter, r *http.Request) {
	if r.URL.RawQuery != "v=9&encoding=json" {
		f.t.Errorf("gateway asked for as %s", r.URL)
	}
	up := websocket.Upgrader{}
	conn, err := up.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer conn.Close()
	g := &gateway{fake: f, conn: conn, done: make(chan struct{})}
	defer close(g.done)
	f.mu.Lock()
	script := (*gateway).usual
	if len(f.scripts) > 0 {
		script, f.scripts = f.scripts[0], f.scripts[1:]
	}
	f.mu.Unlock()
	script(g)
}

func (g *gateway) send(op int, kind string, data any) {
	g.wmu.Lock()
	defer g.wmu.Unlock()
	if op == opDispatch {
		g.seq++
	}
	g.conn.WriteJSON(map[string]any{"op": op, "t": kind, "s": g.seq, "d": data})
}

func (g *gateway) close(code int) {
	g.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, "because"), time.Now().Add(time.Second))
}

// hello says hello and reads what the client introduces itself with.
func (g *gateway) hello(interval int) json.RawMessage {
	g.send(opHello, "", map[string]any{"heartbeat_interval": interval})
	for {
		var f frame
		if g.conn.ReadJSON(&f) != nil {
			return nil
		}
		if f.Op == opIdentify || f.Op == opResume {
			b, _ := json.Marshal(f)
			g.first <- b
			return b
		}
		g.send(opHeartbeatAck, "", nil)
	}
}

// ready says that a new session begins.
func (g *gateway) ready() {
	g.mu.Lock()
	g.readied++
	n := g.readied
	g.mu.Unlock()
	g.send(opDispatch, "READY", map[string]any{
		"v": 9, "session_id": fmt.Sprint("session", n), "user": map[string]any{"id": selfID, "username": "delphi"},
		"resume_gateway_url": "ws" + strings.TrimPrefix(g.server.URL, "http") + "/ws",
	})
	g.opened <- g
}

// stay acknowledges heartbeats until the client goes.
func (g *gateway) stay() {
	for {
		var f frame
		if g.conn.ReadJSON(&f) != nil {
			return
		}
		if f.Op == opHeartbeat {
			g.send(opHeartbeatAck, "", nil)
		}
	}
}

// usual is a connection without faults.
func (g *gateway) usual() {
	var f frame
	switch b := g.hello(1000); {
	case b == nil:
		return
	case json.Unmarshal(b, &f) == nil && f.Op == opResume:
		g.send(opDispatch, "RESUMED", map[string]any{})
		g.opened <- g
	default:
		g.ready()
	}
	g.stay()
}

// spec is Discord's own description of its API, closed: what it does not
// describe is wrong. A nil spec checks nothing.
type spec struct {
	compiler *jsonschema.Compiler
	mu       sync.Mutex
	schemas  map[string]*jsonschema.Schema
}

var specOnce = sync.OnceValues(func() (*spec, error) {
	path := os.Getenv("DELPHI_DISCORD_SPEC")
	if path == "" {
		path = "../../../shared/discord/openapi.json.gz"
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var r io.Reader = file
	if strings.HasSuffix(path, ".gz") {
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
	return &spec{compiler: c, schemas: map[string]*jsonschema.Schema{}}, nil
})

func loadSpec(t testing.TB) *spec {
	s, err := specOnce()
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
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

func (s *spec) schema(t testing.TB, pointer string) *jsonschema.Schema {
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

// templates are the paths we use, as the description writes them.
var templates = []string{
	"/applications/{application_id}/commands",
	"/applications/{application_id}/guilds/{guild_id}/commands",
	"/interactions/{interaction_id}/{interaction_token}/callback",
	"/webhooks/{webhook_id}/{webhook_token}/messages/@original",
	"/webhooks/{webhook_id}/{webhook_token}",
	"/channels/{channel_id}/messages",
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

// check fails where a request is not as described, or breaks what the
// description does not hold.
func (s *spec) check(t testing.TB, r seen) {
	if len(r.body) == 0 {
		return
	}
	tpl := template(r.path)
	if tpl == "" {
		t.Errorf("a body for %s, which is not known to take one", r.path)
		return
	}
	written(t, r)
	if s == nil {
		return
	}
	escape := strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D")
	s.valid(t, "/paths/"+escape.Replace(tpl)+"/"+strings.ToLower(r.method)+"/requestBody/content/application~1json/schema", r.body)
}

func (s *spec) valid(t testing.TB, pointer string, b []byte) {
	if s == nil {
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
		}
	}
}

// written are the rules of the documentation's text: names, the sum of an embed, no
// mentions.
func written(t testing.TB, r seen) {
	var v struct {
		Type    int
		Name    string
		Options []struct{ Name string }
		Data    json.RawMessage
	}
	json.Unmarshal(r.body, &v)
	if strings.HasSuffix(r.path, "/commands") {
		for _, n := range append(v.Options, struct{ Name string }{v.Name}) {
			if !goodName.MatchString(n.Name) || strings.ToLower(n.Name) != n.Name {
				t.Errorf("the name %q", n.Name)
			}
		}
		return
	}
	if strings.HasPrefix(r.path, "/users/") {
		return
	}
	b := r.body
	if strings.HasSuffix(r.path, "/callback") {
		b = v.Data
		if v.Type == 8 || v.Type == 5 || v.Type == 6 || v.Type == 1 {
			return
		}
	}
	messageRules(t, b, r.files)
}

type gotMessage struct {
	Content         *string
	Flags           int
	Embeds          []gotEmbed
	AllowedMentions *struct {
		Parse []string
		Users []string
		Roles []string
	} `json:"allowed_mentions"`
	Components []struct {
		Components []struct {
			CustomID string `json:"custom_id"`
			Label    string
		}
	}
	Attachments []struct{ ID, Filename string }
}

type gotEmbed struct {
	Title, Description string
	Color              int
	Footer             *struct{ Text string }
	Image              *struct{ URL string }
	Fields             []struct{ Name, Value string }
}

func messageRules(t testing.TB, b []byte, files map[string][]byte) {
	var m gotMessage
	if err := json.Unmarshal(b, &m); err != nil {
		t.Errorf("not a message: %v: %s", err, b)
		return
	}
	if m.AllowedMentions == nil || m.AllowedMentions.Parse == nil || len(m.AllowedMentions.Parse)+len(m.AllowedMentions.Users)+len(m.AllowedMentions.Roles) > 0 {
		t.Errorf("mentions may get through: %s", b)
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
			if c.CustomID == "" || ids[c.CustomID] || c.Label == "" {
				t.Errorf("button %q has the custom id %q", c.Label, c.CustomID)
			}
			ids[c.CustomID] = true
		}
	}
	if len(files) != len(m.Attachments) {
		t.Errorf("%d files, %d attachments", len(files), len(m.Attachments))
	}
}

// newRouter is the bot's commands over a store in memory.
func newRouter(t testing.TB) *commands.Router {
	store := memstore.New()
	asked := storage.NewLastAsked(nil, slog.New(slog.DiscardHandler))
	t.Cleanup(func() {
		asked.Close(context.Background())
		store.Close()
	})
	r, err := commands.New(commands.Options{
		Settings: storage.NewSettings(store), Characters: storage.Characters{Store: store}, Asked: asked,
		About: commands.About{Version: "test"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func quick(a *Adapter) {
	a.t.patience = 20 * time.Second // a busy machine must not turn answers into promises; see impatient
	a.t.retry, a.t.retryMax, a.t.invalid, a.t.start = time.Millisecond, 20*time.Millisecond, time.Millisecond, time.Millisecond
	a.rest.retry = time.Millisecond
}

func testConfig(f *fake) Config {
	c := Defaults()
	c.Enabled, c.Token = true, token
	return c
}

// adapter makes an adapter against the fake.
func (f *fake) adapter(cfg Config, r Router, log *slog.Logger) *Adapter {
	f.t.Helper()
	a, err := New(cfg, Options{Router: r, Transport: f, Log: log})
	if err != nil {
		f.t.Fatal(err)
	}
	quick(a)
	return a
}

// run runs the adapter until the test ends.
func (f *fake) run(a *Adapter, h bot.Handler) (stop func() error) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- a.Run(ctx, h) }()
	stop = sync.OnceValue(func() error { cancel(); return <-done })
	f.t.Cleanup(func() {
		if err := stop(); err != nil {
			f.t.Errorf("Run: %v", err)
		}
	})
	return stop
}

// up waits until a shard is connected.
func (f *fake) up() *gateway {
	f.t.Helper()
	select {
	case g := <-f.opened:
		return g
	case <-time.After(10 * time.Second):
		f.t.Fatal("nobody connected")
		return nil
	}
}

type interactionT = discordgo.Interaction

func mustJSON(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}

func contextWithTimeout(t testing.TB, d time.Duration) (context.Context, context.CancelFunc) {
	if d == 0 {
		d = 5 * time.Second
	}
	return context.WithTimeout(t.Context(), d)
}

// buckets is how many buckets a limiter keeps; it shows them to nobody.
func buckets(r *discordgo.RateLimiter) int {
	return reflect.ValueOf(r).Elem().FieldByName("buckets").Len()
}
