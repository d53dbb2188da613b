package play

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"

	"nemeton/client/device"
)

// table is the lobby's description of a table.
type table struct {
	ID         string `json:"id"`
	Title      string `json:"title"`
	State      string `json:"state"`
	Visibility string `json:"visibility"`
	Seats      []struct {
		Seat   int    `json:"seat"`
		Color  string `json:"color"`
		Player *struct {
			ID string `json:"id"`
		} `json:"player"`
		Contributed bool     `json:"contributed"`
		Devices     []string `json:"devices"`
	} `json:"seats"`
	Host    string `json:"host"`
	Seq     int    `json:"seq"`
	Owing   []int  `json:"owing"`
	Winners []int  `json:"winners"`
	Invite  string `json:"invite"`
	Rematch string `json:"rematch"`

	Chance     int    `json:"chance"`
	Commitment string `json:"commitment"`
}

// title is an entry of the list of titles.
type title struct {
	ID       string              `json:"id"`
	Name     string              `json:"name"`
	MinSeats int                 `json:"minSeats"`
	MaxSeats int                 `json:"maxSeats"`
	Colors   map[string][]string `json:"colors"`
}

// game is one table in play.
type game struct {
	rest       *restClient
	transcript *transcript
	r          *rand.Rand
	guests     []caller // by seat
	stranger   caller   // a guest without a seat at this table
	private    bool
	invite     string

	seats      []*viewer // by seat: viewers that act, drop and resume
	steady     []*viewer // by seat: viewers that stay connected
	spectators [2]*viewer

	devices []*device.Device // by seat: the devices that play; nil for a seat without one
	late    int              // the seat that answers the commitment last

	away      map[int]bool // seats that have left for a while
	played    []command    // accepted moves, for stale attempts
	moves     int
	takeBacks int
}

func (g *game) path(rest string) string { return "/tables/" + g.transcript.table + rest }

func (g *game) broken(p Promise, format string, args ...any) error {
	return &Broken{Promise: p, Table: g.transcript.table, Seq: g.transcript.seq, Detail: fmt.Sprintf(format, args...)}
}

// setUp creates the table and seats all guests, with some attempts in between that must be refused.
func (g *game) setUp(ctx context.Context, t title) error {
	visibility := "public"
	if g.private {
		visibility = "private"
	}
	n := len(g.guests)
	var made struct {
		Table table
	}
	p, err := parsePace(g.rest.opts.Pace)
	if err != nil {
		return err
	}
	request := map[string]any{"title": t.ID, "seats": n, "visibility": visibility}
	if p.Kind != "free" {
		request["pace"] = p
	}
	path := "/tables"
	if fork := g.rest.opts.Fork; fork != nil {
		path, request = "/tables/"+fork.Table+"/fork", map[string]any{"seq": fork.Seq, "chance": []string{"same", "new"}[g.r.IntN(2)]}
		t.Colors = nil // they stay
	}
	if err = g.rest.expect(ctx, g.guests[0], http.MethodPost, path, request, &made, http.StatusCreated); err != nil {
		return err
	}
	g.transcript = newTranscript(made.Table.ID, n)
	g.transcript.clocks.pace = p
	g.devices, g.late = make([]*device.Device, n), g.r.IntN(n)
	g.invite = made.Table.Invite
	switch m := made.Table; {
	case m.ID == "" || m.Title != t.ID || m.State != "open" || m.Visibility != visibility || len(m.Seats) != n || m.Host != g.guests[0].id:
		return g.broken(TablesAreTrue, "the description of a new %s table for %d is wrong: %+v", visibility, n, m)
	case m.Seats[0].Player == nil || m.Seats[0].Player.ID != g.guests[0].id:
		return g.broken(TablesAreTrue, "the creator does not hold seat 0: %+v", m)
	case g.private != (m.Invite != ""):
		return g.broken(PrivateIsPrivate, "a %s table with invite %q", visibility, m.Invite)
	}
	if err := g.transcript.seeTable(0, made.Table); err != nil {
		return err
	}
	if err := g.openSockets(ctx, 0); err != nil {
		return err
	}
	if err := g.checkPrivacy(ctx); err != nil {
		return err
	}
	if n > 1 {
		if err := g.rest.expectRefusal(ctx, RefusedByCode, g.guests[0], http.MethodPost, g.path("/start"), struct{}{}, "table_not_full"); err != nil {
			return err
		}
	}
	if g.late != 0 {
		if err := g.contribute(ctx, 0); err != nil {
			return err
		}
	}
	return g.fill(ctx, t.Colors[itoa(n)])
}

