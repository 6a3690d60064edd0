package fetch

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"syscall"
	"time"
)

// ErrPrivate is returned for an address in a private network.
var ErrPrivate = errors.New("the address is of a private network; allow_private = true permits it")

// shared lists networks that netip does not call private although they hold no
// public hosts: carrier-grade NAT, benchmarking, IPv4 translated into IPv6.
var shared = []netip.Prefix{
	netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("198.18.0.0/15"), netip.MustParsePrefix("0.0.0.0/8"),
	netip.MustParsePrefix("192.0.0.0/24"), netip.MustParsePrefix("240.0.0.0/4"), netip.MustParsePrefix("64:ff9b::/96"),
	netip.MustParsePrefix("64:ff9b:1::/48"), netip.MustParsePrefix("2002::/16"),
}

func public(a netip.Addr) bool {
	a = a.Unmap()
	for _, p := range shared {
		if p.Contains(a) {
			return false
		}
	}
	return a.IsGlobalUnicast() && !a.IsPrivate() && !a.IsLinkLocalUnicast() && !a.IsLoopback()
}

// Client returns an HTTP client that follows redirects only on the same host and,
// unless it is allowed to, connects to no private address. The address is checked
// after the name has been resolved, so that no name can lead there.
func Client(allowPrivate bool) *http.Client {
	d := &net.Dialer{Timeout: 10 * time.Second}
	if !allowPrivate {
		d.Control = func(_, address string, _ syscall.RawConn) error {
			ap, err := netip.ParseAddrPort(address)
			if err != nil || !public(ap.Addr()) {
				return fmt.Errorf("%s: %w", address, ErrPrivate)
			}
			return nil
		}
	}
	return &http.Client{
		Timeout: time.Minute,
		Transport: &http.Transport{
			DialContext: d.DialContext, TLSHandshakeTimeout: 10 * time.Second, ResponseHeaderTimeout: 20 * time.Second,
			MaxIdleConnsPerHost: 1, IdleConnTimeout: 90 * time.Second, DisableCompression: true, MaxResponseHeaderBytes: 64 << 10,
		},
		CheckRedirect: func(req *http.Request, via []*http.Request) error {
			if req.URL.Host != via[0].URL.Host {
				return fmt.Errorf("it redirects to another host, %s; give that address if it is right", req.URL.Host)
			}
			if via[len(via)-1].URL.Scheme == "https" && req.URL.Scheme != "https" {
				return errPlain
			}
			if len(via) > 3 {
				return errors.New("it redirects again and again")
			}
			return nil
		},
	}
}
