package wiring

import (
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"

	"nemeton/server/hostname"
	"nemeton/server/httpapi"
)

// HostNames returns the names of --hosts in the form that requests are compared with. Ports are ignored. It skips empty names, and fails for other texts.
func HostNames(flags []string) ([]string, error) {
	var list []string
	for _, given := range flags {
		name := httpapi.HostName(strings.TrimSpace(given))
		if name == "" {
			continue // an empty variable
		}
		if _, err := hostname.ASCII(name); strings.ContainsAny(given, "/@") || err != nil && name != httpapi.AnyHost {
			return nil, fmt.Errorf("--hosts: %q is not a host name like games.example", given)
		}
		list = append(list, name)
	}
	return list, nil
}

// NodeHosts returns the host names in the addresses of nodes.
func NodeHosts(nodes []string) []string {
	var list []string
	for _, node := range nodes {
		if u, err := url.Parse(node); err == nil {
			list = append(list, httpapi.HostName(u.Host))
		}
	}
	return list
}

// asciiURL returns an address with the name of its host in the form of hostname.ASCII. It fails for a port that cannot exist.
func asciiURL(u *url.URL) (*url.URL, error) {
	name, err := hostname.ASCII(u.Hostname())
	if err != nil {
		return nil, err
	}
	if n, err := strconv.ParseUint(u.Port(), 10, 16); u.Port() != "" && (err != nil || n == 0) {
		return nil, fmt.Errorf("the port %s does not exist: ports are 1 to 65535", u.Port())
	}
	converted := *u
	switch port := u.Port(); {
	case port != "":
		converted.Host = net.JoinHostPort(name, port)
	case strings.Contains(name, ":"):
		converted.Host = "[" + name + "]"
	default:
		converted.Host = name
	}
	return &converted, nil
}

// asciiAddresses converts the hosts in a list of addresses, separated by commas. An error contains no password.
func asciiAddresses(flag, list string) (string, error) {
	if hostname.IsASCII(list) {
		return list, nil
	}
	var converted []string
	for item := range strings.SplitSeq(list, ",") {
		u, err := url.Parse(strings.TrimSpace(item))
		if err != nil || u.Host == "" {
			return "", fmt.Errorf("%s: an address is malformed", flag)
		}
		if u, err = asciiURL(u); err != nil {
			return "", fmt.Errorf("%s: %w", flag, err)
		}
		converted = append(converted, u.String())
	}
	return strings.Join(converted, ","), nil
}
