package table

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"nemeton/engine"
	"nemeton/engine/codec"
	"nemeton/engine/export"
	"nemeton/server/store"
)

// Signer signs an export. digest is that of the document without a signature, and head the hash of its last entry.
type Signer func(id store.TableID, digest string, head codec.Hash) (*export.Signature, error)

func (r *Registry) export(ctx context.Context, p position, sign Signer) (json.RawMessage, error) {
	commitment, err := p.row.Commitment()
	if err != nil {
		return nil, refusal(fmt.Errorf("table %s: %w", p.row.ID, err))
	}
	doc := export.Document{
		Format: export.Format, Table: string(p.row.ID), Title: p.row.Title, CreatedAt: p.row.CreatedAt.UnixMilli(),
		Options: p.row.Options, Outcome: p.fold.Outcome(), Secret: hex.EncodeToString(p.row.Secret[:]),
		Commitment: commitment, Contributions: p.fold.Start().Contributions, Head: p.fold.Head(),
	}
	for i, seat := range p.row.Seats {
		doc.Seats = append(doc.Seats, export.Seat{Seat: engine.Seat(i), Color: seat.Color})
	}
	if err := r.bindSeats(ctx, p, doc.Seats); err != nil {
		return nil, refusal(err)
	}
	records, err := r.readLog(ctx, pages{r, p.fold.Seq()}, p.row.ID, p.fold.Seq())
	if err != nil {
		return nil, err
	}
	for _, record := range records {
		doc.Entries = append(doc.Entries, export.Entry{Entry: record.Bytes, Hash: record.Hash})
	}
	if err := signExport(&doc, sign); err != nil {
		return nil, refusal(err)
	}
	encoded, err := doc.Seal()
	return encoded, refusal(err)
}

func (r *Registry) ExportNames(ctx context.Context, id store.TableID) ([]store.TableName, error) {
	list, err := r.cfg.Store.TableNames(ctx, id)
	return list, refusal(err)
}

// bindSeats sets the bots and the names that the log binds. A name that was erased is empty.
func (r *Registry) bindSeats(ctx context.Context, p position, seats []export.Seat) error {
	names, err := r.cfg.Store.TableNames(ctx, p.row.ID)
	if err != nil {
		return err
	}
	for i := range seats {
		s := &seats[i]
		s.Bot = p.fold.Start().Bots[i]
		if handovers := p.fold.Handovers(s.Seat); handovers > 0 {
			s.Heirs = make([]string, handovers)
		}
	}
	for _, n := range names {
		switch s := &seats[n.Seat]; {
		case n.Holder == 0:
			s.Name = n.Name
		case n.Holder <= len(s.Heirs):
			s.Heirs[n.Holder-1] = n.Name
		}
	}
	return nil
}

// signExport adds a signature to the document, unless sign is nil.
func signExport(doc *export.Document, sign Signer) error {
	if sign == nil {
		return nil
	}
	digest, err := doc.Unsigned()
	if err != nil {
		return err
	}
	doc.Signature, err = sign(store.TableID(doc.Table), digest, doc.Head)
	return err
}
