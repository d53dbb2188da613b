package play

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"net/http"
)

// contribute lets all guests contribute to the chance of the table. Before that the table must not start.
func (g *game) contribute(ctx context.Context) error {
	if err := g.rest.expectRefusal(ctx, RefusedByCode, g.guests[0], http.MethodPost, g.path("/start"), struct{}{}, "not_contributed"); err != nil {
		return err
	}
	for _, guest := range g.guests {
		var bytes [32]byte
		_, _ = rand.Read(bytes[:]) // never fails
		contribution := map[string]any{"contribution": hex.EncodeToString(bytes[:])}
		if err := g.rest.expect(ctx, guest, http.MethodPost, g.path("/contribution"), contribution, nil, http.StatusOK); err != nil {
			return err
		}
	}
	return nil
}
