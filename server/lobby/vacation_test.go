package lobby_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"nemeton/server/apperr"
	"nemeton/server/lobby"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// A vacation reaches all running tables of the player that allow it, and the failure of one table does not spare the others.
func TestSetVacation(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, ben := h.player("Ada"), h.player("Ben")
	begin := func(pace *lobby.Pace, start bool) store.TableID {
		row, err := h.Create(t.Context(), ada, lobby.CreateRequest{Title: "toy", Seats: 2, Visibility: store.Public, Pace: pace})
		if err == nil {
			row, _, err = h.Sit(t.Context(), row.ID, ben, lobby.SitRequest{})
		}
		if err == nil && start {
			_, err = h.Start(t.Context(), h.contribute(row).ID, ada)
		}
		must.Succeed(t, err)
		return row.ID
	}
	resting := &lobby.Pace{Kind: "days", Bank: 3600, Vacation: true}
	var want []store.TableID
	for range lobby.MaxPage + 1 {
		want = append(want, begin(resting, true))
	}
	begin(&lobby.Pace{Kind: "days", Bank: 3600}, true)
	begin(resting, false)
	for _, bad := range []time.Duration{-time.Second, 61 * 24 * time.Hour} {
		until := h.clock().Add(bad)
		wantCode(t, expect.Second(h.SetVacation(t.Context(), ben, &until, "bad")), apperr.Invalid)
	}
	until := h.clock().Add(24 * time.Hour).Truncate(time.Millisecond)
	expect.Equal(t, must.Return(h.SetVacation(t.Context(), ben, &until, "v"))(t), until.UnixMilli())
	slices.Sort(h.away)
	slices.Sort(want)
	expect.Slice(t, h.away, want, "told", len(h.away), "tables of the vacation")
	h.away, h.refuses = nil, errors.New("no")
	if _, err := h.SetVacation(t.Context(), ben, nil, "w"); !errors.Is(err, h.refuses) || len(h.away) != len(want) {
		t.Errorf("told %d tables, and got %v", len(h.away), err)
	}
	expect.Equal(t, must.Return(h.store.Player(t.Context(), ben))(t).Vacation, 0, "tables that begin after the change, they read the vacation")
}
