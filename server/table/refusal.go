package table

import (
	"errors"
	"time"

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
	{engine.ErrTooOften, apperr.NoChange, "that was done too often in this turn; the game has to go on first"},
	{engine.ErrTooFast, apperr.TooFast, "that came too fast; wait a moment"},
	{engine.ErrNoChange, apperr.NoChange, "nothing would change"},
	{engine.ErrTimeLeft, apperr.TimeLeft, "that player still has time"},
	{engine.ErrNoPerson, apperr.NotSeated, "only the person of a seat can do that"},
	{engine.ErrConceded, apperr.Conceded, "you have conceded; a bot plays your seat to the end"},
	{engine.ErrNotStarted, apperr.StaleDecision, "the table has not started"},
	{engine.ErrBadProof, apperr.BadProof, "the reveal or the signature does not fit"},
	{engine.ErrCorrupt, apperr.Damaged, "the log of this table is damaged"},
	{engine.ErrUnknownEvent, apperr.NewerProgram, "a newer version of the server has played on at this table"},
}

func tooManyMoves() error {
	return apperr.New(apperr.Unavailable, "too many moves at once; send it again")
}

// tempoWait is the Retry-After of a command that came faster than the engine's tempo allows.
const tempoWait = 2 * time.Second

// refusal turns an error into the typed one that a client gets. The cause stays wrapped and is not sent.
func refusal(err error) error {
	var typed *apperr.Error
	if err == nil || errors.As(err, &typed) {
		return err
	}
	for _, r := range refusals {
		if !errors.Is(err, r.is) {
			continue
		}
		refused := apperr.Wrap(err, r.code, r.message)
		if r.code == apperr.TooFast {
			return refused.After(tempoWait)
		}
		if illegal := (*engine.IllegalMove)(nil); errors.As(err, &illegal) {
			refused.Rule = illegal.Rule
		}
		return refused
	}
	return apperr.Of(err)
}
