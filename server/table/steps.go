package table

import (
	"bytes"
	"slices"

	"nemeton/engine"
	"nemeton/server/table/patch"
)

// An update with steps shows the view after each event that its viewer may see. All views come from the projection of
// the newest one, so they show nothing that the projection hides. The changes of an event that the viewer may not see
// come with the next step, or with the patch after the last one. The state without that event never existed, and a
// title need not be able to show it.

type sharedStages struct {
	folds []*engine.Fold // by event, the table after it; nil once the entry was sent
	each  [][]byte       // by event, from the view before it
	rest  []byte         // from the view after the last event to the shared view of the entry
}

func (s *sharedStages) size() int {
	total := len(s.rest)
	for _, steps := range s.each {
		total += len(steps)
	}
	return total
}

// foldsOf returns the tables after the events of the entry. A subscription that comes later lets them be made again,
// because they take more memory than their steps.
func (s *sharedStages) foldsOf(e *recentEntry) []*engine.Fold {
	if s.folds == nil {
		return e.before.AfterEach(e.events)
	}
	return s.folds
}

func (e *recentEntry) stagesFrom(base *sharedView) *sharedStages {
	if e.stages != nil {
		return e.stages
	}
	folds := e.before.AfterEach(e.events)
	e.stages = &sharedStages{folds: folds, each: make([][]byte, len(e.events))}
	values, steps := takeScratch(), takeScratch()
	defer values.release()
	defer steps.release()
	members := base.members
	for n, f := range folds {
		now, err := f.SharedMembers(members, &values.b)
		mustEncode(nil, err)
		steps.b = appendMembers(steps.b[:0], members, now)
		e.stages.each[n], members = bytes.Clone(steps.b), now
	}
	e.stages.rest = bytes.Clone(appendMembers(steps.b[:0], members, e.shared.members))
	return e.stages
}

func appendMembers(steps []byte, before, now []engine.EncodedMember) []byte {
	for i, m := range now {
		if was := before[i].Value; !sameBytes(was, m.Value) {
			steps = patch.Member(steps, "/view", m.Name, was, m.Value)
		}
	}
	return steps
}

func (u *update) withSteps() *EncodedMessage {
	stages := u.entry.stagesFrom(u.before.shared)
	text, list, steps := takeScratch(), takeScratch(), takeScratch()
	defer text.release()
	defer list.release()
	defer steps.release()
	own := slices.Clone(u.before.own)
	list.b, steps.b = append(list.b, `"steps":[`...), steps.b[:0]
	for n, f := range stages.foldsOf(u.entry) {
		steps.b = joinSteps(steps.b, stages.each[n])
		event, seen := u.eventAlone(n, &text.b)
		if !seen {
			continue
		}
		text.b = mustEncode(f.AppendOwn(text.b[:0], u.audience.Viewer))
		steps.b = patch.Members(steps.b, "/view", own, text.b)
		own = append(own[:0], text.b...)
		if list.b[len(list.b)-1] != '[' {
			list.b = append(list.b, ',')
		}
		list.b = append(append(list.b, `{"event":`...), event...)
		list.b = append(append(append(list.b, `,"patch":[`...), steps.b...), `]}`...)
		steps.b = steps.b[:0]
	}
	steps.b = patch.Members(joinSteps(steps.b, stages.rest), "/view", own, u.now.own)
	steps.b = patch.Append(steps.b, "/decisions", u.before.decisions, u.now.decisions)
	return u.encode(nil, len(list.b)+len(steps.b), func(b []byte) []byte {
		b = append(append(b, list.b...), `],"patch":[`...)
		return append(append(b, steps.b...), ']')
	})
}

func joinSteps(steps, more []byte) []byte {
	if len(steps) > 0 && len(more) > 0 {
		steps = append(steps, ',')
	}
	return append(steps, more...)
}

// eventAlone encodes one event of the entry; false: the audience may not see it.
func (u *update) eventAlone(n int, scratch *[]byte) (event []byte, seen bool) {
	list := mustEncode(u.entry.fold.EncodeEvents(u.entry.events[n:n+1], u.audience.Viewer, &engine.EventTexts{}, scratch))
	return list[1 : len(list)-1], len(list) > len("[]")
}
