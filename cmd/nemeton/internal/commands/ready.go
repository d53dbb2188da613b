package commands

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"time"

	"nemeton/cmd/internal/cli"
	"nemeton/cmd/nemeton/internal/wiring"
)

// ReadyCmd is the command that asks a server of this machine whether it is ready, for health checks of containers and packages.
type ReadyCmd struct {
	Addr    string        `env:"NEMETON_ADDR" help:"Address on which the server listens. Default: :8080, or :443 with TLS."`
	Timeout time.Duration `default:"3s" help:"How long to wait for the answer."`
	TLS     []string      `name:"tls-domain" env:"NEMETON_TLS_DOMAIN,NEMETON_TLS_CERT" placeholder:"NAME" help:"The server serves https, as by its flag of the same name."`
}

// ownAddress returns the address at which this machine reaches a server that listens at addr.
func ownAddress(addr string) (string, error) {
	host, port, err := net.SplitHostPort(addr)
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1" // the server listens on all addresses; an image has no file that resolves localhost
	}
	return net.JoinHostPort(host, port), err
}

func (r *ReadyCmd) Run(ctx context.Context, to cli.Streams) error {
	secure := wiring.TLSFlags{TLSDomain: r.TLS}
	addr, scheme := secure.Addr(r.Addr), "http://"
	if secure.On() {
		scheme = "https://"
	}
	own, err := ownAddress(addr)
	if err != nil {
		return fmt.Errorf("address %s: %w", addr, err)
	}
	ctx, cancel := context.WithTimeout(ctx, r.Timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, scheme+own+"/readyz", http.NoBody)
	if err != nil {
		return err
	}
	// The certificate is for other names, and nobody is between this process and its own machine.
	transport := &http.Transport{DisableKeepAlives: true, TLSClientConfig: &tls.Config{InsecureSkipVerify: true}} //nolint:gosec // see above
	resp, err := (&http.Client{Transport: transport}).Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("the server is not ready: status %d", resp.StatusCode)
	}
	_, err = fmt.Fprintln(to.Out, "ready")
	return err
}
