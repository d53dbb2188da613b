package ws

import (
	"net"
	"net/http"
	"strconv"
	"strings"

	"nemeton/server/wire"
	"nemeton/server/ws/wsconn"
)

// deflate is an agreement on permessage-deflate (RFC 7692).
type deflate int

const (
	noDeflate    deflate = iota
	deflateAlone         // each message is compressed alone
	deflateAfter         // a message of the server may refer to earlier ones
)

// offer is the offer that leads to the agreement. The client keeps no window between its messages, because the server's copy would take more memory
// than the rest of the socket.
func (d deflate) offer() string {
	switch d {
	case deflateAfter:
		return "permessage-deflate; client_no_context_takeover"
	case deflateAlone:
		return "permessage-deflate; client_no_context_takeover; server_no_context_takeover"
	default:
		return ""
	}
}

// upgrade answers a handshake and returns the connection. Compression needs allowed. ok is false if the request was refused. The caller has checked the
// origin of the page.
func upgrade(w http.ResponseWriter, r *http.Request, allowed bool) (c *conn, ok bool) {
	c = &conn{}
	if allowed {
		c.deflate = agreeDeflate(r.Header)
	}
	var err error
	c.messages, err = wsconn.Serve(w, r, wsconn.ServeOptions{
		Subprotocol: wire.Subprotocol, Offer: c.deflate.offer(), ReadLimit: readLimit,
		Wrap: func(raw net.Conn) net.Conn {
			c.init(raw)
			return libraryEnd{c}
		},
	})
	return c, err == nil
}

// agreeDeflate returns the agreement on the first acceptable offer of permessage-deflate (RFC 7692, 7.1). The library would accept offers with
// parameters that are invalid or repeated.
func agreeDeflate(h http.Header) deflate {
	for _, line := range h.Values("Sec-WebSocket-Extensions") {
		for offer := range strings.SplitSeq(line, ",") {
			name, parameters, _ := strings.Cut(offer, ";")
			if !strings.EqualFold(strings.TrimSpace(name), "permessage-deflate") {
				continue
			}
			switch alone, ok := readParameters(parameters); {
			case !ok:
			case alone:
				return deflateAlone
			default:
				return deflateAfter
			}
		}
	}
	return noDeflate
}

// readParameters reads the parameters of an offer. ok is false if one of them is invalid or repeated, or cannot be honored: the server cannot compress
// for a window below the largest. alone means that the client asks for messages that are compressed alone.
func readParameters(parameters string) (alone, ok bool) {
	seen := map[string]bool{}
	for p := range strings.SplitSeq(parameters, ";") {
		name, value, given := strings.Cut(strings.TrimSpace(p), "=")
		if name == "" && !given && strings.TrimSpace(parameters) == "" {
			continue
		}
		if seen[name] {
			return false, false
		}
		seen[name] = true
		if len(value) > 1 && value[0] == '"' && value[len(value)-1] == '"' {
			value = value[1 : len(value)-1]
		}
		switch {
		case name == "client_max_window_bits" && (!given || isWindow(value)):
		case name == "server_max_window_bits" && value == "15":
		case name == "client_no_context_takeover" && !given:
		case name == "server_no_context_takeover" && !given:
			alone = true
		default:
			return false, false
		}
	}
	return alone, true
}

// isWindow reports whether a value is the number of bits of a window: 8 to 15, without leading zeros.
func isWindow(value string) bool {
	bits, err := strconv.Atoi(value)
	return err == nil && bits >= 8 && bits <= 15 && strconv.Itoa(bits) == value
}
