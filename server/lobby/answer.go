package lobby

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/store/access"
)

// MaxContribution is the maximum size of a seat's contribution to the chance of its table, in bytes.
const MaxContribution = 64

// AnswerRequest is a player's answer to the request for a contribution. Absent hashes, keys and signatures are zeros.
type AnswerRequest struct {
	Contribution []byte // 1 to MaxContribution bytes; nil declines
	Device       chance.DeviceKey
	Chain        codec.Optional   // anchor of the device's reveals
	Signature    chance.Signature // by Device, of the engine.AnswerStatement with the table's commitment
	Confirm      bool             // the answer also confirms a rematch
}

// Contribute stores the answer of the caller's seat before the start. An answer is final until the player leaves or changes the seat: the same
// one again changes nothing. An answer whose signature does not fit the table's present commitment can be replaced. Errors: unknown_table,
// not_seated, table_running, table_finished, table_closed, invalid, bad_proof, already_contributed.
func (s *Service) Contribute(ctx context.Context, id store.TableID, caller store.PlayerID, req AnswerRequest) (store.Table, error) {
	if err := req.check(); err != nil {
		return store.Table{}, err
	}
	row, err := s.Get(ctx, id, caller, "")
	if err != nil {
		return store.Table{}, err
	}
	// The row is locked only for answers that change it.
	if err = answer(&row, caller, req); err == nil {
		row, err = s.change(ctx, id, func(t *store.Table) error { return answer(t, caller, req) })
	}
	if errors.Is(err, errSame) {
		return s.reread(ctx, id)
	}
	return row, err
}

func (r AnswerRequest) check() error {
	switch {
	case r.Contribution != nil && (len(r.Contribution) == 0 || len(r.Contribution) > MaxContribution):
		return apperr.New(apperr.Invalid, fmt.Sprintf("a contribution has 1 to %d bytes", MaxContribution))
	case (r.Device == chance.DeviceKey{}) != (r.Signature == chance.Signature{}):
		return apperr.New(apperr.Invalid, "device and signature belong together")
	case r.Device == chance.DeviceKey{} && r.Chain != codec.Optional{}:
		return apperr.New(apperr.Invalid, "a chain belongs to a device")
	}
	return nil
}

// errSame means that a call would change nothing, because the row is as the caller wants it.
var errSame = errors.New("nothing to change")

func answer(t *store.Table, player store.PlayerID, req AnswerRequest) error {
	seat, sits := access.SeatOf(*t, player)
	if !sits {
		return apperr.New(apperr.NotSeated, "only players at this table can contribute")
	}
	if err := stillOpen(*t); err != nil {
		return err
	}
	given := store.Answer{Declined: req.Contribution == nil, Device: req.Device, Chain: req.Chain, Signature: req.Signature}
	after := *t
	after.SetAnswer(seat, req.Contribution, given)
	if !proven(after, seat) {
		return apperr.New(apperr.BadProof, "the signature is not the device's for this answer and the table's commitment")
	}
	if t.Answered(seat) && proven(*t, seat) {
		before := t.AnswerOf(seat)
		before.Signature = given.Signature // some devices never sign the same way twice
		if before == given && bytes.Equal(t.ContributionOf(seat), req.Contribution) {
			if req.Confirm {
				return confirm(t, seat)
			}
			return errSame
		}
		return apperr.New(apperr.AlreadyContributed, "this seat has answered already; an answer is final")
	}
	*t = after
	if req.Confirm && after.Seats[seat].Confirm == store.Asked {
		return confirm(t, seat)
	}
	return nil
}

// proven reports whether the signature of a seat's answer fits the answer and the table's commitment. An unsigned answer needs no proof.
func proven(row store.Table, seat engine.Seat) bool {
	given := row.AnswerOf(seat)
	if given.Device == (chance.DeviceKey{}) {
		return true
	}
	commitment, err := row.Commitment()
	if err != nil {
		return false
	}
	statement := engine.AnswerStatement{Table: string(row.ID), Seat: seat, Commitment: commitment, Chain: given.Chain, Device: given.Device}
	if !given.Declined {
		contribution := hex.EncodeToString(row.ContributionOf(seat))
		statement.Contribution = &contribution
	}
	text, err := statement.Bytes()
	return err == nil && given.Device.Signed(text, given.Signature)
}

// allContributed fails with not_contributed unless every seat of a player has an answer that is proven.
func allContributed(row store.Table) error {
	for i, p := range row.Seats {
		if seat := engine.Seat(i); p.Player != "" && (!row.Answered(seat) || !proven(row, seat)) {
			return apperr.New(apperr.NotContributed, fmt.Sprintf("the player on seat %d has neither contributed to the chance nor declined", seat))
		}
	}
	return nil
}
