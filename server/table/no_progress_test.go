package table_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/table"
	"nemeton/testkit/expect"
	"nemeton/testkit/memstore"
	"nemeton/testkit/must"
	"nemeton/testkit/tabletest"
)

// One guest leaves and returns in a loop, 22 times a second for ten minutes. The log must not grow with the loop.
func TestNoProgress_LeaveLoop(t *testing.T) {
	t.Parallel()
	h := tabletest.On(t, memstore.New().Complete())
	clock := tabletest.NewClock(h.Moment)
	r := h.Registry(func(c *table.Config) { c.Now = clock.Now })
	id, ctx := h.Running(r, 3), context.Background()
	accepted, refused := engine.Seq(0), map[apperr.Code]int{}
	for n := range 22 * 600 {
		clock.Add(time.Second / 22)
		if _, err := r.Leave(ctx, id, table.Command{ID: fmt.Sprintf("leave-%d", n), Seat: 1}); err != nil {
			refused[apperr.CodeOf(err)]++
			continue
		}
		must.Succeed(t, expect.Second(r.Return(ctx, id, table.Command{ID: fmt.Sprintf("return-%d", n), Seat: 1})), "the player left and cannot return")
		accepted++
	}
	if accepted != 60 || refused[apperr.TooFast] == 0 || refused[apperr.NoChange] == 0 || len(refused) != 2 {
		t.Errorf("got %d absences and refusals %v; want 60, too_fast, and from then on no_change", accepted, refused)
	}
	row, err := h.Store.Table(ctx, id)
	if err != nil || row.Seq != 1+2*accepted {
		t.Errorf("got %d entries, %v; want %d", row.Seq, err, 1+2*accepted)
	}
	other, err := h.Registry().Leave(ctx, id, table.Command{ID: "restarted", Seat: 1})
	expect.Equal(t, apperr.CodeOf(err), apperr.NoChange, "after a restart", other, err)
	expect.Error(t, expect.Second(r.Leave(ctx, id, table.Command{ID: "other", Seat: 2})), nil, "another seat")
}

// A refusal for its pace gives the time to wait, and the resend of an accepted command is still answered.
func TestNoProgress_Resend(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	clock := tabletest.NewClock(h.Moment)
	r := h.Registry(func(c *table.Config) { c.Now = clock.Now })
	id, ctx := h.Running(r, 2), context.Background()
	var last table.Point
	n := 0
	for ; ; n++ {
		done, err := r.Leave(ctx, id, table.Command{ID: fmt.Sprintf("leave-%d", n), Seat: 0})
		if err != nil {
			var refused *apperr.Error
			if !errors.As(err, &refused) || refused.Code != apperr.TooFast || refused.Wait <= 0 {
				t.Fatalf("got %v, want too_fast with a time to wait", err)
			}
			break
		}
		last = done
		must.Return(r.Return(ctx, id, table.Command{ID: fmt.Sprintf("return-%d", n), Seat: 0}))(t)
	}
	expect.Equal(t, must.Return(r.Leave(ctx, id, table.Command{ID: fmt.Sprintf("leave-%d", n-1), Seat: 0}))(t), last, "the resend of an accepted command")
	clock.Add(time.Minute)
	expect.Error(t, expect.Second(r.Leave(ctx, id, table.Command{ID: fmt.Sprintf("leave-%d", n), Seat: 0})), nil, "the refused command again, a minute later")
}
