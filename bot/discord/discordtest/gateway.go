package discordtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// The operations of the gateway's frames.
const (
	Dispatch       = 0
	Heartbeat      = 1
	Identify       = 2
	Resume         = 6
	Reconnect      = 7
	InvalidSession = 9
	Hello          = 10
	HeartbeatAck   = 11
)

// Gateway is one connection to the fake's gateway.
type Gateway struct {
	*Fake
	Conn *websocket.Conn
	Done chan struct{} // closed when the connection has ended

	wmu sync.Mutex
	seq int
}

type frame struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
}

// Script says what the gateway does in its first connections. Later ones are
// served as usual.
func (f *Fake) Script(scripts ...func(*Gateway)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.scripts = append(f.scripts, scripts...)
}

func (f *Fake) serveGateway(w http.ResponseWriter, r *http.Request) {
	if r.URL.RawQuery != "v=9&encoding=json" {
		f.T.Errorf("gateway asked for as %s", r.URL)
	}
	up := websocket.Upgrader{}
	conn, err := up.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer conn.Close()
	g := &Gateway{Fake: f, Conn: conn, Done: make(chan struct{})}
	defer close(g.Done)
	f.mu.Lock()
	script := (*Gateway).Usual
	if len(f.scripts) > 0 {
		script, f.scripts = f.scripts[0], f.scripts[1:]
	}
	f.mu.Unlock()
	script(g)
}

// Send sends a frame.
func (g *Gateway) Send(op int, kind string, data any) {
	g.wmu.Lock()
	defer g.wmu.Unlock()
	if op == Dispatch {
		g.seq++
	}
	g.Conn.WriteJSON(map[string]any{"op": op, "t": kind, "s": g.seq, "d": data})
}

// Raw sends bytes as they stand.
func (g *Gateway) Raw(s string) {
	g.wmu.Lock()
	defer g.wmu.Unlock()
	g.Conn.WriteMessage(websocket.TextMessage, []byte(s))
}

// Close closes the connection with a code.
func (g *Gateway) Close(code int) {
	g.Conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, "because"), time.Now().Add(time.Second))
}

// Hello says hello and returns what the client introduces itself with; nil if
// it went away.
func (g *Gateway) Hello(interval int) json.RawMessage {
	g.Send(Hello, "", map[string]any{"heartbeat_interval": interval})
	for {
		var f frame
		if g.Conn.ReadJSON(&f) != nil {
			return nil
		}
		if f.Op == Identify || f.Op == Resume {
			g.mu.Lock()
			watch := g.identified
			g.mu.Unlock()
			b, _ := json.Marshal(f)
			switch {
			case watch == nil:
				g.first <- b
			case f.Op == Identify:
				watch()
			}
			return b
		}
		g.Send(HeartbeatAck, "", nil)
	}
}

// Ready says that a new session begins: "session1", "session2".
func (g *Gateway) Ready() {
	g.mu.Lock()
	g.readied++
	n := g.readied
	g.mu.Unlock()
	g.Send(Dispatch, "READY", map[string]any{
		"v": 9, "session_id": fmt.Sprint("session", n), "user": map[string]any{"id": SelfID, "username": "delphi"},
		"resume_gateway_url": "ws" + strings.TrimPrefix(g.Server.URL, "http") + "/ws",
	})
	g.opens()
}

// Stay acknowledges heartbeats until the client goes.
func (g *Gateway) Stay() {
	for {
		var f frame
		if g.Conn.ReadJSON(&f) != nil {
			return
		}
		if f.Op == Heartbeat {
			g.Send(HeartbeatAck, "", nil)
		}
	}
}

// Deaf reads until the client goes and answers nothing.
func (g *Gateway) Deaf() {
	for {
		if _, _, err := g.Conn.ReadMessage(); err != nil {
			return
		}
	}
}

// Usual is a connection without faults.
func (g *Gateway) Usual() {
	var f frame
	switch b := g.Hello(1000); {
	case b == nil:
		return
	case json.Unmarshal(b, &f) == nil && f.Op == Resume:
		g.Send(Dispatch, "RESUMED", map[string]any{})
		g.opens()
	default:
		g.Ready()
	}
	g.Stay()
}

// Identified calls watch for each session that begins from now on. Neither
// Introduction nor Up is for such a fake.
func (f *Fake) Identified(watch func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.identified, f.quiet = watch, true
}

// opens hands on a connection that is ready.
func (g *Gateway) opens() {
	g.mu.Lock()
	watched := g.identified != nil
	g.mu.Unlock()
	if !watched {
		g.opened <- g
	}
}

// Up waits until a shard is connected.
func (f *Fake) Up() *Gateway {
	f.T.Helper()
	select {
	case g := <-f.opened:
		return g
	case <-time.After(patience):
		f.T.Fatal("nobody connected")
		return nil
	}
}

// Introduction returns the next identify or resume that the fake has read.
func (f *Fake) Introduction() (op int, data map[string]any) {
	f.T.Helper()
	select {
	case b := <-f.first:
		var fr struct {
			Op   int
			Data map[string]any `json:"d"`
		}
		if err := json.Unmarshal(b, &fr); err != nil {
			f.T.Fatal(err)
		}
		return fr.Op, fr.Data
	case <-time.After(patience):
		f.T.Fatal("nobody introduced themselves")
		return 0, nil
	}
}
