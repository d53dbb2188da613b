package chat

import (
	"context"
	"slices"

	"nemeton/server/fanout"
	"nemeton/server/store"
)

// loop handles hints.
func (s *Service) loop() {
	for {
		select {
		case <-s.stop:
			return
		case <-s.hinted:
			s.follow()
		}
	}
}

func (s *Service) follow() {
	s.mu.Lock()
	hints := s.hints
	s.hints = map[fanout.ChatChange]struct{}{}
	s.mu.Unlock()
	if _, unknown := hints[fanout.ChatChange{}]; unknown {
		delete(hints, fanout.ChatChange{})
		s.poll()
	}
	for hint := range hints {
		ctx, cancel := context.WithTimeout(context.Background(), deliverTimeout)
		if hint.Reader != "" {
			s.deliverMarks(ctx, hint)
		} else if err := s.deliver(ctx, hint.Table); err != nil {
			s.cfg.Log.Warn().Err(err).Str("table", string(hint.Table)).Msg("could not deliver a chat message of another node; the next change will")
		}
		cancel()
	}
}

// poll delivers the changes of all tables with sockets on this node.
func (s *Service) poll() {
	tables := s.sockets.ChatTables()
	s.mu.Lock()
	for id := range s.feeds {
		if !slices.Contains(tables, id) {
			delete(s.feeds, id)
		}
	}
	s.mu.Unlock()
	for batch := range slices.Chunk(tables, pollBatch) {
		s.pollSome(batch)
	}
}

func (s *Service) pollSome(ids []store.TableID) {
	var states map[store.TableID]map[store.ChatChannel]store.ChatState
	err := withTimeout(func(ctx context.Context) (err error) {
		states, err = s.cfg.Store.ChatStates(ctx, ids)
		return err
	})
	if err != nil {
		return // the poll of the tables logs outages
	}
	for _, id := range ids {
		select {
		case <-s.stop:
			return
		default:
		}
		err := withTimeout(func(ctx context.Context) error { return s.catchUp(ctx, id, states[id]) })
		if err != nil {
			s.cfg.Log.Warn().Err(err).Str("table", string(id)).Msg("could not deliver a chat message; the next change will")
		}
	}
}

// withTimeout gives one delivery its time, so that a slow one takes none from the others.
func withTimeout(do func(ctx context.Context) error) error {
	ctx, cancel := context.WithTimeout(context.Background(), deliverTimeout)
	defer cancel()
	return do(ctx)
}
