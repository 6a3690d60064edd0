package bot

import (
	"testing"
	"time"
)

// TestNeighbours: what another bot answers twice in a row is theirs, marked or not, until it
// lets it pass twice; a person who talks is no bot.
func TestNeighbours(t *testing.T) {
	now := time.Unix(1e9, 0)
	n := NewNeighbours()
	n.now = func() time.Time { return now }
	say := func(nick, text string, robot bool, after time.Duration) {
		now = now.Add(after)
		n.Heard("libera", "#nethack", nick, text, "!", robot)
	}
	theirs := func(word, want string) {
		t.Helper()
		if by, ok := n.Theirs("libera", "#nethack", word); ok != (want != "") || ok && by != want {
			t.Errorf("%s is answered by %q (%t), want %q", word, by, ok, want)
		}
	}
	round := func(word, nick string, robot bool, after time.Duration) {
		say("alice", "!"+word+" x", false, time.Minute)
		if nick != "" {
			say(nick, "the last game of x", robot, after)
		}
	}
	round("lastgame", "Rodney", true, time.Second)
	theirs("lastgame", "") // once may be chance
	round("lastgame", "Rodney", true, time.Second)
	theirs("lastgame", "Rodney")
	round("asc", "Rodney", true, 10*time.Second) // too late to be an answer
	round("asc", "Rodney", true, 10*time.Second)
	theirs("asc", "")
	for range 8 { // nobody marks it, but only a bot is always so quick
		round("streak", "Beholder", false, 300*time.Millisecond)
	}
	theirs("streak", "Beholder")
	for range 8 {
		round("fail", "bob", false, 700*time.Millisecond)
		say("bob", "and then I said something else", false, 20*time.Second)
		say("bob", "and something more", false, 20*time.Second)
	}
	theirs("fail", "")
	if left := n.Left("libera", "#nethack"); len(left) != 2 || left[0] != [2]string{"lastgame", "Rodney"} {
		t.Errorf("left to others: %v", left)
	}
	for range 3 { // the bot is gone; the third time shows what became of the second
		round("lastgame", "", false, 0)
	}
	theirs("lastgame", "")
	if _, ok := n.Theirs("libera", "#other", "streak"); ok {
		t.Error("one channel's bots answer in another")
	}
	for i := range 1000 { // bounded
		say("eve", "!"+time.Duration(i).String(), false, time.Millisecond)
		say(time.Duration(i).String(), "hello", false, time.Millisecond)
	}
}
