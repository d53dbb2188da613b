// Package nats is the fan-out over a NATS server: plain publish and subscribe on one subject, nothing kept. It alone knows NATS.
package nats

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/rs/zerolog"

	"nemeton/server/fanout"
)

// subject is where all nodes talk. Its version changes with the form of the news.
const subject = "nemeton.v1.news"

// retry is how often a NATS server that is away is looked for.
const retry = 500 * time.Millisecond

// flush is how long the server may take to say that it has got what was sent.
const flush = 5 * time.Second

// Meter counts what goes over the bus.
type Meter interface {
	NodeMessageSent()
	NodeMessageReceived()
	NodeBusConnected(yes bool)
}

// Config is what a Bus is made of.
type Config struct {
	URL   string // nats://... or tls://..., with user and password where they are needed; several, with commas between them
	Name  string // of this node: new with every start
	Log   zerolog.Logger
	Meter Meter
}

// Bus is a node's connection to NATS.
type Bus struct {
	cfg   Config
	conn  *nats.Conn
	ready chan struct{} // closed once subscribed

	mu sync.Mutex // guards all below, and is held while on is called
	on *fanout.Listener
	up bool // joined, and not left since
}

// Dial opens a bus. A server that cannot be reached is no error, now or later: it is looked for until Close. An address that
// cannot be understood is one.
func Dial(cfg Config) (*Bus, error) {
	b := &Bus{cfg: cfg, ready: make(chan struct{})}
	defer close(b.ready)
	conn, err := nats.Connect(cfg.URL,
		nats.Name("nemeton "+cfg.Name),
		nats.NoEcho(),
		nats.RetryOnFailedConnect(true),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(retry),
		nats.ReconnectJitter(retry/5, retry/5),
		nats.ReconnectBufSize(-1), // news that waited is no news
		nats.PingInterval(10*time.Second),
		nats.MaxPingsOutstanding(2),
		nats.ConnectHandler(b.joined),
		nats.ReconnectHandler(b.joined),
		nats.DisconnectErrHandler(b.left),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			cfg.Log.Warn().Err(err).Msg("trouble with the news of other nodes; polling finds what is missed")
		}),
	)
	var address *url.Error
	if errors.As(err, &address) {
		err = address.Err // without the address, which may hold a password
	}
	if err != nil {
		return nil, fmt.Errorf("nats: %w", err)
	}
	b.conn = conn
	if _, err := conn.Subscribe(subject, b.hear); err != nil {
		conn.Close()
		return nil, fmt.Errorf("nats: %w", err)
	}
	if !conn.IsConnected() {
		cfg.Log.Warn().Msg("NATS cannot be reached; nodes poll until it can")
	}
	return b, nil
}

func (b *Bus) joined(conn *nats.Conn) {
	<-b.ready
	if conn.FlushTimeout(flush) != nil { // from here on the server knows what we listen to
		return // gone again
	}
	b.cfg.Log.Info().Str("server", conn.ConnectedServerName()).Msg("joined NATS")
	b.cfg.Meter.NodeBusConnected(true)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.up = true
	if b.on != nil {
		b.on.OnJoin()
	}
}

func (b *Bus) left(_ *nats.Conn, err error) {
	b.cfg.Meter.NodeBusConnected(false)
	b.mu.Lock()
	b.up = false
	b.mu.Unlock()
	if err != nil {
		b.cfg.Log.Warn().Err(err).Msg("NATS went away; nodes poll until it is back")
	}
}

func (b *Bus) hear(m *nats.Msg) {
	var n fanout.Message
	if err := json.Unmarshal(m.Data, &n); err != nil || n.From == "" {
		b.cfg.Log.Warn().Err(err).Msg("news that cannot be read")
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.on == nil {
		return
	}
	b.cfg.Meter.NodeMessageReceived()
	b.on.OnMessage(n)
}

// Publish implements fanout.Bus.
func (b *Bus) Publish(n fanout.Message) {
	n.From = b.cfg.Name
	raw, err := json.Marshal(n)
	if err != nil {
		b.cfg.Log.Error().Err(err).Msg("news that cannot be spelled")
		return
	}
	if b.conn.Publish(subject, raw) == nil {
		b.cfg.Meter.NodeMessageSent()
	}
}

// Listen implements fanout.Bus.
func (b *Bus) Listen(l fanout.Listener) (stop func()) {
	b.mu.Lock()
	b.on = &l
	if b.up {
		l.OnJoin()
	}
	b.mu.Unlock()
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.on = nil
	}
}

// Close implements fanout.Bus: what was published is still sent, if that can be done at once.
func (b *Bus) Close() {
	_ = b.conn.FlushTimeout(time.Second)
	b.conn.Close()
}
