package traffic

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"nemeton/bench/timing"
	"nemeton/client"
)

const (
	// draining is the close code of a server that stops.
	draining = 4503
	// firstBackoff and lastBackoff bound the delay before a socket that failed tries again. The delay doubles with each failure.
	firstBackoff = 250 * time.Millisecond
	lastBackoff  = 5 * time.Second
	// openTries is the number of times that the opening of a table is repeated.
	openTries = 20
	// herdBuffer is the size of a herd socket's buffer in bytes.
	herdBuffer = 1024
)

// Herd is the sockets of the players of many running tables at which nobody moves. When their server stops, all of them reconnect to another one,
// after the time that the close frame names, as the web client does.
type Herd struct {
	members []*member
	ended   sync.WaitGroup
}

// HerdResult describes how a herd has moved. Times are in seconds since its server began to stop.
type HerdResult struct {
	Sockets       int            `json:"sockets"`
	Back          int            `json:"back"`          // sockets that reconnected
	Resumed       int            `json:"resumed"`       // of these, without a snapshot
	LastClosed    float64        `json:"lastClosedS"`   // the last close frame
	LastBack      float64        `json:"lastBackS"`     // the last socket with its first message
	Away          timing.Summary `json:"away"`          // from the close frame to the first message of the new socket
	Reconnect     timing.Summary `json:"reconnect"`     // from the beginning of the successful dial to its first message
	PeakPerSecond int            `json:"peakPerSecond"` // the most sockets that came back within one second
	Asked         float64        `json:"askedS"`        // the longest delay that a close frame asked for
	Errors        map[string]int `json:"errors,omitempty"`
}

// member is one socket of a herd. Its goroutine owns all fields until the herd has ended.
type member struct {
	at       Endpoint
	seq      int
	head     string
	closed   time.Time
	dialed   time.Time
	back     time.Time // zero: it did not come back
	asked    time.Duration
	snapshot bool
	errs     []string
}

// Herd opens so many sockets, each of a player at a table of the target. They move to the server at an address (http://...), and stay there until ctx ends.
func (s *ServerTarget) Herd(ctx context.Context, sockets int, to string, compress bool) (*Herd, error) {
	h := &Herd{}
	opened := make(chan []Endpoint)
	opening := errgroup.Group{}
	opening.SetLimit(dialers)
	go func() {
		for slot := range (sockets + s.Seats - 1) / s.Seats {
			opening.Go(func() error {
				table, err := s.openPatiently(ctx, slot)
				opened <- table.Seats
				return err
			})
		}
		_ = opening.Wait() // again below
		close(opened)
	}()
	for seats := range opened {
		for _, at := range seats {
			if len(h.members) < sockets {
				h.members = append(h.members, &member{at: at})
			}
		}
	}
	if err := opening.Wait(); err != nil {
		return h, err
	}
	connecting := errgroup.Group{}
	connecting.SetLimit(dialers)
	for _, m := range h.members {
		connecting.Go(func() error {
			c, err := m.connect(ctx, m.at.URL+"?patch=1", compress)
			if err == nil {
				h.ended.Go(func() { m.move(ctx, c, to, compress) })
			}
			return err
		})
	}
	return h, connecting.Wait()
}

// openPatiently is Open. It begins another table if the server is overloaded, or cannot store for a moment.
func (s *ServerTarget) openPatiently(ctx context.Context, slot int) (Table, error) {
	for tries := 0; ; tries++ {
		table, err := s.Open(ctx, slot)
		var refused *client.Error
		if !errors.As(err, &refused) || refused.Status != http.StatusServiceUnavailable || tries == openTries || !Sleep(ctx, max(time.Second, refused.RetryAfter)) {
			return table, err
		}
	}
}

