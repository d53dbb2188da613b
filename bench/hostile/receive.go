package hostile

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
)

// receivedFrame is a frame of the server.
type receivedFrame struct {
	first   byte
	payload []byte
}

// receive reads one frame of the server.
func (s *socket) receive() (f receivedFrame, err error) {
	var header [2]byte
	if _, err := io.ReadFull(s.in, header[:]); err != nil {
		return f, err
	}
	f.first = header[0]
	size := uint64(header[1] & 0x7f)
	switch size {
	case 126:
		var long [2]byte
		_, err = io.ReadFull(s.in, long[:])
		size = uint64(binary.BigEndian.Uint16(long[:]))
	case 127:
		var long [8]byte
		_, err = io.ReadFull(s.in, long[:])
		size = binary.BigEndian.Uint64(long[:])
	}
	if err != nil {
		return f, err
	}
	f.payload = make([]byte, min(size, 16<<20))
	_, err = io.ReadFull(s.in, f.payload)
	return f, err
}

// isClose reports whether the frame closes the socket, and counts its code.
func (s *socket) isClose(f receivedFrame) bool {
	if f.first&opcode != closeFrame {
		return false
	}
	code := 0
	if len(f.payload) >= 2 {
		code = int(binary.BigEndian.Uint16(f.payload))
	}
	s.counters.answered(fmt.Sprint("close ", code))
	if code == 4500 {
		s.counters.status(500)
	}
	return true
}

// countResults reads until the connection ends and counts the results of commands. It skips compressed messages.
func (s *socket) countResults() {
	for {
		f, err := s.receive()
		if err != nil || s.isClose(f) {
			return
		}
		var m struct {
			T     string `json:"t"`
			Error *struct {
				Code string `json:"code"`
			} `json:"error"`
		}
		if f.first&compressed != 0 || json.Unmarshal(f.payload, &m) != nil || m.T != "result" {
			continue
		}
		if m.Error == nil {
			s.counters.answered("")
			continue
		}
		s.counters.answered(m.Error.Code)
	}
}

// awaitState reads until the first snapshot or update. It fails if the connection ends before.
func (s *socket) awaitState(ctx context.Context) error {
	for {
		f, err := s.receive()
		if err != nil {
			if !ended(ctx) {
				s.counters.answered(hungUp)
			}
			return err
		}
		if s.isClose(f) {
			return io.EOF
		}
		var m struct {
			T string `json:"t"`
		}
		if json.Unmarshal(f.payload, &m) == nil && (m.T == "snapshot" || m.T == "update") {
			return nil
		}
	}
}
