package table

import (
	"context"
	"errors"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
)

// refusals maps errors of engine and store to the code and message that a client gets.
var refusals = []struct {
	is      error
	code    apperr.Code
	message string
}{
	{engine.ErrStaleDecision, apperr.StaleDecision, "that decision is no longer open"},
	{engine.ErrNotYours, apperr.NotYourDecision, "that decision belongs to another seat"},
	{engine.ErrIllegalMove, apperr.IllegalMove, "that move is not legal"},
	{engine.ErrMalformed, apperr.Malformed, "that move could not be read"},
	{engine.ErrFinished, apperr.TableFinished, "the table is finished"},
	{engine.ErrNoTakeBack, apperr.NothingToTakeBack, "there is nothing to take back"},
	{engine.ErrNoChange, apperr.NoChange, "nothing would change"},
	{engine.ErrCorrupt, apperr.Damaged, "the log of this table is damaged"},
	{engine.ErrUnknownEvent, apperr.NewerProgram, "a newer version of the server has played on at this table"},
	{store.ErrSealed, apperr.Sealed, "the secret of this table is encrypted with a key that this server does not have"},
	{store.ErrOffer, apperr.BadLink, "this link is no longer valid"},
	{store.ErrNotFound, apperr.UnknownTable, "there is no such table"},
	{store.ErrUnavailable, apperr.Unavailable, "the server could not save or read its data; try again"},
	{context.DeadlineExceeded, apperr.Unavailable, "the server took too long to save or read its data; try again"},
	{context.Canceled, apperr.Unavailable, "the request was canceled; try again"},
}

// refusal turns an error into the typed one that a client gets. The cause stays wrapped and is not sent.
func refusal(err error) error {
	var typed *apperr.Error
	if err == nil || errors.As(err, &typed) {
		return err
	}
	for _, r := range refusals {
		if errors.Is(err, r.is) {
			return apperr.Wrap(err, r.code, r.message)
		}
	}
	return apperr.Wrap(err, apperr.Internal, "an internal error occurred")
}
