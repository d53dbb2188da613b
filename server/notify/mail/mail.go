// Package mail sends mails over SMTP.
package mail

import (
	"context"
	"crypto/tls"
	"fmt"
	netmail "net/mail"
	"net/url"
	"strconv"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// timeout is the longest time of one mail.
const timeout = 20 * time.Second

// Server is an SMTP server.
type Server struct {
	Host     string
	Port     int
	User     string // empty: without authentication
	Password string
	Implicit bool // TLS from the first byte, instead of STARTTLS
	Plain    bool // without TLS
	From     string
	TLS      *tls.Config // nil: the default
}

// Parse reads the address of a server: smtp://USER:PASSWORD@HOST:PORT for STARTTLS, smtps:// for TLS, and smtp+plain:// without encryption. An error never
// contains the password.
func Parse(address, from string) (*Server, error) {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" {
		return nil, fmt.Errorf("the SMTP server must have the form smtps://USER:PASSWORD@HOST:PORT")
	}
	s := &Server{Host: u.Hostname(), User: u.User.Username(), From: from}
	s.Password, _ = u.User.Password()
	port := "587"
	switch u.Scheme {
	case "smtp":
	case "smtps":
		s.Implicit, port = true, "465"
	case "smtp+plain":
		s.Plain, port = true, "25"
	default:
		return nil, fmt.Errorf("the SMTP server must begin with smtps://, smtp:// or smtp+plain://")
	}
	if p := u.Port(); p != "" {
		port = p
	}
	if s.Port, err = strconv.Atoi(port); err != nil {
		return nil, fmt.Errorf("the SMTP server has a bad port")
	}
	if _, err := netmail.ParseAddress(from); err != nil {
		return nil, fmt.Errorf("the sender of mails must be an address like games@example.org")
	}
	return s, nil
}

// Address returns the plain form of a mail address; ok is false if it is none.
func Address(text string) (address string, ok bool) {
	a, err := netmail.ParseAddress(strings.TrimSpace(text))
	if err != nil || a.Name != "" || len(a.Address) > 254 || strings.ContainsAny(a.Address, "\r\n\"") {
		return "", false
	}
	return a.Address, true
}

// Message is one mail.
type Message struct {
	ID          string // of the Message-ID, the same for all attempts
	To          string
	Subject     string
	Text        string
	Unsubscribe string // URL that ends the mails by one POST (RFC 8058); empty: none
}

// Send sends a mail and blocks until the server has taken it.
func (s *Server) Send(ctx context.Context, m Message) error {
	msg := gomail.NewMsg()
	if err := msg.From(s.From); err != nil {
		return err
	}
	if err := msg.To(m.To); err != nil {
		return err
	}
	msg.Subject(m.Subject)
	msg.SetDate()
	msg.SetMessageIDWithValue(m.ID + "@" + s.Host)
	msg.SetGenHeader("Auto-Submitted", "auto-generated")
	if m.Unsubscribe != "" {
		msg.SetGenHeader("List-Unsubscribe", "<"+m.Unsubscribe+">")
		msg.SetGenHeader("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
	}
	msg.SetBodyString(gomail.TypeTextPlain, m.Text)
	client, err := s.client()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	return client.DialAndSendWithContext(ctx, msg)
}

// Check connects and signs in, and sends no mail.
func (s *Server) Check(ctx context.Context) error {
	client, err := s.client()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	if err := client.DialWithContext(ctx); err != nil {
		return err
	}
	return client.Close()
}

func (s *Server) client() (*gomail.Client, error) {
	options := []gomail.Option{gomail.WithPort(s.Port), gomail.WithTimeout(timeout)}
	switch {
	case s.Plain:
		options = append(options, gomail.WithTLSPolicy(gomail.NoTLS))
	case s.Implicit:
		options = append(options, gomail.WithSSL())
	default:
		options = append(options, gomail.WithTLSPolicy(gomail.TLSMandatory))
	}
	if s.TLS != nil {
		options = append(options, gomail.WithTLSConfig(s.TLS))
	}
	if s.User != "" {
		options = append(options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover), gomail.WithUsername(s.User), gomail.WithPassword(s.Password))
	}
	return gomail.NewClient(s.Host, options...)
}
