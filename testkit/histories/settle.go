package histories

import (
	"time"

	"nemeton/play"
	"nemeton/play/torture"
)

// settle replaces commands with an unknown outcome by what the stored log and later attempts tell about them. Otherwise every one of them would
// double the number of orders to try.
//
//   - If another attempt of the same command was accepted, its interval begins with the first attempt.
//   - If the stored log lacks the command, it never took effect. If it had, and was lost, a read of its seq is left without explanation.
//   - If the stored log has the command, its seq is known.
//
// An unknown command with an ambiguous content stays as it is. end is a time after all operations.
func settle(operations []play.Operation, stored []torture.StoredCommand, end time.Duration) []play.Operation {
	seqs := map[torture.StoredCommand]int{}
	for i, e := range stored {
		if _, ok := seqs[e]; !ok {
			seqs[e] = i + 2
		}
	}
	accepted, contents := map[torture.StoredCommand]int{}, map[torture.StoredCommand]map[string]bool{}
	settled := make([]play.Operation, 0, len(operations))
	for _, o := range operations {
		e := entryOf(o)
		if o.Kind == play.Append && o.Outcome == play.Unknown {
			if contents[e] == nil {
				contents[e] = map[string]bool{}
			}
			contents[e][o.Content] = true
			continue
		}
		settled = append(settled, o)
		if o.Kind != play.Append || o.Outcome != play.Accepted {
			continue
		}
		if first, ok := accepted[e]; !ok || o.Return < settled[first].Return {
			accepted[e] = len(settled) - 1
		}
	}
	pending := map[torture.StoredCommand]int{} // index of the operation that stands for all attempts
	for _, o := range operations {
		e := entryOf(o)
		if o.Kind != play.Append || o.Outcome != play.Unknown {
			continue
		}
		if first, ok := accepted[e]; ok {
			if settled[first].Content == o.Content {
				settled[first].Call = min(settled[first].Call, o.Call)
			}
			continue
		}
		seq, inLog := seqs[e]
		if !inLog {
			continue
		}
		o.Return = end
		if len(contents[e]) > 1 {
			settled = append(settled, o)
			continue
		}
		if at, ok := pending[e]; ok {
			settled[at].Call = min(settled[at].Call, o.Call)
			continue
		}
		o.Outcome, o.Seq = play.Accepted, seq
		pending[e] = len(settled)
		settled = append(settled, o)
	}
	return settled
}

func entryOf(o play.Operation) torture.StoredCommand {
	return torture.StoredCommand{Seat: o.Client, Command: o.Command}
}
