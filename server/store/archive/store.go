package archive

import (
	"context"
	"errors"
	"fmt"

	"nemeton/engine"
	"nemeton/server/cache"
	"nemeton/server/store"
	"nemeton/server/store/dialect"
)

// maxRecent is the size of the logs that are kept, in bytes of their entries. A larger log is kept alone, so that a reader of pages loads it once.
const maxRecent = 4 << 20

// Store is a store whose readers find archived logs, too.
type Store struct {
	store.Store
	reader reader
	logs   *cache.Cache[[]engine.Record] // those that were read last, by the names of their objects
}

// Wrap returns a store that reads archived logs from objects. With nil, they are store.ErrUnavailable. The key is that of the store; empty: objects are not encrypted.
func Wrap(s store.Store, objects Objects, secretKey []byte) *Store {
	return &Store{Store: s, reader: reader{objects, dialect.NewEncrypter(secretKey)}, logs: cache.New(maxRecent, sizeOf)}
}

func sizeOf(log []engine.Record) (size int) {
	for _, record := range log {
		size += len(record.Bytes)
	}
	return min(size, maxRecent)
}

// ProbeWrite implements store.WriteProber.
func (s *Store) ProbeWrite(ctx context.Context) error {
	return s.Store.(store.WriteProber).ProbeWrite(ctx) // every store is one
}

// ProbeObjects returns an error if no object can be read. Without an archive it returns nil.
func (s *Store) ProbeObjects(ctx context.Context) error {
	if s.reader.objects == nil {
		return nil
	}
	if _, err := s.reader.objects.Get(ctx, "probe", 0); !errors.Is(err, errMissing) {
		return err
	}
	return nil
}

// Read implements store.Log.
func (s *Store) Read(ctx context.Context, id store.TableID, after engine.Seq, limit int) ([]engine.Record, error) {
	list, err := s.Store.Read(ctx, id, after, limit)
	if err != nil || len(list) > 0 || limit <= 0 {
		return list, err
	}
	log, err := s.log(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return s.Store.Read(ctx, id, after, limit) // it may have returned to the database meanwhile
	}
	if err != nil || after >= engine.Seq(len(log)) {
		return nil, err
	}
	end := min(after+engine.Seq(limit), engine.Seq(len(log)))
	return log[after:end:end], nil // a caller that appends must not write into the log
}

// Command implements store.Log.
func (s *Store) Command(ctx context.Context, id store.TableID, seat engine.Seat, command string) (engine.Record, error) {
	r, err := s.Store.Command(ctx, id, seat, command)
	if !errors.Is(err, store.ErrNotFound) {
		return r, err
	}
	log, err := s.log(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return s.Store.Command(ctx, id, seat, command) // as in Read
	}
	for _, r := range log {
		if command != "" && r.Entry.Seat == seat && r.Entry.Command == command {
			return r, nil
		}
	}
	if err == nil {
		err = store.ErrNotFound
	}
	return engine.Record{}, err
}

// SaveSnapshot implements store.Snapshots. It keeps none of an archived log, because few people look at old games.
func (s *Store) SaveSnapshot(ctx context.Context, shot store.Snapshot) error {
	if _, err := s.ArchivedLog(ctx, shot.Table); !errors.Is(err, store.ErrNotFound) {
		return err
	}
	return s.Store.SaveSnapshot(ctx, shot)
}

// log returns an archived log, which the caller must not change. It is store.ErrNotFound if the log is in the database.
func (s *Store) log(ctx context.Context, id store.TableID) ([]engine.Record, error) {
	l, err := s.ArchivedLog(ctx, id)
	if err != nil {
		return nil, err
	}
	log, err := s.logs.Get(ctx, l.Object, func(ctx context.Context) ([]engine.Record, error) { return s.reader.read(ctx, l) })
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		err = unavailable(err)
	}
	return log, err
}

// reader reads the objects of an archive.
type reader struct {
	objects   Objects // may be nil
	encrypter *dialect.Encrypter
}

var errNotNamed = fmt.Errorf("%w: the log is in an archive, and --archive does not say where", store.ErrUnavailable)

// read returns an archived log. Its last hash is that of the table's row, so it is the right log.
func (r reader) read(ctx context.Context, l store.ArchivedLog) ([]engine.Record, error) {
	if r.objects == nil {
		return nil, errNotNamed
	}
	content, err := r.objects.Get(ctx, l.Object, l.Bytes)
	if errors.Is(err, errMissing) {
		return nil, fmt.Errorf("%w: the archive lacks %s", engine.ErrCorrupt, l.Object)
	}
	if errors.Is(err, errLarger) {
		return nil, fmt.Errorf("%w: %s in the archive: %w", engine.ErrCorrupt, l.Object, err)
	}
	if err != nil {
		return nil, err
	}
	log, err := r.decode(l.FinishedLog, content)
	if err != nil {
		return nil, fmt.Errorf("%s in the archive: %w", l.Object, err)
	}
	return log, nil
}

func (r reader) decode(l store.FinishedLog, content []byte) ([]engine.Record, error) {
	compressed, err := r.encrypter.OpenLog(l.Table, content)
	if err != nil {
		return nil, err
	}
	log, err := decode(compressed)
	if err != nil {
		return nil, err
	}
	return log, checkEnd(l, log)
}

// checkEnd returns engine.ErrCorrupt unless a chain of records ends with the last record of the table's row.
func checkEnd(l store.FinishedLog, log []engine.Record) error {
	if n := len(log); engine.Seq(n) != l.Seq || n == 0 || log[n-1].Hash != l.Head {
		return fmt.Errorf("%w: the log has %d entries and another end than the table's row, which has %d", engine.ErrCorrupt, n, l.Seq)
	}
	return nil
}
