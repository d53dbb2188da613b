package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"

	"nemeton/bench/timing"
	"nemeton/bench/traffic"
)

// pairCount tables of two players make one move per moveInterval each, as fast as experienced players.
const (
	pairCount    = 3
	moveInterval = 200 * time.Millisecond
)

// playerPairs are players at several tables.
type playerPairs []*playerPair

// playerPair is two players at a table.
type playerPair struct {
	players [2]traffic.Guest
	table   string
	moves   int
}

// newPlayerPairs creates the players and starts their tables.
func newPlayerPairs(ctx context.Context, url string) (playerPairs, error) {
	var all playerPairs
	for range pairCount {
		p := &playerPair{}
		for i := range p.players {
			var err error
			if p.players[i], err = traffic.NewGuest(ctx, url, "Person"); err != nil {
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

func (p *playerPair) startTable(ctx context.Context) (err error) {
	if p.table, err = p.players[0].CreateTable(ctx, "meduris", 2); err != nil {
		return err
	}
	if err = p.players[1].Call(ctx, http.MethodPost, "/tables/"+p.table+"/seats", map[string]any{}, nil); err != nil {
		return err
	}
	return p.players[0].Call(ctx, http.MethodPost, "/tables/"+p.table+"/start", nil, nil)
}

func (all playerPairs) tables() (ids []string) {
	for _, p := range all {
		ids = append(ids, p.table)
	}
	return ids
}

// play lets all pairs play for a time, or until over is closed, and returns the latencies.
func (all playerPairs) play(ctx context.Context, most time.Duration, over <-chan struct{}) (timing.Summary, error) {
	end := time.After(most)
	stop := make(chan struct{})
	go func() {
		defer close(stop)
		select {
		case <-end:
		case <-over:
		case <-ctx.Done():
		}
	}()
	took, errs := make([][]time.Duration, len(all)), make([]error, len(all))
	var busy sync.WaitGroup
	for i, p := range all {
		busy.Go(func() { took[i], errs[i] = p.play(ctx, stop) })
	}
	busy.Wait()
	return timing.Summarize(took...), errors.Join(errs...)
}

func (p *playerPair) play(ctx context.Context, stop <-chan struct{}) (took []time.Duration, err error) {
	tick := time.NewTicker(moveInterval)
	defer tick.Stop()
	for {
		acted := false
		for _, player := range p.players {
			p.moves++
			d, err := answer(ctx, player, p.table, fmt.Sprint(p.moves))
			if err != nil {
				return took, err
			}
			if d > 0 {
				took, acted = append(took, d), true
			}
			select {
			case <-stop:
				return took, nil
			case <-tick.C:
			}
		}
		if !acted { // the game is over
			if err := p.startTable(ctx); err != nil {
				return took, err
			}
		}
	}
}

// freeAddress returns a free address on the loopback interface.
func freeAddress(ctx context.Context) (string, error) {
	l, err := listen(ctx, net.JoinHostPort("127.0.0.1", "0"))
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}
