package engine

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nemeton/engine/codec"
)

// SnapshotFormat is the version of the encoding of folds and states. Every change of the encoding raises it, also a change of
// one title's SnapshotFields. Stored snapshots of other formats are then rebuilt from their logs.
const SnapshotFormat = 4

// ErrSnapshotVersion means that a snapshot has another format, title or rules version. It is not damaged; rebuild the fold
// from the log.
var ErrSnapshotVersion = errors.New("the snapshot has another version")

// endingsMember is the part that only the snapshots of tables with concessions or a proposal to stop have.
const endingsMember = "endings"

// pausesMember is the part that only the snapshots of tables with pauses or vacations have.
const pausesMember = "pauses"

type snapshot struct {
	Format int             `json:"format"`
	Title  string          `json:"title"`
	Rules  int             `json:"rules"` // the rules version of the program that wrote it
	Sum    codec.Hash      `json:"sum"`   // of Fold
	Fold   json.RawMessage `json:"fold"`  // holds table, seq and head
}

// members lists the encoded parts of the fold. Snapshot and RestoreFold pass the parts that need the title: open
// holds the ids of the open decisions. state is the state; for titles with take-back, it is the oldest that can be restored.
func (f *Fold) members(open *[]DecisionID, state State) codec.SnapshotFields {
	members := codec.SnapshotFields{
		"start":       &f.start,
		"seq":         &f.seq,
		"head":        &f.head,
		"time":        &f.time,
		"state":       state,
		"open":        open,
		"occupancies": &f.seats,
		"restores":    &f.restores,
		"back":        &f.back,
		"progress":    &f.progress,
		"padding":     &f.noProgress,
		"ledger":      &f.ledger,
	}
	if f.Pace().HasClocks() {
		members["clocks"] = &f.clocks
	}
	if !f.pauses.isEmpty() {
		members[pausesMember] = &f.pauses
	}
	if !f.endings.isEmpty() {
		members[endingsMember] = &f.endings
	}
	return members
}

// Snapshot encodes the whole fold canonically, hidden parts included. It never leaves the server. A table before its start
// has no snapshot.
func (f *Fold) Snapshot() ([]byte, error) {
	if f.state == nil {
		return nil, errors.New("a table before its start has no snapshot")
	}
	open, state := f.openIDs(), f.state
	if f.back.state != nil {
		state = f.back.state
	}
	fold, err := codec.AppendFields(nil, f.members(&open, state))
	if err != nil {
		return nil, fmt.Errorf("encode the fold: %w", err)
	}
	info := f.title.Info()
	return codec.Canonical(snapshot{Format: SnapshotFormat, Title: info.ID, Rules: info.Rules, Sum: sha256.Sum256(fold), Fold: fold})
}

// RestoreFold returns the fold whose snapshot this is. The caller compares table, seq and head with its log. Errors:
// ErrSnapshotVersion; ErrCorrupt for bytes that Snapshot would not have written. It does not panic.
func RestoreFold(title Title, raw []byte) (f *Fold, err error) {
	defer func() {
		if bad := recover(); bad != nil {
			f, err = nil, fmt.Errorf("%w: %v", ErrCorrupt, bad)
		}
	}()
	var s snapshot
	if err := json.Unmarshal(raw, &s); err != nil {
		return nil, fmt.Errorf("%w: snapshot: %w", ErrCorrupt, err)
	}
	info := title.Info()
	if s.Format != SnapshotFormat || s.Title != info.ID || s.Rules != info.Rules {
		return nil, fmt.Errorf("%w: format %d of %q, rules %d", ErrSnapshotVersion, s.Format, s.Title, s.Rules)
	}
	if s.Sum != sha256.Sum256(s.Fold) {
		return nil, fmt.Errorf("%w: snapshot: wrong checksum", ErrCorrupt)
	}
	f = NewFold(title)
	if err := f.read(s.Fold); err != nil {
		return nil, err
	}
	again, err := f.Snapshot()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	if !bytes.Equal(again, raw) {
		return nil, fmt.Errorf("%w: snapshot: %w", ErrCorrupt, codec.ErrNotCanonical)
	}
	return f, nil
}