// Moved blocks until every socket has moved, or the context of the herd has ended. began is the time at which the server began to stop.
func (h *Herd) Moved(began time.Time) HerdResult {
	h.ended.Wait()
	r := HerdResult{Sockets: len(h.members), Errors: map[string]int{}}
	var away, reconnect []time.Duration
	perSecond := map[int]int{}
	for _, m := range h.members {
		for _, e := range m.errs {
			r.Errors[e]++
		}
		r.LastClosed, r.Asked = max(r.LastClosed, m.closed.Sub(began).Seconds()), max(r.Asked, m.asked.Seconds())
		if m.back.IsZero() {
			continue
		}
		r.Back++
		if !m.snapshot {
			r.Resumed++
		}
		r.LastBack = max(r.LastBack, m.back.Sub(began).Seconds())
		perSecond[int(m.back.Sub(began)/time.Second)]++
		away, reconnect = append(away, m.back.Sub(m.closed)), append(reconnect, m.back.Sub(m.dialed))
	}
	for _, n := range perSecond {
		r.PeakPerSecond = max(r.PeakPerSecond, n)
	}
	r.Away, r.Reconnect = timing.Summarize(away), timing.Summarize(reconnect)
	return r
}

// connect opens a socket and reads its first message.
func (m *member) connect(ctx context.Context, address string, compress bool) (*conn, error) {
	c, err := dial(ctx, Endpoint{URL: address, Header: m.at.Header}, compress, herdBuffer)
	if err != nil {
		return nil, err
	}
	message, err := c.read()
	if err != nil {
		c.close()
		return nil, err
	}
	return c, m.note(message)
}

// note remembers the newest entry of a message.
func (m *member) note(message []byte) error {
	var content struct {
		T    string `json:"t"`
		Seq  int    `json:"seq"`
		Head string `json:"head"`
	}
	if err := json.Unmarshal(message, &content); err != nil {
		return err
	}
	if content.Head != "" {
		m.seq, m.head = content.Seq, content.Head
	}
	m.snapshot = content.T == "snapshot"
	return nil
}

// stay reads until the socket ends, and returns the reason.
func (m *member) stay(c *conn) error {
	defer c.close()
	for {
		message, err := c.read()
		if err != nil {
			return err
		}
		if err := m.note(message); err != nil {
			return err
		}
	}
}

var waitMillis = regexp.MustCompile(`in (\d+) ms$`)

// move stays at the first server until it closes the socket, and then connects to the server at an address. A goroutine keeps the new socket open.
func (m *member) move(ctx context.Context, c *conn, to string, compress bool) {
	why := m.stay(c)
	if ctx.Err() != nil {
		return
	}
	m.closed = time.Now()
	var end *closed
	if !errors.As(why, &end) || end.code != draining {
		m.errs = append(m.errs, "the socket did not end as documented: "+why.Error())
	} else if match := waitMillis.FindStringSubmatch(end.reason); match != nil {
		ms, _ := strconv.Atoi(match[1]) // digits
		m.asked = time.Duration(ms) * time.Millisecond
	}
	wait := m.asked
	address, err := m.address(to)
	if err != nil {
		m.errs = append(m.errs, err.Error())
		return
	}
	for backoff := firstBackoff; ; backoff = min(2*backoff, lastBackoff) {
		if !Sleep(ctx, wait) {
			return
		}
		m.dialed = time.Now()
		again, err := m.connect(ctx, address, compress)
		if err == nil {
			m.back = time.Now()
			go again.discard() // until ctx ends
			return
		}
		if ctx.Err() != nil {
			return
		}
		m.errs = append(m.errs, err.Error())
		wait = backoff + rand.N(backoff)
	}
}

// address is that of the socket on another server, from the newest entry on that this client knows.
func (m *member) address(to string) (string, error) {
	u, err := url.Parse(m.at.URL)
	if err != nil {
		return "", err
	}
	u.Host = strings.TrimPrefix(to, "http://")
	u.RawQuery = fmt.Sprintf("patch=1&since=%d&head=%s", m.seq, url.QueryEscape(m.head))
	return u.String(), nil
}

// Sleep reports whether the time passed before the context ended.
func Sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
