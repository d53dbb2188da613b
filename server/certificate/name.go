package certificate

import (
	"fmt"
	"net/netip"
	"regexp"
	"strings"

	"nemeton/server/hostname"
)

// label is a part of a DNS name between dots.
var label = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$`)

// CheckName returns a DNS name in the form of Config.Names. It fails for names for which no certificate can be ordered without a change of DNS records.
func CheckName(given string) (string, error) {
	name := strings.TrimSuffix(strings.TrimSpace(given), ".")
	if strings.HasPrefix(name, "*.") {
		return "", fmt.Errorf("%q: wildcards need a change of DNS records; name each host, or bring a certificate", given)
	}
	name, err := hostname.ASCII(name)
	if err != nil {
		return "", err
	}
	if _, err := netip.ParseAddr(name); err == nil {
		return "", fmt.Errorf("%q is an address; a certificate needs a name like games.example.org", given)
	}
	for part := range strings.SplitSeq(name, ".") {
		if !label.MatchString(part) {
			return "", fmt.Errorf("%q is not a host name like games.example.org", given)
		}
	}
	return name, nil
}
