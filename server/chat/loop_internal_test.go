package chat

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"github.com/rs/zerolog"

	"nemeton/server/store"
)

// stuckStore has news of all tables. Those of "stuck" cannot be read in time.
type stuckStore struct {
	Store
	read map[store.TableID]error // the state of the context when a table was read
}

func (s *stuckStore) ChatStates(_ context.Context, ids []store.TableID) (map[store.TableID]map[store.ChatChannel]store.ChatState, error) {
	states := map[store.TableID]map[store.ChatChannel]store.ChatState{}
	for _, id := range ids {
		states[id] = map[store.ChatChannel]store.ChatState{store.PlayersChannel: {Rev: 2}}
	}
	return states, nil
}

func (s *stuckStore) ChatChanges(ctx context.Context, id store.TableID, _ store.ChatChannel, _ int64, _ int) (store.ChatChanges, error) {
	s.read[id] = ctx.Err()
	if id == "stuck" {
		<-ctx.Done()
	}
	return store.ChatChanges{}, errors.New("not read")
}

// A table that cannot be read in time takes no time from the others of the same poll.
func TestPoll_OneTableIsStuck(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		held := &stuckStore{read: map[store.TableID]error{}}
		s := NewService(Config{Store: held, Log: zerolog.Nop()})
		ids := []store.TableID{"stuck", "second", "stuck", "third"}
		for _, id := range ids {
			s.feed(id).sent[store.PlayersChannel] = 1
		}
		s.pollSome(ids)
		for _, id := range ids {
			if err, tried := held.read[id]; !tried || err != nil {
				t.Errorf("%s: read is %v with a context that is %v", id, tried, err)
			}
		}
	})
}
