package irc

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
)

// kept is a Joined in memory.
type kept struct {
	mu       sync.Mutex
	channels map[string][]string
	fail     error
}

func (k *kept) Load(_ context.Context, network string) ([]string, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Clone(k.channels[network]), k.fail
}

func (k *kept) Save(_ context.Context, network string, channels []string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.fail != nil {
		return k.fail
	}
	if k.channels == nil {
		k.channels = map[string][]string{}
	}
	k.channels[network] = slices.Clone(channels)
	return nil
}

func (k *kept) String() string {
	channels, _ := k.Load(context.Background(), "test")
	return strings.Join(channels, ", ")
}

// TestJoinedSurviveARestart: channels joined by an administrator or by
// invitation are joined again by the next process, those left are not.
func TestJoinedSurviveARestart(t *testing.T) {
	srv := newServer(t, nil)
	k := &kept{}
	cfg := Config{Address: srv.addr(), Channels: []string{"#nethack"}, Invites: "anyone"}
	a, stop := start(t, cfg, nil, func(a *Adapter) { a.opt.Joined = k })
	p := srv.accept()
	p.register()
	p.admit()
	for _, err := range []error{a.Join("#one"), a.Join("#two key"), a.Join("#nethack"), a.Part("#ONE")} {
		if err != nil {
			t.Error(err)
		}
	}
	p.send(":alice!a@x.example INVITE {me} :#three")
	eventually(t, "the invitation is written down", func() bool { return k.String() == "#two key, #three" })
	left := make(chan struct{})
	go func(p *peer) {
		defer close(left)
		p.expect("QUIT")
		p.conn.Close()
	}(p)
	stop()
	<-left

	a, _ = start(t, cfg, nil, func(a *Adapter) { a.opt.Joined = k })
	p = srv.accept()
	p.register()
	p.expect("JOIN", "#two,#nethack,#three", "key")
	k.mu.Lock()
	k.fail = errors.New("disk full")
	k.mu.Unlock()
	if err := a.Join("#four"); err == nil || !strings.Contains(err.Error(), "disk full") {
		t.Errorf("Join without a disk: %v", err)
	}
	p.expect("JOIN", "#four") // all the same
}

// TestLongChannels: names may be as long as the network allows.
func TestLongChannels(t *testing.T) {
	long, tooLong := "#"+strings.Repeat("x", 63), "#"+strings.Repeat("y", 64)
	srv := newServer(t, nil)
	a, _ := start(t, Config{Address: srv.addr(), Channels: []string{long}}, nil, nil)
	p := srv.accept()
	p.register("CHANNELLEN=64")
	p.expect("JOIN", long)
	p.send(":{me}!~delphi@host.example JOIN " + long)
	p.barrier()
	if err := a.Join(tooLong); err == nil || !strings.Contains(err.Error(), "64 bytes") {
		t.Errorf("65 bytes: %v", err)
	}
	p.send(":alice!a@x.example PRIVMSG " + long + " :!echo here")
	if target, text := p.said(); target != long || text != "here" {
		t.Errorf("%s: %q", target, text)
	}
	for _, bad := range []string{"nethack", "#", "#a,b", "#" + strings.Repeat("z", 200), "#a\x07", "#a \x02key"} {
		if err := a.Join(bad); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
}

// TestConfiguredChannelTooLong: the state says why, and nothing is asked for
// over and over.
func TestConfiguredChannelTooLong(t *testing.T) {
	name := "#" + strings.Repeat("x", 40)
	srv := newServer(t, nil)
	a, _ := start(t, Config{Address: srv.addr(), Channels: []string{name}}, nil, nil)
	p := srv.accept()
	p.register("CHANNELLEN=32")
	p.expect("JOIN", name)
	p.send(":{me}!~delphi@host.example JOIN " + name[:32])
	p.expect("PART", name[:32])
	eventually(t, "the state says why", func() bool { return strings.Contains(a.Detail().Waiting[name], "32 bytes") })
	p.never("JOIN")
}
