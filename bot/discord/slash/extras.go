package slash

import (
	"slices"

	"delphi/commands"
)

// What only Discord shows of a command, by the command's path. A test checks that the
// commands and their parameters exist.
var (
	// messageMenu holds the names of commands in the context menu of a message, whose
	// text is then the text of the request.
	messageMenu = map[string]string{"game": "What are my odds?"}

	// userMenu holds the names of commands in the context menu of a user, who becomes
	// the value of the command's parameter for a user.
	userMenu = map[string]string{"whois": "Who is this?"}

	forms = map[string]Form{
		"me":          {Title: "Your character", may: []string{"role", "xl", "int", "wis", "worn"}},
		"join":        {Title: "Join a tournament", must: []string{"account"}, may: []string{"tournament"}},
		"tourney new": {Title: "A new tournament", must: []string{"name", "from", "to"}, may: []string{"zone", "rules"}},
	}
)

// Form is what Discord asks for if a call of a command leaves out something required or
// says nothing at all.
type Form struct {
	Title     string // at most 45 characters
	Must, May []*commands.Param

	must, may []string // their names
}

// FormOf returns the form of a command; nil if it has none.
func FormOf(c *commands.Command) *Form {
	f, ok := forms[c.Path()]
	if !ok {
		return nil
	}
	f.Must, f.May = named(c, f.must), named(c, f.may)
	return &f
}

// named returns the parameters of a command that have one of the names, in the order of
// the names.
func named(c *commands.Command, names []string) (list []*commands.Param) {
	for _, name := range names {
		if i := slices.IndexFunc(c.Params, func(p *commands.Param) bool { return p.Name == name }); i >= 0 {
			list = append(list, c.Params[i])
		}
	}
	return list
}

// InMenu returns the command that the menu of a message calls by a name; nil if
// there is none.
func InMenu(r Router, name string) *commands.Command { return called(r, name, messageMenu) }

// InUserMenu is like InMenu for the menu of a user.
func InUserMenu(r Router, name string) *commands.Command { return called(r, name, userMenu) }

func called(r Router, name string, menu map[string]string) *commands.Command {
	for _, c := range r.Commands() {
		if menu[c.Path()] == name && name != "" {
			return c
		}
	}
	return nil
}
