package web

import (
	"errors"
	"net"
	"net/netip"
	"net/url"
	"strings"

	"delphi/bot"
)

// Config is the [web] section.
type Config struct {
	Listen  string   `toml:"listen"`          // host:port; empty: there are no pages
	Public  string   `toml:"public"`          // where people reach the pages: "https://example.org/delphi"; empty: links are relative
	Proxies []string `toml:"trusted_proxies"` // addresses and networks whose X-Forwarded-For is believed
	TLS     string   `toml:"tls"`             // "auto": a certificate is asked for; empty: none
}

// Defaults returns the section with its default values.
func Defaults() Config { return Config{Proxies: []string{}} }

const section = "[web]"

// LoadSecrets does nothing: pages have no secrets.
func (c *Config) LoadSecrets(func(string) string) error { return nil }

// Validate says everything that is wrong, a bot.KeyError each.
func (c *Config) Validate() error {
	var wrong []error
	if _, port, err := net.SplitHostPort(c.Listen); err != nil || port == "" {
		wrong = append(wrong, bot.WrongKey(section, "listen", "%s is not an address to listen on; use 127.0.0.1:8080 or the like", bot.Quoted(c.Listen)))
	}
	if c.Public != "" {
		if u, err := url.Parse(c.Public); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
			wrong = append(wrong, bot.WrongKey(section, "public", "%s is not an address of pages; use https://example.org or https://example.org/delphi", bot.Quoted(c.Public)))
		}
	}
	if _, err := c.proxies(); err != nil {
		wrong = append(wrong, err)
	}
	switch {
	case c.TLS != "" && c.TLS != "auto":
		wrong = append(wrong, bot.WrongKey(section, "tls", "%q is not known; want \"auto\", or nothing behind a proxy", c.TLS))
	case c.TLS == "auto" && !strings.HasPrefix(c.Public, "https://"):
		wrong = append(wrong, bot.WrongKey(section, "tls", "a certificate is made for a name: set public to https:// and that name"))
	}
	return errors.Join(wrong...)
}

// Warnings says in the same way what is allowed but unwise.
func (c *Config) Warnings() error {
	host, _, _ := net.SplitHostPort(c.Listen)
	if ip := net.ParseIP(host); c.TLS == "" && host != "localhost" && (ip == nil || !ip.IsLoopback()) && len(c.Proxies) == 0 {
		return bot.WrongKey(section, "listen", "%s can be reached from outside, without TLS and without a proxy: listen on 127.0.0.1 behind one, or set tls = \"auto\"", bot.Quoted(c.Listen))
	}
	return nil
}

// proxies returns the networks whose X-Forwarded-For is believed.
func (c *Config) proxies() ([]netip.Prefix, error) {
	var out []netip.Prefix
	for _, text := range c.Proxies {
		p, err := netip.ParsePrefix(text)
		if err != nil {
			a, err := netip.ParseAddr(text)
			if err != nil {
				return nil, bot.WrongKey(section, "trusted_proxies", "%q is neither an address nor a network; use 127.0.0.1 or 10.0.0.0/8", text)
			}
			p = netip.PrefixFrom(a, a.BitLen())
		}
		out = append(out, p.Masked())
	}
	return out, nil
}

// base returns the path that all pages are below, without a trailing slash, and origin
// what precedes it. Both are empty if Public is.
func (c *Config) base() (origin, base string) {
	u, err := url.Parse(c.Public)
	if err != nil || c.Public == "" {
		return "", ""
	}
	return u.Scheme + "://" + u.Host, strings.TrimRight(u.Path, "/")
}
