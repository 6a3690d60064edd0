package slash

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
	"pgregory.net/rapid"

	"delphi/bot/discord/api"
	"delphi/bot/discord/discordtest"
	"delphi/commands"
	"delphi/commands/commandstest"
	"delphi/commands/route"
	"delphi/engine/truthtest"
)

func TestSpec(t *testing.T) { discordtest.NeedSpec(t) }

// newRouter is the bot's commands over a store in memory.
func newRouter(t testing.TB) *route.Router { return commandstest.New(t) }

// few is a Router of made up commands.
type few struct {
	*route.Router
	cmds []*commands.Command
}

func (f few) Commands() []*commands.Command { return f.cmds }

func TestDefinitions(t *testing.T) {
	r := newRouter(t)
	defs, err := Definitions(r, true)
	if err != nil {
		t.Fatal(err)
	}
	byName := map[string]Definition{}
	for _, d := range defs {
		byName[d.Name] = d
	}
	within := Grouped(r)
	apart := map[string]bool{}
	for _, group := range within {
		apart[group] = true
	}
	if len(defs) != len(r.Commands())-len(within)+len(apart)+1+len(Menus(defs)) || defs[0].Name != Ask || len(defs)-len(Menus(defs)) > 75 || !slices.Equal(Menus(defs), []string{"Who is this?", "What are my odds?"}) || byName[Ask].Name == "" {
		t.Fatalf("%d definitions for %d commands", len(defs), len(r.Commands()))
	}
	leaf := func(c *commands.Command, options []Option) {
		opts := map[string]Option{}
		for _, o := range options {
			opts[o.Name] = o
		}
		if opts[Private].Type != discordgo.ApplicationCommandOptionBoolean {
			t.Errorf("/%s has no option private", c.Path())
		}
		for _, p := range c.Params {
			o, ok := opts[p.Name]
			if !ok {
				if more := opts[More]; len(options) != api.MaxOptions || more.Type != discordgo.ApplicationCommandOptionString {
					t.Errorf("/%s has no option %s", c.Path(), p.Name)
				}
				continue
			}
			switch p.Kind {
			case commands.KindNumber:
				if p.Range {
					if o.Type != discordgo.ApplicationCommandOptionString {
						t.Errorf("/%s %s: %+v", c.Path(), p.Name, o)
					}
				} else if o.Type != discordgo.ApplicationCommandOptionInteger || *o.MinValue != p.Min || *o.MaxValue != p.Max {
					t.Errorf("/%s %s: %+v", c.Path(), p.Name, o)
				}
			case commands.KindFlag:
				if o.Type != discordgo.ApplicationCommandOptionBoolean {
					t.Errorf("/%s %s: %+v", c.Path(), p.Name, o)
				}
			case commands.KindChoice, commands.KindVersion:
				if grouped := p.Kind == commands.KindVersion && within[c.Top().Name] != ""; len(o.Choices) < 2 && !(grouped && o.Autocomplete) {
					t.Errorf("/%s %s: %+v", c.Path(), p.Name, o)
				}
			case commands.KindName:
				if !o.Autocomplete {
					t.Errorf("/%s %s: %+v", c.Path(), p.Name, o)
				}
			}
		}
	}
	var walk func(c *commands.Command, options []Option)
	walk = func(c *commands.Command, options []Option) {
		if len(c.Subs) == 0 {
			leaf(c, options)
			return
		}
		subs := map[string]Option{}
		for _, o := range options {
			subs[o.Name] = o
		}
		if c.Run != nil {
			leaf(c, subs[c.RunName].Options)
		}
		for _, s := range c.Subs {
			if _, there := subs[s.Name]; !there && len(options) == api.MaxOptions { // left to /ask
				continue
			}
			if !s.Joins {
				walk(s, subs[s.Name].Options)
			}
		}
	}
	for _, d := range defs {
		n := api.Length(d.Name) + api.Length(d.Description)
		for _, o := range d.Options {
			n += length(o)
		}
		if n > maxText || len(d.Options) > api.MaxOptions {
			t.Errorf("/%s has %d characters and %d options", d.Name, n, len(d.Options))
		}
	}
	for _, c := range r.Commands() {
		d := byName[cmp.Or(within[c.Name], c.Name)]
		if within[c.Name] == "" {
			walk(c, d.Options)
		} else {
			i := slices.IndexFunc(d.Options, func(o Option) bool { return o.Name == c.Name })
			if i < 0 || d.Name != c.Group || c.Frequent {
				t.Fatalf("/%s has no %s", d.Name, c.Name)
			}
			walk(c, d.Options[i].Options)
		}
		if len(d.Contexts) != 3 || len(d.IntegrationTypes) != 2 {
			t.Errorf("/%s: contexts %v, integration types %v", c.Name, d.Contexts, d.IntegrationTypes)
		}
	}
	// What only those who run the bot may do is shown to nobody else, and speaks of nothing
	// that Discord does not have.
	admin := byName["admin"]
	if b, _ := json.Marshal(admin); admin.Permissions == nil || *admin.Permissions != 0 || strings.Contains(string(b), "ick") && strings.Contains(string(b), "mask") || strings.Contains(string(b), "Join a channel") {
		t.Errorf("/admin: %s", b)
	}
	local, _ := Definitions(r, false)
	if local[1].Contexts != nil || local[1].IntegrationTypes != nil {
		t.Error("contexts are for global commands alone")
	}
}

