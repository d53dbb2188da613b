package wiring

import (
	"time"

	"nemeton/server/chat"
	"nemeton/server/store"
)

func (a *App) newChat(cfg Config) *chat.Service {
	return chat.NewService(chat.Config{
		Store: a.store, Now: cfg.Environment.Now, NewID: cfg.Environment.NewID, Log: cfg.Log,
		Mentioned: a.notifyMentioned,
		Allow:     func(player store.PlayerID) (time.Duration, bool) { return a.limits.Message(string(player)) },
	})
}
