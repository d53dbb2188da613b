package httpapi

import (
	"context"

	"nemeton/server/apperr"
	"nemeton/server/player"
	"nemeton/server/wire"
)

// appLabel marks the sessions of installed apps in the list of a player's devices.
const appLabel = "app"

func (d *handler) appCode(ctx context.Context, c player.Caller, _ *struct{}) (*output[wire.Link], error) {
	code, expires, err := d.cfg.Players.AppCode(ctx, c)
	return respond(wire.Link{Code: code, ExpiresAt: expires.UTC()}, err)
}

// claimApp signs an installed app in with an app code. The limits of guesses come before the store, where a wrong code counts against the codes of all
// players: a single address may guess less often than locks a code.
func (d *handler) claimApp(ctx context.Context, code, agent string) (*signedInOutput, error) {
	refund, wait, ok := d.cfg.Limits.Guess(originOf(ctx).address)
	if !ok {
		d.stall(ctx)
		return nil, apperr.New(apperr.TooManyGuesses, "too many wrong codes were entered; wait, or use a device link").After(wait)
	}
	d.spend(ctx, appClaimCost)
	label := appLabel
	if browser := device(agent); browser != "" {
		label = browser + ", " + appLabel
	}
	p, token, err := d.cfg.Players.ClaimApp(ctx, code, label)
	if err != nil {
		return nil, err // even if the store failed: the miss may be stored
	}
	refund()
	return d.signedInAs(ctx, p, token, nil)
}