// read reads the encoding of a fold into a new one. It accepts more than canonical bytes.
func (f *Fold) read(raw []byte) error {
	var head struct {
		Start   Started         `json:"start"`
		Endings json.RawMessage `json:"endings"`
		Pauses  json.RawMessage `json:"pauses"`
	}
	if err := json.Unmarshal(raw, &head); err != nil {
		return fmt.Errorf("%w: snapshot: %w", ErrCorrupt, err)
	}
	setup := head.Start.Setup
	f.start, f.ledger.table = &head.Start, head.Start.Table
	state, err := blank(f.title, setup)
	if err != nil {
		return err
	}
	var open []DecisionID
	f.endings = NewEndings(head.Start)
	members := f.members(&open, state)
	if head.Pauses != nil {
		members[pausesMember] = &f.pauses
	}
	if head.Endings != nil {
		members[endingsMember] = &f.endings
	}
	if err := codec.ReadFields(raw, members, setup.Seats()); err != nil {
		return fmt.Errorf("%w: snapshot: %w", ErrCorrupt, err)
	}
	if f.start.Title != f.title.Info().ID || f.seq == 0 || len(f.seats) != setup.Seats() || len(f.noProgress) != setup.Seats() || !f.ledger.fits(*f.start) ||
		f.Pace().HasClocks() && len(f.clocks.Seats) != setup.Seats() ||
		!f.endings.fits(setup.Seats(), f.seq) || !f.pauses.fits(setup.Seats(), f.seq) {
		return fmt.Errorf("%w: snapshot of entry %d of a table of %q with %d seats", ErrCorrupt, f.seq, f.start.Title, len(f.seats))
	}
	for seat, c := range f.seats {
		f.endings.seen[seat] = c.seen
	}
	if err := f.readState(state, open); err != nil {
		return err
	}
	if err := checkState(f.state, setup.Seats()); err != nil {
		return err
	}
	if f.open, err = identify(f.owed(f.state), open, f.seq); err != nil {
		return err
	}
	f.layout, _ = layoutOf(f.state.View(Spectator())) // as in applyStart
	return nil
}

// readState sets the state from the encoded one and the steps since. The decisions with the given ids are open now.
func (f *Fold) readState(encoded State, open []DecisionID) (err error) {
	if _, ok := encoded.(Undoer); !ok {
		if f.back.seq != 0 || f.back.open != nil || f.back.steps != nil || f.back.seat != NoSeat || f.back.last {
			return fmt.Errorf("%w: snapshot with steps of a title without take-back", ErrCorrupt)
		}
		f.state = encoded
		return nil
	}
	if err := checkState(encoded, f.start.Setup.Seats()); err != nil {
		return err
	}
	before, ids := f.back.seq, f.back.open
	for _, s := range f.back.steps {
		if s.seq <= before {
			return fmt.Errorf("%w: snapshot with entry %d after entry %d", ErrCorrupt, s.seq, before)
		}
		before, ids = s.seq, s.open
	}
	if f.back.seq == 0 || before > f.seq || !slices.Equal(ids, open) {
		return fmt.Errorf("%w: snapshot of entry %d with steps from entry %d to %d", ErrCorrupt, f.seq, f.back.seq, before)
	}
	f.back.state = encoded
	if f.state, err = f.replaySteps(); err != nil {
		return fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	return nil
}

// identify sets the ids of the open decisions. The ids are those that mint gave to the same decisions in a log of so many
// entries.
func identify(open []Decision, ids []DecisionID, seq Seq) ([]Decision, error) {
	list := slices.Clone(open)
	if len(ids) != len(list) {
		return nil, fmt.Errorf("%w: snapshot with %d open decisions, not %d", ErrCorrupt, len(ids), len(list))
	}
	for i, id := range ids {
		text, _, _ := strings.Cut(string(id), "-")
		opened, err := strconv.ParseUint(text, 10, 64)
		if err != nil || opened == 0 || Seq(opened) > seq || id != decisionID(Seq(opened), list[i].No) {
			return nil, fmt.Errorf("%w: snapshot with the decision id %q", ErrCorrupt, id)
		}
		list[i].ID = id
	}
	return list, nil
}
