package retention

import (
	"context"
	"fmt"
	"time"

	"github.com/rs/zerolog"

	"nemeton/server/store"
)

// MinClosed is the shortest time that a closed table stays.
const MinClosed = 24 * time.Hour

// MinInvitations is the shortest time that an invitation stays.
const MinInvitations = 30 * 24 * time.Hour

const (
	// batchSize is the maximum number of rows in one transaction. For players it is the number of examined ones.
	batchSize = 100
	pauseTime = 200 * time.Millisecond
	// firstSweep is the time from the start of a node to its first sweep, so that a restart is not slower.
	firstSweep    = time.Minute
	sweepInterval = time.Hour
	callTimeout   = 10 * time.Second
)

// Keep holds the times for which rows stay after their last use, as flags. 0: forever. The variables of the tags are the kinds, with the times of Defaults.
type Keep struct {
	ClosedTables time.Duration `default:"${keep_closed_tables}" env:"CLOSED_TABLES" help:"Time after which a closed table is removed; at least 24h."`
	IdleTables   time.Duration `default:"${keep_idle_tables}" env:"IDLE_TABLES" help:"Time without a change after which an open table is closed."`
	IdleGuests   time.Duration `default:"${keep_idle_guests}" env:"IDLE_GUESTS" help:"Time after which a guest who was not seen, without a seat and without a way to sign in, is removed."`
	ExpiredLinks time.Duration `default:"${keep_expired_links}" env:"EXPIRED_LINKS" help:"Time after which an expired device link, code of the server or sign-in that was begun is removed."`
	Invitations  time.Duration `default:"${keep_invitations}" env:"INVITATIONS" help:"Time after which an invitation of a person to a table is removed; at least 720h."`
	Chat         time.Duration `default:"${keep_chat}" env:"CHAT" help:"Time after which chat messages, reactions and read marks are removed."`
	Reports      time.Duration `default:"${keep_reports}" env:"REPORTS" help:"Time after which a reported message is removed, with its report."`
	Suggestions  time.Duration `default:"${keep_suggestions}" env:"SUGGESTIONS" help:"Time after which a text that a reader suggested is removed."`
	OperatorLog  time.Duration `default:"${keep_operator_log}" env:"OPERATOR_LOG" help:"Time after which an act of an operator is removed from the log of acts, and an ended ban."`
}

// Defaults returns the default times, the only place that defines them.
func Defaults() Keep {
	return Keep{ClosedTables: MinClosed, IdleTables: 30 * 24 * time.Hour, IdleGuests: 180 * 24 * time.Hour, ExpiredLinks: time.Hour, Invitations: MinInvitations, Chat: 90 * 24 * time.Hour, Reports: 90 * 24 * time.Hour, Suggestions: 365 * 24 * time.Hour, OperatorLog: 2 * 365 * 24 * time.Hour}
}

// Check returns an error if a time is negative or too short.
func (k Keep) Check() error {
	if k.ClosedTables > 0 && k.ClosedTables < MinClosed {
		return fmt.Errorf("closed tables must stay for at least %v, because they count for the daily limit of a player", MinClosed)
	}
	if k.Invitations > 0 && k.Invitations < MinInvitations {
		return fmt.Errorf("invitations must stay for at least %v, because refusals count that long", MinInvitations)
	}
	if k.ClosedTables < 0 || k.Invitations < 0 || k.IdleTables < 0 || k.IdleGuests < 0 || k.ExpiredLinks < 0 || k.Chat < 0 || k.Reports < 0 || k.Suggestions < 0 || k.OperatorLog < 0 {
		return fmt.Errorf("a time to keep rows is negative")
	}
	return nil
}

func (k Keep) ByKind() map[Kind]time.Duration {
	return map[Kind]time.Duration{
		ClosedTables: k.ClosedTables, IdleTables: k.IdleTables, IdleGuests: k.IdleGuests, ExpiredLinks: k.ExpiredLinks,
		Invitations: k.Invitations, Chat: k.Chat, Reports: k.Reports, Suggestions: k.Suggestions, OperatorLog: k.OperatorLog,
		EndedSeats: store.JustFinished,
	}
}

// Kind names the rows that a sweep removes, in metrics and logs.
type Kind string

