package lobby

import (
	"context"
	"io"
	"time"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/store/access"
	"nemeton/server/table"
)

// Store is the part of the store that the lobby uses.
type Store interface {
	store.Tables
	store.Quotas
	store.Invitations
	PlayedTogether(ctx context.Context, a, b store.PlayerID) (bool, error)
	CreateLink(ctx context.Context, l store.Link) error
	SetVacation(ctx context.Context, id store.PlayerID, until int64) error
	PlayerNames(ctx context.Context, ids []store.PlayerID) (map[store.PlayerID]string, error)
}

// Authority runs the tables after their start.
type Authority interface {
	// Begin starts the open table that row describes. An error that wraps store.ErrConflict means that the row has changed.
	Begin(ctx context.Context, row store.Table) error
	// Moment returns the moment after entry seq of a finished table.
	Moment(ctx context.Context, row store.Table, seq engine.Seq, chance engine.ForkChance) (engine.Origin, error)
	// Announce announces to the sockets of tables that rows or names of players have changed.
	Announce(ctx context.Context, ids ...store.TableID)
	// ActIfDue does at a running table what is due without a command, such as the concession of a person who was erased.
	ActIfDue(ctx context.Context, id store.TableID) error
	// AnnouncePlayer announces to a player's sockets that the invitations of the player have changed.
	AnnouncePlayer(player store.PlayerID)
	// ProposeStop stops the game at a table at which the command's seat is the only person.
	ProposeStop(ctx context.Context, id store.TableID, c table.Command) (table.Point, error)
	NoteVacation(ctx context.Context, id store.TableID, player store.PlayerID, command string) error
}

// Config configures a Service. All fields except the limits and Refused are required.
type Config struct {
	Store     Store
	Lists     store.TableLister // finds tables of others; it may be behind Store. Nil: Store does
	Authority Authority
	Titles    []engine.Title
	MaxTables int                   // maximum number of open and running tables of one player; 0: no limit
	MaxDaily  int                   // maximum number of tables that one player creates within 24 hours; 0: no limit
	MaxBytes  int64                 // size of the logs of those tables at which the player can create no more, in bytes; 0: no limit
	Refused   func(store.QuotaKind) // called for each request that a limit refuses; may be nil
	Now       func() time.Time
	NewID     func() string // UUIDs that increase with time
	Entropy   io.Reader
}

// Service is the lobby.
type Service struct{ cfg Config }

// NewService makes the lobby.
func NewService(cfg Config) *Service { return &Service{cfg: cfg} }

func (s *Service) Titles() []engine.Info {
	list := make([]engine.Info, len(s.cfg.Titles))
	for i, t := range s.cfg.Titles {
		list[i] = t.Info()
	}
	return list
}

func (s *Service) title(id string) (engine.Info, error) {
	t, err := s.find(id)
	if err != nil {
		return engine.Info{}, err
	}
	return t.Info(), nil
}

func (s *Service) find(id string) (engine.Title, error) {
	for _, t := range s.cfg.Titles {
		if t.Info().ID == id {
			return t, nil
		}
	}
	return nil, apperr.New(apperr.UnknownTitle, "this server does not know that title")
}

// Causes returns the rules behind the events, moves and scores of a title. The lists are empty if it names none.
func (s *Service) Causes(id string) (engine.Causes, error) {
	t, err := s.find(id)
	if title, ok := t.(engine.Explainer); ok && title.Causes().Events != nil {
		return title.Causes(), nil
	}
	return engine.Causes{Events: []engine.Cause{}, Moves: []engine.Cause{}, Scores: []engine.Cause{}}, err
}

// CommonOptions lists the options that every table has in addition to its title's.
func (s *Service) CommonOptions() []engine.Option { return commonOptions() }

// change changes a table's row under the store's lock and announces it to its sockets.
func (s *Service) change(ctx context.Context, id store.TableID, change func(*store.Table) error) (store.Table, error) {
	return s.changeWithin(ctx, id, store.Quota{}, change)
}

func (s *Service) changeWithin(ctx context.Context, id store.TableID, q store.Quota, change func(*store.Table) error) (store.Table, error) {
	row, err := s.cfg.Store.UpdateTableWithin(ctx, id, q, func(t *store.Table) error {
		if err := change(t); err != nil {
			return err
		}
		if err := s.completeInvite(t); err != nil {
			return err
		}
		t.UpdatedAt = s.cfg.Now()
		return nil
	})
	if err != nil {
		return store.Table{}, s.failed("change a table", err)
	}
	s.cfg.Authority.Announce(ctx, id)
	return row, nil
}

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

// onlyHost refuses everybody but the host. To people who may not see the table, it does not exist.
func onlyHost(row store.Table, caller store.PlayerID, act string) error {
	if access.Of(row, caller, "") < access.Reads {
		return unknown()
	}
	if row.Host != caller {
		return apperr.New(apperr.NotHost, "only the host can "+act)
	}
	return nil
}

func unknown() error { return apperr.New(apperr.UnknownTable, "there is no such table") }
