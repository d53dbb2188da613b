package table

import (
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

// sight is what an audience may see after the entry seq.
type sight struct {
	seq     engine.Seq
	content wire.Content
}

// deliver tells every viewer of an entry that was stored and applied. Each audience's bytes are made once.
func (l *live) deliver(r engine.Record, events []engine.Event) {
	if len(l.subs) == 0 {
		l.sight = nil
		return
	}
	fold := l.fold
	frames := map[audience]*update{}
	next := make(map[audience]sight, len(l.sight))
	for sub := range l.subs {
		u, ok := frames[sub.viewer]
		if !ok {
			u = makeUpdate(fold, sub.viewer, events, l.sight[sub.viewer])
			frames[sub.viewer] = u
			next[sub.viewer] = sight{seq: r.Entry.Seq, content: u.content}
		}
		sub.push(u.frame(sub))
	}
	l.sight = next
}

// update is one entry as one audience may know it, in its two spellings, each made when first wanted.
type update struct {
	content wire.Content
	events  json.RawMessage
	before  sight
	whole   []byte
	patched []byte
}

func makeUpdate(fold *engine.Fold, v engine.Viewer, events []engine.Event, before sight) *update {
	return &update{content: see(fold, v), events: encode(fold.Tell(events, v)), before: before}
}

// heard is what a seat that a bot plays was told so far.
type heard struct {
	seq  engine.Seq // of the last entry in it
	seen []any
	upTo []int // len(seen) after each entry, from the first on
}

func (h *heard) add(events []engine.Event, told []engine.Told) {
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
			events, err := l.fold.Facts(r.Entry)
			if err != nil {
				return engine.Knowledge{}, l.damaged(err)
			}
			h.add(events, l.fold.Tell(events, v))
		}
	}
	fold := l.fold.Clone()
	return engine.Knowledge{
		Viewer: v, Setup: fold.Start().Setup, View: fold.View(v).Title, Decisions: fold.Decisions(v), Seen: h.seen[:len(h.seen):len(h.seen)],
	}, nil
}

// see encodes what v may know of the state now.
func see(fold *engine.Fold, v engine.Viewer) wire.Content {
	if fold.Seq() == 0 {
		return wire.Content{View: json.RawMessage("null"), Decisions: json.RawMessage("[]")}
	}
	// Asked directly: json.Marshal would read all of it once more to see that it is JSON.
	view, err := fold.View(v).MarshalJSON()
	if err != nil {
		panic("table: " + err.Error())
	}
	return wire.Content{Seq: fold.Seq(), View: view, Decisions: encode(fold.Decisions(v))}
}

// frame is the bytes for one subscription: a patch where it asked for them, has had a whole one and the patch is smaller.
func (u *update) frame(sub *Subscription) []byte {
	if sub.patch && sub.seq == u.before.seq && u.before.seq > 0 && sub.sawWhole {
		if u.patched == nil {
			u.patched = u.spell(u.difference())
		}
		sub.seq = u.content.Seq
		return u.patched
	}
	if u.whole == nil {
		u.whole = u.spell(nil)
	}
	sub.seq, sub.sawWhole = u.content.Seq, true
	return u.whole
}

// spell writes the frame as encode would write wire.Update, of parts that are spelled already.
func (u *update) spell(patch []byte) []byte {
	frame := make([]byte, 0, 96+len(u.events)+max(len(patch), len(u.content.View)+len(u.content.Decisions)))
	frame = append(frame, `{"t":"update","seq":`...)
	frame = strconv.AppendUint(frame, uint64(u.content.Seq), 10)
	frame = append(append(frame, `,"events":`...), u.events...)
	if patch != nil {
		frame = append(append(frame, `,"patch":`...), patch...)
	} else {
		frame = append(append(frame, `,"view":`...), u.content.View...)
		frame = append(append(frame, `,"decisions":`...), u.content.Decisions...)
	}
	return append(frame, '}')
}

// difference is the patch from what the audience saw before; nil where the whole is not larger.
func (u *update) difference() []byte {
	steps := patch.Append(nil, "/view", u.before.content.View, u.content.View)
	steps = patch.Append(steps, "/decisions", u.before.content.Decisions, u.content.Decisions)
	if len(steps)+2 >= len(u.content.View)+len(u.content.Decisions) {
		return nil
	}
	return patch.Join(steps)
}

// encode spells values of our own making; they always can be.
func encode(v any) json.RawMessage {
	raw, err := json.Marshal(v)
	if err != nil {
		panic("table: " + err.Error())
	}
	return raw
}