func TestNamesThatDiscordRefuses(t *testing.T) {
	for _, bad := range []*commands.Command{
		{Name: "Fail"}, {Name: "two words"}, {Name: ""}, {Name: strings.Repeat("x", 33)}, {Name: "a/b"},
		{Name: "ok", Params: []*commands.Param{{Name: "XL"}}},
		{Name: "ok", Params: []*commands.Param{{Name: "x"}, {Name: "x"}}},
		{Name: "ok", Params: []*commands.Param{{Name: "private"}}},
		{Name: "ask"},
	} {
		if _, err := Definitions(few{newRouter(t), []*commands.Command{bad}}, true); err == nil {
			t.Errorf("%+v was taken", bad)
		}
	}
	many := &commands.Command{Name: "many", Summary: strings.Repeat("long ", 50)}
	for i := range 40 {
		many.Params = append(many.Params, &commands.Param{Name: "p" + strconv.Itoa(i), Summary: strings.Repeat("é", 150)})
	}
	defs, err := Definitions(few{newRouter(t), []*commands.Command{many}}, true)
	if err != nil || len(defs[1].Options) != api.MaxOptions || api.Length(defs[1].Description) > 100 || api.Length(defs[1].Options[0].Description) > 100 {
		t.Errorf("%v, %+v", err, defs)
	}
}

// TestRegister: the first start sends everything with one request; a second
// one sends nothing; one changed command is one request again; what went is
// removed; commands of other kinds are kept.
func TestRegister(t *testing.T) {
	f := discordtest.New(t)
	want, err := Definitions(newRouter(t), true)
	if err != nil {
		t.Fatal(err)
	}
	client, err := api.NewClient(discordtest.Token, "test", "", f)
	if err != nil {
		t.Fatal(err)
	}
	menus := Menus(want)
	const scope = "/applications/" + discordtest.Application
	f.Put(scope, map[string]any{"type": 3, "name": "Ask Delphi", "description": ""})
	f.Put(scope, map[string]any{"type": 1, "name": "gone", "description": "x"})
	kept := f.Commands(scope)[0]["id"]
	register := func(name string, want []Definition, changed, removed int, methods string) {
		t.Helper()
		ids, c, r, err := Register(t.Context(), client, discordgo.EndpointApplicationGlobalCommands(discordtest.Application), want, menus)
		if c != changed || r != removed || err != nil {
			t.Errorf("%s: %d changed, %d removed, %v; want %d and %d", name, c, r, err, changed, removed)
		}
		if len(want) > 0 && (ids["fail"] == "" || ids["Ask Delphi"] != "") {
			t.Errorf("%s: the ids %v", name, ids)
		}
		got := ""
		for _, s := range f.Seen() {
			got += s.Method + " "
		}
		if got != methods {
			t.Errorf("%s: %s, want %s", name, got, methods)
		}
	}
	n := len(want)
	register("first", want, n, 1, "GET PUT ")
	register("again", want, 0, 0, "GET ")
	if list := f.Commands(scope); len(list) != n+1 || list[0]["name"] != "Ask Delphi" || list[0]["id"] != kept {
		t.Errorf("%d commands there, want %d: %v", len(list), n+1, list[0])
	}
	for _, c := range f.Commands(scope) {
		switch c["name"] {
		case "fail":
			c["description"] = "of before"
		case "help":
			c["contexts"] = []any{2.0, 0.0, 1.0} // in another order: the same
		}
	}
	register("one changed", want, 1, 0, "GET PUT ")
	register("none left", nil, 0, n, "GET PUT ")
	f.Fail(discordtest.Status("/commands", http.StatusNotFound, `{"message":"404: Not Found"}`, nil))
	register("a server that lists none", want, n, 0, "PUT ")
	register("none left again", nil, 0, n, "GET PUT ")

	f.Fail(discordtest.Status("/commands", http.StatusForbidden, `{"code":50001,"message":"Missing Access"}`, nil))
	if _, _, _, err := Register(t.Context(), client, discordgo.EndpointApplicationGlobalCommands(discordtest.Application), want, menus); err == nil || !strings.Contains(err.Error(), "slash commands") {
		t.Errorf("refused: %v", err)
	}
}

