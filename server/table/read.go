package table

import (
	"context"
	"encoding/json"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/wire"
)

const logPage = 200

// position is a table at one moment. It never changes, so that it can be read beside the table's own work.
type position struct {
	row   store.Table
	names map[store.PlayerID]string
	fold  *engine.Fold
}

func (r *Registry) position(ctx context.Context, id store.TableID) (p position, err error) {
	err = r.call(ctx, id, func(l *live) error {
		err := l.ensureCurrent()
		p = position{row: l.row, names: l.names, fold: l.fold}
		return err
	})
	return p, err
}

// View returns the encoded {seq, view, decisions} that the viewer may see now. With effects, the moves of the own seat carry them.
func (r *Registry) View(ctx context.Context, id store.TableID, v engine.Viewer, effects bool) (content json.RawMessage, err error) {
	err = r.call(ctx, id, func(l *live) error {
		err := l.ensureCurrent()
		if err == nil {
			content = encode(l.cachedProjection(newAudience(v, effects)).content())
		}
		return err
	})
	return content, err
}

// pages reads records from Config.Pages if it has all of them up to the entry last, else from the store.
type pages struct {
	*Registry
	last engine.Seq
}

func (r pages) Read(ctx context.Context, id store.TableID, after engine.Seq, limit int) ([]engine.Record, error) {
	if r.cfg.Pages != nil {
		records, err := r.cfg.Pages.Read(ctx, id, after, limit)
		if n := len(records); err == nil && (n == limit || after+engine.Seq(n) >= r.last) {
			return records, nil
		}
	}
	return r.cfg.Store.Read(ctx, id, after, limit)
}

// Refusals returns the rules that forbid moves now, for the open decision of the viewer.
func (r *Registry) Refusals(ctx context.Context, id store.TableID, v engine.Viewer) (wire.Refusals, error) {
	p, err := r.position(ctx, id)
	if err != nil {
		return wire.Refusals{}, err
	}
	decision, list := p.fold.Refusals(v)
	refusals := wire.Refusals{Decision: decision, Refusals: make([]wire.Refusal, len(list))}
	for i, one := range list {
		refusals.Refusals[i] = wire.Refusal{Move: encode(one.Move), Rule: one.Rule}
	}
	return refusals, nil
}

// Log returns an encoded page of the entries after since, as the viewer may see them. Other work at the table does not wait for it.
func (r *Registry) Log(ctx context.Context, id store.TableID, v engine.Viewer, since engine.Seq) (json.RawMessage, error) {
	p, err := r.position(ctx, id)
	if err != nil {
		return nil, err
	}
	page := wire.Log{Entries: []wire.LogEntry{}}
	records, err := pages{r, p.fold.Seq()}.Read(ctx, id, since, logPage+1)
	if err != nil {
		return nil, r.damaged(id, err)
	}
	if len(records) > logPage {
		records, page.More = records[:logPage], true
	}
	for _, record := range records {
		e := record.Entry
		events, err := p.fold.Decode(e)
		if err != nil {
			return nil, r.damaged(id, err)
		}
		page.Entries = append(page.Entries, wire.LogEntry{
			Seq: e.Seq, Kind: e.Kind, Seat: e.Seat, Actor: e.Actor, Time: e.Time, Events: encode(p.fold.Redact(events, v)),
		})
	}
	return encode(page), nil
}

// Export returns the encoded export of a finished table. Before the end it fails with table_running, because the log holds every secret. Other work
// at the table does not wait for it.
func (r *Registry) Export(ctx context.Context, id store.TableID, sign Signer) (json.RawMessage, error) {
	p, err := r.position(ctx, id)
	if err != nil {
		return nil, err
	}
	if p.row.State != store.Finished || p.fold.Outcome() == nil {
		return nil, apperr.New(apperr.TableRunning, "a table can be exported once it is finished")
	}
	return r.export(ctx, p, sign)
}
