package tourney

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/asker"
	"delphi/commands/contest"
	"delphi/engine/problem"
	"delphi/engine/query"
	"delphi/engine/score"
	"delphi/engine/xlog"
)

// mostItems is how many things one draw takes.
const mostItems = 200

// Kinds of a draw.
const (
	drawOrder = "order"
	drawPairs = "pairs"
	drawSome  = "some"
)

var drawnNumber = commands.NewNumber(commands.Param{Name: "number", Summary: "How many to draw", Bare: true, Min: 1, Max: mostItems})

// drawnItems returns the parameter that lists what is drawn from.
func drawnItems(change ...func(*commands.Param)) commands.Words {
	p := commands.Param{Name: "items", Summary: "What to draw from, with commas between: ann, bob, cid", Bare: true, Rest: true}
	for _, c := range change {
		c(&p)
	}
	return commands.NewWords(p)
}

func (r *room) draw() *commands.Command {
	items := drawnItems(func(p *commands.Param) { p.Words = []string{"of"} })
	return &commands.Command{
		Name: "draw", Summary: "Draw lots that anyone can check: first the hash, later the seed",
		Own: drawSome, Params: commands.Takes(drawnNumber, items),
		Answers:  true,
		Examples: []string{"draw 2 of ann, bob, cid", "draw order ann, bob, cid"},
		Subs: []*commands.Command{
			r.drawAll(drawOrder, "Draw an order of things"),
			r.drawAll(drawPairs, "Draw pairs of things"),
			r.drawOne("role", "Draw a role"),
			r.drawOne("race", "Draw a race"),
			r.drawOne("hero", "Draw a role with race, gender and alignment"),
			r.drawOne("variant", "Draw a variant of the game"),
			r.drawEntrants(), r.reveal(), r.check(),
		},
		Check: func(_ context.Context, c *commands.Call) error {
			_, err := lots(c, items)
			return err
		},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			what, err := lots(c, items)
			if err != nil {
				return commands.Reply{}, err
			}
			return r.drawn(ctx, c, what)
		},
	}
}

// lots returns what a call draws from: the things that it lists, or those that the game
// has.
func lots(c *commands.Call, items commands.Words) (contest.Drawing, error) {
	n, ok := drawnNumber.In(c)
	list := listed(items.In(c))
	if all := ofTheGame[strings.ToLower(items.In(c))]; all != nil && (!ok || n == 1) {
		n, ok, list = 1, true, all()
	} else if all := heroesBy(wordsOf(items.In(c))); all != nil {
		n, ok, list = max(1, n), true, all
	}
	switch {
	case !ok || len(list) == 0:
		return contest.Drawing{}, problem.New("Draw what?", "draw order ann, bob, cid", "draw pairs ann, bob, cid, dan", "draw 2 of ann, bob, cid", "draw role", "draw reveal", "draw check")
	case n > len(list):
		return contest.Drawing{}, problem.New(fmt.Sprintf("I can't draw %d out of %d.", n, len(list)), "draw 2 of ann, bob, cid")
	}
	return contest.Drawing{Kind: drawSome, N: n, Items: list}, nil
}

// ofTheGame is what the game has of a kind, to draw one of.
var ofTheGame = map[string]func() []string{
	"role": func() []string { return slices.Clone(query.Roles) },
	"race": func() []string { return []string{"Hum", "Elf", "Dwa", "Gno", "Orc"} },
	"hero": score.Heroes,
	"variant": func() []string {
		return slices.DeleteFunc(xlog.Variants(), func(v string) bool { return v == xlog.Other })
	},
}

// heroParts holds words for the parts that score.Heroes lists, in the same order.
var heroParts = [][]string{{"role", "class"}, {"race"}, {"gender", "sex"}, {"alignment", "align"}}

func wordsOf(text string) []string {
	return strings.Fields(strings.ToLower(strings.ReplaceAll(text, ",", " ")))
}

