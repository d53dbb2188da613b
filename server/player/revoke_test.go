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

const idle = 180 * 24 * time.Hour

func TestExpire(t *testing.T) {
	t.Parallel()
	h := newFixture(t, func(c *player.Config) { c.Idle = idle })
	ctx := context.Background()
	_, used := h.guest(t)
	_, unused := h.guest(t)
	session := h.caller(t, unused).Session
	h.now = h.now.Add(idle - time.Hour)
	h.valid(t, "a session that was idle for almost as long as allowed", used)
	h.now = h.now.Add(2 * time.Hour)
	h.refuses(t, "an idle session", unused)
	h.valid(t, "the session that was used", used)
	if n, err := h.Expire(ctx); err != nil || n != 1 || !slices.Equal(h.ended, []string{session}) {
		t.Errorf("got %d expired, %v, and sockets closed of %v; want those of one session", n, err, h.ended)
	}
	expect.Equal(t, must.Return(h.Expire(ctx))(t), 0, "again, expired")
	h.refuses(t, "the idle session afterwards", unused)
}

// A short idle time is kept exactly, although most requests do not store that the session was seen.
func TestExpire_ShortIdleTime(t *testing.T) {
	t.Parallel()
	h := newFixture(t, func(c *player.Config) { c.Idle = time.Minute })
	_, token := h.guest(t)
	for range 20 {
		h.now = h.now.Add(30 * time.Second)
		h.valid(t, "a session in use", token)
	}
}

func TestExpire_Never(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	_, token := h.guest(t)
	h.now = h.now.Add(100 * idle)
	expect.Equal(t, must.Return(h.Expire(context.Background()))(t), 0, "expired")
	h.valid(t, "a session without an idle time", token)
}

// Everything that a session made ends with it: links, and invites.
func TestRevoke_EndsLinksAndInvites(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for name, end := range map[string]func(h *fixture, stolen, own player.Caller) error{
		"revoked": func(h *fixture, stolen, own player.Caller) error { return h.Revoke(ctx, own.Player.ID, stolen.Session) },
		"signed out": func(h *fixture, stolen, _ player.Caller) error {
			return h.Revoke(ctx, stolen.Player.ID, stolen.Session)
		},
		"signed out by all": func(h *fixture, _, own player.Caller) error { return h.RevokeOthers(ctx, own) },
		"erased":            func(h *fixture, _, own player.Caller) error { return h.Erase(ctx, own.Player.ID) },
		"idle for too long": func(h *fixture, _, _ player.Caller) error {
			h.now = h.now.Add(2 * idle)
			_, err := h.Expire(ctx)
			return err
		},
		"used an old token": nil,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newFixture(t, func(c *player.Config) { c.Idle = idle })
			_, token := h.guest(t)
			own := h.caller(t, token)
			code, _, err := h.Link(ctx, own)
			must.Succeed(t, err)
			_, thiefs, err := h.Claim(ctx, code, "")
			must.Succeed(t, err)
			stolen := h.caller(t, thiefs)
			row := store.Table{
				ID: "t", Title: "toy", State: store.Open, Visibility: store.Private, Invite: "known", InviteSession: stolen.Session, Host: own.Player.ID,
				Seats: []store.Seat{{Player: own.Player.ID}}, CreatedAt: h.now, UpdatedAt: h.now,
			}
			must.Succeed(t, h.store.CreateTable(ctx, row, ""))
			if end == nil {
				next := h.rotate(t, thiefs)
				h.now = h.now.Add(time.Hour)
				h.valid(t, "the next token", next)
				h.now = h.now.Add(time.Hour)
			}
			code, _, err = h.Link(ctx, stolen)
			must.Succeed(t, err)
			if end == nil {
				h.refuses(t, "the old token", thiefs)
			} else if err := end(h, stolen, own); err != nil {
				t.Fatal(err)
			}
			h.refuses(t, "the session", thiefs)
			expect.Equal(t, apperr.CodeOf(expect.Third(h.Claim(ctx, code, ""))), apperr.BadLink, "the session's link")
			expect.Equal(t, apperr.CodeOf(expect.Third(h.Link(ctx, stolen))), apperr.Unauthenticated, "a new link of the session")
			if got, err := h.store.Table(ctx, "t"); err != nil || got.Invite != "" || !slices.Equal(h.invites, []store.TableID{"t"}) {
				t.Errorf("got invite %q, %v, and replaced invites of %v; want no invite, and a new one asked for", got.Invite, err, h.invites)
			}
			if !slices.Contains(h.ended, stolen.Session) {
				t.Errorf("got sockets closed of %v, want those of the session", h.ended)
			}
		})
	}
}

func TestLinks(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ctx := context.Background()
	p, token := h.guest(t)
	other, _ := h.guest(t)
	var codes []string
	for range store.MaxLinks + 1 {
		h.now = h.now.Add(time.Second)
		code, _, err := h.Link(ctx, h.caller(t, token))
		must.Succeed(t, err)
		codes = append(codes, code)
	}
	list, err := h.Links(ctx, p.ID)
	if err != nil || len(list) != store.MaxLinks || list[0].Kind != store.DeviceLink || !list[0].CreatedAt.Equal(h.now) {
		t.Fatalf("got %+v and %v, want %d links, the newest first", list, err, store.MaxLinks)
	}
	expect.Equal(t, apperr.CodeOf(expect.Third(h.Claim(ctx, codes[0], ""))), apperr.BadLink, "the oldest of too many")
	expect.Equal(t, apperr.CodeOf(h.RevokeLink(ctx, other.ID, list[0].ID)), apperr.BadLink, "another player's link")
	must.Succeed(t, h.RevokeLink(ctx, p.ID, list[0].ID))
	expect.Equal(t, apperr.CodeOf(expect.Third(h.Claim(ctx, codes[len(codes)-1], ""))), apperr.BadLink, "a revoked link")
	h.now = h.now.Add(player.LinkLife)
	expect.Equal(t, len(must.Return(h.Links(ctx, p.ID))(t)), 0, "links after their end")
}
