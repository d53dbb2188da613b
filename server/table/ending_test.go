package table_test

import (
	"context"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/tabletest"
)

// endingTable is a running table of three persons at two nodes.
type endingTable struct {
	*tabletest.Fixture
	t     *testing.T
	nodes [2]*table.Registry
	id    store.TableID
}

func newEndingTable(t *testing.T, seats int, change ...func(*store.Table)) *endingTable {
	t.Helper()
	f := &endingTable{Fixture: tabletest.New(t), t: t}
	for i := range f.nodes {
		f.nodes[i] = f.Registry(func(c *table.Config) { c.StandIn = "medium" })
	}
	f.id = f.Running(f.nodes[0], seats, change...)
	return f
}

func (f *endingTable) command(seat engine.Seat, id string) table.Command {
	return table.Command{ID: id, Seat: seat}
}

func (f *endingTable) must(p table.Point, err error) table.Point {
	f.t.Helper()
	must.Succeed(f.t, err)
	return p
}

func (f *endingTable) row() store.Table {
	f.t.Helper()
	return must.Return(f.Store.Table(f.t.Context(), f.id))(f.t)
}

func TestConcede(t *testing.T) {
	t.Parallel()
	f := newEndingTable(t, 3)
	a, b := f.nodes[0], f.nodes[1]
	done := f.must(a.Concede(t.Context(), f.id, f.command(1, "give")))
	expect.Equal(t, f.must(b.Concede(t.Context(), f.id, f.command(1, "give"))), done, "the same command at another node")
	_, err := b.Concede(t.Context(), f.id, f.command(1, "more"))
	expectCode(t, "a second concession", err, apperr.Conceded)
	for name, do := range map[string]act{
		"act": a.Act, "takeback": a.TakeBack, "leave": a.Leave, "return": a.Return, "pause": a.ProposePause,
		"takeover": about(a.Agree, 0), "time-out": about(a.ClaimTimeOut, 0), "gift": about(a.GiveTime, 0),
	} {
		expectCode(t, name+" after the concession", expect.Second(do(t.Context(), f.id, f.command(1, name))), apperr.Conceded)
	}
	_, err = a.TurnOf(t.Context(), f.id, 1)
	expectCode(t, "a hint after the concession", err, apperr.Conceded)
	for name, do := range map[string]act{
		"time-out of nobody": about(a.ClaimTimeOut, 9), "gift to nobody": about(a.GiveTime, 9),
	} {
		expectCode(t, name, expect.Second(do(t.Context(), f.id, f.command(0, name))), apperr.BadSeats)
	}
	expectCode(t, "gift without clocks", expect.Second(a.GiveTime(t.Context(), f.id, f.command(0, "gift without clocks"), 1)), apperr.NoChange)
	expectCode(t, "a proposal after the concession", expect.Second(a.ProposeStop(t.Context(), f.id, f.command(1, "stop"))), apperr.Conceded)
	if row := f.row(); row.State != store.Running || !slices.Equal(row.Ending.Conceded, []engine.Seat{1}) || row.StandIns[1] != "medium" {
		t.Errorf("after a concession of three: %+v", row)
	}
	described, err := b.Describe(t.Context(), f.row(), f.Players[0])
	if err != nil || !described.Seats[1].Conceded || described.Seats[0].Conceded {
		t.Errorf("the description: %+v, %v", described.Seats, err)
	}
	f.must(b.Concede(t.Context(), f.id, f.command(2, "too")))
	row := f.row()
	if row.State != store.Finished || !slices.Equal(row.Winners, []engine.Seat{0}) || row.Ending.Ended != engine.EndedByConcession || len(row.Owing) > 0 {
		t.Errorf("after two concessions of three: %+v", row)
	}
	expectCode(t, "a concession after the end", expect.Second(a.Concede(t.Context(), f.id, f.command(0, "late"))), apperr.TableFinished)
}

func TestStop(t *testing.T) {
	t.Parallel()
	f := newEndingTable(t, 3)
	a, b := f.nodes[0], f.nodes[1]
	spectator := f.Subscribe(b, f.id, table.SubscribeRequest{})
	f.Next(spectator, "snapshot")
	first := f.must(a.ProposeStop(t.Context(), f.id, f.command(0, "first")))
	shown := f.Next(spectator, "table")
	if shown.Table.Stop == nil || shown.Table.Stop.By != 0 || shown.Table.Stop.Seq != first.Seq || !slices.Equal(shown.Table.Stop.Agreed, []engine.Seat{0}) {
		t.Fatalf("the proposal at another node: %+v", shown.Table.Stop)
	}
	_, err := b.ProposeStop(t.Context(), f.id, f.command(1, "also"))
	expectCode(t, "a second proposal", err, apperr.NoChange)
	_, err = b.AgreeToStop(t.Context(), f.id, f.command(1, "other"), first.Seq+1)
	expectCode(t, "an agreement to no proposal", err, apperr.StaleDecision)
	f.must(b.AgreeToStop(t.Context(), f.id, f.command(1, "yes"), first.Seq))
	f.must(b.DeclineStop(t.Context(), f.id, f.command(2, "no"), first.Seq))
	_, err = a.AgreeToStop(t.Context(), f.id, f.command(2, "late"), first.Seq)
	expectCode(t, "an agreement after the refusal", err, apperr.StaleDecision)
	if f.row().State != store.Running {
		t.Fatal("the refused proposal stopped the table")
	}

	second := f.must(b.ProposeStop(t.Context(), f.id, f.command(2, "second")))
	f.must(a.AgreeToStop(t.Context(), f.id, f.command(0, "well"), second.Seq))
	done := f.must(a.AgreeToStop(t.Context(), f.id, f.command(1, "fine"), second.Seq))
	expect.Equal(t, f.must(b.AgreeToStop(t.Context(), f.id, f.command(1, "fine"), second.Seq)), done, "the same command after the end")
	row := f.row()
	if row.State != store.Finished || len(row.Winners) != 0 || row.Ending.Ended != engine.EndedByAgreement {
		t.Errorf("after the agreement of all: %+v", row)
	}
	raw, err := a.Export(t.Context(), f.id, nil)
	if err != nil || len(raw) == 0 {
		t.Errorf("the export of a stopped table: %v", err)
	}
}

