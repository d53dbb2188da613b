package table

import (
	"bytes"
	"time"

	"nemeton/engine"
	"nemeton/server/store"
)

// planted is a fault that the simulation must find.
type planted string

// The planted faults.
const (
	plantNothing  planted = ""
	plantDrop     planted = "an append is acknowledged and dropped"
	plantTwice    planted = "an update is delivered twice"
	plantSkip     planted = "an update is skipped"
	plantNoPrev   planted = "the store does not compare predecessors"
	plantNoNotice planted = "a snapshot after a loss does not say so"
	plantLeak     planted = "an update goes to another viewer as well"
	plantOwnClock planted = "a node uses its own clock"
	plantNoOutage planted = "a node does not learn of outages"
)

// beat applies the fault to the result of a heartbeat.
func (p planted) beat(t store.HeartbeatAnswer, wall time.Time) store.HeartbeatAnswer {
	switch p {
	case plantOwnClock:
		t.Now = wall
	case plantNoOutage:
		t.Outages = nil
	}
	return t
}

// dropsAppend reports whether the fault drops an append.
func (p planted) dropsAppend(a store.Append) bool {
	return p == plantDrop && a.Record.Entry.Kind == engine.KindMove && a.Record.Entry.Seq%3 == 0
}

// deliveries applies the fault to the messages of a step.
func (p planted) deliveries(out *output) {
	var kept []delivery
	for _, d := range out.deliveries {
		update := d.message != nil && bytes.HasPrefix(d.message.plain, []byte(`{"t":"update"`))
		switch {
		case p == plantSkip && update && bytes.Contains(d.message.plain, []byte(`"placed"`)):
			continue
		case p == plantTwice && update && bytes.Contains(d.message.plain, []byte(`"revealed"`)):
			kept = append(kept, d)
		case p == plantNoNotice && d.message != nil:
			d.message = newEncodedMessage(bytes.ReplaceAll(d.message.plain, []byte(`,"restored":true`), nil))
		case p == plantLeak && update && d.to.player != "":
			for other := range d.to.live.subs {
				if other != d.to {
					kept = append(kept, delivery{to: other, message: d.message})
				}
			}
		}
		kept = append(kept, d)
	}
	out.deliveries = kept
}
