package memstore

import (
	"cmp"
	"context"
	"maps"
	"net/netip"
	"slices"
	"strings"
	"time"

	"nemeton/server/store"
)

// operatorData holds the bans, the acts of operators, and the facts that the administration shows.
type operatorData struct {
	bans  map[netip.Prefix]store.Ban
	acts  map[string]store.Act
	notes map[noteKey]store.Note
}

type noteKey struct {
	kind store.NoteKind
	name string
}

func newOperatorData() operatorData {
	return operatorData{bans: map[netip.Prefix]store.Ban{}, acts: map[string]store.Act{}, notes: map[noteKey]store.Note{}}
}

func (o operatorData) copy() operatorData {
	return operatorData{bans: maps.Clone(o.bans), acts: maps.Clone(o.acts), notes: maps.Clone(o.notes)}
}

func (o operatorData) log(a store.Act) error {
	if _, known := o.acts[a.ID]; known {
		return store.ErrConflict
	}
	o.acts[a.ID] = a
	return nil
}

func endedBan(b store.Ban, now time.Time) bool { return !b.EndsAt.IsZero() && !b.EndsAt.After(now) }

// Ban implements store.Operators.
func (s *Store) Ban(ctx context.Context, b store.Ban, a store.Act) error {
	return s.update(ctx, func(d *data) error {
		if err := d.operators.log(a); err != nil {
			return err
		}
		d.operators.bans[b.Range] = b
		return nil
	})
}

// Unban implements store.Operators.
func (s *Store) Unban(ctx context.Context, r netip.Prefix, a store.Act) error {
	return s.update(ctx, func(d *data) error {
		if b, known := d.operators.bans[r]; !known || endedBan(b, a.At) {
			return store.ErrNotFound
		}
		if err := d.operators.log(a); err != nil {
			return err
		}
		delete(d.operators.bans, r)
		return nil
	})
}

// Bans implements store.Operators.
func (s *Store) Bans(ctx context.Context, now time.Time) (list []store.Ban, err error) {
	err = s.view(ctx, func(d *data) error {
		for _, b := range d.operators.bans {
			if !endedBan(b, now) {
				list = append(list, b)
			}
		}
		return nil
	})
	slices.SortFunc(list, func(a, b store.Ban) int {
		return cmp.Or(b.CreatedAt.Compare(a.CreatedAt), strings.Compare(a.Range.String(), b.Range.String()))
	})
	return list, err
}

// LogAct implements store.Operators.
func (s *Store) LogAct(ctx context.Context, a store.Act) error {
	return s.update(ctx, func(d *data) error { return d.operators.log(a) })
}

// FinishAct implements store.Operators.
func (s *Store) FinishAct(ctx context.Context, id, outcome string) error {
	return s.update(ctx, func(d *data) error {
		a, known := d.operators.acts[id]
		if !known {
			return store.ErrNotFound
		}
		a.Outcome = outcome
		d.operators.acts[id] = a
		return nil
	})
}

func compareActs(a, b store.Act) int { return cmp.Or(a.At.Compare(b.At), strings.Compare(a.ID, b.ID)) }

// Acts implements store.Operators.
func (s *Store) Acts(ctx context.Context, before store.Act, limit int) (list []store.Act, err error) {
	err = s.view(ctx, func(d *data) error {
		for _, a := range d.operators.acts {
			if before.At.IsZero() || compareActs(a, before) < 0 {
				list = append(list, a)
			}
		}
		return nil
	})
	slices.SortFunc(list, func(a, b store.Act) int { return compareActs(b, a) })
	return list[:min(limit, len(list))], err
}

// RemoveActs implements store.Retention.
func (s *Store) RemoveActs(ctx context.Context, before time.Time, limit int) (n int, err error) {
	err = s.update(ctx, func(d *data) error {
		for _, a := range slices.SortedFunc(maps.Values(d.operators.acts), compareActs) {
			if n < limit && a.At.Before(before) {
				delete(d.operators.acts, a.ID)
				n++
			}
		}
		for r, b := range d.operators.bans {
			if n < limit && !b.EndsAt.IsZero() && b.EndsAt.Before(before) {
				delete(d.operators.bans, r)
				n++
			}
		}
		return nil
	})
	return n, err
}

// SetNote implements store.Operators.
func (s *Store) SetNote(ctx context.Context, n store.Note) error {
	return s.update(ctx, func(d *data) error {
		d.operators.notes[noteKey{n.Kind, n.Name}] = n
		return nil
	})
}

// Notes implements store.Operators.
func (s *Store) Notes(ctx context.Context, kind store.NoteKind) (list []store.Note, err error) {
	err = s.view(ctx, func(d *data) error {
		for _, n := range d.operators.notes {
			if n.Kind == kind {
				list = append(list, n)
			}
		}
		return nil
	})
	slices.SortFunc(list, func(a, b store.Note) int { return strings.Compare(a.Name, b.Name) })
	return list, err
}

// DropNotes implements store.Operators.
func (s *Store) DropNotes(ctx context.Context, kind store.NoteKind, before time.Time) error {
	return s.update(ctx, func(d *data) error {
		maps.DeleteFunc(d.operators.notes, func(_ noteKey, n store.Note) bool { return n.Kind == kind && n.At.Before(before) })
		return nil
	})
}

// People implements store.Operators.
func (s *Store) People(ctx context.Context, q store.PeopleQuery) (list []store.Person, err error) {
	err = s.view(ctx, func(d *data) error {
		for _, p := range d.players {
			if p.Erased || !strings.Contains(strings.ToLower(p.Name), strings.ToLower(q.Name)) {
				continue
			}
			person := store.Person{ID: p.ID, Name: p.Name, CreatedAt: p.CreatedAt}
			for _, x := range d.sessions {
				if x.Player == p.ID {
					person.Sessions++
					if x.SeenAt.After(person.SeenAt) {
						person.SeenAt = x.SeenAt
					}
				}
			}
			list = append(list, person)
		}
		return nil
	})
	slices.SortFunc(list, func(a, b store.Person) int {
		return cmp.Or(b.SeenAt.Compare(a.SeenAt), strings.Compare(string(a.ID), string(b.ID)))
	})
	list = list[min(q.Skip, len(list)):]
	return list[:min(q.Limit, len(list))], err
}

// Totals implements store.Operators. A store in memory has no size.
func (s *Store) Totals(ctx context.Context) (t store.Totals, err error) {
	t.Tables = map[store.State]int{}
	err = s.view(ctx, func(d *data) error {
		for _, p := range d.players {
			if !p.Erased {
				t.People++
			}
		}
		t.Sessions = len(d.sessions)
		for _, r := range d.chat.reports {
			if r.ClosedAt.IsZero() {
				t.Reports++
			}
		}
		for _, x := range d.tables {
			t.Tables[x.row.State]++
		}
		return nil
	})
	return t, err
}
