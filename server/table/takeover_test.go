package table_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"nemeton/engine"
	"nemeton/engine/clock"
	"nemeton/server/apperr"
	"nemeton/server/fanout/local"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/testkit/expect"
	"nemeton/testkit/faultystore"
	"nemeton/testkit/must"
	"nemeton/testkit/tabletest"
)

const (
	takeoverDelay = 5 * time.Minute
	// fullWarning is the length of the warning before a takeover after takeoverDelay.
	fullWarning = time.Minute
)

// takeoverTable is a running table at which bots take over after takeoverDelay.
type takeoverTable struct {
	*tabletest.Fixture
	t      *testing.T
	clock  *tabletest.Clock
	faults *faultystore.Store
	nodes  map[*table.Registry]*pollSignal
	r      *table.Registry
	id     store.TableID
	began  time.Time
}

// pollSignal is a node's store, which signals each poll.
type pollSignal struct {
	*faultystore.Store
	polled chan struct{} // capacity 0
}

func (s *pollSignal) ChangedSince(ctx context.Context, since store.Cursor) (store.Changes, error) {
	select {
	case s.polled <- struct{}{}:
	default:
	}
	return s.Store.ChangedSince(ctx, since)
}

// takesOverAfter lets bots take over after the time of a value of engine.OptionTakeover.
func takesOverAfter(value int) func(*store.Table) {
	return func(row *store.Table) {
		row.Options = maps.Clone(row.Options)
		row.Options[clock.OptionTakeover] = value
	}
}

// fiveMinutes is the value of engine.OptionTakeover for takeoverDelay.
const fiveMinutes = 2

func newTakeoverTable(t *testing.T, seats int, change ...func(*table.Config)) *takeoverTable {
	t.Helper()
	return takeoverTableOf(t, seats, fiveMinutes, change...)
}

func takeoverTableOf(t *testing.T, seats, option int, change ...func(*table.Config)) *takeoverTable {
	t.Helper()
	f := &takeoverTable{Fixture: tabletest.New(t), t: t, nodes: map[*table.Registry]*pollSignal{}}
	f.clock, f.began = tabletest.NewClock(f.Moment), f.Moment
	f.faults = faultystore.New(f.Store)
	f.r = f.node(change...)
	f.id = f.Running(f.r, seats, takesOverAfter(option))
	return f
}

// node starts one more node.
func (f *takeoverTable) node(change ...func(*table.Config)) *table.Registry {
	s := &pollSignal{f.faults, make(chan struct{})}
	r := f.Registry(append([]func(*table.Config){func(c *table.Config) {
		c.Now, c.Store = f.clock.Now, s
	}}, change...)...)
	f.nodes[r] = s
	return r
}

// settle waits until the node has handled a poll that began after the call. A socket must be open at the table.
func (f *takeoverTable) settle(r *table.Registry) {
	f.t.Helper()
	for range 2 { // when the second poll begins, the first one is in the table's mailbox
		<-f.nodes[r].polled
	}
	f.View(r, f.id, engine.Spectator())
}

func (f *takeoverTable) connect(r *table.Registry, seat int) *tabletest.Subscriber {
	f.t.Helper()
	return f.Subscribe(r, f.id, table.SubscribeRequest{Player: f.Players[seat]})
}

// pass moves the clock and lets the node handle the new time.
func (f *takeoverTable) pass(d time.Duration) {
	f.t.Helper()
	f.clock.Add(d)
	f.settle(f.r)
}

// seat describes a seat as the node r does.
func (f *takeoverTable) describe(r *table.Registry, seat int) (takeoverIn time.Duration, standIn string) {
	f.t.Helper()
	row := must.Return(f.Store.Table(context.Background(), f.id))(f.t)
	described := must.Return(r.Describe(context.Background(), row, ""))(f.t)
	return time.Duration(described.Seats[seat].TakeoverIn) * time.Millisecond, described.Seats[seat].StandIn
}

// expect checks the announced time to the takeover of a seat, 0 for none, and that its player still plays.
func (f *takeoverTable) expect(what string, seat int, want time.Duration) {
	f.t.Helper()
	in, standIn := f.describe(f.r, seat)
	if in != want || standIn != "" {
		f.t.Errorf("%s, seat %d: got a warning of %v and the stand-in %q, want %v and no stand-in", what, seat, in, standIn, want)
	}
}

