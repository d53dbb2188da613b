package table_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/tabletest"
)

func TestHandOver(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	clock := tabletest.NewClock(h.Moment)
	r, other := h.Registry(func(c *table.Config) { c.Now = clock.Now }), h.Registry()
	private := func(row *store.Table) { row.Visibility, row.Invite = store.Private, "let me in" }
	open, id, ctx := h.Open(2), h.Running(r, 2, private), context.Background()
	code := offer(t, h, id, 1, h.Players[1], h.Moment)
	friend, thief := h.Players[2], h.Players[3]
	before := h.Subscribe(r, id, table.SubscribeRequest{Player: h.Players[1]})
	onOther := h.Subscribe(other, id, table.SubscribeRequest{Player: h.Players[0]})
	for name, wrong := range map[string]string{
		"nothing": "", "points": "..", "another seat": "0" + code[1:], "no such seat": "7" + code[1:], "negative": "-" + code,
		"more": code + "x", "of an open table": offer(t, h, open, 1, h.Players[1], h.Moment), "less": code[:len(code)-1], "a number": "1",
	} {
		expectCode(t, name, expect.Second(r.Claim(ctx, id, thief, wrong, "c-"+name[:1])), apperr.BadLink)
	}
	_, err := r.Claim(ctx, open, thief, offer(t, h, open, 1, h.Players[1], h.Moment), "early")
	expectCode(t, "before the start", err, apperr.BadLink)
	expectCode(t, "a player with a seat at the table", expect.Second(r.Claim(ctx, id, h.Players[0], code, "mine")), apperr.SeatTaken)
	seq := must.Return(r.Claim(ctx, id, friend, code, "heir"))(t)
	expect.Equal(t, must.Return(r.Claim(ctx, id, friend, code, "heir"))(t), seq, "the same command again")
	expectCode(t, "a used code", expect.Second(r.Claim(ctx, id, thief, code, "thief")), apperr.BadLink)
	awaitTable(t, h, onOther, "the friend has the seat", func(f tabletest.Message) bool { return f.Table.Seats[1].Player.ID == string(friend) })
	// The old player had a seat at a private table and was never invited, so their socket is closed.
	for {
		if _, err = before.Next(ctx); err != nil {
			break
		}
	}
	if !errors.As(err, new(table.Closed)) {
		t.Errorf("the old player's socket: got %v, want it closed", err)
	}
	onSeat := h.Subscribe(r, id, table.SubscribeRequest{Player: friend})
	if f := h.Next(onSeat, "snapshot"); f.You.Seat == nil || *f.You.Seat != 1 {
		t.Errorf("the friend is %+v, want seat 1", f.You)
	}

	// The seat goes back to the first player. The first code, made for an earlier holder, is no longer valid.
	must.Return(r.Claim(ctx, id, h.Players[1], offer(t, h, id, 1, friend, h.Moment), "again"))(t)
	expectCode(t, "a code from before two handovers", expect.Second(r.Claim(ctx, id, thief, code, "thief2")), apperr.BadLink)
	last := offer(t, h, id, 1, h.Players[1], h.Moment)
	clock.Add(offerLife)
	expectCode(t, "after its end", expect.Second(r.Claim(ctx, id, friend, last, "late")), apperr.BadLink)
}

// Viewers at both nodes know the new player before they hear of the entry.
func TestHandOver_NameComesFirst(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	nodes := []*table.Registry{h.Registry(), h.Registry()}
	id := h.Running(nodes[0], 2)
	var subs []*tabletest.Subscriber
	for _, r := range nodes {
		sub := h.Subscribe(r, id, table.SubscribeRequest{Player: h.Players[0]})
		h.Next(sub, "snapshot")
		subs = append(subs, sub)
	}
	must.Return(nodes[0].Claim(t.Context(), id, h.Players[2], offer(t, h, id, 1, h.Players[1], h.Moment), "heir"))(t)
	for n, sub := range subs {
		name := ""
		for {
			m := h.Decode(must.Return(sub.Next(t.Context()))(t))
			if m.T == "table" {
				name = m.Table.Seats[1].Player.Name
			}
			if m.T == "update" {
				break
			}
		}
		expect.Equal(t, name, "Player 2", "the name at node", n)
	}
}

// An offer that is revoked between the look-up and the append is refused by the store, and a barred player gets no seat.
func TestHandOver_Revoked(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	ctx, friend := context.Background(), h.Players[2]
	revoking := &revokingStore{Store: h.Store, player: h.Players[1]}
	r := h.Registry(func(c *table.Config) { c.Store = revoking })
	id := h.Running(r, 2)
	revoking.armed = true
	_, err := r.Claim(ctx, id, friend, offer(t, h, id, 1, h.Players[1], h.Moment), "c")
	expectCode(t, "revoked meanwhile", err, apperr.BadLink)
	row, err := h.Store.UpdateTable(ctx, id, func(row *store.Table) error { row.Barred = []store.PlayerID{friend}; return nil })
	if err != nil || row.Seats[1].Player != h.Players[1] {
		t.Fatalf("got %v and seats %+v, want the seat unchanged", err, row.Seats)
	}
	expectCode(t, "a barred player", expect.Second(r.Claim(ctx, id, friend, offer(t, h, id, 1, h.Players[1], h.Moment), "c2")), apperr.Barred)
}

