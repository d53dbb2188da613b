package client

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
)

// EventStream takes the place of a socket in networks that block WebSocket: messages are read from the stream, and commands go by REST. Call Read from one goroutine at a time; the other methods are safe for concurrent use.
type EventStream struct {
	by       *http.Client
	table    string // the address of the table's calls
	header   http.Header
	messages chan []byte
	cancel   context.CancelFunc
	err      error // why messages ended; set before lost is closed
	lost     chan struct{}
	once     sync.Once
	posts    sync.WaitGroup
}

// closeError is the server's close event.
type closeError struct {
	Code   int    `json:"code"`
	Reason string `json:"reason"`
}

func (e *closeError) Error() string { return fmt.Sprintf("closed with %d: %s", e.Code, e.Reason) }

const maxRefusal = 4 << 10

// DialEvents opens an event stream in place of the socket with the address url. Errors: HandshakeError if a server answered, else the reason why it
// could not be reached. A nil client means a default one.
func DialEvents(ctx context.Context, by *http.Client, url string, header http.Header) (*EventStream, error) {
	if by == nil {
		by = http.DefaultClient
	}
	if rest, ok := strings.CutPrefix(url, "ws"); ok {
		url = "http" + rest
	}
	address, query, _ := strings.Cut(url, "?")
	c := &EventStream{by: by, table: strings.TrimSuffix(address, "/socket"), header: header, messages: make(chan []byte, 64), lost: make(chan struct{})}
	var life context.Context
	life, c.cancel = context.WithCancel(context.WithoutCancel(ctx))
	defer context.AfterFunc(ctx, c.cancel)() // the context limits the handshake alone
	req, err := http.NewRequestWithContext(life, http.MethodGet, c.table+"/events?"+query, nil)
	if err != nil {
		return nil, err
	}
	if header != nil {
		req.Header = header.Clone()
	}
	req.Header.Set("Accept", "text/event-stream")
	res, err := by.Do(req)
	if err != nil {
		c.cancel()
		return nil, err
	}
	if res.StatusCode != http.StatusOK {
		defer c.cancel()
		defer func() { _ = res.Body.Close() }()
		body, _ := io.ReadAll(io.LimitReader(res.Body, maxRefusal))
		return nil, &HandshakeError{Status: res.StatusCode, Err: errors.New(string(body))}
	}
	go c.readEvents(life, res.Body)
	return c, nil
}

// end ends the stream, for the reason of its first call.
func (c *EventStream) end(err error) {
	c.once.Do(func() {
		c.err = err
		close(c.lost)
	})
	c.cancel()
}

func (c *EventStream) readEvents(ctx context.Context, body io.ReadCloser) {
	defer func() { _ = body.Close() }()
	in := bufio.NewReader(body)
	var name string
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			c.end(err)
			return
		}
		line = bytes.TrimRight(line, "\n")
		data, isData := bytes.CutPrefix(line, []byte("data: "))
		switch event, isName := bytes.CutPrefix(line, []byte("event: ")); {
		case len(line) == 0:
			name = ""
		case isName:
			name = string(event)
		case isData && name == "":
			if !c.push(ctx, data) {
				return
			}
		case isData && name == "close":
			closed := &closeError{}
			c.end(errors.Join(json.Unmarshal(data, closed), closed))
			return
		}
	}
}

// push queues a message. It reports false if the stream has ended.
func (c *EventStream) push(ctx context.Context, message []byte) bool {
	select {
	case c.messages <- message:
		return true
	case <-ctx.Done():
		return false
	}
}

// Read waits for the next message and returns it. After an error the stream has ended; Closed returns the reason.
func (c *EventStream) Read(ctx context.Context) ([]byte, error) {
	select {
	case m := <-c.messages:
		return m, nil
	case <-ctx.Done():
		c.end(ctx.Err())
		return nil, ctx.Err()
	case <-c.lost:
	}
	select {
	case m := <-c.messages: // that came before the end
		return m, nil
	default:
		return nil, c.err
	}
}

// Write sends a command of the socket by REST. Its result arrives as a message. If the command fails without an answer, the stream ends as a lost socket does.
func (c *EventStream) Write(_ context.Context, message []byte) error {
	var command map[string]json.RawMessage
	if err := json.Unmarshal(message, &command); err != nil {
		return err
	}
	var tag string
	_ = json.Unmarshal(command["t"], &tag) // an unknown tag is refused below
	path, ok := paths[tag]
	if !ok {
		return fmt.Errorf("%q is no command", tag)
	}
	if strings.HasPrefix(path, "/stop/") {
		command["proposal"] = bytes.Trim(command["decision"], `"`)
		delete(command, "decision")
	}
	body, err := json.Marshal(command)
	if err != nil {
		return err
	}
	ctx := context.Background() // a command in flight continues, as on a socket
	c.posts.Go(func() {
		if result, err := c.post(ctx, path, command["id"], body); err != nil {
			c.end(err)
		} else {
			select {
			case c.messages <- result:
			case <-c.lost:
			}
		}
	})
	return nil
}

var paths = map[string]string{
	"act": "/commands", "takeback": "/takeback", "concede": "/concede", "propose_stop": "/stop", "agree_to_stop": "/stop/agree", "decline_stop": "/stop/decline",
}

// post sends a command and returns its result as a message of the socket.
func (c *EventStream) post(ctx context.Context, path string, id json.RawMessage, body []byte) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.table+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if c.header != nil {
		req.Header = c.header.Clone()
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := c.by.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = res.Body.Close() }()
	var answer map[string]json.RawMessage
	if err := json.NewDecoder(res.Body).Decode(&answer); err != nil {
		return nil, fmt.Errorf("HTTP status %d: %w", res.StatusCode, err)
	}
	result := map[string]any{"t": "result", "id": id}
	if res.StatusCode == http.StatusOK {
		result["ok"], result["seq"] = true, answer["seq"]
		if head, ok := answer["head"]; ok {
			result["head"] = head
		}
	} else {
		result["ok"], result["error"] = false, map[string]json.RawMessage{"code": answer["code"], "message": answer["detail"]}
	}
	return json.Marshal(result)
}

// Close ends the stream. The code is that of a socket; a stream has none.
func (c *EventStream) Close(int) error {
	c.end(errors.New("closed by this client"))
	c.posts.Wait()
	return nil
}
