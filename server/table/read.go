package table

import (
	"context"
	"encoding/json"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/wire"
)

// logPage is the maximum number of entries in one page of the log.
const logPage = 200

// View returns the encoded {seq, view, decisions} that the viewer may see now.
func (r *Registry) View(ctx context.Context, id store.TableID, v engine.Viewer) (json.RawMessage, error) {
	return r.query(ctx, id, func(l *live) (json.RawMessage, error) {
		return encode(project(l.fold, projectShared(l.fold), v).content()), nil
	})
}

// Log returns an encoded page of the entries after since, as the viewer may see them.
func (r *Registry) Log(ctx context.Context, id store.TableID, v engine.Viewer, since engine.Seq) (json.RawMessage, error) {
	return r.query(ctx, id, func(l *live) (json.RawMessage, error) {
		page := wire.Log{Entries: []wire.LogEntry{}}
		records, err := r.cfg.Store.Read(ctx, id, since, logPage+1)
		if err != nil {
			return nil, l.damaged(err)
		}
		if len(records) > logPage {
			records, page.More = records[:logPage], true
		}
		for _, record := range records {
			e := record.Entry
			events, err := l.fold.Decode(e)
			if err != nil {
				return nil, l.damaged(err)
			}
			page.Entries = append(page.Entries, wire.LogEntry{
				Seq: e.Seq, Kind: e.Kind, Seat: e.Seat, Actor: e.Actor, Time: e.Time, Events: encode(l.fold.Redact(events, v)),
			})
		}
		return encode(page), nil
	})
}

// Export returns the encoded export of a finished table. Before the end it fails with table_running, because the log holds every secret.
func (r *Registry) Export(ctx context.Context, id store.TableID) (json.RawMessage, error) {
	return r.query(ctx, id, func(l *live) (json.RawMessage, error) {
		if l.row.State != store.Finished || l.fold.Outcome() == nil {
			return nil, apperr.New(apperr.TableRunning, "a table can be exported once it is finished")
		}
		return l.export(ctx)
	})
}

// query calls f with a table that is as new as the store.
func (r *Registry) query(ctx context.Context, id store.TableID, f func(*live) (json.RawMessage, error)) (out json.RawMessage, err error) {
	err = r.use(ctx, id, func(l *live) error {
		err := l.ensureCurrent(ctx)
		if err == nil {
			out, err = f(l)
		}
		return err
	})
	return out, err
}
