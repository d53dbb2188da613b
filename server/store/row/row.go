// Package row is what the databases share: how the lists of a table's row are spelled, what an update may change, which
// tables a query selects, and how a stored record is checked when read.
package row

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"nemeton/engine"
	"nemeton/server/store"
)

// Lists are the columns of a table's row that hold JSON.
type Lists struct{ Options, Owing, Winners, Contributions, StandIns string }

// Encode writes the lists of t.
func Encode(t *store.Table) (l Lists, err error) {
	if l.Options, err = text(t.Options); err != nil {
		return Lists{}, err
	}
	if l.Contributions, err = text(t.Contributions); err != nil {
		return Lists{}, err
	}
	l.Owing, l.Winners = seats(t.Owing), seats(t.Winners)
	return l, nil
}

// seats writes a list of seats.
func seats(list []engine.Seat) string {
	if list == nil {
		return noSeats
	}
	spelled := append(make([]byte, 0, 16), '[')
	for i, seat := range list {
		if i > 0 {
			spelled = append(spelled, ',')
		}
		spelled = strconv.AppendInt(spelled, int64(seat), 10)
	}
	return string(append(spelled, ']'))
}

// Append is an append with its lists as they are stored.
type Append struct {
	store.Append
	Owing, Winners, StandIns string
}

// EncodeAppend writes the lists of a.
func EncodeAppend(a store.Append) (*Append, error) {
	standIns, err := Levels(a.StandIns)
	return &Append{Append: a, Owing: seats(a.Owing), Winners: seats(a.Winners), StandIns: standIns}, err
}

// Usual tells whether a changes no more than seq, owing and time of a table that is running with nobody away: whatever else the
// row holds may be left alone if that is what it says.
func (a *Append) Usual() bool {
	return a.State == store.Running && a.Winners == noSeats && a.StandIns == "" && a.NewHolder == nil && a.Rev == 0
}

// noSeats is how no list of seats is spelled.
const noSeats = "null"

func text(v any) (string, error) {
	raw, err := json.Marshal(v)
	return string(raw), err
}

// Levels writes the bots that play in somebody's absence; empty where there are none, so that such tables are found by an index.
func Levels(standIns []string) (string, error) {
	if len(standIns) == 0 {
		return "", nil
	}
	return text(standIns)
}

// ReadLevels is the inverse of Levels.
func ReadLevels(column string) (standIns []string, err error) {
	if column == "" {
		return nil, nil
	}
	err = json.Unmarshal([]byte(column), &standIns)
	return standIns, err
}

// Fill reads the lists into t; places is an array of objects spelled as store.Place.
func (l Lists) Fill(t *store.Table, places string) error {
	var err error
	if t.StandIns, err = ReadLevels(l.StandIns); err != nil {
		return fmt.Errorf("table %s: column stand_ins: %w", t.ID, err)
	}
	for _, column := range []struct {
		name, text string
		into       any
	}{
		{"options", l.Options, &t.Options},
		{"owing", l.Owing, &t.Owing},
		{"winners", l.Winners, &t.Winners},
		{"contributions", l.Contributions, &t.Contributions},
		{"places", places, &t.Seats},
	} {
		if err := json.Unmarshal([]byte(column.text), column.into); err != nil {
			return fmt.Errorf("table %s: column %s: %w", t.ID, column.name, err)
		}
	}
	return nil
}

// Change runs change on a copy of before and gives what is to be stored: Rev one higher. Errors: change's own, as it is;
// one of its own where change touched what is not UpdateTable's to change.
func Change(before store.Table, change func(*store.Table) error) (store.Table, error) {
	after := before
	after.Owing, after.Winners = slices.Clone(before.Owing), slices.Clone(before.Winners)
	if err := change(&after); err != nil {
		return store.Table{}, err
	}
	closing := before.State == store.Open && after.State == store.Closed
	switch {
	case after.State != before.State && !closing,
		after.Seq != before.Seq,
		!slices.Equal(after.Owing, before.Owing),
		!slices.Equal(after.StandIns, before.StandIns),
		!slices.Equal(after.Winners, before.Winners):
		return store.Table{}, errors.New("update table: state, seq, owing, stand-ins and winners belong to Append")
	case after.ID != before.ID, after.Title != before.Title, after.Secret != before.Secret,
		!after.CreatedAt.Equal(before.CreatedAt):
		return store.Table{}, errors.New("update table: id, title, secret and creation never change")
	}
	after.Rev = before.Rev + 1
	return after, nil
}

// Record reads a stored record back. What differs from the hash or the seq it was stored under is engine.ErrCorrupt.
func Record(table store.TableID, seq engine.Seq, raw, hash []byte) (engine.Record, error) {
	r, err := engine.ReadRecord(raw)
	switch {
	case err != nil:
		return engine.Record{}, fmt.Errorf("table %s, seq %d: %w", table, seq, err)
	case string(r.Hash[:]) != string(hash):
		return engine.Record{}, fmt.Errorf("table %s, seq %d: %w: the stored hash differs", table, seq, engine.ErrCorrupt)
	case r.Entry.Seq != seq:
		return engine.Record{}, fmt.Errorf("table %s, seq %d: %w: the entry says %d", table, seq, engine.ErrCorrupt, r.Entry.Seq)
	}
	return r, nil
}

// Stored is a time as it will be read back: UTC, to the microsecond.
func Stored(t time.Time) time.Time { return time.UnixMicro(t.UnixMicro()).UTC() }
