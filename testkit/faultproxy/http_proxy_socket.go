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

// tunnel carries a websocket, frame by frame.
func (r *HTTPProxy) tunnel(w http.ResponseWriter, req *http.Request) {
	var dial net.Dialer
	to, err := dial.DialContext(req.Context(), "tcp", r.target)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	defer func() { _ = to.Close() }()
	from, ahead, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	defer func() { _ = from.Close() }()
	if err := req.Write(to); err != nil {
		return
	}
	answers := bufio.NewReader(to)
	for line := ""; line != "\r\n"; { // the handshake's answer
		if line, err = answers.ReadString('\n'); err != nil {
			return
		}
		if _, err := io.WriteString(from, line); err != nil {
			return
		}
	}
	e := &echoes{relay: r, first: map[string][]byte{}}
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() { _ = from.Close() }()
		e.up(ahead.Reader, to)
		_ = to.Close()
	}()
	e.down(answers, from)
	_ = to.Close()
	_ = from.Close()
	<-done
}

// echoes keeps the answers to repeated commands apart: the client sent them once, and is answered once.
type echoes struct {
	relay *HTTPProxy
	mu    sync.Mutex
	first map[string][]byte // by command that was sent twice: its first answer, empty until it came
}

// up carries the client's frames.
func (e *echoes) up(from *bufio.Reader, to io.Writer) {
	for {
		f, err := readFrame(from)
		if err != nil {
			return
		}
		raw := f.raw
		switch id := f.id(); e.relay.draw(late, cut, half, twice, twice, twice) {
		case late:
			e.relay.dally()
		case cut:
			return
		case half:
			_, _ = to.Write(raw[:len(raw)/2])
			return
		case twice:
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

// down carries the server's frames.
func (e *echoes) down(from *bufio.Reader, to io.Writer) {
	for {
		f, err := readFrame(from)
		if err != nil {
			return
		}
		if e.second(f) {
			continue
		}
		switch e.relay.draw(late, cut, half) {
		case late:
			e.relay.dally()
		case cut:
			return
		case half:
			_, _ = to.Write(f.raw[:len(f.raw)/2])
			return
		}
		if _, err := to.Write(f.raw); err != nil {
			return
		}
	}
}

// second tells whether a frame answers the repetition of a command; it must say what the first answer said.
func (e *echoes) second(f wsFrame) bool {
	var said struct {
		T  string `json:"t"`
		ID string `json:"id"`
	}
	if json.Unmarshal(f.payload, &said) != nil || said.T != "result" {
		return false
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	first, repeated := e.first[said.ID]
	switch {
	case !repeated:
		return false
	case len(first) == 0:
		e.first[said.ID] = f.payload
		return false
	}
	delete(e.first, said.ID)
	if !bytes.Equal(first, f.payload) && accepts(first) {
		e.relay.wrong("a command came twice and was answered\n%s\nand\n%s", first, f.payload)
	}
	return true
}
