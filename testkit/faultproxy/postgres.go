package faultproxy

import (
	"net/url"
	"path/filepath"
	"testing"

	"nemeton/testkit/must"
)

// Postgres starts a proxy to a Postgres database and returns it with the database's address through it. The proxy ends with the test.
func Postgres(t testing.TB, database string) (*TCPProxy, string) {
	t.Helper()
	u := must.Return(url.Parse(database))(t)
	network, address, query := "tcp", u.Host, u.Query()
	if dir := query.Get("host"); dir != "" {
		port := query.Get("port")
		if port == "" {
			port = "5432"
		}
		network, address = "unix", filepath.Join(dir, ".s.PGSQL."+port)
		query.Del("host")
		query.Del("port")
		u.RawQuery = query.Encode()
	}
	proxy := must.Return(NewTCPProxy(t.Context(), network, address))(t)
	t.Cleanup(proxy.Close)
	u.Host = proxy.Addr()
	return proxy, u.String()
}
