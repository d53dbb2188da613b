// Package apperr is the one error type that people and clients meet: a stable code and a short message. The doors turn it
// into problem documents and result frames; everything without a code is internal and its text stays in the log.
package apperr

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"
)

// Error is a refusal or a failure that can be told to a client. Message and Details are shown, Cause is only logged.
type Error struct {
	Code    Code
	Message string   // one short sentence, without names, hands, tokens or codes of invites
	Details []Detail // what is wrong with which member of a request; mostly empty
	Cause   error
	Wait    time.Duration // how long to wait before asking again; 0: nothing is said of it
}

// Detail says what is wrong with one member of a request.
type Detail struct {
	Location string `json:"location,omitempty"` // "body.seats", "query.limit"
	Message  string `json:"message"`
}

// New is an error with a code and the sentence to show.
func New(code Code, message string) *Error { return &Error{Code: code, Message: message} }

// After is the error with how long to wait before asking again.
func (e *Error) After(wait time.Duration) *Error {
	e.Wait = wait
	return e
}

// GetHeaders are what an answer by HTTP says beside the error itself: Retry-After in whole seconds, at least one.
func (e *Error) GetHeaders() http.Header {
	if e.Wait <= 0 {
		return nil
	}
	return http.Header{"Retry-After": {strconv.FormatInt(int64((e.Wait+time.Second-1)/time.Second), 10)}}
}

// Wrap is New with the reason behind it, which is logged and can be unwrapped, but never shown.
func Wrap(cause error, code Code, message string) *Error {
	return &Error{Code: code, Message: message, Cause: cause}
}

// Error spells the code, the message and the cause, for logs.
func (e *Error) Error() string {
	text := string(e.Code) + ": " + e.Message
	if e.Cause != nil {
		text += ": " + e.Cause.Error()
	}
	return text
}

// Unwrap is the cause.
func (e *Error) Unwrap() error { return e.Cause }

// Is makes errors.Is match two errors of the same code.
func (e *Error) Is(target error) bool {
	other, ok := target.(*Error)
	return ok && other.Code == e.Code
}

// Of is the error as a client may see it: the nearest Error in the chain, Unavailable where time ran out, else Internal
// with err as its cause. Nil stays nil.
func Of(err error) *Error {
	if err == nil {
		return nil
	}
	var e *Error
	switch {
	case errors.As(err, &e):
		return e
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return Wrap(err, Unavailable, "that took too long, try again")
	default:
		return Wrap(err, Internal, "something went wrong here")
	}
}

// CodeOf is the code a client is told; empty for nil.
func CodeOf(err error) Code {
	if err == nil {
		return ""
	}
	return Of(err).Code
}

// MessageOf is the sentence a client is told; empty for nil.
func MessageOf(err error) string {
	if err == nil {
		return ""
	}
	return Of(err).Message
}