// heroesBy returns what the game has of several of the parts of a hero together, for
// "role and race": the pairs that it allows. It is nil if the words name fewer than two
// parts, or anything else.
func heroesBy(said []string) []string {
	var parts []int
	for i, names := range heroParts {
		if slices.ContainsFunc(said, func(w string) bool { return slices.Contains(names, w) }) {
			parts = append(parts, i)
		}
	}
	if len(parts) < 2 || slices.ContainsFunc(said, func(w string) bool {
		return !stopWords[w] && !slices.ContainsFunc(heroParts, func(names []string) bool { return slices.Contains(names, w) })
	}) {
		return nil
	}
	var out []string
	for _, hero := range score.Heroes() {
		all := strings.Fields(hero)
		var of []string
		for _, i := range parts {
			of = append(of, all[i])
		}
		if text := strings.Join(of, " "); !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}

// listed splits a list at its commas.
func listed(text string) (out []string) {
	for item := range strings.SplitSeq(text, ",") {
		if item = strings.Join(strings.Fields(item), " "); item != "" {
			out = append(out, item)
		}
	}
	return out
}

// drawnIn returns the place that a draw belongs to. One made in private is the asker's
// own: a channel must have seen the hash of whatever it is shown.
func drawnIn(req *commands.Request) contest.Place {
	if req.Private {
		return contest.Place{Network: string(req.Network), Place: string(req.User)}
	}
	return asker.Place(req)
}

// drawn makes a draw and publishes its hash.
func (r *room) drawn(ctx context.Context, c *commands.Call, d contest.Drawing) (commands.Reply, error) {
	if len(d.Items) > mostItems {
		return commands.Reply{}, problem.Newf("I can draw from at most %d things, not %d.", mostItems, len(d.Items))
	}
	d.By = string(c.User)
	d, err := r.book.Draw(ctx, drawnIn(&c.Request), d)
	if err != nil {
		return commands.Reply{}, err
	}
	return commands.Reply{
		Summary: fmt.Sprintf("The lots are drawn from %d (%s). The hash is %s. To learn the seed and the result, say: draw reveal", len(d.Items), commands.Cut(strings.Join(d.Items, ", "), 160), d.Hash),
		Hints:   []string{"draw reveal"},
	}, nil
}

// drawAll returns a draw of all of some things.
func (r *room) drawAll(kind, summary string) *commands.Command {
	items := drawnItems(func(p *commands.Param) { p.Needed = true })
	return &commands.Command{
		Name: kind, Summary: summary, Params: commands.Takes(items), Examples: []string{"draw " + kind + " ann, bob, cid"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			return r.drawn(ctx, c, contest.Drawing{Kind: kind, Items: listed(items.In(c))})
		},
	}
}

// drawOne returns a draw of one out of what the game has, or out of a list.
func (r *room) drawOne(what, summary string) *commands.Command {
	items := drawnItems(func(p *commands.Param) { p.Summary = "What to draw from, if not from all, with commas between" })
	return &commands.Command{
		Name: what, Summary: summary, Params: commands.Takes(items), Examples: []string{"draw " + what},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			list := listed(items.In(c))
			said := wordsOf(items.In(c))
			if all := heroesBy(append(said, what)); all != nil {
				list = all
			} else if !slices.ContainsFunc(said, func(w string) bool { return !stopWords[w] }) { // "draw role please"
				list = ofTheGame[what]()
			}
			return r.drawn(ctx, c, contest.Drawing{Kind: drawSome, N: 1, Items: list})
		},
	}
}

func (r *room) drawEntrants() *commands.Command {
	pairs := commands.NewFlag(commands.Param{Name: "pairs", Summary: "In pairs"})
	name := r.tournament()
	return &commands.Command{
		Name: "entrants", Summary: "Draw an order, or pairs, of a tournament's entrants", Params: commands.Takes(name, pairs), Examples: []string{"draw entrants"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			t, err := r.find(ctx, &c.Request, name.In(c))
			if err != nil {
				return commands.Reply{}, err
			}
			d := contest.Drawing{Kind: drawOrder}
			if pairs.In(c) {
				d.Kind = drawPairs
			}
			for _, e := range t.Entrants {
				d.Items = append(d.Items, e.Name)
			}
			return r.drawn(ctx, c, d)
		},
	}
}

func (r *room) reveal() *commands.Command {
	return &commands.Command{
		Name: "reveal", Aliases: []string{"show"}, Summary: "Tell the seed and the result of the last draw here", Examples: []string{"draw reveal"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			d, err := r.book.Reveal(ctx, drawnIn(&c.Request))
			if err != nil {
				return commands.Reply{}, err
			}
			out := commands.Reply{Summary: fmt.Sprintf("Drawn: %s. The seed is %s, and the hash was %s.", d.Words(), d.Seed, d.Hash), Hints: []string{"draw check"}, Data: d}
			if line := " To check it, type in a shell: " + shellCheck(d); len(out.Summary)+len(line) <= commands.LineBudget {
				out.Summary += line
			}
			out.Field("in a shell", "%s", shellCheck(d))
			return out, nil
		},
	}
}

// shellCheck returns a line that anyone can copy into a shell: it prints the hash that
// was told before the draw.
func shellCheck(d contest.Drawing) string {
	text := strings.Join(append([]string{d.Seed}, d.Items...), "\n")
	return "printf '" + strings.NewReplacer("%", "%%", `\`, `\\`, "'", `'\''`, "\n", `\n`).Replace(text) + "' | sha256sum"
}

func (r *room) check() *commands.Command {
	seed := commands.NewWords(commands.Param{Name: "seed", Summary: "A seed, if not the one that was told", Bare: true, One: true})
	return &commands.Command{
		Name: "check", Summary: "Check the last draw here: does its seed make its hash?", Params: commands.Takes(seed), Examples: []string{"draw check"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			d, err := r.book.Reveal(ctx, drawnIn(&c.Request))
			if err != nil {
				return commands.Reply{}, err
			}
			from := d.Seed
			if said := seed.In(c); said != "" {
				from = strings.ToLower(said)
			}
			hash := score.Commitment(from, d.Items)
			verdict := "which is the hash that was told before: nothing was changed"
			if hash != d.Hash {
				verdict = "which is NOT the hash that was told before, " + d.Hash
			}
			out := commands.Reply{Summary: fmt.Sprintf("The sha256 of the seed %s and %d items, each after a line end, is %s, %s.", from, len(d.Items), hash, verdict)}
			out.Field("seed", "%s", from)
			out.Field("items", "%s", strings.Join(d.Items, ", "))
			out.Field("hash", "%s", hash)
			out.Field("order", "%s", d.Words())
			out.Field("how", "From the last item to the second, each changes places with item (number mod its place). The numbers are the first 8 bytes of sha256(seed/0), sha256(seed/1), ...")
			return out, nil
		},
	}
}
