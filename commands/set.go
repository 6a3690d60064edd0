package commands

import (
	"context"
	"fmt"
	"strings"
	"unicode"

	"delphi/engine/rules"
	"delphi/storage"
)

// set shows and changes what a place has set for itself.
func (r *Router) set() *Command {
	return &Command{
		Name:    "set",
		Aliases: []string{"settings"},
		Summary: "show or change this channel's version and prefix (operators)",
		Params:  []Param{{Name: "setting", Kind: Text, Summary: "version 3.4.3, prefix @, or clear"}},
		Examples: []string{
			"set", "set version 3.4.3", "set prefix @", "set clear",
		},
		Run: func(ctx context.Context, c *Call) (Reply, error) {
			d, err := r.opts.Settings.Get(ctx, c.key())
			if err != nil {
				return Reply{}, err
			}
			name, value := cutWord(c.Text("setting"))
			if name == "" || name == "show" {
				return r.showSettings(d), nil
			}
			if !c.Operator {
				return Reply{}, &Problem{Text: "only operators of this channel may change its settings", Hints: []string{"set"}}
			}
			switch name {
			case "version", "rules":
				found, ok, err := rules.Lookup(strings.ToLower(value))
				if err != nil {
					return Reply{}, &Problem{Text: err.Error(), Hints: prefixed("set version ", rules.Names()), Err: err}
				}
				if !ok {
					return Reply{}, &Problem{Text: fmt.Sprintf("%q is no version", value), Hints: prefixed("set version ", rules.Names())}
				}
				d.Rules = found.Name
			case "prefix":
				if !goodPrefix(value) {
					return Reply{}, &Problem{Text: "a prefix is one to three characters that start no word: punctuation, not letters, digits or /", Hints: []string{"set prefix !"}}
				}
				d.Prefix = value
			case "clear", "reset", "default", "defaults":
				d = storage.PlaceSettings{}
			default:
				if found, ok, err := rules.Lookup(name); ok && err == nil && value == "" {
					d.Rules = found.Name
					break
				}
				return Reply{}, &Problem{Text: fmt.Sprintf("there is no setting %q", name), Hints: []string{"set version 3.4.3", "set prefix @", "set clear"}}
			}
			if err := r.opts.Settings.Set(ctx, c.key(), d); err != nil {
				return Reply{}, err
			}
			reply := r.showSettings(d)
			reply.Summary = "now " + reply.Summary
			return reply, nil
		},
	}
}

func (r *Router) showSettings(d storage.PlaceSettings) Reply {
	version, prefix := "version "+d.Rules, "prefix "+d.Prefix
	if d.Rules == "" {
		version = "version " + r.fallback.Name + " (the default)"
	}
	if d.Prefix == "" {
		prefix = "prefix " + r.opts.Prefix + " (the default)"
	}
	return Reply{Summary: version + ", " + prefix + ".", Fields: []Field{{"version", version}, {"prefix", prefix}}}
}

// goodPrefix accepts one to three printable marks that begin no word and no
// command of the network's own ("/").
func goodPrefix(s string) bool {
	n := 0
	for _, r := range s {
		n++
		if !unicode.IsPunct(r) && !unicode.IsSymbol(r) || r == '/' {
			return false
		}
	}
	return 1 <= n && n <= 3
}
