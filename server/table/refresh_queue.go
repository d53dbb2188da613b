package table

import (
	"context"
	"sync"
	"time"

	"nemeton/engine"
	"nemeton/server/store"
)

// errandFor is how long the store may take to answer what another node's news asks of it.
const errandFor = 5 * time.Second

// errand is what another node's news gives to do at one table.
type errand struct {
	seq  engine.Seq // the log is at least here
	row  bool       // the row changed
	here bool       // others came or went elsewhere
}

// errands keeps what is to do at which table. News that comes while a table is busy becomes one errand: it never piles up.
type errands struct {
	mu     sync.Mutex
	todo   map[store.TableID]*errand // an entry for each table that somebody works at
	closed bool
}

// errand adds to what is to do at a table; a goroutine does it. It does not wait.
func (r *Registry) errand(id store.TableID, add func(*errand)) {
	if r.peek(id) == nil {
		return // nobody here to tell
	}
	r.errands.mu.Lock()
	defer r.errands.mu.Unlock()
	if r.errands.closed {
		return
	}
	e, busy := r.errands.todo[id]
	if !busy {
		e = &errand{}
		r.errands.todo[id] = e
		r.done.Go(func() { r.runErrands(id) })
	}
	add(e)
}

// runErrands does what is to do at a table until nothing is left.
func (r *Registry) runErrands(id store.TableID) {
	for {
		r.errands.mu.Lock()
		e := *r.errands.todo[id]
		if e == (errand{}) || r.errands.closed {
			delete(r.errands.todo, id)
			r.errands.mu.Unlock()
			return
		}
		*r.errands.todo[id] = errand{}
		r.errands.mu.Unlock()
		if l := r.peek(id); l != nil {
			l.run(e)
		}
	}
}

func (l *live) run(e errand) {
	ctx, cancel := context.WithTimeout(context.Background(), errandFor)
	defer cancel()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.gone || l.fold == nil || len(l.subs) == 0 {
		return // nobody here to tell; whoever asks will have the store read
	}
	if e.row || e.seq > l.fold.Seq() {
		if err := l.refresh(ctx); err != nil {
			l.reg.cfg.Log.Warn().Err(err).Str("table", string(l.id)).Msg("could not follow another node; the poll will")
			l.stale = true
		}
	}
	if e.here {
		l.tellPresence()
	}
}
