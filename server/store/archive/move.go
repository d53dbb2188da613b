package archive

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"math/rand/v2"
	"regexp"
	"time"

	"nemeton/engine"
	"nemeton/engine/codec"
	"nemeton/server/store"
)

const (
	// begunFor is the time for which an object may be begun and not used.
	begunFor = 24 * time.Hour
	// Keep is the time for which the object of a returned log stays, so that a backup of the database from before finds it.
	Keep = 30 * 24 * time.Hour

	batchSize = 100 // logs in a list
)

// Job says how logs are moved.
type Job struct {
	Now     func() time.Time
	Entropy io.Reader // random bytes of names
	// Skipped is called with each log that stays where it is, because it is damaged.
	Skipped func(store.FinishedLog, error)
	// Next is called before each log but the first. If it returns false, the job ends early, without an error. Nil: always true.
	Next func(ctx context.Context) bool
}

func (j Job) next(ctx context.Context, moved int) bool {
	return moved == 0 || j.Next == nil || j.Next(ctx)
}

// Moved says how much was moved.
type Moved struct {
	Logs, Entries   int
	Bytes, Archived int64 // of the entries; of the objects
}

func (m *Moved) add(log []engine.Record, archived int64) {
	m.Logs++
	m.Entries += len(log)
	m.Archived += archived
	for _, r := range log {
		m.Bytes += int64(len(r.Bytes))
	}
}

// Move archives the logs of the tables that finished before the given time. It can be repeated, and several nodes may do so at once. It stops at the first
// error of the store or the archive.
func (s *Store) Move(ctx context.Context, before time.Time, j Job) (m Moved, err error) {
	if s.reader.objects == nil {
		return m, errNotNamed
	}
	var after store.FinishedLog
	for {
		list, err := s.LogsToArchive(ctx, before, after, batchSize)
		if err != nil || len(list) == 0 {
			return m, err
		}
		after = list[len(list)-1]
		rand.Shuffle(len(list), func(i, k int) { list[i], list[k] = list[k], list[i] }) // two nodes rarely move the same log
		for _, l := range list {
			if !j.next(ctx, m.Logs) {
				return m, nil
			}
			switch err := s.move(ctx, l, j, &m); {
			case errors.Is(err, engine.ErrCorrupt), errors.Is(err, errName):
				j.Skipped(l, err)
			case errors.Is(err, store.ErrConflict): // another node was faster
			case err != nil:
				return m, err
			}
		}
	}
}

// move archives one log.
func (s *Store) move(ctx context.Context, l store.FinishedLog, j Job, m *Moved) error {
	log, err := s.stored(ctx, l)
	if err != nil {
		return err
	}
	name, err := newName(l.Table, j.Entropy)
	if err != nil {
		return err
	}
	compressed, err := encode(log)
	if err != nil {
		return err
	}
	content := s.reader.encrypter.SealLog(l.Table, compressed)
	if err := s.BeginArchive(ctx, store.ArchiveObject{Table: l.Table, Name: name}, j.Now().Add(begunFor)); err != nil {
		return err
	}
	if err := s.reader.objects.Put(ctx, name, content); err != nil {
		return err
	}
	archived := store.ArchivedLog{FinishedLog: l, Object: name, Bytes: int64(len(content))}
	if err := s.compare(ctx, archived, log); err != nil {
		return err
	}
	if err := s.ArchiveLog(ctx, archived); err != nil {
		return err
	}
	m.add(log, archived.Bytes)
	return nil
}

// stored reads a log from the database and checks it.
func (s *Store) stored(ctx context.Context, l store.FinishedLog) (log []engine.Record, err error) {
	var prev codec.Hash
	for r, err := range store.EachRecord(ctx, s.Store, l.Table, math.MaxInt64) {
		if err != nil {
			return nil, err
		}
		if r.Entry.Seq != engine.Seq(len(log)+1) || r.Entry.Prev != prev {
			return nil, fmt.Errorf("%w: entry %d does not follow", engine.ErrCorrupt, r.Entry.Seq)
		}
		log, prev = append(log, r), r.Hash
	}
	if len(log) == 0 {
		return nil, store.ErrConflict // another node has archived it
	}
	return log, checkEnd(l, log)
}

