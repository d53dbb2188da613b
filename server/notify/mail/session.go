package mail

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/wneessen/go-mail/smtp"
)

// session is a connection to a mail server that has said hello and signed in.
type session struct {
	*smtp.Client

	server *Server
	conn   net.Conn
	stop   func() bool // ends the watch of the context
}

// open connects, says hello and signs in. The connection ends with ctx. Errors are *Failure.
func (s *Server) open(ctx context.Context) (*session, error) {
	config := &tls.Config{}
	if s.TLS != nil {
		config = s.TLS.Clone()
	}
	config.ServerName, config.MinVersion = s.Host, tls.VersionTLS12
	dialer := &net.Dialer{}
	dial := dialer.DialContext
	if s.Implicit {
		dial = (&tls.Dialer{NetDialer: dialer, Config: config}).DialContext
	}
	conn, err := dial(ctx, "tcp", net.JoinHostPort(s.Host, strconv.Itoa(s.Port)))
	if err != nil {
		return nil, s.failure(Connect, err)
	}
	if until, ok := ctx.Deadline(); ok {
		_ = conn.SetDeadline(until) // fails on a closed connection alone, as the next read does
	}
	in := &session{server: s, conn: conn, stop: context.AfterFunc(ctx, func() { _ = conn.Close() })}
	if err := in.begin(config); err != nil {
		in.end()
		return nil, err
	}
	return in, nil
}

// begin reads the greeting, says hello, encrypts and signs in.
func (in *session) begin(config *tls.Config) (err error) {
	s := in.server
	if in.Client, err = smtp.NewClient(in.conn, s.Host); err != nil {
		return s.failure(Greeting, err)
	}
	if err := in.Hello(s.hello()); err != nil {
		return s.failure(Hello, err)
	}
	if !s.Plain && !s.Implicit {
		if ok, _ := in.Extension("STARTTLS"); !ok {
			return s.failure(Encrypt, errNoTLS)
		}
		if err := in.StartTLS(config); err != nil {
			return s.failure(Encrypt, err)
		}
	}
	if s.User == "" {
		return nil
	}
	mechanism, err := in.mechanism()
	if err != nil {
		return s.failure(SignIn, err)
	}
	return s.failure(SignIn, in.Auth(mechanism))
}

var (
	errNoTLS  = errors.New("the server does not offer STARTTLS")
	errNoAuth = errors.New("the server offers no authentication that is safe on this connection")
)

// mechanism chooses the best authentication that the server offers. Those that send the password need encryption.
func (in *session) mechanism() (smtp.Auth, error) {
	s := in.server
	_, offered := in.Extension("AUTH")
	names := strings.Fields(strings.ToUpper(offered))
	choices := []struct {
		name string
		auth func() smtp.Auth
	}{
		{"SCRAM-SHA-256", func() smtp.Auth { return smtp.ScramSHA256Auth(s.User, s.Password) }},
		{"SCRAM-SHA-1", func() smtp.Auth { return smtp.ScramSHA1Auth(s.User, s.Password) }},
		{"CRAM-MD5", func() smtp.Auth { return smtp.CRAMMD5Auth(s.User, s.Password) }},
		{"PLAIN", func() smtp.Auth { return smtp.PlainAuth("", s.User, s.Password, s.Host, false) }},
		{"LOGIN", func() smtp.Auth { return smtp.LoginAuth(s.User, s.Password, s.Host, false) }},
	}
	if s.Plain {
		choices = choices[:3]
	}
	for _, choice := range choices {
		if slices.Contains(names, choice.name) {
			return choice.auth(), nil
		}
	}
	return nil, errNoAuth
}

const quitTime = 2 * time.Second

// end closes the connection, after a farewell if the session has begun. A failure has no effect: the mail is taken, or its error known.
func (in *session) end() {
	if in.Client != nil {
		_ = in.conn.SetDeadline(time.Now().Add(quitTime))
		_ = in.Quit()
	}
	in.stop()
	_ = in.conn.Close()
}
