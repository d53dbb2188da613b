package bot

import (
	"slices"
	"sync/atomic"
	"time"
)

const (
	// answerTarget is the time from a bot's decision to its answer that the searches leave while many tables wait. The promise is 3 s; the rest is for
	// the store and a busy machine.
	answerTarget = 2500 * time.Millisecond
	// shortestWait is the smallest time from the pause before a move to the answer that a search counts on.
	shortestWait = time.Second
)

// line is the order in which tables get a worker: by the time at which their bots are due. Tables in their pause, and those that a worker has, are in
// it as well.
type line struct {
	workers int
	longest time.Duration // of a search
	within  time.Duration // the target from due to the answer
	jobs    []*job        // by due, the oldest first
}

func (l *line) add(j *job) {
	at, _ := slices.BinarySearchFunc(l.jobs, j.due, func(other *job, due time.Time) int {
		if other.due.After(due) {
			return 1
		}
		return -1 // behind those that are due at the same time
	})
	l.jobs = slices.Insert(l.jobs, at, j)
}

func (l *line) remove(j *job) {
	if at := slices.Index(l.jobs, j); at >= 0 {
		l.jobs = slices.Delete(l.jobs, at, at+1)
	}
}

// first is the job that gets the next worker; nil if none is ready.
func (l *line) first() *job {
	if at := slices.IndexFunc(l.jobs, func(j *job) bool { return j.ready }); at >= 0 {
		return l.jobs[at]
	}
	return nil
}

// deadline is the time at which a search ends although no other table waits. A table that waited has less time for its search, so that the person at it
// does not wait for both.
func (l *line) deadline(j *job) time.Time { return j.due.Add(max(l.longest, l.within)) }

// share is the time that each search may take so that all tables in the line get their answers within the target. It is zero or less if one of them
// cannot.
func (l *line) share(now time.Time) time.Duration {
	share := l.longest
	for n, j := range l.jobs {
		rounds := time.Duration(n/l.workers + 1) // of searches, until the answer of j
		share = min(share, j.due.Add(l.within).Sub(now)/rounds)
	}
	return share
}

// pace is the part of the line that running searches read.
type pace struct {
	share   atomic.Int64 // time.Duration
	waiting atomic.Bool  // a job is ready
}

func (p *pace) set(share time.Duration, waiting bool) {
	p.share.Store(int64(share))
	p.waiting.Store(waiting)
}

// over reports whether a search that took so long has to make room for another one.
func (p *pace) over(took time.Duration) bool {
	return p.waiting.Load() && int64(took) >= p.share.Load()
}
