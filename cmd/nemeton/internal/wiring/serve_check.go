package wiring

import (
	"fmt"
	"slices"

	"nemeton/server/door"
	"nemeton/server/limit"
	"nemeton/server/retention"
	"nemeton/server/store/open"
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
	if err := s.needed(); err != nil {
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

// needed refuses flags that have no effect without another one, because the operator expects one of them. Those of TLS and the archive are checked with their own.
func (s *Serve) needed() error {
	for _, f := range []struct {
		set         bool
		flag, needs string
		met         bool
	}{
		{s.Limit != limit.Defaults(), "--limit-...", "--limits on", s.Limits != "off"},
		{s.NATSCA != "", "--nats-ca", "--nats", s.NATS != ""},
		{s.MigrateDatabase != "", "--migrate-database", "--database postgres://...", open.Shared(s.Database)},
		{s.Admin.AdminKeyFile != "", "--admin-key-file", "--admin-addr", s.AdminAddr != ""},
		{s.Admin.AdminKey != "", "--admin-key", "--admin-addr", s.AdminAddr != ""},
		{s.Notify.MailFrom != "", "--mail-from", "--smtp", s.Notify.SMTP != ""},
		{s.Notify.SMTPHello != "", "--smtp-hello", "--smtp", s.Notify.SMTP != ""},
		{s.Account.DoorMembers, "--door-members", "--door invite", s.Account.Door == string(door.Invite)},
		{s.Account.OIDCClient != "", "--oidc-client", "--oidc-issuer", s.Account.OIDCIssuer != ""},
		{s.Account.OIDCSecret != "", "--oidc-secret", "--oidc-issuer", s.Account.OIDCIssuer != ""},
		{!slices.Contains([]string{"", oidcName}, s.Account.OIDCName), "--oidc-name", "--oidc-issuer", s.Account.OIDCIssuer != ""},
	} {
		if f.set && !f.met {
			return fmt.Errorf("%s has no use without %s", f.flag, f.needs)
		}
	}
	return nil
}
