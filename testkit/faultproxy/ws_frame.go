package faultproxy

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"io"
)

// wsFrame is one frame of a websocket (RFC 6455).
type wsFrame struct {
	raw     []byte // as it came
	payload []byte // unmasked
}

func readFrame(from *bufio.Reader) (f wsFrame, err error) {
	take := func(n uint64) []byte {
		part := make([]byte, n)
		if err == nil {
			_, err = io.ReadFull(from, part)
		}
		f.raw = append(f.raw, part...)
		return part
	}
	head := take(2)
	size := uint64(head[1] & 0x7f)
	switch size {
	case 126:
		size = uint64(binary.BigEndian.Uint16(take(2)))
	case 127:
		size = binary.BigEndian.Uint64(take(8))
	}
	var mask []byte
	if head[1]&0x80 != 0 {
		mask = take(4)
	}
	if err != nil {
		return f, err
	}
	f.payload = take(size)
	for i := range mask {
		for j := i; j < len(f.payload); j += len(mask) {
			f.payload[j] ^= mask[i]
		}
	}
	return f, err
}

// id is that of the command in a client's frame; empty where there is none.
func (f wsFrame) id() string {
	var command struct {
		ID string `json:"id"`
	}
	if json.Unmarshal(f.payload, &command) != nil {
		return ""
	}
	return command.ID
}
