package web

import (
	"cmp"
	"slices"
	"strings"

	"delphi/bot/web/segment"
	"delphi/commands"
)

// anyVersion stands in the address of a question that no version matters to.
const anyVersion = "any"

// Address returns where the page of a question is, below the pages' own path:
// "/a/5.0.0/fail/wizard_xl12_force-bolt". The question must be a full one, like
// Reply.Question. ok is false if it cannot be parsed as a question that has a page.
func Address(r Router, question string) (path string, ok bool) {
	call, err := r.Read(question)
	if err != nil || !call.Command.ForAll() {
		return "", false
	}
	return addressOf(call), true
}

// addressOf returns the address of a parsed question. Monsters and objects have
// addresses of their own.
func addressOf(call *commands.Call) string {
	rest := strings.TrimSpace(strings.TrimPrefix(call.Line(), call.Command.Path()))
	version := anyVersion
	if call.Command.Param(commands.KindVersion) != nil {
		version = cmp.Or(call.Variant, call.Rules.Name)
		rest = strings.TrimSpace(strings.Replace(" "+rest, " v"+version, "", 1))
	} else if word, after, ok := strings.Cut(rest, " "); ok && strings.HasPrefix(word, "v") && isLookup(call.Command) {
		version, rest = word[1:], after // it is among the words as they were typed
	}
	return join(version, call.Command, rest)
}

func join(version string, cmd *commands.Command, rest string) string {
	if version != anyVersion && rest != "" && isLookup(cmd) {
		return "/" + cmd.Name + "/" + segment.Of(version) + "/" + segment.Of(rest)
	}
	out := "/a/" + segment.Of(version) + "/" + segment.Of(cmd.Path())
	if rest != "" {
		out += "/" + segment.Of(rest)
	}
	return out
}

// lookups holds the commands whose things have pages of their own.
var lookups = []string{"mon", "item"}

func isLookup(cmd *commands.Command) bool { return slices.Contains(lookups, cmd.Path()) }

// question reads an address back, or the part of it behind the pages' own
// path. raw is escaped as it came.
func question(raw string) (line string, ok bool) {
	parts := strings.Split(strings.TrimPrefix(raw, "/"), "/")
	var version, command, rest string
	switch {
	case len(parts) == 3 && parts[0] != "a":
		command, version, rest = parts[0], parts[1], parts[2]
	case len(parts) == 3, len(parts) == 4 && parts[3] == "":
		version, command = parts[1], parts[2]
	case len(parts) == 4:
		version, command, rest = parts[1], parts[2], parts[3]
	default:
		return "", false
	}
	words := [3]string{command, version, rest}
	for i, w := range words {
		if words[i], ok = segment.Text(w); !ok {
			return "", false
		}
	}
	line = words[0]
	if words[1] != anyVersion {
		line += " v" + words[1]
	}
	if words[2] != "" {
		line += " " + words[2]
	}
	line = typed(line)
	return line, words[0] != "" && words[1] != "" && len(line) <= commands.MaxLine
}

// Links returns a function that finds the page of an answer, for networks that can show
// only part of it. It is nil if there are no pages that people can reach.
func Links(cfg Config, r Router) func(*commands.Reply) string {
	origin, base := cfg.base()
	if cfg.Listen == "" || origin == "" {
		return nil
	}
	return func(reply *commands.Reply) string {
		if reply.Question == "" {
			return ""
		}
		path, ok := Address(r, reply.Question)
		if !ok {
			return ""
		}
		return origin + base + path
	}
}
