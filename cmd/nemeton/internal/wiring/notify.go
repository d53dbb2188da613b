package wiring

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"nemeton/server/events"
	"nemeton/server/hostname"
	"nemeton/server/httpapi"
	"nemeton/server/notify"
	"nemeton/server/notify/mail"
	"nemeton/server/notify/outgoing"
	"nemeton/server/recovery"
	"nemeton/server/store"
	"nemeton/server/stream"
	"nemeton/server/telemetry"
	"nemeton/server/ws"
)

// NotifyFlags are the flags of notifications.
type NotifyFlags struct {
	PublicURL        string        `name:"public-url" env:"NEMETON_PUBLIC_URL" placeholder:"https://games.example" help:"Address at which players reach this server. Links in mails and webhooks begin with it. Mails need it."`
	Contact          string        `env:"NEMETON_CONTACT" placeholder:"mailto:ADDRESS" help:"Mail or https address of the operator, which push services get. Push notifications need it."`
	SMTP             string        `name:"smtp" env:"NEMETON_SMTP" placeholder:"smtps://USER:PASSWORD@HOST" help:"Mail server for notifications: smtps:// for TLS, smtp:// for STARTTLS, smtp+plain:// without encryption. Prefer the environment variable, because process lists show flags. Default: no mails."`
	MailFrom         string        `env:"NEMETON_MAIL_FROM" placeholder:"games@example.org" help:"Sender of mails; needed with --smtp."`
	SMTPHello        string        `name:"smtp-hello" env:"NEMETON_SMTP_HELLO" placeholder:"games.example.org" help:"Full name of this machine, or its IP address, for mail servers. Default: the machine's name if it has a dot, else the host of --public-url, --hosts or --mail-from."`
	PrivateReceivers bool          `env:"NEMETON_PRIVATE_RECEIVERS" help:"Let players choose webhooks and push services at private addresses and without https, for example inside a home network."`
	NotifyInterval   time.Duration `default:"5s" env:"NEMETON_NOTIFY_INTERVAL" help:"Time between two looks for players to notify."`
}

// NotifyConfig is the configuration of notifications.
type NotifyConfig struct {
	Public   string
	Contact  string
	Mail     *mail.Server // nil: no mails
	Private  bool
	Interval time.Duration
	Client   *http.Client // nil: the guarded client
}

// Config checks the flags. An error never contains the password of the mail server.
// Hosts are those of the server.
func (f NotifyFlags) config(hosts []string) (NotifyConfig, error) {
	c := NotifyConfig{Contact: f.Contact, Private: f.PrivateReceivers, Interval: f.NotifyInterval}
	var err error
	if c.Public, err = PublicURL(f.PublicURL); err != nil {
		return c, fmt.Errorf("--public-url: %w", err)
	}
	if c.Contact, err = contact(f.Contact); err != nil {
		return c, fmt.Errorf("--contact: %w", err)
	}
	if f.SMTP == "" {
		return c, nil
	}
	if c.Mail, err = mail.Parse(f.SMTP, f.MailFrom); err != nil {
		return c, fmt.Errorf("--smtp, --mail-from: %w", err)
	}
	if c.Public == "" {
		return c, fmt.Errorf("--smtp needs --public-url, because mails contain links")
	}
	machine, _ := os.Hostname() // without a name, another one is used
	c.Mail.Hello, err = f.Hello(machine, c, hosts)
	return c, err
}

// Hello returns the name for mail servers: that of the flag, or the first full name.
func (f NotifyFlags) Hello(machine string, c NotifyConfig, hosts []string) (string, error) {
	if f.SMTPHello != "" {
		name, err := mail.HelloName(f.SMTPHello)
		if err != nil {
			return "", fmt.Errorf("--smtp-hello: %w", err)
		}
		return name, nil
	}
	public, err := url.Parse(c.Public)
	if err != nil {
		return "", fmt.Errorf("--public-url: %w", err)
	}
	candidates := slices.Concat([]string{machine, public.Hostname()}, hosts, []string{c.Mail.Domain()})
	for _, candidate := range candidates {
		if name, err := mail.HelloName(candidate); err == nil && !httpapi.IsLocalName(httpapi.HostName(candidate)) {
			return name, nil
		}
	}
	for _, candidate := range candidates { // a name of a home network, or an IP address
		if name, err := mail.HelloName(candidate); err == nil {
			return name, nil
		}
	}
	return machine, nil
}

// errPublicURL means that an address is not one at which players could reach a server.
var errPublicURL = errors.New("the address must have the form https://HOST")

