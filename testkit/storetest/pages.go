package storetest

import (
	"bytes"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
	"nemeton/server/store"
)

// PlayGames stores games of four people who contribute by their devices, with a number of moves each. It plays a number of them at once.
func PlayGames(t testing.TB, s store.Store, games, atOnce, moves int) {
	t.Helper()
	left := make(chan struct{}, games)
	for range games {
		left <- struct{}{}
	}
	close(left)
	var all sync.WaitGroup
	for range atOnce {
		all.Go(func() {
			for range left {
				if err := playGame(t, s, moves); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
}

func playGame(t testing.TB, s store.Store, moves int) error {
	t.Helper()
	row := newTable(func(r *store.Table) {
		r.Host, r.Contributions, r.Seats, r.CreatedAt, r.UpdatedAt = store.PlayerID(uuid.NewString()), nil, nil, time.Now(), time.Now()
		for _, color := range []string{"red", "blue", "green", "white"} {
			r.Seats = append(r.Seats, store.Seat{Color: color, Player: store.PlayerID(uuid.NewString())})
		}
	})
	if err := s.CreateTable(t.Context(), row, ""); err != nil {
		return err
	}
	for seat := range row.Seats {
		_, err := s.UpdateTable(t.Context(), row.ID, func(r *store.Table) error {
			id := uuid.New()
			r.UpdatedAt = time.Now()
			part := bytes.Repeat(id[:], 4)
			r.SetAnswer(engine.Seat(seat), part[:32], store.Answer{Device: chance.DeviceKey(part[:32]), Chain: codec.Optional(part[:32]), Signature: chance.Signature(part)})
			return nil
		})
		if err != nil {
			return err
		}
	}
	var head codec.Hash
	for n := range moves + 2 {
		id := uuid.New()
		r := engine.Record{Entry: engine.Entry{Seq: engine.Seq(n + 1), Command: uuid.NewString(), Prev: head}, Hash: codec.Hash(bytes.Repeat(id[:], 2)), Bytes: bytes.Repeat(id[:], 30)}
		a := store.Append{Table: row.ID, Record: r, State: store.Running, Owing: []engine.Seat{engine.Seat(n % 4)}, Now: time.Now()}
		if n > moves {
			a.State, a.Owing, a.Winners = store.Finished, nil, []engine.Seat{1}
		}
		if err := s.Append(t.Context(), a); err != nil {
			return fmt.Errorf("append %d: %w", n, err)
		}
		head = r.Hash
	}
	return nil
}
