package wiring

import (
	"net/http"
	"sync/atomic"
)

// front is a handler that passes requests to another one, which can be replaced while it serves.
type front struct{ present atomic.Pointer[http.Handler] }

func (f *front) serve(h http.Handler) { f.present.Store(&h) }

func (f *front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	(*f.present.Load()).ServeHTTP(w, r)
}
