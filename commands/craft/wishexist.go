package craft

import (
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/engine/dice"
	"delphi/engine/wish"
)

// optionsTold says which options a wish gives that are assumed otherwise.
type optionsTold struct {
	luck  bool
	count bool // of the artifacts that exist
}

// readAside reads the wish of a call without a change to the call: what reading it notes is noted
// when the wish is told. aside is the call with what the text says.
func readAside(c *commands.Call) (aside *commands.Call, q *wish.Question, told optionsTold, err error) {
	call := *c
	call.Notes, call.Values = nil, slices.Clone(c.Values)
	q, told, err = wishQuestion(&call)
	return &call, q, told, err
}

// recallWish adds the artifact in a character's hand to those that exist, if the wish is for
// an artifact.
func recallWish(c, character *commands.Call) []string {
	_, q, _, err := readAside(c)
	if err != nil || !forArtifact(q) {
		return nil
	}
	a := hero.InHand(c.Rules, character, q.Role)
	if a == nil || slices.Contains(q.Exist, a.Name) {
		return nil
	}
	v := c.Value(wished.Param)
	v.Text = "existing " + strings.TrimPrefix(a.Name, "The ") + "; " + v.Text
	return hero.Counted(a)
}

// saysLuck reports whether a wish gives the Luck among its options, which a saved character's does
// not change.
func saysLuck(c *commands.Call, p *commands.Param) bool {
	if p != hero.Luck.Param {
		return false
	}
	_, _, told, err := readAside(c)
	return err == nil && told.luck
}

// fewer reports whether more artifacts that exist would make what is wished for less likely
// than it is now.
func fewer(q *wish.Question, now float64) bool {
	other := *q
	other.Existing = mostExist
	return now > 0 && forArtifact(q) && exactlyOf(&other) < now
}

// mostExist is the largest number of artifacts that a wish may say exist.
const mostExist = 50

// forArtifact reports whether a wish names an artifact, which may exist already.
func forArtifact(q *wish.Question) bool {
	other := *q
	other.Exist, other.Existing, other.Role = nil, 0, ""
	return slices.ContainsFunc(wish.Read(&other).Grant(), func(x dice.Case[wish.Arrival]) bool {
		return strings.Contains(x.What.Flags, "artifact=")
	})
}
