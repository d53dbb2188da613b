// Package lifetime lets what surrounds a request learn when it has ended in truth: a socket goes on where its request's handler has returned, since
// the goroutine and the buffers of a request are worth more than those of a socket.
package lifetime

import (
	"context"
	"net/http"
	"sync"
)

// key is where a request's ending is found.
type key struct{}

// ending gathers what is to be called when nobody holds the request any more.
type ending struct {
	mu   sync.Mutex // guards all below
	held int
	ends []func()
}

// Serve serves a request with next and calls end when it has ended, as a request or as what it became: the last that was handed in first,
// also where next panics.
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

// Hold takes a request, by its context, beyond its handler: it ends with release, which must be called once.
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
