package wiring

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"runtime"
	"time"

	"nemeton/cmd/internal/cli"
	"nemeton/server/limit"
	"nemeton/server/retention"
	"nemeton/server/store"
	"nemeton/server/telemetry"
)

const (
	maxDrainWait  = 5 * time.Second // so that a stop takes at most ten seconds
	maxBotWorkers = 1000            // each may take a thread
)

// minKeyLength is the smallest number of characters of a secret key. A shorter key could be guessed.
const minKeyLength = 16

// Serve is the command that runs a server.
type Serve struct {
	Addr            string         `env:"NEMETON_ADDR" help:"Address to listen on; port 0 takes a free one. Default: :8080, or :443 with TLS."`
	Database        string         `default:"sqlite:nemeton.db" env:"NEMETON_DATABASE" help:"Database: sqlite:PATH or postgres://..."`
	MigrateDatabase string         `env:"NEMETON_MIGRATE_DATABASE" placeholder:"postgres://..." help:"Address for the migrations of Postgres, if another role runs them or a pooler like PgBouncer is between. Default: the address of --database."`
	ReadDatabase    string         `env:"NEMETON_READ_DATABASE" placeholder:"postgres://..." help:"Address of a standby of the database. It answers lists, history, logs, exports and the pages of operators while it is at most 15 s behind."`
	SecretKey       string         `env:"NEMETON_SECRET_KEY" placeholder:"KEY" help:"Key that encrypts the secrets of tables in the database (AES-256-GCM), at least 16 characters. All nodes need the same key. Prefer the environment variable, because process lists show flags."`
	Archive         string         `env:"NEMETON_ARCHIVE" placeholder:"DIRECTORY" help:"Archive of the logs of old games: a directory, or a bucket of an S3-compatible store (https://HOST/BUCKET/PREFIX). All nodes need the same one."`
	ArchiveAfter    time.Duration  `default:"0s" env:"NEMETON_ARCHIVE_AFTER" placeholder:"8760h" help:"Time after the end of a game at which its log moves to the archive; at least 24h. 0: only the command nemeton archive moves logs."`
	NATS            string         `name:"nats" env:"NEMETON_NATS" placeholder:"nats://HOST:4222" help:"NATS server for messages between the nodes of one server. Default: the nodes learn of moves from their database, up to two seconds later."`
	NATSCA          string         `name:"nats-ca" env:"NEMETON_NATS_CA" type:"existingfile" placeholder:"FILE" help:"File with the authorities (PEM) that signed the certificate of NATS. Default: those of the system."`
	Nodes           []*url.URL     `env:"NEMETON_NODES" placeholder:"https://HOST,..." help:"Addresses of all nodes of this server. Programs that play switch to another node if theirs fails. Browsers need a proxy for that."`
	DrainWait       time.Duration  `default:"0s" env:"NEMETON_DRAIN_WAIT" help:"Time to keep serving after SIGTERM while reporting not ready, so that a proxy in front notices; at most 5s."`
	AdminAddr       string         `env:"NEMETON_ADMIN_ADDR" help:"Address for administration, metrics and profiles. Do not make it public. Default: none."`
	Compress        string         `default:"on" enum:"on,off" env:"NEMETON_COMPRESS" help:"Compress messages for clients that ask for it (permessage-deflate), as browsers do. This saves two thirds of the bytes and costs about 10 microseconds of CPU per message."`
	Limits          string         `default:"on" enum:"on,off" env:"NEMETON_LIMITS" help:"off removes all limits of the flags --limit-..., for tests and benchmarks."`
	Limit           limit.Limits   `embed:"" prefix:"limit-" envprefix:"NEMETON_LIMIT_"`
	Keep            retention.Keep `embed:"" prefix:"keep-" envprefix:"NEMETON_KEEP_"`
	TrustedProxies  []proxyRange   `env:"NEMETON_TRUSTED_PROXIES" placeholder:"10.0.0.5,10.0.1.0/24,..." help:"Addresses or CIDR ranges of proxies whose X-Forwarded-For and X-Forwarded-Proto headers are trusted."`
	Hosts           []string       `env:"NEMETON_HOSTS" placeholder:"games.example,..." help:"Host names under which this server is reached. Requests for other names are refused; * allows all. Default: any name on public addresses and through trusted proxies, local names and IP addresses on private addresses."`
	BotWorkers      int            `env:"NEMETON_BOT_WORKERS" placeholder:"N" help:"Number of bots that may think at once. Default: one less than the number of CPUs, at least 1."`
	BotThink        time.Duration  `default:"2s" env:"NEMETON_BOT_THINK" help:"Longest time that a bot thinks about one decision."`
	BotPause        time.Duration  `default:"900ms" env:"NEMETON_BOT_PAUSE" help:"Delay before a bot thinks, so that players can follow."`
	SessionIdle     time.Duration  `default:"4320h" env:"NEMETON_SESSION_IDLE" help:"A session ends when it was not used for this time; the default is 180 days. 0: never."`
	LogLevel        string         `default:"info" enum:"debug,info,warn,error" env:"NEMETON_LOG_LEVEL" help:"Lowest level that is logged: debug, info, warn or error."`
	Notify          NotifyFlags    `embed:""`
	Account         accountFlags   `embed:""`
	Admin           adminFlags     `embed:""`
	TLS             TLSFlags       `embed:""`
}

