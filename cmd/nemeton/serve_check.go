package main

import (
	"fmt"

	"nemeton/server/retention"
)

// checkedFlags holds the checked values of a server's flags.
type checkedFlags struct {
	nodes, hosts []string
	keep         retention.Keep
	notify       notifyConfig
	account      accountConfig
	tls          *tlsConfig // nil: plain HTTP
}

// check refuses flags that are wrong or contradict each other, and completes those that depend on TLS.
func (s *serve) check() (c checkedFlags, err error) {
	if c.nodes, err = s.nodes(); err != nil {
		return c, err
	}
	if n := len(s.SecretKey); n > 0 && n < minKeyLength {
		return c, fmt.Errorf("the secret key has %d characters, want at least %d", n, minKeyLength)
	}
	if s.NATS, err = asciiAddresses("--nats", s.NATS); err != nil {
		return c, err
	}
	if c.tls, err = s.secure(); err != nil {
		return c, err
	}
	if c.hosts, err = hostNames(s.Hosts); err != nil {
		return c, err
	}
	c.keep = retention.Keep(s.Keep)
	if err := c.keep.Check(); err != nil {
		return c, fmt.Errorf("--keep-...: %w", err)
	}
	if c.notify, err = s.Notify.config(c.hosts); err != nil {
		return c, err
	}
	c.account, err = s.Account.config(c.notify.Public)
	return c, err
}
