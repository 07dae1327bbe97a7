package webhook

import (
	"net"
	"net/netip"
	"slices"
	"strings"
)

// Networks of special use, besides those that netip knows. Addresses of IPv6 are public only within publicSix.
var (
	publicSix = netip.MustParsePrefix("2000::/3")
	special   = []netip.Prefix{
		netip.MustParsePrefix("0.0.0.0/8"),       // this host
		netip.MustParsePrefix("100.64.0.0/10"),   // of providers
		netip.MustParsePrefix("192.0.0.0/24"),    // protocols
		netip.MustParsePrefix("192.0.2.0/24"),    // documentation
		netip.MustParsePrefix("192.88.99.0/24"),  // 6to4 relays
		netip.MustParsePrefix("198.18.0.0/15"),   // benchmarks
		netip.MustParsePrefix("198.51.100.0/24"), // documentation
		netip.MustParsePrefix("203.0.113.0/24"),  // documentation
		netip.MustParsePrefix("240.0.0.0/4"),     // reserved, and broadcast
		netip.MustParsePrefix("2001::/23"),       // protocols: Teredo leads to an IPv4 address
		netip.MustParsePrefix("2001:db8::/32"),   // documentation
		netip.MustParsePrefix("2002::/16"),       // 6to4 leads to an IPv4 address
		netip.MustParsePrefix("3fff::/20"),       // documentation
	}
)

// isPublic reports whether an address is one of the internet, and not of this machine or of a private network. What
// stands in for an IPv4 address is judged as that address, or refused: NAT64 is outside of publicSix.
func isPublic(addr netip.Addr) bool {
	if addr.Zone() != "" {
		return false
	}
	addr = addr.Unmap()
	switch {
	case !addr.IsGlobalUnicast() || addr.IsPrivate():
		return false
	case addr.Is6() && !publicSix.Contains(addr):
		return false
	}
	return !slices.ContainsFunc(special, func(p netip.Prefix) bool { return p.Contains(addr) }) && !isOwn(addr)
}

// isOwn reports whether this machine has the address.
func isOwn(addr netip.Addr) bool {
	own, err := net.InterfaceAddrs()
	if err != nil {
		return true
	}
	return slices.ContainsFunc(own, func(a net.Addr) bool {
		prefix, err := netip.ParsePrefix(a.String())
		return err == nil && prefix.Addr().Unmap() == addr
	})
}

// isNumber reports whether a host ends in a number, as browsers and resolvers understand it: it is an IPv4 address then, in
// one of many spellings, of which only the plain one is taken.
func isNumber(host string) bool {
	last := host[strings.LastIndexByte(host, '.')+1:]
	digits := "0123456789"
	if len(last) > 1 && last[0] == '0' && (last[1] == 'x' || last[1] == 'X') {
		last, digits = last[2:], "0123456789abcdefABCDEF"
	} else if last == "" {
		return false
	}
	return strings.Trim(last, digits) == ""
}

// isLocalName reports whether a name is this machine without asking anybody.
func isLocalName(host string) bool {
	host = strings.ToLower(host)
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || host == "localhost.localdomain"
}
