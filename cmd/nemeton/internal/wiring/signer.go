package wiring

import (
	"context"

	"nemeton/server/signedexport"
	"nemeton/server/store"
)

// newSigner returns the signer of a server. It makes the first key now, so that operators can note it; a failure is logged, and the key is then made later.
func newSigner(ctx context.Context, cfg Config, s store.Store) *signedexport.Signer {
	n := signedexport.New(s, cfg.Environment.Now, cfg.Environment.Entropy)
	if _, err := n.Key(ctx); err != nil {
		cfg.Log.Error().Err(err).Msg("no export can be signed")
	}
	return n
}
