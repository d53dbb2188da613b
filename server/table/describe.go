package table

import (
	"context"
	"crypto/subtle"
	"encoding/hex"
	"slices"

	"nemeton/engine"
	"nemeton/server/confusable"
	"nemeton/server/store"
	"nemeton/server/wire"
)

// Invited tells whether a code opens a private table. Every code opens a public one. It takes as long for a wrong code as for a right one.
func Invited(row store.Table, code string) bool {
	return row.Visibility == store.Public || (code != "" && subtle.ConstantTimeCompare([]byte(row.Invite), []byte(code)) == 1)
}

// Describe is a table as the caller may see it; an empty caller is nobody known. Whether they may see it at all is
// the caller's business.
func (r *Registry) Describe(ctx context.Context, row store.Table, caller store.PlayerID) (wire.Table, error) {
	list, err := r.DescribeAll(ctx, []store.Table{row}, caller)
	if err != nil {
		return wire.Table{}, err
	}
	return list[0], nil
}

// DescribeAll describes many tables with one question for their players' names.
func (r *Registry) DescribeAll(ctx context.Context, rows []store.Table, caller store.PlayerID) ([]wire.Table, error) {
	names, err := r.names(ctx, rows...)
	if err != nil {
		return nil, refusal(err)
	}
	list := make([]wire.Table, len(rows))
	for i, row := range rows {
		here := attendance{}
		if l := r.peek(row.ID); l != nil {
			if p := l.present.Load(); p != nil {
				here = *p
			}
		}
		here.connected = r.everywhere(row.ID, here.connected)
		list[i] = describe(row, names, caller, here)
	}
	return list, nil
}

// attendance is which seats are connected to this node, which were left for now, and who agreed that a bot shall play which seat.
type attendance struct {
	connected, away []engine.Seat
	agreed          map[engine.Seat][]engine.Seat
}

func (l *live) attend() *attendance {
	a := &attendance{connected: l.seatsHere(), away: l.fold.Away(), agreed: map[engine.Seat][]engine.Seat{}}
	for i := range l.row.Seats {
		if by := l.fold.Agreed(engine.Seat(i)); len(by) > 0 {
			a.agreed[engine.Seat(i)] = by
		}
	}
	return a
}

// connected lists the seats with an open socket, to any node, in order.
func (l *live) connected() []engine.Seat { return l.reg.everywhere(l.id, l.seatsHere()) }

// seatsHere lists the seats with an open socket to this node, in order.
func (l *live) seatsHere() []engine.Seat {
	seats := []engine.Seat{}
	for s := range l.subs {
		if seat, ok := s.viewer.Seat(); ok && !slices.Contains(seats, seat) {
			seats = append(seats, seat)
		}
	}
	slices.Sort(seats)
	return seats
}

// describe is the live table as a player may see it.
func (l *live) describe(caller store.PlayerID) wire.Table {
	here := *l.attend()
	here.connected = l.reg.everywhere(l.id, here.connected)
	return describe(l.row, l.names, caller, here)
}

func describe(row store.Table, names map[store.PlayerID]string, caller store.PlayerID, here attendance) wire.Table {
	commitment := ""
	if !row.Sealed {
		hash := row.Secret.Commitment()
		commitment = hex.EncodeToString(hash[:])
	}
	t := wire.Table{
		ID: string(row.ID), Title: row.Title, State: string(row.State), Visibility: string(row.Visibility),
		Options: row.Options, Host: string(row.Host), Seq: row.Seq, Owing: row.Owing, Winners: row.Winners,
		CreatedAt: row.CreatedAt.UTC(), UpdatedAt: row.UpdatedAt.UTC(),
		Commitment: commitment, Rematch: string(row.Rematch),
	}
	if t.Owing == nil {
		t.Owing = []engine.Seat{}
	}
	if t.Options == nil {
		t.Options = engine.Options{}
	}
	said := make([]string, len(row.Seats))
	for i, p := range row.Seats {
		said[i] = names[p.Player]
	}
	alike := confusable.Numbers(said)
	for i, p := range row.Seats {
		seat := wire.Seat{Seat: engine.Seat(i), Color: p.Color}
		if p.Player != "" {
			seat.Player = &wire.Player{ID: string(p.Player), Name: names[p.Player]}
			seat.Alike = alike[i]
			seat.Connected = slices.Contains(here.connected, engine.Seat(i))
			seat.Away = slices.Contains(here.away, engine.Seat(i))
			seat.Agreed = here.agreed[engine.Seat(i)]
			if p.Player == caller {
				t.Invite = row.Invite
			}
		}
		seat.Bot = p.Bot
		if i < len(row.StandIns) {
			seat.StandIn = row.StandIns[i]
		}
		t.Seats = append(t.Seats, seat)
	}
	return t
}

// names asks for the names of all who sit at the tables.
func (r *Registry) names(ctx context.Context, rows ...store.Table) (map[store.PlayerID]string, error) {
	var ids []store.PlayerID
	for _, row := range rows {
		for _, p := range row.Seats {
			if p.Player != "" && !slices.Contains(ids, p.Player) {
				ids = append(ids, p.Player)
			}
		}
	}
	if len(ids) == 0 {
		return map[store.PlayerID]string{}, nil
	}
	return r.cfg.Store.PlayerNames(ctx, ids)
}

func spellContributions(list [][]byte) []string {
	spelled := make([]string, len(list))
	for i, c := range list {
		spelled[i] = hex.EncodeToString(c)
	}
	return spelled
}
