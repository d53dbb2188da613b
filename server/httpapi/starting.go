package httpapi

import (
	"io"
	"net/http"
	"time"

	"nemeton/server/apperr"
)

const startingWait = 2 * time.Second

// Starting returns the handler of a server whose store is not open yet, because migrations run or another node runs them. It lives and is not ready, so that
// neither a probe ends it nor a proxy sends it requests. Requests that come anyway are refused with unavailable.
func Starting() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { respondStarting(w, http.StatusOK, "alive\n") })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		respondStarting(w, http.StatusServiceUnavailable, "starting\n")
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		refuse(w, r, apperr.New(apperr.Unavailable, "the server is starting; try again in a moment").After(startingWait))
	})
	return mux
}

func respondStarting(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, text)
}
