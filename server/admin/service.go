// Package admin is the administration of a server: what an operator sees, and the acts that an operator has. It shows no game data at all: no view, no
// entry, no hash, no secret, and neither invites nor tokens.
//
// A Service works with the store alone, or with a running server. Handler serves it on the admin address, as JSON for programs and as pages for browsers.
package admin

import (
	"context"
	"net/netip"
	"time"

	"github.com/rs/zerolog"

	"nemeton/server/store"
	"nemeton/texts/sources"
)

// Store is the part of the store that the administration uses.
type Store interface {
	store.Operators
	Suggestions(ctx context.Context) ([]store.Suggestion, error)
	CloseSuggestion(ctx context.Context, id string, a store.Act) error
	Table(ctx context.Context, id store.TableID) (store.Table, error)
	ListTables(ctx context.Context, q store.Query) ([]store.Table, error)
	UpdateTable(ctx context.Context, id store.TableID, change func(*store.Table) error) (store.Table, error)
	Message(ctx context.Context, id store.TableID, channel store.ChatChannel, number int64) (store.ChatMessage, error)
	DeleteMessage(ctx context.Context, id store.TableID, channel store.ChatChannel, number int64, by store.ChatDeletion) error
	Reports(ctx context.Context, all bool, limit int) ([]store.ChatReport, error)
	ReportsLike(ctx context.Context, id string) ([]store.ChatReport, error)
	CloseReport(ctx context.Context, id string, now time.Time) error
	PlayerNames(ctx context.Context, ids []store.PlayerID) (map[store.PlayerID]string, error)
}

// Config configures a Service. Store, Now, NewID, Log and Texts are required. The others may be missing if no server runs.
type Config struct {
	Store   Store
	Now     func() time.Time
	NewID   func() string
	Log     zerolog.Logger
	Trusted []netip.Prefix // proxies, which cannot be banned without force
	Version string
	Kind    string // of the database: SQLite or Postgres
	Backups string // the folder of the backups; empty: unknown
	// Free returns the free bytes of the disk that holds the database; ok is false if they are unknown.
	Free func() (free int64, ok bool)

	Texts  sources.Sources
	Doors  Doors         // nil: no links and codes
	Server Server        // nil: no server runs
	Node   func() Node   // this node; nil: no server runs
	Shared bool          // other nodes use the same store
	Every  time.Duration // interval of the reports of a node; default 10 s
}

// Server is the part of a running server that carries acts out.
type Server interface {
	// CloseByOperator ends a running table. Errors are apperr codes.
	CloseByOperator(ctx context.Context, id store.TableID) error
	Announce(ctx context.Context, id store.TableID)
	// ChatChanged delivers a change of a table's chat, here and on the other nodes.
	ChatChanged(id store.TableID)
	// BansChanged applies the bans here and on the other nodes.
	BansChanged()
	StoreWorks(ctx context.Context) bool
}

// Service is the administration.
type Service struct{ cfg Config }

// NewService makes a service.
func NewService(cfg Config) *Service {
	if cfg.Every <= 0 {
		cfg.Every = 10 * time.Second
	}
	if cfg.Free == nil {
		cfg.Free = func() (int64, bool) { return 0, false }
	}
	return &Service{cfg: cfg}
}
