package engine

import (
	"bytes"
	"fmt"
	"slices"

	"nemeton/engine/codec"
)

// EncodeState returns the canonical encoding of a whole state, hidden parts included. It never leaves the server.
func EncodeState(s State) ([]byte, error) {
	raw, err := codec.AppendFields(nil, s.SnapshotFields())
	if err != nil {
		return nil, fmt.Errorf("encode the state: %w", err)
	}
	return raw, nil
}

// DecodeState returns the state that EncodeState encoded, at a table of the given setup. Bytes that EncodeState would not have written, and
// states whose decisions or views fail, are ErrCorrupt. It does not panic.
func DecodeState(title Title, setup Setup, raw []byte) (s State, err error) {
	defer func() {
		if bad := recover(); bad != nil {
			s, err = nil, fmt.Errorf("%w: %v", ErrCorrupt, bad)
		}
	}()
	if s, err = blank(title, setup); err != nil {
		return nil, err
	}
	if err := codec.ReadFields(raw, s.SnapshotFields(), setup.Seats()); err != nil {
		return nil, fmt.Errorf("%w: state: %w", ErrCorrupt, err)
	}
	again, err := EncodeState(s)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	if !bytes.Equal(again, raw) {
		return nil, fmt.Errorf("%w: state: %w", ErrCorrupt, codec.ErrNotCanonical)
	}
	return s, checkState(s, setup.Seats())
}

// blank is the title's blank state for a setup that was read. It checks the number of seats, which titles rely on.
func blank(title Title, setup Setup) (State, error) {
	info := title.Info()
	if setup.Seats() < info.MinSeats || setup.Seats() > info.MaxSeats {
		return nil, fmt.Errorf("%w: a table of %d seats", ErrCorrupt, setup.Seats())
	}
	return title.Blank(setup), nil
}

// checkState calls every query of a state that was read, so that a state that cannot occur fails here and not in play. It
// panics if a query does.
func checkState(s State, seats int) error {
	outcome, open := s.Outcome(), s.Open()
	if (outcome == nil) != (len(open) > 0) {
		return fmt.Errorf("%w: %d decisions are open, with the outcome %v", ErrCorrupt, len(open), outcome)
	}
	var numbers []uint32
	for _, d := range open {
		if d.Seat < 0 || int(d.Seat) >= seats || len(d.Moves) == 0 || slices.Contains(numbers, d.No) {
			return fmt.Errorf("%w: decision %d %q of seat %d cannot be open", ErrCorrupt, d.No, d.Kind, d.Seat)
		}
		numbers = append(numbers, d.No)
	}
	for seat := NoSeat; int(seat) < seats; seat++ {
		s.View(SeatViewer(seat))
	}
	return nil
}
