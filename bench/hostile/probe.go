package hostile

import (
	"context"
	"fmt"
	"slices"
)

// Probe is a request whose cost must not depend on the history of its table.
type Probe struct {
	Name string
	send func(a *attacker, ctx context.Context, h History) error
}

// Probes lists all probes.
func Probes() []Probe {
	return []Probe{
		{"since", func(a *attacker, ctx context.Context, h History) error { return a.resume(ctx, h) }},
		{"reconnect", func(a *attacker, ctx context.Context, h History) error { return a.connectAnew(ctx, h, h.Tokens[0]) }},
		{"view", func(a *attacker, ctx context.Context, h History) error { return a.readView(ctx, h) }},
		{"log", func(a *attacker, ctx context.Context, h History) error { return a.readLog(ctx, h, h.Seq-1) }},
		{"hint", func(a *attacker, ctx context.Context, h History) error { return a.hintAt(ctx, h) }},
	}
}

// Probe sends a request n times to the table with the long or the short log, one after the other and from all addresses in turn.
func (s *Swarm) Probe(ctx context.Context, name string, long bool, n int) (Report, error) {
	at := slices.IndexFunc(Probes(), func(p Probe) bool { return p.Name == name })
	if at < 0 {
		return Report{}, fmt.Errorf("hostile: no probe %q", name)
	}
	h := s.target.Short
	if long {
		h = s.target.Long
	}
	for i := range n {
		_ = Probes()[at].send(s.attackers[i%len(s.attackers)], ctx, h) // the report counts refusals
	}
	return s.counters.take(), nil
}

// hintAt asks for a hint on each seat, until one owes a decision.
func (a *attacker) hintAt(ctx context.Context, h History) (err error) {
	for _, token := range h.Tokens {
		if err = a.call(ctx, token, "POST", "/tables/"+h.Table+"/hint", "", nil); !isRefusal(err, "stale_decision") {
			return err
		}
	}
	return err
}
