package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestHealth(t *testing.T) {
	t.Parallel()
	r := start(t, database(t))
	if got := command(t, 0, "health", "--addr", strings.TrimPrefix(r.url, "http://")); got != "ready\n" {
		t.Errorf("got %q, want ready", got)
	}
	draining := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) }))
	addr := draining.Listener.Addr().String()
	if got := command(t, 1, "health", "--addr", addr); !strings.Contains(got, "503") {
		t.Errorf("got %q, want the status", got)
	}
	draining.Close()
	command(t, 1, "health", "--addr", addr)
	command(t, 1, "health", "--addr", "nowhere")
}
