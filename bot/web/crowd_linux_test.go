package web

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"delphi/bot"
	"delphi/bot/web/tourneys"
	"delphi/commands"
	"delphi/commands/commandstest"
)

// Every address of 127.0.0.0/8 is this machine, so one test can be many clients.
// 127.0.0.1 is the operator's, whom few limits hold.

// heavy answers like the Handler in it, but what has "777" in its line fails, once
// its context ends or open says so.
type heavy struct {
	bot.Handler
	begun, ended atomic.Int32
	open         chan struct{}
}

func (h *heavy) Answer(ctx context.Context, req commands.Request) commands.Reply {
	if strings.Contains(req.Line, "777") {
		h.begun.Add(1)
		defer h.ended.Add(1)
		select {
		case <-ctx.Done():
		case <-h.open:
		}
		return commands.Reply{Failed: true, Summary: "That was heavy."}
	}
	return h.Handler.Answer(ctx, req)
}

// crowded is a server on a real port.
type crowded struct {
	t       testing.TB
	address string
	*Adapter
	*heavy
	*commandstest.World
}

func besiege(t testing.TB, cfg Config, c capacity, limits bot.Limits) *crowded {
	t.Helper()
	w := commandstest.NewWorld(t)
	h := &heavy{Handler: w.Router, open: make(chan struct{})}
	cfg.Listen = "127.0.0.1:0"
	a, err := New(cfg, Options{Router: w.Router, Book: w.Book, Now: func() time.Time { return w.Now }, capacity: &c})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- a.Run(ctx, &bot.Gate{Next: h, Limiter: bot.NewLimiter(limits)}) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	poll(t, "it serves", func() bool { return a.State().Connected })
	return &crowded{t, a.Addr().String(), a, h, w}
}

// dial connects from an address.
func (c *crowded) dial(from string) net.Conn {
	c.t.Helper()
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}, Timeout: 20 * time.Second}
	conn, err := d.Dial("tcp", c.address)
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { conn.Close() })
	return conn
}

