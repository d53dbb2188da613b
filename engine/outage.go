package engine

import "fmt"

// Outage is a time in which no node could store an entry. Both times are milliseconds since 1970 UTC.
type Outage struct {
	From int64 `json:"from"`
	To   int64 `json:"to"`
}

// overlap is the part of the outage between two times, in milliseconds.
func (o Outage) overlap(from, to int64) int64 { return max(0, min(o.To, to)-max(o.From, from)) }

// OutagesNoted means that nobody could move during outages. The clocks that ran get this time back.
type OutagesNoted struct {
	Outages []Outage `json:"outages"` // in order
}

// NoteOutages returns the record that gives the running clocks the time of those outages back that are newer than the newest entry and in no pause. Errors: ErrFinished;
// ErrNoChange if there are none.
func (f *Fold) NoteOutages(outages []Outage, now int64) (Record, error) {
	now = f.timeOf(now)
	var list []Outage
	if _, _, runs := f.NextZero(); runs {
		for _, o := range outages {
			if o.From < o.To && o.To <= now && o.overlap(f.clocksFrom(), now) > 0 {
				list = append(list, o)
			}
		}
	}
	switch {
	case f.Outcome() != nil:
		return Record{}, ErrFinished
	case list == nil:
		return Record{}, ErrNoChange
	}
	return f.systemEntry(NoSeat, ActorTimer, "", now, OutagesNoted{Outages: list})
}

// givenBack is the time between the newest entry and the entry e that does not count, because of outages that e notes. Error: ErrCorrupt.
func (f *Fold) givenBack(e Entry, events []Event) (total int64, err error) {
	for _, event := range events {
		noted, ok := event.(OutagesNoted)
		if !ok {
			continue
		}
		_, _, runs := f.NextZero()
		valid := len(events) == 1 && e.Kind == KindSystem && e.Actor == ActorTimer && e.Seat == NoSeat && runs && len(noted.Outages) > 0
		for i, o := range noted.Outages {
			part := o.overlap(f.clocksFrom(), e.Time)
			valid = valid && (i == 0 || o.From >= noted.Outages[i-1].To) && o.To <= e.Time && part > 0
			total += part
		}
		if !valid {
			return 0, fmt.Errorf("%w: entry %d notes outages that no server would have noted", ErrCorrupt, e.Seq)
		}
	}
	return total, nil
}
