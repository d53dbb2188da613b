package archive

import (
	"slices"
	"sync"

	"nemeton/engine"
)

// maxRecent is the size of the logs that are kept, in bytes of their entries. A larger log is kept alone, so that a reader of pages loads it once.
const maxRecent = 4 << 20

// recent keeps the logs that were read last, by the names of their objects.
type recent struct {
	mu   sync.Mutex // guards the fields below
	logs []recentLog
}

type recentLog struct {
	object string
	log    []engine.Record
	size   int
}

func (r *recent) get(object string) ([]engine.Record, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	at := slices.IndexFunc(r.logs, func(l recentLog) bool { return l.object == object })
	if at < 0 {
		return nil, false
	}
	found := r.logs[at]
	r.logs = append(slices.Delete(r.logs, at, at+1), found)
	return found.log, true
}

func (r *recent) add(object string, log []engine.Record) {
	size := 0
	for _, record := range log {
		size += len(record.Bytes)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	all := size
	for _, l := range r.logs {
		all += l.size
	}
	oldest := 0
	for ; oldest < len(r.logs) && all > maxRecent; oldest++ {
		all -= r.logs[oldest].size
	}
	r.logs = append(slices.Delete(r.logs, 0, oldest), recentLog{object, log, size})
}