// revokingStore revokes all offers of a player before the next append, if armed.
type revokingStore struct {
	store.Store
	player store.PlayerID
	armed  bool
}

func (s *revokingStore) Append(ctx context.Context, a store.Append) error {
	if s.armed {
		s.armed = false
		list, err := s.Links(ctx, s.player, a.Now)
		for _, l := range list {
			err = errors.Join(err, s.RevokeLink(ctx, s.player, l.ID))
		}
		if err != nil || len(list) == 0 {
			return fmt.Errorf("revoked %d offers: %w", len(list), err)
		}
	}
	return s.Store.Append(ctx, a)
}

// A node that has not heard yet that a seat has passed to another player refuses commands of the former one. Nothing tells it here but the store.
func TestHandOver_FormerPlayerAtAnotherNode(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	ctx, unaware := context.Background(), func(c *table.Config) { c.Poll = time.Hour }
	r, other := h.Registry(unaware), h.Registry(unaware)
	id := h.Running(r, 2)
	owed, _ := h.Choose(r, id, 0)
	former, heir := h.Players[owed.Seat], h.Players[2]
	socket := h.Subscribe(r, id, table.SubscribeRequest{Player: former})
	must.Return(other.Claim(ctx, id, heir, offer(t, h, id, owed.Seat, former, h.Moment), "claim"))(t)
	if seat, sits := socket.Seat(); !sits || seat != owed.Seat {
		t.Fatalf("got seat %d, %v; the node knows the change already", seat, sits)
	}
	by := func(p store.PlayerID, name string) table.Command {
		return table.Command{ID: name, Seat: owed.Seat, Player: p, Decision: owed.Decision, Move: owed.Move}
	}
	enroll := func(ctx context.Context, id store.TableID, c table.Command) (table.Point, error) {
		return r.Enroll(ctx, id, c, engine.Enrolled{Device: chance.DeviceKey{1}})
	}
	for name, do := range map[string]act{
		"act": r.Act, "concede": r.Concede, "stop": r.ProposeStop, "pause": r.ProposePause, "takeback": r.TakeBack, "leave": r.Leave, "return": r.Return,
		"agree": about(r.Agree, 1-owed.Seat), "time-out": about(r.ClaimTimeOut, 1-owed.Seat), "gift": about(r.GiveTime, 1-owed.Seat), "enroll": enroll,
	} {
		expectCode(t, name+" by the former player", expect.Second(do(ctx, id, by(former, name))), apperr.NotSeated)
	}
	expect.Error(t, expect.Second(other.Act(ctx, id, by(heir, "heir"))), nil, "a move of the new player")
}

type act = func(context.Context, store.TableID, table.Command) (table.Point, error)

// about returns a command about another seat.
func about(do func(context.Context, store.TableID, table.Command, engine.Seat) (table.Point, error), seat engine.Seat) act {
	return func(ctx context.Context, id store.TableID, c table.Command) (table.Point, error) {
		return do(ctx, id, c, seat)
	}
}

// A node that learns late of a handover, and with it of later entries, shows these to the former player as to a spectator.
func TestHandOver_FormerPlayerSeesNoLaterEntries(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	ctx := context.Background()
	r, other := h.Registry(func(c *table.Config) { c.Poll = time.Hour }), h.Registry()
	id := h.Running(r, 2)
	former := h.Subscribe(r, id, table.SubscribeRequest{Player: h.Players[0], Patch: true})
	must.Return(other.Claim(ctx, id, h.Players[2], offer(t, h, id, 0, h.Players[0], h.Moment), "claim"))(t)
	for n := range 6 {
		h.Step(other, id, n)
	}
	last := h.View(other, id, engine.Spectator()).Seq
	r.Announce(ctx, id)
	for {
		f := h.Decode(must.Return(former.Next(ctx))(t))
		if f.T == "update" && strings.Contains(f.Raw, `"moves"`) {
			t.Errorf("the former player of seat 0 was shown the moves of the new one after entry %d: %s", f.Seq, f.Raw)
		}
		if f.T == "update" && f.Seq == last {
			break
		}
	}
	if f := h.Next(former, "table"); !f.You.Spectator {
		t.Errorf("got %+v, want a spectator", f.You)
	}
}

const offerLife = time.Hour

// offer stores an offer of the player's seat, made at a time, and returns its code.
func offer(t *testing.T, h *tabletest.Fixture, id store.TableID, seat engine.Seat, by store.PlayerID, made time.Time) string {
	t.Helper()
	ctx := context.Background()
	sessions, err := h.Store.Sessions(ctx, by)
	if err != nil || len(sessions) == 0 {
		t.Fatalf("got %d sessions and %v", len(sessions), err)
	}
	name := h.NewID()
	code := fmt.Sprintf("%d.%s", seat, name)
	err = h.Store.CreateLink(ctx, store.Link{
		ID: name, Kind: store.HandoverLink, CodeHash: sha256.Sum256([]byte(code)), Player: by, Session: sessions[0].ID,
		Table: id, Seat: seat, CreatedAt: made, ExpiresAt: made.Add(offerLife),
	})
	must.Succeed(t, err)
	return code
}
