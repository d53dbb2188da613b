package table

import (
	"context"
	"errors"
	"slices"
	"time"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/wire"
)

const (
	// timerWithin is the time before a time-out from which on the table has a timer for it. Polls and the sweep notice all others.
	timerWithin = 2 * time.Second
	// unwatchedDelay is the least time of silence before a takeover at a table that nobody looks at.
	unwatchedDelay = time.Hour
	// sweepBatch is the maximum number of tables that one sweep acts on.
	sweepBatch = 100
	// sweepAgain is the time after which a sweep comes back to a table that is still due.
	sweepAgain = time.Minute
)

// paceOf describes the pace that a table's options hold.
func (r *Registry) paceOf(o engine.Options) *wire.Pace {
	p := o.Pace()
	pace := &wire.Pace{Kind: p.Kind.String(), Bank: int(p.Bank / 1000), Increment: int(p.Increment / 1000), ByHand: p.ByHand, Level: p.Level, Vacation: p.Vacation}
	if p.HasClocks() {
		pace.Extra = int(p.Extra() / 1000)
	} else if delay, limited := r.cfg.TakeoverDelay(o); limited {
		pace.Takeover = int(delay.Seconds())
	}
	return pace
}

// checkBefore does what precedes each decision: it compares the entry that the client names with the log, and gives the clocks the time of outages back.
func (l *live) checkBefore(seen Point) error {
	if err := l.checkSeen(seen); err != nil {
		return err
	}
	return l.noteOutages()
}

// noteOutages stores the outages that the clocks of the table have to be given back, before anything is decided by these clocks.
func (l *live) noteOutages() error {
	if l.row.State != store.Running || !l.fold.Pace().HasClocks() {
		return nil
	}
	for range attempts {
		list, err := l.knownOutages()
		if err != nil {
			return err
		}
		record, err := l.fold.NoteOutages(list, l.now.UnixMilli())
		if errors.Is(err, engine.ErrNoChange) || errors.Is(err, engine.ErrFinished) {
			return nil
		}
		if err != nil {
			return refusal(err)
		}
		if err = l.append(store.Append{Record: record}, nil); err == nil {
			return nil
		}
		if code := apperr.CodeOf(refusal(err)); code != apperr.Unavailable {
			return refusal(err)
		}
		if err := l.refresh(); err != nil {
			return err
		}
	}
	return apperr.New(apperr.Unavailable, "too many moves at once; send it again")
}

// knownOutages lists the outages. It touches the store first unless this node has done so just now. From then on the table's time is that of the store's clock.
func (l *live) knownOutages() ([]engine.Outage, error) {
	list, known := l.reg.outages()
	if known {
		return list, nil
	}
	if err := l.ask(&touchRequest{l.reg}); err != nil {
		l.reg.outage.note(err, true)
		return nil, refusal(err)
	}
	list, _ = l.reg.outages()
	return list, nil
}

// timeOutIfDue lets bots play the seats whose clocks have reached zero, and sets a timer for the next one. After a failure the next poll or sweep
// tries again.
func (l *live) timeOutIfDue() {
	for range l.row.Seats {
		seat, zero, runs := l.fold.NextZero()
		if !runs || l.row.State != store.Running || l.fold.Pace().ByHand {
			return
		}
		if left := time.UnixMilli(zero).Sub(l.now); left > 0 {
			if left <= timerWithin && l.timerAt != zero {
				l.timerAt = zero
				l.out.timers = append(l.out.timers, timer{left, (*live).timerFired})
			}
			return
		}
		req := request{seat: seat, kind: engine.KindSystem, event: engine.TimedOut{Seat: seat}}
		_, err := l.execute(&req, func(l *live, _ *request, now int64) (engine.Record, error) { return l.fold.TimeOut(seat, now) })
		l.logUnlessRefused(err, "could not store a time-out")
		if err != nil {
			return
		}
	}
}

func (l *live) timerFired() error {
	l.timerAt = 0
	if l.row.ID != "" && l.fold != nil && !l.stale {
		l.timeOutIfDue()
	}
	return nil
}

// dueAt is the time at which the table has to act by itself once it stands as in fold, in milliseconds since 1970 UTC; 0: never.
func (l *live) dueAt(fold *engine.Fold) int64 {
	p := fold.Pace()
	switch {
	case fold.Outcome() != nil || p.ByHand:
		return 0
	case p.HasClocks():
		_, zero, _ := fold.NextZero()
		return zero
	}
	delay, limited := l.reg.cfg.TakeoverDelay(l.row.Options)
	if !limited {
		return 0
	}
	due := int64(0)
	for _, seat := range fold.OwingSeats() {
		since, _ := fold.OwesSince(seat)
		at := since + max(delay, unwatchedDelay).Milliseconds()
		if l.plays(fold, seat) && l.isMissed(fold, seat) && (due == 0 || at < due) {
			due = at
		}
	}
	return due
}

