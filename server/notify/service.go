package notify

import (
	"context"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"nemeton/engine"
	"nemeton/server/limit"
	"nemeton/server/notify/mail"
	"nemeton/server/notify/push"
	"nemeton/server/periodic"
	"nemeton/server/store"
	"nemeton/server/table"
)

// Store is the part of the store that the service uses.
type Store interface {
	store.Notifications
	store.MailCounts
	Table(ctx context.Context, id store.TableID) (store.Table, error)
	Sessions(ctx context.Context, player store.PlayerID) ([]store.Session, error)
	PlayerNames(ctx context.Context, ids []store.PlayerID) (map[store.PlayerID]string, error)
	HasBlocked(ctx context.Context, player, other store.PlayerID) (bool, error)
	InvitationsTo(ctx context.Context, player store.PlayerID, limit int) ([]store.Invitation, error)
}

// Tables is the part of the authority that the service uses.
type Tables interface {
	Owed(ctx context.Context, id store.TableID, seat engine.Seat) (o table.Owed, ok bool, err error)
}

// Meter counts what the service sends.
type Meter interface {
	Notified(channel, outcome string)
}

// Config configures a Service. Store, Tables, Meter, Now, NewID and Entropy are required.
type Config struct {
	Store   Store
	Tables  Tables
	TitleOf func(id string) (name string)
	Meter   Meter
	Log     zerolog.Logger
	Now     func() time.Time
	NewID   func() string
	Entropy io.Reader
	// Public is the address of the server as players reach it, such as https://games.example. Empty: notifications have no links, and there are no mails.
	Public string
	// Contact is the operator's https or mailto address for push services. Empty: no push.
	Contact string
	Mail    *mail.Server // nil: no mails
	// MailLimits limits mails to unverified addresses, and MailRefused is called for each mail beyond them; may be nil.
	MailLimits  MailLimits
	MailRefused func(MailLimit)
	// Private allows channels at addresses that are not public, and without https.
	Private bool
	Client  *http.Client  // of push and webhooks
	Every   time.Duration // interval between two rounds; 0: the default
	// Announced are the changes that the registry announces. Nil: there are none.
	Announced *Announcements
	Page      int // reachable players whom a round looks at without a hint; 0: the default
}

const (
	// roundInterval is the time between two rounds of planning and sending.
	roundInterval = 5 * time.Second
	roundTimeout  = 2 * time.Minute
	batch         = 200
)

// Service plans and sends notices.
type Service struct {
	cfg    Config
	keys   push.ServerKeys
	sender *push.Sender
	stop   context.CancelFunc
	done   sync.WaitGroup

	failures limit.Lines
	swept    store.PlayerID // the last player of the last page; only rounds use it

	mu       sync.Mutex // guards attended
	attended map[store.PlayerID]time.Time
}

const serverKeyName = "push"

// NewService makes a service that sends nothing yet. It reads the push keys from the store, or makes them.
func NewService(ctx context.Context, cfg Config) (*Service, error) {
	if cfg.Every <= 0 {
		cfg.Every = roundInterval
	}
	if cfg.Page <= 0 {
		cfg.Page = sweepPage
	}
	if cfg.Announced == nil {
		cfg.Announced = NewAnnouncements()
	}
	if cfg.MailRefused == nil {
		cfg.MailRefused = func(MailLimit) {}
	}
	if cfg.TitleOf == nil {
		cfg.TitleOf = func(id string) string { return id }
	}
	s := &Service{cfg: cfg, stop: func() {}, attended: map[store.PlayerID]time.Time{}}
	if s.PushOff() != "" {
		return s, nil
	}
	keys, err := serverKeys(ctx, cfg.Store)
	if err != nil {
		return nil, err
	}
	s.keys, s.sender = keys, &push.Sender{Client: cfg.Client, Keys: keys, Subject: cfg.Contact, Now: cfg.Now}
	return s, nil
}

// Reasons for which push is off.
const (
	noContact = "no_contact"
	noHTTPS   = "no_https"
)

// PushOff is the reason for which this server sends no push messages; empty if it does. Apple's push service refuses contacts on localhost.
func (s *Service) PushOff() string {
	contact, public := s.cfg.Contact, s.cfg.Public
	local := strings.Contains(contact, "localhost") || strings.Contains(contact, "127.0.0.1")
	switch {
	case !strings.HasPrefix(contact, "https://") && !strings.HasPrefix(contact, "mailto:") || local:
		return noContact
	case public != "" && !strings.HasPrefix(public, "https://") && !s.cfg.Private:
		return noHTTPS
	}
	return ""
}

// Start begins to plan and send, until Close.
func (s *Service) Start() {
	ctx, stop := context.WithCancel(context.Background())
	s.stop = stop
	s.done.Go(func() { periodic.Until(ctx.Done(), s.cfg.Every, func() { s.Round(ctx) }) })
}

// Close stops the service and waits for the round in progress.
func (s *Service) Close() {
	s.stop()
	s.done.Wait()
}

// Notices are removed after noticeLife. Until then no second notice is made for the same occasion.
const noticeLife = 90 * 24 * time.Hour

func (s *Service) Round(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, roundTimeout)
	defer cancel()
	if err := s.plan(ctx); err != nil && ctx.Err() == nil {
		s.warn("plan", err, nil, "could not plan notifications")
	}
	if err := s.send(ctx); err != nil && ctx.Err() == nil {
		s.warn("send", err, nil, "could not send notifications")
	}
	if _, err := s.cfg.Store.RemoveNotices(ctx, s.cfg.Now().Add(-noticeLife), batch); err != nil && ctx.Err() == nil {
		s.warn("remove", err, nil, "could not remove old notifications")
	}
}
