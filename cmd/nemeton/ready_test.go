package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"nemeton/testkit/expect"
)

func TestHealth(t *testing.T) {
	t.Parallel()
	r := start(t, database(t))
	expect.Equal(t, command(t, 0, "health", "--addr", strings.TrimPrefix(r.url, "http://")), "ready\n")
	draining := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) }))
	addr := draining.Listener.Addr().String()
	expect.Contains(t, command(t, 1, "health", "--addr", addr), "503", "the status")
	draining.Close()
	command(t, 1, "health", "--addr", addr)
	command(t, 1, "health", "--addr", "nowhere")
}