func (s Serve) bots() BotConfig {
	workers := s.BotWorkers
	if workers < 1 {
		workers = max(1, runtime.GOMAXPROCS(0)-1)
	}
	return BotConfig{Workers: workers, Think: s.BotThink, Pause: s.BotPause}
}

// nodes returns the addresses of the nodes in the form that clients use.
func (s Serve) nodes() ([]string, error) {
	var list []string
	for _, u := range s.Nodes {
		if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
			return nil, fmt.Errorf("--nodes: %q is not an address like https://HOST", u)
		}
		u, err := asciiURL(u)
		if err != nil {
			return nil, fmt.Errorf("--nodes: %w", err)
		}
		list = append(list, u.Scheme+"://"+u.Host)
	}
	return list, nil
}

func (s Serve) Run(ctx context.Context, to cli.Streams) error {
	setGCPercent()
	SetMemoryLimit()
	go returnMemory(ctx)
	checked, err := s.Check()
	if err != nil {
		return err
	}
	log, err := telemetry.NewLog(to.Errs, s.LogLevel)
	if err != nil {
		return err
	}
	app, err := New(ctx, Config{
		Addr: s.Addr, Database: s.Database, MigrateDatabase: s.MigrateDatabase, ReadDatabase: s.ReadDatabase, SecretKey: s.SecretKey, Archive: s.Archive, ArchiveAfter: s.ArchiveAfter, AdminAddr: s.AdminAddr, NATS: s.NATS, NATSCA: s.NATSCA, Nodes: checked.Nodes, DrainWait: s.DrainWait, NoCompression: s.Compress == "off", Limits: s.RequestLimits(), Keep: checked.keep,
		Trusted: prefixes(s.TrustedProxies), Hosts: checked.Hosts, Log: log, Environment: NewEnvironment(), Bots: s.bots(),
		SessionIdle: max(s.SessionIdle, 0), Notify: checked.Notify, TLS: checked.TLS, Admin: s.Admin, Account: checked.account,
	})
	if errors.Is(err, store.ErrForeign) {
		return fmt.Errorf("%w (an SQLite file belongs to one process; use Postgres for several nodes)", err)
	}
	if ctx.Err() != nil && err != nil {
		return nil //nolint:nilerr // a signal ended the start, as it ends a server
	}
	if err != nil {
		return err
	}
	for _, line := range app.Greeting(checked.TLS, checked.Notify.Public) {
		_, _ = fmt.Fprintln(to.Out, line)
	}
	return app.Run(ctx)
}
