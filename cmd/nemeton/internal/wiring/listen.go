package wiring

import (
	"context"
	"errors"
	"fmt"
	"io"
	stdlog "log"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/rs/zerolog"
)

// These are the longest times to read a request with its body, and to write its response. Sockets have timeouts of their own. readTimeout is
// longer than the API's own timeout, because it would otherwise abort requests in progress.
const (
	readTimeout  = 30 * time.Second
	writeTimeout = 2 * time.Minute
)

// NewServer returns a server with limits, so that slow, idle or verbose clients do not hold connections and memory.
func NewServer(h http.Handler, log zerolog.Logger) *http.Server {
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          serverLog(log.With().Str("level", "warn").Logger()),
	}
}

func serverLog(to io.Writer) *stdlog.Logger { return stdlog.New(to, "", 0) }

// Listen opens an address. Its error names the right that a port below 1024 needs.
func Listen(ctx context.Context, addr string) (net.Listener, error) {
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", addr)
	if errors.Is(err, os.ErrPermission) {
		err = fmt.Errorf("%w; ports below 1024 need the right CAP_NET_BIND_SERVICE, which the service of the package has", err)
	}
	return l, err
}
