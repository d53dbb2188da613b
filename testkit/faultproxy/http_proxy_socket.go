package faultproxy

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"sync"
)

// tunnel forwards a WebSocket connection, frame by frame.
func (r *HTTPProxy) tunnel(w http.ResponseWriter, req *http.Request) {
	var dial net.Dialer
	to, err := dial.DialContext(req.Context(), "tcp", r.target)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	defer func() { _ = to.Close() }()
	from, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	defer func() { _ = from.Close() }()
	if err := req.Write(to); err != nil {
		return
	}
	server := bufio.NewReader(to)
	for line := ""; line != "\r\n"; { // the response to the handshake
		if line, err = server.ReadString('\n'); err != nil {
			return
		}
		if _, err := io.WriteString(from, line); err != nil {
			return
		}
	}
	e := &duplicates{proxy: r, first: map[string][]byte{}}
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() { _ = from.Close() }()
		e.forwardClient(buffered.Reader, to)
		_ = to.Close()
	}()
	e.forwardServer(server, from)
	_ = to.Close()
	_ = from.Close()
	<-done
}

// duplicates filters the second result of a command that the proxy duplicated: the client sent it once and expects one result.
type duplicates struct {
	proxy *HTTPProxy
	mu    sync.Mutex
	first map[string][]byte // by id of a duplicated command: its first result, empty until it arrives
}

// forwardClient forwards the client's frames.
func (e *duplicates) forwardClient(from *bufio.Reader, to io.Writer) {
	for {
		f, err := readWSFrame(from)
		if err != nil {
			return
		}
		raw := f.raw
		switch id := f.id(); e.proxy.draw(delay, drop, truncate, duplicate, duplicate, duplicate) {
		case delay:
			e.proxy.sleep()
		case drop:
			return
		case truncate:
			_, _ = to.Write(raw[:len(raw)/2])
			return
		case duplicate:
			if id != "" {
				e.mu.Lock()
				e.first[id] = []byte{}
				e.mu.Unlock()
				raw = append(append([]byte{}, raw...), raw...)
			}
		}
		if _, err := to.Write(raw); err != nil {
			return
		}
	}
}

// forwardServer forwards the server's frames.
func (e *duplicates) forwardServer(from *bufio.Reader, to io.Writer) {
	for {
		f, err := readWSFrame(from)
		if err != nil {
			return
		}
		if e.isSecondResult(f) {
			continue
		}
		switch e.proxy.draw(delay, drop, truncate) {
		case delay:
			e.proxy.sleep()
		case drop:
			return
		case truncate:
			_, _ = to.Write(f.raw[:len(f.raw)/2])
			return
		}
		if _, err := to.Write(f.raw); err != nil {
			return
		}
	}
}

// isSecondResult reports whether a frame is the second result of a duplicated command. It records a fault if the results differ.
func (e *duplicates) isSecondResult(f wsFrame) bool {
	var result struct {
		T  string `json:"t"`
		ID string `json:"id"`
	}
	if json.Unmarshal(f.payload, &result) != nil || result.T != "result" {
		return false
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	first, repeated := e.first[result.ID]
	switch {
	case !repeated:
		return false
	case len(first) == 0:
		e.first[result.ID] = f.payload
		return false
	}
	delete(e.first, result.ID)
	if !bytes.Equal(first, f.payload) && isAccepted(first) {
		e.proxy.recordFault("duplicates of a command got different results:\n%s\nand\n%s", first, f.payload)
	}
	return true
}
