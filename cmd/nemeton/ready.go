package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"time"
)

// readyCmd is the command that asks a server of this machine whether it is ready, for health checks of containers and packages.
type readyCmd struct {
	Addr    string        `default:":8080" env:"NEMETON_ADDR" help:"Address on which the server listens."`
	Timeout time.Duration `default:"3s" help:"How long to wait for the answer."`
}

// Run fails unless the server answers that it is ready.
func (r *readyCmd) Run(ctx context.Context, to streams) error {
	host, port, err := net.SplitHostPort(r.Addr)
	if err != nil {
		return fmt.Errorf("address %s: %w", r.Addr, err)
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1" // the server listens on all addresses; an image has no file that resolves localhost
	}
	ctx, cancel := context.WithTimeout(ctx, r.Timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+"/readyz", http.NoBody)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("the server is not ready: status %d", resp.StatusCode)
	}
	_, err = fmt.Fprintln(to.out, "ready")
	return err
}
