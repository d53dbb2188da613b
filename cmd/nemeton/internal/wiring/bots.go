package wiring

import (
	"encoding/binary"
	"io"
	"time"

	"nemeton/server/bot"
	"nemeton/server/telemetry"
)

// BotConfig configures the bots of a server.
type BotConfig struct {
	Workers int
	Think   time.Duration
	Pause   time.Duration
}

func newBots(cfg Config, tables bot.Store, metrics *telemetry.Metrics) *bot.Service {
	return bot.NewService(bot.Config{
		Store: tables, Now: cfg.Environment.Now, After: cfg.Environment.After, Seed: seedSource(cfg.Environment.Entropy), Log: cfg.Log,
		Workers: cfg.Bots.Workers, Think: cfg.Bots.Think, Pause: cfg.Bots.Pause, Panicked: metrics.BotPanicked, Searching: searchProcessors.search,
	})
}

// seedSource returns a source of seeds for searches. It ignores failures of entropy, because bots play as well with any seed.
func seedSource(entropy io.Reader) func() uint64 {
	return func() uint64 {
		var raw [8]byte
		_, _ = io.ReadFull(entropy, raw[:])
		return binary.NativeEndian.Uint64(raw[:])
	}
}
