package wiring

import (
	"context"
	"crypto/rand"
	"time"

	"nemeton/server/account"
	"nemeton/server/door"
	"nemeton/server/store"
)

// Doors are the ways in that operators make.
type Doors struct {
	*door.Service
	accounts *account.Service
}

func (d Doors) MakeHostLink(ctx context.Context, player store.PlayerID) (string, time.Time, error) {
	return d.accounts.MakeHostLink(ctx, player)
}

// StoreDoors are the ways in without a running server.
func StoreDoors(s store.Store) Doors {
	real := NewEnvironment()
	return Doors{
		door.NewService(door.Config{Kind: door.Invite, Store: s, Now: real.Now, NewID: real.NewID, Entropy: rand.Reader}),
		account.NewService(account.Config{
			Store: s, Now: real.Now, NewID: real.NewID, Entropy: rand.Reader, Tell: func(context.Context, store.AccountEvent) {},
		}),
	}
}
