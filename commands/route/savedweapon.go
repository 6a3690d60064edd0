package route

import (
	"context"
	"slices"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/engine/pattern"
)

// bareEnchantment matches an enchantment of nothing that is named: "+3", "and with a +3?"
var bareEnchantment = pattern.Must(`(?i)^(?:(?:and|or|no|but|ok|so|then|sorry|oops)[\s,]+)?(?:(?:what if|what about|how about|if)\s+)?(?:(?:it'?s|it is|it was|with|make it|at)\s+)?(?:(?:a|my)\s+)?([-+]\d+)(?:\s+(?:one|btw|then|instead|now|actually))?\s*[?.!]*$`)

// ofSavedWeapon returns a line that says only an enchantment as one that says it of what the saved
// character wields, where the question before filled that in. Of a weapon that the question named,
// the reader of sentences says it.
func (r *Router) ofSavedWeapon(ctx context.Context, req *commands.Request, line string) string {
	said := bareEnchantment.FindStringSubmatch(line)
	if said == nil {
		return line
	}
	place, err := r.place(ctx, req)
	if err != nil || place.character == nil {
		return line
	}
	held, past := hero.Held.One(place.character), r.past(ctx, req, place)
	if held == nil || held.Without || past == nil {
		return line
	}
	cmd := r.byName[past.Kind]
	if cmd == nil {
		return line
	}
	at := slices.IndexFunc(cmd.Params, func(p *commands.Param) bool { return p.Skilled })
	if at < 0 || len(past.Slots[cmd.Params[at].Name]) > 0 {
		return line
	}
	return "with a " + said[1] + " " + held.Name
}
