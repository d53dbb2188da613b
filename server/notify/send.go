package notify

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"nemeton/engine"
	"nemeton/server/notify/mail"
	"nemeton/server/notify/outgoing"
	"nemeton/server/store"
	"nemeton/server/typed"
)

const (
	// lease is the time for which a node holds a notice. It is longer than a round.
	lease = 5 * time.Minute
	// The notice of a present player is checked again after recheck.
	recheck     = time.Minute
	maxAttempts = 8
	// maxName is the maximum number of bytes of a name in a text. The names of all people of a table must fit into a push message.
	maxName = 256
	senders = 16
	// firstRetry is the time before the second attempt; it doubles with each further one.
	firstRetry = 30 * time.Second
)

// send claims the notices that are due and sends them. Channels are served side by side, so that one that answers slowly delays no other.
func (s *Service) send(ctx context.Context) error {
	now := s.cfg.Now()
	leased := now.Add(lease).Round(0) // by the wall clock, because the monotonic one stands still while a machine sleeps
	list, err := s.cfg.Store.ClaimNotices(ctx, now, leased, batch)
	if err != nil {
		return err
	}
	byChannel := map[string][]store.Notice{}
	for _, n := range list {
		byChannel[n.Channel] = append(byChannel[n.Channel], n)
	}
	var done sync.WaitGroup
	free := make(chan struct{}, senders)
	failures := make([]error, len(byChannel))
	for at, channel := range slices.Sorted(maps.Keys(byChannel)) {
		free <- struct{}{}
		done.Go(func() {
			failures[at] = s.sendChannel(ctx, byChannel[channel])
			<-free
		})
	}
	done.Wait()
	return errors.Join(failures...)
}

// sendChannel sends the notices of one channel in their order, and its digest as one. After a failure the others wait for the end of their lease.
func (s *Service) sendChannel(ctx context.Context, list []store.Notice) error {
	for len(list) > 0 {
		together := func(n store.Notice) bool { return n.ID == list[0].ID || list[0].Digest && n.Digest }
		var group, rest []store.Notice
		for _, n := range list {
			if together(n) {
				group = append(group, n)
			} else {
				rest = append(rest, n)
			}
		}
		list = rest
		if reached, err := s.sendGroup(ctx, group); err != nil || !reached {
			return err
		}
	}
	return nil
}

// sendGroup sends the notices of one channel that go together, after it has checked each of them again. reached is false if the channel's server did not answer, or
// the lease has ended.
func (s *Service) sendGroup(ctx context.Context, group []store.Notice) (reached bool, err error) {
	n, err := s.cfg.Store.Notifier(ctx, group[0].Player)
	if err != nil {
		return false, err
	}
	at := slices.IndexFunc(n.Channels, func(c store.Channel) bool { return c.ID == group[0].Channel })
	if at < 0 || !s.isUsable(n.Channels[at]) {
		return true, s.settled(ctx, group)
	}
	var live []item
	for _, notice := range group {
		i, ready, err := s.ready(ctx, n, notice)
		if err != nil {
			return false, err
		}
		if ready {
			live = append(live, i)
		}
	}
	if len(live) == 0 {
		return true, nil
	}
	if !s.cfg.Now().Before(group[0].LeasedUntil) { // this process stood still, and another node may have sent them
		return false, nil
	}
	return s.sendNow(ctx, n, n.Channels[at], live)
}

// ready reports whether a notice is sent now. Otherwise it is settled, or left to a later look.
func (s *Service) ready(ctx context.Context, n store.Notifier, notice store.Notice) (i item, ready bool, err error) {
	now, chosen := s.cfg.Now(), readSettings(n)
	i, holds, err := s.item(ctx, notice)
	switch {
	case err != nil: // the table cannot be read now
		return i, false, s.cfg.Store.PostponeNotices(ctx, []string{notice.ID}, notice.LeasedUntil, now.Add(recheck), true)
	case !holds || chosen.mutes(notice.Occasion):
		return i, false, s.settled(ctx, []store.Notice{notice})
	case s.attentive(n):
		return i, false, s.wait(ctx, notice, i)
	}
	// Quiet hours may have begun since the notice was planned.
	if due := afterQuiet(chosen, now, i.ends()); due.After(now) {
		return i, false, s.cfg.Store.PostponeNotices(ctx, []string{notice.ID}, notice.LeasedUntil, due, false)
	}
	return i, true, nil
}

// ends returns when the player's clock runs out; zero without a clock.
func (i item) ends() time.Time {
	if i.data.Ends == 0 {
		return time.Time{}
	}
	return time.UnixMilli(i.data.Ends)
}

// wait leaves a notice to a later look, because its player is present. A present player has seen what is not about a turn.
func (s *Service) wait(ctx context.Context, n store.Notice, i item) error {
	if !i.isTurn() {
		return s.settled(ctx, []store.Notice{n})
	}
	return s.cfg.Store.PostponeNotices(ctx, []string{n.ID}, n.LeasedUntil, s.cfg.Now().Add(recheck), false)
}