// plays reports whether a person holds the seat and plays it.
func (l *live) plays(fold *engine.Fold, seat engine.Seat) bool {
	return l.row.Seats[seat].Player != "" && fold.StandIn(seat) == ""
}

// isMissed reports whether the person of another seat plays and has not left, so that somebody waits for the seat although nobody need be connected.
func (l *live) isMissed(fold *engine.Fold, seat engine.Seat) bool {
	away := fold.Away()
	for other := range engine.Seat(len(l.row.Seats)) {
		if other != seat && l.plays(fold, other) && !slices.Contains(away, other) {
			return true
		}
	}
	return false
}

// actIfDue does what the sweep found to be due. While somebody is connected, a takeover is left to the rule for watched tables, which warns first.
func (l *live) actIfDue() error {
	if err := l.ensureCurrent(); err != nil {
		return err
	}
	if l.row.State != store.Running {
		return nil
	}
	if l.fold.Pace().HasClocks() {
		l.timeOutIfDue()
		return nil
	}
	if len(l.connected()) > 0 {
		return nil
	}
	for _, seat := range l.fold.OwingSeats() {
		since, silent := l.silentSince(seat)
		delay, limited := l.takeoverDelay()
		if !limited || !silent || !l.isMissed(l.fold, seat) || l.now.Before(since.Add(max(delay, unwatchedDelay))) {
			continue
		}
		_, err := l.execute(&request{kind: engine.KindSystem, event: engine.TakenOver{}}, func(l *live, _ *request, now int64) (engine.Record, error) {
			if again, silent := l.silentSince(seat); !silent || !again.Equal(since) {
				return engine.Record{}, engine.ErrNoChange
			}
			return l.fold.TakeOver(seat, l.reg.cfg.StandIn, now)
		})
		l.logUnlessRefused(err, "could not let a bot take over a seat")
	}
	return nil
}

// sweep finds the tables that are due, whether or not they are in memory. All nodes sweep; the first entry of a table wins.
type sweep struct {
	again map[store.TableID]time.Time // by the time before which a table is left alone; only the loop of the sweeps uses it
}

func (r *Registry) sweepLoop() { r.every(r.cfg.Sweep, r.sweepDue) }

func (r *Registry) sweepDue() {
	now := r.now()
	ctx, cancel := context.WithTimeout(context.Background(), backgroundTimeout)
	ids, err := r.cfg.Store.DueTables(ctx, now.UnixMilli(), sweepBatch+len(r.sweep.again))
	cancel()
	if err != nil {
		r.cfg.Log.Debug().Err(err).Msg("could not find the tables that are due")
		return
	}
	for id, until := range r.sweep.again {
		if now.After(until) {
			delete(r.sweep.again, id)
		}
	}
	for _, id := range ids {
		if _, later := r.sweep.again[id]; later {
			continue
		}
		r.sweep.again[id] = now.Add(sweepAgain)
		ctx, cancel := context.WithTimeout(context.Background(), backgroundTimeout)
		if err := r.call(ctx, id, (*live).actIfDue); err != nil {
			r.cfg.Log.Warn().Err(err).Str("table", string(id)).Msg("could not act on a table that is due")
		}
		cancel()
	}
}

// ClaimTimeOut lets a bot play a seat whose clock has reached zero, as the player of the seat by claims. Errors: time_left, no_change, bad_seats, table_finished.
func (r *Registry) ClaimTimeOut(ctx context.Context, id store.TableID, by, seat engine.Seat, command string) (Point, error) {
	req := request{id: command, seat: by, kind: engine.KindSystem, event: engine.TimedOut{Seat: seat}, byPlayer: true}
	return r.execute(ctx, id, req, func(l *live, _ *request, now int64) (engine.Record, error) {
		return l.fold.ClaimTimeOut(by, seat, command, now)
	})
}

// GiveTime gives another player the extra time of the table. Errors: no_change, bad_seats, too_fast, table_finished.
func (r *Registry) GiveTime(ctx context.Context, id store.TableID, by, to engine.Seat, command string) (Point, error) {
	req := request{id: command, seat: by, kind: engine.KindSystem, event: engine.TimeGiven{Seat: by, To: to}, byPlayer: true}
	return r.execute(ctx, id, req, func(l *live, _ *request, now int64) (engine.Record, error) {
		return l.fold.GiveTime(by, to, command, now)
	})
}
