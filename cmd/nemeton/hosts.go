package main

import (
	"fmt"
	"net/url"
	"strings"

	"nemeton/server/httpapi"
)

// hostNames returns the names of --hosts in the form that requests are compared with. Ports are ignored. It skips empty names, and fails for a URL.
func hostNames(flags []string) ([]string, error) {
	var list []string
	for _, given := range flags {
		name := httpapi.HostName(strings.TrimSpace(given))
		if name == "" {
			continue // an empty variable
		}
		if strings.ContainsAny(strings.TrimSpace(given), "/@ ") || name != httpapi.AnyHost && strings.Contains(name, "*") {
			return nil, fmt.Errorf("--hosts: %q is not a host name like games.example", given)
		}
		list = append(list, name)
	}
	return list, nil
}

// nodeHosts returns the host names in the addresses of nodes.
func nodeHosts(nodes []string) []string {
	var list []string
	for _, node := range nodes {
		if u, err := url.Parse(node); err == nil {
			list = append(list, httpapi.HostName(u.Host))
		}
	}
	return list
}
