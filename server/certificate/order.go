package certificate

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"slices"

	"golang.org/x/crypto/acme"
)

// kinds are the supported challenges. Attempts alternate between them, because either port may be closed for the authority. A failed attempt costs one
// failed validation, of which authorities allow a few an hour.
var kinds = [...]string{"tls-alpn-01", "http-01"}

// order gets a certificate. Attempt is the number of failures before it. It blocks until the authority has validated the name.
func (m *Manager) order(ctx context.Context, name string, attempt int) (*tls.Certificate, error) {
	client, err := m.registered(ctx)
	if err != nil {
		return nil, fmt.Errorf("register at the authority: %w", err)
	}
	order, err := client.AuthorizeOrder(ctx, acme.DomainIDs(name))
	if err != nil {
		return nil, fmt.Errorf("order a certificate: %w", err)
	}
	for _, address := range order.AuthzURLs {
		if err := m.authorize(ctx, client, name, address, attempt); err != nil {
			return nil, err
		}
	}
	if order, err = client.WaitOrder(ctx, order.URI); err != nil {
		return nil, fmt.Errorf("order a certificate: %w", err)
	}
	key, err := newKey()
	if err != nil {
		return nil, err
	}
	request, err := x509.CreateCertificateRequest(rand.Reader, &x509.CertificateRequest{DNSNames: []string{name}}, key)
	if err != nil {
		return nil, err
	}
	chain, _, err := client.CreateOrderCert(ctx, order.FinalizeURL, request, true)
	if err != nil {
		return nil, fmt.Errorf("get the certificate: %w", err)
	}
	return pair(chain, key, name)
}

// registered returns the client of the account. It registers the account once in a process, which does nothing at an authority that knows it.
func (m *Manager) registered(ctx context.Context) (*acme.Client, error) {
	if m.known {
		return m.client, nil
	}
	account := &acme.Account{}
	if m.cfg.Email != "" {
		account.Contact = []string{"mailto:" + m.cfg.Email}
	}
	_, err := m.client.Register(ctx, account, acme.AcceptTOS)
	m.known = err == nil || errors.Is(err, acme.ErrAccountAlreadyExists)
	if m.known {
		return m.client, nil
	}
	return nil, err
}

// authorize shows the authority that this server controls the name.
func (m *Manager) authorize(ctx context.Context, client *acme.Client, name, address string, attempt int) error {
	authorization, err := client.GetAuthorization(ctx, address)
	if err != nil {
		return fmt.Errorf("read a challenge: %w", err)
	}
	if authorization.Status == acme.StatusValid {
		return nil // from an earlier order
	}
	challenge := pick(authorization.Challenges, attempt)
	if challenge == nil {
		return errors.New("the authority offers neither tls-alpn-01 nor http-01")
	}
	remove, err := m.challenges.provide(client, challenge.Type, name, challenge.Token)
	if err != nil {
		return err
	}
	defer remove()
	if _, err := client.Accept(ctx, challenge); err != nil {
		return fmt.Errorf("%s: %w", challenge.Type, err)
	}
	if _, err := client.WaitAuthorization(ctx, authorization.URI); err != nil {
		return fmt.Errorf("%s: %w", challenge.Type, err)
	}
	return nil
}

// pick chooses a challenge; nil if none is supported.
func pick(offered []*acme.Challenge, attempt int) *acme.Challenge {
	for n := range kinds {
		kind := kinds[(attempt+n)%len(kinds)]
		if at := slices.IndexFunc(offered, func(c *acme.Challenge) bool { return c.Type == kind }); at >= 0 {
			return offered[at]
		}
	}
	return nil
}