// PublicURL returns the address of a server in the form in which links contain it; empty for an empty one.
func PublicURL(given string) (string, error) {
	if given == "" {
		return "", nil
	}
	u, err := url.Parse(strings.TrimSuffix(given, "/"))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.Path != "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return "", errPublicURL
	}
	if u, err = asciiURL(u); err != nil {
		return "", err
	}
	return u.String(), nil
}

// errContact means that push services would refuse the address of the operator.
var errContact = errors.New("the address must have the form mailto:ada@games.example or https://HOST")

// contact returns the operator's address with its host converted. Push services read it as ASCII.
func contact(given string) (string, error) {
	if given == "" || strings.HasPrefix(given, "https://") {
		return asciiAddresses("the address", given)
	}
	to, isMail := strings.CutPrefix(given, "mailto:")
	at := strings.LastIndex(to, "@")
	if !isMail || at < 0 {
		return "", errContact
	}
	if hostname.IsASCII(to) {
		return given, nil
	}
	name, err := hostname.ASCII(to[at+1:])
	return "mailto:" + to[:at+1] + name, err
}

// unhintedTurnFeed is the interval of the looks at all connected players if other nodes announce nothing to this one.
const unhintedTurnFeed = 2 * time.Second

// turnFeedInterval is the interval of the looks at all connected players; 0 is the default.
func turnFeedInterval(cfg Config) time.Duration {
	shared := cfg.sharedStore()
	if shared && cfg.NATS == "" {
		return unhintedTurnFeed
	}
	return 0
}

// startNotifications begins to notify players, and to send their pages what waits for them.
func (a *App) startNotifications(ctx context.Context, cfg Config, metrics *telemetry.Metrics, announced *notify.Announcements) (err error) {
	client := cfg.Notify.Client
	if client == nil {
		client = outgoing.NewClient(cfg.Notify.Private)
	}
	a.notify, err = notify.NewService(ctx, notify.Config{
		MailRefused: func(l notify.MailLimit) { a.limits.Refused(mailLimitOf[l]) },
		Store:       a.store, Tables: a.Registry, Meter: metrics, Log: cfg.Log, Now: cfg.Environment.Now, NewID: cfg.Environment.NewID, Entropy: cfg.Environment.Entropy,
		TitleOf: cfg.titleName,
		Public:  cfg.Notify.Public, Contact: cfg.Notify.Contact, Mail: cfg.Notify.Mail, MailLimits: mailLimits(cfg.Limits), Private: cfg.Notify.Private, Client: client, Every: cfg.Notify.Interval, Announced: announced,
	})
	if err != nil {
		return fmt.Errorf("start notifications: %w", err)
	}
	begin := func(c stream.Caller, wake, end func()) stream.Messages {
		return a.turnFeed.Read(c.Player, c.Session, wake, end)
	}
	a.playerEvents = events.NewPlayerHandler(events.PlayerConfig{Identify: identify, Open: &a.openStreams, Begin: begin, Timing: cfg.Streams})
	a.playerSockets = ws.NewPlayerHandler(ws.PlayerConfig{
		Identify: identify, Bytes: cfg.Limits.SocketBytes, Open: &a.openStreams,
		Act:   func(c stream.Caller) (time.Duration, bool) { return a.limits.Act(string(c.Player), c.Address) },
		Begin: begin,
		Attend: func(ctx context.Context, c stream.Caller) {
			if err := a.notify.Attend(ctx, c.Player); err != nil && ctx.Err() == nil {
				a.log.Debug().Err(err).Msg("could not store the presence of a player")
			}
		},
	})
	a.turnFeed.Start()
	a.notify.Start()
	return nil
}

// notifyMentioned notifies people whom somebody named in a chat. A failure costs the notification alone, because the message is stored.
func (a *App) notifyMentioned(ctx context.Context, m store.ChatMessage, players []store.PlayerID) {
	for _, player := range players {
		if err := a.notify.Mentioned(ctx, m.Table, player, m.Author, m.CreatedAt); err != nil {
			a.log.Debug().Err(err).Str("table", string(m.Table)).Msg("could not notify a person who was named in a chat")
		}
	}
}

// notifyRecovery tells the player of a seat about a claim of it.
func (a *App) notifyRecovery(ctx context.Context, r store.Recovery, news recovery.News) error {
	if news == recovery.SeatMoved {
		return a.notify.SeatMoved(ctx, r)
	}
	return a.notify.SeatClaimed(ctx, r)
}
