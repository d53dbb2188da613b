package storetest

import (
	"fmt"
	"testing"
	"time"

	"nemeton/server/store"
	"nemeton/testkit/must"
)

// Grown is a database with a long history, made by GrowHistory: many finished tables, and few that are open, running or just finished.
type Grown struct {
	Finished int // tables whose seats have ended
	Live     int // tables of each other kind: open, running, just finished
	People   int // the person 0 sat at Heavy finished tables
	Heavy    int
}

// The times of a grown database: history ends a day before now.
const (
	grownNow  = int64(1_900_000_000_000_000)
	grownDay  = int64(24 * time.Hour / time.Microsecond)
	grownFrom = grownNow - 1000*grownDay
)

// GrowHistory returns the statements that fill an empty Postgres. Ids of tables are f (finished), o, r or j and a number; those of people p and a number. Each
// table has two seats. Three tables of four are private. The title pangea is rare.
func GrowHistory(g Grown) []string {
	tables := func(prefix, state string, n, ended int, at string) string {
		return fmt.Sprintf(`INSERT INTO tables (id, title, state, visibility, invite, host, options, seq, owing, winners, secret, contributions, created_at, updated_at, listed_at,
			head, epoch, chance, friends, ended, stand_ins, due_at)
			SELECT '%[1]s' || n, CASE WHEN n %% (%[3]d / 10) = 1 THEN 'pangea' ELSE 'meduris' END, '%[2]s', CASE WHEN n %% 4 = 0 THEN 'public' ELSE 'private' END, '', 'p' || n %% %[6]d,
			'{}', 400, '[0]', 'null', repeat('x', 32)::bytea, 'null', %[5]s, %[5]s, %[5]s, decode(repeat('00', 32), 'hex'), 0, 1, CASE WHEN n %% 8 = 1 THEN 1 ELSE 0 END, %[4]d,
			CASE WHEN n %% 10 = 3 THEN '["","easy"]' ELSE '' END, 0 FROM generate_series(1, %[3]d) n`, prefix, state, n, ended, at, g.People)
	}
	// Of every fifth table, the second seat is a bot's.
	seats := func(prefix string, n int, ended string) string {
		return fmt.Sprintf(`INSERT INTO places (table_id, seat, color, player, bot, ended_at)
			SELECT '%[1]s' || n, s, 'red', CASE WHEN s = 1 AND n %% 5 = 0 THEN '' WHEN s = 0 AND n %% %[4]d = 0 THEN 'p0' ELSE 'p' || (n * (s + 1) %% %[3]d) END,
			CASE WHEN s = 1 AND n %% 5 = 0 THEN 'easy' ELSE '' END, %[5]s FROM generate_series(1, %[2]d) n, generate_series(0, 1) s`, prefix, n, g.People, max(n/g.Heavy, 10), ended)
	}
	past := fmt.Sprintf("%d + n * %d::bigint", grownFrom, 999*grownDay/int64(g.Finished))
	lately := fmt.Sprintf("%d + n * 80000000::bigint", grownNow-grownDay/2)
	return []string{
		fmt.Sprintf("INSERT INTO players (id, name, created_at) SELECT 'p' || n, 'Name' || n, %d FROM generate_series(0, %d) n", grownFrom, g.People-1),
		fmt.Sprintf(`INSERT INTO sessions (id, token_hash, player, label, created_at, seen_at, token_at)
			SELECT 's' || n, ('s' || n)::bytea, 'p' || n, '', %[1]d, %[1]d + n, %[1]d FROM generate_series(0, %[2]d) n`, grownNow-grownDay, g.People-1),
		fmt.Sprintf(`INSERT INTO notifiers (player, settings, reachable, always, since) SELECT 'p' || n, '', 1, 0, %d FROM generate_series(0, %d) n`, grownFrom, g.People-1),
		fmt.Sprintf(`INSERT INTO channels (id, player, kind, address, data) SELECT 'c' || n, 'p' || n, 'hook', 'https://hook.example/' || n, '' FROM generate_series(0, %d) n`, g.People-1),
		`INSERT INTO friends (player, friend, agreed, created_at) SELECT 'p0', 'p' || n, 1, 0 FROM generate_series(1, 20) n`,
		tables("f", "finished", g.Finished, 1, past),
		seats("f", g.Finished, past),
		fmt.Sprintf("UPDATE meta SET finished = %d", g.Finished),
		`INSERT INTO results (table_key, seat, player, bot, color, title, seats, people, private, finished_at, ended, points, won, conceded, stand_in, handed_over)
			SELECT t.key, p.seat, p.player, p.bot, p.color, t.title, 2, 2, 0, t.listed_at, '', 40, p.seat, 0, 0, 0 FROM tables t JOIN places p ON p.table_id = t.id`,
		fmt.Sprintf(`INSERT INTO notices (id, player, channel, table_id, occasion, key, data, digest, due_at, sent_at)
			SELECT 'n' || n, 'p' || n, 'c' || n, 'f' || n, 'turn', '1', '{}', 0, %[1]d + n, %[1]d + n FROM generate_series(1, %[2]d) n`, grownNow-60*grownDay, g.People-1),
		fmt.Sprintf(`INSERT INTO invitations (table_id, invited, inviter, session, created_at, answer)
			SELECT 'f' || n, 'p' || n, 'p0', 's0', %d + n, 'accepted' FROM generate_series(1, %d) n`, grownNow-20*grownDay, g.People-1),
		tables("o", "open", g.Live, 0, lately), seats("o", g.Live, "0"),
		tables("r", "running", g.Live, 0, lately), seats("r", g.Live, "0"),
		tables("j", "finished", g.Live, 0, lately), seats("j", g.Live, "0"),
		`INSERT INTO told (player, table_id, seq) SELECT player, table_id, 399 FROM places WHERE ended_at > 0 AND seat = 0 AND player <> '' AND table_id LIKE '%0'`,
		// All but ten live seats were told.
		`INSERT INTO told (player, table_id, seq) SELECT DISTINCT player, table_id, 400 FROM places WHERE ended_at = 0 AND player <> '' AND table_id <> ALL (ARRAY['r11', 'r12', 'r13', 'r14', 'r16'])`,
		"VACUUM ANALYZE",
	}
}

