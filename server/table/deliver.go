package table

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strconv"

	"nemeton/engine"
	"nemeton/server/table/patch"
	"nemeton/server/wire"
)

// The one gate: nothing else in the server turns a fold or its events into what a viewer is given.

// audience is all who get the same bytes: the viewers of one seat, or all spectators.
type audience = engine.Viewer

// sight is what an audience may see after the entry seq, each part spelled once for all who share it.
type sight struct {
	seq       engine.Seq
	shared    []byte // the view's members that all share; nil before the start
	own       []byte // the view's members of this audience alone
	decisions json.RawMessage
}

// content is the whole of it.
func (s sight) content() wire.Content {
	view := json.RawMessage("null")
	if s.shared != nil {
		view = engine.JoinObjects(s.shared, s.own)
	}
	return wire.Content{Seq: s.seq, View: view, Decisions: s.decisions}
}

// size is the bytes of view and decisions.
func (s sight) size() int { return len(s.shared) + len(s.own) + len(s.decisions) }

// updates is an entry as each audience at the table may know it.
type updates map[audience]*update

// spell makes what all who are connected will be told of an entry, each audience's bytes once. The fold stands after it.
func (l *live) spell(fold *engine.Fold, events []engine.Event) updates {
	if len(l.subs) == 0 {
		return nil
	}
	common := commonTo(fold)
	all := make(updates, len(l.sight))
	for sub := range l.subs {
		u, ok := all[sub.viewer]
		if !ok {
			u = makeUpdate(fold, common, sub.viewer, events, l.sight[sub.viewer])
			all[sub.viewer] = u
		}
		u.frame(sub)
	}
	return all
}

// deliver tells every viewer of an entry that was stored and applied: first the seat that it is of, whose player waits for it, then the other
// players, then who watches.
func (l *live) deliver(all updates, of engine.Seat) {
	if len(all) == 0 {
		l.sight = nil
		return
	}
	for rank := range ranks {
		for sub := range l.subs {
			if rankOf(sub.viewer, of) == rank {
				sub.push(all[sub.viewer].tell(sub))
			}
		}
	}
	next := make(map[audience]sight, len(all))
	for v, u := range all {
		next[v] = u.now
	}
	l.sight = next
}

// ranks is how many there are of those who are told one after another.
const ranks = 3

// rankOf is a viewer's place among them for an entry of a seat: the game goes on while a crowd is still being told.
func rankOf(v audience, of engine.Seat) int {
	switch _, seated := v.Seat(); {
	case v.Is(of):
		return 0
	case seated:
		return 1
	}
	return 2
}

// common is what all audiences of one entry share.
type common struct {
	view   []byte // nil before the start
	before []byte // what steps leads from
	steps  []byte // of a patch
}

// commonTo spells it as a spectator sees it: whatever a title marks as shared, no seat's secret is in it.
func commonTo(fold *engine.Fold) *common {
	if fold.Seq() == 0 {
		return &common{}
	}
	return &common{view: spelled(fold.View(engine.Spectator()).Shared())}
}

// since gives the steps of a patch from an earlier state of the shared members. It is made once: audiences come from the same one.
func (c *common) since(before []byte) []byte {
	if c.steps == nil || !bytes.Equal(before, c.before) {
		c.before, c.steps = before, patch.Members([]byte{}, "/view", before, c.view)
	}
	return c.steps
}

// update is one entry as one audience may know it, in its two spellings, each made when first wanted.
type update struct {
	common      *common
	events      json.RawMessage
	before, now sight
	whole       *EncodedMessage
	patched     *EncodedMessage
}

func makeUpdate(fold *engine.Fold, c *common, v engine.Viewer, events []engine.Event, before sight) *update {
	return &update{common: c, events: encode(fold.Redact(events, v)), before: before, now: see(fold, c, v)}
}

// heard is what a seat that a bot plays was told so far.
type heard struct {
	seq  engine.Seq // of the last entry in it
	seen []any
	upTo []int // len(seen) after each entry, from the first on
}

func (h *heard) add(events []engine.Event, told []engine.RedactedEvent) {
	for _, t := range told {
		h.seen = append(h.seen, t.Data)
	}
	// What was taken back did not happen: the state does not hold it any more.
	for _, e := range events {
		if back, ok := e.(engine.TakenBack); ok {
			n := h.upTo[back.To-1]
			h.seen = h.seen[:n:n]
		}
	}
	h.seq++
	h.upTo = append(h.upTo, len(h.seen))
}

