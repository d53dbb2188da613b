package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"

	"nemeton/bench/traffic"
	"nemeton/client"
)

// pairCount tables of two players make one move per moveInterval each, as fast as experienced players. They ask for a hint every hintInterval
// moves.
const (
	pairCount    = 3
	moveInterval = 200 * time.Millisecond
	hintInterval = 5
)

// These are the longest time for which a person waits for an answer, and the pause before a refused request is sent again.
const (
	personTimeout = 2 * time.Minute
	retryPause    = 100 * time.Millisecond
)

// people are players at several tables.
type people []*playerPair

// playerPair is two players at a table.
type playerPair struct {
	players [2]*client.Client
	table   string
	moves   int
}

// peopleSample holds the latencies of one phase.
type peopleSample struct {
	commands, hints []time.Duration
	sent            int
	delayed         int // refused with 429 or 503 and sent again
	entries         int // stored
	failed          []error
}

// peopleCount counts requests of people.
type peopleCount struct {
	Sent       int    `json:"sent"`
	Delayed    int    `json:"delayed"` // refused with 429 or 503 and sent again
	Unanswered int    `json:"unanswered"`
	Failure    string `json:"failure,omitempty"`
}

func (s *peopleSample) add(other peopleSample) {
	s.commands, s.hints = append(s.commands, other.commands...), append(s.hints, other.hints...)
	s.sent += other.sent
	s.delayed += other.delayed
	s.entries += other.entries
	s.failed = append(s.failed, other.failed...)
}

func (s *peopleSample) count() peopleCount {
	c := peopleCount{Sent: s.sent, Delayed: s.delayed, Unanswered: len(s.failed)}
	if len(s.failed) > 0 {
		c.Failure = s.failed[0].Error()
	}
	return c
}

func (c *peopleCount) add(other peopleCount) {
	c.Sent += other.Sent
	c.Delayed += other.Delayed
	c.Unanswered += other.Unanswered
	c.Failure = cmp.Or(c.Failure, other.Failure)
}

// newPeople creates the players, each with an address of their own, and starts their tables.
func newPeople(ctx context.Context, url string) (people, error) {
	var all people
	for n := range pairCount {
		p := &playerPair{}
		for i := range p.players {
			var err error
			if p.players[i], err = traffic.NewGuest(ctx, clientAt(net.IPv4(127, 77, byte(n), byte(1+i))), url, "Person"); err != nil {
				return nil, err
			}
		}
		if err := p.startTable(ctx); err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

// clientAt returns a client that connects from an address.
func clientAt(address net.IP) *http.Client {
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: address}}
	return &http.Client{Timeout: personTimeout, Transport: &http.Transport{DialContext: d.DialContext}}
}

func (p *playerPair) startTable(ctx context.Context) (err error) {
	p.table, err = traffic.Begin(ctx, "meduris", map[string]any{"options": map[string]int{"hints": 1}}, p.players[:]...)
	return err
}

func (all people) tables() (ids []string) {
	for _, p := range all {
		ids = append(ids, p.table)
	}
	return ids
}

// playFor lets all pairs play for a time.
func (all people) playFor(ctx context.Context, lasts time.Duration) peopleSample {
	over := make(chan struct{})
	timer := time.AfterFunc(lasts, func() { close(over) })
	defer timer.Stop()
	return all.play(ctx, over)
}

// play lets all pairs play until over is closed.
func (all people) play(ctx context.Context, over <-chan struct{}) peopleSample {
	samples := make([]peopleSample, len(all))
	var busy sync.WaitGroup
	for i, p := range all {
		busy.Go(func() { samples[i] = p.play(ctx, over) })
	}
	busy.Wait()
	var sum peopleSample
	for _, s := range samples {
		sum.add(s)
	}
	return sum
}

func (p *playerPair) play(ctx context.Context, over <-chan struct{}) (s peopleSample) {
	tick := time.NewTicker(moveInterval)
	defer tick.Stop()
	for {
		acted, failed := false, len(s.failed)
		for _, player := range p.players {
			if p.turn(ctx, player, &s) {
				acted = true
			}
			select {
			case <-over:
				return s
			case <-ctx.Done():
				return s
			case <-tick.C:
			}
		}
		if !acted && len(s.failed) == failed { // the game is over
			if _, ok := s.request(ctx, func() error { return p.startTable(ctx) }); ok {
				s.entries++
			}
		}
	}
}

// turn lets a player answer their first decision with its first move. It returns false if they owe none.
func (p *playerPair) turn(ctx context.Context, player *client.Client, s *peopleSample) (acted bool) {
	var d client.Decision
	var owes bool
	if _, ok := s.request(ctx, func() (err error) { d, owes, err = traffic.Owed(ctx, player, p.table); return err }); !ok || !owes {
		return false
	}
	p.moves++
	if p.moves%hintInterval == 0 {
		hint := func() error {
			_, err := player.Call(ctx, http.MethodPost, "/tables/"+p.table+"/hint", nil, nil)
			return err
		}
		if took, ok := s.request(ctx, hint); ok {
			s.hints = append(s.hints, took)
		}
	}
	if took, ok := s.request(ctx, func() error { return traffic.Act(ctx, player, p.table, fmt.Sprint(p.moves), d) }); ok {
		s.commands, s.entries = append(s.commands, took), s.entries+1
	}
	return true
}

// request sends a request, again as long as the server is too busy, as the protocol asks of clients. It returns the time until the answer.
func (s *peopleSample) request(ctx context.Context, send func() error) (took time.Duration, ok bool) {
	s.sent++
	for began := time.Now(); ; traffic.Sleep(ctx, retryPause) {
		err := send()
		var refused *client.Error
		busy := errors.As(err, &refused) && (refused.Status == http.StatusTooManyRequests || refused.Status == http.StatusServiceUnavailable)
		switch {
		case err == nil:
			return time.Since(began), true
		case ctx.Err() != nil:
			return 0, false
		case !busy || time.Since(began) > personTimeout:
			s.failed = append(s.failed, err)
			return 0, false
		}
		s.delayed++
	}
}

// freeAddress returns a free address on the loopback interface.
func freeAddress(ctx context.Context) (string, error) {
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", net.JoinHostPort("127.0.0.1", "0"))
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}
