// Package circle knows the friends of players, and the figures of the games that friends finished together.
package circle

import (
	"context"
	"errors"
	"fmt"
	"time"

	"nemeton/server/apperr"
	"nemeton/server/store"
)

// Games is the number of a player's last games from which the figures of the circle are made.
const Games = 500

// Store is the part of the store that the service uses.
type Store interface {
	store.Friends
	Results(ctx context.Context, q store.ResultQuery) ([]store.Result, error)
	PlayedTogether(ctx context.Context, a, b store.PlayerID) (bool, error)
	PlayerNames(ctx context.Context, ids []store.PlayerID) (map[store.PlayerID]string, error)
}

// Tables is the part of the authority that the service uses.
type Tables interface {
	Announce(ctx context.Context, ids ...store.TableID)
	AnnouncePlayer(player store.PlayerID)
}

// Config configures a Service. All fields are required.
type Config struct {
	Store  Store
	Tables Tables
	Now    func() time.Time
}

// Service answers for the circles of players.
type Service struct{ cfg Config }

// NewService makes the service.
func NewService(cfg Config) *Service { return &Service{cfg} }

// Ask asks a person with whom the caller finished a game to be friends, or agrees if that person asked. Errors: unknown_player, also for people with whom there
// is a block, so that nobody learns of it; too_many_friends.
func (s *Service) Ask(ctx context.Context, caller, other store.PlayerID) (store.FriendState, error) {
	together, err := s.cfg.Store.PlayedTogether(ctx, caller, other)
	if err != nil {
		return "", fmt.Errorf("look for games of two players: %w", err)
	}
	if !together {
		return "", unknownPlayer()
	}
	state, err := s.cfg.Store.AskFriend(ctx, caller, other, s.cfg.Now())
	switch {
	case errors.Is(err, store.ErrNotFound):
		return "", unknownPlayer()
	case errors.Is(err, store.ErrTooMany):
		return "", apperr.New(apperr.TooManyFriends, fmt.Sprintf("a player has at most %d friends and open questions", store.MaxFriends))
	case err != nil:
		return "", fmt.Errorf("ask a player: %w", err)
	}
	s.cfg.Tables.AnnouncePlayer(other)
	if state == store.IsFriend {
		s.Announce(ctx, caller, other)
	}
	return state, nil
}

// End ends a friendship, withdraws a question or declines one. The other person is not told. Errors: no_change without any.
func (s *Service) End(ctx context.Context, caller, other store.PlayerID) error {
	err := s.cfg.Store.EndFriend(ctx, caller, other)
	if errors.Is(err, store.ErrNotFound) {
		return apperr.New(apperr.NoChange, "there is no such friend, and no open question")
	}
	if err != nil {
		return fmt.Errorf("end a friendship: %w", err)
	}
	s.Announce(ctx, caller, other)
	return nil
}

// Announce makes nodes read at once who may see the unfinished tables for friends of two hosts. It ignores errors, because nodes find changed rows by
// themselves.
func (s *Service) Announce(ctx context.Context, hosts ...store.PlayerID) {
	ctx, cancel := store.Urgent(ctx)
	defer cancel()
	if ids, err := s.cfg.Store.TablesForFriends(ctx, hosts); err == nil && len(ids) > 0 {
		s.cfg.Tables.Announce(ctx, ids...)
	}
}

// Friends returns the friends and open questions of the caller, with the names of these people.
func (s *Service) Friends(ctx context.Context, caller store.PlayerID) ([]store.Friend, map[store.PlayerID]string, error) {
	list, err := s.cfg.Store.Friends(ctx, caller)
	if err != nil {
		return nil, nil, fmt.Errorf("read friends: %w", err)
	}
	ids := []store.PlayerID{caller}
	for _, f := range list {
		ids = append(ids, f.Player)
	}
	names, err := s.cfg.Store.PlayerNames(ctx, ids)
	if err != nil {
		return nil, nil, fmt.Errorf("read names: %w", err)
	}
	return list, names, nil
}

// Circle is what a player sees of their circle.
type Circle struct {
	Friends []store.Friend
	Names   map[store.PlayerID]string
	Titles  []Title // by id
}

// Circle returns the friends of the caller, and the figures of the caller and their friends from the games that they finished together. The caller sat at all
// these tables, so the figures say nothing that they do not know.
func (s *Service) Circle(ctx context.Context, caller store.PlayerID) (c Circle, err error) {
	if c.Friends, c.Names, err = s.Friends(ctx, caller); err != nil {
		return Circle{}, err
	}
	games, err := s.cfg.Store.Results(ctx, store.ResultQuery{Player: caller, Viewer: caller, Limit: Games})
	if err != nil {
		return Circle{}, fmt.Errorf("read results: %w", err)
	}
	var friends []store.PlayerID
	for _, f := range c.Friends {
		if f.State == store.IsFriend {
			friends = append(friends, f.Player)
		}
	}
	c.Titles = count(games, caller, friends)
	return c, nil
}

func unknownPlayer() error {
	return apperr.New(apperr.UnknownPlayer, "there is no such player among those with whom you finished games")
}
