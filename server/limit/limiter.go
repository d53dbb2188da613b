package limit

import (
	"net/netip"
	"time"
)

// Meter counts refusals.
type Meter interface {
	Limited(name string)
}

// Limiter enforces the limits of players and addresses. It is safe for concurrent use.
type Limiter struct {
	limits Limits
	meter  Meter

	addressRequests, addressSignIns, playerRequests, playerActs *rates
	addressSockets, playerSockets                               *counts
}

// NewLimiter makes a limiter with full buckets.
func NewLimiter(l Limits, now func() time.Time, meter Meter) *Limiter {
	return &Limiter{
		limits: l, meter: meter,
		addressRequests: newRates(l.AddressRequests, (l.AddressRequests+2)/3, time.Minute, now),
		addressSignIns:  newRates(l.AddressSignIns, l.AddressSignIns, time.Hour, now),
		playerRequests:  newRates(l.PlayerRequests, (l.PlayerRequests+2)/3, time.Minute, now),
		playerActs:      newRates(l.PlayerActs, 2*l.PlayerActs, time.Second, now),
		addressSockets:  newCounts(l.AddressSockets),
		playerSockets:   newCounts(l.PlayerSockets),
	}
}

// Limits returns the limits that the limiter enforces.
func (l *Limiter) Limits() Limits { return l.limits }

// Refused counts a refusal that another package decided: by PlayerTables, PlayerDaily, PlayerBytes or TableSpectators.
func (l *Limiter) Refused(name Name) { l.meter.Limited(string(name)) }

// AddressRequest takes a token for one request of an address. If there is none, it takes nothing; wait is the time until there is
// one.
func (l *Limiter) AddressRequest(a netip.Addr) (wait time.Duration, ok bool) {
	return l.take(l.addressRequests, AddressRequests, addressKey(a), 1)
}

// socketWeight is the number of requests that opening a socket counts as, because it makes work for all other sockets of its table.
const socketWeight = 10

// SocketRequest takes the tokens for opening a socket from the requests of an address, as AddressRequest does.
func (l *Limiter) SocketRequest(a netip.Addr) (wait time.Duration, ok bool) {
	return l.take(l.addressRequests, AddressRequests, addressKey(a), min(socketWeight, max(1, l.limits.AddressRequests/3)))
}

// SignIn takes a token for one new player or one used device link, as AddressRequest does.
func (l *Limiter) SignIn(a netip.Addr) (wait time.Duration, ok bool) {
	return l.take(l.addressSignIns, AddressSignIns, addressKey(a), 1)
}

// PlayerRequest takes a token for one request of a player, as AddressRequest does.
func (l *Limiter) PlayerRequest(player string) (wait time.Duration, ok bool) {
	return l.take(l.playerRequests, PlayerRequests, player, 1)
}

// Act takes a token for one command of a player, or of the address if the player is empty, as AddressRequest does.
func (l *Limiter) Act(player string, a netip.Addr) (wait time.Duration, ok bool) {
	if player == "" {
		player = addressKey(a)
	}
	return l.take(l.playerActs, PlayerActs, player, 1)
}

// faultWeight is the number of commands that a refused one counts as in addition to itself. A client that follows the game has
// hardly any command refused.
const faultWeight = 4

// Fault takes additional tokens for a refused command. It refuses nothing itself, but the next command has to wait longer.
func (l *Limiter) Fault(player string, a netip.Addr) {
	if player == "" {
		player = addressKey(a)
	}
	l.playerActs.charge(player, min(faultWeight, 2*l.limits.PlayerActs))
}

func (l *Limiter) take(r *rates, name Name, key string, n int) (time.Duration, bool) {
	wait, ok := r.take(key, n)
	if !ok {
		l.Refused(name)
	}
	return wait, ok
}

// Socket counts a socket of an address and of a player, unless the player is empty, until leave is called. If ok is false, it counts
// none.
func (l *Limiter) Socket(a netip.Addr, player string) (leave func(), ok bool) {
	from := addressKey(a)
	if !l.addressSockets.add(from) {
		l.Refused(AddressSockets)
		return nil, false
	}
	if player == "" {
		return func() { l.addressSockets.remove(from) }, true
	}
	if !l.playerSockets.add(player) {
		l.addressSockets.remove(from)
		l.Refused(PlayerSockets)
		return nil, false
	}
	return func() {
		l.addressSockets.remove(from)
		l.playerSockets.remove(player)
	}, true
}

// addressKey returns the key that an address counts under.
func addressKey(a netip.Addr) string {
	a = a.Unmap().WithZone("")
	if a.Is6() {
		if block, err := a.Prefix(64); err == nil {
			return block.String()
		}
	}
	return a.String()
}
