package share

import "net/netip"

// Holder is one asker as far as shares go: an IPv4 address, or the /64 of an
// IPv6 address, since whoever has one of its addresses has them all. The zero
// Holder is the house: no share limits it.
type Holder struct{ prefix netip.Prefix }

// site is the length of the prefix that identifies the owner of an IPv6 address.
const site = 64

// Of returns the Holder of an address.
func Of(a netip.Addr) Holder {
	a = a.Unmap().WithZone("")
	bits := a.BitLen()
	if a.Is6() {
		bits = site
	}
	p, err := a.Prefix(bits)
	if err != nil {
		return Holder{} // of no address at all
	}
	return Holder{p}
}

// House reports whether no share limits this Holder.
func (h Holder) House() bool { return h == Holder{} }

// String returns the address, "192.0.2.1", or the network, "2001:db8:1:2::/64".
func (h Holder) String() string {
	if h.prefix.IsSingleIP() {
		return h.prefix.Addr().String()
	}
	return h.prefix.String()
}
