package main

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"nemeton/server/notify"
	"nemeton/server/notify/mail"
	"nemeton/server/notify/outgoing"
	"nemeton/server/store"
	"nemeton/server/telemetry"
	"nemeton/server/ws"
)

// notifyFlags are the flags of notifications.
type notifyFlags struct {
	PublicURL        string        `name:"public-url" env:"NEMETON_PUBLIC_URL" placeholder:"https://games.example" help:"Address at which players reach this server. Links in mails and webhooks begin with it. Mails need it."`
	Contact          string        `env:"NEMETON_CONTACT" placeholder:"mailto:ADDRESS" help:"Mail or https address of the operator, which push services get. Push notifications need it."`
	SMTP             string        `name:"smtp" env:"NEMETON_SMTP" placeholder:"smtps://USER:PASSWORD@HOST" help:"Mail server for notifications: smtps:// for TLS, smtp:// for STARTTLS, smtp+plain:// without encryption. Prefer the environment variable, because process lists show flags. Default: no mails."`
	MailFrom         string        `env:"NEMETON_MAIL_FROM" placeholder:"games@example.org" help:"Sender of mails; needed with --smtp."`
	PrivateReceivers bool          `env:"NEMETON_PRIVATE_RECEIVERS" help:"Let players choose webhooks and push services at private addresses and without https, for example inside a home network."`
	NotifyInterval   time.Duration `default:"5s" env:"NEMETON_NOTIFY_INTERVAL" help:"Time between two looks for players to notify."`
}

// notifyConfig is the configuration of notifications.
type notifyConfig struct {
	Public   string
	Contact  string
	Mail     *mail.Server // nil: no mails
	Private  bool
	Interval time.Duration
	Client   *http.Client // nil: the guarded client
}

// config checks the flags. An error never contains the password of the mail server.
func (f notifyFlags) config() (notifyConfig, error) {
	c := notifyConfig{Public: strings.TrimSuffix(f.PublicURL, "/"), Contact: f.Contact, Private: f.PrivateReceivers, Interval: f.NotifyInterval}
	if u, err := url.Parse(c.Public); c.Public != "" && (err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.Path != "") {
		return c, fmt.Errorf("--public-url must have the form https://HOST")
	}
	if f.SMTP == "" {
		return c, nil
	}
	var err error
	if c.Mail, err = mail.Parse(f.SMTP, f.MailFrom); err != nil {
		return c, fmt.Errorf("--smtp, --mail-from: %w", err)
	}
	if c.Public == "" {
		return c, fmt.Errorf("--smtp needs --public-url, because mails contain links")
	}
	return c, nil
}

// unhintedOverviews is the interval of the looks at all connected players if other nodes announce nothing to this one.
const unhintedOverviews = 2 * time.Second

// overviewInterval is the interval of the looks at all connected players; 0 is the default.
func overviewInterval(cfg config) time.Duration {
	shared := cfg.SharedStore || strings.HasPrefix(cfg.Database, "postgres")
	if shared && cfg.NATS == "" {
		return unhintedOverviews
	}
	return 0
}

// startNotifications begins to notify players, and to send their pages what waits for them.
func (a *app) startNotifications(ctx context.Context, cfg config, metrics *telemetry.Metrics) (err error) {
	client := cfg.Notify.Client
	if client == nil {
		client = outgoing.NewClient(cfg.Notify.Private)
	}
	a.notify, err = notify.NewService(ctx, notify.Config{
		Store: a.store, Tables: a.registry, Meter: metrics, Log: cfg.Log, Now: cfg.Environment.Now, NewID: cfg.Environment.NewID, Entropy: cfg.Environment.Entropy,
		TitleOf: func(id string) string {
			if t, ok := cfg.title(id); ok {
				return t.Info().Name
			}
			return id
		},
		Public: cfg.Notify.Public, Contact: cfg.Notify.Contact, Mail: cfg.Notify.Mail, Private: cfg.Notify.Private, Client: client, Every: cfg.Notify.Interval,
	})
	if err != nil {
		return fmt.Errorf("start notifications: %w", err)
	}
	a.playerSockets = ws.NewPlayerHandler(ws.PlayerConfig{
		Identify: identify, Bytes: cfg.Limits.SocketBytes, Sockets: &a.openSockets,
		Act: func(c ws.Caller) (time.Duration, bool) { return a.limits.Act(string(c.Player), c.Address) },
		Open: func(c ws.Caller, wake, end func()) ws.PlayerStream {
			return a.overviews.Read(c.Player, c.Session, wake, end)
		},
		Attend: func(ctx context.Context, c ws.Caller) {
			if err := a.notify.Attend(ctx, c.Player); err != nil && ctx.Err() == nil {
				a.log.Debug().Err(err).Msg("could not store the presence of a player")
			}
		},
	})
	a.overviews.Start()
	a.notify.Start()
	return nil
}

// notifyMentioned notifies people whom somebody named in a chat. A failure costs the notification alone, because the message is stored.
func (a *app) notifyMentioned(ctx context.Context, id store.TableID, by store.PlayerID, players []store.PlayerID) {
	for _, player := range players {
		if err := a.notify.Mentioned(ctx, id, player, by); err != nil {
			a.log.Debug().Err(err).Str("table", string(id)).Msg("could not notify a person who was named in a chat")
		}
	}
}

// endSession closes the sockets of a session.
func (a *app) endSession(session string) {
	a.registry.EndSession(session)
	a.overviews.EndSession(session)
}
