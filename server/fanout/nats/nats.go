// Package nats is the fan-out over a NATS server: plain publish and subscribe, without persistence. There is a subject for all nodes, and one for each table. It
// is the only package that knows NATS.
package nats

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/rs/zerolog"

	"nemeton/server/fanout"
	"nemeton/server/store"
)

// The NATS subjects. Their version changes with the form of the messages.
const (
	toAll   = "nemeton.v2.all"
	toTable = "nemeton.v2.table." // followed by the table's id
)

// maxPending is the number of messages that may wait for the listener. Further ones are lost.
const maxPending = 1 << 16

// retryInterval is the time between two attempts to reach a NATS server.
const retryInterval = 500 * time.Millisecond

// flushTimeout is the time that the server may take to confirm a subscription.
const flushTimeout = 5 * time.Second

// writeTimeout is the time after which a connection counts as broken if the server reads nothing.
const writeTimeout = 2 * time.Second

// Meter counts messages.
type Meter interface {
	NodeMessageSent()
	NodeMessageReceived()
	NodeBusConnected(yes bool)
}

// Config configures a Bus.
type Config struct {
	URL   string // nats://... or tls://..., with user and password if needed; several, separated by commas
	CA    string // file with the authorities (PEM) of the server's certificate; empty: those of the system
	Name  string // of this node; new with every start
	Log   zerolog.Logger
	Meter Meter
}

// Bus is a node's connection to NATS.
type Bus struct {
	cfg   Config
	conn  *nats.Conn
	ready chan struct{} // closed once subscribed
	// received are the messages of all subjects. One channel keeps the order of a node's messages, and needs no goroutine for each subject.
	received chan *nats.Msg
	done     sync.WaitGroup
	closing  chan struct{}
	calls    calls

	tables map[store.TableID]*nats.Subscription // for calls alone

	mu       sync.Mutex // guards all below, and is held during calls of the listener
	listener *fanout.Listener
	joined   bool // subscribed and connected
}

// Dial opens a bus. An unreachable server is not an error, now or later: the bus retries until Close. An invalid address is an
// error.
func Dial(cfg Config) (*Bus, error) {
	b := &Bus{
		cfg: cfg, ready: make(chan struct{}), received: make(chan *nats.Msg, maxPending), closing: make(chan struct{}),
		calls: calls{added: make(chan struct{}, 1)}, tables: map[store.TableID]*nats.Subscription{},
	}
	defer close(b.ready)
	var once sync.Once
	options := []nats.Option{
		nats.Name("nemeton " + cfg.Name),
		nats.NoEcho(),
		nats.RetryOnFailedConnect(true),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(retryInterval),
		nats.ReconnectJitter(retryInterval/5, retryInterval/5),
		nats.ReconnectBufSize(-1), // messages that waited would be outdated
		nats.FlusherTimeout(writeTimeout),
		// A failed write loses subscriptions and messages. Only a new connection subscribes again, and tells the listener.
		nats.ReconnectOnFlusherError(),
		nats.PingInterval(10 * time.Second),
		nats.MaxPingsOutstanding(2),
		nats.ConnectHandler(b.onConnect),
		nats.ReconnectHandler(b.onConnect),
		nats.DisconnectErrHandler(b.onDisconnect),
		nats.ReconnectErrHandler(func(_ *nats.Conn, err error) {
			once.Do(func() {
				cfg.Log.Warn().Err(err).Msg("could not reach NATS; changes of other nodes are seen later until it is back")
			})
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			cfg.Log.Warn().Err(err).Msg("an error of the node bus; nodes find missed changes in the store")
			if errors.Is(err, nats.ErrSlowConsumer) {
				b.rejoin()
			}
		}),
	}
	if cfg.CA != "" {
		options = append(options, nats.RootCAs(cfg.CA))
	}
	conn, err := connect(cfg.URL, options)
	if err != nil {
		return nil, err
	}
	b.conn = conn
	if _, err := conn.ChanSubscribe(toAll, b.received); err != nil {
		conn.Close()
		return nil, fmt.Errorf("nats: %w", err)
	}
	b.done.Go(b.receive)
	b.done.Go(func() { b.calls.run(b.closing) })
	return b, nil
}

const checkTimeout = 5 * time.Second

// Check connects once, and fails if NATS cannot be reached or refuses the user. Of cfg it needs URL and CA.
func Check(cfg Config) error {
	options := []nats.Option{nats.Name("nemeton doctor"), nats.NoReconnect(), nats.Timeout(checkTimeout)}
	if cfg.CA != "" {
		options = append(options, nats.RootCAs(cfg.CA))
	}
	conn, err := connect(cfg.URL, options)
	if err != nil {
		return err
	}
	defer conn.Close()
	return conn.FlushTimeout(checkTimeout)
}

var errAddress = errors.New("nats: a NATS server has an address like nats://HOST:4222 or tls://HOST:4222; several are separated by commas")

