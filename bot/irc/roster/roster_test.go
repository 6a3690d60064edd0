package roster

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestCasemap(t *testing.T) {
	for _, c := range []struct {
		name, in, want string
	}{
		{"rfc1459", `Nick[A]\~É^`, "nick{a}|~É~"},
		{"strict-rfc1459", `Nick[A]\~^`, "nick{a}|~^"},
		{"ascii", `Nick[A]\~^`, `nick[a]\~^`},
		{"precis", "ABC", "abc"},
	} {
		if got := parseCasemap(c.name).Fold(c.in); got != c.want {
			t.Errorf("%s: %q -> %q, want %q", c.name, c.in, got, c.want)
		}
	}
}

func TestRoster(t *testing.T) {
	is := NewSupport()
	for _, tok := range []string{"PREFIX=(qaohv)~&@%+", "CHANMODES=beI,k,l,imnpst", "BOT=B", "WHOX", "STATUSMSG=@+", "PREFIX=(ov", "NICKLEN=x", ""} {
		is.Set(tok)
	}
	r := New(&is)
	r.Names("#a", "@early") // before we are in
	r.Enter("#A")
	r.Names("#a", "me ~@owner @op %half +voiced &admin plain")
	ops := func() string {
		var out []string
		for nick := range r.channels["#a"] {
			if r.IsOp("#a", nick) {
				out = append(out, nick)
			}
		}
		slices.Sort(out)
		return strings.Join(out, " ")
	}
	step := func(want string) {
		t.Helper()
		if got := ops(); got != want {
			t.Errorf("ops: %q, want %q", got, want)
		}
	}
	step("admin op owner")
	r.Mode("#a", "+b-o+lko", []string{"*!*@x", "OP", "25", "key", "plain"})
	step("admin owner plain")
	r.Mode("#a", "-l+v-o", []string{"plain", "plain"})
	step("admin owner")
	r.Mode("#a", "+h-q", []string{"plain"}) // an argument is missing
	step("admin owner")
	r.Rename("Owner", "[away]")
	step("admin {away}")
	r.SetAccount("{AWAY}", "Oracle")
	if got := r.Account("[away]"); got != "Oracle" {
		t.Errorf("account %q", got)
	}
	r.SetAccount("[away]", "*")
	if got := r.Account("[away]"); got != "" {
		t.Errorf("account %q after logging out", got)
	}
	r.Enter("#b")
	r.Add("#b", "admin")
	r.Remove("#a", "admin")
	step("{away}")
	if r.users["admin"] == nil {
		t.Error("forgot somebody who is still in #b")
	}
	r.Leave("#b")
	if r.users["admin"] != nil || r.In("#b") {
		t.Error("remembers somebody who shares no channel")
	}
	r.Quit("[AWAY]")
	step("")
}

// TestRosterAgainstModel compares the roster with a plain model of who is where,
// and checks that it keeps nobody who shares no channel with us.
func TestRosterAgainstModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		is := NewSupport()
		r := New(&is)
		model := map[string]map[string]bool{} // channel -> nicks
		channel := rapid.SampledFrom([]string{"#a", "#b", "#café"})
		nick := rapid.SampledFrom([]string{"x", "y", "z", "é"})
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			c, n := channel.Draw(t, "channel"), nick.Draw(t, "nick")
			switch rapid.IntRange(0, 5).Draw(t, "what") {
			case 0:
				r.Enter(c)
				if model[c] == nil {
					model[c] = map[string]bool{}
				}
			case 1:
				r.Leave(strings.ToUpper(c[:2]) + c[2:])
				delete(model, c)
			case 2:
				r.Add(c, n)
				if model[c] != nil {
					model[c][n] = true
				}
			case 3:
				r.Remove(c, n)
				delete(model[c], n)
			case 4:
				r.Quit(n)
				for _, m := range model {
					delete(m, n)
				}
			case 5:
				to := nick.Draw(t, "to")
				known := false
				for _, m := range model {
					known = known || m[n]
				}
				r.Rename(n, to)
				if to == n || !known {
					break
				}
				for _, m := range model {
					delete(m, to)
					if m[n] {
						delete(m, n)
						m[to] = true
					}
				}
			}
			everybody := map[string]int{}
			for c, m := range model {
				got := slices.Sorted(maps.Keys(r.channels[c]))
				if want := slices.Sorted(maps.Keys(m)); !slices.Equal(got, want) || r.channels[c] == nil {
					t.Fatalf("%s holds %q, want %q", c, got, want)
				}
				for n := range m {
					everybody[n]++
				}
			}
			if len(r.channels) != len(model) || len(r.users) != len(everybody) {
				t.Fatalf("%d channels and %d users, want %d and %d", len(r.channels), len(r.users), len(model), len(everybody))
			}
			for n, in := range everybody {
				if r.users[n] == nil || r.users[n].in != in {
					t.Fatalf("%s: %+v, want in %d channels", n, r.users[n], in)
				}
			}
		}
	})
}

// TestPresent: other goroutines see who is there as the roster does, whoever comes,
// goes and is renamed.
func TestPresent(t *testing.T) {
	nick := rapid.SampledFrom([]string{"alice", "Bob", "[eve]", "{EVE}", "dan"})
	channel := rapid.SampledFrom([]string{"#a", "#b"})
	rapid.Check(t, func(t *rapid.T) {
		is := NewSupport()
		r := New(&is)
		r.Enter("#a")
		r.Enter("#b")
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			n, c := nick.Draw(t, "nick"), channel.Draw(t, "channel")
			switch rapid.IntRange(0, 5).Draw(t, "what") {
			case 0, 1:
				r.Add(c, n)
			case 2:
				r.Remove(c, n)
			case 3:
				r.Quit(n)
			case 4:
				r.Rename(n, nick.Draw(t, "to"))
			case 5:
				r.Leave(c)
				r.Enter(c)
			}
			for _, n := range []string{"alice", "bob", "{eve}", "DAN", "nobody"} {
				if there := r.users[is.Casemap.Fold(n)] != nil; r.Present.Has(n) != there {
					t.Fatalf("%s is there: %t, and present says otherwise", n, there)
				}
			}
		}
	})
}
