package table

import (
	"context"
	"encoding/json"
	"errors"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/server/apperr"
	"nemeton/server/store"
)

// MaxForkSeq is the last entry at which a fork can begin, because each load of the fork folds the log of its origin.
const MaxForkSeq = 10_000

// Moment returns the moment after entry seq of a finished table, at which a fork can begin. Errors: bad_moment if there is no such entry up to MaxForkSeq or
// the game was over, unknown_title, damaged, upgrading while a node runs that cannot read forks.
func (r *Registry) Moment(ctx context.Context, row store.Table, seq engine.Seq, chance engine.ForkChance) (engine.Origin, error) {
	title, ok := r.cfg.Title(row.Title)
	if !ok {
		return engine.Origin{}, apperr.New(apperr.UnknownTitle, "this server does not know that title")
	}
	if !r.isReadable(row.Title, engine.Entry{Events: []engine.Stored{{Name: engine.SystemEventName(engine.Forked{})}}}) {
		return engine.Origin{}, upgrading()
	}
	if seq < 1 || seq > min(row.Seq, MaxForkSeq) {
		return engine.Origin{}, badMoment()
	}
	records, err := r.readLog(ctx, r.cfg.Store, row.ID, seq)
	if err != nil {
		return engine.Origin{}, err
	}
	origin, err := engine.OriginAt(title, records, seq, chance)
	switch {
	case errors.Is(err, engine.ErrNoFork):
		return origin, badMoment()
	case err != nil:
		return origin, r.damaged(row.ID, err)
	}
	return origin, nil
}

func badMoment() error {
	return apperr.New(apperr.BadMoment, "the table has no such entry, too many come before it, or the game was over there")
}

// forkedFrom returns the log of a fork's origin for the first entry; nil for other tables.
func (r *Registry) forkedFrom(ctx context.Context, row store.Table) (*engine.Forked, error) {
	if row.Origin == nil {
		return nil, nil
	}
	origin, err := r.cfg.Store.Table(ctx, store.TableID(row.Origin.Table))
	if err != nil {
		return nil, refusal(err)
	}
	records, err := r.readLog(ctx, r.cfg.Store, origin.ID, row.Origin.Seq)
	if err != nil {
		return nil, err
	}
	forked := &engine.Forked{Secret: chance.Entropy(origin.Secret)}
	for _, record := range records {
		forked.Log = append(forked.Log, json.RawMessage(record.Bytes))
	}
	return forked, nil
}

// readLog reads the first entries of a table, up to entry to.
func (r *Registry) readLog(ctx context.Context, from store.LogReader, id store.TableID, to engine.Seq) (list []engine.Record, err error) {
	for record, err := range store.EachRecord(ctx, from, id, to) {
		if err != nil {
			return nil, r.damaged(id, err)
		}
		list = append(list, record)
	}
	if n := engine.Seq(len(list)); n < to {
		return nil, r.damaged(id, missing(n+1))
	}
	return list, nil
}
