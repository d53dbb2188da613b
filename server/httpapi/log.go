package httpapi

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/go-chi/chi/v5"

	"nemeton/server/apperr"
	"nemeton/server/notary"
	"nemeton/server/translog"
)

// Transparency is the log of created and finished tables.
type Transparency interface {
	Checkpoint(ctx context.Context, key notary.Key) (signed string, grown int, err error)
	Tile(ctx context.Context, path string) ([]byte, error)
}

// LogPath is the address of the transparency log, in the format of C2SP tlog-tiles.
const LogPath = "/.well-known/nemeton-log/"

const (
	// tileAge is the time for which a client may use its copy of a tile, in seconds. A tile only changes if the database was restored.
	tileAge = 300
	// factsPerUnit is the number of facts that a checkpoint moves to the log for one unit of cost.
	factsPerUnit = 32
)

// checkpoint answers with the newest checkpoint of the log.
func (d *handler) checkpoint(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), workTimeout)
	defer cancel()
	key, err := d.signingKey(ctx)
	if err != nil {
		refuse(w, r, err)
		return
	}
	signed, grown, err := d.cfg.Transparency.Checkpoint(ctx, key)
	d.spend(ctx, grown/factsPerUnit)
	if err != nil {
		refuse(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("Cache-Control", "no-cache")
	_, _ = w.Write([]byte(signed))
}

// tile answers with a tile of the log: hashes, or entries.
func (d *handler) tile(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), workTimeout)
	defer cancel()
	raw, err := d.cfg.Transparency.Tile(ctx, chi.URLParam(r, "*"))
	if errors.Is(err, translog.ErrNoTile) {
		err = apperr.Wrap(err, apperr.NotFound, "the log has no such tile")
	}
	if err != nil {
		refuse(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/octet-stream")
	h.Set("Cache-Control", "public, max-age="+strconv.Itoa(tileAge))
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(raw))
}