// sendNow sends the items, and notes the result. reached is false if the channel's server did not answer.
func (s *Service) sendNow(ctx context.Context, n store.Notifier, c store.Channel, items []item) (reached bool, err error) {
	var notices []store.Notice
	for _, i := range items {
		notices = append(notices, i.notice)
	}
	err = s.deliver(ctx, n, c, items)
	s.cfg.Meter.Notified(string(c.Kind), outcomeOf(err))
	if err == nil {
		if err := s.settled(ctx, notices); err != nil {
			return true, err
		}
		return true, s.noteResult(ctx, n.Player, c, nil)
	}
	s.noteFailure(c.Kind, err)
	var failed *outgoing.Failure
	var refused *mail.Failure
	answered := errors.As(err, &failed)
	final := answered && (failed.Gone() || failed.Final()) || errors.As(err, &refused) && refused.OfAddress()
	if err := s.noteResult(ctx, n.Player, c, err); err != nil {
		return answered, err
	}
	if final || notices[0].Attempts+1 >= maxAttempts {
		return answered, s.settled(ctx, notices)
	}
	after := firstRetry << min(notices[0].Attempts, maxAttempts)
	if answered {
		after = max(after, failed.After)
	}
	return answered, s.cfg.Store.PostponeNotices(ctx, ids(notices), notices[0].LeasedUntil, s.cfg.Now().Add(after), true)
}

func outcomeOf(err error) string {
	if err == nil {
		return "sent"
	}
	return "failed"
}

func (s *Service) settled(ctx context.Context, notices []store.Notice) error {
	return s.cfg.Store.NoticesSent(ctx, ids(notices), s.cfg.Now())
}

func ids(notices []store.Notice) (list []string) {
	for _, n := range notices {
		list = append(list, n.ID)
	}
	return list
}

// item is a notice with what its text needs.
type item struct {
	notice store.Notice
	data   noticeData
	row    store.Table
	names  map[store.PlayerID]string
}

func (i item) isTurn() bool { return slices.Contains([]string{turn, clock, nudge}, i.notice.Occasion) }

// person is the person who caused the notice; empty for none.
func (i item) person() store.PlayerID {
	if i.notice.Occasion == rematch {
		return i.row.Host
	}
	return i.data.By
}

// item reads the table of a notice. holds is false if the notice is out of date.
func (s *Service) item(ctx context.Context, n store.Notice) (i item, holds bool, err error) {
	i.notice = n
	_ = json.Unmarshal([]byte(n.Data), &i.data) // written by this package
	i.row, err = s.cfg.Store.Table(ctx, n.Table)
	if errors.Is(err, store.ErrNotFound) {
		return i, false, nil
	}
	if err == nil {
		holds, err = s.holds(ctx, n, i.row)
	}
	if err != nil || !holds {
		return i, holds, err
	}
	if n.Occasion == invited {
		if i.data.By, err = s.inviter(ctx, n); err != nil || i.data.By == "" {
			return i, false, err
		}
	}
	if by := i.person(); by != "" && n.Occasion != claimed && n.Occasion != moved { // a block hides no attack on the own seat
		if blocked, err := s.cfg.Store.HasBlocked(ctx, n.Player, by); err != nil || blocked {
			return i, false, err
		}
	}
	people := []store.PlayerID{i.data.By}
	for _, seat := range i.row.Seats {
		people = append(people, seat.Player)
	}
	i.names, err = s.cfg.Store.PlayerNames(ctx, people)
	for player, name := range i.names {
		i.names[player] = typed.Cut(name, maxName)
	}
	return i, true, err
}

func (s *Service) holds(ctx context.Context, n store.Notice, t store.Table) (bool, error) {
	seat := slices.IndexFunc(t.Seats, func(x store.Seat) bool { return x.Player == n.Player })
	switch n.Occasion {
	case turn, clock, nudge:
		if seat < 0 || t.State != store.Running {
			return false, nil
		}
		owed, ok, err := s.cfg.Tables.Owed(ctx, n.Table, engine.Seat(seat))
		if n.Occasion == nudge {
			return ok, err
		}
		return ok && turnKey(owed) == n.Key, err
	case started:
		return seat >= 0 && t.State == store.Running, nil
	case finished:
		return seat >= 0 && t.State == store.Finished, nil
	case rematch:
		return seat >= 0 && t.State == store.Open && t.Seats[seat].Confirm == store.Asked, nil
	case invited:
		return t.State == store.Open, nil
	case moved: // the player may have taken the seat back
		return seat < 0, nil
	default:
		return true, nil
	}
}

// inviter is the person whose invitation to the notice's table waits for an answer; empty if there is none.
func (s *Service) inviter(ctx context.Context, n store.Notice) (store.PlayerID, error) {
	list, err := s.cfg.Store.InvitationsTo(ctx, n.Player, batch)
	at := slices.IndexFunc(list, func(i store.Invitation) bool { return i.Table == n.Table })
	if err != nil || at < 0 {
		return "", err
	}
	return list[at].Inviter, nil
}
