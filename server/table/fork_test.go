package table_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"nemeton/engine"
	"nemeton/engine/export"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/testkit/enginetest/toy"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/tabletest"
)

// forked starts a fork of a finished table at a moment.
func forked(t *testing.T, h *tabletest.Fixture, r *table.Registry, of store.TableID, seq engine.Seq, chance engine.ForkChance) store.TableID {
	t.Helper()
	row := must.Return(h.Store.Table(context.Background(), of))(t)
	origin := must.Return(r.Moment(context.Background(), row, seq, chance))(t)
	return h.Running(r, len(row.Seats), func(t *store.Table) { t.Origin = &origin })
}

// Each load of a fork folds the log of its origin, so a fork does not begin at the end of an endless one.
func TestFork_TooLate(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	r := h.Registry()
	row := must.Return(h.Store.Table(context.Background(), h.Running(r, 2)))(t)
	row.Seq = table.MaxForkSeq + 1
	_, err := r.Moment(context.Background(), row, row.Seq, engine.ForkSame)
	expect.Equal(t, apperr.CodeOf(err), apperr.BadMoment)
}

// A node that knows nothing of a fork reads it from its log, and another one from a snapshot and the log after it. A fork of a fork is no different.
func TestFork_IsReadByOtherNodes(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	r := h.Registry()
	of := h.Running(r, 2)
	h.PlayOut(r, of)
	for _, chance := range []engine.ForkChance{engine.ForkSame, engine.ForkNew} {
		id := forked(t, h, r, of, 5, chance)
		expect.Equal(t, len(must.Return(h.Store.Read(context.Background(), id, 0, 10))(t)), 1)
		same := func(when string) {
			t.Helper()
			others := h.Registry(func(c *table.Config) { c.Poll = time.Hour })
			for seat := engine.NoSeat; seat < 2; seat++ {
				v := engine.SeatViewer(seat)
				if want, got := h.View(r, id, v), h.View(others, id, v); string(want.View) != string(got.View) || len(want.Decisions) != len(got.Decisions) {
					t.Errorf("%s, %s: another node shows %s %s, want %s", chance, when, v, got.View, want.View)
				}
			}
		}
		same("after the start")
		saveSnapshot(t, h, id)
		same("from a snapshot")
		h.Step(r, id, 1)
		same("after a move")
		h.PlayOut(r, id)
		of = id
	}
	raw := must.Return(r.Export(context.Background(), of, nil))(t)
	if got := export.Check(raw, func(string) (engine.Title, bool) { return toy.Title{}, true }); got.Verdict != export.Holds {
		t.Errorf("the record of a fork of a fork: %+v, fault %+v", got, got.Fault)
	}
}

// saveSnapshot stores the snapshot of a table after its newest entry.
func saveSnapshot(t *testing.T, h *tabletest.Fixture, id store.TableID) {
	t.Helper()
	log, err := h.Store.Read(context.Background(), id, 0, 100)
	fold := engine.NewFold(toy.Title{})
	for _, r := range log {
		if err == nil {
			_, err = fold.Apply(r)
		}
	}
	var raw []byte
	if err == nil {
		raw, err = fold.Snapshot()
	}
	if err == nil {
		err = h.Store.SaveSnapshot(context.Background(), store.Snapshot{Table: id, Seq: fold.Seq(), Head: fold.Head(), Bytes: raw})
	}
	must.Succeed(t, err)
}

// Viewers learn the origin of a fork, and neither its log nor its secret.
func TestFork_HidesTheLogOfTheOrigin(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	r := h.Registry()
	of := h.Running(r, 2)
	h.PlayOut(r, of)
	id := forked(t, h, r, of, 5, engine.ForkNew)
	raw, err := r.Log(context.Background(), id, engine.SeatViewer(0), 0)
	var log struct {
		Entries []struct {
			Events []engine.RedactedEvent `json:"events"`
		} `json:"entries"`
	}
	if err == nil {
		err = json.Unmarshal(raw, &log)
	}
	if err != nil || len(log.Entries) != 1 || len(log.Entries[0].Events) != 1 || log.Entries[0].Events[0].Name != "frame.started" {
		t.Errorf("got %s and error %v, want the start alone", raw, err)
	}
	s := h.Subscribe(r, id, table.SubscribeRequest{Player: h.Players[1]})
	if got := h.Next(s, "snapshot").Table.Origin; got == nil || got.Table != string(of) || got.Seq != 5 {
		t.Errorf("got the origin %+v", got)
	}
}

func TestMoment_Refusals(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	r := h.Registry()
	of := h.Running(r, 2)
	h.PlayOut(r, of)
	row := must.Return(h.Store.Table(context.Background(), of))(t)
	for _, seq := range []engine.Seq{0, row.Seq, row.Seq + 1} {
		expect.Equal(t, apperr.CodeOf(expect.Second(r.Moment(context.Background(), row, seq, engine.ForkNew))), apperr.BadMoment, "entry", seq, "of", row.Seq)
	}
	expect.Error(t, expect.Second(r.Moment(context.Background(), row, row.Seq-1, engine.ForkNew)), nil, "the last moment")
	row.Title = "none"
	expect.Equal(t, apperr.CodeOf(expect.Second(r.Moment(context.Background(), row, 1, engine.ForkNew))), apperr.UnknownTitle)
	// A node of the version before cannot read forks.
	older := h.Registry(func(c *table.Config) { c.Node.Reads = engine.Reads{"frame": 4, "toy": 1} })
	row.Title = "toy"
	expect.Equal(t, apperr.CodeOf(expect.Second(older.Moment(context.Background(), row, 1, engine.ForkNew))), apperr.Upgrading)
}
