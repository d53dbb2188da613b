package limit

import (
	"net/netip"
	"time"
)

// Meter counts what was refused.
type Meter interface {
	Limited(name string)
}

// Limiter holds players and addresses to the limits. It may be used by several goroutines at once.
type Limiter struct {
	limits Limits
	meter  Meter

	addressRequests, addressSignIns, playerRequests, playerActs *rates
	addressSockets, playerSockets                               *counts
}

// NewLimiter starts with everybody at rest.
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

// Limits are the numbers the keeper holds to.
func (k *Limiter) Limits() Limits { return k.limits }

// Refused counts a refusal that was judged elsewhere: the tables of a player, the spectators of a table.
func (k *Limiter) Refused(name Name) { k.meter.Limited(string(name)) }

// AddressRequest takes one request of an address. Where that is one too many it takes none and tells how long to wait.
func (k *Limiter) AddressRequest(a netip.Addr) (wait time.Duration, ok bool) {
	return k.take(k.addressRequests, AddressRequests, addressKey(a), 1)
}

// socketWeight is how many requests the opening of a socket counts as: all others at its table are told of it.
const socketWeight = 10

// SocketRequest takes the opening of a socket from the requests of an address, as AddressRequest does.
func (k *Limiter) SocketRequest(a netip.Addr) (wait time.Duration, ok bool) {
	return k.take(k.addressRequests, AddressRequests, addressKey(a), min(socketWeight, max(1, k.limits.AddressRequests/3)))
}

// SignIn takes one new player or one use of a device link, as AddressRequest does.
func (k *Limiter) SignIn(a netip.Addr) (wait time.Duration, ok bool) {
	return k.take(k.addressSignIns, AddressSignIns, addressKey(a), 1)
}

// PlayerRequest takes one request of a player, as AddressRequest does.
func (k *Limiter) PlayerRequest(player string) (wait time.Duration, ok bool) {
	return k.take(k.playerRequests, PlayerRequests, player, 1)
}

// Act takes one command of a player, or, where nobody is known (empty), of the address, as AddressRequest does.
func (k *Limiter) Act(player string, a netip.Addr) (wait time.Duration, ok bool) {
	if player == "" {
		player = addressKey(a)
	}
	return k.take(k.playerActs, PlayerActs, player, 1)
}

// faultWeight is how many commands one that was refused counts as, beside itself: a client that follows the game has next to none refused.
const faultWeight = 4

// Fault makes a command that was refused count for more. It refuses nothing itself: who makes many has to wait longer.
func (k *Limiter) Fault(player string, a netip.Addr) {
	if player == "" {
		player = addressKey(a)
	}
	k.playerActs.charge(player, min(faultWeight, 2*k.limits.PlayerActs))
}

func (k *Limiter) take(r *rates, name Name, key string, n int) (time.Duration, bool) {
	wait, ok := r.take(key, n)
	if !ok {
		k.Refused(name)
	}
	return wait, ok
}

// Socket counts a socket of an address and, where one is known, of a player, until leave is called. Where that is one too many it counts none.
func (k *Limiter) Socket(a netip.Addr, player string) (leave func(), ok bool) {
	from := addressKey(a)
	if !k.addressSockets.enter(from) {
		k.Refused(AddressSockets)
		return nil, false
	}
	if player == "" {
		return func() { k.addressSockets.leave(from) }, true
	}
	if !k.playerSockets.enter(player) {
		k.addressSockets.leave(from)
		k.Refused(PlayerSockets)
		return nil, false
	}
	return func() {
		k.addressSockets.leave(from)
		k.playerSockets.leave(player)
	}, true
}

// addressKey is what an address counts by.
func addressKey(a netip.Addr) string {
	a = a.Unmap().WithZone("")
	if a.Is6() {
		if block, err := a.Prefix(64); err == nil {
			return block.String()
		}
	}
	return a.String()
}
