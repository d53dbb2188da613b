package table

import (
	"context"
	"encoding/json"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/wire"
)

// logPage is how many entries one page of the log holds.
const logPage = 200

// View is the encoded {seq, view, decisions} that the viewer may see now.
func (r *Registry) View(ctx context.Context, id store.TableID, v engine.Viewer) (json.RawMessage, error) {
	var out json.RawMessage
	err := r.use(ctx, id, func(l *live) error {
		if err := l.current(ctx); err != nil {
			return err
		}
		out = encode(see(l.fold, commonTo(l.fold), v).content())
		return nil
	})
	return out, err
}

// Log is an encoded page of the entries after since, as the viewer may see them.
func (r *Registry) Log(ctx context.Context, id store.TableID, v engine.Viewer, since engine.Seq) (json.RawMessage, error) {
	var out json.RawMessage
	err := r.use(ctx, id, func(l *live) error {
		if err := l.current(ctx); err != nil {
			return err
		}
		page := wire.Log{Entries: []wire.LogEntry{}}
		records, err := r.cfg.Store.Read(ctx, id, since, logPage+1)
		if err != nil {
			return l.damaged(err)
		}
		if len(records) > logPage {
			records, page.More = records[:logPage], true
		}
		for _, record := range records {
			e := record.Entry
			events, err := l.fold.Decode(e)
			if err != nil {
				return l.damaged(err)
			}
			page.Entries = append(page.Entries, wire.LogEntry{
				Seq: e.Seq, Kind: e.Kind, Seat: e.Seat, Actor: e.Actor, Time: e.Time, Events: encode(l.fold.Redact(events, v)),
			})
		}
		out = encode(page)
		return nil
	})
	return out, err
}

// Export is the encoded whole of a finished table. Before that it is refused: the log holds every secret.
func (r *Registry) Export(ctx context.Context, id store.TableID) (json.RawMessage, error) {
	var out json.RawMessage
	err := r.use(ctx, id, func(l *live) error {
		if err := l.current(ctx); err != nil {
			return err
		}
		if l.row.State != store.Finished || l.fold.Outcome() == nil {
			return apperr.New(apperr.TableRunning, "a table can be exported once it is finished")
		}
		var err error
		out, err = l.export(ctx)
		return err
	})
	return out, err
}
