package admin

import (
	"context"
	"errors"
	"strings"
	"time"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/ban"
	"nemeton/server/store"
	"nemeton/server/typed"
)

// Operator is the person who acts, and the way.
type Operator struct {
	Name string
	Via  string // page, command or database
}

// These are the maximum lengths of a reason and of a note, in visible characters.
const (
	maxReason = 300
	maxNote   = 100
)

const maxBan = 10 * 365 * 24 * time.Hour

// attempts is the maximum number of times that a table is closed, because it was started meanwhile.
const attempts = 3

// reasonOf returns a reason as it is stored. An act may have none.
func reasonOf(text string) (string, error) {
	return lineOf(text, maxReason, "a reason is one line of at most 300 visible characters")
}

// lineOf returns a line as it is stored, see typed.Line. It may be empty. It fails with invalid and the message.
func lineOf(text string, longest int, message string) (string, error) {
	text, _, fault := typed.Line(strings.TrimSpace(text), longest)
	if fault != "" && fault != typed.Empty {
		return "", apperr.New(apperr.Invalid, message)
	}
	return text, nil
}

func (s *Service) newAct(by Operator, kind store.ActKind, subject, reason string) store.Act {
	return store.Act{ID: s.cfg.NewID(), At: s.cfg.Now(), By: by.Name, Via: by.Via, Kind: kind, Subject: subject, Reason: reason}
}

func (s *Service) logLine(a store.Act) {
	s.cfg.Log.Warn().Str("act", string(a.Kind)).Str("subject", a.Subject).Str("operator", a.By).Str("via", a.Via).Str("reason", a.Reason).Str("outcome", a.Outcome).
		Msg("an operator acted")
}

// carryOut logs an act, carries it out by do, and logs the outcome.
func (s *Service) carryOut(ctx context.Context, a store.Act, do func(context.Context) error) error {
	if err := s.cfg.Store.LogAct(ctx, a); err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx) // an act in progress continues if the operator's browser leaves
	err := do(ctx)
	if a.Outcome = store.ActDone; err != nil {
		a.Outcome = string(apperr.CodeOf(err))
	}
	s.logLine(a)
	return errors.Join(err, s.cfg.Store.FinishAct(ctx, a.ID, a.Outcome))
}

// CloseTable ends an open or running table for good. Errors: table_finished, table_closed, unknown_table.
func (s *Service) CloseTable(ctx context.Context, by Operator, id, reason string) error {
	reason, err := reasonOf(reason)
	if err != nil {
		return err
	}
	if s.cfg.Server == nil {
		return apperr.New(apperr.Unavailable, "only a running server can close a table")
	}
	if _, err := s.cfg.Store.Table(ctx, store.TableID(id)); err != nil {
		return err
	}
	return s.carryOut(ctx, s.newAct(by, store.ActClose, id, reason), func(ctx context.Context) error { return s.closeTable(ctx, store.TableID(id)) })
}

func (s *Service) closeTable(ctx context.Context, id store.TableID) error {
	err := error(apperr.New(apperr.Unavailable, "the table changes too fast; try again"))
	for range attempts {
		var state store.State
		_, err = s.cfg.Store.UpdateTable(ctx, id, func(t *store.Table) error {
			if state = t.State; state != store.Open {
				return errNotOpen
			}
			t.State, t.UpdatedAt = store.Closed, s.cfg.Now()
			t.Ending.Ended = engine.EndedByOperator
			return nil
		})
		switch {
		case err == nil:
			s.cfg.Server.Announce(ctx, id)
			return nil
		case !errors.Is(err, errNotOpen):
			return err
		case state == store.Closed:
			return apperr.New(apperr.TableClosed, "the table is closed already")
		case state == store.Finished:
			return apperr.New(apperr.TableFinished, "the game is over")
		}
		if err = s.cfg.Server.CloseByOperator(ctx, id); apperr.CodeOf(err) != apperr.StaleDecision {
			return err
		}
	}
	return err
}

// errNotOpen leaves a row as it is.
var errNotOpen = errors.New("the table is not open")

// BanRequest asks for a ban.
type BanRequest struct {
	Address string        // an address or a range
	For     time.Duration // 0: it does not end by itself
	Reason  string
	Force   bool // also a protected range, see ban.Check
}

// Ban bans an address or a range, and returns the range. Errors: invalid; not_allowed without force.
func (s *Service) Ban(ctx context.Context, by Operator, q BanRequest) (string, error) {
	r, err := ban.ParseRange(strings.TrimSpace(q.Address))
	if err != nil {
		return "", apperr.Wrap(err, apperr.Invalid, err.Error())
	}
	reason, err := reasonOf(q.Reason)
	if err != nil {
		return "", err
	}
	if q.For < 0 || q.For > maxBan || q.For > 0 && q.For < time.Second {
		return "", apperr.New(apperr.Invalid, "a ban lasts for at least a second and at most ten years, or until it is lifted")
	}
	if err := ban.Check(r, s.cfg.Trusted); err != nil && !q.Force {
		return "", apperr.Wrap(err, apperr.NotAllowed, err.Error()+"; force is needed")
	}
	a := s.newAct(by, store.ActBan, r.String(), reason)
	a.Outcome = store.ActDone
	b := store.Ban{Range: r, Reason: reason, By: by.Name, CreatedAt: a.At}
	if q.For > 0 {
		b.EndsAt = a.At.Add(q.For)
	}
	if err := s.cfg.Store.Ban(ctx, b, a); err != nil {
		return "", err
	}
	s.changed(a)
	return r.String(), nil
}

// Unban ends the ban of a range. Error: not_found if the range has none.
func (s *Service) Unban(ctx context.Context, by Operator, address, reason string) (string, error) {
	r, err := ban.ParseRange(strings.TrimSpace(address))
	if err != nil {
		return "", apperr.Wrap(err, apperr.Invalid, err.Error())
	}
	if reason, err = reasonOf(reason); err != nil {
		return "", err
	}
	a := s.newAct(by, store.ActUnban, r.String(), reason)
	a.Outcome = store.ActDone
	if err = s.cfg.Store.Unban(ctx, r, a); err != nil {
		return "", apperr.FailedOr("lift a ban", err, apperr.New(apperr.NotFound, "this range has no ban of its own"))
	}
	s.changed(a)
	return r.String(), nil
}

// changed logs a change of the bans and applies it.
func (s *Service) changed(a store.Act) {
	s.logLine(a)
	if s.cfg.Server != nil {
		s.cfg.Server.BansChanged()
	}
}
