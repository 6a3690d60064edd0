package route_test

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"delphi/commands"
	"delphi/commands/commandstest"
	"delphi/commands/route"
)

// Every example that help shows is answered.
func TestExamplesAreAnswered(t *testing.T) {
	r := commandstest.New(t)
	var check func(cmd *commands.Command)
	check = func(cmd *commands.Command) {
		if len(cmd.Examples) == 0 {
			t.Errorf("%s has no example", cmd.Path())
		}
		for _, line := range cmd.Examples {
			if !strings.HasPrefix(line+" ", cmd.Path()+" ") {
				t.Errorf("the example %q of %s is for another command", line, cmd.Path())
			}
			var reply commands.Reply
			if cmd.Cacheable { // it needs nothing to be there
				reply = commandstest.Ask(t, r, line)
			} else {
				reply = commandstest.Example(t, line)
			}
			if reply.Failed && line != "admin part #channel" {
				t.Errorf("the example %q is refused: %s", line, reply.Summary)
			}
			if commandstest.TooLong(&reply) {
				t.Errorf("the example %q is answered with more than a line: %s", line, reply.OneLine(commands.LineBudget, "!"))
			}
		}
		if len(cmd.Summary) == 0 || len(cmd.Summary) > 100 {
			t.Errorf("the summary of %s is %d bytes long; Discord takes 1 to 100", cmd.Path(), len(cmd.Summary))
		}
		for _, p := range cmd.Params {
			if p.Summary == "" || len(p.Summary) > 100 {
				t.Errorf("%s: the summary of %s is %d long", cmd.Path(), p.Name, len(p.Summary))
			}
		}
		for _, s := range cmd.Subs {
			check(s)
		}
	}
	for _, cmd := range r.Commands() {
		check(cmd)
	}
}

// Bang and slash are one grammar.
func TestSlashFormIsTheSame(t *testing.T) {
	r := commandstest.New(t)
	a := commandstest.Ask(t, r, "fail wiz xl8 int16 basic force bolt plate mail, robe")
	b := commandstest.Ask(t, r, "fail role:Wizard xl:8 spell:force bolt skill:basic int:16 worn:plate mail, robe version:5.0.0")
	if a.Summary != b.Summary || a.Failed || b.Failed {
		t.Errorf("%s\n%s", a.Summary, b.Summary)
	}
}

// What goes into the cache comes out of its encoding the same.
func TestReplyEncoding(t *testing.T) {
	r := commandstest.New(t)
	for _, line := range []string{"fail wiz xl8 int16 force bolt plate mail <20% chart", "fail wiz xl8 int16", "fail wiz force bolt"} {
		reply := commandstest.Ask(t, r, line)
		b, err := commands.EncodeReply(&reply)
		if err != nil {
			t.Fatal(err)
		}
		back, err := commands.DecodeReply(b)
		if err != nil {
			t.Fatal(err)
		}
		was, _ := reply.JSON()
		is, _ := back.JSON()
		if !bytes.Equal(was, is) {
			t.Errorf("%s\n%s\n%s", line, was, is)
		}
	}
}

// coded is a cache that has every answer only as it is written.
type coded map[string][]byte

func (c coded) Do(ctx context.Context, question string, work func(context.Context) (*commands.Reply, error)) (*commands.Reply, error) {
	if c[question] == nil {
		reply, err := work(ctx)
		if err != nil {
			return nil, err
		}
		if c[question], err = commands.EncodeReply(reply); err != nil {
			return nil, err
		}
	}
	return commands.DecodeReply(c[question])
}

// What an answer does not depend on is said each time, also where it was worked out before.
func TestIdleOutlivesTheCache(t *testing.T) {
	r := commandstest.New(t, func(o *route.Options) { o.Cache = coded{} })
	for range 2 {
		reply := commandstest.Ask(t, r, "spells attack xl3")
		if warned := reply.Warnings(); len(warned) != 1 || warned[0] != "xl3 makes no difference here" {
			t.Errorf("warned of %q", warned)
		}
	}
}

