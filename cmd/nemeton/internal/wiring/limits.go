package wiring

import (
	"strconv"

	"github.com/alecthomas/kong"

	"nemeton/server/limit"
	"nemeton/server/notify"
	"nemeton/server/store"
	"nemeton/server/telemetry"
)

// LimitDefaults are the variables in the tags of limit.Limits.
func LimitDefaults() kong.Vars {
	vars := kong.Vars{}
	for name, n := range limit.Defaults().ByName() {
		vars[string(name)] = strconv.Itoa(n)
	}
	return vars
}

// RequestLimits returns the limits that the server enforces: none with --limits off.
func (s Serve) RequestLimits() limit.Limits {
	if s.Limits == "off" {
		return limit.Limits{}
	}
	return s.Limit
}

func newLimiter(cfg Config, metrics *telemetry.Metrics) *limit.Limiter {
	for name, n := range cfg.Limits.ByName() {
		metrics.SetLimit(string(name), n)
	}
	return limit.NewLimiter(cfg.Limits, cfg.Environment.Now, metrics)
}

var limitOf = map[store.QuotaKind]limit.Name{
	store.QuotaUnfinished: limit.PlayerTables, store.QuotaCreated: limit.PlayerDaily, store.QuotaBytes: limit.PlayerBytes,
}

// mailLimits returns the limits of mails, which the store counts for all nodes together.
func mailLimits(l limit.Limits) notify.MailLimits {
	return notify.MailLimits{Mailbox: l.MailboxMails, Domain: l.DomainMails, Address: l.AddressMails, Server: l.Mails}
}

var mailLimitOf = map[notify.MailLimit]limit.Name{
	notify.MailboxLimit: limit.MailboxMails, notify.DomainLimit: limit.DomainMails, notify.AddressLimit: limit.AddressMails, notify.ServerLimit: limit.Mails,
}
