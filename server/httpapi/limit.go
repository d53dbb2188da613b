package httpapi

import (
	"context"
	"net/http"
	"net/netip"
	"time"

	"nemeton/server/apperr"
	"nemeton/server/lifetime"
)

// Limits enforces rate limits. If ok is false, the request is one too many, and wait is the time until the next one is allowed.
type Limits interface {
	AddressRequest(a netip.Addr, units int) (wait time.Duration, ok bool)
	SignIn(a netip.Addr) (wait time.Duration, ok bool)
	Guess(a netip.Addr) (refund func(), wait time.Duration, ok bool)
	PlayerRequest(player string, units int) (wait time.Duration, ok bool)
	Spend(player string, a netip.Addr, units int)
	Suggestion(a netip.Addr) (wait time.Duration, ok bool)
	Act(player string, a netip.Addr) (wait time.Duration, ok bool)
	Fault(player string, a netip.Addr)
	Socket(a netip.Addr, player string) (leave func(), ok bool)
}

// socketWait is the Retry-After for a caller with too many open sockets, who must close some first.
const socketWait = 30 * time.Second

// A refused caller is delayed, so that a client in a tight loop gains nothing. maxStall is the number of callers delayed at once;
// the others are refused without delay.
const (
	stallTime = 100 * time.Millisecond
	maxStall  = 256
)

func (d *handler) stall(ctx context.Context) {
	select {
	case d.stalled <- struct{}{}:
		defer func() { <-d.stalled }()
	default:
		return
	}
	timer := time.NewTimer(stallTime)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}

func tooFast(wait time.Duration) error {
	return apperr.New(apperr.TooFast, "too many requests; wait a moment").After(wait)
}

// limitAddresses limits the cost of the requests of an address, and more strictly its sign-ins.
func (d *handler) limitAddresses(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		address := originOf(r.Context()).address
		charge := d.charges.of(r)
		wait, ok := d.cfg.Limits.AddressRequest(address, charge.units)
		if ok && charge.signIn {
			wait, ok = d.cfg.Limits.SignIn(address)
		}
		if !ok {
			d.stall(r.Context())
			refuse(w, r, tooFast(wait))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// limitPlayers limits the cost of the requests of a player over all addresses. Anonymous callers are limited by address only.
func (d *handler) limitPlayers(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if id, _ := callerID(r.Context()); id != "" {
			if wait, ok := d.cfg.Limits.PlayerRequest(string(id), d.charges.of(r).units); !ok {
				d.stall(r.Context())
				refuse(w, r, tooFast(wait))
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// limitSockets limits the number of open sockets. It refuses before the upgrade, because an upgrade is expensive and programs,
// unlike pages, can read the answer.
func (d *handler) limitSockets(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id, _ := callerID(r.Context())
		leave, ok := d.cfg.Limits.Socket(originOf(r.Context()).address, string(id))
		if !ok {
			refuse(w, r, apperr.New(apperr.TooManySockets, "too many sockets are open; close some").After(socketWait))
			return
		}
		lifetime.Serve(next, w, r, leave)
	})
}

func (d *handler) limitActs(ctx context.Context) error {
	id, _ := callerID(ctx)
	if wait, ok := d.cfg.Limits.Act(string(id), originOf(ctx).address); !ok {
		return tooFast(wait)
	}
	return nil
}

// countRefusal counts a refused command for the limits. It returns err.
func (d *handler) countRefusal(ctx context.Context, err error) error {
	if err != nil && !apperr.CodeOf(err).ServersFault() {
		id, _ := callerID(ctx)
		d.cfg.Limits.Fault(string(id), originOf(ctx).address)
	}
	return err
}

// Address is the client's address of a request that passed this handler, as forwarded by trusted proxies.
func Address(r *http.Request) netip.Addr { return originOf(r.Context()).address }