// checkAddress refuses addresses that can belong to no server. The library would look for one forever.
func checkAddress(list string) error {
	found := false
	for one := range strings.SplitSeq(list, ",") {
		if one = strings.TrimSpace(one); one == "" {
			continue
		}
		if !strings.Contains(one, "://") {
			one = "nats://" + one
		}
		u, err := url.Parse(one)
		if err != nil || u.Hostname() == "" || !slices.Contains([]string{"nats", "tls", "ws", "wss"}, u.Scheme) {
			return errAddress
		}
		if _, err := strconv.ParseUint(u.Port(), 10, 16); u.Port() != "" && err != nil {
			return errAddress
		}
		found = true
	}
	if !found {
		return errAddress
	}
	return nil
}

// connect connects. Its errors contain no password.
func connect(address string, options []nats.Option) (*nats.Conn, error) {
	if err := checkAddress(address); err != nil {
		return nil, err
	}
	conn, err := nats.Connect(address, options...)
	if wrong, ok := errors.AsType[*url.Error](err); ok {
		err = wrong.Err // without the address, which may contain a password
	}
	if err != nil {
		return nil, fmt.Errorf("nats: %w", err)
	}
	return conn, nil
}

func (b *Bus) onConnect(conn *nats.Conn) {
	<-b.ready
	if conn.FlushTimeout(flushTimeout) != nil { // from here on the server has our subscription
		return // disconnected again
	}
	b.cfg.Log.Info().Str("server", conn.ConnectedServerName()).Msg("joined NATS")
	b.cfg.Meter.NodeBusConnected(true)
	b.rejoin()
}

// rejoin tells the listener that messages arrive from now on, and that earlier ones may be lost.
func (b *Bus) rejoin() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.joined = true
	if b.listener != nil {
		b.listener.OnJoin()
	}
}

func (b *Bus) onDisconnect(_ *nats.Conn, err error) {
	b.cfg.Meter.NodeBusConnected(false)
	b.mu.Lock()
	b.joined = false
	b.mu.Unlock()
	if err != nil {
		b.cfg.Log.Warn().Err(err).Msg("lost the connection to NATS; changes of other nodes are seen later until it is back")
	}
}

// receive passes messages on until Close.
func (b *Bus) receive() {
	for {
		select {
		case <-b.closing:
			return
		case raw := <-b.received:
			b.onMessage(raw)
		}
	}
}

func (b *Bus) onMessage(raw *nats.Msg) {
	var m fanout.Message
	if err := json.Unmarshal(raw.Data, &m); err != nil || m.From == "" {
		b.cfg.Log.Warn().Err(err).Msg("could not decode a node message")
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	// A server that was away can still have messages of the connection before, and takes this one for another client.
	if b.listener == nil || m.From == b.cfg.Name {
		return
	}
	b.cfg.Meter.NodeMessageReceived()
	b.listener.OnMessage(m)
}

func (b *Bus) Publish(m fanout.Message) {
	m.From = b.cfg.Name
	for _, part := range m.Parts() {
		raw, err := json.Marshal(part.Message)
		if err != nil {
			b.cfg.Log.Error().Err(err).Msg("could not encode a node message")
			return
		}
		subject := toAll
		if part.Table != "" {
			subject = toTable + string(part.Table)
		}
		b.calls.addBelow(func() {
			if b.conn.Publish(subject, raw) == nil {
				b.cfg.Meter.NodeMessageSent()
			}
		}, maxCalls)
	}
}

// Follow implements fanout.Bus. The subscription survives reconnections.
func (b *Bus) Follow(id store.TableID) {
	b.calls.add(func() {
		sub, err := b.conn.ChanSubscribe(toTable+string(id), b.received)
		if err != nil {
			b.cfg.Log.Warn().Err(err).Str("table", string(id)).Msg("could not follow a table on the node bus")
			return
		}
		b.unsubscribe(id)
		b.tables[id] = sub
	})
}

// Unfollow implements fanout.Bus.
func (b *Bus) Unfollow(id store.TableID) {
	b.calls.add(func() {
		b.unsubscribe(id)
		delete(b.tables, id)
	})
}

func (b *Bus) unsubscribe(id store.TableID) {
	if sub, ok := b.tables[id]; ok {
		_ = sub.Unsubscribe()
	}
}

func (b *Bus) Listen(l fanout.Listener) (stop func()) {
	b.mu.Lock()
	b.listener = &l
	if b.joined {
		l.OnJoin()
	}
	b.mu.Unlock()
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.listener = nil
	}
}

// Close implements fanout.Bus. It still sends published messages if that is possible at once.
func (b *Bus) Close() {
	ctx, flushed := context.WithTimeout(context.Background(), writeTimeout)
	b.calls.add(func() {
		_ = b.conn.FlushTimeout(time.Second)
		flushed()
	})
	select {
	case <-ctx.Done():
	case <-b.closing:
	}
	flushed()
	b.conn.Close()
	b.mu.Lock()
	select {
	case <-b.closing:
	default:
		close(b.closing)
	}
	b.mu.Unlock()
	b.done.Wait()
}
