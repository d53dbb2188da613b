package bot_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/bot"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/testkit/expect"
)

// errThought ends every hint of fakeTables.
var errThought = errors.New("thought")

// fakeTables blocks each hint at its beginning until the test releases it.
type fakeTables struct {
	started []store.TableID
	release chan error // the result of the hint
	ended   atomic.Int32
}

func (f *fakeTables) TurnOf(ctx context.Context, id store.TableID, _ engine.Seat) (table.Turn, error) {
	f.started = append(f.started, id)
	defer f.ended.Add(1)
	select {
	case err := <-f.release:
		if err == nil {
			panic("the title panics")
		}
		return table.Turn{}, err
	case <-ctx.Done():
		return table.Turn{}, ctx.Err()
	}
}

func (f *fakeTables) Turn(context.Context, store.TableID) (t table.Turn, ok bool, err error) {
	panic("the title panics")
}

func (f *fakeTables) ActBot(context.Context, store.TableID, engine.Seat, string, engine.DecisionID, json.RawMessage) (table.Point, error) {
	return table.Point{}, nil
}

func (f *fakeTables) BotTables(context.Context, store.TableID, int) ([]store.Table, store.TableID, error) {
	return nil, "", nil
}

// hints is a service in a bubble of synctest, with one slot.
type hints struct {
	*bot.Service
	*fakeTables
	panics atomic.Int32
}

func newHints() *hints {
	h := &hints{fakeTables: &fakeTables{release: make(chan error)}}
	h.Service = bot.NewService(bot.Config{
		Store: h.fakeTables, Now: time.Now, Seed: func() uint64 { return 1 }, Log: zerolog.Nop(), Panicked: func() { h.panics.Add(1) },
		After: func(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop },
	})
	h.Start(h.fakeTables)
	return h
}

// asks asks for a hint in the background, and returns once the request waits or is answered.
func (h *hints) asks(ctx context.Context, player, table string, owes bool) <-chan error {
	answer := make(chan error, 1)
	go func() {
		_, err := h.Hint(ctx, bot.HintRequest{Player: store.PlayerID(player), Table: store.TableID(table), Owes: owes})
		answer <- err
	}()
	synctest.Wait()
	return answer
}

// finishes ends the hint that is thinking.
func (h *hints) finishes(err error) {
	h.release <- err
	synctest.Wait()
}

func (h *hints) wantStarted(t *testing.T, want ...store.TableID) {
	t.Helper()
	if !slices.Equal(h.started, want) {
		t.Fatalf("got hints %v, want %v", h.started, want)
	}
}

// One guest asks for forty hints at once. Another guest's hint is the next one all the same.
func TestHint_OneInFlightForEachPlayer(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newHints()
		defer h.Close()
		first := h.asks(t.Context(), "eve", "eve-0", true)
		for n := range 39 {
			if err := <-h.asks(t.Context(), "eve", fmt.Sprintf("eve-%d", n+1), true); apperr.CodeOf(err) != apperr.TooFast {
				t.Fatalf("hint %d: got %v, want too_fast", n+2, err)
			}
		}
		ada := h.asks(t.Context(), "ada", "ada-0", true)
		h.finishes(errThought)
		h.wantStarted(t, "eve-0", "ada-0")
		again := h.asks(t.Context(), "eve", "eve-1", true) // the first is answered, so eve may ask again
		h.finishes(errThought)
		h.finishes(errThought)
		h.wantStarted(t, "eve-0", "ada-0", "eve-1")
		for _, answer := range []<-chan error{first, ada, again} {
			expect.Error(t, <-answer, errThought, "the result of the hint")
		}
	})
}

// A second request for the same seat shares the result of the first.
func TestHint_Shared(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newHints()
		defer h.Close()
		ctx, cancel := context.WithCancel(t.Context())
		first, second := h.asks(ctx, "ada", "a", true), h.asks(t.Context(), "ada", "a", true)
		cancel() // the first request ends; the second still waits
		expect.Equal(t, apperr.CodeOf(<-first), apperr.Unavailable)
		h.finishes(errThought)
		expect.Error(t, <-second, errThought, "the result of the hint")
		h.wantStarted(t, "a")
	})
}

