package discord

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"delphi/commands"
)

// overHTTP is an adapter that takes interactions over HTTP alone.
func overHTTP(t testing.TB) (*fake, *Adapter) {
	f := newFake(t)
	cfg := testConfig()
	cfg.Gateway, cfg.Listen, cfg.PublicKey = false, "127.0.0.1:0", f.Public
	r := newRouter(t)
	a := f.adapter(cfg, r, nil)
	f.run(a, plainHandler(r))
	return f, a
}

func TestEndpoint(t *testing.T) {
	f, a := overHTTP(t)
	now := strconv.FormatInt(time.Now().Unix(), 10)
	ago := func(d time.Duration) string { return strconv.FormatInt(time.Now().Add(-d).Unix(), 10) }
	help := mustJSON(invoke("help"))
	header := func(k, v string) func(*http.Request) { return func(r *http.Request) { r.Header.Set(k, v) } }
	for name, c := range map[string]struct {
		body  []byte
		stamp string
		spoil func(*http.Request)
		want  int
	}{
		"ping":                     {[]byte(`{"type":1}`), now, nil, 200},
		"a question":               {help, now, nil, 200},
		"another path":             {help, now, func(r *http.Request) { r.URL.Path = "/admin" }, 404},
		"GET":                      {nil, now, func(r *http.Request) { r.Method = http.MethodGet }, 405},
		"no signature":             {help, now, func(r *http.Request) { r.Header.Del("X-Signature-Ed25519") }, 401},
		"a short signature":        {help, now, header("X-Signature-Ed25519", "abcd"), 401},
		"not hexadecimal":          {help, now, header("X-Signature-Ed25519", strings.Repeat("zz", 64)), 401},
		"another one's signature":  {help, now, header("X-Signature-Ed25519", strings.Repeat("00", 64)), 401},
		"another timestamp":        {help, now, header("X-Signature-Timestamp", ago(time.Second)), 401},
		"no timestamp":             {help, now, func(r *http.Request) { r.Header.Del("X-Signature-Timestamp") }, 401},
		"signed six minutes ago":   {help, ago(6 * time.Minute), nil, 401},
		"signed four minutes ago":  {mustJSON(invoke("help")), ago(4 * time.Minute), nil, 200},
		"signed in the future":     {help, ago(-6 * time.Minute), nil, 401},
		"a timestamp of no number": {help, "yesterday", nil, 401},
		"not JSON":                 {[]byte(`{"type":`), now, nil, 400},
		"JSON of something else":   {[]byte(`[1]`), now, nil, 400},
		"null":                     {[]byte(`null`), now, nil, 400},
		"no type":                  {[]byte(`{}`), now, nil, 400},
		"no data":                  {[]byte(`{"id":"1","token":"x","type":2}`), now, nil, 400},
		"a type from the future":   {mustJSON(newEvent(77, map[string]any{})), now, nil, 400},
		"too large":                {bytes.Repeat([]byte(" "), maxBody+1), now, nil, 413},
		"too large, unannounced":   {bytes.Repeat([]byte(" "), maxBody+1), now, func(r *http.Request) { r.ContentLength = -1 }, 401},
	} {
		if got := f.postAt(t, a, c.body, c.stamp, c.spoil); got.code != c.want {
			t.Errorf("%s: HTTP %d %s, want %d", name, got.code, got.raw, c.want)
		} else if name == "ping" && strings.TrimSpace(string(got.body)) != `{"type":1}` {
			t.Errorf("ping: %s", got.body)
		}
	}
	if s := a.Stats(); s.BadSignatures != 7 || s.Stale != 3 || s.Malformed != 6 || s.Unknown != 1 {
		t.Errorf("counted %+v", s)
	}
	address, _ := a.Address(t.Context())
	r, _ := http.NewRequest(http.MethodGet, "http://"+address.String()+"/healthz", nil)
	if res, err := f.Transport().RoundTrip(r); err != nil || res.StatusCode != 200 {
		t.Errorf("healthz: %v", err)
	} else {
		res.Body.Close()
	}
}

// TestManyInstances: a deferred answer of one and a press answered by another.
func TestManyInstances(t *testing.T) {
	f := newFake(t)
	var all []*Adapter
	for range 2 {
		cfg := testConfig()
		cfg.Gateway, cfg.Listen, cfg.PublicKey = false, "127.0.0.1:0", f.Public
		r := newRouter(t)
		a := f.adapter(cfg, r, nil)
		f.run(a, plainHandler(r))
		all = append(all, a)
	}
	first := f.post(t, all[0], mustJSON(invoke("ask", "line", "fail wiz xl8 int16 basic force bolt plate mail")))
	id := parse(t, first.body, nil).button(t, "take off plate mail")
	second := f.post(t, all[1], mustJSON(pressing(id, 0)))
	if e := parse(t, second.body, nil).embed(t); e.Title != "0% fail" {
		t.Errorf("%+v", e)
	}
}

