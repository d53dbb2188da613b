package lobby

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"nemeton/engine"
	"nemeton/engine/clock"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/store/access"
)

// MaxChanges is the number of times that the settings of a table can change, because each change stays in the row, and each makes everybody answer anew.
const MaxChanges = 50

// SettingsRequest holds the settings to change. Zero fields and absent options stay as they are.
type SettingsRequest struct {
	Options    engine.Options
	Pace       *Pace // nil: as it is
	Seats      int
	Visibility store.Visibility
	Session    string // the caller's; the invite of a table that becomes private ends with it
}

// Change changes the settings of a table before the start, as host. Settings that the table has already change nothing.
//
// New options, and another number of seats, give the table another commitment. All answers are removed, so that everybody answers it, and the players
// of a rematch are asked to confirm again. Fewer seats remove free seats, the last ones first; the people and bots after them move up. Errors:
// unknown_table, not_host, table_running, table_finished, table_closed, bad_options, bad_seats, also if there are more people and bots than seats,
// no_change after MaxChanges changes.
func (s *Service) Change(ctx context.Context, id store.TableID, caller store.PlayerID, w SettingsRequest) (store.Table, error) {
	row, err := s.Get(ctx, id, caller, "")
	if err != nil {
		return store.Table{}, err
	}
	info, err := s.title(row.Title)
	if err != nil {
		return store.Table{}, err
	}
	invite, err := s.newInvite() // entropy is read before the row is locked
	if err != nil {
		return store.Table{}, err
	}
	changing := func(t *store.Table) error { return changeSettings(t, caller, w, info, invite) }
	// The row is locked only for a change.
	before := row
	before.Seats, before.Options = slices.Clone(row.Seats), maps.Clone(row.Options)
	if err = changing(&before); err == nil {
		row, err = s.change(ctx, id, changing)
	}
	if errors.Is(err, errSame) {
		return s.reread(ctx, id)
	}
	return row, err
}

func changeSettings(t *store.Table, caller store.PlayerID, w SettingsRequest, info engine.Info, invite string) error {
	if err := onlyHost(*t, caller, "change the settings"); err != nil {
		return err
	}
	if err := stillOpen(*t); err != nil {
		return err
	}
	made := store.Change{By: caller}
	options, err := changedOptions(*t, w, info)
	if err != nil {
		return err
	}
	if err := keepsGame(*t, options, info); err != nil {
		return err
	}
	made.Options = changesOf(t.Options, options)
	if w.Seats != 0 && w.Seats != len(t.Seats) {
		if t.Origin != nil {
			return apperr.New(apperr.BadSeats, "a game that is played on keeps its seats")
		}
		if t.Seats, err = resized(t.Seats, w.Seats, info); err != nil {
			return err
		}
		made.Seats = w.Seats
	}
	if w.Visibility != "" && w.Visibility != t.Visibility {
		// A public table keeps its invite, so that links that were sent before work again once it is private.
		t.Visibility = w.Visibility
		if !access.Public(*t) && t.Invite == "" {
			t.Invite, t.InviteSession = invite, w.Session
		}
		made.Visibility = w.Visibility
		if w.Visibility == store.Public {
			ask(t, engine.ActPublish, caller)
		}
	}
	if made.Options == nil && made.Seats == 0 && made.Visibility == "" {
		return errSame
	}
	if len(t.Changes) >= MaxChanges {
		return apperr.New(apperr.NoChange, "the settings of this table have changed too often; open a new table")
	}
	t.Changes = append(t.Changes, made)
	if made.Options != nil || made.Seats != 0 {
		t.Options, t.Contributions, t.Answers = options, nil, nil
		askAgain(t)
	}
	return nil
}

func changedOptions(t store.Table, w SettingsRequest, info engine.Info) (engine.Options, error) {
	if len(w.Options) == 0 && w.Pace == nil {
		return t.Options, nil
	}
	if err := refusePace(w.Options); err != nil {
		return nil, err
	}
	options := asStored(t.Options)
	if w.Pace != nil {
		options[clock.OptionTakeover] = 0 // it is a part of the pace
		if w.Pace.Kind == clock.Free.String() && w.Pace.Takeover == nil {
			options[clock.OptionTakeover] = t.Options[clock.OptionTakeover]
		}
	}
	maps.Copy(options, w.Options)
	return complete(options, w.Pace, info)
}

// changesOf lists the new values of the options that differ; nil if none do. A change of the pace lists all options of the pace.
func changesOf(before, after engine.Options) (changes engine.Options) {
	note := func(id string) {
		if changes == nil {
			changes = engine.Options{}
		}
		changes[id] = after[id]
	}
	for id, value := range after {
		if before[id] != value {
			note(id)
		}
	}
	clocks := func(o engine.Options) clock.Pace {
		p := clock.PaceOf(o)
		p.Takeover = 0 // an option of its own
		return p
	}
	if clocks(before) != clocks(after) {
		for _, id := range clock.Options() {
			note(id)
		}
	}
	return changes
}

// resized returns the seats with free seats added or removed, and with the colors of the new number.
func resized(seats []store.Seat, n int, info engine.Info) ([]store.Seat, error) {
	colors := info.ColorsFor(n)
	if colors == nil {
		return nil, apperr.New(apperr.BadSeats, fmt.Sprintf("that title is for %d to %d players", info.MinSeats, info.MaxSeats))
	}
	seats = slices.Clone(seats)
	for at := len(seats) - 1; at >= 0 && len(seats) > n; at-- {
		if seats[at].Free() {
			seats = slices.Delete(seats, at, at+1)
		}
	}
	if len(seats) > n {
		return nil, apperr.New(apperr.BadSeats, "more people and bots sit at the table; free a seat first")
	}
	for i, p := range seats {
		if !slices.Contains(colors, p.Color) {
			repaint(seats, engine.Seat(i), colors)
		}
	}
	for len(seats) < n {
		seats = append(seats, store.Seat{})
		repaint(seats, engine.Seat(len(seats)-1), colors)
	}
	return seats, nil
}
