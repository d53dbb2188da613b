package results

import (
	"context"
	"errors"

	"nemeton/server/apperr"
	"nemeton/server/cursor"
	"nemeton/server/store"
)

// MaxPage is the maximum length of a page, Page the default. MaxCompanions is the maximum length of a list of companions.
const (
	MaxPage       = 50
	Page          = 20
	MaxCompanions = 60
)

// Store is the part of the store that the service uses.
type Store interface {
	store.Results
	Player(ctx context.Context, id store.PlayerID) (store.Player, error)
	PlayerNames(ctx context.Context, ids []store.PlayerID) (map[store.PlayerID]string, error)
	HasBlocked(ctx context.Context, player, other store.PlayerID) (bool, error)
}

// Service answers questions about finished games.
type Service struct{ store Store }

// NewService makes the service.
func NewService(s Store) *Service { return &Service{s} }

// Unknown is the answer for players who do not exist, are erased, or whose history the caller may not see.
func Unknown() error {
	return apperr.New(apperr.UnknownPlayer, "there is no such player, or their games are not shown to you")
}

// Visible returns a player whose history the caller may see. An empty caller is anonymous. It fails with unknown_player.
func (s *Service) Visible(ctx context.Context, id, caller store.PlayerID) (store.Player, error) {
	p, err := s.store.Player(ctx, id)
	switch {
	case errors.Is(err, store.ErrNotFound) || err == nil && p.Erased:
		return store.Player{}, Unknown()
	case err != nil:
		return store.Player{}, apperr.Failed("read a player", err)
	case caller == id:
		return p, nil
	case p.Shown == store.ShownToNobody || p.Shown != store.ShownToEverybody && caller == "":
		return store.Player{}, Unknown()
	}
	if caller != "" {
		blocked, err := s.store.HasBlocked(ctx, id, caller)
		if err != nil {
			return store.Player{}, apperr.Failed("read a block", err)
		}
		if blocked {
			return store.Player{}, Unknown()
		}
	}
	if p.Shown != store.ShownToEverybody {
		together, err := s.store.PlayedTogether(ctx, id, caller)
		if err != nil {
			return store.Player{}, apperr.Failed("look for games of two players", err)
		}
		if !together {
			return store.Player{}, Unknown()
		}
	}
	return p, nil
}

// Profile is a player with their figures.
type Profile struct {
	Player  store.Player
	Figures []store.Figures
}

// Profile returns the figures of a player. It fails with unknown_player.
func (s *Service) Profile(ctx context.Context, id, caller store.PlayerID) (Profile, error) {
	p, err := s.Visible(ctx, id, caller)
	if err != nil {
		return Profile{}, err
	}
	figures, err := s.store.Figures(ctx, id)
	if err != nil {
		return Profile{}, apperr.Failed("count games", err)
	}
	return Profile{p, figures}, nil
}

// GamesRequest selects a page of games.
type GamesRequest struct {
	With   store.PlayerID // only games with this player; empty: all
	Limit  int            // 1 to MaxPage; 0 is Page
	Cursor string         // from the previous page
}

// Games is a page of finished games. Names holds the names of those players who are not erased.
type Games struct {
	Results []store.Result
	Names   map[store.PlayerID]string
	Next    string // cursor of the next page; empty on the last one
}

// Games returns a page of the finished games of a player, the newest first. A result of a private table at which the caller has none has no id, and no other
// seat than that of the player. Errors: unknown_player, also for With; invalid for a bad cursor.
func (s *Service) Games(ctx context.Context, id, caller store.PlayerID, r GamesRequest) (Games, error) {
	if _, err := s.Visible(ctx, id, caller); err != nil {
		return Games{}, err
	}
	if r.With != "" {
		if _, err := s.Visible(ctx, r.With, caller); err != nil {
			return Games{}, err
		}
	}
	if r.Limit < 1 {
		r.Limit = Page
	}
	q := store.ResultQuery{Player: id, With: r.With, Viewer: caller, Limit: min(r.Limit, MaxPage) + 1}
	if r.Cursor != "" {
		var err error
		if q.Before, q.BeforeID, err = cursor.Read(r.Cursor); err != nil {
			return Games{}, err
		}
	}
	list, err := s.store.Results(ctx, q)
	if err != nil {
		return Games{}, apperr.Failed("read results", err)
	}
	page := Games{Results: list}
	if len(list) == q.Limit {
		page.Results = list[:q.Limit-1]
		last := page.Results[q.Limit-2]
		if page.Next = cursor.Write(last.FinishedAt, last.Table); hides(last, caller) {
			page.Next = cursor.Write(last.FinishedAt, cursor.Unnamed)
		}
	}
	var people []store.PlayerID
	for i := range page.Results {
		if hides(page.Results[i], caller) {
			page.Results[i] = hide(page.Results[i], id)
		}
		for _, seat := range page.Results[i].Seats {
			if seat.Player != "" {
				people = append(people, seat.Player)
			}
		}
	}
	if page.Names, err = s.store.PlayerNames(ctx, people); err != nil {
		return Games{}, apperr.Failed("read names", err)
	}
	return page, nil
}

// hides reports whether the caller may not know the table of a result.
func hides(r store.Result, caller store.PlayerID) bool {
	if !r.Private {
		return false
	}
	for _, seat := range r.Seats {
		if caller != "" && seat.Player == caller {
			return false
		}
	}
	return true
}

// hide removes the table and all seats except that of the player. The other seats stay as empty ones, because their number is part of the figures.
func hide(r store.Result, player store.PlayerID) store.Result {
	r.Table = ""
	seats := make([]store.SeatResult, len(r.Seats))
	for n, seat := range r.Seats {
		if seat.Player == player {
			seats[n] = seat
		}
	}
	r.Seats = seats
	return r
}

// Versus is the head to head of two players.
type Versus struct {
	Player, Other store.Player
	Titles        []store.HeadToHead
}

// Versus counts the games of two players at the same tables. The caller must be allowed to see both histories. Errors: unknown_player; invalid for one player
// against themselves.
func (s *Service) Versus(ctx context.Context, id, other, caller store.PlayerID) (Versus, error) {
	p, err := s.Visible(ctx, id, caller)
	if err != nil {
		return Versus{}, err
	}
	o, err := s.Visible(ctx, other, caller)
	if err != nil {
		return Versus{}, err
	}
	if id == other {
		return Versus{}, apperr.New(apperr.Invalid, "choose two different players")
	}
	titles, err := s.store.HeadToHead(ctx, id, other, caller)
	if err != nil {
		return Versus{}, apperr.Failed("count games of two players", err)
	}
	return Versus{p, o, titles}, nil
}

// Companions returns the people with whom the caller finished games, the last ones first, with their names.
func (s *Service) Companions(ctx context.Context, caller store.PlayerID) ([]store.Companion, map[store.PlayerID]string, error) {
	list, err := s.store.Companions(ctx, caller, MaxCompanions)
	if err != nil {
		return nil, nil, apperr.Failed("read companions", err)
	}
	ids := make([]store.PlayerID, len(list))
	for i, c := range list {
		ids[i] = c.Player
	}
	names, err := s.store.PlayerNames(ctx, ids)
	if err != nil {
		return nil, nil, apperr.Failed("read names", err)
	}
	return list, names, nil
}