func TestJSONShape(t *testing.T) {
	r := commandstest.New(t)
	var got struct {
		OK      bool
		Command string
		Version string
		Answer  struct {
			Spell       string
			FailPercent int `json:"fail_percent"`
			Penalty     int
			Steps       []struct {
				What  string
				Value int
			}
			PwCost     *int `json:"pw_cost"`
			Fails      bool
			BestChange struct {
				What        string
				FailPercent int `json:"fail_percent"`
			} `json:"best_change"`
			Reach []struct {
				What  string
				Value any
			}
		}
		Cites []string
		Error struct {
			Text  string
			Hints []string
		}
	}
	reply := commandstest.Ask(t, r, "fail wiz xl8 int16 basic force bolt plate mail <20%")
	b, err := reply.JSON()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &got); err != nil {
		t.Fatal(err)
	}
	if a := got.Answer; !got.OK || got.Command != "fail" || got.Version != "5.0.0" || a.FailPercent != 47 || !a.Fails ||
		a.Penalty != 11 || *a.PwCost != 5 || len(a.Steps) != 13 || a.BestChange.FailPercent != 0 || len(a.Reach) < 2 || got.Cites[0] != "5.0.0 spell.c:2173" {
		t.Errorf("%s", b)
	}
	names := "base suit robe shield helmet gloves boots special emergency quarterstaff stat difficulty big shield"
	var steps []string
	for _, s := range got.Answer.Steps {
		steps = append(steps, s.What)
	}
	if strings.Join(steps, " ") != names {
		t.Errorf("steps %v", steps)
	}
	reply = commandstest.Ask(t, r, "fail wiz frxce bxlt")
	b, _ = reply.JSON()
	if err := json.Unmarshal(b, &got); err != nil || got.OK || len(got.Error.Hints) != 1 || got.Error.Hints[0] != "force bolt" {
		t.Errorf("%s, %v", b, err)
	}
}

func TestOnlyOperatorsSet(t *testing.T) {
	r := commandstest.New(t)
	req := commandstest.Request("set version 3.4.3")
	req.Operator = false
	if reply := r.Answer(context.Background(), req); !reply.Failed {
		t.Errorf("anybody may set: %s", reply.Summary)
	}
	if reply := commandstest.Ask(t, r, "fail wiz xl8 int16 force bolt"); reply.Version != "5.0.0" {
		t.Errorf("a refused set took: %s", reply.Version)
	}
	commandstest.Ask(t, r, "set version 3.4.3")
	if reply := commandstest.Ask(t, r, "fail wiz xl8 int16 force bolt"); reply.Version != "3.4.3" {
		t.Errorf("a set did not take: %s", reply.Version)
	}
	commandstest.Ask(t, r, "set prefix @")
	if p := r.Prefix("test", "#test"); p != "@" {
		t.Errorf("prefix %q", p)
	}
	if p := r.Prefix("test", "#other"); p != "!" {
		t.Errorf("another channel's prefix is %q", p)
	}
	for _, bad := range []string{"set prefix a", "set prefix /", "set prefix !!!!", "set prefix", "set prefix 1", `set prefix ""`, `set prefix "`, "set prefix ☃", "set prefix \u00a0", "set prefix \u200b", "set prefix \ufe0f!", "set prefix ！"} {
		if reply := commandstest.Ask(t, r, bad); !reply.Failed {
			t.Errorf("%s: %s", bad, reply.Summary)
		}
	}
}

func TestComplete(t *testing.T) {
	r := commandstest.New(t)
	for line, want := range map[string]string{
		"fa":                        "fail",
		"!he":                       "!help",
		"help fa":                   "help fail",
		"fail wiz magic mi":         "fail wiz magic missile",
		"fail wiz xl8 force":        "fail wiz xl8 force bolt",
		"fail wiz, plate m":         "fail wiz, plate mail",
		"fail role:wiz spell:fo":    "fail role:wiz spell:force bolt",
		"fail version:sla":          "fail version:slashem",
		"fail v3.4.3 wiz gray drag": "fail v3.4.3 wiz gray dragon scale mail",
	} {
		got := r.Complete(line, 25)
		if len(got) == 0 || got[0] != want {
			t.Errorf("Complete(%q) = %q, want %q first", line, got, want)
		}
	}
	if got := r.Complete("fail spell:", 25); len(got) != 25 {
		t.Errorf("%d spells offered, want 25", len(got))
	}
	for _, name := range r.Complete("fail spell:pl", 25) {
		if strings.Contains(name, "mail") {
			t.Errorf("a spell is asked for, %q offered", name)
		}
	}
}

