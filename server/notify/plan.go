package notify

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"github.com/rs/zerolog"

	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/table"
)

// mailDelay is the time before a mail, so that one mail tells of several turns, and none of a turn that is over soon.
const mailDelay = 10 * time.Minute

// plan turns what players were not told of into notices.
func (s *Service) plan(ctx context.Context) error {
	list, err := s.untold(ctx)
	if err != nil {
		return err
	}
	for _, o := range list {
		if err := s.planOne(ctx, o); err != nil {
			return err
		}
	}
	return nil
}

// planOne stores the notices of one table for one player, and that the player was told.
func (s *Service) planOne(ctx context.Context, o store.Owed) error {
	n, err := s.cfg.Store.Notifier(ctx, o.Player)
	if err != nil {
		return err
	}
	occasions, err := s.occasions(ctx, o, n)
	if code := apperr.CodeOf(err); err != nil && (code == apperr.Unavailable || code == apperr.Overloaded) {
		return err
	}
	if err != nil { // a later round would fail as well, and hold up the others
		s.warn("table", err, func(line *zerolog.Event) { line.Str("table", string(o.Table)) }, "could not read a table to notify its player")
	}
	var notices []store.Notice
	for _, due := range occasions {
		notices = append(notices, s.notices(n, o.Table, due)...)
	}
	return s.cfg.Store.Tell(ctx, []store.Told{{Player: o.Player, Table: o.Table, Seq: o.Seq}}, notices)
}

type occasion struct {
	name string
	key  string
	at   time.Time
	ends time.Time // the clock of the player runs out; zero: none
	by   store.PlayerID
}

func (s *Service) occasions(ctx context.Context, o store.Owed, n store.Notifier) (list []occasion, err error) {
	now := s.cfg.Now()
	switch {
	case o.Seat < 0:
		return []occasion{{name: invited, at: now}}, nil
	case o.Asked:
		return []occasion{{name: rematch, at: now}}, nil
	case o.State == store.Finished:
		if o.Told && !s.attentive(n) {
			list = []occasion{{name: finished, at: now}}
		}
		return list, nil
	case o.State != store.Running:
		return nil, nil
	case !o.Owes:
		if !o.Told && !o.Updated.Before(n.Since) && !s.attentive(n) {
			list = []occasion{{name: started, at: now}}
		}
		return list, nil
	}
	owed, ok, err := s.cfg.Tables.Owed(ctx, o.Table, o.Seat)
	if err != nil || !ok {
		return nil, err
	}
	return turnOccasions(owed, now), nil
}

// turnOccasions are the reasons to notify a player who owes a decision: the turn itself, and later the clock.
func turnOccasions(owed table.Owed, now time.Time) []occasion {
	key := turnKey(owed)
	list := []occasion{{name: turn, key: key, at: now}}
	if owed.Zero > 0 {
		zero := time.UnixMilli(owed.Zero)
		list[0].ends = zero
		list = append(list, occasion{name: clock, key: key, at: zero.Add(-time.Duration(owed.Bank/4) * time.Millisecond), ends: zero})
	}
	return list
}

func turnKey(owed table.Owed) string { return strconv.FormatInt(owed.Since, 10) }

type noticeData struct {
	By   store.PlayerID `json:"by,omitempty"`
	Ends int64          `json:"ends,omitempty"` // as of occasion, in milliseconds since 1970 UTC
}

// notices returns the notices of an occasion for all channels of a player that are in use.
func (s *Service) notices(n store.Notifier, id store.TableID, o occasion) (list []store.Notice) {
	chosen := readSettings(n)
	if chosen.mutes(o.name) {
		return nil
	}
	data := noticeData{By: o.by}
	if !o.ends.IsZero() {
		data.Ends = o.ends.UnixMilli()
	}
	raw, _ := json.Marshal(data) // a flat struct always encodes
	for _, c := range n.Channels {
		if !s.isUsable(c) {
			continue
		}
		due, digest := o.at, false
		if c.Kind == store.MailChannel && o.name != clock && o.name != claimed && o.name != moved {
			digest = true
			if later := due.Add(mailDelay); o.ends.IsZero() || later.Before(o.ends) {
				due = later
			}
		}
		list = append(list, store.Notice{
			ID: s.cfg.NewID(), Player: n.Player, Channel: c.ID, Table: id, Occasion: o.name, Key: o.key, Data: string(raw), Digest: digest, DueAt: afterQuiet(chosen, due, o.ends),
		})
	}
	return list
}

// afterQuiet moves a due time behind the quiet hours, unless the clock runs out before their end.
func afterQuiet(chosen settings, due, ends time.Time) time.Time {
	q, err := newQuiet(chosen.Quiet)
	if err != nil {
		return due
	}
	if end := q.end(due); ends.IsZero() || end.Before(ends) {
		return end
	}
	return due
}
