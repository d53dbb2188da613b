package table

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"time"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/testkit/memstore"
)

// simStore is the store as one node reaches it. It tells the observer of each stored entry.
type simStore struct {
	*memstore.Store
	n *simNode
}

var errNoStore = fmt.Errorf("%w: cut off", store.ErrUnavailable)

func (s *simStore) Table(ctx context.Context, id store.TableID) (store.Table, error) {
	if s.n.noStore {
		return store.Table{}, errNoStore
	}
	return s.Store.Table(ctx, id)
}

func (s *simStore) TableVersions(ctx context.Context, ids []store.TableID) (map[store.TableID]store.TableVersion, error) {
	if s.n.noStore {
		return nil, errNoStore
	}
	return s.Store.TableVersions(ctx, ids)
}

func (s *simStore) DueTables(ctx context.Context, until int64, limit int) ([]store.Due, error) {
	if s.n.noStore {
		return nil, errNoStore
	}
	return s.Store.DueTables(ctx, until, limit)
}

func (s *simStore) Heartbeat(ctx context.Context, known, wall time.Time, node store.Node) (store.HeartbeatAnswer, error) {
	if s.n.noStore {
		return store.HeartbeatAnswer{}, errNoStore
	}
	return s.n.w.heartbeat(ctx, known, wall, node)
}

// heartbeat passes on the heartbeat of a node, and notes the outage that ends with it.
func (w *world) heartbeat(ctx context.Context, known, wall time.Time, node store.Node) (store.HeartbeatAnswer, error) {
	beat, err := w.store.Heartbeat(ctx, known, wall, node)
	if err != nil {
		return beat, err
	}
	passed, now := w.now.Sub(w.beatAt).Milliseconds(), beat.Now.UnixMilli()
	switch {
	case w.beat == 0:
	case now < w.beat:
		w.failf("the store's time goes back from %d to %d", w.beat, now)
	case passed > store.OutageGap.Milliseconds() && now-w.beat > store.OutageGap.Milliseconds():
		w.gaps = append(w.gaps, engine.Outage{From: w.beat, To: now})
	case now-w.beat-passed > store.OutageGap.Milliseconds(): // the wall clock of the store was set
		w.gaps = append(w.gaps, engine.Outage{From: w.beat + passed, To: now})
	}
	w.beat, w.beatAt = now, w.now
	w.beats = append(w.beats, simBeat{w.now, now})
	return w.plant.beat(beat, wall), nil
}

func (s *simStore) Append(ctx context.Context, a store.Append) error { return s.n.w.append(a, s.n) }

// append stores a record and checks the row after it. The node is nil if it no longer waits for the answer.
func (w *world) append(a store.Append, n *simNode) error {
	t := w.tableOf(a.Table)
	if w.plant.dropsAppend(a) {
		return nil
	}
	s := w.store
	if w.plant == plantNoPrev {
		s = s.IgnorePrev()
	}
	if err := s.Append(context.Background(), a); err != nil {
		w.logf("  append of entry %d (%s) at table %d: %v", a.Record.Entry.Seq, describeEntry(a.Record.Entry), t.index, err)
		return err
	}
	w.logf("  stored entry %d (%s) at table %d, head %s", a.Record.Entry.Seq, describeEntry(a.Record.Entry), t.index, a.Record.Hash.String()[:8])
	m, err := t.history.appended(a.Record)
	if err != nil {
		w.failf("table %d: stored entry %d does not continue the log: %v", t.index, a.Record.Entry.Seq, err)
		return nil
	}
	w.checkRow(t)
	var by *live
	if n != nil {
		if box := n.reg.live[a.Table]; box != nil {
			by = box.live
		}
	}
	t.history.checkDraw(w, m, by)
	w.checkClocks(t, m, n)
	w.checkAgreement(t, m)
	return nil
}

// checkAgreement checks that nobody was left out of an end by agreement, or of a pause, who had not conceded and acted within the time of an absence.
func (w *world) checkAgreement(t *simTable, m *moment) {
	for _, event := range m.events {
		ended, isEnd := event.(engine.TableEnded)
		_, isPause := event.(engine.Paused)
		if !isPause && (!isEnd || ended.By != engine.EndedByAgreement) {
			continue
		}
		endings, agreed := m.parent.fold.Endings(), ended.People
		if isPause {
			agreed = []engine.Seat{m.entry.Seat}
			if p := m.parent.fold.Pause(m.entry.Time); p != nil && p.Proposal != nil {
				agreed = append(agreed, p.Proposal.Agreed...)
			}
		}
		for seat, player := range t.players {
			s := engine.Seat(seat)
			if player == "" || endings.HasConceded(s) || slices.Contains(agreed, s) {
				continue
			}
			for at := m.parent; at != nil && at.seq > 0; at = at.parent {
				if at.entry.Actor == engine.ActorPlayer && at.entry.Seat == s && m.entry.Time-at.entry.Time < m.fold.Pace().Absence() {
					w.failf("table %d, entry %d: seat %d was not asked, and acted in entry %d", t.index, m.seq, s, at.seq)
				}
			}
		}
	}
}

