package main

import (
	"github.com/alecthomas/kong"
	kongcompletion "github.com/jotaen/kong-completion"
)

type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// Help says how the code is used.
func (completionCmd) Help() string {
	return "For bash: source <(delphi completion bash). For zsh: source <(delphi completion zsh). For fish: delphi completion fish | source."
}

// Run prints what a shell must run to complete Delphi's command line. The shell
// then asks the program itself, which parse answers.
func (c completionCmd) Run(k *kong.Context) error {
	defer func() { // the library ends the program itself
		if p := recover(); p != nil && p != any(shown{0}) {
			panic(p)
		}
	}()
	return (&kongcompletion.Completion{Shell: c.Shell, Code: true}).Run(k)
}
