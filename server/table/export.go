package table

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"nemeton/engine"
)

// ExportFormat is the version of the export document.
const ExportFormat = 1

// exported is the export of a finished table. Digest is the SHA-256, in hex, of the canonical JSON (RFC 8785) of the
// document without its digest; the entries are chained besides, and the first one binds table, title, options and commitment.
type exported struct {
	Format        int             `json:"nemetonExport"`
	Table         string          `json:"table"`
	Title         string          `json:"title"`
	CreatedAt     int64           `json:"createdAt"` // milliseconds since 1970 UTC
	Options       engine.Options  `json:"options"`
	Seats         []exportedSeat  `json:"seats"`
	Outcome       *engine.Outcome `json:"outcome"`
	Secret        string          `json:"secret"` // hex
	Commitment    engine.Hash     `json:"commitment"`
	Contributions []string        `json:"contributions"` // hex, by seat
	Entries       []exportedEntry `json:"entries"`
	Head          engine.Hash     `json:"head"` // hash of the last entry
	Digest        string          `json:"digest,omitempty"`
}

type exportedSeat struct {
	Seat  engine.Seat `json:"seat"`
	Color string      `json:"color"`
	Name  string      `json:"name"`
}

// exportedEntry is an entry in its canonical form, and its hash.
type exportedEntry struct {
	Entry json.RawMessage `json:"entry"`
	Hash  engine.Hash     `json:"hash"`
}

func (l *live) export(ctx context.Context) (json.RawMessage, error) {
	doc := exported{
		Format: ExportFormat, Table: string(l.row.ID), Title: l.row.Title, CreatedAt: l.row.CreatedAt.UnixMilli(),
		Options: l.row.Options, Outcome: l.fold.Outcome(), Secret: hex.EncodeToString(l.row.Secret[:]),
		Commitment: l.row.Secret.Commitment(), Contributions: spellContributions(l.row.Contributions), Head: l.fold.Head(),
	}
	for i, p := range l.row.Places {
		doc.Seats = append(doc.Seats, exportedSeat{Seat: engine.Seat(i), Color: p.Color, Name: l.names[p.Player]})
	}
	for seq := engine.Seq(0); seq < l.fold.Seq(); {
		records, err := l.reg.cfg.Store.Read(ctx, l.id, seq, readPage)
		if err != nil {
			return nil, l.damaged(err)
		}
		if len(records) == 0 {
			return nil, l.damaged(engine.ErrCorrupt)
		}
		for _, r := range records {
			doc.Entries = append(doc.Entries, exportedEntry{Entry: r.Bytes, Hash: r.Hash})
			seq = r.Entry.Seq
		}
	}
	spelled, err := engine.Canonical(doc)
	if err != nil {
		return nil, refusal(err)
	}
	digest := sha256.Sum256(spelled)
	doc.Digest = hex.EncodeToString(digest[:])
	spelled, err = engine.Canonical(doc)
	return spelled, refusal(err)
}
