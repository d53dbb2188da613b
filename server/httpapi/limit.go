package httpapi

import (
	"context"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"nemeton/server/apperr"
	"nemeton/server/lifetime"
)

// Limits holds callers to what they may ask. Where that is too much it tells how long to wait.
type Limits interface {
	AddressRequest(a netip.Addr) (wait time.Duration, ok bool)
	SocketRequest(a netip.Addr) (wait time.Duration, ok bool)
	SignIn(a netip.Addr) (wait time.Duration, ok bool)
	PlayerRequest(player string) (wait time.Duration, ok bool)
	Act(player string, a netip.Addr) (wait time.Duration, ok bool)
	Fault(player string, a netip.Addr)
	Socket(a netip.Addr, player string) (leave func(), ok bool)
}

// socketWait is what those are told to wait who have too many sockets open: some must be closed first.
const socketWait = 30 * time.Second

// Those refused wait a moment for it, as long as not too many do: a program that asks on and on gets no further than that.
const (
	stallFor = 100 * time.Millisecond
	maxStall = 256
)

// stall lets a refused caller wait.
func (d *handler) stall(ctx context.Context) {
	select {
	case d.stalled <- struct{}{}:
		defer func() { <-d.stalled }()
	default:
		return
	}
	over := time.NewTimer(stallFor)
	defer over.Stop()
	select {
	case <-ctx.Done():
	case <-over.C:
	}
}

func tooFast(wait time.Duration) error {
	return apperr.New(apperr.TooFast, "too many requests, wait a moment").After(wait)
}

// limitAddresses bounds what an address may ask, and more tightly how often it may sign in.
func (d *handler) limitAddresses(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		from := originOf(r.Context()).address
		ask := d.cfg.Limits.AddressRequest
		if strings.HasSuffix(r.URL.Path, "/socket") {
			ask = d.cfg.Limits.SocketRequest
		}
		wait, ok := ask(from)
		if ok && r.Method == http.MethodPost && (r.URL.Path == Prefix+"/players" || r.URL.Path == Prefix+"/sessions") {
			wait, ok = d.cfg.Limits.SignIn(from)
		}
		if !ok {
			d.stall(r.Context())
			refuse(w, r, tooFast(wait))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// limitPlayers bounds what a player may ask, from however many addresses. For others the address is the limit.
func (d *handler) limitPlayers(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if id, _ := anyone(r.Context()); id != "" {
			if wait, ok := d.cfg.Limits.PlayerRequest(string(id)); !ok {
				d.stall(r.Context())
				refuse(w, r, tooFast(wait))
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// limitSockets bounds how many sockets are open. Those too many are refused before the upgrade: it is dear, and a program that asks for so many reads
// the answer.
func (d *handler) limitSockets(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id, _ := anyone(r.Context())
		leave, ok := d.cfg.Limits.Socket(originOf(r.Context()).address, string(id))
		if !ok {
			refuse(w, r, apperr.New(apperr.TooManySockets, "too many sockets are open, close some").After(socketWait))
			return
		}
		lifetime.Serve(next, w, r, leave)
	})
}

// pace bounds how fast a player gives commands.
func (d *handler) pace(ctx context.Context) error {
	id, _ := anyone(ctx)
	if wait, ok := d.cfg.Limits.Act(string(id), originOf(ctx).address); !ok {
		return tooFast(wait)
	}
	return nil
}

// judged tells the limits of a command that was refused.
func (d *handler) judged(ctx context.Context, err error) error {
	if code := apperr.CodeOf(err); err != nil && code != apperr.Unavailable && code != apperr.TooFast {
		id, _ := anyone(ctx)
		d.cfg.Limits.Fault(string(id), originOf(ctx).address)
	}
	return err
}

// Address is where a request that came through the door comes from, behind proxies that are trusted.
func Address(r *http.Request) netip.Addr { return originOf(r.Context()).address }
