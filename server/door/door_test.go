package door_test

import (
	"crypto/rand"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"go.uber.org/goleak"

	"nemeton/server/apperr"
	"nemeton/server/door"
	"nemeton/server/player"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/tabletest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

type fixture struct {
	*tabletest.Fixture
	*door.Service
	t      *testing.T
	clock  *tabletest.Clock
	people *player.Service
}

func newFixture(t *testing.T, kind door.Kind, members bool) *fixture {
	t.Helper()
	h := &fixture{Fixture: tabletest.New(t), t: t}
	h.clock = tabletest.NewClock(h.Moment)
	h.people = player.NewService(player.Config{Store: h.Store, Now: h.clock.Now, NewID: uuid.NewString, Entropy: rand.Reader})
	h.Service = door.NewService(door.Config{
		Kind: kind, Members: members, Store: h.Store, Now: h.clock.Now, NewID: uuid.NewString, Entropy: rand.Reader,
	})
	return h
}

func (h *fixture) expect(what string, err error, code apperr.Code) {
	h.t.Helper()
	expect.Equal(h.t, apperr.CodeOf(err), code, what, err)
}

// code makes a code of an operator.
func (h *fixture) code(uses int) (string, store.DoorCode) {
	h.t.Helper()
	code, made, err := h.MakeOperatorCode(h.t.Context(), "root", "for the club", uses)
	must.Succeed(h.t, err)
	return code, made
}

func (h *fixture) admits(code string) error { return h.comesIn("Eve", door.Key{Code: code}) }

// comesIn makes a person with a key.
func (h *fixture) comesIn(name string, k door.Key) error {
	code, err := h.Admit(h.t.Context(), k)
	if err == nil {
		_, _, err = h.people.Admit(h.t.Context(), name, "", code)
	}
	return err
}

func TestDoor_Kinds(t *testing.T) {
	t.Parallel()
	for kind, want := range map[door.Kind]struct {
		nothing, code      apperr.Code
		open, invite, oidc bool
	}{
		door.Open:   {"", "", true, false, true},
		door.Invite: {apperr.DoorClosed, "", false, true, false},
		door.OIDC:   {apperr.DoorClosed, apperr.DoorClosed, false, false, true},
	} {
		h := newFixture(t, kind, true)
		code, _ := h.code(1)
		h.expect(string(kind)+" with nothing", h.admits(""), want.nothing)
		h.expect(string(kind)+" with a code", h.admits(code), want.code)
		if h.Kind() != kind || h.IsOpen() != want.open || h.MayInvite() != want.invite || h.TakesOIDC() != want.oidc {
			t.Errorf("%s: got open %v, invite %v, oidc %v, want %+v", kind, h.IsOpen(), h.MayInvite(), h.TakesOIDC(), want)
		}
	}
}

func TestDoor_Codes(t *testing.T) {
	t.Parallel()
	h := newFixture(t, door.Invite, false)
	code, _ := h.code(2)
	h.expect("as typed", h.admits(" "+strings.ToLower(strings.ReplaceAll(code, "-", " "))), "")
	if list, err := h.Codes(t.Context(), ""); err != nil || len(list) != 1 || list[0].Uses != 1 || list[0].Operator != "root" || list[0].Note != "for the club" {
		t.Errorf("got %+v, %v, want the code with one use left", list, err)
	}
	h.expect("with a bad name", h.comesIn("", door.Key{Code: code}), apperr.BadName)
	h.expect("once more", h.admits(code), "")
	h.expect("used up", h.admits(code), apperr.DoorClosed)
	h.expect("unknown", h.admits("0000-0000-0000"), apperr.DoorClosed)
	h.expect("of another form", h.admits("123456"), apperr.DoorClosed)
	code, made := h.code(1)
	h.expect("revoked", h.Revoke(t.Context(), "", made.ID), "")
	h.expect("revoked twice", h.Revoke(t.Context(), "", made.ID), apperr.BadLink)
	h.expect("a revoked one", h.admits(code), apperr.DoorClosed)
	code, _ = h.code(1)
	h.clock.Add(door.Life)
	h.expect("expired", h.admits(code), apperr.DoorClosed)
	for _, uses := range []int{-1, 0, door.MaxUses + 1} {
		h.expect("an odd number of uses", expect.Third(h.MakeOperatorCode(t.Context(), "root", "", uses)), apperr.Invalid)
	}
}

// The last use of a code lets in one of those who enter it at the same moment.
func TestDoor_AtTheSameMoment(t *testing.T) {
	t.Parallel()
	h := newFixture(t, door.Invite, false)
	code, _ := h.code(3)
	var in atomic.Int32
	var wait sync.WaitGroup
	for range 12 {
		wait.Go(func() {
			switch err := h.admits(code); apperr.CodeOf(err) {
			case "":
				in.Add(1)
			case apperr.DoorClosed:
			default:
				t.Error(err)
			}
		})
	}
	wait.Wait()
	expect.Equal(t, in.Load(), 3, "people with a code for 3")
}

func TestDoor_Members(t *testing.T) {
	t.Parallel()
	h := newFixture(t, door.Invite, true)
	ada, ben := h.Players[0], h.Players[1]
	var ids []string
	for {
		h.clock.Add(time.Second)
		_, made, err := h.MakeCode(t.Context(), ada)
		if err != nil {
			h.expect("a code too many", err, apperr.TooManyWays)
			break
		}
		if ids = append(ids, made.ID); made.Uses != 5 || made.MadeBy != ada || len(ids) > 10 {
			t.Fatalf("got %+v as code %d, want ten codes for five people each", made, len(ids))
		}
	}
	expect.Equal(t, len(ids), 10, "codes")
	expect.Equal(t, len(must.Return(h.Codes(t.Context(), ben))(t)), 0, "codes that Ben sees")
	h.expect("revoked by another member", h.Revoke(t.Context(), ben, ids[0]), apperr.BadLink)
	_, operators := h.code(1)
	h.expect("one of an operator, revoked by a member", h.Revoke(t.Context(), ada, operators.ID), apperr.BadLink)
	h.expect("revoked", h.Revoke(t.Context(), ada, ids[0]), "")
	code, _, err := h.MakeCode(t.Context(), ada)
	h.expect("after a revocation", err, "")
	h.expect("let in", h.admits(code), "")
	if list, err := h.Codes(t.Context(), ""); err != nil || len(list) != 11 || !slices.ContainsFunc(list, func(c store.DoorCode) bool { return c.Uses == 4 }) {
		t.Errorf("got %d codes, %v, want all eleven, one with four uses", len(list), err)
	}
	for _, closed := range []*fixture{newFixture(t, door.Invite, false), newFixture(t, door.Open, true), newFixture(t, door.OIDC, true)} {
		h.expect("a member who may not", expect.Third(closed.MakeCode(t.Context(), closed.Players[0])), apperr.NotAllowed)
	}
}

func TestDoor_Invites(t *testing.T) {
	t.Parallel()
	h := newFixture(t, door.Invite, false)
	with := func(v store.Visibility, state store.State) store.TableID {
		return h.Open(2, func(row *store.Table) { row.Visibility, row.State, row.Invite = v, state, "the invite of "+string(v) })
	}
	private, public, closed := with(store.Private, store.Open), with(store.Public, store.Open), with(store.Private, store.Closed)
	finished := with(store.Private, store.Finished)
	if shows, err := h.Opens(t.Context(), finished, "the invite of private"); err != nil || !shows {
		t.Errorf("got %v and %v for a finished table, want that its invite shows it", shows, err)
	}
	for name, c := range map[string]struct {
		key  door.Key
		code apperr.Code
	}{
		"of a private table":              {door.Key{Table: private, Invite: "the invite of private"}, ""},
		"of a private table, again":       {door.Key{Table: private, Invite: "the invite of private"}, ""},
		"a wrong one":                     {door.Key{Table: private, Invite: "the invite of"}, apperr.DoorClosed},
		"none":                            {door.Key{Table: private}, apperr.DoorClosed},
		"of no table":                     {door.Key{Invite: "the invite of private"}, apperr.DoorClosed},
		"of an unknown table":             {door.Key{Table: "unknown", Invite: "the invite of private"}, apperr.DoorClosed},
		"of a public table":               {door.Key{Table: public, Invite: "the invite of public"}, apperr.DoorClosed},
		"nothing, to a public table":      {door.Key{Table: public}, apperr.DoorClosed},
		"of a table that is finished":     {door.Key{Table: finished, Invite: "the invite of private"}, apperr.DoorClosed},
		"of a table that is closed":       {door.Key{Table: closed, Invite: "the invite of private"}, apperr.DoorClosed},
		"a wrong one beside a wrong code": {door.Key{Table: private, Invite: "x", Code: "0000-0000-0000"}, apperr.DoorClosed},
	} {
		h.expect(name, h.comesIn("Eve", c.key), c.code)
	}
}
