package lobby

import (
	"context"
	"slices"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/store/access"
)

// SitRequest holds the choices of a player who sits down.
type SitRequest struct {
	Seat   *engine.Seat // nil: the caller's seat, or the first free one
	Color  string       // empty: the color of the seat
	Invite string
}

// Sit seats the caller. A caller who has a seat already moves or changes the color, and isNew is false. A move clears the seat's answer. Errors: unknown_table and
// wrong_invite, barred, table_running, table_finished, table_closed, bad_seats, seat_taken, table_full, bad_color, color_taken,
// too_many_tables.
func (s *Service) Sit(ctx context.Context, id store.TableID, caller store.PlayerID, c SitRequest) (row store.Table, isNew bool, err error) {
	// A missing table and one that the invite does not open give the same answer, so that guessing codes does not find tables.
	closed := unknown()
	if c.Invite != "" {
		closed = apperr.New(apperr.WrongInvite, "that invite does not open this table")
	}
	row, err = s.reread(ctx, id)
	if apperr.CodeOf(err) == apperr.UnknownTable || err == nil && access.Of(row, caller, c.Invite) == access.None {
		err = closed
	}
	if err != nil {
		return store.Table{}, false, err
	}
	if row.State == store.Open && access.Barred(row, caller) {
		return store.Table{}, false, barredError()
	}
	info, err := s.title(row.Title)
	if err != nil {
		return store.Table{}, false, err
	}
	row, err = s.changeWithin(ctx, id, s.quota(caller), func(t *store.Table) error {
		if err := stillOpen(*t); err != nil {
			return err
		}
		switch access.Of(*t, caller, c.Invite) { // friendships and the invite may have changed
		case access.None:
			return closed
		case access.Known, access.Reads:
			return barredError()
		}
		var err error
		isNew, err = place(t, caller, c, info.ColorsFor(len(t.Seats)))
		return err
	})
	return row, isNew, err
}

// place puts the player on the requested seat and gives it the requested color.
func place(t *store.Table, player store.PlayerID, c SitRequest, colors []string) (isNew bool, err error) {
	oldSeat, hasSeat := access.SeatOf(*t, player)
	seat := oldSeat
	switch {
	case c.Seat != nil:
		seat = *c.Seat
	case !hasSeat:
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
	// The color moves with the player.
	if hasSeat && seat != oldSeat {
		t.Seats[oldSeat], t.Seats[seat] = t.Seats[seat], t.Seats[oldSeat]
		if t.Origin != nil { // colors belong to the seats
			t.Seats[oldSeat].Color, t.Seats[seat].Color = t.Seats[seat].Color, t.Seats[oldSeat].Color
		}
		t.SetAnswer(oldSeat, nil, store.Answer{}) // its signature names the old seat
	}
	t.Seats[seat].Player = player
	return !hasSeat, paint(t, seat, c.Color, colors)
}

// paint gives the seat a color. A free seat or a bot that had the color gets the seat's old one.
func paint(t *store.Table, seat engine.Seat, color string, colors []string) error {
	if color == "" {
		return nil
	}
	if !slices.Contains(colors, color) {
		return apperr.New(apperr.BadColor, "the title does not have that color")
	}
	if t.Origin != nil && t.Seats[seat].Color != color {
		return apperr.New(apperr.BadColor, "a game that is played on keeps its colors")
	}
	if holderSeat := slices.IndexFunc(t.Seats, func(p store.Seat) bool { return p.Color == color }); holderSeat >= 0 {
		if holder := t.Seats[holderSeat].Player; holder != "" && engine.Seat(holderSeat) != seat {
			return apperr.New(apperr.ColorTaken, "that color is taken")
		}
		t.Seats[holderSeat].Color = t.Seats[seat].Color
	}
	t.Seats[seat].Color = color
	return nil
}
