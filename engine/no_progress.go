package engine

import (
	"fmt"
	"slices"

	"nemeton/engine/codec"
)

// The limits of entries without progress: leave, take-back, agreement, handover, gift of time and
// "I am here". Enrollments of devices are such entries, too. A move advances the game if it leads to a state with more moves than any state before it, so a move replayed after a
// take-back does not. A return that ends an absence, a stand-in or agreements is never counted, because each of those was.
const (
	// noProgressLimit is the highest count of a seat at which it may still leave, take back or say "I am here", exclusive. It is the ceiling
	// of one turn: the count falls only when a move of the seat advances the game.
	noProgressLimit = 60
	// noProgressReserve is the part of the count above noProgressLimit that agreements, handovers and enrollments may use as well.
	noProgressReserve = 10
	// noProgressRefund is the amount by which the count of a seat falls with each of its moves that advance the game.
	noProgressRefund = 2
	// takeoverCost is the amount by which a takeover by the timer, or after a claimed time-out, raises the count of the seat. It is high because the
	// other players waited for minutes.
	takeoverCost = 10
)

// tempo is a speed that a seat may keep up, and the number of entries that it may make at once.
type tempo struct {
	interval int64 // between two entries, in milliseconds
	burst    int64
}

// The tempos of people: a player who tries variants clicks faster than a player who leaves and returns.
var (
	takeBackTempo = tempo{interval: 500, burst: 40}
	presenceTempo = tempo{interval: 2000, burst: 20} // of leaves, agreements, handovers, enrollments and returns
)

type progress struct {
	moves    int // moves that produced the current state
	furthest int // the highest value of moves so far
}

func (p *progress) SnapshotFields() codec.SnapshotFields {
	return codec.SnapshotFields{"moves": &p.moves, "furthest": &p.furthest}
}

// noProgress is the account of one seat's entries that do not advance the game. It derives from the log alone.
type noProgress struct {
	count    int // at most noProgressLimit+noProgressReserve
	takeBack speed
	presence speed // see presenceTempo
}

func (p *noProgress) SnapshotFields() codec.SnapshotFields {
	return codec.SnapshotFields{"count": p.checkedCount(), "takeBack": &p.takeBack, "presence": &p.presence}
}

func (p *noProgress) checkedCount() any {
	return codec.Checked{Part: &p.count, Check: func() error {
		if p.count < 0 || p.count > noProgressLimit+noProgressReserve {
			return fmt.Errorf("the count %d of a seat is not from 0 to %d", p.count, noProgressLimit+noProgressReserve)
		}
		return nil
	}}
}

// charge raises the count. Logs of programs without these limits may exceed it, so it is capped.
func (p *noProgress) charge(by int) { p.count = min(p.count+by, noProgressLimit+noProgressReserve) }

type speed struct {
	debt int64 // milliseconds until the entries so far are forgotten, as of last
	last int64 // time of the last entry, in milliseconds since 1970 UTC
}

func (p *speed) SnapshotFields() codec.SnapshotFields {
	return codec.SnapshotFields{"debt": &p.debt, "last": &p.last}
}

// debtAt is the debt that is left at time now. A clock behind the last entry reduces nothing.
func (p speed) debtAt(now int64) int64 { return max(0, p.debt-max(0, now-p.last)) }

func (p speed) allows(t tempo, now int64) bool { return p.debtAt(now) <= (t.burst-1)*t.interval }

// after is the speed after one more entry, capped for logs that exceed the tempo.
func (p speed) after(t tempo, now int64) speed {
	return speed{debt: min(p.debtAt(now)+t.interval, t.burst*t.interval), last: now}
}

// refuseNoProgress returns ErrTooOften if the count of a seat has reached the limit, ErrTooFast if the speed does not allow
// one more entry, else nil.
func (f *Fold) refuseNoProgress(seat Seat, limit int, allowed bool) error {
	switch {
	case f.unlimited:
		return nil
	case f.noProgress[seat].count >= limit:
		return ErrTooOften
	case !allowed:
		return ErrTooFast
	}
	return nil
}

// LongestLog is the maximum number of entries in a log of the title with so many seats, those of the operator excepted.
//
// Let M be the moves of the longest game. The counts of all seats together can rise by P = 70 seats + 2 M at most: by
// their limits, and by the refunds. Each point of P allows one entry, and one that follows from it: a replayed move, or
// a return. It also allows a takeover and a return, because a replayed move or a handover can end a stand-in. Each of the
// M moves can end a stand-in as well. A proposal to stop or to pause and an agreement to it cost a point each. The entry that follows from
// a proposal is its refusal, or the end or pause that it settles. A change of a vacation costs a point.
// The start is one entry, each seat can concede once, and the end of the table can be an entry.
func LongestLog(info Info, seats int) int {
	points := (noProgressLimit+noProgressReserve)*seats + noProgressRefund*info.LongestGame
	return 2 + seats + 3*info.LongestGame + 4*points
}

// Unlimited returns the same table without the limits of entries without progress. Programs without these limits stored logs that exceed
// them. A check that decides an old entry again uses the result, which shares everything with f.
func (f *Fold) Unlimited() *Fold {
	next := *f
	next.unlimited = true
	return &next
}

func (f *Fold) countMove(seat Seat) {
	f.progress.moves++
	if f.progress.moves <= f.progress.furthest {
		return
	}
	f.progress.furthest = f.progress.moves
	if seat >= 0 {
		f.noProgress = slices.Clone(f.noProgress)
		f.noProgress[seat].count = max(0, f.noProgress[seat].count-noProgressRefund)
	}
}

// countNoProgress charges the seats of a system entry, and counts the steps that it undoes. before are the seats before it.
func (f *Fold) countNoProgress(e Entry, events []Event, before []seatStatus) {
	f.noProgress = slices.Clone(f.noProgress)
	present := func(seat Seat) {
		f.noProgress[seat].charge(1)
		f.noProgress[seat].presence = f.noProgress[seat].presence.after(presenceTempo, e.Time)
	}
	for _, event := range events {
		switch ev := event.(type) {
		case TakenBack:
			f.progress.moves-- // a take-back undoes one step
			f.noProgress[ev.Seat].charge(1)
			f.noProgress[ev.Seat].takeBack = f.noProgress[ev.Seat].takeBack.after(takeBackTempo, e.Time)
		case Left:
			present(ev.Seat)
		case Returned:
			if !before[ev.Seat].returns() {
				present(ev.Seat)
			}
		case Agreed:
			present(ev.Seat)
		case HandedOver:
			present(ev.Seat)
		case Enrolled:
			present(ev.Seat)
		case StopProposed:
			present(ev.Seat)
		case StopAgreed:
			present(ev.Seat)
		case TimeGiven:
			present(ev.Seat)
		case PauseProposed:
			present(ev.Seat)
		case PauseAgreed:
			present(ev.Seat)
		case Vacation:
			present(ev.Seat)
		case TimedOut:
			if e.Actor == ActorPlayer {
				f.noProgress[ev.Seat].charge(takeoverCost)
			}
		case TakenOver:
			if e.Actor == ActorTimer {
				f.noProgress[ev.Seat].charge(takeoverCost)
			}
		}
	}
}

// mustStandIn reports whether the stand-in of a seat plays on until the game advances. Otherwise a player could undo
// every takeover by the timer, make no move, and keep the table waiting without end.
func (f *Fold) mustStandIn(seat Seat) bool {
	return !f.unlimited && f.seats[seat].bot != "" && f.noProgress[seat].count >= noProgressLimit+noProgressReserve
}
