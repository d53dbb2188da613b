package dialect

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"nemeton/engine"
	"nemeton/server/store"
)

// Lists are the JSON columns of a table's row.
type Lists struct{ Options, Owing, Winners, Contributions, Answers, StandIns, Ending, Barred, Changes, Origin string }

// Encode encodes the lists of t, without StandIns.
func Encode(t *store.Table) (l Lists, err error) {
	for _, list := range []struct {
		into *string
		from any
	}{{&l.Options, t.Options}, {&l.Contributions, t.Contributions}, {&l.Owing, t.Owing}, {&l.Winners, t.Winners}} {
		if *list.into, err = text(list.from); err != nil {
			return Lists{}, err
		}
	}
	if len(t.Answers) > 0 {
		if l.Answers, err = text(t.Answers); err != nil {
			return Lists{}, err
		}
	}
	if len(t.Changes) > 0 {
		if l.Changes, err = text(t.Changes); err != nil {
			return Lists{}, err
		}
	}
	if t.Origin != nil {
		if l.Origin, err = text(t.Origin); err != nil {
			return Lists{}, err
		}
	}
	if l.Ending, err = encodeEnding(t.Ending); err != nil {
		return Lists{}, err
	}
	l.Barred, err = encodeList(t.Barred)
	return l, err
}

// Append is an append with encoded lists.
type Append struct {
	store.Append
	Owing, Winners, StandIns, Ending string
}

// EncodeAppend encodes the lists of a.
func EncodeAppend(a store.Append) (*Append, error) {
	standIns, err := encodeList(a.StandIns)
	if err != nil {
		return nil, err
	}
	ending, err := encodeEnding(a.Ending)
	return &Append{Append: a, Owing: string(engine.AppendSeats(nil, a.Owing)), Winners: string(engine.AppendSeats(nil, a.Winners)), StandIns: standIns, Ending: ending}, err
}

// Usual reports whether a changes only seq, owing and time of a running table that has no winners, stand-ins, concessions and due time, and does not depend on rev.
func (a *Append) Usual() bool {
	return a.State == store.Running && a.Winners == noSeats && a.StandIns == "" && a.Ending == "" && a.DueAt == 0 && a.NewHolder == nil && len(a.Names) == 0 && a.Rev == 0
}

// Probe returns a usual append to a table that does not exist. A store that works answers it with store.ErrNotFound.
func Probe() *Append {
	return &Append{Append: store.Append{Table: "00000000-0000-0000-0000-000000000000", State: store.Running, Record: engine.Record{Entry: engine.Entry{Seq: 1}}}, Owing: noSeats, Winners: noSeats}
}

// Command returns the id of a command as it is stored: the 16 bytes of a UUID in lower case with hyphens. Of any other text it is 16 bytes of a hash. It is nil
// for the empty id.
func Command(id string) []byte {
	if id == "" {
		return nil
	}
	if len(id) == 36 && !strings.ContainsAny(id, "ABCDEF") {
		if u, err := uuid.Parse(id); err == nil {
			return u[:]
		}
	}
	sum := sha256.Sum256([]byte(id))
	return sum[:16]
}

// noSeats is the encoding of an empty list of seats.
const noSeats = "null"

func text(v any) (string, error) {
	raw, err := json.Marshal(v)
	return string(raw), err
}

// encodeEnding encodes an ending. The column is empty without one.
func encodeEnding(e store.Ending) (column string, err error) {
	if e.Equal(store.Ending{}) {
		return "", nil
	}
	return text(e)
}

// encodeList encodes a list that is usually empty. The column of an empty list is empty, so that a partial index can leave it out.
func encodeList[T ~string](list []T) (column string, err error) {
	if len(list) == 0 {
		return "", nil
	}
	return text(list)
}

// ReadList is the inverse of encodeList.
func ReadList[T ~string](column string) (list []T, err error) {
	if column == "" {
		return nil, nil
	}
	err = json.Unmarshal([]byte(column), &list)
	return list, err
}

