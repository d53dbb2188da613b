package wiring

import (
	"bytes"
	"context"
	"crypto/x509"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"

	"github.com/rs/zerolog"

	"nemeton/server/certificate"
	"nemeton/server/telemetry"
	"nemeton/server/ws"
)

// tlsServer is the part of a server that serves TLS without a proxy: the certificates, and the address for plain HTTP. A nil tlsServer serves plain HTTP.
type tlsServer struct {
	Source  certificate.Source
	manager *certificate.Manager // nil: files
	plain   *http.Server         // nil: there is no address for plain HTTP
	plainOn net.Listener
}

// newTLSServer opens the address for plain HTTP and reads the certificates of the server that listens at public. It orders nothing before start. It returns nil
// for plain HTTP.
func newTLSServer(ctx context.Context, cfg Config, public net.Listener, metrics *telemetry.Metrics) (_ *tlsServer, err error) {
	c := cfg.TLS
	if c == nil {
		return nil, nil
	}
	s := &tlsServer{plainOn: c.Plain}
	if s.plainOn == nil && c.HTTPAddr != noRedirect {
		if s.plainOn, err = Listen(ctx, c.HTTPAddr); err != nil {
			return nil, fmt.Errorf("%w (--http-addr names another address, or off)", err)
		}
	}
	defer func() {
		if err != nil && s.plainOn != nil {
			_ = s.plainOn.Close()
		}
	}()
	redirect := certificate.Redirect(c.Names, c.Port)
	if len(c.Domains) == 0 {
		s.Source, err = certificate.OpenFiles(certificate.FilesConfig{
			Cert: c.TLSCert, Key: c.TLSKey, Now: cfg.Environment.Now, Log: cfg.Log,
			Used: func(leaf *x509.Certificate) { metrics.SetCertificate("files", leaf) },
		})
		if err != nil {
			return nil, fmt.Errorf("--tls-cert, --tls-key: %w", err)
		}
	} else {
		if s.manager, err = newManager(cfg, public, s.plainOn, metrics); err != nil {
			return nil, err
		}
		s.Source, redirect = s.manager, s.manager.Challenges(redirect)
	}
	if s.plainOn != nil {
		s.plain = NewServer(redirect, cfg.Log)
	}
	return s, nil
}

// newManager makes the manager of certificates by ACME. Plain is nil if no address answers over plain HTTP.
func newManager(cfg Config, public, plain net.Listener, metrics *telemetry.Metrics) (*certificate.Manager, error) {
	c := cfg.TLS
	own := certificate.Config{
		Names: c.Domains, Directory: c.ACMEURL, Email: c.ACMEEmail, Folder: c.TLSCache, Used: metrics.SetCertificate, Now: cfg.Environment.Now, Log: cfg.Log,
	}
	var err error
	if c.ACMECA != "" {
		if own.Roots, err = readRoots(c.ACMECA); err != nil {
			return nil, fmt.Errorf("--acme-ca: %w", err)
		}
	}
	own.Host, own.HTTPSPort = hostAndPort(public)
	if plain != nil {
		_, own.HTTPPort = hostAndPort(plain)
	}
	m, err := certificate.NewManager(own)
	if err != nil {
		return nil, fmt.Errorf("--tls-cache: %w", err)
	}
	return m, nil
}

// hostAndPort returns the address of a listener. The host is empty if it listens on all addresses, or not on TCP.
func hostAndPort(l net.Listener) (host string, port int) {
	at, ok := l.Addr().(*net.TCPAddr)
	if !ok {
		return "", 0
	}
	if !at.IP.IsUnspecified() {
		host = at.IP.String()
	}
	return host, at.Port
}

// Serve serves the public address, with TLS if there is any, until it is closed.
func (s *tlsServer) serve(public *http.Server, on net.Listener, log zerolog.Logger) error {
	if s == nil {
		return public.Serve(on)
	}
	public.TLSConfig = certificate.TLSConfig(s.Source)
	public.ErrorLog = serverLog(handshakeErrors{log})
	return public.ServeTLS(ws.Listener(on), "", "")
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
		if err := s.manager.Start(); err != nil {
			failed <- err
		}
	}
}

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

func (h handshakeErrors) Write(line []byte) (int, error) {
	level := zerolog.WarnLevel
	if bytes.Contains(line, []byte("TLS handshake error")) {
		level = zerolog.DebugLevel
	}
	h.log.WithLevel(level).Msg(string(bytes.TrimSpace(line)))
	return len(line), nil
}

func (c *TLSConfig) secureGreeting(listening net.Addr, public string, leaf *x509.Certificate) []string {
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
