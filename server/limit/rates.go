package limit

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// maxKeys bounds how many buckets of one kind are kept, twice over.
const maxKeys = 1 << 16

// rates are the buckets of one limit. Buckets that were used lately are in young; from time to time young becomes old and what was old and not used
// since is forgotten: by then it would be full again.
type rates struct {
	each  rate.Limit // a second; 0: no limit
	burst int
	turn  time.Duration // how long an empty bucket takes to fill
	now   func() time.Time

	mu         sync.Mutex
	young, old map[string]*rate.Limiter
	turned     time.Time
}

func newRates(n, burst int, period time.Duration, now func() time.Time) *rates {
	if n <= 0 {
		return &rates{}
	}
	each := rate.Limit(float64(n) / period.Seconds())
	return &rates{
		each: each, burst: burst, turn: time.Duration(float64(burst) / float64(each) * float64(time.Second)), now: now,
		young: map[string]*rate.Limiter{}, turned: now(),
	}
}

func (r *rates) take(key string, n int) (wait time.Duration, ok bool) {
	if r.each == 0 {
		return 0, true
	}
	now := r.now()
	r.mu.Lock()
	defer r.mu.Unlock()
	bucket := r.bucket(key, now)
	if bucket.AllowN(now, n) {
		return 0, true
	}
	missing := float64(n) - bucket.TokensAt(now)
	return time.Duration(missing / float64(r.each) * float64(time.Second)), false
}

// charge takes from a bucket what it may not have yet.
func (r *rates) charge(key string, n int) {
	if r.each == 0 {
		return
	}
	now := r.now()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.bucket(key, now).ReserveN(now, n)
}

// bucket finds the bucket of a key, or gives it a full one; r.mu is held.
func (r *rates) bucket(key string, now time.Time) *rate.Limiter {
	if len(r.young) >= maxKeys || now.Sub(r.turned) >= r.turn {
		r.young, r.old, r.turned = map[string]*rate.Limiter{}, r.young, now
	}
	bucket, known := r.young[key]
	if !known {
		if bucket, known = r.old[key]; !known {
			bucket = rate.NewLimiter(r.each, r.burst)
		}
		r.young[key] = bucket
	}
	return bucket
}
