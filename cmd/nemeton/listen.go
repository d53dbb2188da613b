package main

import (
	"context"
	stdlog "log"
	"net"
	"net/http"
	"time"

	"github.com/rs/zerolog"
)

// How long a request may take to arrive, its body included, and its answer to leave. Sockets, which live for hours, are beyond both: they have their
// own. The first is longer than the API works on a request: where it ended sooner it would cut requests short that are being worked on.
const (
	readTimeout  = 30 * time.Second
	writeTimeout = 2 * time.Minute
)

// newServer has the limits that keep slow, idle or long-winded clients from holding connections and memory for nothing.
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
