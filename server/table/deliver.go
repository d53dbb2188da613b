package table

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"

	"nemeton/engine"
	"nemeton/engine/codec"
	"nemeton/server/table/patch"
	"nemeton/server/wire"
)

// The delivery path: no other code of the server turns a fold or its events into data for a viewer.

// audience identifies all sockets that receive the same bytes: those of one seat, with or without the effects of moves, or those of all spectators.
type audience struct {
	engine.Viewer
	effects bool // asked for; never of spectators, who get no moves
}

// newAudience is the audience of a viewer; effects says that the viewer asked for them.
func newAudience(v engine.Viewer, effects bool) audience {
	_, seated := v.Seat()
	return audience{Viewer: v, effects: effects && seated}
}

// projection is the data that an audience may see after the entry seq, each part encoded once for the whole audience.
type projection struct {
	seq       engine.Seq
	shared    *sharedView // the members of the view that all audiences share; nil before the start
	own       []byte      // the members of the view for this audience alone
	decisions json.RawMessage
}

func (p projection) content() wire.Content {
	view := json.RawMessage("null")
	if p.shared != nil {
		view = engine.JoinObjects(p.shared.object(), p.own)
	}
	return wire.Content{Seq: p.seq, View: view, Decisions: p.decisions}
}

func (p projection) size() int { return p.shared.size + len(p.own) + len(p.decisions) }

// encodeEntry encodes an entry for all subscriptions, once per audience. The fold stands after the entry.
func (l *live) encodeEntry(fold *engine.Fold, kind engine.Kind, events []engine.Event) *recentEntry {
	if l.fold.Seq() > 0 {
		for sub := range l.subs {
			l.cachedProjection(sub.audience()) // there are none after a rest
		}
	}
	e := newRecentEntry(l.fold, fold, kind, events, len(l.projections))
	if before := l.shared; before != nil && before.seq+1 == fold.Seq() && len(l.subs) > 0 {
		e.shared = projectShared(fold, before)
	}
	e.head = l.headOf(fold)
	for sub := range l.subs {
		e.update(sub.audience(), l.projections[sub.audience()]).message(sub)
	}
	return e
}

// broadcastEntry sends an entry that was stored and applied to every viewer. The seat that caused it comes first because its player waits
// for it, then the other seats, then spectators.
func (l *live) broadcastEntry(e *recentEntry, cause engine.Seat, from *Subscription) {
	l.out.deliveries = slices.Grow(l.out.deliveries, len(l.subs))
	for rank := range ranks {
		for sub := range l.subs {
			if rankOf(sub.viewer(), cause) == rank {
				l.out.deliveries = append(l.out.deliveries, delivery{to: sub, message: e.known(sub.audience()).advance(sub), quiet: sub == from})
			}
		}
	}
	l.shared = e.shared
	clear(l.projections)
	for _, u := range e.updates {
		l.setProjection(u.audience, u.now)
	}
	if e.stages != nil {
		e.stages.folds = nil
	}
	l.remember(e)
}

// sendSnapshot sends the present content. restored tells the client that the history it saw was lost.
func (l *live) sendSnapshot(s *Subscription, restored bool) {
	c := l.cachedProjection(s.audience()).content()
	l.send(s, Encode(wire.Snapshot{
		T: "snapshot", Seq: c.Seq, You: wire.YouAre(s.viewer()), Table: l.describe(s.player, l.row),
		View: c.View, Decisions: c.Decisions, Nodes: nodesFor(l.id, l.reg.cfg.Nodes), Head: l.shortHead(l.fold.Seq(), l.fold.Head()), Restored: restored,
		Clocks: l.fold.Clocks(), Time: l.fold.ClocksAt(), Paused: pausedUntil(l.fold), Now: l.clockNow(),
	}))
	s.seq, s.gotFull = c.Seq, true
}

const ranks = 3

// rankOf is a viewer's place in the order of delivery, so that play goes on while a crowd is still being served.
func rankOf(v engine.Viewer, cause engine.Seat) int {
	switch _, seated := v.Seat(); {
	case v.Is(cause):
		return 0
	case seated:
		return 1
	}
	return 2
}

// sharedView is the part of the content after one entry that all audiences share.
type sharedView struct {
	seq     engine.Seq
	members []engine.EncodedMember
	// decisions are those that a viewer gets who owes none.
	decisions json.RawMessage
	size      int             // of their object, in bytes
	added     int             // bytes that no earlier sharedView holds
	id        uint64          // unique in this process
	base      uint64          // id of the earlier view that steps apply to. A pointer would keep all earlier views of the table alive
	steps     []byte          // of a patch of the view
	asked     []byte          // the steps of a patch of decisions
	common    *EncodedMessage // the patch for the audiences of which the entry changes nothing else; nil: not made yet
}