// expectStandIn checks that the timer has let a bot play the seat.
func (f *takeoverTable) expectStandIn(what string, seat int) {
	f.t.Helper()
	in, standIn := f.describe(f.r, seat)
	last := f.log()[len(f.log())-1]
	if in != 0 || standIn != "medium" || last.Actor != engine.ActorTimer {
		f.t.Errorf("%s, seat %d: got a warning of %v, the stand-in %q and a last entry by %s; want a takeover by the timer", what, seat, in, standIn, last.Actor)
	}
}

func (f *takeoverTable) log() (entries []engine.Entry) {
	f.t.Helper()
	records := must.Return(f.Store.Read(context.Background(), f.id, 0, 1000))(f.t)
	for _, r := range records {
		entries = append(entries, r.Entry)
	}
	return entries
}

// agree lets the seat by ask for a stand-in for seat 1.
func (f *takeoverTable) agree(r *table.Registry, by engine.Seat) error {
	f.t.Helper()
	_, err := r.Agree(context.Background(), f.id, table.Command{ID: f.NewID(), Seat: by}, 1)
	return err
}

// expectNotAway checks that an agreement is refused for the given time; 0 means that no time is given.
func (f *takeoverTable) expectNotAway(what string, by engine.Seat, wait time.Duration) {
	f.t.Helper()
	err := f.agree(f.r, by)
	var refused *apperr.Error
	if !errors.As(err, &refused) || refused.Code != apperr.NotAway || refused.Wait != wait || refused.Message == "" {
		f.t.Errorf("%s: got %v, want %s and to wait %v", what, err, apperr.NotAway, wait)
	}
}

// answers lets a seat answer its decision.
func (f *takeoverTable) answer(r *table.Registry, seat engine.Seat) {
	f.t.Helper()
	for _, d := range f.View(r, f.id, engine.SeatViewer(seat)).Decisions {
		if d.Seat == seat {
			must.Return((tabletest.Command{ID: f.NewID(), Seat: seat, Decision: d.ID, Move: d.Moves[0]}).Act(r, f.id))(f.t)
			return
		}
	}
	f.t.Fatalf("seat %d owes nothing", seat)
}

// The player is connected but silent. The opponent alone decides nothing at any time; the timer does after the delay and a whole warning, which every viewer
// of every node gets.
func TestTakeover_TwoPlayers(t *testing.T) {
	t.Parallel()
	var hub local.Hub
	onBus := func(c *table.Config) { c.Bus = hub.Join() }
	f := newTakeoverTable(t, 2, onBus)
	other := f.node(onBus)
	ada, ben, onOther := f.connect(f.r, 0), f.connect(f.r, 1), f.Subscribe(other, f.id, table.SubscribeRequest{})
	f.answer(f.r, 0)
	f.expectNotAway("at first", 0, takeoverDelay)
	f.pass(time.Minute)
	f.expectNotAway("after a minute", 0, takeoverDelay-time.Minute)
	f.pass(takeoverDelay - fullWarning - time.Minute - time.Millisecond)
	f.expect("before the warning", 1, 0)
	f.pass(time.Millisecond)
	f.expect("the warning", 1, fullWarning)
	f.settle(other)
	for _, s := range []*tabletest.Subscriber{ada, ben, onOther} {
		awaitTable(t, f.Fixture, s, "the warning of seat 1", func(m tabletest.Message) bool {
			return m.Table.Seats[1].TakeoverIn > 0 && m.Table.Seats[1].TakeoverIn <= fullWarning.Milliseconds() && m.Table.Seats[0].TakeoverIn == 0
		})
	}
	f.expectNotAway("in the warning", 0, fullWarning)
	f.pass(fullWarning - time.Millisecond)
	f.expect("at the end of the warning", 1, time.Millisecond)
	f.expectNotAway("at the end of the warning", 0, time.Second)
	f.pass(time.Millisecond)
	f.expectStandIn("after the delay", 1)
	for _, s := range []*tabletest.Subscriber{ada, ben, onOther} {
		awaitTable(t, f.Fixture, s, "a bot plays seat 1", func(m tabletest.Message) bool {
			return m.Table.Seats[1].StandIn == "medium" && m.Table.Seats[1].TakeoverIn == 0
		})
	}
	if at := time.UnixMilli(f.log()[len(f.log())-1].Time).Sub(f.began); at < takeoverDelay {
		t.Errorf("the takeover came after %v, want %v", at, takeoverDelay)
	}
}

