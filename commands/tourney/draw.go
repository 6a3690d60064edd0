package tourney

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/asker"
	"delphi/commands/wording"
	"delphi/engine/draw"
	"delphi/engine/games/challenge"
	"delphi/engine/games/question"
	"delphi/engine/games/xlog"
	"delphi/engine/problem"
	"delphi/engine/seq"
	"delphi/storage/contest/places"
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
	p := commands.Param{Name: "items", Summary: "What to draw from, separated by commas: ann, bob, cid", Bare: true, Rest: true}
	for _, c := range change {
		c(&p)
	}
	return commands.NewWords(p)
}

func (r *room) draw() *commands.Command {
	items := drawnItems(func(p *commands.Param) { p.Words = []string{"of"} })
	return &commands.Command{
		Name: "draw", Summary: "Draw lots that anyone can check: first the hash, later the seed",
		RunName: drawSome, Params: commands.Takes(drawnNumber, items),
		Answers:  true,
		Examples: []string{"draw 2 of ann, bob, cid", "draw order ann, bob, cid"},
		Subs: []*commands.Command{
			r.drawAll(drawOrder, "Draw an order of things"),
			r.drawAll(drawPairs, "Draw pairs of things"),
			r.drawOne("role", "Draw a role"),
			r.drawOne("race", "Draw a race"),
			r.drawOne("hero", "Draw a role with race, gender and alignment"),
			r.drawOne("variant", "Draw a variant of the game"),
			r.drawEntrants(), r.word(), r.reveal(), r.check(), r.verify(),
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
func lots(c *commands.Call, items commands.Words) (places.Drawing, error) {
	n, ok := drawnNumber.In(c)
	said, mixed := mixing(items.In(c))
	list := listed(said)
	if all := ofTheGame[strings.ToLower(said)]; all != nil && (!ok || n == 1) {
		n, ok, list = 1, true, all()
	} else if all := heroesBy(wordsOf(said)); all != nil {
		n, ok, list = max(1, n), true, all
	}
	switch {
	case !ok || len(list) == 0:
		return places.Drawing{}, problem.New("Draw what?", "draw order ann, bob, cid", "draw pairs ann, bob, cid, dan", "draw 2 of ann, bob, cid", "draw role", "draw reveal", "draw check")
	case n > len(list):
		return places.Drawing{}, problem.New(fmt.Sprintf("I can't draw %d out of %d.", n, len(list)), "draw 2 of ann, bob, cid")
	}
	mixed.Kind, mixed.N, mixed.Items = drawSome, n, list
	return mixed, nil
}

// listed splits what is drawn from at its commas, or at its blanks where there is none: "ann bob
// cid" is no single lot.
func listed(text string) []string {
	text = strings.TrimLeft(text, ": ")
	if word, rest := wording.CutWord(text); slices.Contains([]string{"of", "from", "among", "between"}, word) {
		text = rest
	}
	if list := wording.Listed(text); len(list) > 1 {
		return list
	}
	return strings.Fields(text)
}

// nothing is what is mixed in if the line does not say it.
const nothing = " "

// mixing splits what is mixed into a draw off a text: "ann, bob mixing words of dan, eve".
func mixing(text string) (rest string, d places.Drawing) {
	at := strings.LastIndex(" "+strings.ToLower(text)+" ", " mixing ")
	if at < 0 {
		return text, d
	}
	what := strings.TrimSpace(text[at+len("mixing"):])
	if people := strings.TrimPrefix(what, "words of "); people != what {
		d.People = wording.Listed(strings.ReplaceAll(people, " and ", ","))
	} else {
		d.Public = cmp.Or(what, nothing)
	}
	return strings.TrimSpace(text[:at]), d
}

// ofTheGame is what the game has of a kind, to draw one of.
var ofTheGame = map[string]func() []string{
	"role": func() []string { return slices.Clone(question.Roles) },
	"race": func() []string { return []string{"Hum", "Elf", "Dwa", "Gno", "Orc"} },
	"hero": challenge.Heroes,
	"variant": func() []string {
		return slices.DeleteFunc(xlog.Variants(), func(v string) bool { return v == xlog.Other })
	},
}

// heroParts holds words for the parts that challenge.Heroes lists, in the same order.
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
	for _, hero := range challenge.Heroes() {
		all := strings.Fields(hero)
		of := seq.Map(parts, func(i int) string { return all[i] })
		if text := strings.Join(of, " "); !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}

// drawnIn returns the place that a draw belongs to. One made in private is the asker's
// own: a channel must have seen the hash of whatever it is shown.
func drawnIn(req *commands.Request) places.Place {
	if req.Private {
		return places.Place{Network: string(req.Network), Place: string(req.User)}
	}
	return asker.Place(req)
}

// drawn makes a draw and publishes its hash.
func (r *room) drawn(ctx context.Context, c *commands.Call, d places.Drawing) (commands.Reply, error) {
	if len(d.Items) > mostItems {
		return commands.Reply{}, problem.Newf("I can draw from at most %d things, not %d.", mostItems, len(d.Items))
	}
	if d.Public == nothing {
		return commands.Reply{}, problem.New("Mixing what? A word of each of some people, or a value that nobody knows yet.", "draw order ann, bob, cid mixing words of ann, bob", "draw role mixing the hash of Bitcoin block 930000")
	}
	d.By = string(c.User)
	d, err := r.book.Places().Draw(ctx, drawnIn(&c.Request), d)
	if err != nil {
		return commands.Reply{}, err
	}
	out := commands.Reply{
		Summary: fmt.Sprintf("The lots are drawn from %d (%s). The hash is %s. To learn the seed and the result, say: draw reveal", len(d.Items), wording.Cut(strings.Join(d.Items, ", "), 160), d.Hash),
		Hints:   []string{"draw reveal"},
	}
	before := fmt.Sprintf("The hash of my seed and %d lots (%s) is %s. ", len(d.Items), wording.Cut(strings.Join(d.Items, ", "), 100), d.Hash)
	switch {
	case len(d.People) > 0:
		out.Summary, out.Hints = before+"It is mixed with a word of "+wording.Cut(wording.And(d.People), 100)+", who each say: draw word WORD", []string{"draw word WORD"}
	case d.Public != "":
		out.Summary, out.Hints = before+"It is mixed with "+wording.Cut(d.Public, 100)+". Whoever knows that, once it is known, says: draw reveal VALUE", []string{"draw reveal VALUE"}
	}
	return out, nil
}

// word mixes a word of the asker into the draw that waits.
func (r *room) word() *commands.Command {
	word := commands.NewWords(commands.Param{Name: "word", Summary: "Any word, or several", Bare: true, Rest: true, Needed: true})
	return &commands.Command{
		Name: "word", Aliases: []string{"mix"}, Summary: "Mix a word of yours into a draw that waits for it", Params: commands.Takes(word), Examples: []string{"draw word xyzzy"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			d, err := r.book.Places().Mix(ctx, drawnIn(&c.Request), []string{string(c.User.Shown()), asker.Nick(&c.Request)}, word.In(c))
			if err != nil {
				return commands.Reply{}, err
			}
			out := commands.Reply{Summary: fmt.Sprintf("The word of %s is %q.", asker.Nick(&c.Request), word.In(c))}
			if silent := d.Silent(); len(silent) > 0 {
				out.Summary += " The draw waits for " + wording.And(silent) + "."
				return out, nil
			}
			out.Summary, out.Hints = out.Summary+" All words are said.", []string{"draw reveal"}
			return out, nil
		},
	}
}

// drawAll returns a draw of all of some things.
func (r *room) drawAll(kind, summary string) *commands.Command {
	items := drawnItems(func(p *commands.Param) { p.Needed = true })
	return &commands.Command{
		Name: kind, Summary: summary, Params: commands.Takes(items), Examples: []string{"draw " + kind + " ann, bob, cid", "draw " + kind + " ann, bob, cid mixing words of ann, bob"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			text, d := mixing(items.In(c))
			d.Kind, d.Items = kind, listed(text)
			return r.drawn(ctx, c, d)
		},
	}
}

// drawOne returns a draw of one out of what the game has, or out of a list.
func (r *room) drawOne(what, summary string) *commands.Command {
	items := drawnItems(func(p *commands.Param) { p.Summary = "What to draw from, if not from all, separated by commas" })
	return &commands.Command{
		Name: what, Summary: summary, Params: commands.Takes(items), Examples: []string{"draw " + what},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			text, d := mixing(items.In(c))
			list := listed(text)
			said := wordsOf(text)
			if all := heroesBy(append(said, what)); all != nil {
				list = all
			} else if !slices.ContainsFunc(said, func(w string) bool { return !stopWords[w] }) { // "draw role please"
				list = ofTheGame[what]()
			}
			d.Kind, d.N, d.Items = drawSome, 1, list
			return r.drawn(ctx, c, d)
		},
	}
}

func (r *room) drawEntrants() *commands.Command {
	pairs := commands.NewFlag(commands.Param{Name: "pairs", Summary: "In pairs"})
	name := r.tournament()
	mixed := commands.NewWords(commands.Param{Name: "mixing", Summary: "What is mixed in: words of dan, eve, or a value that is not known yet", Rest: true})
	return &commands.Command{
		Name: "entrants", Summary: "Draw an order, or pairs, of a tournament's entrants", Params: commands.Takes(name, pairs, mixed), Examples: []string{"draw entrants"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			t, err := r.find(ctx, &c.Request, name.In(c))
			if err != nil {
				return commands.Reply{}, err
			}
			_, d := mixing("mixing " + mixed.In(c))
			if mixed.In(c) == "" {
				d = places.Drawing{}
			}
			d.Kind = drawOrder
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
	value := commands.NewWords(commands.Param{Name: "value", Summary: "The value that the draw waits for, if it does", Bare: true, Rest: true})
	return &commands.Command{
		Name: "reveal", Aliases: []string{"show"}, Summary: "Reveal the seed and the result of the last draw here", Params: commands.Takes(value), Examples: []string{"draw reveal"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			d, err := r.book.Places().Reveal(ctx, drawnIn(&c.Request), value.In(c))
			if err != nil {
				return commands.Reply{}, err
			}
			out := commands.Reply{Summary: fmt.Sprintf("Drawn: %s. The seed is %s, and the hash was %s.", d.Words(), d.Seed, d.Hash), Hints: []string{"draw check"}, Data: d}
			if d.Mixes() {
				out.Summary = fmt.Sprintf("Drawn: %s. The seed is %s, mixed with %s; the hash was %s.", d.Words(), d.Seed, wording.Cut(strings.Join(d.Mix, ", "), 100), d.Hash)
				out.Hints = append(out.Hints, verifyLine(d)...)
			}
			if line := " To check it, type in a shell: " + shellCheck(d.Seed, d.Items); len(out.Summary)+len(line) <= commands.LineBudget {
				out.Summary += line
			}
			out.Field("in a shell", "%s", shellCheck(d.Seed, d.Items))
			if d.Mixes() {
				out.Field("for the seed mixed", "%s", shellCheck(d.Seed+"/", d.Mix))
			}
			return out, nil
		},
	}
}

// verifyLine returns the line that works a draw out anew, if it is short enough to type.
func verifyLine(d places.Drawing) []string {
	line := "draw verify " + d.Seed + " of " + strings.Join(d.Items, ", ")
	if len(d.Mix) > 0 {
		line += " mixing " + strings.Join(d.Mix, ", ")
	}
	if len(line) > 150 || slices.ContainsFunc(d.Mix, func(w string) bool { return strings.Contains(w, ",") }) {
		return nil
	}
	return []string{line}
}

// shellCheck returns a line that anyone can copy into a shell: it prints the hash of a seed
// and lines.
func shellCheck(seed string, lines []string) string {
	text := strings.Join(append([]string{seed}, lines...), "\n")
	return "printf '" + strings.NewReplacer("%", "%%", `\`, `\\`, "'", `'\''`, "\n", `\n`).Replace(text) + "' | sha256sum"
}

// howDrawn says how a seed orders things.
const howDrawn = "From the last item to the second, each changes places with item (number mod its place). The numbers are the first 8 bytes of sha256(seed/0), sha256(seed/1), ..."

func (r *room) check() *commands.Command {
	seed := commands.NewWords(commands.Param{Name: "seed", Summary: "A seed, if not the one that was revealed", Bare: true, One: true})
	return &commands.Command{
		Name: "check", Summary: "Check the last draw here: does its seed make its hash?", Params: commands.Takes(seed), Examples: []string{"draw check"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			d, err := r.book.Places().Revealed(ctx, drawnIn(&c.Request))
			if err != nil {
				return commands.Reply{}, err
			}
			from := d.Seed
			if said := seed.In(c); said != "" {
				from = strings.ToLower(said)
			}
			hash := draw.Commitment(from, d.Items)
			verdict := "which is the hash I gave before: nothing was changed"
			if hash != d.Hash {
				verdict = "which is NOT the hash I gave before, " + d.Hash
			}
			out := commands.Reply{Summary: fmt.Sprintf("The sha256 of the seed %s and %d items, each after a line end, is %s, %s.", from, len(d.Items), hash, verdict), Hints: verifyLine(d)}
			out.Field("seed", "%s", from)
			out.Field("items", "%s", strings.Join(d.Items, ", "))
			out.Field("hash", "%s", hash)
			if d.Mixes() {
				out.Field("mixed in", "%s", strings.Join(d.Mix, ", "))
				out.Field("the seed mixed", "%s", draw.Mixed(from, d.Mix))
			}
			out.Field("order", "%s", d.Words())
			out.Field("how", howDrawn)
			return out, nil
		},
	}
}

// verify works out a draw that anybody describes, so that it can be checked on a page.
func (r *room) verify() *commands.Command {
	seed := commands.NewWords(commands.Param{Name: "seed", Summary: "The seed that was told", Bare: true, One: true, Needed: true})
	items := commands.NewWords(commands.Param{Name: "of", Summary: "What was drawn from, in that order, with commas between", Needed: true})
	mixed := commands.NewWords(commands.Param{Name: "mixing", Summary: "The words that were mixed in, in that order, with commas between"})
	return &commands.Command{
		Name: "verify", ReadOnly: true, Summary: "Work out a draw anew from its seed and lots", Params: commands.Takes(seed, items, mixed),
		Examples: []string{"draw verify 1f2e of ann, bob, cid", "draw verify 1f2e of ann, bob, cid mixing xyzzy, plugh"},
		Run: func(_ context.Context, c *commands.Call) (commands.Reply, error) {
			from, list, words := seed.In(c), wording.Listed(items.In(c)), wording.Listed(mixed.In(c))
			with := draw.Mixed(from, words)
			order, err := draw.Order(with, list)
			if err != nil {
				return commands.Reply{}, problem.New("A draw needs two or more different things.", c.Command.Examples...)
			}
			out := commands.Reply{Question: c.Line(), Summary: fmt.Sprintf("The order is %s; the hash that must have been told before is %s.", wording.Cut(strings.Join(order, ", "), 200), draw.Commitment(from, list))}
			out.Field("hash", "%s", draw.Commitment(from, list))
			if len(words) > 0 {
				out.Field("the seed mixed", "%s", with)
			}
			out.Field("order", "%s", strings.Join(order, ", "))
			out.Field("how", howDrawn)
			return out, nil
		},
	}
}
