package codec

import (
	"encoding"
	"encoding/json"
	"strconv"
)

// CanonicalReadable is a pointer to a value that reads its canonical bytes without reflection. `make generate` writes the method for the types of the
// catalog that are stored.
type CanonicalReadable interface{ ReadCanonical(r *CanonicalReader) }

// CanonicalReader reads canonical JSON in ASCII without escapes, which nearly all stored texts are. It fails on all others, which encoding/json must
// then read. Both read each accepted text as the same value. After a failure it reads zero values.
type CanonicalReader struct {
	in     []byte
	at     int
	failed bool
}

// Decode reads any JSON text. Canonical ones are read faster.
func Decode[T any](raw []byte) (T, error) {
	v, ok := DecodeCanonical[T](raw)
	if ok {
		return v, nil
	}
	var general T
	err := json.Unmarshal(raw, &general)
	return general, err
}

// DecodeCanonical is ReadCanonical for a new value. ok is false for types without that method, too.
func DecodeCanonical[T any](raw []byte) (v T, ok bool) {
	into, ok := any(&v).(CanonicalReadable)
	return v, ok && ReadCanonical(raw, into)
}

// ReadCanonical reads a text into a zero value. If ok is false, the value means nothing, and encoding/json must read the text.
func ReadCanonical(raw []byte, into CanonicalReadable) (ok bool) {
	r := CanonicalReader{in: raw}
	into.ReadCanonical(&r)
	return !r.failed && r.at == len(raw)
}

func (r *CanonicalReader) Must(condition bool) {
	if !condition {
		r.failed = true
	}
}

// next is the next byte; 0 at the end and after a failure.
func (r *CanonicalReader) next() byte {
	if r.failed || r.at >= len(r.in) {
		return 0
	}
	return r.in[r.at]
}

func (r *CanonicalReader) has(text string) bool {
	if r.failed || len(r.in)-r.at < len(text) || string(r.in[r.at:r.at+len(text)]) != text {
		return false
	}
	r.at += len(text)
	return true
}

// separate consumes the comma that is due unless the bracket has just been opened.
func (r *CanonicalReader) separate(bracket byte) bool {
	return r.at > 0 && r.in[r.at-1] == bracket || r.has(",")
}

func (r *CanonicalReader) Object() { r.Must(r.has("{")) }

func (r *CanonicalReader) End() { r.Must(r.has("}")) }

// Has consumes the name of a member if it comes next. The name must need no escapes.
func (r *CanonicalReader) Has(name string) bool {
	before := r.at
	if r.separate('{') && r.has(`"`) && r.has(name) && r.has(`":`) {
		return true
	}
	r.at = before
	return false
}

func (r *CanonicalReader) Member(name string) { r.Must(r.Has(name)) }

func (r *CanonicalReader) Null() bool { return r.has("null") }

// List begins a list; it is false for null.
func (r *CanonicalReader) List() bool {
	if r.Null() {
		return false
	}
	r.Must(r.has("["))
	return true
}

// Next reports whether another element of the list follows; otherwise it ends the list.
func (r *CanonicalReader) Next() bool {
	if r.has("]") {
		return false
	}
	r.Must(r.next() != 0 && r.separate('['))
	return !r.failed
}

func (r *CanonicalReader) Bool() bool {
	if r.has("true") {
		return true
	}
	r.Must(r.has("false"))
	return false
}

// Int reads a whole number of so many bits, at most 2^53-1 in size.
func (r *CanonicalReader) Int(bits int) int64 {
	from := r.at
	r.has("-")
	digits := r.at
	for c := r.next(); '0' <= c && c <= '9'; c = r.next() {
		r.at++
	}
	text := r.in[from:r.at]
	n, err := strconv.ParseInt(string(text), 10, bits)
	const limit = 1<<53 - 1
	r.Must(err == nil && -limit <= n && n <= limit && (r.in[digits] != '0' || len(text) == 1))
	if c := r.next(); r.failed || c == '.' || c == 'e' || c == 'E' {
		r.failed = true
		return 0
	}
	return n
}

func (r *CanonicalReader) Uint(bits int) uint64 {
	n := r.Int(64)
	r.Must(n >= 0 && (bits == 64 || n>>bits == 0))
	return uint64(n)
}

func (r *CanonicalReader) Text() string { return string(r.text()) }

func (r *CanonicalReader) text() []byte {
	r.Must(r.has(`"`))
	from := r.at
	for c := r.next(); c != '"'; c = r.next() {
		if c < ' ' || c > '~' || c == '\\' { // also at the end
			r.failed = true
			return nil
		}
		r.at++
	}
	r.at++
	return r.in[from : r.at-1]
}

func (r *CanonicalReader) Name(v encoding.TextUnmarshaler) {
	text := r.text()
	r.Must(!r.failed && v.UnmarshalText(text) == nil)
}

func (r *CanonicalReader) JSON(v json.Unmarshaler) {
	raw := r.Raw()
	r.Must(!r.failed && v.UnmarshalJSON(raw) == nil)
}

// Raw reads any value. The result is a part of the input.
func (r *CanonicalReader) Raw() json.RawMessage {
	from := r.at
	r.skip(0)
	return r.in[from:r.at:r.at]
}

func (r *CanonicalReader) members(read func(name []byte)) {
	r.Object()
	var last []byte
	for first := true; !r.failed && !r.has("}"); first = false {
		r.Must(r.separate('{'))
		name := r.text()
		r.Must(r.has(":") && (first || string(last) < string(name)))
		read(name)
		last = name
	}
}

// CanonicalText reads one member of an object, a string. ok is false if the object is not canonical or has no such member.
func CanonicalText(raw []byte, name string) (text string, ok bool) {
	r := CanonicalReader{in: raw}
	r.members(func(of []byte) {
		if string(of) == name {
			text, ok = r.Text(), true
		} else {
			r.skip(0)
		}
	})
	return text, ok && !r.failed && r.at == len(raw)
}

// skip reads a value without its content. Its limit of nesting leaves room for the objects around the value.
func (r *CanonicalReader) skip(depth int) {
	r.Must(depth < maxDepth/2)
	switch r.next() {
	case '{':
		r.members(func([]byte) { r.skip(depth + 1) })
	case '[':
		for r.List(); r.Next(); {
			r.skip(depth + 1)
		}
	case '"':
		r.text()
	case 't', 'f':
		r.Bool()
	case 'n':
		r.Must(r.Null())
	default:
		r.Int(64)
	}
}
