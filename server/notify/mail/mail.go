// Package mail sends mails over SMTP.
package mail

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	netmail "net/mail"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"

	"nemeton/server/hostname"
)

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
	Hello    string      // full name of this machine, or its address in brackets; empty: localhost
	TLS      *tls.Config // nil: the default
}

// Parse reads the address of a server: smtp://USER:PASSWORD@HOST:PORT for STARTTLS, smtps:// for TLS, and smtp+plain:// without encryption. An error never
// contains the password.
func Parse(address, from string) (*Server, error) {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" {
		return nil, fmt.Errorf("the SMTP server must have the form smtps://USER:PASSWORD@HOST:PORT")
	}
	s := &Server{User: u.User.Username()}
	if s.Host, err = hostname.ASCII(u.Hostname()); err != nil {
		return nil, err
	}
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
	sender, err := netmail.ParseAddress(from)
	if err != nil {
		return nil, errSender
	}
	if _, ok := Address(sender.Address); !ok {
		return nil, errSender
	}
	sender.Address = ascii(sender.Address)
	if s.From = sender.Address; sender.Name != "" {
		s.From = sender.String()
	}
	return s, nil
}

var errSender = errors.New("the sender of mails must be an address like games@example.org")

// HelloName returns the name for HELO/EHLO: a full name, or an IP address, which gets the brackets that the protocol wants. It
// fails for a name without a dot, because many servers refuse those.
func HelloName(given string) (string, error) {
	name, err := hostname.ASCII(strings.TrimPrefix(given, "[IPv6:"))
	if err != nil {
		return "", err
	}
	if a, err := netip.ParseAddr(name); err == nil {
		if a.Is6() {
			return "[IPv6:" + name + "]", nil
		}
		return "[" + name + "]", nil
	}
	if !strings.Contains(name, ".") {
		return "", fmt.Errorf("%q is no full name like mail.example.org", given)
	}
	return name, nil
}

// Message is one mail.
type Message struct {
	ID          string // of the Message-ID, the same for all attempts
	To          string
	Subject     string
	Text        string
	Unsubscribe string // URL that ends the mails by one POST (RFC 8058); empty: none
}

// Send sends a mail and blocks until the server has taken it. Errors of the server and of the connection are *Failure.
func (s *Server) Send(ctx context.Context, m Message) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	msg, err := s.compose(m)
	if err != nil {
		return err
	}
	in, err := s.open(ctx)
	if err != nil {
		return err
	}
	defer in.end()
	if err := in.Mail("<" + s.sender() + ">"); err != nil {
		return s.failure(Sender, err)
	}
	if err := in.Rcpt("<" + ascii(m.To) + ">"); err != nil {
		return s.failure(Recipient, err)
	}
	body, err := in.Data()
	if err != nil {
		return s.failure(Content, err)
	}
	if _, err := msg.WriteTo(body); err != nil {
		return s.failure(Content, err)
	}
	return s.failure(Content, body.Close())
}

func (s *Server) compose(m Message) (*gomail.Msg, error) {
	msg := gomail.NewMsg()
	if err := msg.From(s.From); err != nil {
		return nil, err
	}
	if err := msg.To(ascii(m.To)); err != nil {
		return nil, err
	}
	msg.Subject(m.Subject)
	msg.SetDate()
	msg.SetMessageIDWithValue(m.ID + "@" + s.hello())
	msg.SetGenHeader("Auto-Submitted", "auto-generated")
	if m.Unsubscribe != "" {
		msg.SetGenHeader("List-Unsubscribe", "<"+m.Unsubscribe+">")
		msg.SetGenHeader("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
	}
	msg.SetBodyString(gomail.TypeTextPlain, m.Text)
	return msg, nil
}

// sender is the address of From without its name.
func (s *Server) sender() string {
	if a, err := netmail.ParseAddress(s.From); err == nil {
		return a.Address
	}
	return s.From
}

func (s *Server) Domain() string {
	_, domain, _ := split(s.sender())
	return domain
}

// hello is the name by which this machine introduces itself.
func (s *Server) hello() string { return cmp.Or(s.Hello, "localhost") }

// Check goes through all steps before the receiver of a mail, and sends none. Errors are *Failure.
func (s *Server) Check(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	in, err := s.open(ctx)
	if err != nil {
		return err
	}
	defer in.end()
	return s.failure(Sender, in.Mail("<"+s.sender()+">"))
}
