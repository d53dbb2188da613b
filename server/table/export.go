package table

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"nemeton/engine"
	"nemeton/engine/export"
)

func (r *Registry) export(ctx context.Context, p position) (json.RawMessage, error) {
	doc := export.Document{
		Format: export.Format, Table: string(p.row.ID), Title: p.row.Title, CreatedAt: p.row.CreatedAt.UnixMilli(),
		Options: p.row.Options, Outcome: p.fold.Outcome(), Secret: hex.EncodeToString(p.row.Secret[:]),
		Commitment: p.row.Secret.Commitment(), Contributions: hexAll(p.row.Contributions), Head: p.fold.Head(),
	}
	for i, seat := range p.row.Seats {
		doc.Seats = append(doc.Seats, export.Seat{Seat: engine.Seat(i), Color: seat.Color, Name: p.names[seat.Player]})
	}
	for seq := engine.Seq(0); seq < p.fold.Seq(); {
		records, err := r.cfg.Store.Read(ctx, p.row.ID, seq, readPage)
		if err == nil && len(records) == 0 {
			err = fmt.Errorf("%w: entry %d is missing", engine.ErrCorrupt, seq+1)
		}
		if err != nil {
			return nil, r.damaged(p.row.ID, err)
		}
		for _, record := range records {
			doc.Entries = append(doc.Entries, export.Entry{Entry: record.Bytes, Hash: record.Hash})
			seq = record.Entry.Seq
		}
	}
	encoded, err := doc.Seal()
	return encoded, refusal(err)
}