// TestSummariesFit: no command's summary, nor an option's, is too long for
// Discord, which would show it truncated.
func TestSummariesFit(t *testing.T) {
	check := func(what, summary string) {
		if what == "What are my odds?" && summary == "" {
			return // nothing may stand in a menu
		}
		if n := api.Length(summary); n == 0 || n > api.MaxSummary {
			t.Errorf("the summary of %s has %d characters, and Discord shows 1 to %d: %q", what, n, api.MaxSummary, summary)
		}
	}
	var walk func(c *commands.Command)
	walk = func(c *commands.Command) {
		check(c.Path(), c.Summary)
		for _, p := range c.Params {
			check(c.Path()+" "+p.Name, p.Summary)
		}
		for _, s := range c.Subs {
			walk(s)
		}
	}
	for _, c := range newRouter(t).Commands() {
		walk(c)
	}
	defs, err := Definitions(newRouter(t), true)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range defs {
		for _, o := range d.Options {
			if o.Name == Private || d.Name == Ask {
				check(d.Name+" "+o.Name, o.Description)
			}
		}
	}
}

// TestLineParses: whatever options hold, the line they make is read, or
// refused with a reason, and says no less than they do.
func TestLineParses(t *testing.T) {
	r := newRouter(t)
	c := Find(r, "fail")
	value := rapid.OneOf(
		rapid.Map(rapid.SampledFrom([]string{"force bolt", "robe, plate mail", "wiz", "+2 cursed robe", "xl:3, int:4", "v3.4.3", "", ",,,", "spell:", "a:b", "\n"}), func(s string) any { return s }),
		rapid.Map(rapid.String(), func(s string) any { return s }),
		rapid.Map(rapid.Float64(), func(f float64) any { return f }),
		rapid.Map(rapid.IntRange(-5, 120), func(n int) any { return float64(n) }),
		rapid.Map(rapid.Bool(), func(b bool) any { return b }),
	)
	truthtest.Tries(t, 25)
	rapid.Check(t, func(rt *rapid.T) {
		options := map[string]any{}
		for i := range c.Params {
			if rapid.Bool().Draw(rt, "said") {
				options[c.Params[i].Name] = value.Draw(rt, c.Params[i].Name)
			}
		}
		line := Line(c, options)
		reply := r.Answer(t.Context(), commands.Request{Line: line, Network: "discord", Place: "1", User: discordtest.AliceID})
		if reply.Summary == "" || strings.Contains(reply.Summary, "the log") {
			rt.Fatalf("%q: %q", line, reply.Summary)
		}
		if strings.Contains(line, "\n") {
			rt.Fatalf("%q is not one line", line)
		}
	})
}

func TestLineOf(t *testing.T) {
	r := newRouter(t)
	for _, c := range []struct {
		options map[string]any
		want    string
	}{
		{nil, "fail"},
		{map[string]any{"role": "Wizard", "xl": 12.0, "spell": "force bolt", "worn": "robe,  plate mail"}, "fail spell:force bolt, role:Wizard, xl:12, worn:robe, worn:plate mail"},
		{map[string]any{"version": "3.4.3", "target": 20.0, "chart": true, "confused": false, "skill": "basic"}, "fail v3.4.3, skill:basic, <=20%, chart"},
	} {
		if got := Line(Find(r, "fail"), c.options); got != c.want {
			t.Errorf("%v: %q, want %q", c.options, got, c.want)
		}
	}
	if got, want := Line(Find(r, "hit"), map[string]any{"monster": "newt", More: "helpless, in water"}), "hit monster:newt, helpless, in water"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := Line(Find(r, "help"), map[string]any{"command": " fail\n"}); got != "help fail" {
		t.Errorf("%q", got)
	}
}

