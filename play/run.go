package play

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"time"
)

// Run plays the games one after the other. The summary holds the progress in any case. The error is a *Broken for the first broken
// promise; any other error concerns the options or the context.
func Run(ctx context.Context, o Options) (Summary, error) {
	o = o.withDefaults()
	sum := Summary{Title: o.Title}
	began := time.Now()
	if len(o.URLs) == 0 {
		return sum, errors.New("play: Options.URLs is empty")
	}
	transport := &http.Transport{MaxIdleConnsPerHost: 4}
	defer transport.CloseIdleConnections()
	d := &restClient{opts: o, nodes: newNodes(o), client: &http.Client{Transport: transport}, tally: &sum}
	err := d.playAll(ctx)
	sum.Took = time.Since(began)
	return sum, err
}

func (d *restClient) playAll(ctx context.Context) error {
	t, err := d.title(ctx)
	if err != nil {
		return err
	}
	from, to := d.opts.Seats, d.opts.Seats
	if from == 0 {
		from, to = t.MinSeats, t.MaxSeats
	}
	if from < t.MinSeats || to > t.MaxSeats {
		return fmt.Errorf("play: %s allows %d to %d seats, not %d", t.ID, t.MinSeats, t.MaxSeats, d.opts.Seats)
	}
	guests, err := d.createGuests(ctx, to+1)
	if err != nil {
		return err
	}
	n := 0
	for seats := from; seats <= to; seats++ {
		for range d.opts.Games {
			n++
			if err := d.playOne(ctx, t, n, guests[:seats], guests[to]); err != nil {
				return err
			}
		}
	}
	if d.opts.KeepGuests {
		return nil
	}
	for _, guest := range guests {
		if err := d.expect(ctx, guest, http.MethodDelete, "/me", nil, nil, http.StatusNoContent); err != nil {
			return err
		}
		if err := d.expectRefusal(ctx, RefusedByCode, guest, http.MethodGet, "/me", nil, "unauthenticated"); err != nil {
			return err
		}
	}
	return nil
}

// title finds the title in the server's list.
func (d *restClient) title(ctx context.Context) (title, error) {
	var titles []title
	if err := d.get(ctx, caller{name: "anybody"}, "/titles", &titles); err != nil {
		return title{}, err
	}
	at := slices.IndexFunc(titles, func(t title) bool { return t.ID == d.opts.Title })
	if at < 0 {
		var ids []string
		for _, t := range titles {
			ids = append(ids, t.ID)
		}
		return title{}, fmt.Errorf("play: the server has no title %q, only %v", d.opts.Title, ids)
	}
	return titles[at], nil
}

func (d *restClient) createGuests(ctx context.Context, n int) ([]caller, error) {
	names := []string{"Ash", "Birch", "Cedar", "Dogwood", "Elder", "Fir", "Gorse", "Hazel", "Ivy", "Juniper"}
	var guests []caller
	for i := range n {
		name := names[i%len(names)]
		var made struct {
			Player struct{ ID, Name string }
			Token  string
		}
		anonymous := caller{name: "a new guest"}
		if err := d.expect(ctx, anonymous, http.MethodPost, "/players", map[string]string{"name": name}, &made, http.StatusCreated); err != nil {
			return nil, err
		}
		if made.Player.ID == "" || made.Player.Name != name || made.Token == "" {
			return nil, &Broken{Promise: AnswersAsDocumented, Viewer: anonymous.name, Detail: fmt.Sprintf("the name %q became %+v", name, made.Player)}
		}
		guests = append(guests, caller{name: name, id: made.Player.ID, token: made.Token})
	}
	anonymous := caller{name: "a caller without a token"}
	return guests, d.expectRefusal(ctx, RefusedByCode, anonymous, http.MethodGet, "/me", nil, "unauthenticated")
}

// playOne plays one table, from its creation to its audit.
func (d *restClient) playOne(ctx context.Context, t title, n int, guests []caller, other caller) error {
	began := time.Now()
	g := &game{
		rest: d, guests: slices.Clone(guests), stranger: other, private: n%2 == 0, away: map[int]bool{},
		r:     rand.New(rand.NewPCG(d.opts.Seed, uint64(n))),
		seats: make([]*viewer, len(guests)), steady: make([]*viewer, len(guests)),
	}
	g.r.Shuffle(len(guests), func(i, j int) { g.guests[i], g.guests[j] = g.guests[j], g.guests[i] })
	if moved := d.opts.Moved; moved != nil {
		withNumber := *d
		withNumber.opts.Moved = func(m Moment) { m.Game = n; moved(m) }
		g.rest = &withNumber
	}
	defer g.close()
	for _, step := range []func(context.Context) error{func(ctx context.Context) error { return g.setUp(ctx, t) }, g.start, g.play} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	result, export, err := g.audit(ctx)
	if err != nil {
		return err
	}
	result.Game, result.Took = n, time.Since(began)
	if d.opts.Ended != nil {
		if err := d.opts.Ended(g.transcript.export(result, export)); err != nil {
			return err
		}
	}
	d.tally.Games = append(d.tally.Games, result)
	if d.opts.Progress != nil {
		d.opts.Progress(result)
	}
	return nil
}