// The kinds of rows. An idle table is closed; its row is removed later, as that of a closed table. Ended seats leave the live ones, and count by tables.
const (
	EndedSeats   Kind = "ended_seats"
	ClosedTables Kind = "closed_tables"
	IdleTables   Kind = "idle_tables"
	IdleGuests   Kind = "idle_guests"
	ExpiredLinks Kind = "expired_links"
	Invitations  Kind = "invitations"
	Chat         Kind = "chat"
	Reports      Kind = "reports"
	Suggestions  Kind = "suggestions"
	OperatorLog  Kind = "operator_log"
)

// Kinds returns all kinds in the order of a sweep. Guests come after tables, because they stay while they have a seat.
func Kinds() []Kind {
	return []Kind{EndedSeats, IdleTables, ClosedTables, ExpiredLinks, Invitations, Chat, Reports, Suggestions, OperatorLog, IdleGuests}
}

// Meter counts what sweeps do.
type Meter interface {
	Removed(kind string, n int)
	RetentionFailed(kind string)
	RetentionSwept(at time.Time)
}

// Config configures a Service. All fields are required.
type Config struct {
	Store    store.Retention
	Keep     Keep
	Announce func(ctx context.Context, ids ...store.TableID)
	Now      func() time.Time
	// After calls f after d, in a goroutine of its own. If stop returns true, f is not called.
	After func(d time.Duration, f func()) (stop func() bool)
	Meter Meter
	Log   zerolog.Logger
}

// Service sweeps from time to time.
type Service struct{ cfg Config }

// NewService makes a service that does nothing yet.
func NewService(cfg Config) *Service { return &Service{cfg: cfg} }

// Run sweeps from time to time and blocks until ctx ends.
func (s *Service) Run(ctx context.Context) {
	for wait := firstSweep; s.wait(ctx, wait); wait = sweepInterval {
		s.Sweep(ctx)
	}
}

// Sweep removes all rows that are due. It returns early if ctx ends.
func (s *Service) Sweep(ctx context.Context) {
	for _, kind := range Kinds() {
		removed, err := s.remove(ctx, kind)
		if removed > 0 {
			s.cfg.Log.Info().Str("kind", string(kind)).Int("rows", removed).Msg("removed rows that nobody needs")
		}
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			s.cfg.Meter.RetentionFailed(string(kind))
			s.cfg.Log.Warn().Err(err).Str("kind", string(kind)).Msg("could not remove rows; the next sweep tries again")
		}
	}
	s.cfg.Meter.RetentionSwept(s.cfg.Now())
}

// remove removes the rows of a kind, batch by batch. It returns their number.
func (s *Service) remove(ctx context.Context, kind Kind) (removed int, err error) {
	keep := s.cfg.Keep.ByKind()[kind]
	if keep == 0 {
		return 0, nil
	}
	before, after := s.cfg.Now().Add(-keep), store.PlayerID("")
	for {
		n, more, err := s.batch(ctx, kind, before, &after)
		removed += n
		s.cfg.Meter.Removed(string(kind), n)
		if err != nil || !more || !s.wait(ctx, pauseTime) {
			return removed, err
		}
	}
}

// batch removes one batch. It returns the number of rows, and whether there may be more of them. after is the last examined player.
func (s *Service) batch(ctx context.Context, kind Kind, before time.Time, after *store.PlayerID) (n int, more bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	rows := s.cfg.Store
	switch kind {
	case IdleTables:
		closed, err := rows.CloseIdleTables(ctx, before, s.cfg.Now(), batchSize)
		if len(closed) > 0 {
			s.cfg.Announce(ctx, closed...)
		}
		return len(closed), len(closed) == batchSize, err
	case IdleGuests:
		n, *after, err = rows.RemoveIdlePlayers(ctx, before, *after, batchSize)
		return n, *after != "", err
	}
	n, err = map[Kind]func(ctx context.Context, before time.Time, limit int) (int, error){
		EndedSeats: rows.EndSeats, ClosedTables: rows.RemoveClosedTables, ExpiredLinks: rows.RemoveExpiredLinks, Invitations: rows.RemoveInvitations,
		Chat: rows.RemoveChat, Reports: rows.RemoveReports, Suggestions: rows.RemoveSuggestions, OperatorLog: rows.RemoveActs,
	}[kind](ctx, before, batchSize)
	return n, n == batchSize, err
}

// wait waits for d. It returns false if ctx ends first.
func (s *Service) wait(ctx context.Context, d time.Duration) bool {
	over := make(chan struct{})
	stop := s.cfg.After(d, func() { close(over) })
	select {
	case <-ctx.Done():
		stop()
		return false
	case <-over:
		return ctx.Err() == nil
	}
}
