package main

import (
	"context"
	stdlog "log"
	"net"
	"net/http"
	"time"

	"github.com/rs/zerolog"
)

// These are the longest times to read a request with its body, and to write its response. Sockets have timeouts of their own. readTimeout is
// longer than the API's own timeout, because it would otherwise abort requests in progress.
const (
	readTimeout  = 30 * time.Second
	writeTimeout = 2 * time.Minute
)

// newServer returns a server with limits, so that slow, idle or verbose clients do not hold connections and memory.
func newServer(h http.Handler, log zerolog.Logger) *http.Server {
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          stdlog.New(log.With().Str("level", "warn").Logger(), "", 0),
	}
}

func listen(ctx context.Context, addr string) (net.Listener, error) {
	var config net.ListenConfig
	return config.Listen(ctx, "tcp", addr)
}
