package main

import (
	"context"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// garbagePercent is how much more memory than is in use may be garbage before it is collected. A server that plays makes much of it and
// holds little: at Go's usual 100 every sixth processor second went into collecting.
const garbagePercent = 300

// collectLess sets it, where nobody has said otherwise by GOGC.
func collectLess() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbagePercent)
	}
}

const (
	// lookEvery is how often a server looks whether it is calm.
	lookEvery = 10 * time.Second
	// calm is how many bytes it makes use of in that time at most where it is: some moves a second.
	calm = 16 << 20
	// worth is from how many bytes on it is worth to give them back.
	worth = 8 << 20
)

// giveBack gives memory that is not needed any more back to the system, at calm times, until ctx ends: what a crowd or a load left behind would
// lie there for many minutes, and much of it for ever.
func giveBack(ctx context.Context) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	var h heap
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if h.read(); h.isCalm() {
				debug.FreeOSMemory()
				h.read()
				h.given = h.used
			}
		}
	}
}

// heap is what the runtime says of it, in bytes.
type heap struct {
	used, before uint64 // handed out since the start, at this look and at the one before
	given        uint64 // used, when memory was given back last
	free         uint64 // held for nothing
}

func (h *heap) read() {
	all := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}, {Name: "/memory/classes/heap/free:bytes"}}
	metrics.Read(all)
	h.before, h.used = h.used, all[0].Value.Uint64()
	h.free = all[1].Value.Uint64()
}

// isCalm tells whether little happens, and there is something to give back: free memory, or what may have become garbage.
func (h *heap) isCalm() bool {
	return h.used-h.before < calm && (h.used-h.given > worth || h.free > worth)
}
