package table

import (
	"errors"

	"nemeton/engine"
	"nemeton/server/apperr"
)

// refusals maps errors of the engine to the code and message that a client gets. Package apperr maps those of the store.
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
	return apperr.Of(err)
}