// Whatever is typed: an answer or a problem that says something, no panic, and
// an answer that assumed something says so.
func FuzzAnswer(f *testing.F) {
	for _, s := range []string{
		"fail wiz xl8 int16 force bolt plate mail <20%", "fail pri 14 magic mapping", "fail", "", "why", "more", "me wiz", "me forget",
		"fail sam xl10 int 9 magic missle", "set prefix @", "fail v3.7 kni +3 helm of brilliance|robe+plate mail",
		"fail Agent the Evoker St:18/50 Dx:14 Co:15 In:18 Wi:12 Ch:9 Neutral Dlvl:5 $:120 HP:40(40) Pw:30(30) AC:4 Xp:8/1234",
		"fail skill:", "fail xl:", "fail <", "fail spell:,,, wiz", "\x02fail\x0304 wiz", "fail luck+10 1,000 -5", strings.Repeat("fail mail ", 99),
	} {
		f.Add(s)
	}
	r := commandstest.New(f)
	f.Fuzz(func(t *testing.T, line string) {
		reply := r.Answer(context.Background(), commandstest.Request(line))
		if strings.TrimSpace(reply.Summary) == "" {
			t.Fatalf("%q: nothing said", line)
		}
		if strings.Contains(reply.Summary, "broke") {
			t.Fatalf("%q: %s", line, reply.Summary)
		}
		if strings.ContainsAny(reply.OneLine(commands.LineBudget, "!"), "\r\n\x00\x01\x02\x03") {
			t.Fatalf("%q: control characters in %q", line, reply.Summary)
		}
		if reply.Command == "fail" && !reply.Failed && len(reply.Assumptions()) == 0 && !strings.Contains(line, ".") && !strings.Contains(strings.ToLower(line), "hack") && !strings.Contains(strings.ToLower(line), "slash") && !strings.Contains(strings.ToLower(line), "x") {
			t.Fatalf("%q: answered %q and nothing assumed", line, reply.Summary)
		}
		r.Complete(line, 25)
		r.Known("test", "#test", line)
	})
}

func BenchmarkAnswer(b *testing.B) {
	lines := []string{
		"fail wiz xl8 int16 basic force bolt plate mail",
		"fail pri xl12 wis18 skilled remove curse, robe, small shield, helmet",
		"fail v3.4.3 kni xl12 wis14 turn undead robe plate mail <20%",
	}
	b.Run("uncached", func(b *testing.B) {
		r := commandstest.New(b)
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			reply := r.Answer(context.Background(), commandstest.Request(lines[i%len(lines)]))
			reply.OneLine(commands.LineBudget, "!")
		}
	})
	b.Run("cached", func(b *testing.B) {
		r := commandstest.New(b)
		for i := 0; b.Loop(); i++ {
			reply := r.Answer(context.Background(), commandstest.Request(lines[i%len(lines)]))
			reply.OneLine(commands.LineBudget, "!")
		}
	})
	b.Run("table", func(b *testing.B) {
		r := commandstest.New(b, commandstest.Uncached)
		for b.Loop() {
			r.Answer(context.Background(), commandstest.Request("fail wiz xl8 int16"))
		}
	})
}

func BenchmarkComplete(b *testing.B) {
	r := commandstest.New(b)
	for b.Loop() {
		r.Complete("fail wiz xl8 int16 magic mi", 25)
	}
}

// TestNoEntry checks that a missing entry is only reported in private: in a channel,
// another bot may answer to the same mark.
func TestNoEntry(t *testing.T) {
	r := commandstest.New(t)
	for line, silent := range map[string]bool{"?? newt": true, "??newt": true, "learn info xyzzyq": false} {
		req := commands.Request{Line: line, Network: "irc", Place: "#a", User: "u", Nick: "u", Operator: true}
		if reply := r.Answer(t.Context(), commands.Request{Line: "set on entries", Network: "irc", Place: "#a", User: "u", Nick: "u", Operator: true}); reply.Failed {
			t.Fatal(reply.Summary)
		}
		if reply := r.Answer(t.Context(), req); !reply.Failed || reply.Silent != silent {
			t.Errorf("%s: %q, failed %v, silent %v", line, reply.Summary, reply.Failed, reply.Silent)
		}
	}
}
