package lifetime_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	"nemeton/server/lifetime"
	"nemeton/testkit/expect"
)

// around wraps next and calls note with the name when the request has ended.
func around(next http.Handler, note func(string), name string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		lifetime.Serve(next, w, r, func() { note(name) })
	})
}

// serve serves one request through two wrappers. It returns the names in the order in which they ended.
func serve(inner http.HandlerFunc) (ended *string) {
	ended = new(string)
	note := func(name string) { *ended += name }
	h := around(around(inner, note, "inner "), note, "outer ")
	h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil))
	return ended
}

const both = "inner outer "

func TestServe_EndsWithTheHandler(t *testing.T) {
	t.Parallel()
	expect.Equal(t, *serve(func(http.ResponseWriter, *http.Request) {}), both, "ended")
}

func TestServe_EndsWithWhoeverHoldsIt(t *testing.T) {
	t.Parallel()
	var releases []func()
	ended := serve(func(_ http.ResponseWriter, r *http.Request) {
		releases = append(releases, lifetime.Hold(r.Context()), lifetime.Hold(r.Context()))
	})
	for _, release := range releases {
		expect.Equal(t, *ended, "", "ended while the request was held")
		release()
	}
	expect.Equal(t, *ended, both, "ended")
}

func TestServe_EndsWithAPanic(t *testing.T) {
	t.Parallel()
	got := ""
	h := around(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }), func(string) { got = "ended" }, "")
	func() {
		defer func() { _ = recover() }()
		h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil))
	}()
	expect.Equal(t, got, "ended", "the request did not end after a panic")
}

func TestHold_OutsideARequest(t *testing.T) {
	t.Parallel()
	var release func()
	ended := serve(func(http.ResponseWriter, *http.Request) { release = lifetime.Hold(context.Background()) })
	expect.Equal(t, *ended, both, "ended")
	release()
	expect.Equal(t, *ended, both, "ended after the release")
}
