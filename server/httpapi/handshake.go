package httpapi

import (
	"encoding/base64"
	"net/http"
	"strings"

	"nemeton/server/apperr"
)

// handshakes refuses requests without a valid handshake of a WebSocket (RFC 6455, 4.2.1), because the library would answer them with plain text.
func handshakes(next http.Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		key, err := base64.StdEncoding.DecodeString(strings.TrimSpace(r.Header.Get("Sec-WebSocket-Key")))
		if r.ProtoAtLeast(1, 1) && names(r.Header, "Connection", "upgrade") && names(r.Header, "Upgrade", "websocket") &&
			r.Header.Get("Sec-WebSocket-Version") == "13" && len(r.Header.Values("Sec-WebSocket-Key")) == 1 && err == nil && len(key) == 16 {
			next.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Upgrade", "websocket")
		w.Header().Set("Sec-WebSocket-Version", "13")
		refuse(w, r, apperr.New(apperr.Malformed, "a socket needs a handshake of version 13; a proxy may have removed its headers"))
	}
}

// streams refuses HEAD: a stream never ends, and its caller would count as connected.
func streams(next http.Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead {
			w.Header().Set("Allow", http.MethodGet)
			refuse(w, r, apperr.New(apperr.MethodNotAllowed, "a stream has no head"))
			return
		}
		next.ServeHTTP(w, r)
	}
}

// names reports whether a header is a list with a word, in any case.
func names(h http.Header, header, word string) bool {
	for _, line := range h.Values(header) {
		for item := range strings.SplitSeq(line, ",") {
			if strings.EqualFold(strings.TrimSpace(item), word) {
				return true
			}
		}
	}
	return false
}
