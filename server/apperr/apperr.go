// Package apperr is the error type whose content clients receive: a stable code and a short message. The transports turn it into
// problem documents and results. An error without a code is internal, and its text goes to the log only.
package apperr

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"nemeton/server/store"
)

// Error is a refusal or a failure. Code, Message, Reason, Rule, Details and Wait are sent to the client; Cause is only logged.
type Error struct {
	Code    Code
	Message string   // one short sentence, without names, cards, tokens or invites
	Reason  string   // a stable word for the fault of a text, see server/typed; usually empty
	Rule    string   // the id of the title's rule that forbids a move; usually empty
	Details []Detail // the invalid members of a request; usually empty
	Cause   error
	Wait    time.Duration // the time to wait before the next attempt; 0: not given
}

// Detail explains one invalid member of a request.
type Detail struct {
	Location string `json:"location,omitempty"` // "body.seats", "query.limit"
	Message  string `json:"message"`
}

// New returns an error with a code and a message for the client.
func New(code Code, message string) *Error { return &Error{Code: code, Message: message} }

func (e *Error) After(wait time.Duration) *Error {
	e.Wait = wait
	return e
}

func (e *Error) Because(reason string) *Error {
	e.Reason = reason
	return e
}

// GetHeaders returns the additional HTTP headers of the answer: Retry-After in whole seconds, at least one.
func (e *Error) GetHeaders() http.Header {
	if e.Wait <= 0 {
		return nil
	}
	return http.Header{"Retry-After": {strconv.FormatInt(int64((e.Wait+time.Second-1)/time.Second), 10)}}
}

// Wrap is New with a cause, which is logged and can be unwrapped but is never sent.
func Wrap(cause error, code Code, message string) *Error {
	return &Error{Code: code, Message: message, Cause: cause}
}

// Error returns code, message and cause, for logs.
func (e *Error) Error() string {
	text := string(e.Code) + ": " + e.Message
	if e.Cause != nil {
		text += ": " + e.Cause.Error()
	}
	return text
}

func (e *Error) Unwrap() error { return e.Cause }

func (e *Error) Is(target error) bool {
	other, ok := target.(*Error)
	return ok && other.Code == e.Code
}

// storeErrors are the codes of the errors of package store. No other place turns them into codes. A caller that looks for something other than a table
// handles store.ErrNotFound itself.
var storeErrors = []struct {
	is      error
	code    Code
	message string
}{
	{store.ErrNotFound, UnknownTable, "there is no such table"},
	{store.ErrErased, Unauthenticated, "sign in first"},
	{store.ErrOffer, BadLink, "this link is no longer valid"},
	{store.ErrUnavailable, Unavailable, "the server could not save or read its data; try again"},
	{store.ErrOverloaded, Overloaded, "too many people use this server at once; try again in a moment"},
	{store.ErrConflict, Unavailable, "this has just changed; try again"},
	{store.ErrDiverged, Unavailable, "this has just changed; try again"},
	{store.ErrSealed, Sealed, "the secret of this table is encrypted with a key that this server does not have"},
	{store.ErrDamaged, Damaged, "the stored data is damaged"},
}

// overloadWait is the Retry-After of an overload. A full queue of changes takes a few seconds.
const overloadWait = 3 * time.Second

// Of returns the error as a client may see it: the nearest Error in the chain, otherwise the code of a store's error. A timeout is Unavailable, and
// a body above its limit TooLarge. Every other error is Internal, with err as its cause. Nil stays nil.
func Of(err error) *Error {
	if err == nil {
		return nil
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	for _, s := range storeErrors {
		if errors.Is(err, s.is) {
			e := Wrap(err, s.code, s.message)
			if s.code == Overloaded {
				e.Wait = overloadWait
			}
			return e
		}
	}
	_, tooLarge := errors.AsType[*http.MaxBytesError](err)
	switch {
	case tooLarge:
		return Wrap(err, TooLarge, "the request is too large")
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return Wrap(err, Unavailable, "that took too long; try again")
	default:
		return Wrap(err, Internal, "an internal error occurred")
	}
}

// Failed adds the operation that failed to an error. It returns refusals, and nil, unchanged.
func Failed(doing string, err error) error {
	if _, refused := errors.AsType[*Error](err); err == nil || refused {
		return err
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// FailedForPlayer is Failed for an operation on a player. A player that was erased meanwhile has to sign in.
func FailedForPlayer(doing string, err error) error {
	return FailedOr(doing, err, New(Unauthenticated, "sign in first"))
}

// FailedOr is Failed, but returns missing if the store has not found the object of the operation.
func FailedOr(doing string, err, missing error) error {
	if _, refused := errors.AsType[*Error](err); !refused && errors.Is(err, store.ErrNotFound) {
		return missing
	}
	return Failed(doing, err)
}

// CodeOf returns the code that the client gets; empty for nil.
func CodeOf(err error) Code {
	if err == nil {
		return ""
	}
	return Of(err).Code
}

// MessageOf returns the message that the client gets, at most 300 characters of it; empty for nil.
func MessageOf(err error) string {
	if err == nil {
		return ""
	}
	return cut(Of(err).Message, maxMessage)
}
