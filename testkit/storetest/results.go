package storetest

import (
	"testing"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// playOut creates a table with one seat for each player ("" is a bot's) and finishes it with two appends. Seat n has n+10 points.
func playOut(t testing.TB, s store.Store, minute int, players []store.PlayerID, change ...func(*store.Table, *store.Append)) store.Table {
	t.Helper()
	var end store.Append
	row := createTable(t, s, func(r *store.Table) {
		r.Seats = nil
		end = store.Append{State: store.Finished, Winners: []engine.Seat{0}, Now: at(60 * minute), Outcome: &store.Outcome{FinishedAt: at(60 * minute)}}
		for n, p := range players {
			seat := store.Seat{Color: "red", Player: p}
			if p == "" {
				seat.Bot = "easy"
			}
			r.Seats = append(r.Seats, seat)
			end.Outcome.Scores = append(end.Outcome.Scores, n+10)
		}
		for _, c := range change {
			c(r, &end)
		}
	})
	records := chain(t, newRecord(t, 1, engine.NoSeat, ""), newRecord(t, 2, 0, "end"))
	must.Succeed(t, s.Append(t.Context(), newAppend(row.ID, records[0])))
	end.Table, end.Record = row.ID, records[1]
	must.Succeed(t, s.Append(t.Context(), end))
	return row
}

func readResults(t testing.TB, s store.Store, q store.ResultQuery) []store.Result {
	t.Helper()
	if q.Limit == 0 {
		q.Limit = 100
	}
	return must.Return(s.Results(t.Context(), q))(t)
}

func resultTables(list []store.Result) (ids []store.TableID) {
	for _, r := range list {
		ids = append(ids, r.Table)
	}
	return ids
}

func private(r *store.Table, _ *store.Append) { r.Visibility, r.Invite = store.Private, "x" }

var results = []contractCase{
	{"are those of the last append and of the row", func(t *testing.T, f Fixture) {
		row := playOut(t, f.Store, 1, []store.PlayerID{"ada", "", "bo", "cy"}, private, func(_ *store.Table, a *store.Append) {
			a.Winners, a.StandIns = []engine.Seat{0, 2}, []string{"", "", "medium", "medium"}
			a.Ending = store.Ending{Conceded: []engine.Seat{3}, Ended: engine.EndedByConcession}
			a.Outcome.Scores[3], a.Outcome.HandedOver = -4, []engine.Seat{2}
		})
		want := []store.Result{{
			Table: row.ID, Title: "meduris", Private: true, FinishedAt: at(60), Ended: engine.EndedByConcession, Seats: []store.SeatResult{
				{Player: "ada", Color: "red", Points: 10, Won: true}, {Bot: "easy", Color: "red", Points: 11},
				{Player: "bo", Color: "red", Points: 12, Won: true, StandIn: true, HandedOver: true}, {Player: "cy", Color: "red", Points: -4, Conceded: true},
			},
		}}
		wantEqual(t, "results", readResults(t, f.Store, store.ResultQuery{Player: "bo"}), want)
		wantEqual(t, "results after a restart", readResults(t, f.Reopen(t), store.ResultQuery{Player: "cy"}), want)
	}},
	{"are missing without an outcome, and after a refusal", func(t *testing.T, f Fixture) {
		row := playOut(t, f.Store, 1, []store.PlayerID{"ada", "bo"}, func(_ *store.Table, a *store.Append) { a.Outcome = nil })
		again := newAppend(row.ID, newRecord(t, 2, 0, "end"))
		again.State, again.Outcome = store.Finished, &store.Outcome{FinishedAt: at(0), Scores: []int{1, 2}}
		expect.Error(t, f.Store.Append(t.Context(), again), store.ErrDuplicate, "a duplicate")
		wantEqual(t, "results", len(readResults(t, f.Store, store.ResultQuery{Player: "ada"})), 0)
		for _, p := range []store.PlayerID{"", "none", "\x00", "\xff"} {
			wantEqual(t, "results of "+string(p), len(readResults(t, f.Store, store.ResultQuery{Player: p, With: p})), 0)
		}
	}},
	{"are stored with appends of other tables in one batch", func(t *testing.T, f Fixture) {
		rows := make([]store.Table, 8)
		records := make([][]engine.Record, len(rows))
		for n := range rows {
			rows[n] = createTable(t, f.Store, func(r *store.Table) { r.Seats[1].Player = "bo" })
			records[n] = chain(t, newRecord(t, 1, engine.NoSeat, ""), newRecord(t, 2, 0, "end"))
			must.Succeed(t, f.Store.Append(t.Context(), newAppend(rows[n].ID, records[n][0])))
		}
		concurrently(t, len(rows), func(n int) error {
			a := newAppend(rows[n].ID, records[n][1])
			if n%2 == 0 {
				a.State, a.Owing, a.Outcome = store.Finished, nil, &store.Outcome{FinishedAt: at(n), Scores: []int{n, 0}}
			}
			return f.Store.Append(t.Context(), a)
		}, nil)
		wantEqual(t, "results", len(readResults(t, f.Store, store.ResultQuery{Player: "bo"})), len(rows)/2)
	}},
	{"come in pages, the newest first", func(t *testing.T, f Fixture) {
		var want []store.TableID
		for n := range 7 {
			want = append([]store.TableID{playOut(t, f.Store, n/3, []store.PlayerID{"ada", "bo"}).ID}, want...)
		}
		playOut(t, f.Store, 9, []store.PlayerID{"bo", "cy"})
		var got []store.TableID
		q := store.ResultQuery{Player: "ada", Limit: 2}
		for range want {
			page := readResults(t, f.Store, q)
			if len(page) == 0 {
				break
			}
			got = append(got, resultTables(page)...)
			q.Before, q.BeforeID = page[len(page)-1].FinishedAt, page[len(page)-1].Table
		}
		wantEqual(t, "tables", got, want)
	}},
	{"with another player leave out private tables of others", func(t *testing.T, f Fixture) {
		open := playOut(t, f.Store, 1, []store.PlayerID{"ada", "bo"})
		hidden := playOut(t, f.Store, 2, []store.PlayerID{"ada", "bo", "cy"}, private)
		playOut(t, f.Store, 3, []store.PlayerID{"ada", "cy"})
		for viewer, want := range map[store.PlayerID][]store.TableID{"": {open.ID}, "di": {open.ID}, "ada": {hidden.ID, open.ID}, "cy": {hidden.ID, open.ID}} {
			wantEqual(t, "for "+string(viewer), resultTables(readResults(t, f.Store, store.ResultQuery{Player: "ada", With: "bo", Viewer: viewer})), want)
			h := must.Return(f.Store.HeadToHead(t.Context(), "ada", "bo", viewer))(t)
			wantEqual(t, "head to head for "+string(viewer), h, []store.HeadToHead{{Title: "meduris", Games: len(want), Wins: len(want)}})
		}
		wantEqual(t, "without a selection", len(readResults(t, f.Store, store.ResultQuery{Player: "ada"})), 3)
	}},
	{"are counted by title, seats and kind of opponents", func(t *testing.T, f Fixture) {
		end := func(change func(*store.Append)) func(*store.Table, *store.Append) {
			return func(_ *store.Table, a *store.Append) { change(a) }
		}
		two, ada := []store.PlayerID{"bo", "ada"}, func(a *store.Append) { a.Winners = []engine.Seat{1} }
		playOut(t, f.Store, 1, two, end(func(a *store.Append) { ada(a); a.Outcome.Scores[1] = 31 }))
		playOut(t, f.Store, 2, two, end(func(a *store.Append) { a.Outcome.Scores[1] = 20 }))
		playOut(t, f.Store, 3, two, end(func(a *store.Append) { ada(a); a.StandIns, a.Outcome.Scores[1] = []string{"", "medium"}, 90 }))
		playOut(t, f.Store, 4, two, end(func(a *store.Append) { a.Ending.Conceded, a.Outcome.Scores[1] = []engine.Seat{1}, 91 }))
		playOut(t, f.Store, 5, two, end(func(a *store.Append) {
			ada(a)
			a.Ending = store.Ending{Conceded: []engine.Seat{0}, Ended: engine.EndedByConcession}
			a.Outcome.Scores[1] = 92
		}))
		playOut(t, f.Store, 6, two, end(func(a *store.Append) { a.Ending.Ended, a.Winners = engine.EndedByAgreement, nil }))
		playOut(t, f.Store, 7, two, end(func(a *store.Append) { ada(a); a.Outcome.HandedOver = []engine.Seat{1} }))
		playOut(t, f.Store, 8, []store.PlayerID{"ada", ""}, end(func(a *store.Append) { a.Outcome.Scores[0] = -3 }))
		playOut(t, f.Store, 9, []store.PlayerID{"ada", "bo", "cy"}, func(r *store.Table, _ *store.Append) { r.Title = "druids" })
		got := must.Return(f.Store.Figures(t.Context(), "ada"))(t)
		wantEqual(t, "figures", got, []store.Figures{
			{Title: "druids", Seats: 3, Games: 1, Wins: 1, Scored: 1, Points: 10, Best: 10},
			{Title: "meduris", Seats: 2, Games: 5, Wins: 2, Scored: 2, Points: 51, Best: 31},
			{Title: "meduris", Seats: 2, Bots: true, Games: 1, Wins: 1, Scored: 1, Points: -3, Best: -3},
		})
		h := must.Return(f.Store.HeadToHead(t.Context(), "ada", "bo", "ada"))(t)
		wantEqual(t, "head to head", h, []store.HeadToHead{{Title: "druids", Games: 1, Wins: 1}, {Title: "meduris", Games: 5, Wins: 2, OtherWins: 2}})
	}},
	{"say who played together", func(t *testing.T, f Fixture) {
		a, b, c, gone := createPlayer(t, f.Store).ID, createPlayer(t, f.Store).ID, createPlayer(t, f.Store).ID, createPlayer(t, f.Store).ID
		playOut(t, f.Store, 1, []store.PlayerID{a, b, ""})
		playOut(t, f.Store, 2, []store.PlayerID{a, b, gone})
		playOut(t, f.Store, 3, []store.PlayerID{a, c})
		erase(t, f.Store, gone)
		want := []store.Companion{{Player: c, Games: 1, LastAt: at(180)}, {Player: b, Games: 2, LastAt: at(120)}}
		for limit := range 3 {
			wantEqual(t, "companions", must.Return(f.Store.Companions(t.Context(), a, limit))(t), want[:limit])
		}
		must.Succeed(t, f.Store.Block(t.Context(), a, c, at(0)))
		wantEqual(t, "companions without a blocked one", must.Return(f.Store.Companions(t.Context(), a, 5))(t), want[1:])
		for _, x := range []struct {
			a, b store.PlayerID
			want bool
		}{{a, b, true}, {b, a, true}, {b, c, false}, {a, a, false}, {"", a, false}, {a, "", false}, {"\x00", a, false}} {
			wantEqual(t, "together", must.Return(f.Store.PlayedTogether(t.Context(), x.a, x.b))(t), x.want)
		}
	}},
	{"can be replaced for finished tables", func(t *testing.T, f Fixture) {
		row := playOut(t, f.Store, 1, []store.PlayerID{"ada", "bo"}, func(_ *store.Table, a *store.Append) { a.Outcome = nil })
		for points := range 2 {
			must.Succeed(t, f.Store.SaveOutcome(t.Context(), row.ID, store.Outcome{FinishedAt: at(7), Scores: []int{points, 9}, HandedOver: []engine.Seat{1}}))
			got := readResults(t, f.Store, store.ResultQuery{Player: "ada"})
			wantEqual(t, "results", got, []store.Result{{Table: row.ID, Title: "meduris", FinishedAt: at(7), Seats: []store.SeatResult{
				{Player: "ada", Color: "red", Points: points, Won: true}, {Player: "bo", Color: "red", Points: 9, HandedOver: true},
			}}})
		}
		expect.Error(t, f.Store.SaveOutcome(t.Context(), createTableWith(t, f.Store, 1).ID, store.Outcome{Scores: []int{1}}), store.ErrNotFound, "a running table")
		for _, id := range []store.TableID{"none", "", "\x00"} {
			expect.Error(t, f.Store.SaveOutcome(t.Context(), id, store.Outcome{Scores: []int{1}}), store.ErrNotFound, "no table")
		}
	}},
	{"of others stay when a player is erased", func(t *testing.T, f Fixture) {
		a, b := createPlayer(t, f.Store).ID, createPlayer(t, f.Store).ID
		playOut(t, f.Store, 1, []store.PlayerID{a, b})
		want := readResults(t, f.Store, store.ResultQuery{Player: b})
		erase(t, f.Store, a)
		wantEqual(t, "results", readResults(t, f.Store, store.ResultQuery{Player: b}), want)
	}},
	{"know the vacation of their player until it is erased", func(t *testing.T, f Fixture) {
		p := createPlayer(t, f.Store)
		until := func() int64 {
			got := must.Return(f.Store.Player(t.Context(), p.ID))(t)
			return got.Vacation
		}
		wantEqual(t, "at first", until(), int64(0))
		must.Succeed(t, f.Store.SetVacation(t.Context(), p.ID, 1_790_000_000_000))
		wantEqual(t, "changed", until(), int64(1_790_000_000_000))
		for _, id := range []store.PlayerID{"none", "", "\x00"} {
			expect.Error(t, f.Store.SetVacation(t.Context(), id, 1), store.ErrNotFound, "nobody")
		}
		erase(t, f.Store, p.ID)
		wantEqual(t, "erased", until(), int64(0))
		expect.Error(t, f.Store.SetVacation(t.Context(), p.ID, 1), store.ErrNotFound, "erased")
	}},
	{"are shown to companions unless the player chooses otherwise", func(t *testing.T, f Fixture) {
		p := createPlayer(t, f.Store)
		shown := func() store.Shown {
			got := must.Return(f.Store.Player(t.Context(), p.ID))(t)
			return got.Shown
		}
		wantEqual(t, "at first", shown(), store.ShownToCompanions)
		must.Succeed(t, f.Store.ShowPlayer(t.Context(), p.ID, store.ShownToNobody))
		wantEqual(t, "changed", shown(), store.ShownToNobody)
		for _, id := range []store.PlayerID{"none", "", "\x00"} {
			expect.Error(t, f.Store.ShowPlayer(t.Context(), id, store.ShownToNobody), store.ErrNotFound, "nobody")
		}
		erase(t, f.Store, p.ID)
		expect.Error(t, f.Store.ShowPlayer(t.Context(), p.ID, store.ShownToNobody), store.ErrNotFound, "erased")
	}},
}
