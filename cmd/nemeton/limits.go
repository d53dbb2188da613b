package main

import (
	"nemeton/server/limit"
	"nemeton/server/telemetry"
)

// limitFlags are the limits as an operator sets them; 0 lifts one.
type limitFlags struct {
	AddressRequests int `default:"3000" env:"ADDRESS_REQUESTS" help:"Requests a minute of one address."`
	AddressSignIns  int `default:"600" env:"ADDRESS_SIGN_INS" help:"New players and uses of device links an hour of one address."`
	AddressSockets  int `default:"400" env:"ADDRESS_SOCKETS" help:"Sockets of one address open at once."`
	PlayerRequests  int `default:"1200" env:"PLAYER_REQUESTS" help:"Requests a minute of one player."`
	PlayerSockets   int `default:"40" env:"PLAYER_SOCKETS" help:"Sockets of one player open at once."`
	PlayerActs      int `default:"20" env:"PLAYER_ACTS" help:"Commands a second of one player; twice as many at once."`
	PlayerTables    int `default:"20" env:"PLAYER_TABLES" help:"Open and running tables of one player."`
	SocketBytes     int `default:"32768" env:"SOCKET_BYTES" help:"Bytes a second that one socket may send; what is more is read later."`
	TableSpectators int `default:"200" env:"TABLE_SPECTATORS" help:"Sockets that watch one table beside its players'."`
}

// limits are what the server holds to: none where they are off.
func (s serve) limits() limit.Limits {
	if s.Limits == "off" {
		return limit.Limits{}
	}
	return limit.Limits(s.Limit)
}

// newLimiter holds callers to the limits of the configuration, and shows them in the metrics.
func newLimiter(cfg config, metrics *telemetry.Metrics) *limit.Limiter {
	for name, n := range cfg.Limits.ByName() {
		metrics.SetLimit(string(name), n)
	}
	return limit.NewLimiter(cfg.Limits, cfg.Environment.Now, metrics)
}
