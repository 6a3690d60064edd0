package firstconfig

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"
	"strings"

	"delphi/cmd/delphi/document"
)

// Answers are what somebody who begins is asked.
type Answers struct {
	Address  string // of an IRC network, host:port; empty: none
	Nick     string
	Channels []string
	Plain    bool   // without TLS
	Account  string // at services, for SASL
	Discord  bool
}

// Ask asks for what has no default. What is wrong is asked again.
func Ask(ctx context.Context, from io.Reader, out io.Writer) (a Answers, err error) {
	in := bufio.NewScanner(from)
	lines := make(chan bool) // a line was read; its reader ends with the program
	ask := func(question string, ok func(string) bool) string {
		for err == nil {
			fmt.Fprint(out, question+" ")
			go func() { lines <- in.Scan() }()
			select {
			case more := <-lines:
				if !more {
					err = errors.Join(errors.New("nothing was written: the questions were not answered"), in.Err())
					return ""
				}
			case <-ctx.Done():
				fmt.Fprintln(out)
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
	a.Address = ask("IRC network, as host:port (irc.libera.chat:6697; leave empty for none):", func(s string) bool {
		return s == "" || !strings.ContainsAny(s, " \"\\")
	})
	if a.Address != "" {
		if !strings.Contains(a.Address, ":") {
			a.Address += ":6697"
		}
		a.Nick = ask("The bot's nick there (delphi):", func(s string) bool { return !strings.ContainsAny(s, " \",:!@") })
		a.Channels = strings.FieldsFunc(ask("Channels to join, separated by commas:", anything), func(r rune) bool { return r == ',' || r == ' ' })
		for i, name := range a.Channels {
			if !strings.ContainsAny(name[:1], "#&!+") {
				a.Channels[i] = "#" + name
			}
		}
	}
	yes, no := []string{"y", "yes"}, []string{"n", "no"}
	either := func(s string) bool { return slices.Contains(slices.Concat(yes, no, []string{""}), strings.ToLower(s)) }
	if a.Address != "" {
		usual, hint := true, "Y/n"
		if strings.HasSuffix(a.Address, ":6667") {
			usual, hint = false, "y/N, as 6667 is the plain port everywhere"
		}
		said := strings.ToLower(ask("TLS ("+hint+")?", either))
		a.Plain = slices.Contains(no, said) || said == "" && !usual
		a.Account = ask("The bot's account at services, for SASL (leave empty for none):", func(s string) bool { return !strings.ContainsAny(s, " \"\\") })
	}
	a.Discord = slices.Contains(yes, strings.ToLower(ask("Discord, too (y/N)?", either)))
	return a, err
}

// Write returns the example with what was answered filled in. Without an IRC
// network its section is commented out.
func Write(example []byte, a Answers) ([]byte, error) {
	d := document.New("the example", example)
	var err error
	set := func(key, value string) {
		if err == nil {
			d, err = d.With(key, value)
		}
	}
	if a.Discord {
		set("discord.enabled", "true")
	}
	if a.Address == "" {
		return d.Without("irc[0]"), err
	}
	host, _, err := net.SplitHostPort(a.Address)
	if err != nil {
		host = a.Address
	}
	set("irc[0].name", strconv.Quote(networkName(host)))
	set("irc[0].address", strconv.Quote(a.Address))
	if a.Nick != "" {
		set("irc[0].nick", strconv.Quote(a.Nick))
	}
	if a.Plain {
		set("irc[0].tls", "false")
	}
	if a.Account != "" {
		set("irc[0].sasl_user", strconv.Quote(a.Account))
	}
	quoted := make([]string, len(a.Channels))
	for i, name := range a.Channels {
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
