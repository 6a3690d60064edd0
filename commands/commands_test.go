package commands

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
	"pgregory.net/rapid"

	"delphi/engine/rules"
	"delphi/storage"
	"delphi/storage/memstore"
)

var update = flag.Bool("update", false, "write the replies of testdata/*.txtar anew")

// router is a Router on a store in memory.
func router(t testing.TB) *Router {
	t.Helper()
	store := memstore.New()
	asked := storage.NewLastAsked(nil, nil)
	cache := storage.NewCache(nil, storage.CacheOptions[*Reply]{Name: "test", Size: ReplySize})
	t.Cleanup(func() {
		asked.Close(context.Background())
		cache.Close(context.Background())
		store.Close()
	})
	r, err := New(Options{
		Settings: storage.NewSettings(store), Characters: storage.Characters{Store: store},
		Asked: asked, Cache: memory{cache}, Wiki: &lazyWiki{t: t}, About: About{Version: "test"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// memory is a cache that keeps every answer alike.
type memory struct{ *storage.Cache[*Reply] }

func (m memory) Do(ctx context.Context, question string, work func(context.Context) (*Reply, error)) (*Reply, error) {
	if r, ok := m.Get(ctx, question); ok {
		return r, nil
	}
	r, err := work(ctx)
	if err == nil {
		m.Put(question, r)
	}
	return r, err
}

func request(line string) Request {
	return Request{Line: line, Network: "test", Place: "#test", User: "alice", Nick: "alice", Operator: true, At: time.Unix(0, 0)}
}

func ask(t testing.TB, r *Router, line string) Reply {
	t.Helper()
	return r.Answer(context.Background(), request(line))
}

// Each file of testdata is a conversation: requests, each followed by the
// reply as a one-line network shows it.
func TestConversations(t *testing.T) {
	paths, _ := filepath.Glob("testdata/*.txtar")
	if len(paths) == 0 {
		t.Fatal("no conversations")
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			r := router(t)
			for i := 0; i+1 < len(a.Files); i += 2 {
				if a.Files[i].Name != "ask" || a.Files[i+1].Name != "reply" {
					t.Fatalf("files %d and %d are named %s and %s, want ask and reply", i, i+1, a.Files[i].Name, a.Files[i+1].Name)
				}
				line := strings.TrimSpace(string(a.Files[i].Data))
				reply := ask(t, r, line)
				got := reply.OneLine(LineBudget, "!") + "\n"
				if strings.Contains(got, "something broke") {
					t.Fatalf("%s: %s", line, got)
				}
				if reply.Failed {
					got = "no: " + got
				}
				if *update {
					a.Files[i+1].Data = []byte(got)
				} else if want := string(a.Files[i+1].Data); got != want {
					t.Errorf("%s\n got %s want %s", line, got, want)
				}
			}
			if *update {
				if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// Every example that help shows is answered.
func TestExamplesAreAnswered(t *testing.T) {
	r := router(t)
	ask(t, r, "fail wiz xl8 int16 force bolt") // for why and more
	for _, cmd := range r.Commands() {
		if len(cmd.Examples) == 0 {
			t.Errorf("%s has no example", cmd.Name)
		}
		for _, line := range cmd.Examples {
			word, _, _ := strings.Cut(line, " ")
			if r.byName[word] != cmd {
				t.Errorf("the example %q of %s is for another command", line, cmd.Name)
			}
			if reply := ask(t, r, line); reply.Failed {
				t.Errorf("the example %q is refused: %s", line, reply.Summary)
			}
			ask(t, r, "set clear")
		}
		if len(cmd.Summary) > 100 {
			t.Errorf("the summary of %s is longer than Discord takes", cmd.Name)
		}
		for _, p := range cmd.Params {
			if p.Summary == "" || len(p.Summary) > 100 {
				t.Errorf("%s: the summary of %s is %d long", cmd.Name, p.Name, len(p.Summary))
			}
		}
		help := ask(t, r, "help "+cmd.Name)
		if help.Failed || !strings.Contains(help.Summary, cmd.Examples[0]) {
			t.Errorf("help %s shows no example: %s", cmd.Name, help.Summary)
		}
	}
}

// A question's canonical line asks the same question: its words in any order,
// and itself parsed again.
func TestLineIsCanonical(t *testing.T) {
	r := router(t)
	cmd := r.byName["fail"]
	rapid.Check(t, func(t *rapid.T) {
		set := rules.Get(rapid.SampledFrom(rules.Names()).Draw(t, "version"))
		pieces := []string{"v" + set.Name,
			rapid.SampledFrom(set.Roles).Draw(t, "role").Name,
			rapid.SampledFrom(set.Spells).Draw(t, "spell").Name,
			fmt.Sprintf("xl%d", rapid.IntRange(1, 30).Draw(t, "xl")),
			fmt.Sprintf("int %d", rapid.IntRange(3, 25).Draw(t, "int")),
			rapid.SampledFrom([]string{"basic", "skill e", "expert"}).Draw(t, "skill"),
			rapid.SampledFrom([]string{"<20%", "below 50%", "<= 3%", "chart"}).Draw(t, "target"),
		}
		slot := map[rules.Slot]bool{}
		for _, w := range rapid.SliceOfN(rapid.SampledFrom(set.Worn), 0, 4).Draw(t, "worn") {
			if !slot[w.Slot] {
				slot[w.Slot] = true
				pieces = append(pieces, rapid.SampledFrom([]string{"", "+3 ", "-1 ", "blessed ", "cursed +2 "}).Draw(t, "how")+w.Name)
			}
		}
		line := strings.Join(rapid.Permutation(pieces).Draw(t, "order"), ", ")
		call, err := r.parse(cmd, line, r.fallback)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		for _, n := range call.Notes {
			if n.Kind != Assumed {
				t.Fatalf("%s: %s", line, n.Text)
			}
		}
		once := call.Line()
		_, rest := cutWord(once)
		again, err := r.parse(cmd, rest, r.fallback)
		if err != nil {
			t.Fatalf("%s: %v", once, err)
		}
		if twice := again.Line(); twice != once {
			t.Fatalf("%s\n%s\n%s", line, once, twice)
		}
	})
}

// Bang and slash are one grammar.
func TestSlashFormIsTheSame(t *testing.T) {
	r := router(t)
	a := ask(t, r, "fail wiz xl8 int16 basic force bolt plate mail, robe")
	b := ask(t, r, "fail role:Wizard xl:8 spell:force bolt skill:basic int:16 worn:plate mail, robe version:5.0.0")
	if a.Summary != b.Summary || a.Failed || b.Failed {
		t.Errorf("%s\n%s", a.Summary, b.Summary)
	}
}

// What goes into the cache comes out of its encoding the same.
func TestReplyEncoding(t *testing.T) {
	r := router(t)
	for _, line := range []string{"fail wiz xl8 int16 force bolt plate mail <20% chart", "fail wiz xl8 int16", "fail wiz force bolt"} {
		reply := ask(t, r, line)
		b, err := EncodeReply(&reply)
		if err != nil {
			t.Fatal(err)
		}
		back, err := DecodeReply(b)
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

func TestJSONShape(t *testing.T) {
	r := router(t)
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
	reply := ask(t, r, "fail wiz xl8 int16 basic force bolt plate mail <20%")
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
	reply = ask(t, r, "fail wiz froce blot")
	b, _ = reply.JSON()
	if err := json.Unmarshal(b, &got); err != nil || got.OK || len(got.Error.Hints) != 1 || got.Error.Hints[0] != "force bolt" {
		t.Errorf("%s, %v", b, err)
	}
}

func TestOnlyOperatorsSet(t *testing.T) {
	r := router(t)
	req := request("set version 3.4.3")
	req.Operator = false
	if reply := r.Answer(context.Background(), req); !reply.Failed {
		t.Errorf("anybody may set: %s", reply.Summary)
	}
	if reply := ask(t, r, "fail wiz xl8 int16 force bolt"); reply.Version != "5.0.0" {
		t.Errorf("a refused set took: %s", reply.Version)
	}
	ask(t, r, "set version 3.4.3")
	if reply := ask(t, r, "fail wiz xl8 int16 force bolt"); reply.Version != "3.4.3" {
		t.Errorf("a set did not take: %s", reply.Version)
	}
	ask(t, r, "set prefix @")
	if p := r.Prefix("test", "#test"); p != "@" {
		t.Errorf("prefix %q", p)
	}
	if p := r.Prefix("test", "#other"); p != "!" {
		t.Errorf("another channel's prefix is %q", p)
	}
	for _, bad := range []string{"set prefix a", "set prefix /", "set prefix !!!!", "set prefix", "set prefix 1"} {
		if reply := ask(t, r, bad); !reply.Failed {
			t.Errorf("%s: %s", bad, reply.Summary)
		}
	}
}

func TestComplete(t *testing.T) {
	r := router(t)
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
	r := router(f)
	f.Fuzz(func(t *testing.T, line string) {
		reply := r.Answer(context.Background(), request(line))
		if strings.TrimSpace(reply.Summary) == "" {
			t.Fatalf("%q: nothing said", line)
		}
		if strings.Contains(reply.Summary, "broke") {
			t.Fatalf("%q: %s", line, reply.Summary)
		}
		if strings.ContainsAny(reply.OneLine(LineBudget, "!"), "\r\n\x00\x01\x02\x03") {
			t.Fatalf("%q: control characters in %q", line, reply.Summary)
		}
		if reply.Command == "fail" && !reply.Failed && len(reply.Assumptions()) == 0 && !strings.Contains(line, ".") && !strings.Contains(strings.ToLower(line), "hack") && !strings.Contains(strings.ToLower(line), "slash") && !strings.Contains(strings.ToLower(line), "x") {
			t.Fatalf("%q: answered %q and nothing assumed", line, reply.Summary)
		}
		r.Complete(line, 25)
		r.Known(line)
	})
}

func BenchmarkAnswer(b *testing.B) {
	lines := []string{
		"fail wiz xl8 int16 basic force bolt plate mail",
		"fail pri xl12 wis18 skilled remove curse, robe, small shield, helmet",
		"fail v3.4.3 kni xl12 wis14 turn undead robe plate mail <20%",
	}
	b.Run("uncached", func(b *testing.B) {
		r := router(b)
		r.opts.Cache = nil
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			reply := r.Answer(context.Background(), request(lines[i%len(lines)]))
			reply.OneLine(LineBudget, "!")
		}
	})
	b.Run("cached", func(b *testing.B) {
		r := router(b)
		for i := 0; b.Loop(); i++ {
			reply := r.Answer(context.Background(), request(lines[i%len(lines)]))
			reply.OneLine(LineBudget, "!")
		}
	})
	b.Run("table", func(b *testing.B) {
		r := router(b)
		r.opts.Cache = nil
		for b.Loop() {
			r.Answer(context.Background(), request("fail wiz xl8 int16"))
		}
	})
}

func BenchmarkComplete(b *testing.B) {
	r := router(b)
	for b.Loop() {
		r.Complete("fail wiz xl8 int16 magic mi", 25)
	}
}
