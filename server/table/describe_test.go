package table_test

import (
	"context"
	"slices"
	"testing"

	"nemeton/engine/chance"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/server/wire"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/tabletest"
)

// A node that has just started describes a table completely, also what only the log knows.
func TestDescribe_JustStarted(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	describe := func(t *testing.T, h *tabletest.Fixture, id store.TableID) wire.Table {
		t.Helper()
		row := must.Return(h.Store.Table(ctx, id))(t)
		return must.Return(h.Registry().Describe(ctx, row, ""))(t)
	}
	t.Run("devices", func(t *testing.T) {
		t.Parallel()
		h := tabletest.New(t)
		p := seatDevices(t, h, h.Registry())
		p.step(0)
		for seat, s := range describe(t, h, p.id).Seats {
			if want := p.devices[seat].Key(); !slices.Equal(s.Devices, []chance.DeviceKey{want}) {
				t.Errorf("seat %d: got %v, want %v", seat, s.Devices, want)
			}
		}
	})
	t.Run("away and stop", func(t *testing.T) {
		t.Parallel()
		f := newEndingTable(t, 3)
		f.must(f.nodes[0].Leave(ctx, f.id, table.Command{ID: "leave", Seat: 1}))
		f.must(f.nodes[0].Agree(ctx, f.id, table.Command{ID: "agree", Seat: 0}, 1))
		f.must(f.nodes[0].ProposeStop(ctx, f.id, table.Command{ID: "stop", Seat: 0}))
		got := describe(t, f.Fixture, f.id)
		if s := got.Seats; s[0].Away || !s[1].Away || got.Stop == nil {
			t.Errorf("got %+v, stop %+v; want seat 1 away, and a proposal", s, got.Stop)
		}
	})
}

// A public table that was private keeps its invite, and shows it to nobody.
func TestDescribe_PublicInvite(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	for visibility, want := range map[store.Visibility]string{store.Public: "", store.Private: "code"} {
		id := h.Open(2, func(row *store.Table) { row.Visibility, row.Invite = visibility, "code" })
		row := must.Return(h.Store.Table(context.Background(), id))(t)
		expect.Equal(t, must.Return(h.Registry().Describe(context.Background(), row, h.Players[0]))(t).Invite, want, visibility, "invite")
	}
}
