package engine

import (
	"fmt"

	"nemeton/engine/chance"
	"nemeton/engine/codec"
)

// Statement is the content that the old device signed.
func (e Enrolled) statement(table string) DeviceStatement {
	return DeviceStatement{Table: table, Seat: e.Seat, Device: e.Device, Chain: e.Chain}
}

// checkEnrolled checks the confirmation of a new device: an old device of the seat signed it, or nobody did.
func (l Ledger) checkEnrolled(e Enrolled) error {
	if e.Device == (chance.DeviceKey{}) || (e.By == chance.DeviceKey{}) != (e.Signature == chance.Signature{}) {
		return fmt.Errorf("%w: a new device has a key, and its confirmation both device and signature", ErrBadProof)
	}
	if e.By == (chance.DeviceKey{}) {
		return nil
	}
	text, err := e.statement(l.table).Bytes()
	if err != nil {
		return err
	}
	if l.at(e.Seat, e.By) < 0 || !e.By.Signed(text, e.Signature) {
		return fmt.Errorf("%w: no device of the seat signed the new one", ErrBadProof)
	}
	return nil
}

// Enroll returns the record that adds a device to a seat. Errors: ErrFinished, ErrTooOften,
// ErrTooFast, ErrBadProof; ErrNoChange if the seat has that device.
func (f *Fold) Enroll(e Enrolled, command string, now int64) (Record, error) {
	if f.start.bot(e.Seat) != "" {
		return Record{}, fmt.Errorf("%w: a bot has no devices", ErrBadProof)
	}
	if err := f.ledger.checkEnrolled(e); err != nil {
		return Record{}, err
	}
	_, ok := f.seatStatusOf(e.Seat)
	return f.recordLimited(ok && !f.endings.HasConceded(e.Seat) && f.ledger.at(e.Seat, e.Device) < 0, noProgressLimit+noProgressReserve, e.Seat, command, now, e)
}

// Ledger is the table's chance so far.
func (f *Fold) Ledger() Ledger { return f.ledger }

// CheckAnswers checks the signatures of the answers that the seats gave before the start. Error: ErrBadProof.
func (s Started) CheckAnswers() error {
	for seat, a := range s.Answers {
		if err := a.Check(s.Table, Seat(seat), s.Commitment, s.Contributions[seat]); err != nil {
			return err
		}
	}
	return nil
}

// Check checks the signature of an answer, if it has one. contribution is hex; it is ignored if the answer declines. Error:
// ErrBadProof.
func (a Answer) Check(table string, seat Seat, commitment codec.Hash, contribution string) error {
	if a.Device == (chance.DeviceKey{}) && a.Signature == (chance.Signature{}) {
		return nil
	}
	s := AnswerStatement{Table: table, Seat: seat, Commitment: commitment, Chain: a.Chain, Device: a.Device}
	if !a.Declined {
		s.Contribution = &contribution
	}
	text, err := s.Bytes()
	if err != nil {
		return err
	}
	if !a.Device.Signed(text, a.Signature) {
		return fmt.Errorf("%w: the answer of seat %d is not signed by its device", ErrBadProof, seat)
	}
	return nil
}

// CheckSignatures checks the signatures of an entry: of its command, and of the enrollments among its decoded events. l is the ledger before
// the entry. Heads are not checked. Error: ErrBadProof.
func (l Ledger) CheckSignatures(e Entry, events []Event) error {
	if e.Proof != nil {
		kind := signedAct
		decision := e.Decision
		if e.Kind == KindSystem {
			kind, decision = signedKind(events)
		}
		if err := e.Proof.checkSignature(l.table, e.Seat, e.Command, kind, decision, e.Move); err != nil {
			return err
		}
	}
	for _, event := range events {
		if enrolled, ok := event.(Enrolled); ok {
			if err := l.checkEnrolled(enrolled); err != nil {
				return err
			}
		}
	}
	return nil
}

// SystemEvents decodes the entry's system events, in order. It needs no title, so that a log can be checked without the rules. Errors:
// ErrCorrupt; ErrUnknownEvent.
func (e Entry) SystemEvents() ([]Event, error) { return e.decode(isSystemEvent) }

// decode decodes the wanted system events, in order.
func (e Entry) decode(wanted func(name string) bool) (list []Event, err error) {
	for _, stored := range e.Events {
		if !wanted(stored.Name) {
			continue
		}
		event, err := systemEvents.Decode(stored)
		if err != nil {
			return nil, err
		}
		list = append(list, event)
	}
	return list, nil
}
