package acmetest

import (
	"io"
	"net"
	"sync"
	"testing"

	"github.com/miekg/dns"

	"nemeton/testkit/must"
)

// gate is a port of all names. It passes connections on.
type gate struct {
	listener net.Listener

	mu sync.Mutex // guards to
	to string     // empty: the port is closed
}

func newGate(t *testing.T, ip net.IP) *gate {
	t.Helper()
	g := &gate{listener: listen(t, ip)}
	t.Cleanup(func() { _ = g.listener.Close() })
	go func() {
		for {
			in, err := g.listener.Accept()
			if err != nil {
				return
			}
			go g.pass(in)
		}
	}()
	return g
}

func (g *gate) port() int {
	return g.listener.Addr().(*net.TCPAddr).Port //nolint:forcetypeassert // it listens on TCP
}

func (g *gate) lead(to string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.to = to
}

// pass copies a connection in both directions until one side ends it.
func (g *gate) pass(in net.Conn) {
	defer func() { _ = in.Close() }()
	g.mu.Lock()
	to := g.to
	g.mu.Unlock()
	out, err := net.Dial("tcp", to)
	if err != nil {
		return
	}
	go func() {
		_, _ = io.Copy(out, in)
		_ = out.Close()
	}()
	_, _ = io.Copy(in, out)
}

// nameServer starts a name server for which every name has one address, and returns its own.
func nameServer(t *testing.T, ip net.IP) string {
	t.Helper()
	on := listen(t, net.IPv4(127, 0, 0, 1))
	server := &dns.Server{Listener: on, Handler: dns.HandlerFunc(func(w dns.ResponseWriter, asked *dns.Msg) {
		answer := new(dns.Msg).SetReply(asked)
		q := asked.Question[0]
		switch head := (dns.RR_Header{Name: q.Name, Rrtype: q.Qtype, Class: dns.ClassINET}); {
		case q.Qtype == dns.TypeA && ip.To4() != nil:
			answer.Answer = []dns.RR{&dns.A{Hdr: head, A: ip}}
		case q.Qtype == dns.TypeAAAA && ip.To4() == nil:
			answer.Answer = []dns.RR{&dns.AAAA{Hdr: head, AAAA: ip}}
		}
		_ = w.WriteMsg(answer)
	})}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = server.ActivateAndServe()
	}()
	t.Cleanup(func() {
		_ = on.Close()
		<-ended
	})
	return on.Addr().String()
}

func listen(t *testing.T, ip net.IP) net.Listener {
	t.Helper()
	return must.Return((&net.ListenConfig{}).Listen(t.Context(), "tcp", net.JoinHostPort(ip.String(), "0")))(t)
}
