package chat

import (
	"context"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"nemeton/server/apperr"
	"nemeton/server/fanout"
	"nemeton/server/store"
	"nemeton/server/table"
)

// Store is the part of the store that the chat uses.
type Store interface {
	store.Chat
	Table(ctx context.Context, id store.TableID) (store.Table, error)
	PlayerNames(ctx context.Context, ids []store.PlayerID) (map[store.PlayerID]string, error)
}

// Sockets are the open sockets of this node.
type Sockets interface {
	ChatTables() []store.TableID
	ChatSubscribers(id store.TableID) []*table.Subscription
	AnnounceChat(change fanout.ChatChange)
}

// Config configures a Service. All fields except Mentioned are required.
type Config struct {
	Store Store
	Now   func() time.Time
	NewID func() string
	Log   zerolog.Logger
	// Allow counts one message, reaction or report of a player. If that is one too many, ok is false and wait is the time until the next one is allowed.
	Allow func(player store.PlayerID) (wait time.Duration, ok bool)
	// Mentioned is called after a message was stored that names people as @name, and again if its author sends it again. They may read it and have not blocked its
	// author. The author waits for it.
	Mentioned func(ctx context.Context, m store.ChatMessage, players []store.PlayerID)
}

// Service stores and delivers what people write. Its methods are safe for concurrent use.
type Service struct {
	cfg     Config
	sockets Sockets
	stop    chan struct{}
	done    sync.WaitGroup
	hinted  chan struct{} // capacity 1: hints is not empty

	mu    sync.Mutex // guards all below
	hints map[fanout.ChatChange]struct{}
	feeds map[store.TableID]*feed
}

// NewService makes a service without sockets. Start connects it with them.
func NewService(cfg Config) *Service {
	return &Service{cfg: cfg, stop: make(chan struct{}), hinted: make(chan struct{}, 1), hints: map[fanout.ChatChange]struct{}{}, feeds: map[store.TableID]*feed{}}
}

// Start connects the service with the sockets of this node, and starts its loop. Close ends it.
func (s *Service) Start(sockets Sockets) {
	s.sockets = sockets
	s.done.Go(s.loop)
}

// Close ends the loop and waits for it.
func (s *Service) Close() {
	s.mu.Lock()
	select {
	case <-s.stop:
	default:
		close(s.stop)
	}
	s.mu.Unlock()
	s.done.Wait()
}

// Changed receives a hint of a change in the store. Without a table, any chat may have changed. It does not block.
func (s *Service) Changed(c fanout.ChatChange) {
	s.mu.Lock()
	s.hints[c] = struct{}{}
	s.mu.Unlock()
	select {
	case s.hinted <- struct{}{}:
	default:
	}
}

func (s *Service) allow(player store.PlayerID) error {
	if wait, ok := s.cfg.Allow(player); !ok {
		return tooFast(wait)
	}
	return nil
}

func tooFast(wait time.Duration) error {
	return apperr.New(apperr.TooFast, "that was too fast; wait a moment").After(max(time.Second, wait))
}
