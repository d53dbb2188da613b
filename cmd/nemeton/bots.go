package main

import (
	"encoding/binary"
	"io"
	"time"

	"nemeton/server/bot"
)

// botConfig is how a server's bots play.
type botConfig struct {
	Workers int
	Think   time.Duration
	Pause   time.Duration
}

func newBots(cfg config, tables bot.Store) *bot.Service {
	return bot.NewService(bot.Config{
		Store: tables, Now: cfg.Environment.Now, After: cfg.Environment.After, Seed: seedSource(cfg.Environment.Entropy), Log: cfg.Log,
		Workers: cfg.Bots.Workers, Think: cfg.Bots.Think, Pause: cfg.Bots.Pause,
	})
}

// seedSource draws the numbers that bots think with. Where entropy fails they are no worse at playing.
func seedSource(entropy io.Reader) func() uint64 {
	return func() uint64 {
		var raw [8]byte
		_, _ = io.ReadFull(entropy, raw[:])
		return binary.NativeEndian.Uint64(raw[:])
	}
}
