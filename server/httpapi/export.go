package httpapi

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"nemeton/server/signedexport"
	"nemeton/server/store"
	"nemeton/server/store/access"
)

// exportEdition is the version of the bytes of an export. Raise it whenever the server would encode the same table differently.
const exportEdition = 1

// exportAge is the time for which a client may use its copy of an export, in seconds. It is a day, because the export names players,
// and a player may erase their name later.
const exportAge = 24 * 60 * 60

type exportInput struct {
	VisibleInput
	IfNoneMatch string `header:"If-None-Match" doc:"The ETag of the client's copy"`
}

// exportOutput is an export, or a 304 without a body.
type exportOutput struct {
	Status  int
	Type    string `header:"Content-Type" hidden:"true"`
	Length  string `header:"Content-Length" hidden:"true"`
	ETag    string `header:"ETag" doc:"Names the exact bytes of the export"`
	Caching string `header:"Cache-Control" hidden:"true"`
	Body    []byte
}

// export answers with the record of a finished table. It is built once and cached. The caller's permission is checked before.
func (d *handler) export(ctx context.Context, in *exportInput) (*exportOutput, error) {
	row, _, err := d.visible(ctx, in)
	if err != nil {
		return nil, err
	}
	if row.State != store.Finished {
		_, err := d.cfg.Tables.Export(ctx, row.ID, nil) // refuses, unless the table has just finished
		if err != nil {
			return nil, err
		}
		if row, _, err = d.visible(ctx, in); err != nil {
			return nil, err
		}
	}
	key, err := d.signingKey(ctx)
	if err != nil {
		return nil, err
	}
	tag, err := d.exportTag(ctx, row, key)
	if err != nil {
		return nil, err
	}
	caching := "private"
	if access.Public(row) && d.isForAll(ctx) {
		caching = "public"
	}
	out := &exportOutput{Status: http.StatusNotModified, ETag: tag, Caching: fmt.Sprintf("%s, max-age=%d, immutable", caching, exportAge)}
	if matches(in.IfNoneMatch, tag) {
		return out, nil
	}
	out.Body, err = d.exports.Get(ctx, tag, func(ctx context.Context) ([]byte, error) {
		ctx, cancel := context.WithTimeout(ctx, workTimeout)
		defer cancel()
		entries := row.Seq
		if row.Origin != nil {
			entries += row.Origin.Seq
		}
		d.spend(ctx, exportCost+int(entries)/exportEntries)
		return d.cfg.Tables.Export(ctx, row.ID, key.SignExport)
	})
	if err != nil {
		return nil, err
	}
	out.Status, out.Type, out.Length = http.StatusOK, "application/json", strconv.Itoa(len(out.Body))
	return out, nil
}

// isForAll reports whether a cache may give the answer to everybody: the door is open, and the answer replaces no cookie.
func (d *handler) isForAll(ctx context.Context) bool {
	v, _ := ctx.Value(callerKey).(requestCaller)
	return d.cfg.Door.IsOpen() && !v.renewed
}

// exportTag returns the ETag of a finished table's export, without building it. It covers everything that the export depends on: the
// table's last change, the key that signs, and the names in it. Those change when a player is erased.
func (d *handler) exportTag(ctx context.Context, row store.Table, key signedexport.Key) (string, error) {
	names, err := d.cfg.Tables.ExportNames(ctx, row.ID)
	if err != nil {
		return "", err
	}
	parts, err := json.Marshal([]any{exportEdition, row.ID, row.Seq, row.Rev, row.UpdatedAt.UnixNano(), names, key.Verifier})
	if err != nil {
		return "", err
	}
	hash := sha256.Sum256(parts)
	return `"` + base64.RawURLEncoding.EncodeToString(hash[:]) + `"`, nil
}

// matches reports whether an If-None-Match header names the tag (RFC 9110, section 13.1.2).
func matches(header, tag string) bool {
	for one := range strings.SplitSeq(header, ",") {
		if one = strings.TrimSpace(one); one == "*" || strings.TrimPrefix(one, "W/") == tag {
			return true
		}
	}
	return false
}
