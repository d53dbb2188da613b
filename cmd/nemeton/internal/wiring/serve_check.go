package wiring

import (
	"fmt"

	"nemeton/server/retention"
)

// CheckedFlags holds the checked values of a server's flags.
type CheckedFlags struct {
	Nodes, Hosts []string
	keep         retention.Keep
	Notify       NotifyConfig
	account      accountConfig
	TLS          *TLSConfig // nil: plain HTTP
}

// Check refuses flags that are wrong or contradict each other, and completes those that depend on TLS.
func (s *Serve) Check() (c CheckedFlags, err error) {
	if c.Nodes, err = s.nodes(); err != nil {
		return c, err
	}
	if n := len(s.SecretKey); n > 0 && n < minKeyLength {
		return c, fmt.Errorf("the secret key has %d characters, want at least %d", n, minKeyLength)
	}
	if s.DrainWait > maxDrainWait {
		return c, fmt.Errorf("--drain-wait: %s is longer than %s", s.DrainWait, maxDrainWait)
	}
	if s.BotWorkers > maxBotWorkers {
		return c, fmt.Errorf("--bot-workers: %d are more than %d", s.BotWorkers, maxBotWorkers)
	}
	if s.NATS, err = asciiAddresses("--nats", s.NATS); err != nil {
		return c, err
	}
	if c.TLS, err = s.Secure(); err != nil {
		return c, err
	}
	if c.Hosts, err = HostNames(s.Hosts); err != nil {
		return c, err
	}
	if err := s.checkArchive(); err != nil {
		return c, err
	}
	c.keep = s.Keep
	if err := c.keep.Check(); err != nil {
		return c, fmt.Errorf("--keep-...: %w", err)
	}
	if c.Notify, err = s.Notify.config(c.Hosts); err != nil {
		return c, err
	}
	c.account, err = s.Account.config(c.Notify.Public)
	return c, err
}
