package enginetest

import (
	"fmt"

	"nemeton/engine"
)

// startTries is how many starts are looked at to find some that look alike.
const startTries = 300

// startsAlike is the two-worlds law of the start entry, which no state can be sampled before: starts of one setup that
// leave a viewer with the same view and decisions have told it the same.
func (x exam) startsAlike() error {
	for seats := x.title.Info().MinSeats; seats <= x.most(); seats++ {
		g := x.newGame(seats, 0, plain)
		type sight struct {
			viewer engine.Viewer
			looks  string
		}
		met := map[sight][]engine.RedactedEvent{}
		for n := range startTries {
			r, err := engine.Begin(x.title, g.start, engine.NewKey(engine.Secret{byte(n), byte(n >> 8)}, nil), 0)
			if err != nil {
				return err
			}
			f := engine.NewFold(x.title)
			events, err := f.Apply(r)
			if err != nil {
				return err
			}
			for _, v := range g.viewers {
				key := sight{v, string(spell(f.View(v))) + string(spell(f.Decisions(v)))}
				told := f.Redact(events, v)
				if met[key] == nil {
					met[key] = told
					continue
				}
				p := &pair{game: g, viewer: v}
				if _, err := p.compare(met[key], told); err != nil {
					return fmt.Errorf("%d seats: two starts look the same to %s, and were told differently: %w", seats, v, err)
				}
			}
		}
	}
	return nil
}
