package web

import (
	"crypto/tls"
	"net"
	"net/http"
	"time"

	"delphi/bot/web/share"
)

// door is a listener whose connections are shared. When they run short, the address
// that holds the most gives way, beginning with its connections that have not asked for
// anything.
type door struct {
	net.Listener
	site  *site
	plain bool // what is let in speaks HTTP at once, not TLS
}

// What a connection weighs (share.Places). One in use weighs little: to be cut
// off for others its address must hold many.
const (
	inUse  = 1
	idle   = 4  // since its last request
	silent = 16 // it has sent no request yet
)

// Accept waits for the next connection that is let in.
func (d *door) Accept() (net.Conn, error) {
	for {
		c, err := d.Listener.Accept()
		if err != nil {
			return nil, err
		}
		who := d.site.holder(c.RemoteAddr())
		place, ok := d.site.connections.Take(who, inUse, func() {
			d.site.short.Do(func() {
				d.site.Log.Warn("connections are running out: closing those of whoever holds the most", "closed", who.String())
			})
			c.Close()
		})
		if ok {
			return &guest{c, place}, nil
		}
		d.site.refused.Add(1)
		if d.plain {
			c.SetWriteDeadline(time.Now().Add(100 * time.Millisecond)) // what it takes at once
			c.Write([]byte(noRoom))
		}
		c.Close()
	}
}

// noRoom is the response to a connection that is not let in.
const noRoom = "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\nRetry-After: 10\r\nConnection: close\r\n\r\n" +
	"You have too many connections open. Close some, or try again in a moment.\n"

// guest is a connection that was let in.
type guest struct {
	net.Conn
	place *share.Place
}

// Close makes room for another.
func (g *guest) Close() error {
	g.place.Leave()
	return g.Conn.Close()
}

// weigh is called by the server when the state of a connection changes.
func weigh(c net.Conn, state http.ConnState) {
	if t, ok := c.(*tls.Conn); ok {
		c = t.NetConn()
	}
	g, ok := c.(*guest)
	if !ok {
		return
	}
	switch state {
	case http.StateNew:
		g.place.Weigh(silent)
	case http.StateActive:
		g.place.Weigh(inUse)
	case http.StateIdle:
		g.place.Weigh(idle)
	}
}