// Fill decodes the lists into t. Seats is a JSON array of objects with the fields of store.Seat.
func (l Lists) Fill(t *store.Table, seats, friends string) error {
	var err error
	if t.StandIns, err = ReadList[string](l.StandIns); err != nil {
		return fmt.Errorf("%w: table %s: column stand_ins: %w", store.ErrDamaged, t.ID, err)
	}
	if t.Barred, err = ReadList[store.PlayerID](l.Barred); err != nil {
		return fmt.Errorf("%w: table %s: column barred: %w", store.ErrDamaged, t.ID, err)
	}
	if l.Ending != "" {
		if err := json.Unmarshal([]byte(l.Ending), &t.Ending); err != nil {
			return fmt.Errorf("%w: table %s: column ending: %w", store.ErrDamaged, t.ID, err)
		}
	}
	for _, column := range []struct {
		name, text string
		into       any
	}{
		{"answers", cmp.Or(l.Answers, "null"), &t.Answers},
		{"origin", cmp.Or(l.Origin, "null"), &t.Origin},
		{"changes", cmp.Or(l.Changes, "null"), &t.Changes},
		{"options", l.Options, &t.Options},
		{"owing", l.Owing, &t.Owing},
		{"winners", l.Winners, &t.Winners},
		{"contributions", l.Contributions, &t.Contributions},
		{"places", seats, &t.Seats},
		{"friends", friends, &t.Friends},
	} {
		if err := json.Unmarshal([]byte(column.text), column.into); err != nil {
			return fmt.Errorf("%w: table %s: column %s: %w", store.ErrDamaged, t.ID, column.name, err)
		}
	}
	return nil
}

// Change runs change on a copy of before and returns the row to store, with Rev one higher and UpdatedAt as it is stored. It returns the error of change unchanged, or an error of
// its own if change touched a field that UpdateTable must not change.
func Change(before store.Table, change func(*store.Table) error) (store.Table, error) {
	after := before
	after.Owing, after.Winners, after.Barred = slices.Clone(before.Owing), slices.Clone(before.Winners), slices.Clone(before.Barred)
	after.Seats = slices.Clone(before.Seats) // the caller compares them
	after.Options, after.Changes = maps.Clone(before.Options), slices.Clone(before.Changes)
	if err := change(&after); err != nil {
		return store.Table{}, err
	}
	closing := before.State == store.Open && after.State == store.Closed
	closedByOperator := closing && after.Ending.Equal(store.Ending{Ended: engine.EndedByOperator})
	switch {
	case after.State != before.State && !closing,
		after.Seq != before.Seq, after.Head != before.Head, after.Restored != before.Restored,
		!slices.Equal(after.Owing, before.Owing),
		!slices.Equal(after.StandIns, before.StandIns),
		!slices.Equal(after.Winners, before.Winners),
		!after.Ending.Equal(before.Ending) && !closedByOperator, after.DueAt != before.DueAt:
		return store.Table{}, errors.New("update table: state, seq, head, owing, stand-ins, winners, ending, due time and restored belong to Append")
	case after.ID != before.ID, after.Title != before.Title, after.Secret != before.Secret, after.Chance != before.Chance,
		!after.CreatedAt.Equal(before.CreatedAt), !sameOrigin(after.Origin, before.Origin):
		return store.Table{}, errors.New("update table: id, title, secret, chance, creation and origin never change")
	case before.Sealed && !store.SameTerms(before, after):
		return store.Table{}, store.ErrSealed
	}
	after.Rev, after.UpdatedAt = before.Rev+1, store.Rise(before.UpdatedAt, after.UpdatedAt)
	return after, nil
}

func sameOrigin(a, b *engine.Origin) bool { return a == b || a != nil && b != nil && *a == *b }

// ScanRecord scans seq, bytes and hash of an entry; see Record for the errors.
func ScanRecord(scan Scan, table store.TableID) (engine.Record, error) {
	var seq engine.Seq
	var raw, hash []byte
	if err := scan(&seq, &raw, &hash); err != nil {
		return engine.Record{}, err
	}
	return Record(table, seq, raw, hash)
}

// Record decodes a stored record. It returns engine.ErrCorrupt if the bytes differ from the stored hash or seq.
func Record(table store.TableID, seq engine.Seq, packed, hash []byte) (r engine.Record, err error) {
	raw, err := Unpack(packed)
	if err == nil {
		r, err = engine.ReadRecord(raw)
	}
	switch {
	case err != nil:
		return engine.Record{}, fmt.Errorf("table %s, seq %d: %w", table, seq, err)
	case string(r.Hash[:]) != string(hash):
		return engine.Record{}, fmt.Errorf("table %s, seq %d: %w: the stored hash differs", table, seq, engine.ErrCorrupt)
	case r.Entry.Seq != seq:
		return engine.Record{}, fmt.Errorf("table %s, seq %d: %w: the entry has seq %d", table, seq, engine.ErrCorrupt, r.Entry.Seq)
	}
	return r, nil
}

// ListedWithin is the maximum time by which the indexed column listed_at is older than updated_at. It is never newer. An append leaves listed_at
// unchanged while updated_at is within this time, so that few appends change an index.
const ListedWithin = time.Minute

// Refusal returns the reason for which an append was refused: its command is stored already, it names another predecessor, or its seq or rev does not fit.
func Refusal(duplicate, diverged bool) error {
	switch {
	case duplicate:
		return store.ErrDuplicate
	case diverged:
		return store.ErrDiverged
	default:
		return store.ErrConflict
	}
}
