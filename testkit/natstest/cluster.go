package natstest

import (
	"crypto/tls"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"nemeton/testkit/must"
	"nemeton/testkit/privateca"
)

// Cluster is a cluster of three NATS servers with TLS and a user.
type Cluster struct {
	servers []*server.Server
	URL     string // of all servers, with user and password
}

// StartCluster starts a cluster whose certificates an authority signs. It stops with the test.
func StartCluster(t *testing.T, by *privateca.Authority) *Cluster {
	t.Helper()
	certificate := must.Return(tls.X509KeyPair(by.Server()))(t)
	c := &Cluster{}
	var urls []string
	for _, name := range []string{"one", "two", "three"} {
		o := &server.Options{
			ServerName: name, Host: "127.0.0.1", Port: server.RANDOM_PORT, NoLog: true, NoSigs: true, Username: "nemeton", Password: "hush",
			TLS: true, TLSTimeout: 60, AuthTimeout: 60, TLSConfig: &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12},
			Cluster: server.ClusterOpts{Name: "test", Host: "127.0.0.1", Port: server.RANDOM_PORT},
		}
		if len(c.servers) > 0 {
			o.Routes = []*url.URL{{Scheme: "nats", Host: c.servers[0].ClusterAddr().String()}}
		}
		s := must.Return(server.NewServer(o))(t)
		s.Start()
		if !s.ReadyForConnections(5 * time.Minute) {
			t.Fatal("the NATS server did not start")
		}
		t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
		c.servers = append(c.servers, s)
		urls = append(urls, "tls://nemeton:hush@"+s.Addr().String())
	}
	c.URL = strings.Join(urls, ",")
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for _, s := range c.servers {
		for s.NumRoutes() < len(c.servers)-1 {
			<-tick.C
		}
	}
	return c
}

// Kill ends one of the servers.
func (c *Cluster) Kill(n int) {
	c.servers[n].Shutdown()
	c.servers[n].WaitForShutdown()
}
