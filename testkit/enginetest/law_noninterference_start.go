package enginetest

import (
	"fmt"

	"nemeton/engine"
	"nemeton/engine/chance"
)

// startTries is the number of starts that are compared, so that some of them look equal.
const startTries = 300

// startsAlike is the noninterference law for the start entry, before which no state can be sampled. If two starts of
// one setup give a viewer the same view and decisions, they must give it the same events.
func (x suite) startsAlike() error {
	for _, seats := range x.seatCounts() {
		g := x.newGame(seats, 0, plain)
		type observation struct {
			viewer engine.Viewer
			data   string
		}
		met := map[observation][]stage{}
		for n := range startTries {
			r, err := engine.Begin(x.title, g.start, chance.Key{byte(n), byte(n >> 8)}, 0)
			if err != nil {
				return err
			}
			f := engine.NewFold(x.title)
			events, err := f.Apply(r)
			if err != nil {
				return err
			}
			for _, v := range g.viewers {
				key := observation{v, string(encode(f.View(v))) + string(encode(f.Decisions(v)))}
				var received []stage // nobody sees a view during the start
				for _, event := range f.Redact(events, v) {
					received = append(received, stage{RedactedEvent: event})
				}
				if met[key] == nil {
					met[key] = received
					continue
				}
				p := &pair{game: g, viewer: v}
				if _, err := p.compare(met[key], received); err != nil {
					return fmt.Errorf("%d seats: two starts have the same view for %s but different events: %w", seats, v, err)
				}
			}
		}
	}
	return nil
}
