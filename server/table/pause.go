package table

import (
	"context"
	"reflect"

	"nemeton/engine"
	"nemeton/server/store"
)

// ProposePause records that the person of a seat wants to pause the clocks, or to end a pause. Errors: no_change without clocks or if a proposal is open,
// table_finished, not_seated, conceded, too_often, too_fast.
func (r *Registry) ProposePause(ctx context.Context, id store.TableID, c Command) (Point, error) {
	return r.pause(ctx, id, c, engine.PauseProposed{Seat: c.Seat}, func(f *engine.Fold, now int64) (engine.Record, error) {
		return f.ProposePause(c.Seat, c.ID, now)
	})
}

// AgreeToPause records that the person of a seat agrees to the proposal of an entry. Errors: those of ProposePause; stale_decision if that proposal is not
// open any more.
func (r *Registry) AgreeToPause(ctx context.Context, id store.TableID, c Command, proposal engine.Seq) (Point, error) {
	return r.pause(ctx, id, c, engine.PauseAgreed{Seat: c.Seat, Proposal: proposal}, func(f *engine.Fold, now int64) (engine.Record, error) {
		return f.AgreeToPause(c.Seat, proposal, c.ID, now)
	})
}

// DeclinePause records that the person of a seat declines the proposal of an entry, or withdraws it. Errors: those of AgreeToPause.
func (r *Registry) DeclinePause(ctx context.Context, id store.TableID, c Command, proposal engine.Seq) (Point, error) {
	return r.pause(ctx, id, c, engine.PauseDeclined{Seat: c.Seat, Proposal: proposal}, func(f *engine.Fold, now int64) (engine.Record, error) {
		return f.DeclinePause(c.Seat, proposal, c.ID, now)
	})
}

func (r *Registry) pause(ctx context.Context, id store.TableID, c Command, event engine.Event, decide func(f *engine.Fold, now int64) (engine.Record, error)) (Point, error) {
	return r.submit(ctx, id, Command{ID: c.ID, Seat: c.Seat, Player: c.Player}.system(event), func(l *live, _ *request, now int64) (engine.Record, error) { return decide(l.fold, now) })
}

// samePauses reports whether two folds agree on pauses, proposals and vacations.
func samePauses(a, b *engine.Fold, now int64) bool {
	return reflect.DeepEqual(a.Pause(now), b.Pause(now))
}