// know is all that a seat was given: view and decisions as see encodes them, and the events that its updates told. It shares nothing
// with the table, so that a bot may take its time over it.
func (l *live) know(ctx context.Context, seat engine.Seat) (engine.Knowledge, error) {
	v := engine.SeatViewer(seat)
	h, ok := l.heard[seat]
	if !ok {
		h = &heard{}
		l.heard[seat] = h
	}
	for h.seq < l.fold.Seq() {
		records, err := l.reg.cfg.Store.Read(ctx, l.id, h.seq, min(readPage, int(l.fold.Seq()-h.seq)))
		if err != nil {
			return engine.Knowledge{}, l.damaged(err)
		}
		if len(records) == 0 {
			return engine.Knowledge{}, l.damaged(fmt.Errorf("%w: entry %d is missing", engine.ErrCorrupt, h.seq+1))
		}
		for _, r := range records {
			events, err := l.fold.Decode(r.Entry)
			if err != nil {
				return engine.Knowledge{}, l.damaged(err)
			}
			h.add(events, l.fold.Redact(events, v))
		}
	}
	fold := l.fold.Clone()
	return engine.Knowledge{
		Viewer: v, Setup: fold.Start().Setup, View: fold.View(v).Title, Decisions: fold.Decisions(v), Seen: h.seen[:len(h.seen):len(h.seen)],
	}, nil
}

// see encodes what v may know of the state now.
func see(fold *engine.Fold, c *common, v engine.Viewer) sight {
	if c.view == nil {
		return sight{decisions: json.RawMessage("[]")}
	}
	return sight{seq: fold.Seq(), shared: c.view, own: spelled(fold.View(v).Own()), decisions: encode(fold.Decisions(v))}
}

// frame is the text for one subscription: a patch where it asked for them, has had a whole one and the patch is smaller.
func (u *update) frame(sub *Subscription) *EncodedMessage {
	if u.follows(sub) {
		if u.patched == nil {
			u.patched = u.spell(u.difference())
		}
		return u.patched
	}
	if u.whole == nil {
		u.whole = u.spell(nil)
	}
	return u.whole
}

// follows tells whether a patch can be given.
func (u *update) follows(sub *Subscription) bool {
	return sub.patch && sub.seq == u.before.seq && u.before.seq > 0 && sub.sawWhole
}

// tell gives the text for one subscription, and notes that it has them.
func (u *update) tell(sub *Subscription) *EncodedMessage {
	frame := u.frame(sub)
	sub.sawWhole = sub.sawWhole || !u.follows(sub)
	sub.seq = u.now.seq
	return frame
}

// spell writes the frame as encode would write wire.Update, of parts that are spelled already.
func (u *update) spell(patch []byte) *EncodedMessage {
	var content wire.Content
	if patch == nil {
		content = u.now.content()
	}
	frame := make([]byte, 0, 96+len(u.events)+len(patch)+len(content.View)+len(content.Decisions))
	frame = append(frame, `{"t":"update","seq":`...)
	frame = strconv.AppendUint(frame, uint64(u.now.seq), 10)
	frame = append(append(frame, `,"events":`...), u.events...)
	if patch != nil {
		frame = append(append(frame, `,"patch":`...), patch...)
	} else {
		frame = append(append(frame, `,"view":`...), content.View...)
		frame = append(append(frame, `,"decisions":`...), content.Decisions...)
	}
	return newEncodedMessage(append(frame, '}'))
}

// difference is the patch from what the audience saw before; nil where the whole is not larger.
func (u *update) difference() []byte {
	shared := u.common.since(u.before.shared)
	steps := append(make([]byte, 0, len(shared)+256), shared...)
	steps = patch.Members(steps, "/view", u.before.own, u.now.own)
	steps = patch.Append(steps, "/decisions", u.before.decisions, u.now.decisions)
	if len(steps)+2 >= u.now.size() {
		return nil
	}
	return patch.Join(steps)
}

// text spells a frame of our own making.
func text(frame any) *EncodedMessage { return newEncodedMessage(encode(frame)) }

// encode spells values of our own making; they always can be.
func encode(v any) json.RawMessage { return spelled(json.Marshal(v)) }

// spelled is a spelling of our own making; it always can be made.
func spelled(raw []byte, err error) []byte {
	if err != nil {
		panic("table: " + err.Error())
	}
	return raw
}
