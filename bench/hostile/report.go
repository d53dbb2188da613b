package hostile

import (
	"maps"
	"net/http"
	"sync"
)

// Report counts the requests of one attack and their answers. A WebSocket frame counts as a request if the protocol answers it.
type Report struct {
	Attackers int            `json:"attackers"` // concurrent connections
	Sent      int64          `json:"sent"`
	Accepted  int64          `json:"accepted"` // not every accepted request is answered
	Refused   map[string]int `json:"refused"`  // by code
	Broken    int            `json:"broken"`   // answers with an error of the server other than 503, and sockets closed with 4500
}

// Add adds the counts of another report. Attackers becomes the larger number.
func (r *Report) Add(other Report) {
	r.Attackers = max(r.Attackers, other.Attackers)
	r.Sent += other.Sent
	r.Accepted += other.Accepted
	r.Broken += other.Broken
	if r.Refused == nil {
		r.Refused = map[string]int{}
	}
	for code, n := range other.Refused {
		r.Refused[code] += n
	}
}

// These refusals have no code of the protocol.
const (
	noAnswer = "no answer"         // the connection failed or the wait timed out
	hungUp   = "connection closed" // the server closed the connection without an answer
)

// counters collect a report. They are safe for concurrent use.
type counters struct {
	mu  sync.Mutex
	sum Report
}

// take returns the report since the last call.
func (c *counters) take() Report {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := c.sum
	c.sum = Report{}
	out.Refused = maps.Clone(out.Refused)
	if out.Refused == nil {
		out.Refused = map[string]int{}
	}
	return out
}

func (c *counters) sent() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sum.Sent++
}

// answered counts one answer; an empty code means that it was accepted.
func (c *counters) answered(code string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if code == "" {
		c.sum.Accepted++
		return
	}
	if c.sum.Refused == nil {
		c.sum.Refused = map[string]int{}
	}
	c.sum.Refused[code]++
}

// status counts the status of an answer if it reports an error of the server. A server may be unavailable (503) for a moment; the refusals by
// code show that.
func (c *counters) status(status int) {
	if status < http.StatusInternalServerError || status == http.StatusServiceUnavailable {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sum.Broken++
}
