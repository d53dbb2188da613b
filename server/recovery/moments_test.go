package recovery_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/recovery"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/server/wire"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// The last two confirmations come at the same moment. The seat moves once.
func TestRecover_AtTheSameMoment(t *testing.T) {
	t.Parallel()
	h := newFixture(t, 3)
	r := h.claim(h.back)
	var wait sync.WaitGroup
	for _, by := range []store.PlayerID{h.ada, h.cleo, h.ada, h.cleo} {
		wait.Go(func() {
			expect.Error(t, expect.Second(h.confirm(r, by)), nil, by)
		})
	}
	wait.Wait()
	expect.Equal(t, h.holder(), h.back, "holder")
	if list, err := h.List(t.Context(), h.ben); err != nil || len(list) != 1 || list[0].State != "moved" {
		t.Errorf("got %+v, %v, want one claim that moved", list, err)
	}
}

// slowTables calls stored after the entry of a move of a seat, and before its answer.
type slowTables struct {
	recovery.Tables
	stored func() error
}

func (s *slowTables) Recover(ctx context.Context, id store.TableID, seat engine.Seat, from, to store.PlayerID, after time.Time, force bool, command string) (table.Point, error) {
	at, err := s.Tables.Recover(ctx, id, seat, from, to, after, force, command)
	if stored := s.stored; err == nil && stored != nil {
		s.stored = nil
		err = stored()
	}
	return at, err
}

// The player of a seat has it after an objection that came while the seat moved, or after the answer of its entry was lost.
func TestRecover_ObjectionDuringTheMove(t *testing.T) {
	t.Parallel()
	for name, lost := range map[string]bool{"before the answer": false, "after a lost answer": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newFixture(t, 3)
			r := h.claim(h.thief)
			object := func() error { return expect.Second(h.End(t.Context(), h.id, r.ID, h.ben)) }
			tables := &slowTables{Tables: h.registry, stored: object}
			if lost {
				tables.stored = func() error { return apperr.New(apperr.Unavailable, "the store is away") }
			}
			h.Service = recovery.NewService(recovery.Config{Store: h.Store, Tables: tables, Now: h.clock.Now, Tell: func(context.Context, store.Recovery, recovery.News) error { return nil }})
			must.Return(h.confirm(r, h.ada))(t)
			_, err := h.confirm(r, h.cleo)
			if lost {
				h.expect("the confirmation", err, apperr.Unavailable)
				err = object()
			}
			must.Succeed(t, err)
			expect.Equal(t, h.holder(), h.ben, "the player of the seat")
			list := must.Return(h.List(t.Context(), h.ben))(t)
			if len(list) != 1 || list[0].State != "reversed" {
				t.Errorf("got %+v, want a claim that was reversed", list)
			}
		})
	}
}

// A server that ends between two steps of a claim tells the player of the seat later.
func TestRecover_Kills(t *testing.T) {
	t.Parallel()
	h := newFixture(t, 2)
	h.untold = apperr.New(apperr.Unavailable, "the server has ended")
	claim := func() (wire.Recovery, error) { return h.Recover(t.Context(), h.id, 1, h.thief, "", "claim") }
	h.expect("the claim", expect.Second(claim()), apperr.Unavailable)
	h.untold = nil
	r := must.Return(h.confirm(wire.Recovery{ID: "claim"}, h.ada))(t)
	expect.Slice(t, h.told, []string{string(h.ben) + " claimed"}, "told with the confirmation")
	must.Return(claim())(t)
	h.clock.Add(25 * time.Hour)
	h.untold = apperr.New(apperr.Unavailable, "the server has ended")
	must.Return(h.Sweep(t.Context()))(t)
	expect.Equal(t, h.holder(), h.thief, "the player of the seat")
	h.untold = nil
	expect.Equal(t, must.Return(h.Sweep(t.Context()))(t), 1, "claims of the next sweep")
	expect.Slice(t, h.told, []string{string(h.ben) + " claimed", string(h.ben) + " moved"}, "told")
	must.Return(h.End(t.Context(), h.id, r.ID, h.ben))(t)
	expect.Equal(t, h.holder(), h.ben, "the player of the seat at last")
}
