package account_test

import (
	"context"
	"crypto/rand"
	"errors"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"nemeton/server/account"
	"nemeton/server/apperr"
	"nemeton/server/player"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/tabletest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const origin = "https://games.example"

// mailbox is a mail server. The data of a verified channel is "yes".
type mailbox struct {
	codes []string // of the sent mails
	fails error
}

func (m *mailbox) Address(text string) (string, bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	return text, strings.Contains(text, "@")
}

func (m *mailbox) Verified(data string) bool { return data == "yes" }

func (m *mailbox) SendCode(_ context.Context, _ string, _ netip.Addr, _, code string) error {
	if m.fails == nil {
		m.codes = append(m.codes, code)
	}
	return m.fails
}

// lobby is one without tables.
type lobby struct{}

func (lobby) StandUpAll(context.Context, store.PlayerID) error { return nil }
func (lobby) Erased(context.Context, store.PlayerID)           {}
func (lobby) Renamed(context.Context, store.PlayerID)          {}
func (lobby) ReplaceInvites(context.Context, []store.TableID)  {}

// unsteady is a source of entropy that can fail.
type unsteady struct{ fails bool }

func (u *unsteady) Read(p []byte) (int, error) {
	if u.fails {
		return 0, errors.New("no entropy")
	}
	return rand.Read(p)
}

// noting is a store that notes the ids of attempts.
type noting struct {
	store.Store
	h *fixture
}

func (s noting) AddAttempt(ctx context.Context, a store.Attempt) error {
	s.h.mu.Lock()
	defer s.h.mu.Unlock()
	if slices.Contains(s.h.begun, a.ID) {
		return errors.New("the attempt was deleted to be added anew, so a kill in between loses it")
	}
	s.h.begun = append(s.h.begun, a.ID)
	return s.Store.AddAttempt(ctx, a)
}

// attempts is the number of sign-ins that wait.
func (h *fixture) attempts() (n int) {
	h.t.Helper()
	for _, id := range h.begun {
		if _, err := h.Store.ChangeAttempt(h.t.Context(), id, func(*store.Attempt) error { return nil }); err == nil {
			n++
		}
	}
	return n
}

// fixture is the service with real sessions on a real store.
type fixture struct {
	*tabletest.Fixture
	*account.Service
	t        *testing.T
	clock    *tabletest.Clock
	people   *player.Service
	mail     *mailbox
	tokens   unsteady // of sessions
	ada, ben store.PlayerID

	mu     sync.Mutex
	begun  []string // ids of attempts
	told   []string // player and kind of event
	merged []store.Merged
}

func newFixture(t *testing.T, change ...func(*account.Config)) *fixture {
	t.Helper()
	h := &fixture{Fixture: tabletest.New(t), t: t, mail: &mailbox{}}
	h.ada, h.ben = h.Players[0], h.Players[1]
	h.clock = tabletest.NewClock(h.Moment)
	ids := func() string { // requests of several goroutines
		h.mu.Lock()
		defer h.mu.Unlock()
		return h.NewID()
	}
	h.people = player.NewService(player.Config{
		Store: h.Store, Lobby: lobby{}, EndSession: func(string) {}, Now: h.clock.Now, NewID: ids, Entropy: &h.tokens,
	})
	cfg := account.Config{
		Store: noting{h.Store, h}, Mail: h.mail, NewSession: h.people.NewSession, Create: h.people.Create,
		Tell: func(_ context.Context, e store.AccountEvent) {
			h.mu.Lock()
			defer h.mu.Unlock()
			h.told = append(h.told, string(e.Player)+" "+e.Kind)
		},
		Merged: func(_ context.Context, m store.Merged) { h.merged = append(h.merged, m) },
		Now:    h.clock.Now, NewID: ids, Entropy: rand.Reader, SecretKey: []byte("a key"),
	}
	for _, c := range change {
		c(&cfg)
	}
	h.Service = account.NewService(cfg)
	return h
}

func (h *fixture) expect(what string, err error, code apperr.Code) {
	h.t.Helper()
	expect.Equal(h.t, apperr.CodeOf(err), code, what, err)
}

// is checks that a token is that of a player.
func (h *fixture) is(token string, want store.PlayerID) {
	h.t.Helper()
	expect.Equal(h.t, must.Return(h.people.Authenticate(h.t.Context(), token))(h.t).Player.ID, want, "the session")
}

// hears checks that a player was told of an event, which the list of events has, too.
func (h *fixture) hears(id store.PlayerID, kind string) {
	h.t.Helper()
	h.mu.Lock()
	told := slices.Contains(h.told, string(id)+" "+kind)
	h.mu.Unlock()
	list := must.Return(h.Events(h.t.Context(), id))(h.t)
	if !told || !slices.ContainsFunc(list, func(e store.AccountEvent) bool { return e.Kind == kind }) {
		h.t.Errorf("%s was told %q and sees %+v, want %s", id, h.told, list, kind)
	}
}

// of returns a value, and panics at an error.
func of[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
