package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"delphi/cmd/delphi/firstconfig"

	"golang.org/x/term"

	"delphi"
)

// configName is the configuration that is found without -c.
const configName = "delphi.toml"

// configFile is a flag of commands that read a configuration.
type configFile struct {
	File string `short:"c" name:"config" type:"path" placeholder:"FILE" help:"Configuration file (default delphi.toml here, else in the configuration directory)."`
}

// find sets File, where it was not said, to the configuration that is there.
func (c *configFile) find() error {
	if c.File != "" {
		return nil
	}
	places := []string{configName}
	if dir, err := os.UserConfigDir(); err == nil {
		places = append(places, filepath.Join(dir, "delphi", configName))
	}
	for _, p := range places {
		_, err := os.Stat(p)
		if err == nil {
			c.File = p
			return nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("the configuration cannot be read: %w", err)
		}
	}
	return &exit{wrongUse, fmt.Errorf("there is no %s: write one with \"delphi config init\", or name yours with -c FILE", strings.Join(places, " and no "))}
}

type initCmd struct {
	File     string `arg:"" optional:"" type:"path" default:"delphi.toml" help:"Where to write it."`
	Defaults bool   `help:"Ask nothing: write the defaults, which connect to no network yet."`
}

// Run writes a commented configuration, after asking for what has no default.
func (c *initCmd) Run(e *env) error {
	if _, err := os.Stat(c.File); err == nil {
		return fmt.Errorf("%s is there already, and stays as it is; name another file", c.File)
	}
	var a firstconfig.Answers
	if f, ok := e.in.(*os.File); !c.Defaults && (!ok || !term.IsTerminal(int(f.Fd()))) {
		return errors.New("there is no terminal to ask questions on: add --defaults to write the defaults")
	}
	if !c.Defaults {
		var err error
		if a, err = firstconfig.Ask(e.ctx, e.in, e.out); err != nil {
			return err
		}
	}
	text, err := firstconfig.Write(delphi.ConfigExample, a)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(c.File, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("the configuration cannot be written: %w", err)
	}
	if _, err = f.Write(text); err != nil {
		return errors.Join(err, f.Close())
	}
	if err := f.Close(); err != nil {
		return err
	}
	_, err = fmt.Fprint(e.out, c.next(a))
	return err
}

// next says what there is to do after the configuration was written.
func (c *initCmd) next(a firstconfig.Answers) string {
	out := []string{"Wrote " + c.File + ". Every key is explained there."}
	if a.Discord {
		out = append(out, "Put the bot's token into the variable DELPHI_DISCORD_TOKEN, or into a file that token_file in [discord] names.")
	}
	if a.Account != "" {
		out = append(out, "Put the password of "+a.Account+" into a file that sasl_password_file names, or into the variable DELPHI_IRC_<NAME>_PASSWORD.")
	}
	if a.Address == "" && !a.Discord {
		out = append(out, "It names no network yet: fill in the [[irc]] section at the end, or set enabled = true in [discord].")
	}
	serve := "delphi serve"
	if filepath.Base(c.File) != configName {
		serve += " -c " + c.File
	}
	return strings.Join(append(out, "Then run \"delphi doctor\", which says what does not work yet, and: "+serve), "\n") + "\n"
}
