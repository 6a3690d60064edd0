package game

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/engine/dump"
	"delphi/engine/problem"
)

// passed holds the subcommands that pass a question about the hero to another command.
var passed = []struct {
	name, command, summary string
	line                   func(h *dump.Hero, more string) (string, error)
}{
	{"pray", "pray", "Show whether it is safe to pray, as far as your page shows", prayLine},
	{"hit", "hit", "Show how you do against a monster with what you wield: game hit soldier ant", hitLine},
	{"hurt", "hurt", "Show what a monster does to you at your AC: game hurt soldier ant", hurtLine},
	{"pile", "poly", "Work out what polypiling your magic items yields", pileLine},
	{"bones", "bones", "Show the odds of leaving bones if you died here", bonesLine},
}

// onward returns the subcommands whose commands exist.
func (r *room) onward(sub func(name, summary string, run func(context.Context, *commands.Call, *session) (commands.Reply, error)) *commands.Command) []*commands.Command {
	var out []*commands.Command
	for _, p := range passed {
		if r.opts.Knows != nil && !r.opts.Knows(p.command) {
			continue
		}
		out = append(out, sub(p.name, p.summary, func(ctx context.Context, c *commands.Call, s *session) (commands.Reply, error) {
			line, err := p.line(s.hero, more.In(c))
			if err != nil {
				return commands.Reply{}, err
			}
			req := c.Request
			req.Text = ""
			req.Line = p.command + " v" + s.hero.Set().Name + " " + line
			if words := more.In(c); words != "" {
				req.Line += " " + words
			}
			reply, err := r.opts.Ask(ctx, req)
			if err == nil {
				reply.Notes = append([]commands.Note{{Kind: commands.Remarked, Text: "asked as: " + req.Line}}, reply.Notes...)
			}
			return reply, err
		}))
	}
	return out
}

// pileClasses holds the classes whose things are worth changing: each thing
// becomes another of its class.
var pileClasses = []string{"wand", "ring", "amulet", "spellbook", "scroll", "potion", "tool"}

// keep holds things that nobody polymorphs.
var keep = []string{
	"wand of wishing", "wand of polymorph", "wand of death", "wand of digging", "wand of cancellation", "wand of teleportation", "wand of sleep", "wand of create monster",
	"magic marker", "bag of holding", "unicorn horn", "magic lamp", "magic whistle", "amulet of life saving", "amulet of reflection", "amulet of ESP", "Amulet of Yendor",
	"ring of free action", "ring of conflict", "ring of levitation", "ring of slow digestion", "scroll of genocide", "scroll of charging", "scroll of enchant armor",
	"scroll of enchant weapon", "scroll of remove curse", "scroll of teleportation", "potion of full healing", "potion of extra healing", "potion of gain level", "potion of water",
	"Bell of Opening", "Candelabrum of Invocation", "Book of the Dead", "cheap plastic imitation of the Amulet of Yendor",
}

// pileStacks returns the stacks that are worth polypiling: known things of little use
// that are not worn and not artifacts.
func pileStacks(h *dump.Hero) []dump.Item {
	var out []dump.Item
	for _, it := range h.Inventory {
		if it.Worn == "" && it.Artifact == "" && it.Name != "" && it.Holds.N == 0 && slices.Contains(pileClasses, it.Class) && !slices.Contains(keep, it.Name) &&
			h.Set().Object(it.Name) != nil {
			out = append(out, it)
		}
	}
	return out
}

// magicItems names the stacks of a polypile.
func magicItems(h *dump.Hero) []string {
	var out []string
	for _, it := range pileStacks(h) {
		text := it.Name
		if it.Quantity > 1 {
			text = fmt.Sprintf("%d %s", it.Quantity, it.Name)
		}
		out = append(out, text)
	}
	return out
}

func pileLine(h *dump.Hero, _ string) (string, error) {
	var stacks []string
	for _, it := range pileStacks(h) {
		text := it.Name
		if it.BUC != "" {
			text = it.BUC + " " + text
		}
		stacks = append(stacks, fmt.Sprintf("%d %s", it.Quantity, text))
	}
	if len(stacks) == 0 {
		return "", problem.New("Your page shows nothing worth polypiling: no known wands, rings, books, scrolls, potions or tools that you could spare.", "poly 4 blessed unihorns for marker")
	}
	line := strings.Join(stacks, ", ")
	if h.Luck != nil {
		line += fmt.Sprintf(" luck %d", h.Luck.Min)
	}
	return line, nil
}

func bonesLine(h *dump.Hero, _ string) (string, error) {
	if !h.Dlvl.Depth.Known {
		return "", problem.New("Your page does not show the depth.", "bones 12")
	}
	return fmt.Sprint(h.Dlvl.Depth.N), nil
}
