package limit

import (
	"net/netip"
	"time"
)

// Meter counts what was refused.
type Meter interface {
	Limited(name string)
}

// Keeper holds players and addresses to the limits. It may be used by several goroutines at once.
type Keeper struct {
	limits Limits
	meter  Meter

	addressRequests, addressSignIns, playerRequests, playerActs *rates
	addressSockets, playerSockets                               *counts
}

// NewKeeper starts with everybody at rest.
func NewKeeper(l Limits, now func() time.Time, meter Meter) *Keeper {
	return &Keeper{
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
func (k *Keeper) Limits() Limits { return k.limits }

// Refused counts a refusal that was judged elsewhere: the tables of a player, the spectators of a table.
func (k *Keeper) Refused(name Name) { k.meter.Limited(string(name)) }

// AddressRequest takes one request of an address. Where that is one too many it takes none and tells how long to wait.
func (k *Keeper) AddressRequest(a netip.Addr) (wait time.Duration, ok bool) {
	return k.take(k.addressRequests, AddressRequests, customer(a), 1)
}

// socketWeight is how many requests the opening of a socket counts as: all others at its table are told of it.
const socketWeight = 10

// SocketRequest takes the opening of a socket from the requests of an address, as AddressRequest does.
func (k *Keeper) SocketRequest(a netip.Addr) (wait time.Duration, ok bool) {
	return k.take(k.addressRequests, AddressRequests, customer(a), min(socketWeight, max(1, k.limits.AddressRequests/3)))
}

// SignIn takes one new player or one use of a device link, as AddressRequest does.
func (k *Keeper) SignIn(a netip.Addr) (wait time.Duration, ok bool) {
	return k.take(k.addressSignIns, AddressSignIns, customer(a), 1)
}

// PlayerRequest takes one request of a player, as AddressRequest does.
func (k *Keeper) PlayerRequest(player string) (wait time.Duration, ok bool) {
	return k.take(k.playerRequests, PlayerRequests, player, 1)
}

// Act takes one command of a player, or, where nobody is known (empty), of the address, as AddressRequest does.
func (k *Keeper) Act(player string, a netip.Addr) (wait time.Duration, ok bool) {
	if player == "" {
		player = customer(a)
	}
	return k.take(k.playerActs, PlayerActs, player, 1)
}

// faultWeight is how many commands one that was refused counts as, beside itself: a client that follows the game has next to none refused.
const faultWeight = 4

// Fault makes a command that was refused count for more. It refuses nothing itself: who makes many has to wait longer.
func (k *Keeper) Fault(player string, a netip.Addr) {
	if player == "" {
		player = customer(a)
	}
	k.playerActs.charge(player, min(faultWeight, 2*k.limits.PlayerActs))
}

func (k *Keeper) take(r *rates, name Name, key string, n int) (time.Duration, bool) {
	wait, ok := r.take(key, n)
	if !ok {
		k.Refused(name)
	}
	return wait, ok
}

// Socket counts a socket of an address and, where one is known, of a player, until leave is called. Where that is one too many it counts none.
func (k *Keeper) Socket(a netip.Addr, player string) (leave func(), ok bool) {
	from := customer(a)
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

// customer is what an address counts by.
func customer(a netip.Addr) string {
	a = a.Unmap().WithZone("")
	if a.Is6() {
		if block, err := a.Prefix(64); err == nil {
			return block.String()
		}
	}
	return a.String()
}
