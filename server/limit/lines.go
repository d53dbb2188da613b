package limit

import (
	"sync"
	"time"
)

// lineInterval is the least time between two lines of the log about one kind.
const lineInterval = time.Minute

// Lines limits lines of the log about what can happen often: the first of a kind at once, then one a minute with the number of all since. The zero value is ready.
type Lines struct {
	mu      sync.Mutex // guards all below
	last    map[string]time.Time
	unnoted map[string]int // since the last line
}

// Count counts one of a kind. It returns the number to log now; 0: no line is due.
func (l *Lines) Count(kind string, now time.Time) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.last == nil {
		l.last, l.unnoted = map[string]time.Time{}, map[string]int{}
	}
	l.unnoted[kind]++
	if last, ok := l.last[kind]; ok && now.Sub(last) < lineInterval {
		return 0
	}
	n := l.unnoted[kind]
	l.last[kind], l.unnoted[kind] = now, 0
	return n
}
