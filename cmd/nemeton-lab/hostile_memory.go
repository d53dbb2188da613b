package main

import (
	"context"
	"fmt"
	"time"
)

// sampleEvery is the interval between samples of the server's memory.
const sampleEvery = 250 * time.Millisecond

// valueRange is a number before, at its maximum, and at the end.
type valueRange struct {
	Before float64 `json:"before"`
	Max    float64 `json:"max"`
	After  float64 `json:"after"`
}

func (g *valueRange) add(v float64, first bool) {
	if first {
		g.Before = v
	}
	g.Max, g.After = max(g.Max, v), v
}

func (g valueRange) mebibytes() string {
	return fmt.Sprintf("%.0f, at most %.0f, then %.0f", g.Before/(1<<20), g.Max/(1<<20), g.After/(1<<20))
}

// memorySampler samples the server's metrics.
type memorySampler struct {
	admin                 string
	rss, heap, goroutines valueRange
	stop, done            chan struct{}
}

func sampleMemory(ctx context.Context, admin string) *memorySampler {
	m := &memorySampler{admin: admin, stop: make(chan struct{}), done: make(chan struct{})}
	m.sample(ctx, true)
	go func() {
		defer close(m.done)
		tick := time.NewTicker(sampleEvery)
		defer tick.Stop()
		for {
			select {
			case <-m.stop:
				m.sample(ctx, false)
				return
			case <-tick.C:
				m.sample(ctx, false)
			}
		}
	}()
	return m
}

// end stops sampling and returns the results.
func (m *memorySampler) end() (rss, heap, goroutines valueRange) {
	close(m.stop)
	<-m.done
	return m.rss, m.heap, m.goroutines
}

// sample reads the metrics once. It skips a failed read, because the next sample follows soon.
func (m *memorySampler) sample(ctx context.Context, first bool) {
	now, err := scrape(ctx, "http://"+m.admin)
	if err != nil {
		return
	}
	m.rss.add(now.gauge("process_resident_memory_bytes"), first)
	m.heap.add(now.gauge("go_memstats_heap_inuse_bytes"), first)
	m.goroutines.add(now.gauge("go_goroutines"), first)
}