// All seats that are silent are taken over, and no other. Two players who agree against a third are refused like one.
func TestTakeover_FourPlayers(t *testing.T) {
	t.Parallel()
	f := newTakeoverTable(t, 4)
	f.connect(f.r, 0)
	f.connect(f.r, 1)
	f.connect(f.r, 3)
	f.answer(f.r, 0)
	f.answer(f.r, 3)
	f.pass(takeoverDelay - fullWarning)
	f.expectNotAway("the first of two", 0, fullWarning)
	f.expectNotAway("the second of two", 3, fullWarning)
	f.expect("a connected player", 1, fullWarning)
	f.expect("a player who is not connected", 2, fullWarning)
	f.expect("a player who owes nothing", 0, 0)
	f.pass(fullWarning)
	f.expectStandIn("a connected player", 1)
	f.expectStandIn("a player who is not connected", 2)
	f.expect("a player who owes nothing", 0, 0)
}

// Everything that the player does ends the warning, and the whole delay and a whole warning follow.
func TestTakeover_Seen(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for name, act := range map[string]struct {
		do     func(f *takeoverTable) error
		stored []string // the events of the last entry
	}{
		"the button": {func(f *takeoverTable) error {
			_, err := f.r.Return(ctx, f.id, table.Command{ID: "here", Seat: 1})
			return err
		}, []string{"frame.returned"}},
		"a refused move": {func(f *takeoverTable) error {
			_, err := f.r.Act(ctx, f.id, table.Command{ID: "x", Seat: 1, Decision: "1-1000", Move: []byte("{}")})
			expectCode(f.t, "the move", err, apperr.StaleDecision)
			return nil
		}, []string{"frame.returned"}},
		"a refused take-back": {func(f *takeoverTable) error {
			expectCode(f.t, "the take-back", expect.Second(f.r.TakeBack(ctx, f.id, table.Command{ID: "x", Seat: 1})), apperr.NothingToTakeBack)
			return nil
		}, []string{"frame.returned"}},
		"a hint": {func(f *takeoverTable) error {
			_, err := f.r.TurnOf(ctx, f.id, 1)
			return err
		}, []string{"frame.returned"}},
		"an agreement to a stand-in for the other seat": {func(f *takeoverTable) error {
			_, err := f.r.Agree(ctx, f.id, table.Command{ID: "agreed", Seat: 1}, 2)
			return err
		}, []string{"frame.agreed"}},
		"a refused agreement": {func(f *takeoverTable) error {
			expectCode(f.t, "the agreement", expect.Second(f.r.Agree(ctx, f.id, table.Command{ID: "refused", Seat: 1}, 0)), apperr.NotAway)
			return nil
		}, []string{"frame.returned"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newTakeoverTable(t, 3)
			f.t = t
			f.connect(f.r, 0)
			onSeat := f.connect(f.r, 1)
			f.connect(f.r, 2)
			f.answer(f.r, 0)
			f.answer(f.r, 2)
			must.Return(f.r.Leave(ctx, f.id, table.Command{ID: "leave", Seat: 2}))(t)
			f.pass(takeoverDelay - time.Second)
			f.expect("before the player was seen", 1, fullWarning)
			f.pass(fullWarning - time.Second)
			f.expect("just before the takeover", 1, time.Second)
			must.Succeed(t, act.do(f))
			f.expect("after the player was seen", 1, 0)
			awaitTable(t, f.Fixture, onSeat, "the warning", func(m tabletest.Message) bool { return m.Table.Seats[1].TakeoverIn > 0 })
			awaitTable(t, f.Fixture, onSeat, "no warning", func(m tabletest.Message) bool { return m.Table.Seats[1].TakeoverIn == 0 })
			last := f.log()[len(f.log())-1]
			names := []string{}
			for _, e := range last.Events {
				names = append(names, e.Name)
			}
			if !slices.Equal(names, act.stored) || last.Seat != 1 || last.Actor != engine.ActorPlayer {
				t.Errorf("the last entry: got %q by %s of seat %d, want %q by the player of seat 1", names, last.Actor, last.Seat, act.stored)
			}
			f.pass(takeoverDelay - fullWarning - time.Millisecond)
			f.expect("long after the player was seen", 1, 0)
			f.pass(time.Millisecond)
			f.expect("the next warning", 1, fullWarning)
			f.pass(fullWarning)
			f.expectStandIn("silent again", 1)
		})
	}
}

