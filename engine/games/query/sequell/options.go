package sequell

import (
	"strings"

	"delphi/engine/problem"
)

// Options say how an answer is shown and which of its games; they filter nothing.
type Options struct {
	Fmt   *Template // of a game, or of a group; nil: as usual
	Outer *Template // pfmt: of the outer of two groups
	Stub  string    // what is said where nothing is found
	Title string    // what is said before the answer
	Join  string    // what stands between groups

	Random bool // any game of those that match
	Log    bool // where the game's dump log is
	Graph  bool
}

// Shown reports whether the answer is to look otherwise than it does by itself.
func (o *Options) Shown() bool {
	return o.Fmt != nil || o.Outer != nil || o.Stub != "" || o.Title != "" || o.Join != "" || o.Log
}

// keys are the options with a value: fmt:"$name".
var keys = []string{"format", "fmt", "pfmt", "stub", "title", "join"}

// Take takes the options out of a line, and a comment behind " # ". Expressions between
// dollar signs come back as ${...}. Its error is a problem.Mendable.
func Take(line string) (rest string, o Options, err error) {
	var out strings.Builder
	for i := 0; i < len(line); {
		start := i == 0 || line[i-1] == ' '
		if start {
			used, err := o.key(line[i:])
			if err != nil {
				return "", o, err
			}
			if used > 0 {
				i += used
				continue
			}
			if used, err = o.option(line[i:]); err != nil {
				return "", o, err
			}
			if used > 0 {
				i += used
				continue
			}
			if strings.HasPrefix(line[i:], "# ") && i > 0 {
				break
			}
		}
		switch c := line[i]; {
		case c == '"' || c == '\'' && i > 0 && strings.IndexByte("=~<>(,", line[i-1]) >= 0:
			end := strings.IndexByte(line[i+1:], c)
			if end < 0 {
				out.WriteString(line[i:]) // whoever reads on says that it is missing
				i = len(line)
				break
			}
			out.WriteString(`"` + line[i+1:i+1+end] + `"`)
			i += end + 2
		case c == '$' && (i+1 == len(line) || line[i+1] != '{') && (start || strings.IndexByte("=<>", line[i-1]) >= 0):
			inner, _, closed := strings.Cut(line[i+1:], "$")
			out.WriteString("${" + strings.TrimSpace(inner) + "}")
			if i += 1 + len(inner); closed {
				i++
			}
			if rest := strings.TrimLeft(line[i:], " "); rest != "" && strings.IndexByte("=<>!", rest[0]) >= 0 {
				i = len(line) - len(rest)
			}
		case c == '$' && strings.HasPrefix(line[i:], "${"):
			end := strings.IndexByte(line[i:], '}')
			if end < 0 {
				end = len(line) - i - 1
			}
			out.WriteString(line[i : i+end+1])
			i += end + 1
		default:
			out.WriteByte(c)
			i++
		}
	}
	return strings.TrimSpace(out.String()), o, nil
}

// key reads an option with a quoted value at the beginning of a text; used is its
// length, or 0.
func (o *Options) key(text string) (used int, err error) {
	at := strings.TrimPrefix(text, "-")
	for _, k := range keys {
		value, ok := strings.CutPrefix(at, k+":")
		if !ok || value == "" || value[0] != '"' && value[0] != '\'' {
			continue
		}
		end := strings.IndexByte(value[1:], value[0])
		if end < 0 {
			return 0, problem.Newf("The closing quotation mark of %s is missing.", k).Try(`lg * win s=role ` + k + `:"..."`)
		}
		used = len(text) - len(value) + end + 2
		return used, o.set(k, value[1:1+end])
	}
	return 0, nil
}

func (o *Options) set(key, value string) (err error) {
	switch key {
	case "fmt", "format":
		o.Fmt, err = Parse(value)
	case "pfmt":
		o.Outer, err = Parse(value)
	case "stub":
		o.Stub = value
	case "title":
		o.Title = value
	case "join":
		o.Join = value
	}
	return err
}

// option reads an option that begins with a dash; used is its length, or 0.
func (o *Options) option(text string) (used int, err error) {
	if len(text) < 2 || text[0] != '-' || text[1] < 'a' || text[1] > 'z' {
		return 0, nil
	}
	word, _, _ := strings.Cut(text, " ")
	name, argument, _ := strings.Cut(word[1:], ":")
	switch {
	case name == "random" && argument == "":
		o.Random = true
	case name == "log" && argument == "":
		o.Log = true
	case name == "graph" && argument == "":
		o.Graph = true
	case name == "graph":
		return 0, problem.Newf("I choose between bars and a line by what is grouped; I draw no %s.", argument).Try("lg * win s=role -graph", "lg * win s=month(end) -graph")
	case name == "count":
		return 0, nil
	default:
		if why := Absent(word); why != "" {
			return 0, problem.New(why, "lg * win -log", "lg * win -random", "lg * win -count:10")
		}
		return 0, nil
	}
	return len(word), nil
}