// client asks from an address.
func (c *crowded) client(from string) *http.Client {
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	tr := &http.Transport{DialContext: d.DialContext, MaxIdleConnsPerHost: 10}
	c.t.Cleanup(tr.CloseIdleConnections)
	return &http.Client{Transport: tr, Timeout: 30 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

func (c *crowded) get(client *http.Client, path string, header ...string) got {
	c.t.Helper()
	req, err := http.NewRequest(http.MethodGet, "http://"+c.address+path, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	r, err := client.Do(req)
	if err != nil {
		c.t.Fatalf("%s: %v", path, err)
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		c.t.Fatalf("%s: %v", path, err)
	}
	return got{r, string(b)}
}

// refused reports whether a request was refused in the way that everything is.
func (c *crowded) refused(r got) bool {
	c.t.Helper()
	if r.StatusCode != http.StatusTooManyRequests && r.StatusCode != http.StatusServiceUnavailable {
		return false
	}
	if after := r.Header.Get("Retry-After"); after == "" || after == "0" || len(r.body) < 10 {
		c.t.Errorf("%s: status %d, Retry-After %q, %q", r.Request.URL, r.StatusCode, after, r.body)
	}
	return true
}

// closed reports whether the server closed a connection.
func closed(conn net.Conn) bool {
	conn.SetReadDeadline(time.Now().Add(time.Millisecond))
	for b := make([]byte, 4096); ; {
		if _, err := conn.Read(b); err != nil {
			timeout, ok := err.(net.Error)
			return !ok || !timeout.Timeout()
		}
	}
}

// small returns a capacity that a test can use up.
func small() capacity {
	c := ample
	c.connections, c.requests, c.readers, c.work, c.queue = lot{40, 25}, lot{100, 60}, lot{5, 2}, lot{2, 2}, 4
	c.silence = time.Minute
	return c
}

// Whoever holds connections, whatever they do with them, gives way to newcomers.
func TestConnections(t *testing.T) {
	const request = "GET /robots.txt HTTP/1.1\r\nHost: x\r\n\r\n"
	const slow = "GET /a/any/odds/1%2F777_20_tries HTTP/1.1\r\nHost: x\r\n\r\n"
	for name, send := range map[string]string{"silent": "", "half a request": request[:20], "idle": request, "being answered": slow} {
		for _, addresses := range []int{1, 8} {
			t.Run(fmt.Sprintf("%s from %d", name, addresses), func(t *testing.T) {
				c := besiege(t, Config{}, small(), bot.Limits{})
				defer close(c.open)
				for i := range 60 {
					io.WriteString(c.dial(fmt.Sprintf("127.0.1.%d", i%addresses+1)), send)
				}
				for i := range 3 {
					if r := c.get(c.client(fmt.Sprintf("127.0.2.%d", i+1)), "/robots.txt"); r.StatusCode != http.StatusOK {
						t.Errorf("a newcomer: status %d", r.StatusCode)
					}
				}
			})
		}
	}
}

// What asks for nothing is closed before what is used.
func TestSilentGoFirst(t *testing.T) {
	c := besiege(t, Config{}, small(), bot.Limits{})
	var used []net.Conn
	for range 20 {
		conn := c.dial("127.0.1.1")
		io.WriteString(conn, "GET /robots.txt HTTP/1.1\r\nHost: x\r\n\r\n")
		if _, err := http.ReadResponse(bufio.NewReader(conn), nil); err != nil {
			t.Fatal(err)
		}
		used = append(used, conn)
	}
	var all []net.Conn
	for range 60 {
		all = append(all, c.dial("127.0.1.2"))
	}
	if r := c.get(c.client("127.0.1.3"), "/robots.txt"); r.StatusCode != http.StatusOK {
		t.Errorf("a newcomer: status %d", r.StatusCode)
	}
	n := 0
	for _, conn := range all {
		if closed(conn) {
			n++
		}
	}
	if n < 35 || n == 60 {
		t.Errorf("%d of 60 silent connections were closed, want those for which there is no room", n)
	}
	for i, conn := range used {
		if closed(conn) {
			t.Fatalf("the connection %d, which was used, was closed", i)
		}
	}
}

// A connection that asks for nothing does not last.
func TestSilence(t *testing.T) {
	few := small()
	few.silence = 50 * time.Millisecond
	c := besiege(t, Config{}, few, bot.Limits{})
	silent := c.dial("127.0.1.1")
	poll(t, "it is closed", func() bool { return closed(silent) })
	if ample.silence > 10*time.Second {
		t.Errorf("a silent connection lasts %v", ample.silence)
	}
}

// Whoever has as many connections as one may have, all in use, is told so.
func TestTooManyConnections(t *testing.T) {
	few := small()
	few.work, few.burst = lot{25, 25}, 1000
	c := besiege(t, Config{}, few, bot.Limits{})
	defer close(c.open)
	for i := range 25 {
		io.WriteString(c.dial("127.0.1.1"), fmt.Sprintf("GET /a/any/odds/1%%2F777_%d_tries HTTP/1.1\r\nHost: x\r\n\r\n", i+2))
	}
	poll(t, "they are being answered", func() bool { return c.begun.Load() == 25 })
	r, err := http.ReadResponse(bufio.NewReader(c.dial("127.0.1.1")), nil)
	if err != nil || r.StatusCode != http.StatusServiceUnavailable || r.Header.Get("Retry-After") == "" {
		t.Errorf("one more hears %v, %v", r, err)
	}
}

// Many who ask little do not shut out the rest.
func TestManyAsk(t *testing.T) {
	c := besiege(t, Config{}, ample, bot.Limits{UserPerMinute: 20, ChannelPerMinute: 60, GlobalPerMinute: 600, FlooderMinutes: 10})
	n := 0
	for i := range 159 {
		client := c.client(fmt.Sprintf("127.0.1.%d", i+1))
		for j := range 5 {
			if r := c.get(client, fmt.Sprintf("/api/ask?q=odds+1/%d+%d+tries", i%9+3, j+2)); r.StatusCode != http.StatusOK {
				n++
			}
		}
		if i == 0 && !c.refused(c.get(client, "/api/ask?q=odds+1/12")) {
			t.Error("the sixth question at once was answered")
		}
		client.CloseIdleConnections()
	}
	if n > 0 {
		t.Errorf("%d of 795 questions were refused", n)
	}
	if r := c.get(c.client("127.0.2.1"), "/?q=odds+1/12+20+tries"); r.StatusCode != http.StatusSeeOther {
		t.Errorf("a newcomer: status %d", r.StatusCode)
	}
	if r := c.get(c.client("127.0.2.2"), "/api/ask?q=odds+1/12+20+tries"); r.StatusCode != http.StatusOK {
		t.Errorf("a newcomer: status %d", r.StatusCode)
	}
}

// Whatever one address asks for, there is an end to it, and not for others.
func TestRates(t *testing.T) {
	few := small()
	few.burst, few.perSecond = 30, 0.001
	c := besiege(t, Config{}, few, bot.Limits{})
	for i, path := range []string{"/a/any/odds/1%%2F12_%d_tries", "/card/a/any/odds/1%%2F12_%d_tries.png", "/api/complete?q=fail+w%d", "/?q=odds+1/12+%d+tries", "/api/ask?q=odds+1/12+%d+tries", "/t/%d", "/robots.txt?%d", "/none/%d"} {
		client, n := c.client(fmt.Sprintf("127.0.1.%d", i+1)), 0
		for ; n < 40 && !c.refused(c.get(client, fmt.Sprintf(path, n+2))); n++ {
		}
		if n == 40 || n < 1 {
			t.Errorf("%s: %d requests at once were answered", path, n)
		}
		if r := c.get(c.client(fmt.Sprintf("127.0.2.%d", i+1)), fmt.Sprintf(path, 2)); r.StatusCode >= 500 || r.StatusCode == http.StatusTooManyRequests {
			t.Errorf("%s: somebody else gets status %d", path, r.StatusCode)
		}
	}
	if c.State().Counts.Refused == 0 {
		t.Error("nothing refused is counted")
	}
}

// The operator may ask as fast as they like, and nobody who could be taken for them.
func TestOwn(t *testing.T) {
	limits := bot.Limits{UserPerMinute: 20}
	for name, x := range map[string]struct {
		cfg    Config
		from   string
		header []string
		own    bool
	}{
		"this machine":                  {Config{}, "127.0.0.1", nil, true},
		"another address of it":         {Config{}, "127.0.0.2", nil, false},
		"a proxy that says for whom":    {Config{}, "127.0.0.1", []string{"X-Forwarded-For", "192.0.2.1"}, false},
		"one that says it otherwise":    {Config{}, "127.0.0.1", []string{"Forwarded", "for=192.0.2.1"}, false},
		"a proxy that is trusted":       {Config{Proxies: []string{"127.0.0.1"}}, "127.0.0.1", []string{"X-Forwarded-For", "192.0.2.1"}, false},
		"who says to be this machine":   {Config{Proxies: []string{"127.0.0.1"}}, "127.0.0.1", []string{"X-Forwarded-For", "127.0.0.1"}, false},
		"beside a proxy that is known":  {Config{Proxies: []string{"127.0.0.1"}, Public: "https://example.org"}, "127.0.0.1", nil, true},
		"a proxy that says nothing":     {Config{Public: "https://example.org"}, "127.0.0.1", nil, false},
		"another that is trusted":       {Config{Proxies: []string{"127.0.0.2"}}, "127.0.0.2", []string{"X-Forwarded-For", "127.0.0.1"}, false},
		"another that is, for somebody": {Config{Proxies: []string{"127.0.0.2"}}, "127.0.0.2", []string{"X-Forwarded-For", "2001:db8::1"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			c := besiege(t, x.cfg, ample, limits)
			client, n := c.client(x.from), 0
			for i := range 12 {
				if c.refused(c.get(client, fmt.Sprintf("/api/ask?q=odds+1/12+%d+tries", i+2), x.header...)) {
					n++
				}
			}
			if x.own && n > 0 || !x.own && n < 5 {
				t.Errorf("%d of 12 questions at once were refused", n)
			}
		})
	}
}

// The addresses of one IPv6 network are one asker, behind a proxy as well.
func TestNetworkIsOneAsker(t *testing.T) {
	c := besiege(t, Config{Proxies: []string{"127.0.0.1"}}, ample, bot.Limits{UserPerMinute: 20})
	client, n := c.client("127.0.0.1"), 0
	for i := range 12 {
		if c.refused(c.get(client, fmt.Sprintf("/api/ask?q=odds+1/12+%d+tries", i+2), "X-Forwarded-For", fmt.Sprintf("2001:db8:1:2::%d", i+1))) {
			n++
		}
	}
	if n < 5 {
		t.Errorf("%d of 12 questions of one network were refused", n)
	}
	if r := c.get(client, "/api/ask?q=odds+1/12", "X-Forwarded-For", "2001:db8:1:3::1"); r.StatusCode != http.StatusOK {
		t.Errorf("another network: status %d", r.StatusCode)
	}
}

// What was worked out already is there while nothing can be worked out.
func TestKeptWhileFull(t *testing.T) {
	few := small()
	few.patience = 50 * time.Millisecond
	c := besiege(t, Config{}, few, bot.Limits{})
	defer close(c.open)
	question := "odds 1/12 20 tries"
	at := c.get(c.client("127.0.1.1"), "/?q="+url.QueryEscape(question)).Header.Get("Location")
	paths := []string{at, "/card" + at + ".png", "/?q=" + url.QueryEscape(question), "/api/ask?q=" + url.QueryEscape(question), "/"}
	for _, p := range paths {
		if r := c.get(c.client("127.0.1.1"), p); r.StatusCode >= 400 {
			t.Fatalf("%s: status %d", p, r.StatusCode)
		}
	}
	for i := range 2 {
		io.WriteString(c.dial("127.0.1.2"), fmt.Sprintf("GET /a/any/odds/1%%2F777_%d_tries HTTP/1.1\r\nHost: x\r\n\r\n", i+2))
	}
	poll(t, "all that can be worked out at once is", func() bool { return c.begun.Load() == 2 })
	for _, p := range append(paths, "/s/style.css", "/robots.txt", "/api/complete?q=fa") {
		if r := c.get(c.client("127.0.1.3"), p); r.StatusCode >= 400 {
			t.Errorf("%s: status %d", p, r.StatusCode)
		}
	}
	for _, p := range []string{"/a/any/odds/1%2F13_5_tries", "/?q=odds+1/13+5+tries", "/api/ask?q=odds+1/13+5+tries"} {
		if !c.refused(c.get(c.client("127.0.1.3"), p)) {
			t.Errorf("%s: it was worked out although too much was already", p)
		}
	}
}

// Behind an address that asks for much at once a newcomer is next.
func TestNewcomerIsNext(t *testing.T) {
	few := small()
	few.work, few.queue, few.patience = lot{1, 1}, 100, time.Minute
	c := besiege(t, Config{}, few, bot.Limits{})
	for i := range 20 {
		io.WriteString(c.dial("127.0.1.2"), fmt.Sprintf("GET /a/any/odds/1%%2F777_%d_tries HTTP/1.1\r\nHost: x\r\n\r\n", i+2))
	}
	poll(t, "one is being worked out", func() bool { return c.begun.Load() == 1 })
	answered := make(chan got, 1)
	go func() { answered <- c.get(c.client("127.0.1.3"), "/a/any/odds/1%2F13_5_tries") }()
	poll(t, "all others wait", func() bool { return c.State().Queued == 20 })
	c.open <- struct{}{} // ends what goes on, and nothing more
	if r := <-answered; r.StatusCode >= 400 {
		t.Errorf("status %d", r.StatusCode)
	}
	close(c.open)
}

// Work ends with whoever asked for it, and not before all of them have left.
func TestWorkEndsWithItsReader(t *testing.T) {
	few := small()
	few.work = lot{1, 1}
	c := besiege(t, Config{}, few, bot.Limits{})
	for _, path := range []string{"/a/any/odds/1%2F777_20_tries", "/card/a/any/odds/1%2F777_20_tries.png", "/?q=odds+1/777", "/api/ask?q=odds+1/777"} {
		c.begun.Store(0)
		c.ended.Store(0)
		conn := c.dial("127.0.1.1")
		io.WriteString(conn, "GET "+path+" HTTP/1.1\r\nHost: x\r\n\r\n")
		poll(t, path+" is being worked out", func() bool { return c.begun.Load() == 1 })
		conn.Close()
		poll(t, path+" ends", func() bool { return c.ended.Load() == 1 })
		if r := c.get(c.client("127.0.1.1"), "/api/ask?q=odds+1/13"); r.StatusCode != http.StatusOK {
			t.Errorf("%s: the next question has status %d", path, r.StatusCode)
		}
	}
	c.begun.Store(0)
	first, second := c.dial("127.0.1.1"), c.dial("127.0.1.2")
	for _, conn := range []net.Conn{first, second} {
		io.WriteString(conn, "GET /mon/5.0.0/soldier_ant777 HTTP/1.1\r\nHost: x\r\n\r\n")
		poll(t, "it is being worked out", func() bool { return c.begun.Load() == 1 })
	}
	time.Sleep(50 * time.Millisecond) // until the second waits, mostly
	c.ended.Store(0)
	first.Close()
	time.Sleep(50 * time.Millisecond) // in which it could end
	if c.ended.Load() != 0 {
		t.Error("the work ended although somebody waits for it")
	}
	close(c.open)
	if r, err := http.ReadResponse(bufio.NewReader(second), nil); err != nil || r.StatusCode != http.StatusNotFound {
		t.Errorf("whoever stayed gets %v, %v", r, err)
	}
}

// Who waits for news has a share of it, and newcomers get one.
func TestReaders(t *testing.T) {
	c := besiege(t, Config{}, small(), bot.Limits{})
	e := hold(t, c.World, 2, 4)
	publish(t, c.World, e)
	listen := func(from string) (net.Conn, *http.Response) {
		conn := c.dial(from)
		io.WriteString(conn, "GET "+tourneys.Path(e.ID, "live")+" HTTP/1.1\r\nHost: x\r\n\r\n")
		r, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatal(err)
		}
		return conn, r
	}
	var all []net.Conn
	for i := range 5 {
		conn, r := listen(fmt.Sprintf("127.0.1.%d", i/2+1))
		if r.StatusCode != http.StatusOK {
			t.Fatalf("reader %d: status %d", i, r.StatusCode)
		}
		all = append(all, conn)
	}
	if _, r := listen("127.0.1.1"); r.StatusCode != http.StatusServiceUnavailable || r.Header.Get("Retry-After") == "" {
		t.Errorf("the third of one address: status %d", r.StatusCode)
	}
	if _, r := listen("127.0.1.4"); r.StatusCode != http.StatusOK {
		t.Errorf("a newcomer: status %d", r.StatusCode)
	}
	said := make([]string, len(all))
	var done sync.WaitGroup
	for i, conn := range all {
		done.Go(func() {
			conn.SetReadDeadline(time.Now().Add(200 * time.Millisecond))
			b, _ := io.ReadAll(conn)
			said[i] = string(b)
		})
	}
	done.Wait()
	n := 0
	for _, s := range said[:4] {
		if strings.Contains(s, "retry: 60000") {
			n++
		}
	}
	if n != 1 || strings.Contains(said[4], "retry") {
		t.Errorf("%d of those who have two gave way to the newcomer, of all they heard %q", n, said)
	}
	if _, r := listen("127.0.1.4"); r.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("who would have more than others then: status %d", r.StatusCode)
	}
}
