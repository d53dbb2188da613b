package natstest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nemeton/testkit/must"
	"nemeton/testkit/privateca"
)

// Cluster is a cluster of three NATS servers with TLS and a user.
type Cluster struct {
	servers []*Server
	URL     string // of all servers, with user and password
}

// StartCluster starts a cluster whose certificates an authority signs. It stops with the test.
func StartCluster(t *testing.T, by *privateca.Authority) *Cluster {
	t.Helper()
	certificate, key := by.Server()
	dir := t.TempDir()
	certFile, keyFile := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	must.Succeed(t, os.WriteFile(certFile, certificate, 0o600))
	must.Succeed(t, os.WriteFile(keyFile, key, 0o600))
	c := &Cluster{}
	var urls []string
	for _, name := range []string{"one", "two", "three"} {
		route := ""
		if len(c.servers) > 0 {
			route = c.servers[0].at.Cluster[0]
		}
		s := start(t, fmt.Sprintf(`
server_name: %s
http: "127.0.0.1:-1"
authorization { user: nemeton, password: hush, timeout: 60 }
tls { cert_file: %q, key_file: %q, timeout: 60 }
cluster { name: test, listen: "127.0.0.1:-1", routes: [%s] }
`, name, certFile, keyFile, route))
		c.servers = append(c.servers, s)
		_, address, _ := strings.Cut(s.URL, "://")
		urls = append(urls, "tls://nemeton:hush@"+address)
	}
	c.URL = strings.Join(urls, ",")
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for _, s := range c.servers {
		for s.routes() < len(c.servers)-1 {
			<-tick.C
		}
	}
	return c
}

// routes returns the number of other servers that the server is connected to.
func (s *Server) routes() int {
	s.t.Helper()
	answer, err := http.Get(s.at.Monitoring[0] + "/routez")
	must.Succeed(s.t, err)
	defer func() { _ = answer.Body.Close() }()
	var found struct {
		Routes []struct {
			Name string `json:"remote_name"`
		} `json:"routes"`
	}
	must.Succeed(s.t, json.NewDecoder(answer.Body).Decode(&found))
	names := map[string]bool{}
	for _, r := range found.Routes {
		names[r.Name] = true
	}
	return len(names)
}

// Kill ends one of the servers.
func (c *Cluster) Kill(n int) { c.servers[n].Stop() }