// TestSharedHandler: one application, both ways at once.
func TestSharedHandler(t *testing.T) {
	f := newFake(t)
	cfg := testConfig()
	cfg.Listen, cfg.PublicKey = "127.0.0.1:0", f.Public
	r := newRouter(t)
	a := f.adapter(cfg, r, nil)
	f.run(a, plainHandler(r))
	g := f.Up()
	e := invoke("ask", "line", "fail wiz int16 force bolt")
	g.Send(opDispatch, "INTERACTION_CREATE", e)
	over := f.Next("/callback").Body
	same := f.post(t, a, mustJSON(e)).body
	var x, y any
	if json.Unmarshal(over, &x); json.Unmarshal(same, &y) != nil || fmt.Sprint(x) != fmt.Sprint(y) {
		t.Errorf("over the gateway:\n%s\nover HTTP:\n%s", over, same)
	}
}

// TestOnce: a signed request that comes again is not answered again.
func TestOnce(t *testing.T) {
	f, a := overHTTP(t)
	body := mustJSON(invoke("help"))
	now := strconv.FormatInt(time.Now().Unix(), 10)
	for i, want := range []int{200, 409, 409} {
		if got := f.postAt(t, a, body, now, nil); got.code != want {
			t.Errorf("%d: HTTP %d %s, want %d", i, got.code, got.raw, want)
		}
	}
	if s := a.Stats(); s.Commands != 1 || s.Replayed != 2 {
		t.Errorf("%d answered, %d replayed", s.Commands, s.Replayed)
	}
}

// TestOnceAfterARestart: what the process before this one may have answered is
// not answered again, though its signature is still good.
func TestOnceAfterARestart(t *testing.T) {
	e := invoke("help")
	e["id"] = snowflake(time.Now().Add(-time.Minute))
	f, a := overHTTP(t)
	now := strconv.FormatInt(time.Now().Unix(), 10)
	if got := f.postAt(t, a, mustJSON(e), now, nil); got.code != 409 {
		t.Errorf("HTTP %d %s", got.code, got.raw)
	}
	if got := f.postAt(t, a, mustJSON(invoke("help")), now, nil); got.code != 200 {
		t.Errorf("a new one: HTTP %d %s", got.code, got.raw)
	}
}

// TestOnceIsBounded: what was forgotten is not let in again.
func TestOnceIsBounded(t *testing.T) {
	o := newOnce(4, time.Time{})
	for i := range 100 {
		if id := strconv.Itoa(1000 + i); !o.first(id) || o.first(id) {
			t.Errorf("%s is not let in once", id)
		}
	}
	for i := range 100 {
		if o.first(strconv.Itoa(1000 + i)) {
			t.Errorf("%d is let in again", 1000+i)
		}
	}
	if n := o.seen.Len(); n != 4 {
		t.Errorf("%d are remembered", n)
	}
	if o.first("no number") {
		t.Error("an id that is no number is let in")
	}
}

// TestNoToken: over HTTP alone questions are answered without a bot token,
// also late; slash commands are not registered and nothing is announced.
func TestNoToken(t *testing.T) {
	f := newFake(t)
	cfg := testConfig()
	cfg.Token, cfg.Gateway, cfg.Listen, cfg.PublicKey = "", false, "127.0.0.1:0", f.Public
	r := newRouter(t)
	a := f.adapter(cfg, r, nil)
	impatient(a)
	let := make(chan struct{}, 1)
	f.run(a, held(let, commands.Reply{})(r))
	if got := parse(t, f.post(t, a, mustJSON(invoke("help"))).body, nil); got.Type != 5 {
		t.Fatalf("type %d", got.Type)
	}
	let <- struct{}{}
	if s := f.Next("/webhooks/" + applicationID); s.Method != http.MethodPatch || s.Signed {
		t.Errorf("%s, signed %v", s, s.Signed)
	}
	if s := a.State(); !s.Connected {
		t.Errorf("%+v", s)
	}
	if err := a.Say(channelID, words("x")); err == nil || !strings.Contains(err.Error(), "token") {
		t.Errorf("announced: %v", err)
	}
	f.Idle("/")
}
