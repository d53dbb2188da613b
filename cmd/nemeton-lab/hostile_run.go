package main

import (
	"context"
	"time"

	"nemeton/bench/hostile"
	"nemeton/bench/timing"
	"nemeton/play/process"
)

// hostileRun is one run against a server.
type hostileRun struct {
	server    *process.Server
	admin     string
	target    hostile.Target
	kinds     []hostile.Attack
	probes    int
	people    people
	attackers *attackerProcess
}

// hostilePhase is the result of one attack.
type hostilePhase struct {
	Name      string         `json:"name"`
	Text      string         `json:"text"`
	Report    hostile.Report `json:"report"`
	Stored    int            `json:"stored"` // entries of the attackers
	Folded    int            `json:"folded"` // entries folded by the server
	CPU       float64        `json:"cpu"`    // seconds of the server
	Recovery  float64        `json:"recovery"`
	Commands  timing.Summary `json:"commands"` // of people
	RatioP50  float64        `json:"ratioP50"`
	RatioP99  float64        `json:"ratioP99"`
	Hints     timing.Summary `json:"hints"`
	HintRatio float64        `json:"hintRatio"` // of the medians
}

// allAtOnce is the name of the phase with all chosen attacks.
const allAtOnce = "all at once"

// measure measures costs, and then alternates between quiet phases and attacks.
func (r *hostileRun) measure(ctx context.Context, lasts time.Duration) (found hostileResult, err error) {
	if found.Costs, err = r.loadCosts(ctx); err != nil {
		return found, err
	}
	if r.people, err = newPeople(ctx, r.target.URL); err != nil {
		return found, err
	}
	r.target.Tables = r.people.tables()
	if r.attackers, err = startAttackers(r.target); err != nil {
		return found, err
	}
	defer r.attackers.end()
	memory := sampleMemory(ctx, r.admin)
	defer func() { found.RSS, found.Heap, found.Goroutines = memory.end() }()
	costs, err := r.probeCosts(ctx)
	found.Costs = append(found.Costs, costs...)
	if err != nil {
		return found, err
	}
	return found, r.alternate(ctx, lasts, &found)
}

func (r *hostileRun) alternate(ctx context.Context, lasts time.Duration, found *hostileResult) error {
	var quiet, during peopleSample
	rest := func() { quiet.add(r.people.playFor(ctx, lasts/2)) }
	r.people.playFor(ctx, lasts/4) // warm-up
	samples := make([]peopleSample, 0, len(r.kinds)+1)
	phases := make([][]hostile.Attack, 0, len(r.kinds)+1)
	for _, kind := range r.kinds {
		phases = append(phases, []hostile.Attack{kind})
	}
	if len(r.kinds) > 1 {
		phases = append(phases, r.kinds)
	}
	for _, kinds := range phases {
		rest()
		phase, sample, err := r.attack(ctx, kinds, lasts)
		found.Phases, samples = append(found.Phases, phase), append(samples, sample)
		found.Done.Add(phase.Report)
		found.Stored += phase.Stored
		during.add(sample)
		if err != nil {
			return err
		}
	}
	rest()
	found.Quiet, found.QuietHint = timing.Summarize(quiet.commands), timing.Summarize(quiet.hints)
	found.During, found.DuringHint = timing.Summarize(during.commands), timing.Summarize(during.hints)
	found.RatioP50, found.RatioP99 = ratio(found.During.P50, found.Quiet.P50), ratio(found.During.P99, found.Quiet.P99)
	for i, s := range samples {
		p := &found.Phases[i]
		p.Commands, p.Hints = timing.Summarize(s.commands), timing.Summarize(s.hints)
		p.RatioP50, p.RatioP99 = ratio(p.Commands.P50, found.Quiet.P50), ratio(p.Commands.P99, found.Quiet.P99)
		p.HintRatio = ratio(p.Hints.P50, found.QuietHint.P50)
	}
	found.People = quiet.count()
	found.People.add(during.count())
	return ctx.Err()
}

func (r *hostileRun) attack(ctx context.Context, kinds []hostile.Attack, lasts time.Duration) (p hostilePhase, sample peopleSample, err error) {
	p.Name, p.Text = allAtOnce, ""
	if len(kinds) == 1 {
		p.Name, p.Text = kinds[0].Name, kinds[0].Text
	}
	before, err := r.work(ctx)
	if err != nil {
		return p, sample, err
	}
	over := make(chan struct{})
	go func() {
		defer close(over)
		p.Report, err = r.attackers.attack(kinds, lasts)
	}()
	sample = r.people.play(ctx, over)
	<-over
	if err != nil {
		return p, sample, err
	}
	p.Recovery = r.recover(ctx, lasts).Seconds()
	after, err := r.work(ctx)
	p.Stored = after.stored - before.stored - sample.entries
	p.Folded = after.folded - before.folded
	p.CPU = (after.cpu - before.cpu).Seconds()
	return p, sample, err
}

// These are the interval of the server's CPU measurements after an attack, and the share of one processor below which the server is calm.
const (
	recoveryTick = 200 * time.Millisecond
	calmShare    = 0.3
)

// recover waits until the server is calm again, for at most four times the duration of the attack. It returns the time that took.
func (r *hostileRun) recover(ctx context.Context, attack time.Duration) time.Duration {
	began := time.Now()
	last, err := r.server.Usage()
	for tick := time.NewTicker(recoveryTick); err == nil; {
		select {
		case <-ctx.Done():
			return 0
		case <-tick.C:
		}
		var now process.Usage
		if now, err = r.server.Usage(); float64(now.CPU-last.CPU) < calmShare*float64(recoveryTick) {
			tick.Stop()
			break
		}
		if last = now; time.Since(began) > 4*attack {
			tick.Stop()
			break
		}
	}
	return max(0, time.Since(began)-recoveryTick)
}

func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}
