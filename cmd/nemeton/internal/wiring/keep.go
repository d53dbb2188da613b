package wiring

import (
	"context"
	"time"

	"github.com/alecthomas/kong"

	"nemeton/server/retention"
	"nemeton/server/telemetry"
)

// keepFlags are the times for which rows are kept; 0 keeps them forever. The defaults are those of retention.Defaults; see keepDefaults.
type keepFlags struct {
	ClosedTables time.Duration `default:"${keep_closed_tables}" env:"CLOSED_TABLES" help:"Time after which a closed table is removed; at least 24h."`
	IdleTables   time.Duration `default:"${keep_idle_tables}" env:"IDLE_TABLES" help:"Time without a change after which an open table is closed."`
	IdleGuests   time.Duration `default:"${keep_idle_guests}" env:"IDLE_GUESTS" help:"Time after which a guest who was not seen and has no seat is removed."`
	ExpiredLinks time.Duration `default:"${keep_expired_links}" env:"EXPIRED_LINKS" help:"Time after which an expired device link, code of the server or sign-in that was begun is removed."`
	Invitations  time.Duration `default:"${keep_invitations}" env:"INVITATIONS" help:"Time after which an invitation of a person to a table is removed; at least 720h."`
	Chat         time.Duration `default:"${keep_chat}" env:"CHAT" help:"Time after which chat messages, reactions and read marks are removed."`
	Reports      time.Duration `default:"${keep_reports}" env:"REPORTS" help:"Time after which a reported message is removed, with its report."`
	Suggestions  time.Duration `default:"${keep_suggestions}" env:"SUGGESTIONS" help:"Time after which a text that a reader suggested is removed."`
	OperatorLog  time.Duration `default:"${keep_operator_log}" env:"OPERATOR_LOG" help:"Time after which an act of an operator is removed from the log of acts, and an ended ban."`
}

// KeepDefaults are the variables in the tags of keepFlags.
func KeepDefaults() kong.Vars {
	k := retention.Defaults()
	return kong.Vars{
		"keep_closed_tables": k.ClosedTables.String(), "keep_idle_tables": k.IdleTables.String(),
		"keep_idle_guests": k.IdleGuests.String(), "keep_expired_links": k.ExpiredLinks.String(),
		"keep_invitations": k.Invitations.String(), "keep_chat": k.Chat.String(), "keep_reports": k.Reports.String(), "keep_suggestions": k.Suggestions.String(),
		"keep_operator_log": k.OperatorLog.String(),
	}
}

// startRetention starts the removal of rows that nobody needs. The returned function stops it and waits for its end.
func (a *App) startRetention(cfg Config, metrics *telemetry.Metrics) (stop func()) {
	for kind, d := range cfg.Keep.ByKind() {
		metrics.SetKeep(string(kind), d)
	}
	service := retention.NewService(retention.Config{
		Store: a.store, Keep: cfg.Keep, Announce: a.Registry.Announce, Now: cfg.Environment.Now, After: cfg.Environment.After, Meter: metrics, Log: cfg.Log,
	})
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		service.Run(ctx)
	}()
	return func() {
		cancel()
		<-ended
	}
}