// projectShared encodes the members that the title marks as shared. They hold no secret of a seat, because they are taken from a
// spectator's view. before is the view after the previous entry, or nil. It returns nil before the start.
func projectShared(fold *engine.Fold, before *sharedView) *sharedView {
	if fold.Seq() == 0 {
		return nil
	}
	var earlier []engine.EncodedMember
	if before != nil {
		earlier = before.members
	}
	scratch := takeScratch()
	defer scratch.release()
	members, err := fold.SharedMembers(earlier, &scratch.b)
	mustEncode(nil, err)
	s := &sharedView{id: ids.Add(1), seq: fold.Seq(), members: members, size: len("{"), decisions: bytes.Clone(mustEncode(fold.AppendDecisions(scratch.b[:0], engine.Spectator(), false)))}
	for i, m := range members {
		if m.Value != nil {
			s.size += len(`"":,`) + len(m.Name) + len(m.Value)
		}
		if earlier == nil || !sameBytes(earlier[i].Value, m.Value) {
			s.added += len(m.Value)
		}
	}
	return s
}

// sameBytes reports whether two texts are the same memory.
func sameBytes(a, b []byte) bool { return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0]) }

func (s *sharedView) object() []byte { return engine.JoinMembers(s.members) }

// stepsFrom returns the patch steps from an earlier shared view to this one, and sets asked. They are made once, because all audiences have the same
// base.
func (s *sharedView) stepsFrom(base *sharedView) []byte {
	if s.steps != nil && base.id == s.base {
		return s.steps
	}
	view, asked := takeScratch(), takeScratch()
	defer view.release()
	defer asked.release()
	view.b = appendMembers(view.b, base.members, s.members)
	asked.b = patch.Append(asked.b, "/decisions", base.decisions, s.decisions)
	s.base, s.common = base.id, nil
	both := append(append(make([]byte, 0, len(view.b)+len(asked.b)), view.b...), asked.b...) // not nil
	s.steps, s.asked = both[:len(view.b):len(view.b)], both[len(view.b):]
	return s.steps
}

// update is one entry as one audience may know it. Each of its encodings is made on first use.
type update struct {
	entry       *recentEntry
	audience    audience
	events      json.RawMessage
	public      bool // all audiences get the same events
	before, now projection
	full        *EncodedMessage
	patched     *EncodedMessage
	stepped     *EncodedMessage // patched, with its steps
	first       EncodedMessage  // memory of the first message
	firstUsed   bool
}

func newUpdate(e *recentEntry, v audience, before projection) *update {
	scratch := takeScratch()
	defer scratch.release()
	u := e.newUpdate()
	u.entry, u.audience, u.before = e, v, before
	u.events = mustEncode(e.fold.EncodeEvents(e.events, v.Viewer, &e.texts, &scratch.b))
	u.public, u.now = e.texts.Common() != nil, project(e.fold, e.shared, v, before.own)
	return u
}

// knowledge is the data that a seat may know, for the bot that plays it: view and decisions as project encodes them. Folds never change, so the bot
// may use it beside the table.
func (l *live) knowledge(seat engine.Seat) engine.Knowledge {
	return l.fold.Knowledge(engine.SeatViewer(seat))
}

// project encodes the data that v may know of the current state. own are the members for v alone after the previous entry; nil if they are not known.
func project(fold *engine.Fold, shared *sharedView, v audience, own []byte) projection {
	if shared == nil {
		return projection{decisions: json.RawMessage("[]")}
	}
	decisions := shared.decisions
	scratch := takeScratch()
	defer scratch.release()
	if fold.Owes(v.Viewer) {
		scratch.b = mustEncode(fold.AppendDecisions(scratch.b, v.Viewer, v.effects))
		decisions = bytes.Clone(scratch.b)
	}
	if scratch.b = mustEncode(fold.AppendOwn(scratch.b[:0], v.Viewer)); !bytes.Equal(scratch.b, own) {
		own = bytes.Clone(scratch.b)
	}
	return projection{seq: fold.Seq(), shared: shared, own: own, decisions: decisions}
}

// size estimates the memory that the update takes besides the shared view, in bytes.
func (u *update) size() int {
	total := 256 + len(u.now.own) + len(u.now.decisions)
	if !u.public {
		total += len(u.events)
	}
	for _, m := range []*EncodedMessage{u.full, u.patched, u.stepped} {
		if m != nil && m != u.now.shared.common {
			total += m.size()
		}
	}
	return total
}

// message is the update for one subscription: a patch if the subscription accepts one and the patch is smaller, else the full content.
func (u *update) message(sub *Subscription) *EncodedMessage {
	if u.canPatch(sub) {
		if sub.steps {
			if u.stepped == nil {
				u.stepped = u.withSteps()
			}
			return u.stepped
		}
		if u.patched == nil {
			u.patched = u.patch()
		}
		return u.patched
	}
	if u.full == nil {
		u.full = u.whole()
	}
	return u.full
}

