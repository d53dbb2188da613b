package player_test

import (
	"context"
	"crypto/rand"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"go.uber.org/goleak"

	"nemeton/server/apperr"
	"nemeton/server/player"
	"nemeton/server/store"
	"nemeton/server/store/sqlite"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/sqlitetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fixture is a service on a real store that records the calls to lobby and tables.
type fixture struct {
	*player.Service
	store    *sqlite.Store
	now      time.Time
	ended    []string         // sessions
	standUps []store.PlayerID // calls of StandUpAll
	renamed  []store.PlayerID
	erased   []store.PlayerID
	invites  []store.TableID // calls of ReplaceInvites
	reused   []string        // calls of Reused
	refuse   error           // the error of StandUpAll
}

func (h *fixture) StandUpAll(_ context.Context, id store.PlayerID) error {
	h.standUps = append(h.standUps, id)
	return h.refuse
}

func (h *fixture) Erased(_ context.Context, id store.PlayerID) { h.erased = append(h.erased, id) }

func (h *fixture) Renamed(_ context.Context, id store.PlayerID) { h.renamed = append(h.renamed, id) }

func (h *fixture) ReplaceInvites(_ context.Context, tables []store.TableID) {
	h.invites = append(h.invites, tables...)
}

func newFixture(t *testing.T, change ...func(*player.Config)) *fixture {
	t.Helper()
	s := sqlitetest.Open(t)
	h := &fixture{store: s, now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	cfg := player.Config{
		Store: s, Lobby: h, EndSession: func(id string) { h.ended = append(h.ended, id) }, Reused: func(id string) { h.reused = append(h.reused, id) },
		Now: func() time.Time { return h.now }, NewID: uuid.NewString, Entropy: rand.Reader,
	}
	for _, c := range change {
		c(&cfg)
	}
	h.Service = player.NewService(cfg)
	return h
}

func (h *fixture) guest(t *testing.T) (store.Player, string) {
	t.Helper()
	p, token, err := h.Create(context.Background(), "Ada", strings.Repeat("é", 40))
	must.Succeed(t, err)
	return p, token
}

// caller authenticates a token.
func (h *fixture) caller(t *testing.T, token string) player.Caller {
	t.Helper()
	return must.Return(h.Authenticate(context.Background(), token))(t)
}

// refuses fails the test unless the token is refused.
func (h *fixture) refuses(t *testing.T, name, token string) {
	t.Helper()
	expect.Equal(t, apperr.CodeOf(expect.Second(h.Authenticate(context.Background(), token))), apperr.Unauthenticated, name)
}

func TestAuthenticate(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ctx := context.Background()
	p, token := h.guest(t)
	c, err := h.Authenticate(ctx, token)
	if err != nil || c.Player.ID != p.ID || c.Session == "" {
		t.Fatalf("got %+v and %v, want Ada", c, err)
	}
	for name, bad := range map[string]string{
		"empty": "", "short": token[1:], "long": token + "A", "of invalid characters": strings.Repeat("!", 43), "nobody's": strings.Repeat("A", 43),
	} {
		expect.Equal(t, apperr.CodeOf(expect.Second(h.Authenticate(ctx, bad))), apperr.Unauthenticated, "a token that is", name)
	}
}

// The last-seen time is precise to a few minutes, so that reads cause no writes.
func TestAuthenticate_Seen(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ctx := context.Background()
	p, token := h.guest(t)
	made := h.now
	seen := func() time.Time {
		t.Helper()
		must.Return(h.Authenticate(ctx, token))(t)
		list, err := h.Sessions(ctx, p.ID)
		if err != nil || len(list) != 1 {
			t.Fatalf("got %d sessions and %v, want one", len(list), err)
		}
		return list[0].SeenAt
	}
	h.now = made.Add(4 * time.Minute)
	if got := seen(); !got.Equal(made) {
		t.Errorf("got seen at %v after four minutes, want %v", got, made)
	}
	h.now = made.Add(6 * time.Minute)
	if got := seen(); !got.Equal(h.now) {
		t.Errorf("got seen at %v after six minutes, want %v", got, h.now)
	}
}

func TestLink(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ctx := context.Background()
	p, token := h.guest(t)
	link := func() string {
		t.Helper()
		code, expires, err := h.Link(ctx, h.caller(t, token))
		if err != nil || len(code) != 14 || !expires.Equal(h.now.Add(player.LinkLife)) {
			t.Fatalf("got %q until %v and %v", code, expires, err)
		}
		return code
	}
	for name, typed := range map[string]func(string) string{
		"as shown":                strings.Clone,
		"in lower case":           strings.ToLower,
		"without dashes":          func(c string) string { return strings.ReplaceAll(c, "-", "") },
		"with look-alike letters": func(c string) string { return strings.NewReplacer("0", "o", "1", "l").Replace(c) },
	} {
		got, token, err := h.Claim(ctx, typed(link()), "")
		if err != nil || got.ID != p.ID {
			t.Errorf("%s: got %+v and %v, want Ada", name, got, err)
		}
		expect.Equal(t, must.Return(h.Authenticate(ctx, token))(t).Player.ID, p.ID, name, "the new token")
	}
	bad := func(why, code string) {
		t.Helper()
		expect.Equal(t, apperr.CodeOf(expect.Third(h.Claim(ctx, code, ""))), apperr.BadLink, why)
	}
	used := link()
	must.Succeed(t, expect.Third(h.Claim(ctx, used, "")))
	bad("used before", used)
	bad("mistyped", "UUUU-UUUU-UUUU")
	bad("endless", strings.Repeat(" ", 1000)+link())
	late := link()
	h.now = h.now.Add(player.LinkLife + time.Second)
	bad("expired", late)
	erased := link()
	must.Succeed(t, h.Erase(ctx, p.ID))
	bad("of an erased player", erased)
}

func TestErase(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ctx := context.Background()
	p, token := h.guest(t)
	code, _, err := h.Link(ctx, h.caller(t, token))
	must.Succeed(t, err)
	must.Succeed(t, expect.Third(h.Claim(ctx, code, "phone")))

	h.refuse = apperr.New(apperr.Unavailable, "not now")
	expect.Error(t, h.Erase(ctx, p.ID), h.refuse, "the error of StandUpAll")
	expect.Error(t, expect.Second(h.Authenticate(ctx, token)), nil, "(a player must not be erased before the seats are free)")

	h.refuse = nil
	must.Succeed(t, h.Erase(ctx, p.ID))
	if len(h.ended) != 2 || !slices.Equal(h.standUps, []store.PlayerID{p.ID, p.ID, p.ID}) || !slices.Contains(h.renamed, p.ID) || !slices.Contains(h.erased, p.ID) {
		t.Errorf("got sessions ended %v, stood up %v, renamed %v; want both sessions, the tables, and seats freed before and after", h.ended, h.standUps, h.renamed)
	}
	expect.Equal(t, apperr.CodeOf(expect.Second(h.Authenticate(ctx, token))), apperr.Unauthenticated, "(the token revoked)")
	got, err := h.store.Player(ctx, p.ID)
	if err != nil || got.Name != "" || !got.Erased {
		t.Errorf("got %+v and %v, want a nameless player", got, err)
	}
}

func TestRevoke(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ctx := context.Background()
	p, token := h.guest(t)
	other, _ := h.guest(t)
	c := must.Return(h.Authenticate(ctx, token))(t)
	expect.Equal(t, apperr.CodeOf(h.Revoke(ctx, other.ID, c.Session)), apperr.UnknownSession, "another player's session")
	if err := h.Revoke(ctx, p.ID, c.Session); err != nil || !slices.Equal(h.ended, []string{c.Session}) {
		t.Errorf("got %v and %v ended, want the session ended", err, h.ended)
	}
}

// An unreachable store gets a code that makes clients try again.
func TestUnavailable(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	_, token := h.guest(t)
	broken := player.NewService(player.Config{
		Store: unreachable{h.store}, Lobby: h, EndSession: func(string) {}, Now: time.Now, NewID: uuid.NewString, Entropy: rand.Reader,
	})
	expect.Equal(t, apperr.CodeOf(expect.Second(broken.Authenticate(context.Background(), token))), apperr.Unavailable)
}

type unreachable struct{ player.Store }

func (unreachable) SessionByToken(context.Context, [32]byte) (store.Session, store.Player, error) {
	return store.Session{}, store.Player{}, store.ErrUnavailable
}