// A command of somebody who no longer has the seat says nothing about its player.
func TestTakeover_FormerPlayerIsNotSeen(t *testing.T) {
	t.Parallel()
	f := newTakeoverTable(t, 2)
	f.connect(f.r, 0)
	f.connect(f.r, 1)
	f.answer(f.r, 0)
	f.pass(takeoverDelay - time.Second)
	_, err := f.r.Act(t.Context(), f.id, table.Command{ID: "x", Seat: 1, Player: "former", Decision: "1-1000", Move: []byte("{}")})
	expectCode(t, "a move of the former player", err, apperr.NotSeated)
	f.expect("after it", 1, fullWarning)
}

// A player who is seen and never moves can delay the takeover only so often in one turn, because each one is an entry.
func TestTakeover_SeenIsBounded(t *testing.T) {
	t.Parallel()
	f := newTakeoverTable(t, 2)
	f.connect(f.r, 0)
	f.connect(f.r, 1)
	f.answer(f.r, 0)
	before, ctx := len(f.log()), context.Background()
	for n := range 60 {
		if _, err := f.r.Return(ctx, f.id, table.Command{ID: fmt.Sprint("early-", n), Seat: 1}); apperr.CodeOf(err) != apperr.NoChange {
			t.Fatalf("without a warning: got %v, want %s", err, apperr.NoChange)
		}
		f.clock.Add(takeoverDelay - fullWarning)
		must.Succeed(t, expect.Second(f.r.Return(ctx, f.id, table.Command{ID: fmt.Sprint("here-", n), Seat: 1})), "return", n)
	}
	f.pass(takeoverDelay - fullWarning)
	expectCode(t, "one too many", expect.Second(f.r.Return(ctx, f.id, table.Command{ID: "too often", Seat: 1})), apperr.NoChange)
	expect.Equal(t, len(f.log())-before, 60, "entries of 60 returns")
	f.pass(fullWarning)
	f.expectStandIn("a turn of hours", 1)
}

// At "never" neither the timer nor an agreement replaces a player who has not left.
func TestTakeover_Never(t *testing.T) {
	t.Parallel()
	f := takeoverTableOf(t, 2, 0)
	f.connect(f.r, 0)
	f.answer(f.r, 0)
	for _, days := range []int{0, 1, 100} {
		f.pass(time.Duration(days) * 24 * time.Hour)
		f.expect("silent", 1, 0)
		f.expectNotAway("silent", 0, 0)
	}
	_, err := f.r.Return(context.Background(), f.id, table.Command{ID: "here", Seat: 1})
	expectCode(t, "a return that nothing needs", err, apperr.NoChange)
	must.Return(f.r.Leave(context.Background(), f.id, table.Command{ID: "leave", Seat: 1}))(t)
	expect.Error(t, f.agree(f.r, 0), nil, "a player who left, and thereby lets the others decide")
}

// A seat whose player left may be replaced at once, whatever its decisions. After the return nothing of the agreement is left.
func TestTakeover_Away(t *testing.T) {
	t.Parallel()
	f := newTakeoverTable(t, 3)
	f.connect(f.r, 0)
	f.connect(f.r, 2)
	must.Return(f.r.Leave(context.Background(), f.id, table.Command{ID: "leave", Seat: 1}))(t)
	must.Succeed(t, f.agree(f.r, 0))
	must.Return(f.r.Return(context.Background(), f.id, table.Command{ID: "return", Seat: 1}))(t)
	f.expectNotAway("back", 2, takeoverDelay)
	f.expect("back", 1, 0)
}

// While nobody waits, nothing is announced and nothing happens. Somebody who arrives late brings a whole warning.
func TestTakeover_NobodyWaits(t *testing.T) {
	t.Parallel()
	f := newTakeoverTable(t, 2)
	f.connect(f.r, 1)
	f.answer(f.r, 0)
	f.pass(time.Hour)
	f.expect("nobody waits", 1, 0)
	ada := f.connect(f.r, 0)
	f.settle(f.r)
	f.expect("Ada waits", 1, fullWarning)
	f.pass(fullWarning / 2)
	ada.Close()
	f.pass(fullWarning)
	f.expect("Ada left in the warning", 1, time.Millisecond)
	f.pass(time.Hour)
	f.expect("the warning has expired", 1, 0)
	f.connect(f.r, 0)
	f.settle(f.r)
	f.expect("Ada waits again", 1, fullWarning)
	f.pass(fullWarning)
	f.expectStandIn("Ada waited", 1)
}