// compare reads an object back. It returns store.ErrUnavailable if the object does not hold the log, because the archive does not keep what it is given.
func (s *Store) compare(ctx context.Context, l store.ArchivedLog, log []engine.Record) error {
	got, err := s.reader.read(ctx, l)
	if err != nil {
		return fmt.Errorf("%w: an object was written, and cannot be read back: %v", store.ErrUnavailable, err) //nolint:errorlint // the log in the database is not damaged
	}
	for n, r := range log {
		if !bytes.Equal(got[n].Bytes, r.Bytes) {
			return fmt.Errorf("%w: entry %d of %s was read back changed", store.ErrUnavailable, n+1, l.Object)
		}
	}
	return nil
}

var errName = errors.New("the id of the table cannot be the name of an object")

var validID = regexp.MustCompile(`^[0-9a-z-]{6,64}$`)

// newName returns a name that was never used. Names have the order of the ids of tables, and those of a few hours share a folder.
func newName(id store.TableID, entropy io.Reader) (string, error) {
	if !validID.MatchString(string(id)) {
		return "", fmt.Errorf("%w: %q", errName, id)
	}
	random := make([]byte, 8)
	if _, err := io.ReadFull(entropy, random); err != nil {
		return "", err
	}
	return fmt.Sprintf("%s/%s.%s", id[:6], id, hex.EncodeToString(random)), nil
}

// Return moves all archived logs back into the database. It can be repeated. Damaged and missing logs stay where they are.
func (s *Store) Return(ctx context.Context, j Job) (m Moved, err error) {
	for l, err := range s.archived(ctx) {
		if err != nil || !j.next(ctx, m.Logs) {
			return m, err
		}
		log, err := s.reader.read(ctx, l)
		if errors.Is(err, engine.ErrCorrupt) {
			j.Skipped(l.FinishedLog, err)
			continue
		}
		if err == nil {
			err = s.ReturnLog(ctx, l, log, j.Now().Add(Keep))
		}
		if errors.Is(err, store.ErrConflict) {
			continue // another process has returned it
		}
		if err != nil {
			return m, err
		}
		m.add(log, l.Bytes)
	}
	return m, nil
}

func (s *Store) archived(ctx context.Context) iter.Seq2[store.ArchivedLog, error] {
	return store.Pages(batchSize, func(last store.ArchivedLog) ([]store.ArchivedLog, error) {
		return s.ArchivedLogs(ctx, last.Table, batchSize)
	})
}

// Clean deletes the objects that are not used any more, and returns their number.
func (s *Store) Clean(ctx context.Context, j Job) (deleted int, err error) {
	if s.reader.objects == nil {
		return 0, nil
	}
	for {
		list, err := s.ObjectsToDelete(ctx, j.Now(), batchSize)
		if err != nil || len(list) == 0 {
			return deleted, err
		}
		for _, o := range list {
			if err := s.reader.objects.Delete(ctx, o.Name); err != nil {
				return deleted, err
			}
			if err := s.ForgetObject(ctx, o); err != nil {
				return deleted, err
			}
			deleted++
		}
	}
}

// Check reads all archived logs and calls fault for each one that is missing or damaged. It returns the number of intact ones. It stops at the first error of the
// store or the archive.
func (s *Store) Check(ctx context.Context, fault func(store.ArchivedLog, error) error) (intact int, err error) {
	for l, err := range s.archived(ctx) {
		if err != nil {
			return intact, err
		}
		_, err = s.reader.read(ctx, l)
		switch {
		case errors.Is(err, engine.ErrCorrupt), errors.Is(err, store.ErrSealed):
			err = fault(l, err)
		case err == nil:
			intact++
		}
		if err != nil {
			return intact, err
		}
	}
	return intact, nil
}
