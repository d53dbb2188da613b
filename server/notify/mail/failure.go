package mail

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/textproto"
	"regexp"
	"strings"
	"unicode"
)

// Stage is a step of the conversation with a mail server.
type Stage string

// The stages, in their order.
const (
	Connect   Stage = "connect"
	Encrypt   Stage = "tls"
	Greeting  Stage = "greeting"
	Hello     Stage = "hello"
	SignIn    Stage = "authentication"
	Sender    Stage = "sender"
	Recipient Stage = "recipient"
	Content   Stage = "content"
)

// Failure is a mail that was not sent, or a check that failed. It holds no address of a person and no password, so that it can be logged.
type Failure struct {
	Stage Stage
	Code  int    // of the server's answer; 0: none
	Text  string // the server's answer, or the error of the connection
}

func (f *Failure) Error() string {
	if f.Code == 0 {
		return fmt.Sprintf("mail server, %s: %s", f.Stage, f.Text)
	}
	return fmt.Sprintf("mail server, %s: %d %s", f.Stage, f.Code, f.Text)
}

// Temporary reports whether another attempt may succeed without a change of the set-up or of the address.
func (f *Failure) Temporary() bool {
	return f.Code/100 == 4 || f.Code == 0 && f.Stage != Encrypt && f.Stage != SignIn
}

// OfAddress reports whether the server refuses the receiver for good. A refusal to relay is a matter of the set-up.
func (f *Failure) OfAddress() bool {
	return f.Stage == Recipient && f.Code/100 == 5 && !policy.MatchString(f.Text)
}

// policy matches the status of a refusal that has nothing to do with the address (RFC 3463, section 3.8).
var policy = regexp.MustCompile(`^5\.7\.\d|(?i)\brelay`)

const maxText = 200

// addressLike matches mail addresses, which may be those of other people.
var addressLike = regexp.MustCompile(`[^\s<>()\[\],;:"]+@[^\s<>()\],;:"]+`)

func (s *Server) failure(stage Stage, err error) error {
	if err == nil {
		return nil
	}
	f := &Failure{Stage: stage, Text: err.Error()}
	var answer *textproto.Error
	var network *net.OpError
	var lookup *net.DNSError
	var tlsAlert tls.AlertError
	var tlsRecord tls.RecordHeaderError
	var unverified *tls.CertificateVerificationError
	var badName x509.HostnameError
	switch {
	case errors.As(err, &answer):
		f.Code, f.Text = answer.Code, answer.Msg
	case stage == Connect && (errors.As(err, &tlsAlert) || errors.As(err, &tlsRecord) || errors.As(err, &unverified) || errors.As(err, &badName)):
		f.Stage = Encrypt
	case errors.As(err, &lookup):
		f.Text = lookup.Err
	case errors.As(err, &network):
		f.Text = network.Err.Error()
	case errors.Is(err, context.DeadlineExceeded):
		f.Text = "it does not answer in time"
	}
	f.Text = s.plain(f.Text)
	return f
}

// plain returns a text of a server as one short line, without addresses, user and password.
func (s *Server) plain(text string) string {
	for _, secret := range []string{s.Password, s.User} {
		if secret != "" {
			text = strings.ReplaceAll(text, secret, "…")
		}
	}
	text = addressLike.ReplaceAllString(text, "…@…")
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }), " ")
	if runes := []rune(text); len(runes) > maxText {
		return string(runes[:maxText]) + "…"
	}
	return text
}
