package wiring

import (
	"context"

	"github.com/alecthomas/kong"

	"nemeton/server/retention"
	"nemeton/server/telemetry"
)

// KeepDefaults are the variables in the tags of retention.Keep.
func KeepDefaults() kong.Vars {
	vars := kong.Vars{}
	for kind, d := range retention.Defaults().ByKind() {
		vars["keep_"+string(kind)] = d.String()
	}
	return vars
}

// startRetention starts the removal of rows that nobody needs. The returned function stops it and waits for its end.
func (a *App) startRetention(cfg Config, metrics *telemetry.Metrics) (stop func()) {
	for kind, d := range cfg.Keep.ByKind() {
		metrics.SetKeep(string(kind), d)
	}
	service := retention.NewService(retention.Config{
		Store: a.store, Keep: cfg.Keep, Announce: a.Registry.Announce, Now: cfg.Environment.Now, After: cfg.Environment.After, Meter: metrics, Log: cfg.Log,
	})
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		service.Run(ctx)
	}()
	return func() {
		cancel()
		<-ended
	}
}
