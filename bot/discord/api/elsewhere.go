package api

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/bwmarrin/discordgo"

	"delphi/bot"
)

// Address checks another address of the REST interface, such as that of a proxy
// which several processes share. One without a path means Discord's own path on
// that host.
func Address(s string) (*url.URL, error) {
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return nil, fmt.Errorf("%s is not an address such as \"http://127.0.0.1:3001\" or \"https://proxy.example/api/v9\"", bot.Quoted(s))
	}
	if u.Path = strings.TrimRight(u.Path, "/"); u.Path == "" {
		u.Path = "/api/v" + discordgo.APIVersion
	}
	return u, nil
}

// elsewhere is a transport that sends to another address what is for Discord's
// REST interface.
type elsewhere struct {
	http.RoundTripper
	base *url.URL
}

func (t elsewhere) RoundTrip(r *http.Request) (*http.Response, error) {
	own, err := url.Parse(discordgo.EndpointAPI)
	if err != nil {
		return nil, err
	}
	rest, ok := strings.CutPrefix(r.URL.Path, own.Path)
	if !ok || r.URL.Host != own.Host {
		return nil, fmt.Errorf("a request for %s is not for Discord's REST interface", r.URL.Host)
	}
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = t.base.Scheme, t.base.Host, t.base.Host
	r.URL.Path, r.URL.RawPath = t.base.Path+"/"+rest, ""
	return t.RoundTripper.RoundTrip(r)
}

// CloseIdleConnections lets http.Client close those of the transport inside.
func (t elsewhere) CloseIdleConnections() {
	if c, ok := t.RoundTripper.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}
