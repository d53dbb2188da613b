package secrecy

import (
	"io"
	"net/http"

	"nemeton/engine"
	"nemeton/server/store"
)

// Leak is a fault planted in both worlds, to show that it is found. What it may tell is t.Whole, or the secret in a row. The zero value
// plants nothing.
type Leak struct {
	Title   func(t *Title) engine.Title
	Store   func(s store.Store, t *Title) store.Store
	Request func(next http.Handler, t *Title) http.Handler
	// What canaries alone can find.
	Log     func(log io.Writer, t *Title) io.Writer
	Metrics func(text string, t *Title) string
}

func (l Leak) isPlanted() bool {
	return l.Title != nil || l.Store != nil || l.Request != nil || l.Log != nil || l.Metrics != nil
}
