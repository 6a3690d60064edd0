package league

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/asker"
	"delphi/commands/wording"
	"delphi/engine/games/query"
	"delphi/engine/problem"
)

// shared returns the commands of the bots that announce games on IRC, under the same
// names. They are off in channels where such a bot may live.
func (r *room) shared() []*commands.Command {
	list := append(r.keepers(), r.milestones(), r.rng(), r.setMinTurns(), r.tell())
	for _, c := range list {
		c.SharedName = true
	}
	return list
}

// Bounds of rng.
const (
	mostRandom  = 1_000_000_000
	mostDice    = 100
	mostChoices = 100
)

var (
	diceShape  = regexp.MustCompile(`^(\d*)d(\d+)$`)
	rangeShape = regexp.MustCompile(`^(-?\d+)(?:\s*(?:-|to|\.\.)\s*(-?\d+))?$`)
	orShape    = regexp.MustCompile(`(?i)\s*\|\s*|\s*,\s*|\s+or\s+`)
)

// rng picks one of several things, a number or what dice show.
func (r *room) rng() *commands.Command {
	of := commands.NewWords(commands.Param{Name: "of", Summary: "Things with | between, a number, a range or dice: a | b | c, 100, 5-10, 2d6", Bare: true, Rest: true, Needed: true})
	return &commands.Command{
		Name: "rng", Group: "chances",
		Summary: "Pick one of several things, a number, or what dice show", Params: commands.Takes(of),
		Examples: []string{"rng wiz | val | sam", "rng 100", "rng 2d6"},
		Run: func(_ context.Context, c *commands.Call) (commands.Reply, error) {
			text := strings.TrimSpace(of.In(c))
			if m := diceShape.FindStringSubmatch(strings.ToLower(text)); m != nil {
				return r.roll(m[1], m[2])
			}
			if m := rangeShape.FindStringSubmatch(text); m != nil {
				return r.number(m[1], m[2])
			}
			var things []string
			for _, s := range orShape.Split(text, -1) {
				if s = strings.TrimSpace(s); s != "" {
					things = append(things, s)
				}
			}
			switch n := len(things); {
			case n < 2:
				return commands.Reply{}, problem.New("I pick one of two or more things, or a number.", "rng wiz | val | sam", "rng 100", "rng 2d6")
			case n > mostChoices:
				return commands.Reply{}, problem.Newf("That is %d things; I pick from up to %d.", n, mostChoices)
			}
			chosen := things[r.uniform(uint64(len(things)))]
			return commands.Reply{Summary: chosen, Headline: chosen, Data: map[string]any{"chosen": chosen, "of": len(things)}}, nil
		},
	}
}

// uniform returns a number from 0 to n-1, each as likely as the others.
func (r *room) uniform(n uint64) uint64 {
	for {
		if x := r.book.Random(); x < math.MaxUint64-math.MaxUint64%n {
			return x % n
		}
	}
}

func (r *room) number(from, to string) (commands.Reply, error) {
	low, err := strconv.ParseInt(from, 10, 64)
	high := low
	if to == "" {
		low = 1
	} else if err == nil {
		high, err = strconv.ParseInt(to, 10, 64)
	}
	if err != nil || low < -mostRandom || high > mostRandom || low > high {
		return commands.Reply{}, problem.Newf("Write the lower number first; numbers go up to %s.", query.Commas(mostRandom)).Try("rng 100", "rng 5-10")
	}
	n := low + int64(r.uniform(uint64(high-low+1)))
	return commands.Reply{Summary: query.Commas(n) + fmt.Sprintf(" (of %s to %s)", query.Commas(low), query.Commas(high)), Headline: query.Commas(n), Data: map[string]any{"chosen": n}}, nil
}

func (r *room) roll(dice, sides string) (commands.Reply, error) {
	n, s := 1, 0
	var err error
	if dice != "" {
		n, err = strconv.Atoi(dice)
	}
	if err == nil {
		s, err = strconv.Atoi(sides)
	}
	if err != nil || n < 1 || n > mostDice || s < 1 || s > mostRandom {
		return commands.Reply{}, problem.Newf("I roll 1 to %d dice of at least one side.", mostDice).Try("rng 2d6", "rng d20")
	}
	sum := 0
	var each []string
	for range n {
		x := 1 + int(r.uniform(uint64(s)))
		sum += x
		each = append(each, strconv.Itoa(x))
	}
	out := commands.Reply{Summary: query.Commas(int64(sum)), Headline: query.Commas(int64(sum)), Data: map[string]any{"chosen": sum}}
	if n > 1 {
		list, _ := wording.List(each, " + ", 200)
		out.Summary += " (" + list + ")"
	}
	return out, nil
}

// setMinTurns sets how long a player's games must last to be announced.
func (r *room) setMinTurns() *commands.Command {
	of := commands.NewWords(commands.Param{Name: "turns", Summary: "Games that end in fewer turns are not announced (0: all are); you may put your account first", Bare: true, Rest: true, Needed: true})
	return &commands.Command{
		Name: "setmintc", Group: "history", Source: commands.FromGames, Summary: "Keep your short games out of announcements", Params: commands.Takes(of),
		Examples: []string{"setmintc 1000", "setmintc alice 1000"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			words := strings.Fields(of.In(c))
			name := asker.Nick(&c.Request)
			if len(words) == 2 {
				name = words[0]
			}
			turns, err := strconv.ParseInt(strings.ReplaceAll(words[len(words)-1], ",", ""), 10, 64)
			if err != nil || turns < 0 || turns > mostRandom || len(words) > 2 {
				return commands.Reply{}, problem.New("How many turns must your game last to be announced?", "setmintc 1000", "setmintc alice 1000")
			}
			if err := r.book.People().SetMinTurns(ctx, asker.User(&c.Request), name, turns); err != nil {
				return commands.Reply{}, err
			}
			if turns == 0 {
				return commands.Reply{Summary: "All games of " + name + " may be announced again."}, nil
			}
			return commands.Reply{
				Summary: fmt.Sprintf("Games of %s that end in fewer than %s turns are not announced now; ascensions always are.", name, query.Commas(turns)),
				Hints:   []string{"setmintc " + name + " 0"},
			}, nil
		},
	}
}
