package lobby

import (
	"cmp"
	"context"
	"fmt"
	"io"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/store/access"
)

// CreateRequest holds the choices for a new table.
type CreateRequest struct {
	Title      string
	Seats      int
	Options    engine.Options // absent options get their defaults
	Pace       *Pace          // nil: free
	Visibility store.Visibility
	Session    string // the caller's; a private table's invite ends with it
}

// Create creates a table. The creator gets seat 0 and is the host. Errors: unknown_title, bad_seats, bad_options, too_many_tables,
// daily_limit.
func (s *Service) Create(ctx context.Context, maker store.PlayerID, w CreateRequest) (store.Table, error) {
	info, err := s.title(w.Title)
	if err != nil {
		return store.Table{}, err
	}
	colors := info.ColorsFor(w.Seats)
	if colors == nil {
		return store.Table{}, apperr.New(apperr.BadSeats, fmt.Sprintf("that title is for %d to %d players", info.MinSeats, info.MaxSeats))
	}
	options, err := completeNew(w, info)
	if err != nil {
		return store.Table{}, err
	}
	row, err := s.blank(info.ID, w.Visibility, options, w.Session)
	if err != nil {
		return store.Table{}, err
	}
	row.Host = maker
	for _, color := range colors[:w.Seats] {
		row.Seats = append(row.Seats, store.Seat{Color: color})
	}
	row.Seats[0].Player = maker
	if err := s.cfg.Store.CreateTableWithin(ctx, row, "", s.quota(maker)); err != nil {
		return store.Table{}, s.failed("create a table", err)
	}
	return s.result(ctx, row.ID)
}

// blank returns a new table without seats and host: with its id, its secret and, unless public, an invite of the session.
func (s *Service) blank(title string, v store.Visibility, options engine.Options, session string) (store.Table, error) {
	now := s.cfg.Now()
	row := store.Table{
		ID: store.TableID(s.cfg.NewID()), Title: title, State: store.Open, Visibility: cmp.Or(v, store.Public), Options: options,
		Chance: engine.ChanceVersion, Rev: 1, CreatedAt: now, UpdatedAt: now,
	}
	if _, err := io.ReadFull(s.cfg.Entropy, row.Secret[:]); err != nil {
		return store.Table{}, fmt.Errorf("make a secret: %w", err)
	}
	if !access.Public(row) {
		invite, err := s.newInvite()
		if err != nil {
			return store.Table{}, err
		}
		row.Invite, row.InviteSession = invite, session
	}
	return row, nil
}

func (s *Service) result(ctx context.Context, id store.TableID) (store.Table, error) {
	ctx, cancel := store.Urgent(ctx)
	defer cancel()
	return s.reread(ctx, id)
}

func (s *Service) reread(ctx context.Context, id store.TableID) (store.Table, error) {
	row, err := s.cfg.Store.Table(ctx, id)
	if err != nil {
		return store.Table{}, apperr.Failed("read a table", err)
	}
	return row, nil
}
