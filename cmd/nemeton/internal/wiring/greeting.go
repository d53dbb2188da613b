package wiring

import (
	"net"
	"net/netip"
	"os"
	"slices"
	"strconv"
)

// Greeting returns the lines that name the addresses of the server. Public is the address for players; it may be empty.
func (a *App) Greeting(secure *TLSConfig, public string) []string {
	if secure != nil {
		return secure.secureGreeting(a.Addr(), public, a.TLS.Source.Leaf())
	}
	return Greeting(a.Addr(), inContainer())
}

// Greeting returns the lines that name the addresses of the server, for this machine and for other devices in the same network. The addresses of a container
// are of no use to players, so its greeting leaves them out.
func Greeting(listening net.Addr, container bool) []string {
	tcp, ok := listening.(*net.TCPAddr)
	if !ok {
		return []string{"Nemeton is ready: " + listening.String()}
	}
	port := strconv.Itoa(tcp.Port)
	if !tcp.IP.IsUnspecified() {
		host := tcp.IP.String()
		if tcp.IP.IsLoopback() {
			host = "localhost"
		}
		return []string{"Nemeton is ready: http://" + net.JoinHostPort(host, port)}
	}
	lines := []string{"Nemeton is ready: http://" + net.JoinHostPort("localhost", port)}
	if container {
		return append(lines, "  in this container; players use the address that you publish for it")
	}
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		return lines // the greeting is optional
	}
	for _, a := range addresses {
		p, err := netip.ParsePrefix(a.String())
		if err == nil && p.Addr().Is4() && p.Addr().IsPrivate() {
			lines = append(lines, "  on other devices in your network: http://"+net.JoinHostPort(p.Addr().String(), port))
		}
	}
	return lines
}

// inContainer reports whether this process runs in a container of Docker, Podman or Kubernetes.
func inContainer() bool {
	exists := func(path string) bool {
		_, err := os.Stat(path)
		return err == nil
	}
	return os.Getenv("KUBERNETES_SERVICE_HOST") != "" || slices.ContainsFunc([]string{"/.dockerenv", "/run/.containerenv"}, exists)
}
