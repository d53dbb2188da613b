package play

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// restClient calls the REST API of one or more nodes.
type restClient struct {
	opts   Options
	nodes  *nodes
	client *http.Client
	tally  *Summary
}

// caller identifies the sender of requests: a guest, or nobody if the token is empty.
type caller struct {
	name  string // in error texts
	id    string
	token string
}

// reply is an answer of the REST API.
type reply struct {
	status int
	code   string // of a problem document
	body   []byte
	// retried means that the request was sent more than once, so that the first one may have been executed.
	retried bool
}

func (r reply) String() string { return fmt.Sprintf("%d %s", r.status, clip(string(r.body))) }

// errUnavailable means that the server was unavailable for longer than the timeout.
var errUnavailable = errors.New("the server was unavailable")

// call sends one request and repeats it through outages and rate limits. The path begins after /api/v1.
func (d *restClient) call(ctx context.Context, caller caller, node int, method, path string, body any) (reply, error) {
	return d.callObserved(ctx, caller, node, method, path, body, func(time.Time, reply, error) {})
}

// callObserved is call with a function that gets the time and the result of each attempt.
func (d *restClient) callObserved(
	ctx context.Context, caller caller, node int, method, path string, body any, observe func(call time.Time, r reply, err error),
) (reply, error) {
	var raw []byte
	switch b := body.(type) {
	case nil:
	case json.RawMessage:
		raw = b
	default:
		var err error
		if raw, err = json.Marshal(b); err != nil {
			return reply{}, err
		}
	}
	wait := newWait(d.opts.Timeout)
	for retried := false; ; retried = true {
		began := time.Now()
		r, err := d.attempt(ctx, caller, node, method, path, raw)
		observe(began, r, err)
		r.retried = retried
		switch {
		case ctx.Err() != nil:
			return r, ctx.Err()
		case err == nil && !isTransient(r.status, r.code):
			wait.finish(d.tally)
			return r, nil
		case err == nil && r.status == http.StatusTooManyRequests:
			wait.notOutage() // a rate limit is not an outage
		default:
			node++ // another node may be available
		}
		if err := wait.next(ctx); errors.Is(err, errUnavailable) {
			return r, &Broken{Promise: ReachesTheServer, Viewer: caller.name, Detail: fmt.Sprintf("%s %s: %v for %v, last: %v", method, path, err, d.opts.Timeout, r)}
		} else if err != nil {
			return r, err
		}
	}
}

// isTransient reports whether an answer is temporary: unavailable, or a rate limit.
func isTransient(status int, code string) bool {
	return status == http.StatusServiceUnavailable || status == http.StatusBadGateway || status == http.StatusGatewayTimeout ||
		status == http.StatusTooManyRequests && code != "too_many_tables"
}

func (d *restClient) attempt(ctx context.Context, caller caller, node int, method, path string, raw []byte) (reply, error) {
	ctx, cancel := context.WithTimeout(ctx, d.opts.Timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, d.nodes.url(node)+"/api/v1"+path, bytes.NewReader(raw))
	if err != nil {
		return reply{}, err
	}
	if raw != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if caller.token != "" {
		req.Header.Set("Authorization", "Bearer "+caller.token)
	}
	resp, err := d.client.Do(req)
	if err != nil {
		return reply{body: []byte(err.Error())}, err
	}
	defer func() { _ = resp.Body.Close() }()
	r := reply{status: resp.StatusCode}
	if r.body, err = io.ReadAll(resp.Body); err != nil {
		return r, err
	}
	if strings.HasPrefix(resp.Header.Get("Content-Type"), "application/problem+json") {
		var problem struct {
			Code string `json:"code"`
		}
		if json.Unmarshal(r.body, &problem) == nil {
			r.code = problem.Code
		}
	}
	return r, nil
}

// get sends a GET request that must succeed, and decodes its answer into v.
func (d *restClient) get(ctx context.Context, caller caller, path string, v any) error {
	return d.expect(ctx, caller, http.MethodGet, path, nil, v, http.StatusOK)
}

// expect sends a request that must be answered with one of the statuses, and decodes the answer into v.
func (d *restClient) expect(ctx context.Context, caller caller, method, path string, body, v any, statuses ...int) error {
	r, err := d.call(ctx, caller, 0, method, path, body)
	if err != nil {
		return err
	}
	for _, s := range statuses {
		if r.status != s {
			continue
		}
		if v == nil {
			return nil
		}
		if err := json.Unmarshal(r.body, v); err != nil {
			return &Broken{Promise: AnswersAsDocumented, Viewer: caller.name, Detail: fmt.Sprintf("%s %s: %v in %s", method, path, err, r)}
		}
		return nil
	}
	return &Broken{Promise: AnswersAsDocumented, Viewer: caller.name, Detail: fmt.Sprintf("%s %s: got %s, want status %v", method, path, r, statuses)}
}

// expectRefusal sends a request that must be refused with one of the codes.
func (d *restClient) expectRefusal(ctx context.Context, promise Promise, caller caller, method, path string, body any, codes ...string) error {
	r, err := d.call(ctx, caller, 0, method, path, body)
	if err != nil {
		return err
	}
	for _, code := range codes {
		if r.code == code && r.status >= 400 {
			d.tally.Refused++
			return nil
		}
	}
	return &Broken{Promise: promise, Viewer: caller.name, Detail: fmt.Sprintf("%s %s: got %s, want a refusal with %s", method, path, r, strings.Join(codes, " or "))}
}

// wait delays the attempts of one operation until it succeeds or the timeout has passed.
type wait struct {
	timeout time.Duration
	since   time.Time
	delay   time.Duration
	outage  bool
	tries   int
}

func newWait(timeout time.Duration) *wait {
	return &wait{timeout: timeout, since: time.Now(), delay: 20 * time.Millisecond, outage: true}
}

// notOutage marks the wait as caused by a rate limit, not by an unavailable server.
func (w *wait) notOutage() { w.outage = false }

// next waits for the next attempt. It returns errUnavailable after the timeout, and the context's error if the run ended: then the server broke no
// promise.
func (w *wait) next(ctx context.Context) error {
	if time.Since(w.since) > w.timeout {
		return errUnavailable
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(w.delay):
	}
	w.tries++
	w.delay = min(2*w.delay, 500*time.Millisecond)
	return nil
}

// finish counts an outage that has ended. Waits of several sockets and requests that end close together count once.
func (w *wait) finish(tally *Summary) {
	const moment = 500 * time.Millisecond
	if w.tries == 0 || !w.outage {
		return
	}
	if w.since.Sub(tally.outageEnd) > moment {
		tally.Outages++
	}
	tally.outageEnd = time.Now()
}
