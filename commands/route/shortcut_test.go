package route_test

import (
	"fmt"
	"strings"
	"testing"

	"delphi/commands"
	"delphi/commands/commandstest"
)

// TestAliases: a word of one's own or of the channel stands for a line, with arguments, and no
// further than through a few others.
func TestAliases(t *testing.T) {
	r := commandstest.New(t)
	say := func(user, line, want string) commands.Reply {
		t.Helper()
		req := commandstest.Request(line)
		req.User, req.Nick, req.Operator = commands.User(user), user, user == "op"
		reply := r.Answer(t.Context(), req)
		if !strings.Contains(reply.Summary, want) {
			t.Errorf("%s: %s: %s %q", user, line, reply.Summary, reply.Hints)
		}
		return reply
	}
	if r.Known("test", "#test", "mypile") {
		t.Error("a word that nobody has made is known")
	}
	say("alice", "alias", "You have no aliases")
	say("alice", "alias mypile poly 12 unihorns for marker", "mypile now stands for: poly 12 unihorns for marker.")
	want := say("alice", "poly 12 unihorns for marker", "").Summary
	say("alice", "mypile", want)
	if !r.Known("test", "#test", "mypile") {
		t.Error("an alias is not known by its prefix")
	}
	if reply := say("bob", "mypile", ""); !reply.Silent {
		t.Errorf("alice's alias is bob's: %s", reply.Summary)
	}
	say("alice", "alias tries odds 1/$1 $2 tries", "now stands for")
	say("alice", "tries 12 20", say("alice", "odds 1/12 20 tries", "").Summary)
	say("alice", "alias twenty tries $1 20", "now stands for")
	say("alice", "twenty 12", say("alice", "odds 1/12 20 tries", "").Summary)
	say("alice", "alias", "You have 3: mypile (poly 12 unihorns for marker), tries (odds 1/$1 $2 tries)")
	say("op", "set alias bolt fail wiz xl$1 int16 basic force bolt", "bolt now stands for")
	say("bob", "bolt 8", say("bob", "fail wiz xl8 int16 basic force bolt", "").Summary)
	say("bob", "set alias bolt help", "Only operators")
	say("alice", "alias loop loop x", "does not lead to a command")
	say("alice", "alias gone blarg 5", "does not lead to a command")
	say("alice", "alias fail poly 2 rocks", "is a command already")
	say("alice", "alias x1! poly", "An alias is a word")
	say("alice", "alias forget mypile", "I have forgotten mypile.")
	if reply := say("alice", "mypile", ""); !reply.Silent {
		t.Errorf("forgotten: %s", reply.Summary)
	}
	for i := range 18 {
		say("alice", fmt.Sprintf("alias a%d help", i), "now stands for")
	}
	say("alice", "alias onemore help", "which is as many as I keep")
	say("alice", "me", "not saved a character") // they are kept apart
}
