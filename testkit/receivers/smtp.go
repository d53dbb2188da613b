package receivers

import (
	"io"
	"mime/quotedprintable"
	"net"
	"net/mail"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
	"github.com/rs/zerolog"

	"nemeton/testkit/must"
)

// MailServer is an SMTP server without encryption that keeps what it gets.
type MailServer struct {
	Host string
	Port int

	mu         sync.Mutex // guards all below
	mail       []Mail
	hello      string
	mechanisms []string
	refused    map[string]string // answers by verb
}

// Mail is one mail.
type Mail struct {
	To     string
	Header mail.Header
	Text   string
}

// NewMailServer starts a server until the end of the test.
func NewMailServer(t testing.TB) *MailServer {
	t.Helper()
	listener := must.Return(net.Listen("tcp", "127.0.0.1:0"))(t)
	address := listener.Addr().(*net.TCPAddr)
	s := &MailServer{Host: address.IP.String(), Port: address.Port, mechanisms: []string{"PLAIN", "CRAM-MD5"}, refused: map[string]string{}}
	server := smtp.NewServer(smtp.BackendFunc(s.session))
	quiet := zerolog.Nop()
	server.Domain, server.AllowInsecureAuth, server.ErrorLog = "test", true, &quiet
	var done sync.WaitGroup
	done.Go(func() { _ = server.Serve(&greeter{listener, s}) })
	t.Cleanup(func() {
		_ = server.Close()
		done.Wait()
	})
	return s
}

// Refuse lets the server give an answer, such as "550 5.7.1 no", to EHLO, AUTH, MAIL, RCPT or DATA, or as its greeting for GREETING. An empty answer ends that.
func (s *MailServer) Refuse(verb, answer string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refused[verb] = answer
}

// Offer replaces the ways to sign in that the server announces.
func (s *MailServer) Offer(mechanisms ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mechanisms = mechanisms
}

// Hello returns the name by which the last client introduced itself.
func (s *MailServer) Hello() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.hello
}

// Received returns the mails since the last call.
func (s *MailServer) Received() []Mail {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := s.mail
	s.mail = nil
	return list
}

// refusal is the answer for a verb as an error; nil without one.
func (s *MailServer) refusal(verb string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	code, message, found := strings.Cut(s.refused[verb], " ")
	if !found {
		return nil
	}
	n, err := strconv.Atoi(code)
	if err != nil {
		return err
	}
	return &smtp.SMTPError{Code: n, EnhancedCode: smtp.NoEnhancedCode, Message: message}
}

// greeter refuses connections with the answer for GREETING.
type greeter struct {
	net.Listener
	s *MailServer
}

func (g *greeter) Accept() (net.Conn, error) {
	for {
		conn, err := g.Listener.Accept()
		if err != nil {
			return nil, err
		}
		g.s.mu.Lock()
		answer := g.s.refused["GREETING"]
		g.s.mu.Unlock()
		if answer == "" {
			return conn, nil
		}
		_, _ = io.WriteString(conn, answer+"\r\n")
		_ = conn.Close()
	}
}

func (s *MailServer) session(c *smtp.Conn) (smtp.Session, error) {
	s.mu.Lock()
	s.hello = c.Hostname()
	s.mu.Unlock()
	return &mailSession{s: s}, s.refusal("EHLO")
}

type mailSession struct {
	s  *MailServer
	to string
}

func (m *mailSession) AuthMechanisms() []string {
	m.s.mu.Lock()
	defer m.s.mu.Unlock()
	return m.s.mechanisms
}

func (m *mailSession) Auth(string) (sasl.Server, error) {
	if err := m.s.refusal("AUTH"); err != nil {
		return nil, err
	}
	return nil, smtp.ErrAuthFailed
}

func (m *mailSession) Mail(string, *smtp.MailOptions) error { return m.s.refusal("MAIL") }

func (m *mailSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	m.to = to
	return m.s.refusal("RCPT")
}

func (m *mailSession) Data(r io.Reader) error {
	parsed, err := mail.ReadMessage(r)
	if err != nil {
		return err
	}
	text, err := io.ReadAll(quotedprintable.NewReader(parsed.Body))
	if err == nil {
		err = m.s.refusal("DATA")
	}
	if err != nil {
		return err
	}
	m.s.mu.Lock()
	defer m.s.mu.Unlock()
	m.s.mail = append(m.s.mail, Mail{m.to, parsed.Header, strings.ReplaceAll(string(text), "\r\n", "\n")})
	return nil
}

func (m *mailSession) Reset() {}

func (m *mailSession) Logout() error { return nil }
