package table

import (
	"context"
	"errors"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
)

// refusals says under which code an error of engine or store is told to a client.
var refusals = []struct {
	is   error
	code apperr.Code
	says string
}{
	{engine.ErrStaleDecision, apperr.StaleDecision, "that decision is not open any more"},
	{engine.ErrNotYours, apperr.NotYourDecision, "that decision belongs to another seat"},
	{engine.ErrIllegalMove, apperr.IllegalMove, "that move is not among the legal ones"},
	{engine.ErrMalformed, apperr.Malformed, "that move cannot be read"},
	{engine.ErrFinished, apperr.TableFinished, "the table is finished"},
	{engine.ErrNoTakeBack, apperr.NothingToTakeBack, "there is nothing to take back"},
	{engine.ErrNoChange, apperr.NoChange, "that is so already"},
	{engine.ErrCorrupt, apperr.Damaged, "the log of this table cannot be read"},
	{engine.ErrUnknownEvent, apperr.NewerProgram, "this table was played on by a newer program"},
	{store.ErrSealed, apperr.Sealed, "the secret of this table is encrypted with a key that this server was not given"},
	{store.ErrNotFound, apperr.UnknownTable, "there is no such table"},
	{store.ErrUnavailable, apperr.Unavailable, "the store cannot be reached; send it again"},
	{context.DeadlineExceeded, apperr.Unavailable, "the store did not answer in time; send it again"},
	{context.Canceled, apperr.Unavailable, "the request was given up; send it again"},
}

// refusal turns an error into the typed one that a client is told; the cause stays inside.
func refusal(err error) error {
	var told *apperr.Error
	if err == nil || errors.As(err, &told) {
		return err
	}
	for _, r := range refusals {
		if errors.Is(err, r.is) {
			return apperr.Wrap(err, r.code, r.says)
		}
	}
	return apperr.Wrap(err, apperr.Internal, "something went wrong here")
}
