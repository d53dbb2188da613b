package client

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// maxAnswer is the size of the largest answer that is read, in bytes. The records of the longest games have a few megabytes.
const maxAnswer = 64 << 20

// Client calls a server as one person. Its methods are safe for concurrent use.
type Client struct {
	URL   string       // of the server, without a path
	Token string       // of a session; empty: a caller without a session, such as a spectator
	HTTP  *http.Client // nil: http.DefaultClient
}

// Error is a refusal of the server.
type Error struct {
	Status     int           // HTTP status; 0 if the refusal came by a socket
	Code       string        // of the problem document; empty if the answer was none
	Message    string        // for people
	RetryAfter time.Duration // 0: the server named no time
}

func (e *Error) Error() string {
	return strings.TrimSpace(fmt.Sprintf("%s %s: %s", statusText(e.Status), e.Code, e.Message))
}

func statusText(status int) string {
	if status == 0 {
		return ""
	}
	return strconv.Itoa(status)
}

// Temporary reports whether the same request may succeed later: the server was unavailable or overloaded, or a rate limit was reached.
func (e *Error) Temporary() bool {
	switch e.Status {
	case http.StatusServiceUnavailable, http.StatusBadGateway, http.StatusGatewayTimeout:
		return true
	case http.StatusTooManyRequests:
		return e.Code != "too_many_tables"
	}
	return e.Code == "too_fast" || e.Code == "overloaded" || e.Code == "unavailable" || e.Code == "upgrading"
}

// Answer is a successful answer.
type Answer struct {
	Status int
	Body   []byte
}

// Call sends a request and decodes the answer into *into, unless into is nil. The path begins after /api/v1. A body that
// is json.RawMessage is sent as it is; nil sends none. Errors: *Error if the server refused, else the reason why no answer came.
func (c *Client) Call(ctx context.Context, method, path string, body, into any) (Answer, error) {
	a, err := c.call(ctx, method, path, body)
	if err != nil || into == nil {
		return a, err
	}
	if err := json.Unmarshal(a.Body, into); err != nil {
		return a, fmt.Errorf("%s %s: %w", method, path, err)
	}
	return a, nil
}

// root is the URL without a slash at its end.
func (c *Client) root() string { return strings.TrimRight(c.URL, "/") }

func (c *Client) call(ctx context.Context, method, path string, body any) (a Answer, err error) {
	raw, encoded := body.(json.RawMessage)
	if body != nil && !encoded {
		if raw, err = json.Marshal(body); err != nil {
			return a, err
		}
	}
	request, err := http.NewRequestWithContext(ctx, method, c.root()+"/api/v1"+path, bytes.NewReader(raw))
	if err != nil {
		return a, err
	}
	if raw != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	c.identify(request.Header)
	by := c.HTTP
	if by == nil {
		by = http.DefaultClient
	}
	response, err := by.Do(request)
	if err != nil {
		return a, err
	}
	defer func() { _ = response.Body.Close() }()
	a.Status = response.StatusCode
	if a.Body, err = io.ReadAll(io.LimitReader(response.Body, maxAnswer+1)); err != nil {
		return a, err
	}
	if len(a.Body) > maxAnswer {
		return a, fmt.Errorf("%s %s: the answer is too large", method, path)
	}
	if a.Status >= http.StatusBadRequest {
		return a, refusal(response, a.Body)
	}
	return a, nil
}

func (c *Client) identify(header http.Header) {
	if c.Token != "" {
		header.Set("Authorization", "Bearer "+c.Token)
	}
}

func refusal(response *http.Response, body []byte) *Error {
	e := &Error{Status: response.StatusCode}
	if seconds, err := strconv.Atoi(response.Header.Get("Retry-After")); err == nil {
		e.RetryAfter = time.Duration(seconds) * time.Second
	}
	var problem struct {
		Code   string `json:"code"`
		Detail string `json:"detail"`
		Title  string `json:"title"`
	}
	if strings.HasPrefix(response.Header.Get("Content-Type"), "application/problem+json") && json.Unmarshal(body, &problem) == nil {
		e.Code, e.Message = problem.Code, problem.Detail
		if e.Message == "" {
			e.Message = problem.Title
		}
	}
	return e
}
