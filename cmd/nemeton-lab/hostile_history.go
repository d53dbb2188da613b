package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"

	"nemeton/bench/hostile"
	"nemeton/bench/traffic"
	"nemeton/client"
	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/engine/codec"
	"nemeton/play/process"
	"nemeton/server/store"
	"nemeton/server/store/open"
)

// historyTitle is the title of the tables with a history. Its games have more than a thousand entries.
const historyTitle = "pangea"

// shortHistory is the number of entries in the short log.
const shortHistory = 5

// prepareHistories makes three tables in a new database: with a short log, with a log of the given length, and finished. Guests start them through
// the protocol. The logs are written into the stopped server's database, which is faster than playing. Afterwards a server without limits loads
// each table once, so that it can store what it caches. All servers have stopped when it returns.
func prepareHistories(ctx context.Context, program, dir, database string, entries int) (target hostile.Target, err error) {
	s := process.New(program, dir, "--database", database, "--limits", "off", "--log-level", "error")
	defer s.Kill()
	all := []*hostile.History{&target.Short, &target.Long, &target.Finished}
	if err := s.Start(); err != nil {
		return target, err
	}
	for _, h := range all {
		if err := startHistory(ctx, s.URL(), h); err != nil {
			return target, err
		}
	}
	s.Stop()
	if err := writeHistories(ctx, database, target, entries); err != nil {
		return target, err
	}
	if err := s.Start(); err != nil {
		return target, err
	}
	for _, h := range all {
		var table struct {
			Seq int `json:"seq"`
		}
		if _, err := loadTable(ctx, s.URL(), *h); err != nil {
			return target, err
		}
		anyone, err := traffic.NewGuest(ctx, nil, s.URL(), "Person")
		if err != nil {
			return target, err
		}
		if _, err := anyone.Call(ctx, http.MethodGet, "/tables/"+h.Table, nil, &table); err != nil {
			return target, err
		}
		h.Seq = table.Seq
	}
	if code, _ := s.Stop(); code != 0 {
		return target, fmt.Errorf("server exited with code %d: %s", code, s.Output())
	}
	return target, nil
}

// startHistory starts a table of two new guests.
func startHistory(ctx context.Context, url string, h *hostile.History) (err error) {
	var guests [2]*client.Client
	for i := range guests {
		if guests[i], err = traffic.NewGuest(ctx, nil, url, "Mallory"); err != nil {
			return err
		}
		h.Tokens = append(h.Tokens, guests[i].Token)
	}
	h.Table, err = traffic.Begin(ctx, historyTitle, map[string]any{"options": map[string]int{"hints": 1}}, guests[:]...)
	return err
}

// writeHistories extends the logs in the database.
func writeHistories(ctx context.Context, database string, target hostile.Target, entries int) (err error) {
	s, err := open.Store(ctx, database, open.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	finished, err := openHistory(ctx, s, target.Finished)
	if err != nil {
		return err
	}
	for finished.fold.Outcome() == nil {
		if err := finished.move(ctx); err != nil {
			return err
		}
	}
	for _, goal := range []struct {
		h       hostile.History
		entries int
	}{{target.Short, shortHistory}, {target.Long, entries}} {
		w, err := openHistory(ctx, s, goal.h)
		if err != nil {
			return err
		}
		// The game must not end, so the rest of a long log is what a leaving and returning player stored.
		for w.fold.Seq() < min(engine.Seq(goal.entries), finished.fold.Seq()/4) {
			if err := w.move(ctx); err != nil {
				return err
			}
		}
		for w.fold.Seq() < engine.Seq(goal.entries) {
			if err := w.leaveOrReturn(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// historyWriter extends the log of one table.
type historyWriter struct {
	store store.Store
	row   store.Table
	fold  *engine.Fold
	rand  *rand.Rand
}

func openHistory(ctx context.Context, s store.Store, h hostile.History) (*historyWriter, error) {
	row, err := s.Table(ctx, store.TableID(h.Table))
	if err != nil {
		return nil, err
	}
	title, ok := catalog.Find(row.Title)
	if !ok {
		return nil, fmt.Errorf("unknown title %q", row.Title)
	}
	w := &historyWriter{store: s, row: row, fold: engine.NewFold(title), rand: rand.New(rand.NewPCG(1, 1))}
	records, err := s.Read(ctx, row.ID, 0, int(row.Seq))
	for _, r := range records {
		if _, err := w.fold.Apply(r); err != nil {
			return nil, err
		}
	}
	return w, err
}

// move answers a random decision with a random move.
func (w *historyWriter) move(ctx context.Context) error {
	seat := w.fold.OwingSeats()[0]
	var own []engine.Decision
	for _, d := range w.fold.Decisions(engine.SeatViewer(seat)) {
		if d.Seat == seat {
			own = append(own, d)
		}
	}
	d := own[w.rand.IntN(len(own))]
	raw, err := codec.Canonical(d.Moves[w.rand.IntN(len(d.Moves))])
	if err != nil {
		return err
	}
	c := engine.Command{ID: w.command(), Seat: seat, Actor: engine.ActorPlayer, Decision: d.ID, Move: raw}
	key, err := engine.KeyOf(w.row.Secret, w.fold.Start())
	if err != nil {
		return err
	}
	record, err := w.fold.Decide(c, key, w.row.UpdatedAt.UnixMilli())
	if err != nil {
		return err
	}
	return w.append(ctx, record)
}

// leaveOrReturn stores an entry that changes nothing in the game.
func (w *historyWriter) leaveOrReturn(ctx context.Context) error {
	seat, now := engine.Seat(0), w.row.UpdatedAt.UnixMilli()
	old := w.fold.Unlimited() // programs without the limits of entries without progress stored such logs
	record, err := old.Return(seat, w.command(), now)
	if err != nil {
		if record, err = old.Leave(seat, w.command(), now); err != nil {
			return err
		}
	}
	return w.append(ctx, record)
}

func (w *historyWriter) command() string { return fmt.Sprint("history-", w.fold.Seq()) }

func (w *historyWriter) append(ctx context.Context, record engine.Record) error {
	record, err := record.Salted(w.row.Secret, string(w.row.ID))
	if err != nil {
		return err
	}
	if _, err := w.fold.Apply(record); err != nil {
		return err
	}
	a := store.Append{Table: w.row.ID, Record: record, Owing: w.fold.OwingSeats(), StandIns: w.fold.StandIns(), State: store.Running, Now: w.row.UpdatedAt}
	if o := w.fold.Outcome(); o != nil {
		a.State, a.Winners = store.Finished, o.Winners
	}
	return w.store.Append(ctx, a)
}
