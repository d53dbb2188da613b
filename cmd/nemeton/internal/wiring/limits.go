package wiring

import (
	"strconv"

	"github.com/alecthomas/kong"

	"nemeton/server/limit"
	"nemeton/server/notify"
	"nemeton/server/store"
	"nemeton/server/telemetry"
)

// limitFlags are the flags of the limits; 0 turns a limit off. The defaults are those of limit.Defaults; see limitDefaults.
type limitFlags struct {
	AddressConnections int `default:"${address_connections}" env:"ADDRESS_CONNECTIONS" help:"Connections of one address open at once, complete requests or not. Trusted proxies are exempt."`
	AddressRequests    int `default:"${address_requests}" env:"ADDRESS_REQUESTS" help:"Cost units of the requests of one address a minute; a unit is 1 ms of CPU time."`
	AddressSignIns     int `default:"${address_sign_ins}" env:"ADDRESS_SIGN_INS" help:"New players and uses of device links an hour of one address."`
	AddressGuesses     int `default:"${address_guesses}" env:"ADDRESS_GUESSES" help:"Wrong six-digit codes an hour of one IPv4 address or IPv6 /56, a quarter of them at once."`
	AddressSockets     int `default:"${address_sockets}" env:"ADDRESS_SOCKETS" help:"Sockets of one address open at once."`
	AddressSuggestions int `default:"${address_suggestions}" env:"ADDRESS_SUGGESTIONS" help:"Better texts an hour that one address suggests, a third of them at once."`
	PlayerRequests     int `default:"${player_requests}" env:"PLAYER_REQUESTS" help:"Cost units of the requests of one player a minute; a unit is 1 ms of CPU time."`
	PlayerSockets      int `default:"${player_sockets}" env:"PLAYER_SOCKETS" help:"Sockets of one player open at once."`
	PlayerActs         int `default:"${player_acts}" env:"PLAYER_ACTS" help:"Commands a second of one player; twice as many at once."`
	PlayerMessages     int `default:"${player_messages}" env:"PLAYER_MESSAGES" help:"Chat messages, reactions and reports a minute of one player, a third of them at once."`
	PlayerTables       int `default:"${player_tables}" env:"PLAYER_TABLES" help:"Open and running tables of one player."`
	PlayerDaily        int `name:"player-daily-tables" default:"${player_daily_tables}" env:"PLAYER_DAILY_TABLES" help:"Tables that one player creates within 24 hours."`
	PlayerBytes        int `name:"player-daily-bytes" default:"${player_daily_bytes}" env:"PLAYER_DAILY_BYTES" help:"Bytes in the logs of those tables at which the player can create no more."`
	SocketBytes        int `default:"${socket_bytes}" env:"SOCKET_BYTES" help:"Bytes a second that one socket may send; the rest is read later."`
	TableSpectators    int `default:"${table_spectators}" env:"TABLE_SPECTATORS" help:"Sockets of spectators at one table."`
	Guesses            int `default:"${guesses}" env:"GUESSES" help:"Wrong six-digit codes an hour of all addresses, a third of them at once."`
	MailboxMails       int `default:"${mailbox_mails}" env:"MAILBOX_MAILS" help:"Mails within 24 hours to one mailbox that nobody has verified, in whatever spelling."`
	DomainMails        int `default:"${domain_mails}" env:"DOMAIN_MAILS" help:"Such mails within 24 hours to one domain."`
	AddressMails       int `default:"${address_mails}" env:"ADDRESS_MAILS" help:"Such mails within 24 hours that one network address asks for."`
	Mails              int `default:"${mails}" env:"MAILS" help:"Such mails within 24 hours in all."`
}

// LimitDefaults are the variables in the tags of limitFlags.
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
	return limit.Limits(s.Limit)
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
