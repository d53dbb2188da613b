package main

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"runtime"
	"time"

	"nemeton/server/store"
	"nemeton/server/telemetry"
)

// maxDrainWait leaves time to stop within the promised ten seconds.
const maxDrainWait = 5 * time.Second

// minKeyLength is the fewest characters of a key that are taken: fewer could be guessed.
const minKeyLength = 16

// serve is the command that runs a server.
type serve struct {
	Addr           string         `default:":8080" env:"NEMETON_ADDR" help:"Address to listen on; port 0 takes a free one."`
	Database       string         `default:"sqlite:nemeton.db" env:"NEMETON_DATABASE" help:"Where to store: sqlite:PATH or postgres://..."`
	SecretKey      string         `env:"NEMETON_SECRET_KEY" placeholder:"KEY" help:"Encrypts the secrets of tables in the database, with AES-256-GCM: 16 characters or more, kept elsewhere. All nodes need the same one. Better given by the environment, where no list of processes shows it."`
	NATS           string         `name:"nats" env:"NEMETON_NATS" placeholder:"nats://HOST:4222" help:"NATS server over which several nodes of one server tell each other news. Absent: they poll their database."`
	Nodes          []*url.URL     `env:"NEMETON_NODES" placeholder:"https://HOST,..." help:"Addresses of all nodes of this server, told to clients, which turn to another one when theirs is gone. Not needed behind a proxy."`
	DrainWait      time.Duration  `default:"0s" env:"NEMETON_DRAIN_WAIT" help:"How long to serve on after SIGTERM while saying not ready, so that a proxy in front notices; at most 5s."`
	AdminAddr      string         `env:"NEMETON_ADMIN_ADDR" help:"Address for metrics and profiles; not for the public. Absent: none."`
	Compress       string         `default:"on" enum:"on,off" env:"NEMETON_COMPRESS" help:"Whether frames are packed for clients that ask for it (permessage-deflate), as browsers do: half the bytes, for some 10 microseconds of a processor a frame."`
	Limits         string         `default:"on" enum:"on,off" env:"NEMETON_LIMITS" help:"off lifts all limits of the flags --limit-..., for tests and benches."`
	Limit          limitFlags     `embed:"" prefix:"limit-" envprefix:"NEMETON_LIMIT_"`
	TrustedProxies []netip.Prefix `env:"NEMETON_TRUSTED_PROXIES" placeholder:"10.0.0.0/8,..." help:"Networks of proxies whose X-Forwarded-For and X-Forwarded-Proto count."`
	BotWorkers     int            `env:"NEMETON_BOT_WORKERS" placeholder:"N" help:"How many bots may think at once. Absent: one less than there are processors, but one."`
	BotThink       time.Duration  `default:"2s" env:"NEMETON_BOT_THINK" help:"The longest a bot thinks about one decision."`
	BotPause       time.Duration  `default:"900ms" env:"NEMETON_BOT_PAUSE" help:"How long a bot waits before it thinks, so that people can follow."`
	LogLevel       string         `default:"info" enum:"debug,info,warn,error" env:"NEMETON_LOG_LEVEL" help:"debug, info, warn or error."`
}

func (s serve) bots() botConfig {
	workers := s.BotWorkers
	if workers < 1 {
		workers = max(1, runtime.GOMAXPROCS(0)-1)
	}
	return botConfig{Workers: workers, Think: s.BotThink, Pause: s.BotPause}
}

// nodes spells the addresses of the nodes as clients use them.
func (s serve) nodes() ([]string, error) {
	var list []string
	for _, u := range s.Nodes {
		if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
			return nil, fmt.Errorf("--nodes: %q is no address like https://HOST", u)
		}
		list = append(list, u.Scheme+"://"+u.Host)
	}
	return list, nil
}

// Run serves until ctx ends, which is a signal's doing.
func (s serve) Run(ctx context.Context, to streams) error {
	collectLess()
	go giveBack(ctx)
	nodes, err := s.nodes()
	if err != nil {
		return err
	}
	if n := len(s.SecretKey); n > 0 && n < minKeyLength {
		return fmt.Errorf("the secret key has %d characters; %d are the least", n, minKeyLength)
	}
	log, err := telemetry.NewLog(to.errs, s.LogLevel)
	if err != nil {
		return err
	}
	app, err := newApp(ctx, config{
		Addr: s.Addr, Database: s.Database, SecretKey: s.SecretKey, AdminAddr: s.AdminAddr, NATS: s.NATS, Nodes: nodes, DrainWait: min(max(s.DrainWait, 0), maxDrainWait), NoCompression: s.Compress == "off", Limits: s.limits(),
		Trusted: s.TrustedProxies, Log: log, Environment: newEnvironment(), Bots: s.bots(),
	})
	if errors.Is(err, store.ErrForeign) {
		return fmt.Errorf("%w (one SQLite file is for one server; Postgres is for several)", err)
	}
	if err != nil {
		return err
	}
	for _, line := range greeting(app.Addr()) {
		_, _ = fmt.Fprintln(to.out, line)
	}
	return app.Run(ctx)
}
