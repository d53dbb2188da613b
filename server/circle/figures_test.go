package circle

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/testkit/expect"
)

func result(n int, ended engine.Ended, seats ...store.SeatResult) store.Result {
	return store.Result{Table: "t", Title: "toy", FinishedAt: time.Unix(int64(n), 0), Ended: ended, Seats: seats}
}

func seat(player store.PlayerID, points int, won bool) store.SeatResult {
	return store.SeatResult{Player: player, Points: points, Won: won}
}

func TestCount(t *testing.T) {
	t.Parallel()
	gone := seat("ben", 9, false)
	gone.StandIn = true
	handed := seat("ben", 90, true)
	handed.HandedOver = true
	games := []store.Result{ // the newest first
		result(9, "", seat("me", 20, true), seat("cy", 10, false)),
		result(8, "", seat("me", 10, false), handed),
		result(7, engine.EndedByAgreement, seat("me", 10, false), seat("ben", 10, false)),
		result(6, "", seat("me", 10, false), gone, seat("bot", 30, true)),
		result(5, "", seat("me", 5, false), seat("ben", 5, false), seat("stranger", 30, true)),
		result(4, "", seat("me", 20, true), seat("ben", 20, true), seat("", 3, false)),
		result(3, "", seat("me", 30, true), seat("ben", 20, false)),
		result(2, "", seat("me", 10, false), seat("ben", 30, true), seat("", 20, false)),
		result(1, "", seat("me", 90, true), seat("stranger", 3, false)),
	}
	got := count(games, "me", []store.PlayerID{"ben", "dora"})
	want := []Title{{ID: "toy", Members: []Member{
		{Player: "me", Games: 5, Wins: 2, Placed: 5, Places: 3 + 1 + 1 + 2 + 2, Streak: 0, Best: 2},
		{Player: "ben", Games: 5, Wins: 2, Placed: 4, Places: 1 + 2 + 1 + 2, Streak: 0, Best: 1, Ahead: 2, Behind: 1},
	}}}
	expect.Equal(t, cmp.Diff(want, got), "", "figures (-want +got)")
	if got := count(games, "me", nil); got != nil {
		t.Errorf("got %+v without friends, want nothing", got)
	}
}
