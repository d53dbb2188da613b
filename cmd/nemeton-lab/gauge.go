package main

import (
	"time"

	"nemeton/bench/traffic"
	"nemeton/play/process"
)

// gauge measures the resource usage of a server, and of this process, at several points of a run.
type gauge struct {
	usage  func() (process.Usage, error) // of the server; nil: not known
	idle   int
	silent int
	settle time.Duration           // delay before memory is read
	scrape func() (scraped, error) // nil: no metrics
	// profile starts to profile the server for the time of the measurement; nil: it is not profiled.
	profile func() (wait func() (profiles, error))

	atStart, withIdle, noSockets, withSockets, atEnd process.Usage
	withSilent                                       process.Usage
	own, ownAtEnd                                    process.Usage
	began, ended                                     scraped
	awaitProfiles                                    func() (profiles, error)
	profiles                                         profiles
	err                                              error
}

func (g *gauge) read(into *process.Usage, wait time.Duration) {
	if g.usage == nil || g.err != nil {
		return
	}
	if wait > 0 {
		timer := time.NewTimer(wait)
		<-timer.C
	}
	*into, g.err = g.usage()
}

func (g *gauge) start()    { g.read(&g.atStart, g.settle) }
func (g *gauge) idled()    { g.read(&g.withIdle, g.settle) }
func (g *gauge) silenced() { g.read(&g.withSilent, g.settle) }
func (g *gauge) seated()   { g.read(&g.noSockets, g.settle) }

func (g *gauge) ready() {
	g.read(&g.withSockets, g.settle)
	g.scrapeInto(&g.began)
	g.own, _ = process.OwnUsage() // zero where it is not known
	if g.profile != nil {
		g.awaitProfiles = g.profile()
	}
}

func (g *gauge) over() {
	g.ownAtEnd, _ = process.OwnUsage()
	g.read(&g.atEnd, 0)
	g.scrapeInto(&g.ended)
	if g.awaitProfiles != nil && g.err == nil {
		g.profiles, g.err = g.awaitProfiles()
	}
}

// ownCPU is the processor time of this process per move, in microseconds; 0 if it is not known.
func (g *gauge) ownCPU(r traffic.Result) float64 {
	if r.Moves == 0 {
		return 0
	}
	return float64((g.ownAtEnd.CPU-g.own.CPU)/time.Microsecond) / float64(r.Moves)
}

func (g *gauge) scrapeInto(into *scraped) {
	if g.scrape != nil && g.err == nil {
		*into, g.err = g.scrape()
	}
}

func (g *gauge) sum(r traffic.Result) *serverCost {
	if g.usage == nil || g.err != nil {
		return nil
	}
	const kb, mb = 1 << 10, 1 << 20
	c := &serverCost{
		PerConnection: float64(g.withSockets.Resident-g.noSockets.Resident) / kb / float64(max(1, r.Sockets)),
		Resident:      float64(g.atEnd.Resident) / mb,
		Start:         float64(g.atStart.Resident) / mb,
	}
	if r.Moves > 0 {
		c.CPUPerMove = float64((g.atEnd.CPU-g.withSockets.CPU)/time.Microsecond) / float64(r.Moves)
		perMove := func(counter string) float64 {
			return (g.ended.counter(counter) - g.began.counter(counter)) / float64(r.Moves)
		}
		c.Allocations, c.Allocated = perMove("go_memstats_mallocs_total"), perMove("go_memstats_alloc_bytes_total")/1000
	}
	c.Append = g.ended.medianSince(g.began, "nemeton_append_seconds") * 1000
	if c.Silent = g.silent; g.silent > 0 {
		c.PerSilent = float64(g.withSilent.Resident-g.withIdle.Resident) / kb / float64(g.silent)
	}
	if c.IdleTables = g.idle; g.idle > 0 {
		c.PerIdleTable = float64(g.withIdle.Resident-g.atStart.Resident) / kb / float64(g.idle)
	}
	return c
}
