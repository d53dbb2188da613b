package hostile

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"sync"
	"time"
)

// Swarm is a group of attackers that are ready to attack.
type Swarm struct {
	target    Target
	attackers []*attacker
	counters  *counters
	runs      uint64
}

// NewSwarm creates the attackers' guests and tables. It fails if the server is unreachable or refuses them.
func NewSwarm(ctx context.Context, target Target) (*Swarm, error) {
	at, err := url.Parse(target.URL)
	if err != nil {
		return nil, err
	}
	if len(target.Tables) == 0 {
		return nil, errors.New("hostile: Target.Tables is empty")
	}
	s := &Swarm{target: target, counters: &counters{}}
	for n := range target.Addresses {
		a := newAttacker(target, at.Host, n, s.counters)
		s.attackers = append(s.attackers, a)
		if err := a.setUp(ctx); err != nil {
			s.Close()
			return nil, fmt.Errorf("attacker at %s: %w", a.address, err)
		}
	}
	s.counters.take()
	return s, nil
}

// Close closes the idle connections.
func (s *Swarm) Close() {
	for _, a := range s.attackers {
		a.client.CloseIdleConnections()
	}
}

// Attack runs the attacks at the same time for a duration.
func (s *Swarm) Attack(ctx context.Context, kinds []Attack, lasts time.Duration) Report {
	ctx, cancel := context.WithTimeout(ctx, lasts)
	defer cancel()
	s.runs++
	connections := 0
	var busy sync.WaitGroup
	for n, a := range s.attackers {
		for k, kind := range kinds {
			for i := range kind.perAddress {
				connections++
				r := rand.New(rand.NewPCG(s.target.Seed+s.runs, uint64(n<<16|k<<8|i)))
				busy.Go(func() {
					for ctx.Err() == nil {
						kind.run(a, ctx, r)
						pause(ctx, time.Millisecond) // so that a refused attacker does not spin
					}
				})
			}
		}
	}
	busy.Wait()
	s.Close()
	report := s.counters.take()
	report.Attackers = connections
	return report
}
