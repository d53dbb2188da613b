package secrecy

import (
	"io"
	"net/http"

	"nemeton/engine"
	"nemeton/server/store"
)

// Leak plants a leak in both servers, so that a test can check that it is found. It may leak t.FullState or the secret in a row. The zero
// value plants nothing.
type Leak struct {
	Title   func(t *Title) engine.Title
	Store   func(s store.Store, t *Title) store.Store
	Request func(next http.Handler, t *Title) http.Handler
	// Only Canary finds these.
	Log     func(log io.Writer, t *Title) io.Writer
	Metrics func(text string, t *Title) string
}

func (l Leak) isPlanted() bool {
	return l.Title != nil || l.Store != nil || l.Request != nil || l.Log != nil || l.Metrics != nil
}
