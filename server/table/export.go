package table

import (
	"context"
	"encoding/hex"
	"encoding/json"

	"nemeton/engine"
	"nemeton/engine/export"
)

func (l *live) export(ctx context.Context) (json.RawMessage, error) {
	names, err := l.reg.names(ctx, l.row) // in memory they may be older than a renaming
	if err != nil {
		return nil, refusal(err)
	}
	doc := export.Document{
		Format: export.Format, Table: string(l.row.ID), Title: l.row.Title, CreatedAt: l.row.CreatedAt.UnixMilli(),
		Options: l.row.Options, Outcome: l.fold.Outcome(), Secret: hex.EncodeToString(l.row.Secret[:]),
		Commitment: l.row.Secret.Commitment(), Contributions: hexAll(l.row.Contributions), Head: l.fold.Head(),
	}
	for i, p := range l.row.Seats {
		doc.Seats = append(doc.Seats, export.Seat{Seat: engine.Seat(i), Color: p.Color, Name: names[p.Player]})
	}
	for seq := engine.Seq(0); seq < l.fold.Seq(); {
		records, err := l.read(ctx, seq, readPage)
		if err != nil {
			return nil, err
		}
		for _, r := range records {
			doc.Entries = append(doc.Entries, export.Entry{Entry: r.Bytes, Hash: r.Hash})
			seq = r.Entry.Seq
		}
	}
	encoded, err := doc.Seal()
	return encoded, refusal(err)
}
