package main

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/term"

	"delphi"
	"delphi/cmd/delphi/document"
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

// answers are what somebody who begins is asked.
type firstAnswers struct {
	address, nick string
	channels      []string
	plain         bool   // without TLS
	account       string // at services, for SASL
	discord       bool
}

// Run writes a commented configuration, after asking for what has no default.
func (c *initCmd) Run(e *env) error {
	if _, err := os.Stat(c.File); err == nil {
		return fmt.Errorf("%s is there already, and stays as it is; name another file", c.File)
	}
	var a firstAnswers
	if f, ok := e.in.(*os.File); !c.Defaults && (!ok || !term.IsTerminal(int(f.Fd()))) {
		return errors.New("there is no terminal to ask questions on: add --defaults to write the defaults")
	}
	if !c.Defaults {
		var err error
		if a, err = askFirst(e); err != nil {
			return err
		}
	}
	text, err := firstConfig(delphi.ConfigExample, a)
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
func (c *initCmd) next(a firstAnswers) string {
	out := []string{"Wrote " + c.File + ". Every key is explained there."}
	if a.discord {
		out = append(out, "Put the bot's token into the variable DELPHI_DISCORD_TOKEN, or into a file that token_file in [discord] names.")
	}
	if a.account != "" {
		out = append(out, "Put the password of "+a.account+" into a file that sasl_password_file names, or into the variable DELPHI_IRC_<NAME>_PASSWORD.")
	}
	if a.address == "" && !a.discord {
		out = append(out, "It names no network yet: fill in the [[irc]] section at the end, or set enabled = true in [discord].")
	}
	serve := "delphi serve"
	if filepath.Base(c.File) != configName {
		serve += " -c " + c.File
	}
	return strings.Join(append(out, "Then run \"delphi doctor\", which says what does not work yet, and: "+serve), "\n") + "\n"
}

// askFirst asks for what has no default. What is wrong is asked again.
func askFirst(e *env) (a firstAnswers, err error) {
	in := bufio.NewScanner(e.in)
	lines := make(chan bool) // a line was read; its reader ends with the program
	ask := func(question string, ok func(string) bool) string {
		for err == nil {
			fmt.Fprint(e.out, question+" ")
			go func() { lines <- in.Scan() }()
			select {
			case more := <-lines:
				if !more {
					err = errors.Join(errors.New("nothing was written: the questions were not answered"), in.Err())
					return ""
				}
			case <-e.ctx.Done():
				fmt.Fprintln(e.out)
				err = errors.New("nothing was written: stopped")
				return ""
			}
			if said := strings.TrimSpace(in.Text()); ok(said) {
				return said
			}
		}
		return ""
	}
	anything := func(string) bool { return true }
	a.address = ask("IRC network, as host:port (irc.libera.chat:6697; leave empty for none):", func(s string) bool {
		return s == "" || !strings.ContainsAny(s, " \"\\")
	})
	if a.address != "" {
		if !strings.Contains(a.address, ":") {
			a.address += ":6697"
		}
		a.nick = ask("The bot's nick there (delphi):", func(s string) bool { return !strings.ContainsAny(s, " \",:!@") })
		a.channels = strings.FieldsFunc(ask("Channels to join, separated by commas:", anything), func(r rune) bool { return r == ',' || r == ' ' })
		for i, name := range a.channels {
			if !strings.ContainsAny(name[:1], "#&!+") {
				a.channels[i] = "#" + name
			}
		}
	}
	yes, no := []string{"y", "yes"}, []string{"n", "no"}
	either := func(s string) bool { return slices.Contains(slices.Concat(yes, no, []string{""}), strings.ToLower(s)) }
	if a.address != "" {
		usual, hint := true, "Y/n"
		if strings.HasSuffix(a.address, ":6667") {
			usual, hint = false, "y/N, as 6667 is the plain port everywhere"
		}
		said := strings.ToLower(ask("TLS ("+hint+")?", either))
		a.plain = slices.Contains(no, said) || said == "" && !usual
		a.account = ask("The bot's account at services, for SASL (leave empty for none):", func(s string) bool { return !strings.ContainsAny(s, " \"\\") })
	}
	a.discord = slices.Contains(yes, strings.ToLower(ask("Discord, too (y/N)?", either)))
	return a, err
}

// firstConfig returns the example with what was answered filled in. Without an IRC
// network its section is commented out.
func firstConfig(example []byte, a firstAnswers) ([]byte, error) {
	d := document.New(configName, example)
	var err error
	set := func(key, value string) {
		if err == nil {
			d, err = d.With(key, value)
		}
	}
	if a.discord {
		set("discord.enabled", "true")
	}
	if a.address == "" {
		return d.Without("irc[0]"), err
	}
	host, _, err := net.SplitHostPort(a.address)
	if err != nil {
		host = a.address
	}
	set("irc[0].name", strconv.Quote(networkName(host)))
	set("irc[0].address", strconv.Quote(a.address))
	if a.nick != "" {
		set("irc[0].nick", strconv.Quote(a.nick))
	}
	if a.plain {
		set("irc[0].tls", "false")
	}
	if a.account != "" {
		set("irc[0].sasl_user", strconv.Quote(a.account))
	}
	quoted := make([]string, len(a.channels))
	for i, name := range a.channels {
		quoted[i] = strconv.Quote(name)
	}
	set("irc[0].channels", "["+strings.Join(quoted, ", ")+"]")
	return d.Text, err
}

// networkName returns a short name for the network of a host: "libera" of
// irc.libera.chat.
func networkName(host string) string {
	if host = strings.Trim(host, "[]"); net.ParseIP(host) != nil || host == "localhost" || host == "" {
		return "irc"
	}
	parts := strings.Split(host, ".")
	if len(parts) > 2 {
		parts = parts[len(parts)-2:]
	}
	return strings.ToLower(parts[0])
}
