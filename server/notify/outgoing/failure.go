package outgoing

import (
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// Failure is an answer that is not a success. It holds no address and no content, so that it can be logged.
type Failure struct {
	Status int
	After  time.Duration // least time until the next attempt; 0: not stated
}

func (f *Failure) Error() string { return fmt.Sprintf("the other server answered %d", f.Status) }

func (f *Failure) Gone() bool { return f.Status == http.StatusNotFound || f.Status == http.StatusGone }

// Final reports whether another attempt would fail as well.
func (f *Failure) Final() bool {
	return f.Status/100 == 4 && f.Status != http.StatusTooManyRequests && f.Status != http.StatusRequestTimeout
}

// maxAfter limits the time that an answer can ask for.
const maxAfter = time.Hour

// FailureOf returns the failure of an answer; nil for success.
func FailureOf(status int, header http.Header) error {
	if status/100 == 2 {
		return nil
	}
	f := &Failure{Status: status}
	f.After = max(0, min(retryAfter(header.Get("Retry-After"), header.Get("Date")), maxAfter))
	return f
}

// retryAfter reads the header Retry-After: seconds, or a time, which counts from the header Date. It is 0 for anything else.
func retryAfter(text, date string) time.Duration {
	if seconds, err := strconv.Atoi(text); err == nil {
		return time.Duration(min(seconds, int(maxAfter/time.Second))) * time.Second
	}
	until, err := http.ParseTime(text)
	if err != nil {
		return 0
	}
	now, err := http.ParseTime(date)
	if err != nil {
		return 0
	}
	return until.Sub(now)
}