// checkClocks checks an entry of a table with clocks against the time and the outages of the store. An append for which its node does not wait any more is
// excused.
func (w *world) checkClocks(t *simTable, m *moment, n *simNode) {
	before := m.parent.fold
	if m.parent.seq == 0 || !before.Pace().HasClocks() {
		return
	}
	steady := n != nil && slices.ContainsFunc(n.boxes, func(b *simBox) bool { return b.m.live.id == t.id })
	var noted bool
	for _, event := range m.events {
		switch ev := event.(type) {
		case engine.TimedOut:
			w.checkTimeOut(t, m, ev.Seat, steady)
		case engine.OutagesNoted:
			noted = true
		case engine.Paused:
			w.pauses++
		case engine.Vacation:
			w.vacations++
		}
	}
	if _, _, runs := before.NextZero(); !steady || noted || !runs {
		return
	}
	from := max(before.ClocksAt(), before.PausedUntil())
	for _, gap := range w.gaps {
		if gap.To <= m.entry.Time && min(gap.To, m.entry.Time) > max(gap.From, from) {
			w.failf("table %d: the outage %+v was not given back before entry %d", t.index, gap, m.seq)
		}
	}
}

// latest is the latest time of the store that a node may have known when it decided, in milliseconds. A heartbeat by a node that restarted, and does not know how long
// the store has lived, advances the store's time by less than has passed.
func (w *world) latest() (latest int64) {
	for _, t := range w.beats {
		latest = max(latest, t.now+min(w.now.Sub(t.at), maxHeartbeatAge).Milliseconds())
	}
	return latest
}

// checkTimeOut checks that a time-out does not come before its time by the store's clock, and that no bot plays the seat already. The fold has compared it with the times of entries.
func (w *world) checkTimeOut(t *simTable, m *moment, seat engine.Seat, steady bool) {
	w.timeOuts++
	if ahead := m.entry.Time - w.latest(); ahead > 0 && steady {
		w.failf("table %d: the time-out in entry %d comes %d ms early", t.index, m.seq, ahead)
	}
	for at := m.parent; at != nil && at.seq > 0; at = at.parent {
		for _, event := range at.events {
			if again, ok := event.(engine.TimedOut); ok && again.Seat == seat {
				w.failf("table %d: the time-out in entry %d follows that in entry %d", t.index, m.seq, at.seq)
				return
			}
		}
		if at.entry.Seat == seat && at.entry.Actor == engine.ActorPlayer {
			return // the player came back, or was there
		}
	}
}

// describeEntry names an entry in traces.
func describeEntry(e engine.Entry) string {
	name := fmt.Sprintf("%s %s seat %d", e.Kind, e.Command, e.Seat)
	for _, event := range e.Events {
		name += " " + event.Name
	}
	return name
}

// checkRow compares the row with the log.
func (w *world) checkRow(t *simTable) {
	row, err := w.store.Table(context.Background(), t.id)
	head := t.history.head()
	want := store.Running
	switch {
	case head.seq == 0:
		want = store.Open
	case head.fold.Outcome() != nil:
		want = store.Finished
	}
	if err != nil || row.Seq != head.seq || row.Head != head.hash || row.State != want {
		w.failf("table %d: the row says %s, entry %d (%v); the log says %s, entry %d", t.index, row.State, row.Seq, err, want, head.seq)
		return
	}
	if head.seq == 0 {
		return
	}
	standIns := head.fold.StandIns()
	if !slices.Equal(row.Owing, head.fold.OwingSeats()) || !reflect.DeepEqual(row.StandIns, standIns) {
		w.failf("table %d, entry %d: the row says owing %v, stand-ins %q; the log says %v, %q", t.index, row.Seq, row.Owing, row.StandIns, head.fold.OwingSeats(), standIns)
	}
	if by := w.nodes[0].reg; by != nil && row.DueAt != (&live{reg: by, row: row}).dueAt(head.fold) {
		w.failf("table %d, entry %d: the row is due at %d, the log says %d", t.index, row.Seq, row.DueAt, (&live{reg: by, row: row}).dueAt(head.fold))
	}
	if want := endingOf(head.fold); !row.Ending.Equal(want) {
		w.failf("table %d, entry %d: the row says the ending %+v; the log says %+v", t.index, row.Seq, row.Ending, want)
	}
}

// answerKind is how a store treats a request.
type answerKind int

const (
	answerOK         answerKind = iota
	answerLater                 // done now, answered later
	answerLost                  // done, but the answer is lost
	answerRefused               // not done, and it is said to be unavailable
	answerCommitLate            // an append that is done after its failure was reported
)

// answer lets the store work on the request of an actor, or lets the answer arrive.
func (n *simNode) answer(b *simBox, how answerKind) {
	if !b.performed {
		b.answer = n.perform(b.request, how)
		b.performed = true
		if how == answerLater {
			n.w.logf("  node %d: %T is done, unanswered", n.index, b.request)
			return
		}
	}
	n.w.logf("  node %d: %T answered: %v", n.index, b.request, b.answer)
	b.performed = false
	n.next(b)
}

func (n *simNode) perform(r storeRequest, how answerKind) error {
	write, appends := r.(*appendRequest)
	if appends { // as perform does, without a goroutine
		write.Meanwhile()
	}
	if n.noStore || how == answerRefused {
		return errNoStore
	}
	var err error
	switch {
	case appends && how == answerCommitLate:
		n.w.late = append(n.w.late, write.Append)
		return errNoStore
	case appends:
		err = n.w.append(write.Append, n)
	default:
		var s Store = n.w.store
		if _, beats := r.(*heartbeatRequest); beats {
			s = &simStore{Store: n.w.store, n: n}
		}
		err = r.perform(context.Background(), s)
	}
	if how == answerLost {
		return errNoStore
	}
	return err
}

func (w *world) tableOf(id store.TableID) *simTable {
	return w.tables[slices.IndexFunc(w.tables, func(t *simTable) bool { return t.id == id })]
}
