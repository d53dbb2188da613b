package table

import (
	"context"
	"maps"
	"slices"
	"time"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/clock"
	"nemeton/server/apperr"
	"nemeton/server/lookalike"
	"nemeton/server/store"
	"nemeton/server/store/access"
	"nemeton/server/wire"
)

// Describe returns a table as the caller may see it; an empty caller is anonymous. It does not check whether the caller may see the
// table at all. A table that has started is read into memory first, because only its log knows who is away, the agreements, the devices and the proposal
// to stop. A damaged table is described without them. Errors: those of loading.
func (r *Registry) Describe(ctx context.Context, row store.Table, caller store.PlayerID) (wire.Table, error) {
	if row.State == store.Running || row.State == store.Finished {
		if err := r.call(ctx, row.ID, (*live).ensureCurrent); err != nil && apperr.CodeOf(err) != apperr.Damaged {
			return wire.Table{}, err
		}
	}
	list, err := r.DescribeAll(ctx, []store.Table{row}, caller)
	if err != nil {
		return wire.Table{}, err
	}
	return list[0], nil
}

// DescribeAll describes many tables with one query for the names of their players. Tables that are not in memory come without what only the log knows.
func (r *Registry) DescribeAll(ctx context.Context, rows []store.Table, caller store.PlayerID) ([]wire.Table, error) {
	rows = slices.Clone(rows)
	for i := range rows {
		if rows[i].Host != caller {
			rows[i].Barred = nil // their names need not be read
		}
	}
	read, err := r.people(ctx, rows...)
	if err != nil {
		return nil, refusal(err)
	}
	list := make([]wire.Table, len(rows))
	for i, row := range rows {
		var here seatStatus
		if m := r.inMemory(row.ID); m != nil {
			if last := m.live.lastSeatStatus.Load(); last != nil {
				here = *last
			}
		}
		here.connected = r.connectedAnywhere(row.ID, here.connected)
		list[i] = r.describe(row, read.names, read.claims, caller, here, r.now())
	}
	return list, nil
}

// seatStatus is the presence at the seats of a table on this node, the agreements on stand-ins, and the warnings of takeovers.
type seatStatus struct {
	connected, away []engine.Seat
	agreed          map[engine.Seat][]engine.Seat // by seat: the seats whose players agreed to a stand-in
	warnings        map[engine.Seat]warning
	devices         map[engine.Seat][]chance.DeviceKey // that may sign now, by seat
	stop            *engine.StopProposal               // the open proposal to stop the game
	pause           *engine.Pause                      // pauses and vacations
}

func (l *live) seatStatus() *seatStatus {
	o := &seatStatus{connected: l.localSeats(), away: l.fold.Away(), agreed: map[engine.Seat][]engine.Seat{}, warnings: maps.Clone(l.warnings), devices: map[engine.Seat][]chance.DeviceKey{}}
	if endings := l.fold.Endings(); l.row.State == store.Running {
		o.stop, o.pause = endings.Proposal(), l.fold.Pause(l.now.UnixMilli())
	}
	for i := range l.row.Seats {
		if by := l.fold.Agreed(engine.Seat(i)); len(by) > 0 {
			o.agreed[engine.Seat(i)] = by
		}
		o.devices[engine.Seat(i)] = deviceKeys(l.fold, engine.Seat(i))
	}
	return o
}

// connected lists the seats with an open socket at any node, in order.
func (l *live) connected() []engine.Seat { return l.reg.connectedAnywhere(l.id, l.localSeats()) }

// localSeats lists the seats with an open socket at this node, in order.
func (l *live) localSeats() []engine.Seat {
	seats := []engine.Seat{}
	for s := range l.subs {
		if seat, ok := s.Seat(); ok && !slices.Contains(seats, seat) {
			seats = append(seats, seat)
		}
	}
	slices.Sort(seats)
	return seats
}

func (l *live) describe(caller store.PlayerID, row store.Table) wire.Table {
	here := *l.seatStatus()
	here.connected = l.reg.connectedAnywhere(l.id, here.connected)
	return l.reg.describe(row, l.names, l.claims, caller, here, l.now)
}

// rematchFor returns the rematch of a table. A private one has an invite of its own, so only the players of the table learn of it.
func rematchFor(row store.Table, caller store.PlayerID) string {
	if _, played := access.SeatOf(row, caller); played || access.Public(row) {
		return string(row.Rematch)
	}
	return ""
}

