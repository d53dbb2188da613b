package main

import (
	"net"
	"net/netip"
	"strconv"
)

// greeting returns the lines that name the addresses of the server, for this machine and for other devices in the same network.
func greeting(listening net.Addr) []string {
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
