package lobby

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
)

// Store is what the lobby needs of the store.
type Store interface {
	store.Tables
	PlayerNames(ctx context.Context, ids []store.PlayerID) (map[store.PlayerID]string, error)
}

// Authority runs the tables that the lobby fills.
type Authority interface {
	// Begin starts the open table that row describes; an error that wraps store.ErrConflict says that the row has changed.
	Begin(ctx context.Context, row store.Table) error
	// Touch tells the table's sockets that its row, or the name of somebody at it, changed.
	Touch(ctx context.Context, id store.TableID)
}

// Config is what a Service is made of. All fields but MaxTables and Full must be set.
type Config struct {
	Store     Store
	Authority Authority
	Titles    []engine.Title
	MaxTables int    // open and running tables a player may sit at; 0: any number
	Full      func() // told of each wish for one more, if it is set
	Now       func() time.Time
	NewID     func() string // UUIDs that grow with time
	Entropy   io.Reader
}

// Service is the lobby.
type Service struct{ cfg Config }

// NewService makes the lobby.
func NewService(cfg Config) *Service { return &Service{cfg: cfg} }

// Titles describes the titles that can be played here.
func (s *Service) Titles() []engine.Info {
	list := make([]engine.Info, len(s.cfg.Titles))
	for i, t := range s.cfg.Titles {
		list[i] = t.Info()
	}
	return list
}

func (s *Service) title(id string) (engine.Info, error) {
	for _, t := range s.cfg.Titles {
		if info := t.Info(); info.ID == id {
			return info, nil
		}
	}
	return engine.Info{}, apperr.New(apperr.UnknownTitle, "this server does not know that title")
}

// Room refuses players who sit at too many unfinished tables to sit at one more: too_many_tables.
func (s *Service) Room(ctx context.Context, player store.PlayerID) error { return s.room(ctx, player) }

// CommonOptions lists the options that every table has beside its title's.
func (s *Service) CommonOptions() []engine.Option { return commonOptions() }

// room refuses players who sit at too many unfinished tables.
func (s *Service) room(ctx context.Context, player store.PlayerID) error {
	if s.cfg.MaxTables == 0 {
		return nil
	}
	n, err := s.cfg.Store.CountTables(ctx, player)
	if err != nil {
		return failed("count tables", err)
	}
	if n >= s.cfg.MaxTables {
		if s.cfg.Full != nil {
			s.cfg.Full()
		}
		return apperr.New(apperr.TooManyTables, fmt.Sprintf("finish or leave a table first: %d at once is the limit", s.cfg.MaxTables))
	}
	return nil
}

// change alters a table's row under the store's lock and tells its sockets.
func (s *Service) change(ctx context.Context, id store.TableID, change func(*store.Table) error) (store.Table, error) {
	row, err := s.cfg.Store.UpdateTable(ctx, id, func(t *store.Table) error {
		if err := change(t); err != nil {
			return err
		}
		t.UpdatedAt = s.cfg.Now()
		return nil
	})
	if err != nil {
		return store.Table{}, failed("change a table", err)
	}
	s.cfg.Authority.Touch(ctx, id)
	return row, nil
}

// SeatOf is the seat of a player; NoSeat and false for those who do not sit there.
func SeatOf(row store.Table, player store.PlayerID) (engine.Seat, bool) {
	if player == "" {
		return engine.NoSeat, false
	}
	at := slices.IndexFunc(row.Seats, func(p store.Seat) bool { return p.Player == player })
	return engine.Seat(at), at >= 0
}

// stillOpen refuses what can only be done before the start.
func stillOpen(row store.Table) error {
	switch row.State {
	case store.Open:
		return nil
	case store.Running:
		return apperr.New(apperr.TableRunning, "the table has started")
	case store.Finished:
		return apperr.New(apperr.TableFinished, "the table is finished")
	default:
		return apperr.New(apperr.TableClosed, "the table was closed")
	}
}

// failed names the step of a store error and gives it the code that clients know. Refusals pass as they are.
func failed(doing string, err error) error {
	var told *apperr.Error
	switch {
	case errors.As(err, &told):
		return err
	case errors.Is(err, store.ErrNotFound):
		return unknown()
	case errors.Is(err, store.ErrUnavailable), errors.Is(err, store.ErrConflict):
		return apperr.Wrap(fmt.Errorf("%s: %w", doing, err), apperr.Unavailable, "the store cannot be reached now, try again")
	case errors.Is(err, store.ErrSealed):
		return apperr.Wrap(err, apperr.Sealed, "the secret of this table is encrypted with a key that this server was not given")
	}
	return fmt.Errorf("%s: %w", doing, err)
}

func unknown() error { return apperr.New(apperr.UnknownTable, "there is no such table") }
