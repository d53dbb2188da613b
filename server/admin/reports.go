package admin

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"nemeton/server/apperr"
	"nemeton/server/store"
)

const maxReports = 1000

// Report is a chat message that a reader has reported.
type Report struct {
	ID      string    `json:"id"`
	At      time.Time `json:"at"`
	Table   string    `json:"table"`
	Channel string    `json:"channel"` // players or spectators
	Number  int64     `json:"number"`  // of the message in its channel
	Said    time.Time `json:"said"`
	Author  Author    `json:"author"`
	Text    string    `json:"text,omitempty"`   // as it was when it was reported
	Phrase  string    `json:"phrase,omitempty"` // the key of a quick phrase, in place of a text
	By      Author    `json:"by"`
	Reason  string    `json:"reason,omitempty"`
	Gone    bool      `json:"gone"`   // nobody can read the message any more
	Closed  bool      `json:"closed"` // it needs no more attention
}

// Author is a person in a report; without an id once erased.
type Author struct {
	ID   string `json:"id,omitempty"`
	Name string `json:"name,omitempty"`
}

// Reports lists the open reports, the oldest first, or those and then the closed ones.
func (s *Service) Reports(ctx context.Context, all bool) ([]Report, error) {
	found, err := s.cfg.Store.Reports(ctx, all, maxReports)
	if err != nil {
		return nil, err
	}
	var ids []store.PlayerID
	for _, r := range found {
		ids = append(ids, r.Message.Author, r.Reporter)
	}
	slices.Sort(ids)
	names, err := s.cfg.Store.PlayerNames(ctx, slices.DeleteFunc(slices.Compact(ids), func(id store.PlayerID) bool { return id == "" }))
	if err != nil {
		return nil, err
	}
	person := func(id store.PlayerID) Author { return Author{string(id), names[id]} }
	list := make([]Report, 0, len(found))
	for _, r := range found {
		m := r.Message
		now, err := s.cfg.Store.Message(ctx, m.Table, m.Channel, m.Number)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return nil, err
		}
		list = append(list, Report{
			ID: r.ID, At: r.CreatedAt, Table: string(m.Table), Channel: string(m.Channel), Number: m.Number, Said: m.CreatedAt, Author: person(m.Author),
			Text: m.Text, Phrase: m.Phrase, By: person(r.Reporter), Reason: r.Reason, Gone: err != nil || now.Deleted != "", Closed: !r.ClosedAt.IsZero(),
		})
	}
	return list, nil
}

// RemoveMessage deletes the message of a report for all its readers, and closes all reports of it. It changes no other message of the channel. Errors: not_found for
// an unknown report.
func (s *Service) RemoveMessage(ctx context.Context, by Operator, report, reason string) error {
	return s.settle(ctx, by, store.ActRemove, report, reason, func(ctx context.Context, m store.ChatMessage) error {
		err := s.cfg.Store.DeleteMessage(ctx, m.Table, m.Channel, m.Number, store.DeletedByHost)
		if errors.Is(err, store.ErrNotFound) {
			return nil // it was removed by age, or with its author
		}
		if err == nil && s.cfg.Server != nil {
			s.cfg.Server.ChatChanged(m.Table)
		}
		return err
	})
}

// DismissReport closes all reports of a message, which stays. Error: not_found for an unknown report.
func (s *Service) DismissReport(ctx context.Context, by Operator, report, reason string) error {
	return s.settle(ctx, by, store.ActDismiss, report, reason, func(context.Context, store.ChatMessage) error { return nil })
}

// settle carries out an act on the message of a report, and closes the open reports of that message.
func (s *Service) settle(ctx context.Context, by Operator, kind store.ActKind, report, reason string, do func(context.Context, store.ChatMessage) error) error {
	reason, err := reasonOf(reason)
	if err != nil {
		return err
	}
	alike, err := s.cfg.Store.ReportsLike(ctx, report)
	if err != nil {
		return err
	}
	if len(alike) == 0 {
		return apperr.New(apperr.NotFound, "there is no such report")
	}
	m := alike[0].Message
	a := s.newAct(by, kind, fmt.Sprintf("%s %s-%d", m.Table, m.Channel, m.Number), reason)
	return s.carryOut(ctx, a, func(ctx context.Context) error {
		err := do(ctx, m)
		for _, r := range alike {
			if err != nil || !r.ClosedAt.IsZero() {
				continue
			}
			if closed := s.cfg.Store.CloseReport(ctx, r.ID, s.cfg.Now()); !errors.Is(closed, store.ErrNotFound) { // another operator was faster
				err = closed
			}
		}
		return err
	})
}
