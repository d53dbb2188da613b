package ws

import (
	"crypto/sha1" //nolint:gosec // RFC 6455 prescribes it, and it protects nothing
	"encoding/base64"
	"net"
	"net/http"
	"strings"

	"nemeton/server/wire"
)

// acceptGUID is appended to the client's key (RFC 6455, 1.3).
const acceptGUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

// deflate is an agreement on permessage-deflate (RFC 7692).
type deflate int

const (
	noDeflate    deflate = iota
	deflateAlone         // each message is compressed alone
	deflateAfter         // a message of the server may refer to earlier ones
)

// upgrade answers a handshake and returns the connection, the bytes that arrived with the request, and the agreement on compression,
// which needs allowed. ok is false if the request was refused. The caller has checked the origin of the page.
func upgrade(w http.ResponseWriter, r *http.Request, allowed bool) (conn net.Conn, early []byte, mode deflate, ok bool) {
	if status, reason := checkHandshake(r); status != 0 {
		if status == http.StatusUpgradeRequired {
			w.Header().Set("Connection", "Upgrade")
			w.Header().Set("Upgrade", "websocket")
		}
		if status == http.StatusBadRequest {
			w.Header().Set("Sec-WebSocket-Version", "13")
		}
		http.Error(w, reason, status)
		return nil, nil, noDeflate, false
	}
	sum := sha1.Sum([]byte(r.Header.Get("Sec-WebSocket-Key") + acceptGUID)) //nolint:gosec // see above
	head := w.Header()
	head.Set("Upgrade", "websocket")
	head.Set("Connection", "Upgrade")
	head.Set("Sec-WebSocket-Accept", base64.StdEncoding.EncodeToString(sum[:]))
	if offers(r.Header, "Sec-WebSocket-Protocol", wire.Subprotocol) {
		head.Set("Sec-WebSocket-Protocol", wire.Subprotocol)
	}
	if allowed {
		mode = agreeDeflate(r.Header)
	}
	switch mode {
	case deflateAfter:
		head.Set("Sec-WebSocket-Extensions", "permessage-deflate; client_no_context_takeover")
	case deflateAlone:
		head.Set("Sec-WebSocket-Extensions", "permessage-deflate; client_no_context_takeover; server_no_context_takeover")
	}
	w.WriteHeader(http.StatusSwitchingProtocols)
	conn, buffers, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return nil, nil, noDeflate, false // nothing can be answered any more
	}
	if n := buffers.Reader.Buffered(); n > 0 {
		first, _ := buffers.Peek(n) // cannot fail for n buffered bytes
		early = append(early, first...)
	}
	return conn, early, mode, true
}

// checkHandshake returns the status and the reason of a refusal; status 0 if the request is a valid handshake.
func checkHandshake(r *http.Request) (status int, reason string) {
	key, err := base64.StdEncoding.DecodeString(strings.TrimSpace(r.Header.Get("Sec-WebSocket-Key")))
	switch {
	case !r.ProtoAtLeast(1, 1) || !offers(r.Header, "Connection", "upgrade") || !offers(r.Header, "Upgrade", "websocket"):
		return http.StatusUpgradeRequired, "this address serves WebSockets"
	case r.Method != http.MethodGet:
		return http.StatusMethodNotAllowed, "a WebSocket handshake needs GET"
	case r.Header.Get("Sec-WebSocket-Version") != "13":
		return http.StatusBadRequest, "unsupported version of WebSocket: want 13"
	case len(r.Header.Values("Sec-WebSocket-Key")) != 1 || err != nil || len(key) != 16:
		return http.StatusBadRequest, "want one Sec-WebSocket-Key of 16 bytes in base64"
	}
	return 0, ""
}

// offers reports whether a header lists a token, in any case.
func offers(h http.Header, name, token string) bool {
	for _, line := range h.Values(name) {
		for item := range strings.SplitSeq(line, ",") {
			if strings.EqualFold(strings.TrimSpace(item), token) {
				return true
			}
		}
	}
	return false
}

// agreeDeflate returns the agreement on the first acceptable offer of permessage-deflate. The client keeps no window between its messages,
// because the server's copy would take more memory than the rest of the socket.
func agreeDeflate(h http.Header) deflate {
	for _, line := range h.Values("Sec-WebSocket-Extensions") {
		for offer := range strings.SplitSeq(line, ",") {
			name, parameters, _ := strings.Cut(offer, ";")
			switch {
			case !strings.EqualFold(strings.TrimSpace(name), "permessage-deflate") || !acceptable(parameters):
			case strings.Contains(parameters, "server_no_context_takeover"):
				return deflateAlone
			default:
				return deflateAfter
			}
		}
	}
	return noDeflate
}

// acceptable reports whether the server can honor all parameters of an offer. It cannot compress for a window below the largest.
func acceptable(parameters string) bool {
	for p := range strings.SplitSeq(parameters, ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(p), "=")
		switch {
		case name == "" || name == "client_max_window_bits" || name == "client_no_context_takeover" || name == "server_no_context_takeover":
		case name == "server_max_window_bits" && strings.Trim(value, `"`) == "15":
		default:
			return false
		}
	}
	return true
}