func TestHint_OwingSeatsFirst(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newHints()
		defer h.Close()
		h.asks(t.Context(), "thinks", "thinks", false)
		h.asks(t.Context(), "idle 1", "idle 1", false)
		h.asks(t.Context(), "idle 2", "idle 2", false)
		h.asks(t.Context(), "owes 1", "owes 1", true)
		h.asks(t.Context(), "owes 2", "owes 2", true)
		for range 5 {
			h.finishes(errThought)
		}
		h.wantStarted(t, "thinks", "owes 1", "owes 2", "idle 1", "idle 2")
	})
}

// A hint ends with its request: a waiting one is never started, a running one is stopped, and both make room.
func TestHint_EndsWithItsRequest(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newHints()
		defer h.Close()
		adas, adaLeaves := context.WithCancel(t.Context())
		bens, benLeaves := context.WithCancel(t.Context())
		thinks, waits := h.asks(adas, "ada", "ada", true), h.asks(bens, "ben", "ben", true)
		next := h.asks(t.Context(), "cleo", "cleo", true)
		benLeaves()
		synctest.Wait()
		adaLeaves()
		synctest.Wait()
		h.wantStarted(t, "ada", "cleo")
		expect.Equal(t, h.ended.Load(), 1, "the running hint did not stop")
		for _, answer := range []<-chan error{thinks, waits} {
			expect.Equal(t, apperr.CodeOf(<-answer), apperr.Unavailable)
		}
		again := h.asks(t.Context(), "ben", "ben 2", true)
		h.finishes(errThought)
		h.finishes(errThought)
		if first, second := <-next, <-again; !errors.Is(first, errThought) || !errors.Is(second, errThought) {
			t.Errorf("got %v and %v, want the results of the hints", first, second)
		}
	})
}

func TestHint_BoundedQueue(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newHints()
		defer h.Close()
		for n := range 1 + 64 { // one thinks, the others wait
			h.asks(t.Context(), fmt.Sprint("idle ", n), "t", false)
		}
		err := <-h.asks(t.Context(), "one too many", "t", false)
		var refused *apperr.Error
		if !errors.As(err, &refused) || refused.Code != apperr.TooFast || refused.Wait <= 0 {
			t.Errorf("got %v, want too_fast with a time to wait", err)
		}
		h.asks(t.Context(), "owes", "turn", true) // the others cannot fill the line of the seats that owe
		h.finishes(errThought)
		expect.Equal(t, h.started[1], "turn", "the hint of", "next")
	})
}

// A panic of a title ends the hint or the move in which it happens, and is counted.
func TestService_PanicEndsOneJob(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newHints()
		defer h.Close()
		ada, ben := h.asks(t.Context(), "ada", "ada", true), h.asks(t.Context(), "ben", "ben", true)
		h.finishes(nil) // panics
		h.finishes(errThought)
		expect.Equal(t, apperr.CodeOf(<-ada), apperr.Internal)
		if err := <-ben; !errors.Is(err, errThought) || h.panics.Load() != 1 {
			t.Errorf("the next hint: got %v and %d panics, want its result and 1", err, h.panics.Load())
		}
		h.Wake("t") // Turn panics, at once and again a few seconds later
		<-time.After(10 * time.Second)
		if got := h.panics.Load(); got < 3 {
			t.Errorf("got %d panics, want those of two attempts at the move and the one above", got)
		}
	})
}

func TestHint_AfterClose(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newHints()
		thinks, waits := h.asks(t.Context(), "ada", "ada", true), h.asks(t.Context(), "ben", "ben", true)
		h.Close()
		for _, answer := range []<-chan error{thinks, waits, h.asks(t.Context(), "cleo", "cleo", true)} {
			expect.Failure(t, <-answer, "got a hint from a closed service")
		}
		h.wantStarted(t, "ada")
	})
}
