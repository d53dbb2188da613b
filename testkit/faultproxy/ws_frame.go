package faultproxy

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"io"
)

// wsFrame is one WebSocket frame (RFC 6455).
type wsFrame struct {
	raw     []byte // as received
	payload []byte // unmasked
}

func readWSFrame(from *bufio.Reader) (f wsFrame, err error) {
	read := func(n uint64) []byte {
		part := make([]byte, n)
		if err == nil {
			_, err = io.ReadFull(from, part)
		}
		f.raw = append(f.raw, part...)
		return part
	}
	header := read(2)
	size := uint64(header[1] & 0x7f)
	switch size {
	case 126:
		size = uint64(binary.BigEndian.Uint16(read(2)))
	case 127:
		size = binary.BigEndian.Uint64(read(8))
	}
	var mask []byte
	if header[1]&0x80 != 0 {
		mask = read(4)
	}
	if err != nil {
		return f, err
	}
	f.payload = read(size)
	for i := range mask {
		for j := i; j < len(f.payload); j += len(mask) {
			f.payload[j] ^= mask[i]
		}
	}
	return f, err
}

// id returns the id of the command in a client's frame, or "".
func (f wsFrame) id() string {
	var command struct {
		ID string `json:"id"`
	}
	if json.Unmarshal(f.payload, &command) != nil {
		return ""
	}
	return command.ID
}
