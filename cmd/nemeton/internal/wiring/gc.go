package wiring

import (
	"context"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"

	"nemeton/server/periodic"
)

// gcPercent is the growth of the heap, in percent of the memory in use, that starts a garbage collection. Measured in one run on a busy machine with 200 busy
// tables and 800 sockets: 300 took 273 MB and 377 µs of processor time a move. 200 took 210 MB and 355 to 453 µs, and 150 took 191 MB and 380 µs.
const gcPercent = 200

// setGCPercent applies gcPercent unless the environment sets GOGC.
func setGCPercent() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
}

// memoryShare is the part of the memory limit of a container or unit that the Go runtime may use. The rest is for memory that it does not count.
const memoryShare = 0.9

// SetMemoryLimit lets the garbage collector work harder near the memory limit of the container or unit, because gcPercent lets the heap grow to three times
// the memory in use. GOMEMLIMIT goes before it. Without a limit it changes nothing.
func SetMemoryLimit() {
	_, _ = memlimit.Set(memlimit.WithProvider(memlimit.FromCgroup), memlimit.WithRatio(memoryShare))
}

const (
	idleCheck = 10 * time.Second
	// idleAllocs is the number of bytes that an idle server allocates in one interval at most: those of a few moves a second.
	idleAllocs = 16 << 20
	// minReturn is the number of free bytes, or bytes allocated since the last return, from which on a return is worth its cost.
	minReturn = 8 << 20
)

// returnMemory returns unused memory to the operating system whenever the server is idle, until ctx ends. Go alone takes many minutes, and
// keeps part of it. Measured after a load with 2,000 sockets: an idle connection takes 25 KB instead of 40.
func returnMemory(ctx context.Context) {
	var h heap
	periodic.Until(ctx.Done(), idleCheck, func() {
		if h.read(); h.isIdle() {
			debug.FreeOSMemory()
			h.read()
			h.returned = h.allocated
		}
	})
}

// heap holds numbers of bytes that the Go runtime reports.
type heap struct {
	allocated, before uint64 // allocated since the process started, at this check and at the one before
	returned          uint64 // value of allocated at the last return
	free              uint64 // free memory that the process holds
}

func (h *heap) read() {
	all := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}, {Name: "/memory/classes/heap/free:bytes"}}
	metrics.Read(all)
	h.before, h.allocated = h.allocated, all[0].Value.Uint64()
	h.free = all[1].Value.Uint64()
}

// isIdle reports whether the server is idle and has memory to return: free memory, or memory that may have become garbage.
func (h *heap) isIdle() bool {
	return h.allocated-h.before < idleAllocs && (h.allocated-h.returned > minReturn || h.free > minReturn)
}
