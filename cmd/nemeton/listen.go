package main

import (
	"context"
	stdlog "log"
	"net"
	"net/http"
	"time"

	"github.com/rs/zerolog"
)

// newServer has the time limits that keep slow or idle clients from holding connections for nothing. There is none for whole
// requests: sockets live for hours, and the API has its own.
func newServer(h http.Handler, log zerolog.Logger) *http.Server {
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          stdlog.New(log.With().Str("level", "warn").Logger(), "", 0),
	}
}

func listen(ctx context.Context, addr string) (net.Listener, error) {
	var c net.ListenConfig
	return c.Listen(ctx, "tcp", addr)
}
