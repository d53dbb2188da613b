package account

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"nemeton/server/apperr"
	"nemeton/server/store"
)

const (
	// mergeLife is the time in which a person decides whether the guest of before becomes one with them.
	mergeLife = time.Hour
	// waitLife is the validity of the answer while the guest's seat waits for the end of a table at which both sit.
	waitLife = 365 * 24 * time.Hour
)

type mergeData struct {
	From    store.PlayerID `json:"from"`
	Session string         `json:"session,omitempty"` // session of From in the browser that signed in
}

// OfferMerge is called when a player signs in with a browser that was signed in as a guest. It says what the guest has, and returns the id with which Merge and
// GoBack answer. They end with the session of the guest. The id is empty if the guest is the player, or has nothing.
func (s *Service) OfferMerge(ctx context.Context, guest store.PlayerID, session string, player store.PlayerID) (id string, m store.Merged, err error) {
	if guest == "" || guest == player {
		return "", m, nil
	}
	m, err = s.cfg.Store.MergeSummary(ctx, guest, player)
	if errors.Is(err, store.ErrNotFound) || err == nil && m.Empty() {
		return "", m, nil
	}
	if err != nil {
		return "", m, apperr.Failed("look at a guest", err)
	}
	a, err := s.begin(ctx, store.Attempt{Kind: store.MergeAttempt, Player: player}, mergeLife, mergeData{From: guest, Session: session})
	return a.ID, m, err
}

// LookAtMerge says again what an offer to a player would move. It fails with expired_code.
func (s *Service) LookAtMerge(ctx context.Context, player store.PlayerID, id string) (m store.Merged, err error) {
	d, err := s.offer(ctx, player, id)
	if err != nil {
		return m, err
	}
	m, err = s.cfg.Store.MergeSummary(ctx, d.From, player)
	return m, apperr.FailedOr("look at a guest", err, goneGuest())
}

func goneGuest() error { return apperr.New(apperr.UnknownPlayer, "that guest does not exist any more") }

func (s *Service) offer(ctx context.Context, player store.PlayerID, id string) (d mergeData, err error) {
	a, err := s.cfg.Store.ChangeAttempt(ctx, id, func(*store.Attempt) error { return nil })
	if errors.Is(err, store.ErrNotFound) || err == nil && (a.Kind != store.MergeAttempt || a.Player != player || !a.ExpiresAt.After(s.cfg.Now())) {
		return d, apperr.New(apperr.ExpiredCode, "that question is answered, or too old")
	}
	if err != nil {
		return d, apperr.Failed("read a sign-in", err)
	}
	if err := json.Unmarshal([]byte(a.Data), &d); err != nil {
		return d, err
	}
	return d, s.lives(ctx, d.Session)
}

// Merge makes the guest of an offer one with the player. It fails with expired_code. The guest stays while both sit at one unfinished table. Then the offer stays as
// well: it is the only way back to that seat, and moves it after the end of the table.
func (s *Service) Merge(ctx context.Context, player store.PlayerID, id string) (m store.Merged, err error) {
	d, err := s.offer(ctx, player, id)
	if err != nil {
		return m, err
	}
	e := s.event(player, PersonMerged, "")
	note := store.MergeNote{Offer: id, Waits: e.At.Add(waitLife), Event: e}
	if m, err = s.cfg.Store.MergePlayers(ctx, d.From, player, note); err != nil {
		return m, apperr.FailedOr("make two players one", err, goneGuest())
	}
	s.cfg.Merged(ctx, m)
	e.Name = m.Name
	s.cfg.Tell(ctx, e)
	return m, nil
}

// GoBack returns the guest of an offer, whom the browser becomes again. The offer stays, because the answer can get lost, and the guest with it. It fails with
// expired_code.
func (s *Service) GoBack(ctx context.Context, player store.PlayerID, id string) (guest store.PlayerID, err error) {
	d, err := s.offer(ctx, player, id)
	return d.From, err
}
