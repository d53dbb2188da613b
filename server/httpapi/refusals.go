package httpapi

import (
	"net/http"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"nemeton/server/apperr"
)

// refusalInterval is the least time between two lines of the log about refusals of one cause.
const refusalInterval = time.Minute

// refusals logs requests that were refused because of their origin or host: the first of a cause at once, then one a minute with the number of all since. Such
// refusals may be attacks, but most are the fault of a proxy, which nobody finds without the log. The zero value is ready.
type refusals struct {
	mu      sync.Mutex // guards all below
	last    map[cause]time.Time
	unnoted map[cause]int // since the last line
}

// note logs a refusal. Values of the client are shortened.
func (l *refusals) note(now time.Time, r *http.Request, why cause, expected, came string) {
	count := l.count(why, now)
	if count == 0 {
		return
	}
	o := originOf(r.Context())
	zerolog.Ctx(r.Context()).Warn().Str("cause", string(why)).Int("count", count).Str("expected", apperr.Short(expected)).Str("came", apperr.Short(came)).
		Bool("proxied", o.proxied).Str("address", o.address.String()).
		Msg("refused requests because of their origin or host; nemeton doctor --url finds faults of a proxy")
}

// count returns the number of refusals to log now; 0: none.
func (l *refusals) count(why cause, now time.Time) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.last == nil {
		l.last, l.unnoted = map[cause]time.Time{}, map[cause]int{}
	}
	l.unnoted[why]++
	if last, ok := l.last[why]; ok && now.Sub(last) < refusalInterval {
		return 0
	}
	n := l.unnoted[why]
	l.last[why], l.unnoted[why] = now, 0
	return n
}
