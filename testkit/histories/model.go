package histories

import (
	"github.com/anishathalye/porcupine"

	"nemeton/play"
	"nemeton/play/torture"
)

// logState is the log of the model: its last entry, which links to those before it. Entries are shared between states, and an equal log may exist
// twice.
type logState struct {
	seq     int
	entry   torture.StoredCommand
	content string
	before  *logState
}

// find returns the state after the entry of a command, or nil.
func (l *logState) find(e torture.StoredCommand) *logState {
	for ; l.before != nil; l = l.before {
		if l.entry == e {
			return l
		}
	}
	return nil
}

// equal compares two logs entry by entry.
func equal(a, b *logState) bool {
	for a != b {
		if a.seq != b.seq || a.entry != b.entry || a.content != b.content || a.before == nil {
			return false
		}
		a, b = a.before, b.before
	}
	return true
}

// step returns the logs that an operation may leave behind; none if it does not fit the log.
func (l *logState) step(in input) []*logState {
	switch {
	case in.final != nil:
		return l.keepIf(l.holds(in.final))
	case in.operation.Kind == play.Read && in.operation.Latest:
		return l.keepIf(in.operation.Seq == l.seq)
	case in.operation.Kind == play.Read:
		return l.keepIf(in.operation.Seq <= l.seq)
	}
	return l.command(in.operation)
}

func (l *logState) command(o play.Operation) []*logState {
	e := entryOf(o)
	known := l.find(e)
	same := known != nil && known.content == o.Content
	next := &logState{seq: l.seq + 1, entry: e, content: o.Content, before: l}
	switch {
	case o.Outcome == play.Accepted && known != nil:
		return l.keepIf(same && known.seq == o.Seq)
	case o.Outcome == play.Accepted && next.seq == o.Seq:
		return []*logState{next}
	case o.Outcome == play.Refused && o.Code == "id_reused":
		return l.keepIf(known != nil && !same)
	case o.Outcome == play.Refused:
		return l.keepIf(known == nil)
	case o.Outcome == play.Unknown && known != nil:
		return []*logState{l}
	case o.Outcome == play.Unknown:
		return []*logState{next, l}
	}
	return nil
}

// keepIf returns the unchanged log if the operation fits it.
func (l *logState) keepIf(fits bool) []*logState {
	if !fits {
		return nil
	}
	return []*logState{l}
}

// holds reports whether the log equals a stored one, which begins with seq 2.
func (l *logState) holds(stored []torture.StoredCommand) bool {
	if l.seq != len(stored)+1 {
		return false
	}
	for ; l.before != nil; l = l.before {
		if stored[l.seq-2] != l.entry {
			return false
		}
	}
	return true
}

// input is an operation of a client, or the final read of the stored log.
type input struct {
	operation play.Operation
	final     []torture.StoredCommand
}

// model returns the model of one table's log for porcupine.
func model() porcupine.Model {
	m := porcupine.NondeterministicModel{
		Init: func() []interface{} { return []interface{}{&logState{seq: 1}} },
		Step: func(state, in, _ interface{}) []interface{} {
			var after []interface{}
			for _, l := range state.(*logState).step(in.(input)) {
				after = append(after, l)
			}
			return after
		},
		Equal: func(a, b interface{}) bool { return equal(a.(*logState), b.(*logState)) },
	}
	return m.ToModel()
}
