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
	hits   hits

	addressRequests, addressSignIns    addressRates
	addressSuggestions                 addressRates
	playerRequests, playerActs         *rates
	playerMessages                     *rates
	addressGuesses, guesses            *rates
	addressConnections, addressSockets addressCounts
	playerSockets                      *counts
}

// NewLimiter makes a limiter with full buckets.
func NewLimiter(l Limits, now func() time.Time, meter Meter) *Limiter {
	return &Limiter{
		limits: l, meter: meter, hits: hits{now: now},
		addressRequests:    newAddressRates(l.AddressRequests, (l.AddressRequests+2)/3, time.Minute, now),
		addressSignIns:     newAddressRates(l.AddressSignIns, l.AddressSignIns, time.Hour, now),
		addressSuggestions: newAddressRates(l.AddressSuggestions, (l.AddressSuggestions+2)/3, time.Hour, now),
		addressGuesses:     newRates(l.AddressGuesses, (l.AddressGuesses+3)/4, time.Hour, now),
		guesses:            newRates(l.Guesses, (l.Guesses+2)/3, time.Hour, now),
		playerRequests:     newRates(l.PlayerRequests, (l.PlayerRequests+2)/3, time.Minute, now),
		playerActs:         newRates(l.PlayerActs, 2*l.PlayerActs, time.Second, now),
		playerMessages:     newRates(l.PlayerMessages, (l.PlayerMessages+2)/3, time.Minute, now),
		addressConnections: newAddressCounts(l.AddressConnections),
		addressSockets:     newAddressCounts(l.AddressSockets),
		playerSockets:      newCounts(l.PlayerSockets),
	}
}

func (l *Limiter) Limits() Limits { return l.limits }

// Refused counts a refusal that another package decided: by PlayerTables, PlayerDaily, PlayerBytes or TableSpectators.
func (l *Limiter) Refused(name Name) { l.refuse(name, "") }

// refuse counts a refusal of a key: an address, a block, or a player; empty: unknown.
func (l *Limiter) refuse(name Name, key string) {
	l.meter.Limited(string(name))
	l.hits.note(name, key)
}

// AddressRequest takes the cost units of one request of an address. If there are too few, it takes nothing; wait is the time until
// there are enough. A request that costs more than the burst takes the whole burst.
func (l *Limiter) AddressRequest(a netip.Addr, units int) (wait time.Duration, ok bool) {
	return l.takeAddress(l.addressRequests, AddressRequests, a, units)
}

// SignIn takes a token for one new player or one used device link, as AddressRequest does.
func (l *Limiter) SignIn(a netip.Addr) (wait time.Duration, ok bool) {
	return l.takeAddress(l.addressSignIns, AddressSignIns, a, 1)
}

// Suggestion takes a token for one better text that an address suggests, as AddressRequest does.
func (l *Limiter) Suggestion(a netip.Addr) (wait time.Duration, ok bool) {
	return l.takeAddress(l.addressSuggestions, AddressSuggestions, a, 1)
}

// allGuesses is the only key of the guesses of all addresses.
const allGuesses = "all"

// Guess takes a token for one wrong app code, from the address first and then from all addresses together. It is taken before the code is compared, so
// that concurrent guesses count; refund gives it back if the code was right. An IPv6 address counts as its /56, because a /64 more costs its owner
// nothing. If there is no token, Guess takes none.
func (l *Limiter) Guess(a netip.Addr) (refund func(), wait time.Duration, ok bool) {
	key, block := addressKeys(a)
	if block != "" {
		key = block
	}
	if wait, ok = l.take(l.addressGuesses, AddressGuesses, key, 1); !ok {
		return nil, wait, false
	}
	if wait, ok = l.take(l.guesses, Guesses, allGuesses, 1); !ok {
		l.addressGuesses.refund(key)
		return nil, wait, false
	}
	return func() {
		l.addressGuesses.refund(key)
		l.guesses.refund(allGuesses)
	}, 0, true
}

// PlayerRequest takes the cost units of one request of a player, as AddressRequest does.
func (l *Limiter) PlayerRequest(player string, units int) (wait time.Duration, ok bool) {
	return l.take(l.playerRequests, PlayerRequests, player, units)
}

// Spend takes more units for a request that turned out to be expensive; an empty player is anonymous. It refuses nothing itself, but
// the next requests have to wait longer.
func (l *Limiter) Spend(player string, a netip.Addr, units int) {
	l.addressRequests.charge(a, units)
	if player != "" {
		l.playerRequests.charge(player, units)
	}
}

// Act takes a token for one command of a player, or of the address if the player is empty, as AddressRequest does.
func (l *Limiter) Act(player string, a netip.Addr) (wait time.Duration, ok bool) {
	if player == "" {
		player, _ = addressKeys(a)
	}
	return l.take(l.playerActs, PlayerActs, player, 1)
}

// Message takes a token for one chat message, reaction or report of a player, as AddressRequest does.
func (l *Limiter) Message(player string) (wait time.Duration, ok bool) {
	return l.take(l.playerMessages, PlayerMessages, player, 1)
}

// faultWeight is the number of commands that a refused one counts as in addition to itself. A client that follows the game has
// hardly any command refused.
const faultWeight = 4

// Fault takes additional tokens for a refused command. It refuses nothing itself, but the next command has to wait longer.
func (l *Limiter) Fault(player string, a netip.Addr) {
	if player == "" {
		player, _ = addressKeys(a)
	}
	l.playerActs.charge(player, faultWeight)
}

func (l *Limiter) take(r *rates, name Name, key string, n int) (time.Duration, bool) {
	wait, ok := r.take(key, n)
	if !ok {
		l.refuse(name, key)
	}
	return wait, ok
}

func (l *Limiter) refuseAddress(name Name, a netip.Addr) {
	key, _ := addressKeys(a)
	l.refuse(name, key)
}

func (l *Limiter) takeAddress(r addressRates, name Name, a netip.Addr, n int) (time.Duration, bool) {
	wait, ok := r.take(a, n)
	if !ok {
		l.refuseAddress(name, a)
	}
	return wait, ok
}

// Connection counts an open connection of an address until leave is called. If ok is false, it counts none.
func (l *Limiter) Connection(a netip.Addr) (leave func(), ok bool) {
	if !l.addressConnections.add(a) {
		l.refuseAddress(AddressConnections, a)
		return nil, false
	}
	return func() { l.addressConnections.remove(a) }, true
}

// Socket counts a socket of an address and of a player, unless the player is empty, until leave is called. If ok is false, it counts
// none.
func (l *Limiter) Socket(a netip.Addr, player string) (leave func(), ok bool) {
	if !l.addressSockets.add(a) {
		l.refuseAddress(AddressSockets, a)
		return nil, false
	}
	if player == "" {
		return func() { l.addressSockets.remove(a) }, true
	}
	if !l.playerSockets.add(player) {
		l.addressSockets.remove(a)
		l.refuse(PlayerSockets, player)
		return nil, false
	}
	return func() {
		l.addressSockets.remove(a)
		l.playerSockets.remove(player)
	}, true
}