func (r *Registry) describe(row store.Table, names map[store.PlayerID]string, claims []store.Recovery, caller store.PlayerID, here seatStatus, now time.Time) wire.Table {
	commitment := ""
	if hash, err := row.Commitment(); err == nil && !row.Sealed {
		commitment = hash.String()
	}
	t := wire.Table{
		ID: string(row.ID), Title: row.Title, State: string(row.State), Visibility: string(row.Visibility),
		Options: row.Options, Pace: paceOf(row.Options), Host: string(row.Host), Seq: row.Seq, Owing: row.Owing, Winners: row.Winners,
		CreatedAt: row.CreatedAt.UTC(), UpdatedAt: row.UpdatedAt.UTC(),
		Chance: row.Chance, Commitment: commitment, Rematch: rematchFor(row, caller), Origin: row.Origin,
		Ended: string(row.Ending.Ended), Stop: here.stop, Pause: here.pause,
	}
	if t.Owing == nil {
		t.Owing = []engine.Seat{}
	}
	if t.Options == nil {
		t.Options = engine.Options{}
	}
	if row.Host == caller {
		for _, p := range row.Barred {
			t.Barred = append(t.Barred, wire.Player{ID: string(p), Name: names[p]})
		}
	}
	if row.State == store.Open {
		r.describeChanges(&t, row)
	}
	describeRecoveries(&t, row, claims, names, caller)
	seatNames := make([]string, len(row.Seats))
	for i, p := range row.Seats {
		seatNames[i] = names[p.Player]
	}
	numbers := lookalike.Numbers(seatNames)
	for i, p := range row.Seats {
		contributed := p.Player != "" && row.Answered(engine.Seat(i))
		seat := wire.Seat{Seat: engine.Seat(i), Color: p.Color, Contributed: &contributed}
		if p.Confirm != "" && row.State == store.Open {
			confirmed := p.Confirm == store.Confirmed
			seat.Confirmed = &confirmed
		}
		if p.Player != "" {
			seat.Player = &wire.Player{ID: string(p.Player), Name: names[p.Player]}
			seat.Alike = numbers[i]
			seat.Connected = slices.Contains(here.connected, engine.Seat(i))
			seat.Away = slices.Contains(here.away, engine.Seat(i))
			seat.Agreed = here.agreed[engine.Seat(i)]
			seat.Conceded = slices.Contains(row.Ending.Conceded, engine.Seat(i))
			seat.Devices = here.devices[engine.Seat(i)]
			if w, warned := here.warnings[engine.Seat(i)]; warned {
				seat.TakeoverIn = max(1, w.ends.Sub(now).Milliseconds())
			}
			if p.Player == caller {
				t.Invite = access.InviteOf(row)
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

const shownChanges = 5

func (r *Registry) describeChanges(t *wire.Table, row store.Table) {
	t.Changed = len(row.Changes)
	for _, c := range row.Changes[max(0, len(row.Changes)-shownChanges):] {
		change := wire.SettingsChange{By: string(c.By), Options: c.Options, Seats: c.Seats, Visibility: string(c.Visibility)}
		if _, ok := c.Options[clock.OptionPace]; ok {
			change.Pace, change.Options = paceOf(c.Options), maps.Clone(c.Options)
			maps.DeleteFunc(change.Options, func(id string, _ int) bool { return slices.Contains(clock.Options(), id) })
		}
		t.Changes = append(t.Changes, change)
	}
}

// people reads the names of all players with a seat at the tables, of those who are barred from them, and of those who claim a seat.
func (r *Registry) people(ctx context.Context, rows ...store.Table) (*namesRequest, error) {
	read := peopleOf(r.now(), rows...)
	return read, read.perform(ctx, r.cfg.Store)
}

// peopleOf is the request for what descriptions of tables need to know of people.
func peopleOf(now time.Time, rows ...store.Table) *namesRequest {
	read := &namesRequest{ids: playersOf(rows...), after: now.Add(-store.RecoveryLife)}
	for _, row := range rows {
		if row.State == store.Running {
			read.tables = append(read.tables, row.ID)
		}
	}
	return read
}

// playersOf lists the players with a seat at the tables, each once, and those who are barred from them.
func playersOf(rows ...store.Table) (ids []store.PlayerID) {
	for _, row := range rows {
		for _, p := range row.Seats {
			if p.Player != "" && !slices.Contains(ids, p.Player) {
				ids = append(ids, p.Player)
			}
		}
		ids = append(ids, row.Barred...)
	}
	return ids
}
