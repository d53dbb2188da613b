package ban

import (
	"context"
	"net/netip"
	"slices"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"nemeton/server/store"
)

const readTimeout = 5 * time.Second

// Config configures a List. All fields are required.
type Config struct {
	Store interface {
		Bans(ctx context.Context, now time.Time) ([]store.Ban, error)
	}
	Now   func() time.Time
	Every time.Duration // interval between two reads
	// Apply is called after each read, to close the sockets of banned addresses. It must not block for long.
	Apply func()
	Log   zerolog.Logger
}

// List holds the bans that count on this node. It is safe for concurrent use.
type List struct {
	cfg     Config
	current atomic.Pointer[ranges]
	changed chan struct{}
}

type ranges struct {
	ends map[netip.Prefix]time.Time // zero: never
	bits []int                      // the lengths of the prefixes that occur, for both families
}

// NewList returns a list without bans. Run fills it.
func NewList(cfg Config) *List {
	l := &List{cfg: cfg, changed: make(chan struct{}, 1)}
	l.current.Store(&ranges{})
	return l
}

// Banned reports whether the operator does not allow clients of the address now.
func (l *List) Banned(a netip.Addr) bool {
	now := l.current.Load()
	a = a.Unmap().WithZone("")
	for _, bits := range now.bits {
		p, err := a.Prefix(bits)
		if err != nil {
			continue // the length of a prefix of the other family
		}
		if ends, banned := now.ends[p]; banned && (ends.IsZero() || ends.After(l.cfg.Now())) {
			return true
		}
	}
	return false
}

// Changed makes Run read the bans soon. It does not block.
func (l *List) Changed() {
	select {
	case l.changed <- struct{}{}:
	default:
	}
}

// Run reads the bans now and then, and blocks until ctx ends. If the store fails, the bans of the last read count.
func (l *List) Run(ctx context.Context) {
	tick := time.NewTicker(l.cfg.Every)
	defer tick.Stop()
	for {
		if err := l.Refresh(ctx); err != nil && ctx.Err() == nil {
			l.cfg.Log.Debug().Err(err).Msg("could not read the bans; the last ones count")
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-l.changed:
		}
	}
}

func (l *List) Refresh(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	list, err := l.cfg.Store.Bans(ctx, l.cfg.Now())
	if err != nil {
		return err
	}
	next := &ranges{ends: make(map[netip.Prefix]time.Time, len(list))}
	for _, b := range list {
		next.ends[b.Range] = b.EndsAt
		if !slices.Contains(next.bits, b.Range.Bits()) {
			next.bits = append(next.bits, b.Range.Bits())
		}
	}
	l.current.Store(next)
	if len(list) > 0 {
		l.cfg.Apply()
	}
	return nil
}
