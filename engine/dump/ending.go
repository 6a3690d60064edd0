package dump

import (
	"regexp"
	"strings"
)

// deaths holds the ways to end with the words that say so (end.c, deaths and
// ends; hack.c, formatkiller).
var deaths = []struct{ how, words string }{
	{"died", "killed by "}, {"choked", "choked on "}, {"poisoned", "poisoned by "}, {"starved", "died of starvation"}, {"drowned", "drowned in "}, {"burned", "burned by "},
	{"dissolved", "dissolved in "}, {"crushed", "crushed to death by "}, {"stoned", "petrified by "}, {"slimed", "turned to slime by "}, {"decapitated", "decapitated by "},
	{"incinerated", "incinerated by "}, {"disintegrated", "disintegrated by "}, {"genocided", "killed by genocidal"}, {"panicked", "panic"}, {"tricked", "tricked"},
	{"quit", "quit"}, {"escaped", "escaped"}, {"ascended", "ascended"}, {"died", "died of "}, {"died", "died "}, {"", "unrecognized"},
}

// ends holds the same in the farewell (end.c, ends): "You were poisoned in The
// Dungeons of Doom ...", "hit points when you died."
var ends = map[string]string{
	"died": "died", "choked": "choked", "were poisoned": "poisoned", "starved": "starved", "drowned": "drowned", "burned": "burned",
	"dissolved in the lava": "dissolved", "were crushed": "crushed", "turned to stone": "stoned", "turned into slime": "slimed", "were genocided": "genocided",
	"panicked": "panicked", "were tricked": "tricked", "quit": "quit", "escaped": "escaped", "ascended": "ascended", "were decapitated": "decapitated",
}

var (
	restingPlace = regexp.MustCompile(`^you, (.{3,200}?)\.?$`)
	farewell     = regexp.MustCompile(`hit points? when you (.{3,40}?)\.?$`)
	youEnded     = regexp.MustCompile(`^You (died|choked|were poisoned|starved|drowned|burned|dissolved in the lava|were crushed|turned to stone|turned into slime|were genocided|panicked|were tricked|quit|were decapitated) in .* with -?\d+ points?`)
	killerLine   = regexp.MustCompile(`^Killer: (.{2,120})$`)
	moves        = regexp.MustCompile(`after (\d+) moves\.$`)
	points       = regexp.MustCompile(` with (-?\d+) points?\b`)
)

// killed takes what killed the hero: "killed by a fire elemental".
func (h *Hero) killed(text string) {
	if h.Died == nil {
		h.Died = &Death{}
	}
	h.Died.Text = text
	for _, d := range deaths {
		rest, ok := strings.CutPrefix(text, d.words)
		if !ok {
			continue
		}
		if h.Died.How == "" || h.Died.How == "died" {
			h.Died.How = d.how
		}
		killer, _, _ := strings.Cut(rest, ", while ")
		if d.how == "starved" {
			killer = "starvation"
		}
		if killer = trimArticle(killer); killer != "" {
			h.Died.Killer = killer
		}
		return
	}
}

// readEnding takes a line that says how the game ended.
func (h *Hero) readEnding(line string) bool {
	s := strings.TrimSpace(line)
	if !strings.Contains(s, "points") && !strings.HasSuffix(s, "moves.") && !strings.HasPrefix(s, "Killer: ") {
		return false
	}
	if m := farewell.FindStringSubmatch(s); m != nil && strings.HasPrefix(s, "You were level ") {
		if how := ends[m[1]]; how != "" {
			if h.Died == nil {
				h.Died = &Death{}
			}
			h.Died.How = how
			if h.Died.Killer == "" && (how == "quit" || how == "escaped" || how == "ascended") {
				h.Died.Killer = how
			}
		}
		return true
	}
	if m := killerLine.FindStringSubmatch(s); m != nil {
		if h.Died == nil {
			h.Died = &Death{}
		}
		h.Died.Killer = m[1]
		return true
	}
	if m := youEnded.FindStringSubmatch(s); m != nil {
		if h.Died == nil {
			h.Died = &Death{}
		}
		h.Died.How = ends[m[1]]
	} else if !points.MatchString(s) && !moves.MatchString(s) {
		return false
	}
	if m := points.FindStringSubmatch(s); m != nil {
		h.Score = Is(atoi(m[1]))
	}
	if m := moves.FindStringSubmatch(s); m != nil {
		h.Turns = Is(atoi(m[1]))
	}
	return true
}