// TestEverySlashIsBang: the options of a command ask what its line asks.
func TestEverySlashIsBang(t *testing.T) {
	r := newRouter(t)
	ask := func(line string) commands.Reply {
		return r.Answer(t.Context(), commands.Request{Line: line, Network: "discord", Place: "1", User: discordtest.AliceID})
	}
	for _, c := range []struct {
		command string
		options map[string]any
		line    string
	}{
		{"fail", map[string]any{"version": "3.4.3", "role": "Knight", "xl": 12.0, "wis": 14.0, "skill": "skilled", "spell": "turn undead", "worn": "+2 robe, plate mail", "target": 19.0}, "fail v3.4.3 kni xl12 wis14 skilled turn undead, +2 robe, plate mail <20%"},
		{"cast", map[string]any{"role": "wiz", "int": 17.0, "pw": 60.0, "spell": "finger of death", "amulet": true}, "cast wiz int17 pw 60 finger of death with amulet"},
		{"poly", map[string]any{"pile": "10x 5 cursed rocks, blessed gdsm, 12 elven cloaks", "luck": -5.0}, "poly 10x 5 cursed rocks, blessed gdsm, 12 elven cloaks luck -5"},
		{"poly", map[string]any{"pile": "7 blessed unihorns for marker", "luck": 0.0}, "poly 7 blessed unihorns for marker luck 0"},
		{"poly", map[string]any{"pile": "10 unihorns for any of magic marker, tinning kit", "luck": 0.0}, "poly 10 unihorns for any of magic marker, tinning kit luck 0"},
		{"bones", map[string]any{"number": "12"}, "bones 12"},
		{"bones", map[string]any{"meet": true, "dlvl": "4-12", "full": true}, "bones meet dlvl 4-12 full"},
		{"theft", map[string]any{"version": "3.4.3", "carrying": "amulet, 2 fakes", "hits": 20.0}, "theft v3.4.3 amulet, 2 fakes 20 hits"},
		{"odds", map[string]any{"question": "1/12 20 tries"}, "odds 1/12 20 tries"},
	} {
		line := Line(Find(r, c.command), c.options)
		slash, bang := ask(line), ask(c.line)
		if slash.Failed || slash.Question == "" || slash.Question != bang.Question {
			t.Errorf("%q: %q %s\n%q: %q %s", line, slash.Question, slash.Summary, c.line, bang.Question, bang.Summary)
		}
	}
}

// nested is a command with subcommands, two deep.
func nested() *commands.Command {
	run := func(context.Context, *commands.Call) (commands.Reply, error) { return commands.Reply{}, nil }
	who := commands.NewWords(commands.Param{Name: "who", Summary: "an account", One: true, Needed: true, Bare: true})
	name := commands.NewWords(commands.Param{Name: "name", Summary: "its name", Bare: true})
	forks := commands.NewNumber(commands.Param{Name: "forks", Summary: "how many", Max: 9})
	quiet := commands.NewFlag(commands.Param{Name: "quiet", Summary: "say nothing"})
	c := &commands.Command{
		Name: "event", Summary: "Run events", RunName: "show", Run: run, Params: commands.Takes(name),
		Subs: []*commands.Command{
			{Name: "cancel", Summary: "Cancel an event", Confirm: func(context.Context, *commands.Call) (string, error) { return "That ends it.", nil }, Run: run, Params: commands.Takes(name, forks, quiet, who)},
			{Name: "organiser", Summary: "Organisers", Subs: []*commands.Command{{Name: "add", Summary: "Appoint one", Run: run, Params: commands.Takes(who)}}},
		},
	}
	c.Adopt()
	return c
}

