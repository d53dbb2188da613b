package httpapi

import (
	"net/http"
	"net/netip"
)

// MarkHeader is the header with which the command doctor marks a request, to ask the admin address later how the server saw it. The answer to the request does
// not depend on it.
const MarkHeader = "Nemeton-Doctor"

// SeenRequest is a request as the server saw it.
type SeenRequest struct {
	Address   string // of the client, after the headers of trusted proxies
	Peer      string // of the other end of the connection
	Host      string // at most maxSeenHost bytes
	Secure    bool   // by https, to this server or to a trusted proxy
	Proxied   bool   // the peer is a trusted proxy
	Forwarded bool   // it had the headers of a proxy
}

// maxSeenHost is the longest host in a SeenRequest, in bytes: the longest DNS name with a port.
const maxSeenHost = 260

func seenRequestOf(o origin, r *http.Request) SeenRequest {
	s := SeenRequest{
		Address: o.address.String(), Secure: o.secure, Proxied: o.proxied, Host: r.Host[:min(len(r.Host), maxSeenHost)],
		Forwarded: r.Header.Get("X-Forwarded-For") != "" || r.Header.Get("X-Forwarded-Proto") != "",
	}
	if peer, err := netip.ParseAddrPort(r.RemoteAddr); err == nil {
		s.Peer = peer.Addr().Unmap().WithZone("").String()
	}
	return s
}
