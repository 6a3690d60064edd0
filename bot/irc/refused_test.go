package irc

import (
	"fmt"
	"strings"
	"testing"

	"delphi/bot"
)

// TestRefusedTogether: of sixty who ask in a channel each is answered or told
// once that they are not, many of them in one line, while somebody who asks in
// private is answered.
func TestRefusedTogether(t *testing.T) {
	h := &bot.Gate{Next: &echoHandler{}, Limiter: bot.NewLimiter(bot.Limits{})}
	h.Limiter.SetPace("test", 10)
	srv := newServer(t, nil)
	pace, burst := 20.0, 1
	start(t, Config{Address: srv.addr(), Channels: []string{"#nethack"}, LinesPerSecond: &pace, Burst: &burst}, h, nil)
	p := srv.accept()
	p.register()
	p.admit()
	const crowd = 60
	var lines []string
	for range 3 { // they insist
		for i := range crowd {
			lines = append(lines, fmt.Sprintf(":u%d!u@h%d.example PRIVMSG #nethack :!echo answer to u%d", i, i, i))
		}
	}
	p.send(lines...)
	p.send(":" + alice + " PRIVMSG {me} :echo hello")
	heard, answered, said, private := map[string]int{}, map[string]int{}, 0, false
	for len(heard) < crowd || !private {
		switch target, text := p.said(); {
		case target == "alice":
			private = text == "hello"
		case strings.Contains(text, "answer to "):
			said++
			_, name, _ := strings.Cut(text, "answer to ")
			answered[name]++
			if _, ok := heard[name]; !ok {
				heard[name] = 0 // perhaps told later that there is no more
			}
		default:
			said++
			names, notice, _ := strings.Cut(text, ": ")
			if !strings.HasPrefix(notice, "I am asked more on this network than I may answer. Please ask again in about ") {
				t.Fatalf("got %q", text)
			}
			for name := range strings.SplitSeq(names, ", ") {
				if heard[name]++; heard[name] > 1 {
					t.Errorf("%s is told again", name)
				}
			}
		}
	}
	if len(answered) < 5 {
		t.Errorf("%d are answered", len(answered))
	}
	if most := 10 + crowd/4; said > most {
		t.Errorf("%d lines, want at most %d", said, most)
	}
}

// TestAnswersCountByLines: whoever gets long answers has fewer of them.
func TestAnswersCountByLines(t *testing.T) {
	h := &bot.Gate{Next: &echoHandler{}, Limiter: bot.NewLimiter(bot.Limits{})}
	h.Limiter.SetPace("test", 30)
	srv := newServer(t, nil)
	pace, burst := 1000.0, 8
	start(t, Config{Address: srv.addr(), Channels: []string{"#nethack"}, LinesPerSecond: &pace, Burst: &burst}, h, nil)
	p := srv.accept()
	p.register()
	p.admit("alice")
	for n := range 2 {
		p.send(":" + alice + " PRIVMSG #nethack :!long")
		for range 1 + privateLines {
			if _, text := p.said(); !strings.Contains(text, "Elbereth") {
				t.Fatalf("for question %d: %q", n, text)
			}
		}
	}
	p.send(":" + alice + " PRIVMSG #nethack :!long")
	if _, text := p.said(); !strings.HasPrefix(text, "alice: I am asked more") {
		t.Errorf("after two answers of nine lines, where thirty a minute are let out: %q", text)
	}
	p.send(":bob!b@b.example PRIVMSG {me} :echo hello")
	if target, text := p.said(); target != "bob" || text != "hello" {
		t.Errorf("%s was told %q", target, text)
	}
}