// A node that did not show the warning shows a whole one first, after a restart and after an outage of the store.
func TestTakeover_RestartAndOutage(t *testing.T) {
	t.Parallel()
	f := newTakeoverTable(t, 2)
	f.connect(f.r, 0)
	f.connect(f.r, 1)
	f.answer(f.r, 0)
	f.pass(takeoverDelay - fullWarning/2)
	f.expect("a poll came late", 1, fullWarning)
	f.r.Drain()
	f.r.Close()
	f.clock.Add(time.Hour)

	f.r = f.node()
	f.connect(f.r, 0)
	onSeat := f.connect(f.r, 1)
	f.settle(f.r)
	f.expect("after a restart", 1, fullWarning)
	f.pass(fullWarning - time.Second)
	f.faults.Away(true)
	awaitTable(t, f.Fixture, onSeat, "no warning in an outage", func(m tabletest.Message) bool { return m.Table.Seats[1].TakeoverIn == 0 })
	f.clock.Add(time.Hour)
	f.faults.Away(false)
	f.settle(f.r)
	f.expect("after the outage", 1, fullWarning)
	f.pass(fullWarning - time.Millisecond)
	f.expect("after the outage, at the end of the warning", 1, time.Millisecond)
	f.pass(time.Millisecond)
	f.expectStandIn("after a whole warning", 1)
}

// A player seen at one node counts at all others, even without a bus.
func TestTakeover_SeenAtAnotherNode(t *testing.T) {
	t.Parallel()
	f := newTakeoverTable(t, 2)
	other := f.node()
	f.connect(f.r, 0)
	f.connect(other, 1)
	f.answer(f.r, 0)
	f.pass(takeoverDelay - fullWarning)
	f.clock.Add(fullWarning - time.Millisecond)
	must.Return(other.Return(context.Background(), f.id, table.Command{ID: "here", Seat: 1}))(t)
	f.pass(time.Second)
	f.expect("after the player was seen at the other node", 1, 0)
	f.pass(takeoverDelay - fullWarning)
	f.expect("silent again", 1, fullWarning)
	f.pass(fullWarning)
	f.expectStandIn("silent again", 1)
}

// Nodes without a bus do not know who waits at the others. So they warn their own player, though they see nobody who waits, and leave the takeover to the
// node that does.
func TestTakeover_NodesWithoutBus(t *testing.T) {
	t.Parallel()
	shared := func(c *table.Config) { c.SharedStore = true }
	f := newTakeoverTable(t, 2, shared)
	other := f.node(shared)
	f.connect(f.r, 0)
	onSeat := f.connect(other, 1)
	f.answer(f.r, 0)
	f.pass(takeoverDelay - fullWarning)
	f.settle(other)
	expect.Equal(t, expect.First(f.describe(other, 1)), fullWarning, "at the player's node, a warning")
	f.pass(fullWarning)
	f.expectStandIn("silent", 1)
	awaitTable(t, f.Fixture, onSeat, "the warning", func(m tabletest.Message) bool { return m.Table.Seats[1].TakeoverIn > 0 })
	awaitTable(t, f.Fixture, onSeat, "a bot plays", func(m tabletest.Message) bool { return m.Table.Seats[1].StandIn == "medium" })
}

// The node with the player's socket shows the warning to its end, though another node began its own earlier.
func TestTakeover_LeftToThePlayersNode(t *testing.T) {
	t.Parallel()
	var hub local.Hub
	f := newTakeoverTable(t, 2, func(c *table.Config) { c.Bus = hub.Join() })
	f.connect(f.r, 0)
	f.answer(f.r, 0)
	f.pass(takeoverDelay - fullWarning)
	f.expect("at the first node", 1, fullWarning)
	f.pass(fullWarning - time.Second)
	second := f.node(func(c *table.Config) { c.Bus = hub.Join() })
	onSeat := f.connect(second, 1)
	expectPresence(t, f.Fixture, onSeat, []engine.Seat{0, 1}, 0) // the first node has answered
	f.settle(second)
	expect.Equal(t, expect.First(f.describe(second, 1)), fullWarning, "the node that the player has just reached, a warning")
	f.pass(time.Second)
	f.settle(second)
	f.expect("at the end of the first node's warning", 1, time.Millisecond)
	f.pass(fullWarning - time.Second)
	f.settle(second)
	awaitTable(t, f.Fixture, onSeat, "a bot plays seat 1", func(m tabletest.Message) bool { return m.Table.Seats[1].StandIn == "medium" })
	if at := time.UnixMilli(f.log()[len(f.log())-1].Time).Sub(f.began); at < takeoverDelay+fullWarning-time.Second {
		t.Errorf("the takeover came after %v, before the end of the warning that the player saw", at)
	}
}
