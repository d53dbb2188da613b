package main

import (
	"net"
	"net/netip"
	"strconv"
)

// greeting tells the people at the machine which addresses to open, there and on other devices at home.
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
		return lines // only a kindness
	}
	for _, a := range addresses {
		p, err := netip.ParsePrefix(a.String())
		if err == nil && p.Addr().Is4() && p.Addr().IsPrivate() {
			lines = append(lines, "  for others at home: http://"+net.JoinHostPort(p.Addr().String(), port))
		}
	}
	return lines
}
