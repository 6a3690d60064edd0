package fetch

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"syscall"
	"time"

	"delphi/commands/wording"
	"delphi/engine/problem"
	"delphi/engine/seq"
)

// What one page may take.
const (
	MaxPage = 2 << 20
	timeout = 10 * time.Second
	maxHops = 3
)

// Pages fetches pages from allowed folders. It is safe for many goroutines.
type Pages struct {
	Log *slog.Logger // what failed, with all that is known of it; nil: nothing is logged

	folders []folder
	client  *http.Client
}

// NewPages returns a Pages for hosts, each named in full, and no others: "host/path"
// allows what lies under that path, a host alone all of it, and Public stands for the
// folders of the public servers. Private addresses are fetched from if allowPrivate is
// set.
func NewPages(hosts []string, allowPrivate bool) *Pages {
	p := &Pages{folders: folders(hosts), client: Client(allowPrivate)}
	p.client.Timeout = timeout
	p.client.CheckRedirect = p.redirect
	return p
}

// Why a redirect is not followed.
var (
	errElsewhere = errors.New("it redirects to another host or folder, which is not allowed")
	errAgain     = errors.New("it redirects again and again")
	errPlain     = errors.New("it redirects from https to http")
)

// redirect checks a hop as the link itself was checked.
func (p *Pages) redirect(req *http.Request, via []*http.Request) error {
	switch {
	case len(via) > maxHops:
		return errAgain
	case !p.allowed(req.URL):
		return errElsewhere
	case via[len(via)-1].URL.Scheme == "https" && req.URL.Scheme != "https":
		return errPlain
	}
	return nil
}

// Page returns the text at an address. Its errors are for the asker to read, and name
// nothing but what was asked for.
func (p *Pages) Page(ctx context.Context, address string) (string, error) {
	u, err := url.Parse(address)
	if err != nil || !p.allowed(u) {
		return "", p.refused()
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return "", p.failed(u, err)
	}
	req.Header.Set("User-Agent", "delphi-bot (dumplogs)")
	resp, err := p.client.Do(req)
	switch {
	case ctx.Err() != nil:
		return "", context.Cause(ctx)
	case err != nil:
		return "", p.failed(u, err)
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusNotFound:
		return "", problem.Newf("I could not fetch that page: %s has no such page (404). A dumplog appears when the game is over.", u.Host)
	case resp.StatusCode != http.StatusOK:
		return "", problem.Newf("I could not fetch that page: %s says %d %s.", u.Host, resp.StatusCode, http.StatusText(resp.StatusCode))
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

// refused returns the problem of a link that is not followed.
func (p *Pages) refused() error {
	if len(p.folders) == 0 {
		return problem.New("I don't follow links here. Paste the text instead.")
	}
	list, _ := wording.List(seq.Map(p.folders, func(f folder) string { return f.String() }), ", ", 120)
	return problem.Newf("I follow links only to %s. Paste the text or attach the file instead.", list)
}

// failed returns the problem of a page that could not be fetched. The error itself may name
// resolvers and addresses, which are for the log alone.
func (p *Pages) failed(u *url.URL, err error) error {
	var where *url.Error
	if errors.As(err, &where) {
		err = where.Err // without the address, which may have a key in it
	}
	if p.Log != nil {
		p.Log.Warn("a page could not be fetched", "host", u.Host, "err", err)
	}
	return problem.Newf("I could not fetch that page: %s %s. Paste the text instead.", u.Host, said(err))
}

// said returns what the asker is told of a host that did not give a page.
func said(err error) string {
	var (
		timedOut interface{ Timeout() bool }
		dns      *net.DNSError
		cert     *tls.CertificateVerificationError
	)
	switch {
	case errors.Is(err, ErrPrivate):
		return "is in a private network, where I do not go"
	case errors.Is(err, errElsewhere):
		return "redirects to another host or folder, where I do not follow"
	case errors.Is(err, errPlain):
		return "redirects to a page without encryption"
	case errors.Is(err, errAgain):
		return "redirects again and again"
	case errors.As(err, &timedOut) && timedOut.Timeout():
		return fmt.Sprintf("did not answer within %d seconds", int(timeout.Seconds()))
	case errors.As(err, &dns):
		return "cannot be found"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "refuses the connection"
	case errors.As(err, &cert):
		return "has no valid certificate"
	}
	return "could not be reached"
}
