package enginetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"

	"nemeton/engine"
	"nemeton/engine/codec"
	"nemeton/server/wire/jsonfield"
)

// encoders: the encoders of the title's types write the bytes of encoding/json and of Canonical, member by member for views.
func encoders(x suite) error {
	return x.each(lively, func(g *game, r engine.Record, events []engine.Event) error {
		if err := storedAsReflected(r, events); err != nil {
			return err
		}
		var known engine.EventTexts
		outsiders, err := g.fold.AppendDecisions(nil, engine.Spectator(), false)
		if err != nil {
			return err
		}
		for _, v := range g.viewers {
			if err := viewAsReflected(g.fold.View(v).Title); err != nil {
				return fmt.Errorf("the view of %s: %w", v, err)
			}
			if err := ownAsInView(g.fold, v); err != nil {
				return fmt.Errorf("the view of %s: %w", v, err)
			}
			redacted, decisions := g.fold.Redact(events, v), g.fold.Decisions(v)
			raw, err := g.fold.EncodeEvents(events, v, &known, new([]byte))
			if err := asReflected(redacted, raw, err); err != nil {
				return fmt.Errorf("the events of %s: %w", v, err)
			}
			raw, err = g.fold.AppendDecisions(nil, v, false)
			if err := asReflected(decisions, raw, err); err != nil {
				return fmt.Errorf("the decisions of %s: %w", v, err)
			}
			if !g.fold.Owes(v) && !bytes.Equal(raw, outsiders) {
				return fmt.Errorf("the decisions of %s, who owes none, differ from those of a spectator: %s", v, raw)
			}
		}
		return nil
	})
}

// ownAsInView compares the own members of a view that may lack the shared ones with those of the whole view.
func ownAsInView(f *engine.Fold, v engine.Viewer) error {
	own, err := f.AppendOwn(nil, v)
	if err != nil {
		return err
	}
	want, err := f.View(v).AppendOwn(nil)
	if err == nil && !bytes.Equal(own, want) {
		err = fmt.Errorf("the own members differ if nobody reads the shared ones:\n- %s\n+ %s", want, own)
	}
	return err
}

// asReflected compares an encoding with that of encoding/json.
func asReflected(v any, got []byte, err error) error {
	if err != nil {
		return err
	}
	want, err := json.Marshal(v)
	if err == nil && !bytes.Equal(want, got) {
		err = fmt.Errorf("encoded otherwise than by encoding/json:\n- %s\n+ %s", want, got)
	}
	return err
}

// storedAsReflected compares the bytes of an entry and of its events with the canonical form of what encoding/json writes.
func storedAsReflected(r engine.Record, events []engine.Event) error {
	values, texts := []any{r.Entry}, [][]byte{r.Bytes}
	for i, e := range events {
		values, texts = append(values, e), append(texts, r.Entry.Events[i].Data)
	}
	for i, v := range values {
		raw, err := json.Marshal(v)
		if err != nil {
			return err
		}
		want, err := codec.Canonical(json.RawMessage(raw))
		if err != nil {
			return err
		}
		if !bytes.Equal(want, texts[i]) {
			return fmt.Errorf("%T is stored otherwise than in canonical form:\n- %s\n+ %s", v, want, texts[i])
		}
	}
	return nil
}

// viewAsReflected compares the members of a view.
func viewAsReflected(title any) error {
	view, ok := title.(engine.ViewAppender)
	if !ok {
		return nil
	}
	raw, err := json.Marshal(title)
	if err != nil {
		return err
	}
	fields, err := jsonfield.Of(reflect.TypeOf(title))
	if err != nil {
		return err
	}
	members := make([]engine.EncodedMember, len(fields))
	for i, m := range fields {
		members[i] = engine.EncodedMember{Name: m.JSON, Value: view.AppendMember(nil, i)}
	}
	if joined := engine.JoinMembers(members); !bytes.Equal(joined, raw) {
		return fmt.Errorf("encoded otherwise than by encoding/json:\n- %s\n+ %s", raw, joined)
	}
	return nil
}
