package limit

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// maxKeys is the maximum size of each of the two maps of buckets.
const maxKeys = 1 << 16

// rates holds the buckets of one limit. Recently used buckets are in young. From time to time young becomes old, and the buckets of
// old that were not used since are dropped; by then they would be full again.
type rates struct {
	perSecond rate.Limit // 0: no limit
	burst     int
	fillTime  time.Duration // time in which an empty bucket fills
	now       func() time.Time

	mu         sync.Mutex
	young, old map[string]*rate.Limiter
	rotated    time.Time
}

func newRates(n, burst int, period time.Duration, now func() time.Time) *rates {
	if n <= 0 {
		return &rates{}
	}
	perSecond := rate.Limit(float64(n) / period.Seconds())
	return &rates{
		perSecond: perSecond, burst: burst, fillTime: time.Duration(float64(burst) / float64(perSecond) * float64(time.Second)), now: now,
		young: map[string]*rate.Limiter{}, rotated: now(),
	}
}

// take takes n tokens, or the whole burst if that is less. If there are too few, it takes none.
func (r *rates) take(key string, n int) (wait time.Duration, ok bool) {
	if r.perSecond == 0 {
		return 0, true
	}
	n = min(n, r.burst)
	now := r.now()
	r.mu.Lock()
	defer r.mu.Unlock()
	bucket := r.bucket(key, now)
	if bucket.AllowN(now, n) {
		return 0, true
	}
	missing := float64(n) - bucket.TokensAt(now)
	return time.Duration(missing / float64(r.perSecond) * float64(time.Second)), false
}

// charge takes n tokens, or the whole burst if that is less, even if the bucket does not have them yet.
func (r *rates) charge(key string, n int) {
	if r.perSecond == 0 {
		return
	}
	now := r.now()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.bucket(key, now).ReserveN(now, min(n, r.burst))
}

func (r *rates) refund(key string) {
	if r.perSecond == 0 {
		return
	}
	now := r.now()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.bucket(key, now).AllowN(now, -1)
}

// bucket returns the bucket of a key, a full one for a new key. The caller holds r.mu.
func (r *rates) bucket(key string, now time.Time) *rate.Limiter {
	if len(r.young) >= maxKeys || now.Sub(r.rotated) >= r.fillTime {
		r.young, r.old, r.rotated = map[string]*rate.Limiter{}, r.young, now
	}
	bucket, known := r.young[key]
	if !known {
		if bucket, known = r.old[key]; !known {
			bucket = rate.NewLimiter(r.perSecond, r.burst)
		}
		r.young[key] = bucket
	}
	return bucket
}
