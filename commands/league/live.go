package league

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"delphi/commands"
	"delphi/commands/asker"
	"delphi/commands/wording"
	"delphi/engine/games/query"
	"delphi/engine/games/xlog"
	"delphi/engine/problem"
)

// Live looks up games in progress. failed lists the sources that could not be reached.
type Live interface {
	Players(ctx context.Context) (games []xlog.Live, failed []string)
	// Whereis finds the games of a player, whose name may be in any case.
	Whereis(ctx context.Context, name string) (games []xlog.Live, failed []string)
}

var errNoLive = problem.New("No server that I follow tells me which games are in progress; the bot's operator can set whereis or inprogress for it.")

// players lists who is playing.
func (r *room) players() *commands.Command {
	return &commands.Command{
		Name: "players", Source: commands.FromLive, SharedName: true, Public: true, Aliases: []string{"playing"},
		Summary: "Show who is playing now, on the servers that tell", Examples: []string{"players"},

		Run: func(ctx context.Context, _ *commands.Call) (commands.Reply, error) {
			if r.live == nil {
				return commands.Reply{}, errNoLive
			}
			games, failed := r.live.Players(ctx)
			by := map[string][]string{}
			for _, g := range games {
				by[g.Source] = append(by[g.Source], g.Name)
			}
			var sources, parts []string
			for source := range by {
				sources = append(sources, source)
			}
			slices.Sort(sources)
			out := commands.Reply{Data: liveData(games), Notes: unseen(failed)}
			for _, source := range sources {
				names := by[source]
				slices.SortFunc(names, func(a, b string) int { return cmp.Compare(strings.ToLower(a), strings.ToLower(b)) })
				names = slices.Compact(names)
				list, _ := wording.List(names, ", ", 300/len(sources))
				parts = append(parts, source+": "+list)
				out.Field(source, "%s", strings.Join(names, ", "))
			}
			if out.Summary = "Nobody is playing now."; len(parts) > 0 {
				out.Headline = query.Commas(int64(len(games)))
				out.Summary = out.Headline + " playing. " + strings.Join(parts, "; ") + "."
			}
			return out, nil
		},
	}
}

// whereis says where somebody's hero is.
func (r *room) whereis() *commands.Command {
	of := commands.NewWords(commands.Param{Name: "player", Summary: "A player's account; yours if you leave it out", Bare: true, One: true})
	return &commands.Command{
		Name: "whereis", Source: commands.FromLive, SharedName: true, Public: true,
		Summary: "Show where in the dungeon somebody's game is", Params: commands.Takes(of), Examples: []string{"whereis alice"},

		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			if r.live == nil {
				return commands.Reply{}, errNoLive
			}
			name := cmp.Or(of.In(c), asker.Nick(&c.Request))
			games, failed := r.live.Whereis(ctx, name)
			// Whoever is playing now comes first; among the others, the game that got
			// furthest.
			slices.SortStableFunc(games, func(a, b xlog.Live) int {
				return cmp.Or(cmp.Compare(playing(&b), playing(&a)), cmp.Compare(turns(&b), turns(&a)))
			})
			out := commands.Reply{Data: liveData(games), Notes: unseen(failed), Hints: []string{"players"}}
			var parts []string
			for i := range games {
				text := games[i].Name + " on " + games[i].Source + ": " + whereText(&games[i])
				if i < 3 {
					parts = append(parts, text)
				}
				out.Field(games[i].Source, "%s", text)
			}
			if out.Summary = strings.Join(parts, "; ") + "."; len(games) == 0 {
				out.Summary = "I see no game by " + name + " in progress."
			}
			return out, nil
		},
	}
}

func playing(g *xlog.Live) int {
	if g.Where == nil || g.Where.Playing {
		return 1
	}
	return 0
}

func turns(g *xlog.Live) int64 {
	if g.Where == nil {
		return 0
	}
	return g.Where.Turns
}

// whereText returns "Wiz Elf Fem Cha in The Gnomish Mines, Dlvl 11, turn 3,000, HP
// 23(40)".
func whereText(g *xlog.Live) string {
	since := ""
	if g.Since > 0 {
		since = "playing since " + time.Unix(g.Since, 0).UTC().Format("15:04") + " UTC"
	}
	w := g.Where
	if w == nil {
		return cmp.Or(since, "playing now")
	}
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	switch {
	case w.Dungeon != "":
		add("%s", strings.TrimSpace(w.Hero()+" in "+w.Dungeon))
	case w.Hero() != "":
		add("%s", w.Hero())
	}
	if w.Depth != 0 {
		add("Dlvl %d", w.Depth)
	}
	if w.Turns > 0 {
		add("turn %s", query.Commas(w.Turns))
	}
	if w.MaxHP > 0 {
		add("HP %d(%d)", w.HP, w.MaxHP)
	}
	if w.Amulet {
		add("with the Amulet")
	}
	switch {
	case since != "":
		add("%s", since)
	case !w.Playing:
		add("not being played now")
	}
	return strings.Join(parts, ", ")
}

// liveAnswer is a game in progress in machine-readable form.
type liveAnswer struct {
	Name    string `json:"name"`
	Source  string `json:"source"`
	Playing bool   `json:"playing"`
	Since   int64  `json:"since,omitempty"`
	Hero    string `json:"hero,omitempty"`
	Dungeon string `json:"dungeon,omitempty"`
	Depth   int64  `json:"depth,omitempty"`
	Turns   int64  `json:"turns,omitempty"`
	HP      int64  `json:"hp,omitempty"`
	MaxHP   int64  `json:"maxhp,omitempty"`
	Amulet  bool   `json:"amulet,omitempty"`
}

func liveData(games []xlog.Live) []liveAnswer {
	out := make([]liveAnswer, len(games))
	for i := range games {
		g := &games[i]
		out[i] = liveAnswer{Name: g.Name, Source: g.Source, Playing: playing(g) == 1, Since: g.Since}
		if w := g.Where; w != nil {
			out[i].Hero, out[i].Dungeon, out[i].Depth, out[i].Turns, out[i].HP, out[i].MaxHP, out[i].Amulet = w.Hero(), w.Dungeon, w.Depth, w.Turns, w.HP, w.MaxHP, w.Amulet
		}
	}
	return out
}

// unseen warns about sources that could not be reached.
func unseen(failed []string) []commands.Note {
	if len(failed) == 0 {
		return nil
	}
	slices.Sort(failed)
	return []commands.Note{{Kind: commands.Warned, Text: "I could not look at " + strings.Join(slices.Compact(failed), ", ")}}
}