// TestStop_Alone: a person among bots closes the game at once. Bots do not agree, and cannot concede.
func TestStop_Alone(t *testing.T) {
	t.Parallel()
	f := newEndingTable(t, 3, func(row *store.Table) {
		for i := range row.Seats[1:] {
			row.Seats[1+i].Player, row.Seats[1+i].Bot = "", "easy"
		}
	})
	expectCode(t, "a concession of a bot", expect.Second(f.nodes[0].Concede(t.Context(), f.id, f.command(1, "bot"))), apperr.NotSeated)
	f.must(f.nodes[0].ProposeStop(t.Context(), f.id, f.command(0, "close")))
	if row := f.row(); row.State != store.Finished || row.Ending.Ended != engine.EndedByAgreement {
		t.Errorf("a solo game: %+v", row)
	}
}

// TestStop_TakeoverKeepsVote: an opponent cannot void the game of a person who left for a moment. Without a return, the table ends at the limit, though nobody
// watches it.
func TestStop_TakeoverKeepsVote(t *testing.T) {
	inBubble(t, func(t *testing.T, b *bubble) {
		b.store.WithClock(time.Now)
		node := b.clockNode(0, rarely)
		id := b.Running(node, 2)
		must.Return(node.Leave(t.Context(), id, table.Command{ID: "bye", Seat: 1}))(t)
		must.Return(node.Agree(t.Context(), id, table.Command{ID: "bot", Seat: 0}, 1))(t)
		must.Return(node.ProposeStop(t.Context(), id, table.Command{ID: "stop", Seat: 0}))(t)
		wantState := func(when string, want store.State) {
			t.Helper()
			expect.Equal(t, must.Return(b.Store.Table(t.Context(), id))(t).State, want, when)
		}
		wantState("at once", store.Running)
		pass(30*24*time.Hour - time.Minute)
		wantState("before the limit", store.Running)
		pass(2 * time.Minute)
		wantState("after the limit", store.Finished)
	})
}

// TestErase_Concedes: a person who erased themselves gives up at the next look at the table, and has no vote from then on.
func TestErase_Concedes(t *testing.T) {
	t.Parallel()
	f := newEndingTable(t, 3)
	proposal := f.must(f.nodes[0].ProposeStop(t.Context(), f.id, f.command(0, "stop")))
	must.Return(f.Store.ErasePlayer(t.Context(), f.Players[2]))(t)
	must.Succeed(t, f.nodes[1].ActIfDue(t.Context(), f.id))
	if row := f.row(); row.State != store.Running || !slices.Equal(row.Ending.Conceded, []engine.Seat{2}) {
		t.Fatalf("after the person was erased: %+v", row)
	}
	f.must(f.nodes[1].AgreeToStop(t.Context(), f.id, f.command(1, "yes"), proposal.Seq))
	if row := f.row(); row.State != store.Finished || row.Ending.Ended != engine.EndedByAgreement {
		t.Errorf("after all others agreed: %+v", row)
	}
}

// mergingStore makes a guest one with another player between the second reads of a table's row and of the names at it.
type mergingStore struct {
	store.Store
	guest, other store.PlayerID
	reads        *atomic.Int32
}

func (s mergingStore) PlayerNames(ctx context.Context, ids []store.PlayerID) (map[store.PlayerID]string, error) {
	if slices.Contains(ids, s.guest) && s.reads.Add(1) == 2 {
		if _, err := s.MergePlayers(ctx, s.guest, s.other, store.MergeNote{}); err != nil {
			return nil, err
		}
	}
	return s.Store.PlayerNames(ctx, ids)
}

// A guest who became one with another person is gone as well, but the game goes on for that person.
func TestErase_MergedPersonPlaysOn(t *testing.T) {
	t.Parallel()
	f := newEndingTable(t, 2)
	ada := f.Player("Ada")
	node := f.Registry(func(c *table.Config) { c.Store = mergingStore{f.Store, f.Players[1], ada, new(atomic.Int32)} })
	must.Succeed(t, node.ActIfDue(t.Context(), f.id))
	if row := f.row(); row.State != store.Running || len(row.Ending.Conceded) > 0 || row.Seats[1].Player != ada {
		t.Errorf("got %+v, want a running table with the seat of the other person", row)
	}
}
