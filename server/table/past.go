package table

import (
	"context"
	"encoding/json"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/wire"
)

// pastPage is the maximum number of updates of one page of the past.
const pastPage = 64

// Past returns an encoded page of the updates after entry since, with their steps, as the viewer was shown them: hidden facts stay hidden as they were
// then. The log is folded from its beginning, beside the table's own work; folded is the number of entries that this took.
func (r *Registry) Past(ctx context.Context, id store.TableID, v engine.Viewer, since engine.Seq) (page json.RawMessage, folded int, err error) {
	p, err := r.position(ctx, id)
	if err != nil {
		return nil, 0, err
	}
	title, ok := r.cfg.Title(p.row.Title)
	if !ok {
		return nil, 0, apperr.New(apperr.UnknownTitle, "this server does not know that title")
	}
	last := p.fold.Seq()
	if since >= last {
		return encode(wire.Past{Updates: []json.RawMessage{}}), 0, nil
	}
	to := min(last, since+pastPage)
	list := wire.Past{Updates: []json.RawMessage{}, More: to < last}
	if p.row.Origin != nil {
		folded = int(p.row.Origin.Seq)
	}
	shown := past{fold: engine.NewFold(title), to: &Subscription{reg: r, patch: true, steps: true}}
	shown.to.setViewer(v)
	for record, err := range store.EachRecord(ctx, pages{r, last}, id, to) {
		if err != nil {
			return nil, folded, r.damaged(id, err)
		}
		if err := ctx.Err(); err != nil {
			return nil, folded, refusal(err)
		}
		update, err := shown.next(record, record.Entry.Seq <= since)
		if err != nil {
			return nil, folded, r.damaged(id, err)
		}
		if update != nil {
			list.Updates = append(list.Updates, update)
		}
		folded++
	}
	if seq := shown.fold.Seq(); seq < to {
		return nil, folded, r.damaged(id, missing(seq+1))
	}
	return encode(list), folded, nil
}

// past is a table at an earlier moment, with the viewer that is shown the next ones.
type past struct {
	fold  *engine.Fold
	shown projection
	to    *Subscription
}

// next applies a record and returns its update for the viewer; nil for a record that the viewer did not ask for.
func (p *past) next(record engine.Record, skip bool) (json.RawMessage, error) {
	if skip {
		_, err := p.fold.Apply(record)
		return nil, err
	}
	before := p.fold
	p.fold = before.Clone()
	events, err := p.fold.Apply(record)
	if err != nil {
		return nil, err
	}
	e := newRecentEntry(before, p.fold, record.Entry.Kind, events, 1)
	e.shared = projectShared(p.fold, p.shown.shared)
	u := e.update(p.to.audience(), p.shown)
	p.shown = u.now
	return u.advance(p.to).plain, nil
}
