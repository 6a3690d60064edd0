package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	pathpkg "path"
	"slices"
	"strings"
	"time"

	"delphi/commands"
	"delphi/engine/problem"
)

// Hosts are the public servers on which players' dumplogs lie.
var Hosts = []string{"alt.org", "hardfought.org", "slashem.me", "s3.amazonaws.com/altorg"}

// What one page may take.
const (
	MaxPage = 2 << 20
	timeout = 10 * time.Second
)

// Pages fetches pages from allowed hosts. It is safe for many goroutines.
type Pages struct {
	hosts  []string
	client *http.Client
}

// NewPages returns a Pages for hosts and all below them; "host/path" allows only
// what lies under that path. Private addresses are fetched from if allowPrivate
// is set.
func NewPages(hosts []string, allowPrivate bool) *Pages {
	c := Client(allowPrivate)
	c.Timeout = timeout
	return &Pages{slices.Clone(hosts), c}
}

// CheckHost says what is wrong with an entry of a list of hosts.
func CheckHost(host string) error {
	if u, err := url.Parse("https://" + host); err != nil || u.Host == "" || host == "" || strings.Contains(host, "://") || u.User != nil || u.RawQuery != "" {
		return fmt.Errorf("%q is not a host, such as alt.org, or a host and a path, such as example.org/dumps", host)
	}
	return nil
}

// allowed reports whether an address is on an allowed host.
func (p *Pages) allowed(u *url.URL) bool {
	if u.Scheme != "https" && u.Scheme != "http" || u.User != nil {
		return false
	}
	return slices.ContainsFunc(p.hosts, func(entry string) bool {
		host, path, _ := strings.Cut(strings.ToLower(entry), "/")
		if path != "" && !strings.HasPrefix(pathpkg.Clean(u.Path), "/"+path+"/") {
			return false
		}
		is := strings.ToLower(u.Host)
		return is == host || strings.HasSuffix(is, "."+host)
	})
}

// Page returns the text at an address. Its errors are for the asker to read.
func (p *Pages) Page(ctx context.Context, address string) (string, error) {
	u, err := url.Parse(address)
	if err != nil || !p.allowed(u) {
		hosts, _ := commands.List(p.hosts, ", ", 120)
		if len(p.hosts) == 0 {
			return "", problem.New("I don't follow links here. Paste the text instead.")
		}
		return "", problem.Newf("I follow links only to %s. Paste the text or attach the file instead.", hosts)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return "", problem.Newf("That link makes no sense: %v.", err)
	}
	req.Header.Set("User-Agent", "delphi-bot (dumplogs)")
	resp, err := p.client.Do(req)
	switch {
	case ctx.Err() != nil:
		return "", context.Cause(ctx)
	case errors.Is(err, ErrPrivate):
		return "", problem.New("That link leads into a private network, where I do not go.")
	case err != nil:
		return "", p.failed(u, err)
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusNotFound:
		return "", problem.Newf("%s has no such page (404). A dumplog appears when the game is over.", u.Host)
	case resp.StatusCode != http.StatusOK:
		return "", problem.Newf("%s says %s.", u.Host, resp.Status)
	case resp.ContentLength > MaxPage:
		return "", problem.Newf("That page has %.1f MB; I read up to %d MB.", float64(resp.ContentLength)/(1<<20), MaxPage>>20)
	}
	text, err := io.ReadAll(io.LimitReader(resp.Body, MaxPage+1))
	switch {
	case err != nil:
		return "", p.failed(u, err)
	case len(text) > MaxPage:
		return "", problem.Newf("That page has more than %d MB, which is more than I read.", MaxPage>>20)
	}
	return string(text), nil
}

// failed is the problem of a page that could not be fetched.
func (p *Pages) failed(u *url.URL, err error) error {
	var timedOut interface{ Timeout() bool }
	if errors.As(err, &timedOut) && timedOut.Timeout() {
		return problem.Newf("%s did not answer within %d seconds. Paste the text instead.", u.Host, int(timeout.Seconds()))
	}
	var where *url.Error
	if errors.As(err, &where) {
		err = where.Err
	}
	return problem.Newf("%s could not be reached: %v. Paste the text instead.", u.Host, err)
}
