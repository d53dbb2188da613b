package player_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"nemeton/server/apperr"
	"nemeton/server/player"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// valid fails the test unless the token is accepted.
func (h *fixture) valid(t *testing.T, name, token string) {
	t.Helper()
	expect.Error(t, expect.Second(h.Authenticate(context.Background(), token)), nil, name)
}

// rotate makes a new token for the session of a token.
func (h *fixture) rotate(t *testing.T, token string) string {
	t.Helper()
	return must.Return(h.Rotate(context.Background(), h.caller(t, token)))(t)
}

func TestRotate(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	_, first := h.guest(t)
	session := h.caller(t, first).Session
	h.now = h.now.Add(25 * time.Hour)
	if age := h.caller(t, first).TokenAge; age < player.RotateAfter {
		t.Errorf("got a token age of %v after a day, want at least %v", age, player.RotateAfter)
	}
	second := h.rotate(t, first)
	if second == first || h.caller(t, second).Session != session {
		t.Fatal("want another token of the same session")
	}
	// A crash may lose the new cookie although it was used, so the old token is valid until the new one was used later on.
	h.now = h.now.Add(time.Minute)
	h.valid(t, "the new token", second)
	h.now = h.now.Add(time.Hour)
	h.valid(t, "the old token before the new one was used again", first)

	h.valid(t, "the new token", second)
	expect.Equal(t, h.caller(t, second).TokenAge, 0, "a token age")
	h.now = h.now.Add(4 * time.Minute)
	h.valid(t, "the old token in another tab", first)
	h.now = h.now.Add(2 * time.Minute)
	h.refuses(t, "the old token after the overlap", first)
	h.refuses(t, "the new token after the old one was used", second)
	if !slices.Equal(h.ended, []string{session}) || !slices.Equal(h.reused, []string{session}) {
		t.Errorf("got sessions ended %v and reported %v, want %s", h.ended, h.reused, session)
	}
}

// A client that never receives a new token goes on with its old one, and can ask again.
func TestRotate_LostAnswers(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	_, token := h.guest(t)
	lost := h.rotate(t, token)
	expect.Equal(t, apperr.CodeOf(expect.Second(h.Rotate(context.Background(), h.caller(t, token)))), apperr.NoChange, "another new token at once")
	for range 3 * store.MaxIssuedTokens {
		h.now = h.now.Add(6 * time.Minute)
		h.rotate(t, token)
	}
	h.now = h.now.Add(6 * time.Minute)
	h.valid(t, "the old token after many lost answers", token)
	h.refuses(t, "the first lost token", lost)
	next := h.rotate(t, token)
	h.now = h.now.Add(24 * time.Hour)
	h.valid(t, "the token of the answer that arrived", next)
	h.now = h.now.Add(24 * time.Hour)
	h.valid(t, "the same a day later", next)
	expect.Equal(t, len(h.ended), 0, "sessions ended")
}

// A thief who replaces a stolen token is found out when its owner uses the old one, and the other way round.
func TestRotate_Theft(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	_, stolen := h.guest(t)
	owners := h.rotate(t, stolen)
	h.now = h.now.Add(6 * time.Minute)
	thiefs := h.rotate(t, stolen)
	h.now = h.now.Add(6 * time.Minute)
	h.valid(t, "the thief's token", thiefs)
	h.now = h.now.Add(6 * time.Minute)
	h.refuses(t, "the owner's token, which was never used", owners)
	h.refuses(t, "the thief's token afterwards", thiefs)
	expect.Equal(t, len(h.reused), 1, "reported, session")
}

// Requests of several tabs that use a new token at the same time all succeed.
func TestRotate_Concurrent(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	_, first := h.guest(t)
	next := h.rotate(t, first)
	h.now = h.now.Add(time.Hour)
	errs := make(chan error)
	const tabs = 8
	for n := range tabs {
		token := []string{first, next}[n%2]
		go func() {
			_, err := h.Authenticate(context.Background(), token)
			errs <- err
		}()
	}
	for range tabs {
		expect.Error(t, <-errs, nil)
	}
}
