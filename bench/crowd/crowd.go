// Package crowd lets many people begin a table at the same moment. It measures how long they wait, and counts the refusals.
package crowd

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"sync"
	"time"

	"nemeton/bench/timing"
	"nemeton/bench/traffic"
	"nemeton/client"
)

// overloaded is the code of the refusals after which a caller tries again.
const overloaded = "overloaded"

// network is the name of a failure without an answer of the server, beside the codes.
const network = "network"

// Options configure a run.
type Options struct {
	URLs    []string // of the nodes, http://...; the two guests of a caller are at different ones
	Title   string
	Callers int // each begins one table
	// After waits before a request is repeated; nil: time.After.
	After func(time.Duration) <-chan time.Time
}

// Result holds the measurements.
type Result struct {
	Callers   int            `json:"callers"`
	Begun     int            `json:"begun"` // tables
	Seconds   float64        `json:"seconds"`
	PerSecond float64        `json:"tablesPerSecond"`
	Requests  timing.Summary `json:"requests"`       // those that were refused included
	Longest   float64        `json:"longestMs"`      // a request
	Slowest   float64        `json:"slowestTableMs"` // from the start of the run until its table began
	Retries   int            `json:"retries"`        // requests that were refused as overloaded
	NoWait    int            `json:"withoutWait"`    // those of them without Retry-After
	Errors    map[string]int `json:"errors"`         // tables that did not begin, by code
	First     string         `json:"firstError,omitempty"`
}

// Run lets all callers begin a table at once: two guests, a table, a seat, both contributions and the start. A caller who is refused as overloaded tries
// again after Retry-After. Every other error ends its caller.
func Run(ctx context.Context, o Options) Result {
	r := run{
		Options: o, began: time.Now(), result: Result{Callers: o.Callers, Errors: map[string]int{}},
		client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: o.Callers}},
	}
	if r.After == nil {
		r.After = time.After
	}
	defer r.client.CloseIdleConnections()
	var all sync.WaitGroup
	for n := range o.Callers {
		all.Go(func() { r.end(r.begin(ctx, n)) })
	}
	all.Wait()
	r.result.Seconds = time.Since(r.began).Seconds()
	r.result.PerSecond = float64(r.result.Begun) / r.result.Seconds
	if r.result.Requests = timing.Summarize(r.took); len(r.took) > 0 {
		r.result.Longest = timing.Millis(slices.Max(r.took))
	}
	return r.result
}

// run is the state of a run.
type run struct {
	Options
	client *http.Client
	began  time.Time

	mu     sync.Mutex // guards the fields below
	took   []time.Duration
	result Result
}

// end counts a caller's result.
func (r *run) end(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err == nil {
		r.result.Begun++
		r.result.Slowest = max(r.result.Slowest, timing.Millis(time.Since(r.began)))
		return
	}
	code := network
	if refused := (*client.Error)(nil); errors.As(err, &refused) {
		code = refused.Code
	}
	if r.result.Errors[code]++; r.result.First == "" {
		r.result.First = err.Error()
	}
}

// begin begins the table of the caller n.
func (r *run) begin(ctx context.Context, n int) error {
	var guests [2]*client.Client
	for i := range guests {
		if err := r.retry(ctx, func() (err error) {
			guests[i], err = traffic.NewGuest(ctx, r.client, r.URLs[(n+i)%len(r.URLs)], "Guest")
			return err
		}); err != nil {
			return err
		}
	}
	host, other := guests[0], guests[1]
	var id string
	steps := []func() error{
		func() (err error) { id, err = traffic.CreateTable(ctx, host, r.Title, len(guests), nil); return err },
		func() error { _, err := other.Sit(ctx, id, ""); return err },
		func() error { return traffic.Contribute(ctx, id, host) },
		func() error { return traffic.Contribute(ctx, id, other) },
		func() error { _, err := host.Start(ctx, id); return err },
	}
	for _, step := range steps {
		if err := r.retry(ctx, step); err != nil {
			return err
		}
	}
	return nil
}

// retry repeats a request until it is not refused as overloaded.
func (r *run) retry(ctx context.Context, request func() error) error {
	for {
		began := time.Now()
		err := request()
		took := time.Since(began)
		var refused *client.Error
		again := errors.As(err, &refused) && refused.Code == overloaded
		r.mu.Lock()
		r.took = append(r.took, took)
		if again {
			r.result.Retries++
			if refused.RetryAfter == 0 {
				r.result.NoWait++
			}
		}
		r.mu.Unlock()
		if !again {
			return err
		}
		select {
		case <-r.After(max(refused.RetryAfter, time.Second)):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
