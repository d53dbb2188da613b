package main

import (
	"context"
	"fmt"
	"time"
)

// sampleEvery is how often the server's memory is looked at.
const sampleEvery = 250 * time.Millisecond

// swing is what a number was before, at most, and in the end.
type swing struct {
	Before float64 `json:"before"`
	Max    float64 `json:"max"`
	After  float64 `json:"after"`
}

func (g *swing) see(v float64, first bool) {
	if first {
		g.Before = v
	}
	g.Max, g.After = max(g.Max, v), v
}

func (g swing) mebibytes() string {
	return fmt.Sprintf("%.0f, at most %.0f, then %.0f", g.Before/(1<<20), g.Max/(1<<20), g.After/(1<<20))
}

// memory watches the server's metrics.
type memory struct {
	admin                 string
	rss, heap, goroutines swing
	stop, done            chan struct{}
}

func watchMemory(ctx context.Context, admin string) *memory {
	m := &memory{admin: admin, stop: make(chan struct{}), done: make(chan struct{})}
	m.look(ctx, true)
	go func() {
		defer close(m.done)
		tick := time.NewTicker(sampleEvery)
		defer tick.Stop()
		for {
			select {
			case <-m.stop:
				m.look(ctx, false)
				return
			case <-tick.C:
				m.look(ctx, false)
			}
		}
	}()
	return m
}

// end stops watching and tells what was seen.
func (m *memory) end() (rss, heap, goroutines swing) {
	close(m.stop)
	<-m.done
	return m.rss, m.heap, m.goroutines
}

// look reads the metrics once. What cannot be read now is read the next time.
func (m *memory) look(ctx context.Context, first bool) {
	now, err := scrape(ctx, m.admin)
	if err != nil {
		return
	}
	m.rss.see(now.gauge("process_resident_memory_bytes"), first)
	m.heap.see(now.gauge("go_memstats_heap_inuse_bytes"), first)
	m.goroutines.see(now.gauge("go_goroutines"), first)
}
