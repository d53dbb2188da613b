package engine

import (
	"bytes"
	"strconv"

	"nemeton/engine/codec"
)

// appendDecision appends a decision as encoding/json writes it, with the effects of its moves unless they are nil.
func appendDecision(b []byte, d Decision, effects [][]Effect) ([]byte, error) {
	var err error
	b = codec.AppendText(append(b, `{"id":`...), string(d.ID))
	b = strconv.AppendInt(append(b, `,"seat":`...), int64(d.Seat), 10)
	b = codec.AppendText(append(b, `,"kind":`...), d.Kind)
	for i, m := range d.Moves {
		if b = append(b, ','); i == 0 {
			b = append(b, `"moves":[`...)
		}
		if b, err = codec.AppendJSON(b, m); err != nil {
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
	b = codec.AppendText(append(b, `{"name":`...), e.Name)
	b, err := codec.AppendJSON(append(b, `,"data":`...), e.Data)
	return append(b, '}'), err
}
