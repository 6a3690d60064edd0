package route_test

import (
	"slices"
	"strings"
	"testing"

	"delphi/commands"
	"delphi/commands/commandstest"
	"delphi/engine/rules"
)

// TestCharts asks every example of a command that can draw for its chart: each
// of these commands has one, and its title says for which version it is.
func TestCharts(t *testing.T) {
	r := commandstest.New(t)
	for _, cmd := range r.Commands() {
		if !cmd.Cacheable || !slices.ContainsFunc(cmd.Params, func(p *commands.Param) bool { return p.Name == "chart" }) {
			continue
		}
		drawn := 0
		for _, line := range cmd.Examples {
			if !strings.HasSuffix(line, " chart") {
				line += " chart"
			}
			reply := r.Answer(t.Context(), commandstest.Request(line))
			if reply.Chart == nil { // it has none, or what is asked excludes one
				continue
			}
			drawn++
			set := rules.Get(reply.Version)
			if set == nil {
				continue // plain chances, and variants that steal alone
			}
			if title := set.Title; !strings.Contains(reply.Chart.Title, title) {
				t.Errorf("%s: the chart %q does not say that it is for %s", line, reply.Chart.Title, title)
			}
		}
		if drawn == 0 {
			t.Errorf("no example of %s has a chart", cmd.Path())
		}
	}
}
