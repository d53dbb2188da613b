package receivers

import (
	"bufio"
	"fmt"
	"net"
	"net/mail"
	"strings"
	"sync"
	"testing"
)

// MailServer is an SMTP server that keeps what it gets.
type MailServer struct {
	Host string
	Port int

	mu      sync.Mutex // guards all below
	mail    []Mail
	hello   string
	refused map[string]string // answers by verb; that of GREETING comes first of all
}

// Refuse lets the server give an answer, such as "550 5.7.1 no", to a verb, or as its greeting for GREETING. An empty answer ends that.
func (s *MailServer) Refuse(verb, answer string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.refused == nil {
		s.refused = map[string]string{}
	}
	s.refused[verb] = answer
}

// Hello returns the name by which the last client introduced itself.
func (s *MailServer) Hello() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.hello
}

func (s *MailServer) refusal(verb string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.refused[verb]
}

// Mail is one mail.
type Mail struct {
	To     string
	Header mail.Header
	Text   string
}

// NewMailServer starts an SMTP server without encryption.
func NewMailServer(t testing.TB) *MailServer {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().(*net.TCPAddr)
	s := &MailServer{Host: address.IP.String(), Port: address.Port}
	var done sync.WaitGroup
	done.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			done.Go(func() {
				defer func() { _ = conn.Close() }()
				if err := s.serve(conn); err != nil {
					t.Errorf("SMTP: %v", err)
				}
			})
		}
	})
	t.Cleanup(func() {
		_ = listener.Close()
		done.Wait()
	})
	return s
}

// Received returns the mails since the last call.
func (s *MailServer) Received() []Mail {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := s.mail
	s.mail = nil
	return list
}

func (s *MailServer) serve(conn net.Conn) error {
	in := bufio.NewReader(conn)
	say := func(text string) { _, _ = fmt.Fprintf(conn, "%s\r\n", text) }
	if answer := s.refusal("GREETING"); answer != "" {
		say(answer)
		return nil
	}
	say("220 test ESMTP")
	to := ""
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return nil //nolint:nilerr // the client left
		}
		verb, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		verb = strings.ToUpper(verb)
		if answer := s.refusal(verb); answer != "" {
			say(answer)
			continue
		}
		switch verb {
		case "EHLO", "HELO":
			s.mu.Lock()
			s.hello = rest
			s.mu.Unlock()
			say("250-test")
			say("250-AUTH PLAIN CRAM-MD5")
			say("250 8BITMIME")
		case "RCPT":
			to = strings.Trim(strings.TrimPrefix(rest, "TO:"), "<>")
			say("250 ok")
		case "DATA":
			say("354 go on")
			m, err := readMail(in)
			if err != nil {
				return err
			}
			m.To = to
			s.mu.Lock()
			s.mail = append(s.mail, m)
			s.mu.Unlock()
			say("250 ok")
		case "QUIT":
			say("221 bye")
			return nil
		default:
			say("250 ok")
		}
	}
}

func readMail(in *bufio.Reader) (m Mail, err error) {
	var text strings.Builder
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return m, err
		}
		if line == ".\r\n" {
			break
		}
		text.WriteString(strings.TrimPrefix(line, "."))
	}
	parsed, err := mail.ReadMessage(strings.NewReader(text.String()))
	if err != nil {
		return m, err
	}
	var body strings.Builder
	if _, err := bufio.NewReader(parsed.Body).WriteTo(&body); err != nil {
		return m, err
	}
	m.Header = parsed.Header
	// Quoted-printable: long lines end with "=".
	m.Text = strings.NewReplacer("=\r\n", "", "=3D", "=", "\r\n", "\n").Replace(body.String())
	return m, nil
}