// fill seats the guests in random order. Some of them choose a color.
func (g *game) fill(ctx context.Context, colors []string) error {
	for i, at := range g.r.Perm(len(g.guests) - 1) {
		guest, seat := g.guests[at+1], at+1
		request := map[string]any{"seat": seat}
		if g.private {
			request["invite"] = g.invite
		}
		if i == 0 {
			taken := map[string]any{"seat": 0, "invite": g.invite}
			if err := g.rest.expectRefusal(ctx, RefusedByCode, guest, http.MethodPost, g.path("/seats"), taken, "seat_taken"); err != nil {
				return err
			}
		}
		if err := g.sit(ctx, guest, seat, request, colors); err != nil {
			return err
		}
	}
	if len(g.guests) > 1 {
		if err := g.rest.expectRefusal(ctx, RefusedByCode, g.guests[1], http.MethodPost, g.path("/start"), struct{}{}, "not_host"); err != nil {
			return err
		}
	}
	return g.contributeLast(ctx)
}

// sit seats a guest, sometimes with another color. Most guests answer the commitment at once.
func (g *game) sit(ctx context.Context, guest caller, seat int, request map[string]any, colors []string) error {
	var got struct{ Table table }
	if err := g.rest.expect(ctx, guest, http.MethodPost, g.path("/seats"), request, &got, http.StatusCreated, http.StatusOK); err != nil {
		return err
	}
	if at := got.Table.Seats[seat]; at.Player == nil || at.Player.ID != guest.id {
		return g.broken(TablesAreTrue, "%s took seat %d, but the table lists %+v", guest.name, seat, at)
	}
	if free := g.unusedColor(got.Table, colors); free != "" && g.r.IntN(2) == 0 {
		if err := g.rest.expect(ctx, guest, http.MethodPost, g.path("/seats"), map[string]any{"color": free}, &got, http.StatusOK); err != nil {
			return err
		}
		if now := got.Table.Seats[seat].Color; now != free {
			return g.broken(TablesAreTrue, "%s chose color %s but has %s", guest.name, free, now)
		}
	}
	if err := g.transcript.seeTable(seat, got.Table); err != nil {
		return err
	}
	if err := g.openSockets(ctx, seat); err != nil {
		return err
	}
	if g.late == seat {
		return nil
	}
	return g.contribute(ctx, seat)
}

// unusedColor draws a color that no seat has.
func (g *game) unusedColor(t table, colors []string) string {
	var free []string
	for _, c := range colors {
		used := false
		for _, s := range t.Seats {
			used = used || s.Color == c
		}
		if !used {
			free = append(free, c)
		}
	}
	if len(free) == 0 {
		return ""
	}
	return free[g.r.IntN(len(free))]
}

// start starts the table and waits until all viewers have the first update.
func (g *game) start(ctx context.Context) error {
	if err := g.rest.expectRefusal(ctx, ExportIsComplete, g.guests[0], http.MethodGet, g.path("/export"), nil, "table_running", "table_open"); err != nil {
		return err
	}
	r, err := g.rest.call(ctx, g.guests[0], 0, http.MethodPost, g.path("/start"), struct{}{})
	if err != nil {
		return err
	}
	// If the answer to a start was lost, the second request is refused.
	if r.status/100 != 2 && (!r.retried || r.code != "table_running") {
		return g.broken(AnswersAsDocumented, "start: %s", r)
	}
	for _, v := range g.allViewers() {
		if err := v.reach(ctx, 1); err != nil {
			return err
		}
	}
	g.transcript.seq = 1
	if g.private {
		return nil
	}
	return g.rest.expectRefusal(ctx, RefusedByCode, g.stranger, http.MethodPost, g.path("/seats"), struct{}{}, "table_running")
}

// openSockets opens the two sockets of a seat, and for the first seat those of the spectators too.
func (g *game) openSockets(ctx context.Context, seat int) error {
	first, last := 0, len(g.rest.opts.URLs)-1
	open := func(number int, token string, node int, updates form) (*viewer, error) {
		v := &viewer{rest: g.rest, transcript: g.transcript, number: number, node: node, results: map[string]result{}, handshake: handshake{token: token, form: updates}}
		if number == spectator {
			v.handshake.invite = g.invite
		}
		return v, v.open(ctx, false)
	}
	var err error
	if seat == 0 {
		if g.spectators[0], err = open(spectator, "", first, inFull); err != nil {
			return err
		}
		if g.spectators[1], err = open(spectator, g.stranger.token, last, withSteps); err != nil {
			return err
		}
	}
	token := g.guests[seat].token
	forms := [2]form{inFull, max(asPatches, g.anyForm())}
	if g.chance(2) {
		forms[0], forms[1] = forms[1], forms[0]
	}
	if g.seats[seat], err = open(seat, token, first, forms[0]); err != nil {
		return err
	}
	g.steady[seat], err = open(seat, token, last, forms[1])
	return err
}

func (g *game) allViewers() []*viewer {
	list := append([]*viewer{}, g.seats...)
	list = append(list, g.steady...)
	return append(list, g.spectators[:]...)
}

func (g *game) close() {
	for _, v := range g.allViewers() {
		if v != nil {
			v.close(1000)
		}
	}
}
