package httpapi

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"strconv"
	"time"

	"nemeton/server/apperr"
	"nemeton/server/signedexport"
	"nemeton/server/store"
)

// Signer holds the keys with which the server signs exports.
type Signer interface {
	Key(ctx context.Context) (signedexport.Key, error)
	Keys(ctx context.Context) ([]signedexport.Key, error)
}

// KeysPath is the address of the server's keys (RFC 8615).
const KeysPath = "/.well-known/nemeton-key"

// keysAge is the time for which a client may use its copy of the keys, in seconds. They change with a rotation only.
const keysAge = 300

func (d *handler) keys(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), workTimeout)
	defer cancel()
	list, err := d.cfg.Signer.Keys(ctx)
	if err != nil {
		refuse(w, r, err)
		return
	}
	text := []byte(signedexport.Text(list))
	sum := sha256.Sum256(text)
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("Cache-Control", "public, max-age="+strconv.Itoa(keysAge))
	h.Set("ETag", `"`+hex.EncodeToString(sum[:12])+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(text))
}

func (d *handler) signingKey(ctx context.Context) (signedexport.Key, error) {
	key, err := d.cfg.Signer.Key(ctx)
	if errors.Is(err, store.ErrSealed) {
		return key, apperr.Wrap(err, apperr.Sealed, "the key that signs exports is encrypted with a key that this server does not have")
	}
	return key, err
}
