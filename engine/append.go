package engine

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"unicode/utf8"
)

// JSONAppender is a value that appends the bytes that encoding/json writes for it, without reflection. `make generate` writes the method for the
// types of the catalog that are sent to viewers. Other types are encoded by reflection, with the same bytes.
type JSONAppender interface{ AppendJSON(b []byte) []byte }

// CanonicalAppender is a value that appends its canonical bytes, as JSONAppender does for the types that are stored.
type CanonicalAppender interface{ AppendCanonical(b []byte) []byte }

// AppendJSON appends the bytes that encoding/json writes for v. On an error it returns b as it was.
func AppendJSON(b []byte, v any) ([]byte, error) {
	if a, ok := v.(JSONAppender); ok {
		return a.AppendJSON(b), nil
	}
	raw, err := json.Marshal(v)
	return append(b, raw...), err
}

// AppendText appends a string as encoding/json writes it.
func AppendText(b []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= utf8.RuneSelf || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			raw, _ := json.Marshal(s) // a string can always be encoded
			return append(b, raw...)
		}
	}
	return append(append(append(b, '"'), s...), '"')
}

// AppendCanonicalText appends a string as Canonical writes it.
func AppendCanonicalText(b []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= utf8.RuneSelf || c == '"' || c == '\\' {
			return appendString(b, s) // ranging over the string replaces invalid bytes, as encoding/json does
		}
	}
	return append(append(append(b, '"'), s...), '"')
}

// AppendName appends the name of a value of an enumeration. It must need no escapes.
func AppendName(b []byte, name string) []byte {
	return append(append(append(b, '"'), name...), '"')
}

// appendDecision appends a decision as encoding/json writes it, with the effects of its moves unless they are nil.
func appendDecision(b []byte, d Decision, effects [][]Effect) ([]byte, error) {
	var err error
	b = AppendText(append(b, `{"id":`...), string(d.ID))
	b = strconv.AppendInt(append(b, `,"seat":`...), int64(d.Seat), 10)
	b = AppendText(append(b, `,"kind":`...), d.Kind)
	for i, m := range d.Moves {
		if b = append(b, ','); i == 0 {
			b = append(b, `"moves":[`...)
		}
		if b, err = AppendJSON(b, m); err != nil {
			return b, err
		}
	}
	if len(d.Moves) > 0 {
		b = append(b, ']')
		if effects != nil {
			b = appendEffects(b, effects)
		}
	}
	return append(b, '}'), nil
}

// AppendDecisions appends the decisions that v may know, as encoding/json encodes the result of Decisions. With effects, v's own decisions also
// carry those of their moves.
func (f *Fold) AppendDecisions(b []byte, v Viewer, effects bool) ([]byte, error) {
	var err error
	b = append(b, '[')
	for i, d := range f.open {
		if i > 0 {
			b = append(b, ',')
		}
		d = known(d, v)
		var list [][]Effect
		if effects && len(d.Moves) > 0 {
			list = f.Effects(d)
		}
		if b, err = appendDecision(b, d, list); err != nil {
			return b, err
		}
	}
	return append(b, ']'), nil
}

// EventTexts keeps the texts of an entry's events that are the same for all viewers. The zero value is empty.
type EventTexts struct {
	each [][]byte // by event; nil: not encoded yet, or not the same for all
	all  []byte   // the list, if all viewers get the same one
}

// Common is the list of events if all viewers get the same one, once it has been encoded; else nil.
func (t *EventTexts) Common() []byte { return t.all }

// EncodeEvents encodes the part of an entry's events that v may know, as encoding/json encodes the result of Redact. known keeps texts for the other
// viewers of the same entry. scratch is a buffer whose content is lost.
func (f *Fold) EncodeEvents(events []Event, v Viewer, known *EventTexts, scratch *[]byte) ([]byte, error) {
	if known.all != nil {
		return known.all, nil
	}
	common := true
	for _, e := range events {
		rule := f.rule(e)
		common = common && (rule == nil || rule.public || rule.withheld)
	}
	if !common && known.each == nil {
		known.each = make([][]byte, len(events))
	}
	b := (*scratch)[:0]
	b = append(b, '[')
	for i, e := range events {
		redacted, ok := f.redact(e, v)
		if !ok {
			continue
		}
		if len(b) > 1 {
			b = append(b, ',')
		}
		if !common && known.each[i] != nil {
			b = append(b, known.each[i]...)
			continue
		}
		from := len(b)
		var err error
		if b, err = redacted.append(b); err != nil {
			return nil, err
		}
		if !common && f.rule(e).public {
			known.each[i] = bytes.Clone(b[from:])
		}
	}
	b = append(b, ']')
	*scratch = b
	b = bytes.Clone(b)
	if common {
		known.all = b
	}
	return b, nil
}

func (e RedactedEvent) append(b []byte) ([]byte, error) {
	b = AppendText(append(b, `{"name":`...), e.Name)
	b, err := AppendJSON(append(b, `,"data":`...), e.Data)
	return append(b, '}'), err
}

// appendHex appends lower-case hex in quotes; an empty text for zeros if optional.
func appendHex(b, value []byte, optional bool) []byte {
	const digits = "0123456789abcdef"
	b = append(b, '"')
	if !optional || slices.ContainsFunc(value, func(c byte) bool { return c != 0 }) {
		for _, c := range value {
			b = append(b, digits[c>>4], digits[c&15])
		}
	}
	return append(b, '"')
}

func (h Hash) AppendJSON(b []byte) []byte { return appendHex(b, h[:], false) }

func (h Hash) AppendCanonical(b []byte) []byte { return appendHex(b, h[:], false) }

func (o Optional) AppendJSON(b []byte) []byte { return appendHex(b, o[:], true) }

func (o Optional) AppendCanonical(b []byte) []byte { return appendHex(b, o[:], true) }

func (k DeviceKey) AppendJSON(b []byte) []byte { return appendHex(b, k[:], true) }

func (k DeviceKey) AppendCanonical(b []byte) []byte { return appendHex(b, k[:], true) }

func (s Signature) AppendJSON(b []byte) []byte { return appendHex(b, s[:], true) }

func (s Signature) AppendCanonical(b []byte) []byte { return appendHex(b, s[:], true) }

func (e Entropy) AppendJSON(b []byte) []byte { return appendHex(b, e[:], false) }

func (e Entropy) AppendCanonical(b []byte) []byte { return appendHex(b, e[:], false) }
