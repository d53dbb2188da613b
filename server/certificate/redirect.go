package certificate

import (
	"net"
	"net/http"
	"slices"
	"strings"
)

// Redirect sends browsers from plain HTTP to the same address of https. Port is the port of https; 443 is left out. A request for a host that is not in hosts
// goes to the first one of them; empty hosts keep the name of the request. Only reads are redirected: a change has sent its credentials in the clear
// already, and its program should learn that.
func Redirect(hosts []string, port string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Connection", "close")
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			http.Error(w, "use https", http.StatusBadRequest)
			return
		}
		host := r.Host
		if name, _, err := net.SplitHostPort(host); err == nil {
			host = name
		}
		host = strings.Trim(host, "[]")
		if len(hosts) > 0 && !slices.Contains(hosts, strings.ToLower(strings.TrimSuffix(host, "."))) {
			host = hosts[0]
		}
		if strings.Contains(host, ":") {
			host = "[" + host + "]"
		}
		if port != "443" {
			host += ":" + port
		}
		http.Redirect(w, r, "https://"+host+r.URL.RequestURI(), http.StatusPermanentRedirect) //nolint:gosec // the host is one of hosts, or that of the request
	})
}