// Looks returns calls for all lists, sweeps, counts and plans, with the number of rows that they may read besides those of their answers.
func Looks(g Grown) []Look {
	now := time.UnixMicro(grownNow)
	p0, p9 := store.PlayerID("p0"), store.PlayerID("p9")
	list := func(q store.Query) func(t testing.TB, s store.Store) int {
		return func(t testing.TB, s store.Store) int { t.Helper(); return len(listTables(t, s, q)) }
	}
	var all []Look
	add := func(name string, rows int, call func(testing.TB, store.Store) int) {
		all = append(all, Look{name, rows, call})
	}
	page := 21
	for _, state := range []store.State{"", store.Open, store.Running, store.Finished} {
		for _, title := range []string{"", "meduris", "pangea"} {
			for viewer, name := range map[store.PlayerID]string{"": "of all", p0: "of a heavy player", p9: "of a player"} {
				own := 0
				if viewer == p0 { // the live seats, and for a title all seats of the person
					own = 1500
					if title != "" && (state == "" || state == store.Finished) {
						own = 6 * g.Heavy
					}
				}
				q := store.Query{State: state, Title: title, Viewer: viewer, Limit: page}
				add(fmt.Sprintf("tables %s, %s %s", name, state, title), own, list(q))
				if q.Before, q.BeforeID = now.Add(-500*24*time.Hour), "f1"; title == "" {
					add(fmt.Sprintf("the page before, %s, %s", name, state), own, list(q))
				}
				if viewer == "" {
					continue
				}
				q = store.Query{State: state, Title: title, Viewer: viewer, Player: viewer, Listed: true, Limit: page}
				add(fmt.Sprintf("own tables %s, %s %s", name, state, title), own, list(q))
			}
			add(fmt.Sprintf("all tables, %s %s", state, title), 0, list(store.Query{State: state, Title: title, AllTables: true, Limit: page}))
		}
	}
	add("unfinished tables", 0, func(t testing.TB, s store.Store) int {
		t.Helper()
		return must.Return(s.CountTables(t.Context(), p0))(t)
	})
	add("totals", 3*g.Live+2*g.People, func(t testing.TB, s store.Store) int {
		t.Helper()
		wantEqual(t, "finished", must.Return(s.Totals(t.Context()))(t).Tables[store.Finished], g.Finished+g.Live)
		return 4
	})
	add("tables of bots", 0, func(t testing.TB, s store.Store) int {
		t.Helper()
		l, _, err := s.BotTables(t.Context(), "", 50)
		must.Succeed(t, err)
		return len(l)
	})
	add("people", 0, func(t testing.TB, s store.Store) int {
		t.Helper()
		l := must.Return(s.People(t.Context(), store.PeopleQuery{Limit: 50}))(t)
		return len(l)
	})
	add("people by name", 0, func(t testing.TB, s store.Store) int {
		t.Helper()
		l := must.Return(s.People(t.Context(), store.PeopleQuery{Name: "name12", Limit: 50}))(t)
		return len(l)
	})
	add("owed", 0, func(t testing.TB, s store.Store) int {
		t.Helper()
		l := must.Return(s.OwedBy(t.Context(), []store.PlayerID{p0, p9}))(t)
		return len(l)
	})
	add("untold at tables that moved", 0, func(t testing.TB, s store.Store) int {
		t.Helper()
		l := must.Return(s.Untold(t.Context(), now, nil, []store.TableID{"r11", "r12", "r13", "r14", "r15", "r16", "r17", "r18"}))(t)
		return len(l)
	})
	add("untold of a page of players", 0, func(t testing.TB, s store.Store) int {
		t.Helper()
		players := must.Return(s.Reachable(t.Context(), "p3", 100))(t)
		l := must.Return(s.Untold(t.Context(), now, players, nil))(t)
		return len(players) + len(l)
	})
	add("invitations", 0, func(t testing.TB, s store.Store) int {
		t.Helper()
		m := must.Return(s.CountInvitations(t.Context(), []store.PlayerID{p0, p9}))(t)
		return len(m)
	})
	add("notices", 0, func(t testing.TB, s store.Store) int {
		t.Helper()
		l := must.Return(s.ClaimNotices(t.Context(), now, now.Add(time.Minute), 200))(t)
		return len(l)
	})
	add("a change of channels", 0, func(t testing.TB, s store.Store) int {
		t.Helper()
		reachable(t, s, p9, 5, channel(store.PushChannel, "https://push.example/9"))
		return 1
	})
	add("due tables", 0, func(t testing.TB, s store.Store) int {
		t.Helper()
		l := must.Return(s.DueTables(t.Context(), grownNow/1000, 100))(t)
		return len(l)
	})
	add("results", 0, func(t testing.TB, s store.Store) int {
		t.Helper()
		l := must.Return(s.Results(t.Context(), store.ResultQuery{Player: p0, With: "", Viewer: p0, Limit: 20}))(t)
		return 2 * len(l)
	})
	add("figures of a heavy player", 0, func(t testing.TB, s store.Store) int {
		t.Helper()
		must.Return(s.Figures(t.Context(), p0))(t)
		return 2 * g.Heavy
	})
	for name, sweep := range map[string]func(testing.TB, store.Store) (int, error){
		"ended seats": func(t testing.TB, s store.Store) (int, error) {
			t.Helper()
			return s.EndSeats(t.Context(), now.Add(-time.Hour), 50)
		},
		"idle tables": func(t testing.TB, s store.Store) (int, error) {
			t.Helper()
			l, err := s.CloseIdleTables(t.Context(), now.Add(-24*time.Hour), now, 100)
			return len(l), err
		},
		"closed tables": func(t testing.TB, s store.Store) (int, error) {
			t.Helper()
			return s.RemoveClosedTables(t.Context(), now.Add(-time.Hour), 100)
		},
		"idle guests": func(t testing.TB, s store.Store) (int, error) {
			t.Helper()
			n, _, err := s.RemoveIdlePlayers(t.Context(), now.Add(-90*24*time.Hour), "", 100)
			return 100 + n, err
		},
		"links": func(t testing.TB, s store.Store) (int, error) {
			t.Helper()
			return s.RemoveExpiredLinks(t.Context(), now, 100)
		},
		"invitations": func(t testing.TB, s store.Store) (int, error) {
			t.Helper()
			return s.RemoveInvitations(t.Context(), now.Add(-30*24*time.Hour), 100)
		},
		"notices": func(t testing.TB, s store.Store) (int, error) {
			t.Helper()
			return s.RemoveNotices(t.Context(), now.Add(-90*24*time.Hour), 100)
		},
		"chat": func(t testing.TB, s store.Store) (int, error) {
			t.Helper()
			return s.RemoveChat(t.Context(), now, 100)
		},
		"sessions": func(t testing.TB, s store.Store) (int, error) {
			t.Helper()
			e, err := s.ExpireSessions(t.Context(), now.Add(-48*time.Hour), 100)
			return len(e.Sessions), err
		},
	} {
		add("sweep of "+name, 0, func(t testing.TB, s store.Store) int {
			t.Helper()
			return must.Return(sweep(t, s))(t)
		})
	}
	return all
}

// Look is a call that must read rows in proportion to its answer.
type Look struct {
	Name string
	Rows int // rows that it may read besides those of the answer
	// Call runs it and returns the number of rows of the answer.
	Call func(t testing.TB, s store.Store) int
}