// TestSubcommands: what a command does itself, its subcommands, and those in a
// group are defined as Discord has them, and become the line that asks for
// them.
func TestSubcommands(t *testing.T) {
	f := discordtest.New(t)
	r := few{newRouter(t), []*commands.Command{nested()}}
	defs, err := Definitions(r, true)
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(defs)
	if err != nil {
		t.Fatal(err)
	}
	f.Check(discordtest.Seen{Method: http.MethodPut, Path: "/applications/1/commands", Body: b})
	var again []Definition
	json.Unmarshal(b, &again)
	if !same(&defs[1], &again[1]) {
		t.Error("what Discord lists differs from what it was sent")
	}
	again[1].Options[2].Options[0].Description = "Changed"
	if same(&defs[1], &again[1]) {
		t.Error("a change in a group is not seen")
	}
	cancel := defs[1].Options[1]
	var names []string
	for _, o := range cancel.Options {
		names = append(names, o.Name)
	}
	if want := []string{"who", "name", "forks", "quiet", Confirm, Private}; !slices.Equal(names, want) || !cancel.Options[0].Required {
		t.Errorf("cancel takes %v, want %v", names, want)
	}

	value := func(name string, v any) *Value { return &Value{Name: name, Value: v} }
	in := func(name string, options ...*Value) []*Value { return []*Value{{Name: name, Options: options}} }
	for want, values := range map[string][]*Value{
		`event name:"Autumn Dash"`:      in("show", value("name", "Autumn Dash")),
		`event`:                         in("show"),
		`event organiser add who:"bob"`: in("organiser", in("add", value("who", "bob"))...),
		`event cancel name:"Autumn Dash" forks:2 quiet who:"a b" confirm`: in("cancel", value("who", " a \"b\n"), value("name", "Autumn Dash"), value("forks", 2.0), value("quiet", true), value(Confirm, true)),
		`event cancel who:"bob"`: in("cancel", value("who", "bob"), value("quiet", false), value(Confirm, false)),
		`event name:"old"`:       {value("name", "old")}, // as it was before there were subcommands
	} {
		c, said := Chosen(r, "event", values)
		if c == nil {
			t.Errorf("%s: no command", want)
		} else if got := Line(c, Said(said)); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for _, values := range [][]*Value{in("nosuch"), in("organiser", in("nosuch")...)} {
		if c, _ := Chosen(r, "event", values); c != nil {
			t.Errorf("%v is %s", values[0], c.Path())
		}
	}
	if c, said := Chosen(r, "event", []*Value{nil}); c == nil || len(Said(said)) != 0 {
		t.Errorf("a null: %v %v", c, said)
	}
}

// TestSubcommandsAnswer: the real commands' own subcommands are answered.
func TestSubcommandsAnswer(t *testing.T) {
	r := newRouter(t)
	for _, tt := range []struct{ command, sub, option, value, want string }{
		{"set", "version", "version", "3.4.3", "3.4.3"},
		{"set", "prefix", "prefix", "@", "@"},
		{"set", "show", "", "", "3.4.3"},
		{"admin", "ignore", "who", "mallory", "mallory"},
		{"admin", "status", "", "", ""},
		{"gods", "elbereth", "monster", "minotaur", "inotaur"},
	} {
		var values []*Value
		if tt.option != "" {
			values = []*Value{{Name: tt.option, Value: tt.value}}
		}
		c, said := Chosen(r, tt.command, []*Value{{Name: tt.sub, Options: values}})
		line := Line(c, Said(said))
		reply := r.Answer(t.Context(), commands.Request{Line: line, Network: "discord", Place: "1", User: discordtest.AliceID, Operator: true, Admin: true})
		if reply.Failed || !strings.Contains(reply.Summary, tt.want) {
			t.Errorf("%q: %s", line, reply.Summary)
		}
	}
}

func TestChoicesOf(t *testing.T) {
	list := []string{"", " ", "a", "a", strings.Repeat("x", 101), strings.Repeat("🐉", 51), strings.Repeat("y", 100)}
	for i := range 40 {
		list = append(list, strconv.Itoa(i))
	}
	got := ChoicesOf(list).Choices
	if len(got) != api.MaxChoices || got[0].Value != "a" || got[1].Value != strings.Repeat("y", 100) || got[2].Value != "0" {
		t.Errorf("%+v", got)
	}
}

func FuzzComplete(f *testing.F) {
	r := newRouter(f)
	f.Add("fail", "spell", "forc", "3.4.3")
	f.Add("fail", "worn", "robe, +2 cursed p", "")
	f.Add("ask", "line", "fail wiz", "")
	f.Fuzz(func(t *testing.T, command, focused, typed, version string) {
		options := map[string]any{"version": version, focused: typed}
		got := ChoicesOf(Complete(r, Find(r, command), focused, options))
		if len(got.Choices) > api.MaxChoices {
			t.Errorf("%d choices", len(got.Choices))
		}
		for _, c := range got.Choices {
			if c.Name == "" || api.Length(c.Name) > api.MaxChoice {
				t.Errorf("api.Choice %q", c.Name)
			}
		}
	})
}

func BenchmarkDefinitions(b *testing.B) {
	r := newRouter(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Definitions(r, true); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkComplete(b *testing.B) {
	r := newRouter(b)
	c := Find(r, "fail")
	options := map[string]any{"version": "3.4.3", "role": "Wizard", "worn": "robe, pl"}
	b.ReportAllocs()
	for b.Loop() {
		if len(Complete(r, c, "worn", options)) == 0 {
			b.Fatal("nothing")
		}
	}
}

// BenchmarkCompleteNonsense tries all that completion forgives.
func BenchmarkCompleteNonsense(b *testing.B) {
	r := newRouter(b)
	b.ReportAllocs()
	for b.Loop() {
		if len(Complete(r, nil, AskLine, map[string]any{AskLine: "fail wiz qqqqq xxxxx zzzzz"})) > 0 {
			b.Fatal("something")
		}
	}
}

// TestExtras: the tables of what only Discord shows name commands and parameters that
// exist; a form has at most five fields and a short title.
func TestExtras(t *testing.T) {
	r := newRouter(t)
	for path := range messageMenu {
		if c := At(r, path); c == nil || !c.TakesText {
			t.Errorf("%s takes no text, which the menu of a message gives it", path)
		}
	}
	for path := range userMenu {
		if c := At(r, path); c == nil || c.Referring(commands.ToUser) == nil {
			t.Errorf("%s takes no user, whom the menu of a user gives it", path)
		}
	}
	for path, f := range forms {
		c := At(r, path)
		if c == nil {
			t.Errorf("there is no command %s for the form", path)
			continue
		}
		names := slices.Concat(f.must, f.may)
		if n := len(names); n == 0 || n > maxFields || f.Title == "" || api.Length(f.Title) > api.MaxModalText {
			t.Errorf("%s: %d fields, %q", path, n, f.Title)
		}
		for _, name := range names {
			if p := named(c, []string{name}); len(p) == 0 || p[0].Kind == commands.KindFlag {
				t.Errorf("%s does not take %s as a field", path, name)
			}
		}
	}
}

// maxFields is how many fields Discord shows in a form.
const maxFields = 5

// TestManagers: only what is for those who run a place is hidden from others.
func TestManagers(t *testing.T) {
	defs, err := Definitions(newRouter(t), true)
	if err != nil {
		t.Fatal(err)
	}
	var hidden []string
	for _, d := range defs {
		if d.Permissions != nil && *d.Permissions == discordgo.PermissionManageChannels {
			hidden = append(hidden, d.Name)
		}
	}
	slices.Sort(hidden)
	if got := strings.Join(hidden, " "); got != "announce set" && got != "admin announce set" {
		t.Errorf("hidden: %s", got)
	}
}

// TestCompletionForgives: what is misspelt is completed as well.
func TestCompletionForgives(t *testing.T) {
	r := newRouter(t)
	if got := r.Answer(t.Context(), commands.Request{Line: `join as stenno in "Autumn Dash"`, Network: "discord", Place: "1", User: discordtest.AliceID, Nick: "alice"}); got.Failed {
		t.Fatal(got.Summary)
	}
	for _, x := range []struct{ path, option, typed, want string }{
		{"mon", "monster", "cockatrise", "cockatrice"},
		{"mon", "monster", "kockatrice", "cockatrice"},
		{"mon", "monster", "ockatric", "cockatrice"},
		{"mon", "monster", "ccockatri", "cockatrice"},
		{"mon", "monster", "occkatr", "cockatrice"},
		{"item", "item", "unicron h", "unicorn horn"},
		{"item", "item", "ynicorn h", "unicorn horn"},
		{"fail", "worn", "robe, vloak of mag", "robe, cloak of magic resistance"},
		{"tourney confirm", "account", "ztenno", "stenno"},
		{"", AskLine, "mon kockatrice", "mon cockatrice"},
		{"fail", "spell", "magik mis", "magic missile"},
		{"theft", "carrying", "uncurced magic mark", "uncursed magic marker"},
		{"standings", "tournament", "Autunm", "Autumn Dash"},
		{"standings", "category", "tunr", "turns"},
		{"set version", "version", "3.4", "3.4.3"},
		{"", AskLine, "mon cockatrise", "mon cockatrice"},
	} {
		c := At(r, x.path)
		got := Complete(r, c, x.option, map[string]any{x.option: x.typed})
		if !slices.Contains(got, x.want) {
			t.Errorf("%s %s:%s completes to %q, want %q among them", x.path, x.option, x.typed, got, x.want)
		}
	}
	for _, typed := range []string{"zzzzzz", "日本語日本", "éééé"} {
		if got := Complete(r, At(r, "mon"), "monster", map[string]any{"monster": typed}); len(got) != 0 {
			t.Errorf("%s: %q", typed, got)
		}
	}
}

// TestNoEmptyPromise: an option that says it completes does so for some letter.
func TestNoEmptyPromise(t *testing.T) {
	r := newRouter(t)
	if got := r.Answer(t.Context(), commands.Request{Line: `join as stenno in "Autumn Dash"`, Network: "discord", Place: "1", User: discordtest.AliceID, Nick: "alice"}); got.Failed {
		t.Fatal(got.Summary)
	}
	for c := range commands.Every(r.Commands()) {
		for _, p := range c.Params {
			o := option(r, c, p)
			if !o.Autocomplete || strings.HasPrefix(c.Path(), "wiki") { // no wiki is imported here
				continue
			}
			found := false
			for _, typed := range strings.Split("abcdefghijklmnopqrstuvwxyz35", "") {
				if found = len(Complete(r, c, p.Name, map[string]any{p.Name: typed})) > 0; found {
					break
				}
			}
			if !found {
				t.Errorf("%s %s completes nothing", c.Path(), p.Name)
			}
		}
	}
}

// TestPickers: what is Discord's own is picked in an option of its own type.
func TestPickers(t *testing.T) {
	r := newRouter(t)
	for _, x := range []struct {
		path, option string
		want         discordgo.ApplicationCommandOptionType
	}{
		{"admin ignore", "who", discordgo.ApplicationCommandOptionUser},
		{"admin quiet", "channel", discordgo.ApplicationCommandOptionChannel},
		{"tourney organiser add", "account", discordgo.ApplicationCommandOptionMentionable},
		{"tourney enter", "user", discordgo.ApplicationCommandOptionUser},
		{"tourney enter", "account", discordgo.ApplicationCommandOptionString},
		{"whois", "user", discordgo.ApplicationCommandOptionUser},
	} {
		c := At(r, x.path)
		i := slices.IndexFunc(c.Params, func(p *commands.Param) bool { return p.Name == x.option })
		if got := option(r, c, c.Params[i]).Type; got != x.want {
			t.Errorf("%s %s is of type %d, want %d", x.path, x.option, got, x.want)
		}
	}
	c := At(r, "tourney organiser add")
	options := map[string]any{"account": "77"}
	Roles(c, options, map[string]int{"88": 0})
	if got := Line(c, options); got != `tourney organiser add account:"77"` {
		t.Error(got)
	}
	Roles(c, options, map[string]int{"77": 0})
	if got := Line(c, options); got != `tourney organiser add account:"role:77"` {
		t.Error(got)
	}
}

// TestBlessingsCutShort: what is said of a thing may be cut short where its name is completed.
func TestBlessingsCutShort(t *testing.T) {
	r := newRouter(t)
	for typed, want := range map[string]string{"7 bles uni": "7 blessed unicorn horn", "2 unc magic mar": "2 uncursed magic marker"} {
		if got := Complete(r, Find(r, "poly"), "pile", map[string]any{"pile": typed}); !slices.Contains(got, want) {
			t.Errorf("%s: %q", typed, got)
		}
	}
}
