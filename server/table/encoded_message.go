package table

import (
	"bytes"
	"sync"
	"sync/atomic"

	"nemeton/engine"
)

// EncodedMessage is one encoded message. All sockets that receive it share it, so its bytes must not be changed.
type EncodedMessage struct {
	plain  []byte
	result bool   // the result of a command, for one socket
	id     uint64 // of an update or a result; 0: another message, after which the next one is compressed alone

	mu         sync.Mutex // guards compressed
	compressed []compressedMessage
}

type compressedMessage struct {
	after dictionaryKey
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

func (m *EncodedMessage) Plain() []byte { return m.plain }

// Seq is the seq of a snapshot or an update, whose texts begin with tag and seq; ok is false for other messages.
func (m *EncodedMessage) Seq() (seq engine.Seq, ok bool) {
	for _, begin := range contentBegins {
		if rest, found := bytes.CutPrefix(m.plain, begin); found {
			for ; len(rest) > 0 && rest[0] >= '0' && rest[0] <= '9'; rest = rest[1:] {
				seq = seq*10 + engine.Seq(rest[0]-'0')
			}
			return seq, true
		}
	}
	return 0, false
}

var contentBegins = [...][]byte{[]byte(`{"t":"update","seq":`), []byte(`{"t":"snapshot","seq":`)}

// Dictionary holds the last messages that a socket's decompressor has read, the oldest first: up to two updates, and the results between and after them. The zero
// value is empty.
//
// Measured for updates of the three titles: two updates instead of one make a message a seventh shorter, and its compression takes an eighth longer. Four make it
// another tenth shorter, for another quarter of the time.
type Dictionary struct{ last [3]*EncodedMessage }

// maxDictionary is the size in bytes of the largest dictionary, because a silent socket holds its dictionary.
const maxDictionary = 8 << 10

// dictionaryKey identifies a dictionary by the ids of its messages. An update is the same for many sockets.
type dictionaryKey [3]uint64

func (d Dictionary) After(m *EncodedMessage) (next Dictionary) {
	if m.id == 0 || len(m.plain) > maxDictionary {
		return Dictionary{}
	}
	at := len(next.last) - 1
	next.last[at] = m
	updates, size := m.updates(), len(m.plain)
	for i := at; i > 0 && d.last[i] != nil; i-- {
		old := d.last[i]
		updates, size = updates+old.updates(), size+len(old.plain)
		if updates > 2 || size > maxDictionary {
			break
		}
		at--
		next.last[at] = old
	}
	// With a result before the first update, it would be a dictionary of this socket alone.
	for ; at < len(next.last)-1 && next.last[at].result; at++ {
		next.last[at] = nil
	}
	return next
}

// updates is 1 for an update and 0 for a result.
func (m *EncodedMessage) updates() int {
	if m.result {
		return 0
	}
	return 1
}

func (d Dictionary) key() (k dictionaryKey) {
	for i, m := range d.last {
		if m != nil {
			k[i] = m.id
		}
	}
	return k
}

func (d Dictionary) bytes() (all []byte) {
	for _, m := range d.last {
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
	made, ok := m.form(after.key())
	if !ok && len(m.compressed) >= maxCompressed {
		after = Dictionary{}
		made, ok = m.form(dictionaryKey{})
	}
	if !ok {
		made = compress(after.bytes(), m.plain)
		m.compressed = append(m.compressed, compressedMessage{after.key(), made})
	}
	return made
}

// form returns the compressed form with a dictionary, if it was made. The caller holds the lock.
func (m *EncodedMessage) form(after dictionaryKey) (made []byte, ok bool) {
	for _, c := range m.compressed {
		if c.after == after {
			return c.bytes, true
		}
	}
	return nil, false
}

func (m *EncodedMessage) size() int { return len(m.plain) }
