package lobby

import (
	"context"
	"slices"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
)

// SitRequest is where and how somebody wants to sit.
type SitRequest struct {
	Seat   *engine.Seat // nil: the first free one, or where one sits already
	Color  string       // empty: the seat's own
	Invite string
	// Contribution is what the seat adds to the table's chance; empty: what it added before.
	Contribution []byte
}

// Sit seats the caller; one who sits there already moves or changes the colour, and new is false. Errors: unknown_table and
// wrong_invite, table_running, table_finished, table_closed, bad_seats, seat_taken, table_full, bad_color, color_taken,
// too_many_tables, invalid.
func (s *Service) Sit(ctx context.Context, id store.TableID, caller store.PlayerID, c SitRequest) (row store.Table, isNew bool, err error) {
	row, err = s.reread(ctx, id)
	if err == nil && !maySee(row, caller, c.Invite) {
		err = unknown()
	}
	if c.Invite != "" && apperr.CodeOf(err) == apperr.UnknownTable {
		// Of a table that is not there, too: whoever tries codes must not learn which tables there are.
		err = apperr.New(apperr.WrongInvite, "that invite does not open this table")
	}
	if err != nil {
		return store.Table{}, false, err
	}
	if _, sits := SeatOf(row, caller); !sits && row.State == store.Open {
		if err := s.room(ctx, caller); err != nil {
			return store.Table{}, false, err
		}
	}
	info, err := s.title(row.Title)
	if err != nil {
		return store.Table{}, false, err
	}
	row, err = s.change(ctx, id, func(t *store.Table) error {
		if err := stillOpen(*t); err != nil {
			return err
		}
		var err error
		isNew, err = place(t, caller, c, info.ColorsFor(len(t.Seats)))
		return err
	})
	return row, isNew, err
}

// place puts the player where the chair says, and gives the colour it asks for.
func place(t *store.Table, player store.PlayerID, c SitRequest, colors []string) (isNew bool, err error) {
	was, sits := SeatOf(*t, player)
	seat := was
	switch {
	case c.Seat != nil:
		seat = *c.Seat
	case !sits:
		seat = engine.Seat(slices.IndexFunc(t.Seats, store.Seat.Free))
		if seat < 0 {
			return false, apperr.New(apperr.TableFull, "all seats are taken")
		}
	}
	if seat < 0 || int(seat) >= len(t.Seats) {
		return false, apperr.New(apperr.BadSeats, "the table has no such seat")
	}
	if at := t.Seats[seat]; !at.Free() && at.Player != player {
		return false, apperr.New(apperr.SeatTaken, "that seat is taken")
	}
	// Who moves takes the colour along.
	if sits {
		t.Seats[was], t.Seats[seat] = t.Seats[seat], t.Seats[was]
		moved := contributionOf(t, was)
		setContribution(t, was, nil)
		setContribution(t, seat, moved)
	}
	t.Seats[seat].Player = player
	if err := contribute(t, seat, c.Contribution); err != nil {
		return false, err
	}
	return !sits, paint(t, seat, c.Color, colors)
}

// paint gives the seat a colour; a free seat or a bot that had it gets the seat's own.
func paint(t *store.Table, seat engine.Seat, color string, colors []string) error {
	if color == "" {
		return nil
	}
	if !slices.Contains(colors, color) {
		return apperr.New(apperr.BadColor, "the title has no such colour")
	}
	if had := slices.IndexFunc(t.Seats, func(p store.Seat) bool { return p.Color == color }); had >= 0 {
		if holder := t.Seats[had].Player; holder != "" && engine.Seat(had) != seat {
			return apperr.New(apperr.ColorTaken, "that colour is taken")
		}
		t.Seats[had].Color = t.Seats[seat].Color
	}
	t.Seats[seat].Color = color
	return nil
}
