package acmetest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/asn1"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"time"

	"golang.org/x/crypto/acme"
)

// timeout is the longest time for a validation.
const timeout = 30 * time.Second

var errClosed = errors.New("the port is closed")

// validate connects to the server of a name, as RFC 8555 (8.3) and RFC 8737 demand.
func validate(ctx context.Context, kind, name, token, authorization string, host Host) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	switch kind {
	case "http-01":
		return validateHTTP(ctx, name, token, authorization, host.HTTP)
	case "tls-alpn-01":
		return validateTLS(ctx, name, authorization, host.HTTPS)
	default:
		return fmt.Errorf("unknown challenge %s", kind)
	}
}

func validateHTTP(ctx context.Context, name, token, authorization, address string) error {
	if address == "" {
		return errClosed
	}
	transport := &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, network, address)
	}}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+name+"/.well-known/acme-challenge/"+token, http.NoBody)
	if err != nil {
		return err
	}
	resp, err := transport.RoundTrip(r)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(resp.Body, 1000))
	if err != nil {
		return err
	}
	if got := string(bytes.TrimSpace(text)); resp.StatusCode != http.StatusOK || got != authorization {
		return fmt.Errorf("got status %d and %q, want 200 and %q", resp.StatusCode, got, authorization)
	}
	return nil
}

// identifier is the extension with the hash of the authorization (RFC 8737, 3).
var identifier = asn1.ObjectIdentifier{1, 3, 6, 1, 5, 5, 7, 1, 31}

func validateTLS(ctx context.Context, name, authorization, address string) error {
	if address == "" {
		return errClosed
	}
	dialer := tls.Dialer{Config: &tls.Config{
		ServerName: name, NextProtos: []string{acme.ALPNProto}, MinVersion: tls.VersionTLS12,
		InsecureSkipVerify: true, //nolint:gosec // the certificate signs itself
	}}
	conn, err := dialer.DialContext(ctx, "tcp", address)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	state := conn.(*tls.Conn).ConnectionState() //nolint:forcetypeassert // a tls.Dialer returns it
	if state.NegotiatedProtocol != acme.ALPNProto {
		return fmt.Errorf("got the protocol %q, want %q", state.NegotiatedProtocol, acme.ALPNProto)
	}
	leaf := state.PeerCertificates[0]
	if !slices.Equal(leaf.DNSNames, []string{name}) {
		return fmt.Errorf("the certificate is for %q, want %q", leaf.DNSNames, name)
	}
	return hasIdentifier(leaf, authorization)
}

func hasIdentifier(leaf *x509.Certificate, authorization string) error {
	sum := sha256.Sum256([]byte(authorization))
	want, err := asn1.Marshal(sum[:])
	if err != nil {
		return err
	}
	for _, e := range leaf.Extensions {
		if e.Id.Equal(identifier) && e.Critical && bytes.Equal(e.Value, want) {
			return nil
		}
	}
	return errors.New("the certificate lacks the hash of the authorization")
}
