package stream

import (
	"cmp"
	"errors"
	"net/http"
	"net/netip"
	"strconv"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/server/wire"
)

// Caller is the client of a socket or event stream; without a player it is an anonymous spectator.
type Caller struct {
	Player  store.PlayerID
	Session string
	Address netip.Addr
}

// Subscription reads the caller and the parameters of a request for a table's messages. refused is the close code if the request is not valid,
// else 0. The header Last-Event-ID is that of an event stream, and takes precedence over since.
func Subscription(r *http.Request, identify func(*http.Request) (Caller, error)) (caller Caller, req table.SubscribeRequest, refused wire.CloseCode) {
	caller, err := identify(r)
	if err != nil {
		return caller, req, CloseCode(err)
	}
	q := r.URL.Query()
	steps := q.Get("steps") == "1"
	req = table.SubscribeRequest{
		Player: caller.Player, Session: caller.Session, Invite: q.Get("invite"),
		Patch: steps || q.Get("patch") == "1", Steps: steps, Effects: q.Get("effects") == "1", Chat: q.Get("chat") == "1",
	}
	last := r.Header.Get("Last-Event-ID")
	if text := cmp.Or(last, q.Get("since")); text != "" {
		n, err := strconv.ParseUint(text, 10, 63)
		if err != nil {
			return caller, req, wire.CloseBroken
		}
		since := engine.Seq(n)
		if req.Since = &since; text == q.Get("since") {
			req.Head = q.Get("head") // the head belongs to since
		}
	}
	return caller, req, 0
}

// CloseCode returns the code to close a socket or event stream with because of err.
func CloseCode(err error) wire.CloseCode {
	if closed, ok := errors.AsType[table.Closed](err); ok {
		return closed.Code
	}
	switch apperr.CodeOf(err) {
	case apperr.UnknownTable:
		return wire.CloseUnknownTable
	case apperr.Unauthenticated, apperr.NotAllowed:
		return wire.CloseNotAllowed
	case apperr.AddressBanned:
		return wire.CloseBanned
	case apperr.Damaged, apperr.Sealed:
		return wire.CloseDamaged
	case apperr.NewerProgram:
		return wire.CloseNewer
	case apperr.Unavailable, apperr.Overloaded:
		return wire.CloseUnavailable
	default:
		return wire.CloseInternal
	}
}
