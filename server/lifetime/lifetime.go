// Package lifetime extends the life of a request beyond its handler. Middleware learns that the request has really ended, although
// the handler of a socket returns early to release the request's goroutine and buffers.
package lifetime

import (
	"context"
	"net/http"
	"sync"
)

// key is the context key of a request's ending.
type key struct{}

// ending collects the functions to call when nothing holds the request any more.
type ending struct {
	mu   sync.Mutex // guards all below
	held int
	ends []func()
}

// Serve serves a request with next. It calls end when the request has ended: after next has returned or panicked, and after all
// holds were released. The function added last is called first.
func Serve(next http.Handler, w http.ResponseWriter, r *http.Request, end func()) {
	e, found := r.Context().Value(key{}).(*ending)
	if !found {
		e = &ending{held: 1}
		r = r.WithContext(context.WithValue(r.Context(), key{}, e))
		defer e.release()
	}
	e.mu.Lock()
	e.ends = append(e.ends, end)
	e.mu.Unlock()
	next.ServeHTTP(w, r)
}

// Hold keeps a request, by its context, from ending when its handler returns. Call release exactly once.
func Hold(ctx context.Context) (release func()) {
	e, found := ctx.Value(key{}).(*ending)
	if !found {
		return func() {}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.held++
	return e.release
}

func (e *ending) release() {
	e.mu.Lock()
	e.held--
	var ends []func()
	if e.held == 0 {
		ends, e.ends = e.ends, nil
	}
	e.mu.Unlock()
	for i := len(ends) - 1; i >= 0; i-- {
		ends[i]()
	}
}