// canPatch reports whether the subscription asked for patches and has the content that the patch applies to.
func (u *update) canPatch(sub *Subscription) bool {
	return sub.patch && sub.seq == u.before.seq && u.before.seq > 0 && sub.gotFull
}

func (u *update) advance(sub *Subscription) *EncodedMessage {
	message := u.message(sub)
	sub.gotFull = sub.gotFull || !u.canPatch(sub)
	sub.seq = u.now.seq
	return message
}

func (u *update) whole() *EncodedMessage {
	content := u.now.content()
	return u.encode(u.events, len(content.View)+len(content.Decisions), func(b []byte) []byte {
		b = append(append(b, `"view":`...), content.View...)
		return append(append(b, `,"decisions":`...), content.Decisions...)
	})
}

// patch is the update with a patch from the audience's previous content, or with the whole content if that is no larger.
func (u *update) patch() *EncodedMessage {
	scratch := takeScratch()
	defer scratch.release()
	shared := u.now.shared.stepsFrom(u.before.shared)
	steps := scratch.b
	steps = append(steps, shared...)
	common := u.public
	if !bytes.Equal(u.before.own, u.now.own) {
		steps, common = patch.Members(steps, "/view", u.before.own, u.now.own), false
	}
	switch {
	case !sameBytes(u.before.decisions, u.before.shared.decisions) || !sameBytes(u.now.decisions, u.now.shared.decisions):
		steps, common = patch.Append(steps, "/decisions", u.before.decisions, u.now.decisions), false
	case len(steps) > 0 && len(u.now.shared.asked) > 0:
		steps = append(append(steps, ','), u.now.shared.asked...)
	default:
		steps = append(steps, u.now.shared.asked...)
	}
	scratch.b = steps
	if len(steps)+2 >= u.now.size() {
		return u.whole()
	}
	if common && u.now.shared.common != nil {
		return u.now.shared.common
	}
	message := u.encode(u.events, len(steps), func(b []byte) []byte {
		return append(append(append(b, `"patch":[`...), steps...), ']')
	})
	if common {
		u.now.shared.common = message
	}
	return message
}

// encode writes the bytes that encoding/json would write for wire.Update. Without events, the steps hold them. add appends the members of the content, of so
// many bytes besides their names.
func (u *update) encode(events []byte, size int, add func([]byte) []byte) *EncodedMessage {
	message := make([]byte, 0, 144+len(events)+len(u.entry.clocks)+size)
	message = append(message, `{"t":"update","seq":`...)
	message = strconv.AppendUint(message, uint64(u.now.seq), 10)
	if events != nil {
		message = append(append(message, `,"events":`...), events...)
	}
	message = add(append(message, ','))
	if u.entry.head != "" {
		message = append(append(append(message, `,"head":"`...), u.entry.head...), '"')
	}
	message = append(append(message, u.entry.clocks...), '}')
	if u.firstUsed {
		return newReferable(message)
	}
	u.firstUsed = true
	u.first.plain, u.first.id = message, ids.Add(1)
	return &u.first
}

// encodeClocks encodes the members of an update that show the clocks; empty at a table without clocks. Clocks are the same for all viewers, because the open
// decisions are public.
func encodeClocks(fold *engine.Fold) []byte {
	list := fold.Clocks()
	if list == nil {
		return nil
	}
	b := []byte(`,"clocks":[`)
	for i, c := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(append(b, `{"seat":`...), int64(c.Seat), 10)
		b = strconv.AppendInt(append(b, `,"left":`...), c.Left, 10)
		b = append(strconv.AppendBool(append(b, `,"running":`...), c.Running), '}')
	}
	b = strconv.AppendInt(append(b, `],"time":`...), fold.ClocksAt(), 10)
	if until := pausedUntil(fold); until != 0 {
		b = strconv.AppendInt(append(b, `,"paused":`...), until, 10)
	}
	return b
}

// pausedUntil is the end of a pause that lasts beyond the newest entry, in milliseconds since 1970 UTC; else 0.
func pausedUntil(fold *engine.Fold) int64 {
	if until := fold.PausedUntil(); until > fold.ClocksAt() {
		return until
	}
	return 0
}

// clockNow is the time of the step at a table with clocks, in milliseconds since 1970 UTC; else 0.
func (l *live) clockNow() int64 {
	if l.fold.ClocksAt() == 0 {
		return 0
	}
	return l.now.UnixMilli()
}

// encode encodes a value of the server's own types, which cannot fail.
func encode(v any) json.RawMessage { return mustEncode(codec.AppendJSON(nil, v)) }

// mustEncode returns raw. It panics on an error, because values of the server's own types can always be encoded.
func mustEncode(raw []byte, err error) []byte {
	if err != nil {
		panic("table: " + err.Error())
	}
	return raw
}
