package table

import (
	"sync"
	"sync/atomic"
)

// EncodedMessage is one encoded message. All sockets that receive it share it, so its bytes must not be changed.
type EncodedMessage struct {
	plain  []byte
	result bool   // the result of a command, for one socket
	id     uint64 // of an update or a result; 0: another message, after which the next one is compressed alone

	mu         sync.Mutex // guards compressed
	compressed []compressedMessage
}

// compressedMessage is a compressed form of a message.
type compressedMessage struct {
	after uint64 // id of the last message of the dictionary; 0: none
	bytes []byte // nil: not shorter than the message
}

// maxCompressed is the maximum number of compressed forms of one message that need a dictionary. Sockets with other dictionaries get the
// form without one.
const maxCompressed = 3

// ids counts the updates, results and shared views of this process.
var ids atomic.Uint64

func newEncodedMessage(plain []byte) *EncodedMessage { return &EncodedMessage{plain: plain} }

// newReferable is newEncodedMessage for updates and results, which the next message of a socket may refer to.
func newReferable(plain []byte) *EncodedMessage { return &EncodedMessage{plain: plain, id: ids.Add(1)} }

// Plain is the JSON of the message.
func (m *EncodedMessage) Plain() []byte { return m.plain }

// Dictionary holds the last messages that a socket's decompressor has read: an update, and perhaps the result after it. The zero value is
// empty. An update is the same for many sockets, and a result belongs to one. So the id of the last message identifies the dictionary.
type Dictionary struct{ update, result *EncodedMessage }

// maxDictionary is the size in bytes of the largest message in a dictionary, because a silent socket holds its dictionary.
const maxDictionary = 8 << 10

// After returns the dictionary after the next message m.
func (d Dictionary) After(m *EncodedMessage) Dictionary {
	switch {
	case m.id == 0 || len(m.plain) > maxDictionary:
		return Dictionary{}
	case !m.result:
		return Dictionary{update: m}
	case d.result != nil:
		return Dictionary{result: m}
	}
	return Dictionary{d.update, m}
}

func (d Dictionary) id() uint64 {
	switch {
	case d.result != nil:
		return d.result.id
	case d.update != nil:
		return d.update.id
	}
	return 0
}

func (d Dictionary) bytes() (all []byte) {
	for _, m := range []*EncodedMessage{d.update, d.result} {
		if m != nil {
			all = append(all, m.plain...)
		}
	}
	return all
}

// Compressed is the result of compress for the message with a dictionary; nil if that is not shorter. It is computed once for all sockets
// with the same dictionary, so all callers must pass the same function.
func (m *EncodedMessage) Compressed(after Dictionary, compress func(dictionary, plain []byte) []byte) []byte {
	m.mu.Lock()
	defer m.mu.Unlock()
	made, ok := m.form(after.id())
	if !ok && len(m.compressed) >= maxCompressed {
		after = Dictionary{}
		made, ok = m.form(0)
	}
	if !ok {
		made = compress(after.bytes(), m.plain)
		m.compressed = append(m.compressed, compressedMessage{after.id(), made})
	}
	return made
}

// form returns the compressed form with a dictionary, if it was made. The caller holds the lock.
func (m *EncodedMessage) form(after uint64) (made []byte, ok bool) {
	for _, c := range m.compressed {
		if c.after == after {
			return c.bytes, true
		}
	}
	return nil, false
}

// size is the number of bytes that the message counts for in a queue.
func (m *EncodedMessage) size() int { return len(m.plain) }
