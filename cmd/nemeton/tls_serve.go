package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	stdlog "log"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/rs/zerolog"

	"nemeton/server/certificate"
	"nemeton/server/telemetry"
)

// tlsServer is the part of a server that serves TLS without a proxy: the certificates, and the address for plain HTTP. A nil tlsServer serves plain HTTP.
type tlsServer struct {
	source  certificate.Source
	manager *certificate.Manager // nil: files
	plain   *http.Server         // nil: there is no address for plain HTTP
	plainOn net.Listener
}

// newTLSServer reads the certificates and opens the address for plain HTTP. It orders nothing before start. It returns nil for plain HTTP.
func newTLSServer(ctx context.Context, cfg config, metrics *telemetry.Metrics) (_ *tlsServer, err error) {
	c := cfg.TLS
	if c == nil {
		return nil, nil
	}
	s := &tlsServer{}
	redirect := certificate.Redirect(c.Names, c.Port)
	if len(c.Domains) == 0 {
		s.source, err = certificate.OpenFiles(certificate.FilesConfig{
			Cert: c.TLSCert, Key: c.TLSKey, Now: cfg.Environment.Now, Log: cfg.Log,
			Used: func(until time.Time) { metrics.SetCertificate("files", until) },
		})
		if err != nil {
			return nil, fmt.Errorf("--tls-cert, --tls-key: %w", err)
		}
	} else {
		client, err := acmeClient(c.ACMECA)
		if err != nil {
			return nil, err
		}
		s.manager, err = certificate.NewManager(certificate.Config{
			Names: c.Domains, Directory: c.ACMEURL, Email: c.ACMEEmail, Folder: c.TLSCache, Client: client,
			Now: cfg.Environment.Now, After: cfg.Environment.After, Renewed: metrics.SetCertificate, Log: cfg.Log,
		})
		if err != nil {
			return nil, fmt.Errorf("--tls-cache: %w", err)
		}
		s.source, redirect = s.manager, s.manager.Challenges(redirect)
	}
	if c.HTTPAddr == noRedirect && c.Plain == nil {
		return s, nil
	}
	if s.plainOn = c.Plain; s.plainOn == nil {
		if s.plainOn, err = listen(ctx, c.HTTPAddr); err != nil {
			return nil, fmt.Errorf("%w (--http-addr names another address, or off)", err)
		}
	}
	s.plain = newServer(redirect, cfg.Log)
	return s, nil
}

// serve serves the public address, with TLS if there is any, until it is closed.
func (s *tlsServer) serve(public *http.Server, on net.Listener, log zerolog.Logger) error {
	if s == nil {
		return public.Serve(on)
	}
	public.TLSConfig = certificate.TLSConfig(s.source)
	public.ErrorLog = stdlog.New(handshakeErrors{log}, "", 0)
	return public.ServeTLS(on, "", "")
}

// start serves plain HTTP, and orders certificates. Failures to serve go to failed. The public address must be served already, because the authority connects
// to it.
func (s *tlsServer) start(limit func(net.Listener) net.Listener, failed chan<- error) {
	if s == nil {
		return
	}
	if s.plain != nil {
		go func() { failed <- s.plain.Serve(limit(s.plainOn)) }()
	}
	if s.manager != nil {
		s.manager.Start()
	}
}

// close ends everything at once.
func (s *tlsServer) close() {
	if s == nil {
		return
	}
	if s.manager != nil {
		s.manager.Close()
	}
	if s.plain != nil {
		_ = s.plain.Close()
		_ = s.plainOn.Close()
	}
}

// acmeClient returns the client for an authority whose own certificate was signed by the authorities in a file; empty: those of the system.
func acmeClient(file string) (*http.Client, error) {
	transport := http.DefaultTransport.(*http.Transport).Clone() //nolint:forcetypeassert // the default of net/http
	if file != "" {
		roots, err := readRoots(file)
		if err != nil {
			return nil, fmt.Errorf("--acme-ca: %w", err)
		}
		transport.TLSClientConfig = &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}
	}
	transport.DisableKeepAlives = true // an order is rare
	return &http.Client{Transport: transport, Timeout: time.Minute}, nil
}

// readRoots reads certificates of authorities (PEM).
func readRoots(file string) (*x509.CertPool, error) {
	raw, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(raw) {
		return nil, fmt.Errorf("%s holds no certificate (PEM)", file)
	}
	return roots, nil
}

// handshakeErrors logs failed handshakes for debugging only, because strangers cause them at will, and everything else as a warning.
type handshakeErrors struct{ log zerolog.Logger }

var _ io.Writer = handshakeErrors{}

// Write implements io.Writer.
func (h handshakeErrors) Write(line []byte) (int, error) {
	level := zerolog.WarnLevel
	if bytes.Contains(line, []byte("TLS handshake error")) {
		level = zerolog.DebugLevel
	}
	h.log.WithLevel(level).Msg(string(bytes.TrimSpace(line)))
	return len(line), nil
}

// secureGreeting returns the lines that name the address of a server with TLS.
func (c *tlsConfig) secureGreeting(listening net.Addr, public string, leaf *x509.Certificate) []string {
	address := public
	if address == "" {
		host := "localhost"
		if leaf != nil && len(leaf.DNSNames) > 0 && leaf.DNSNames[0][0] != '*' {
			host = leaf.DNSNames[0]
		}
		if address = "https://" + host; c.Port != "443" {
			address = "https://" + net.JoinHostPort(host, c.Port)
		}
	}
	lines := []string{"Nemeton is ready: " + address}
	if leaf == nil {
		lines = append(lines, "  it gets its certificate now, from "+c.ACMEURL+"; the log says when it has it")
	}
	return append(lines, "  it listens on "+listening.String())
}
