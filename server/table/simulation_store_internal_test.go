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

// Table implements Store.
func (s *simStore) Table(ctx context.Context, id store.TableID) (store.Table, error) {
	if s.n.noStore {
		return store.Table{}, errNoStore
	}
	return s.Store.Table(ctx, id)
}

// TableVersions implements Store.
func (s *simStore) TableVersions(ctx context.Context, ids []store.TableID) (map[store.TableID]store.TableVersion, error) {
	if s.n.noStore {
		return nil, errNoStore
	}
	return s.Store.TableVersions(ctx, ids)
}

// DueTables implements Store.
func (s *simStore) DueTables(ctx context.Context, until int64, limit int) ([]store.TableID, error) {
	if s.n.noStore {
		return nil, errNoStore
	}
	return s.Store.DueTables(ctx, until, limit)
}

// Touch implements Store.
func (s *simStore) Touch(ctx context.Context, now time.Time, node store.Node) (store.Touched, error) {
	if s.n.noStore {
		return store.Touched{}, errNoStore
	}
	return s.Store.Touch(ctx, now, node)
}

// Append implements Store.
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
	w.checkTimeOut(t, a.Record.Entry, n)
	return nil
}

// checkTimeOut checks that a time-out does not come before its time by the store's clock. The fold has checked it by the times of the entries. An operation is excused if the
// clock of its node jumped during it, or between the node's last touch and its beginning.
func (w *world) checkTimeOut(t *simTable, e engine.Entry, n *simNode) {
	if len(e.Events) == 0 || e.Events[0].Name != (engine.TimedOut{}).EventName() {
		return
	}
	w.timeOuts++
	steady := n != nil && slices.ContainsFunc(n.boxes, func(b *simBox) bool { return b.m.live.id == t.id && b.jumps == n.jumps })
	if ahead := time.UnixMilli(e.Time).Sub(w.now); ahead > 0 && steady {
		w.failf("table %d: the time-out in entry %d comes %v early", t.index, e.Seq, ahead)
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
		if _, touches := r.(*touchRequest); touches {
			n.skewAtTouch = n.skew
		}
		err = r.perform(context.Background(), n.w.store)
	}
	if how == answerLost {
		return errNoStore
	}
	return err
}

func (w *world) tableOf(id store.TableID) *simTable {
	return w.tables[slices.IndexFunc(w.tables, func(t *simTable) bool { return t.id == id })]
}
