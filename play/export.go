package play

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"
)

// export reads the export of the finished table and checks it independently: hashes, chain, digest, commitment, and that each
// acknowledged command is the entry with its seq.
func (g *game) export(ctx context.Context) (raw json.RawMessage, err error) {
	if err := g.rest.get(ctx, g.guests[0], g.path("/export"), &raw); err != nil {
		return nil, err
	}
	return raw, g.checkExport(raw)
}

func (g *game) checkExport(raw json.RawMessage) error {
	var doc struct {
		Format     int    `json:"nemetonExport"`
		Table      string `json:"table"`
		Secret     string `json:"secret"`
		Commitment string `json:"commitment"`
		Head       string `json:"head"`
		Digest     string `json:"digest"`
		Entries    []struct {
			Entry json.RawMessage `json:"entry"`
			Hash  string          `json:"hash"`
		} `json:"entries"`
	}
	if err := json.Unmarshal(raw, &doc); err != nil {
		return g.broken(ExportIsComplete, "%v: %s", err, clip(string(raw)))
	}
	if doc.Table != g.transcript.table || len(doc.Entries) != g.transcript.end {
		return g.broken(ExportIsComplete, "%d entries of table %s, but the log has %d", len(doc.Entries), doc.Table, g.transcript.end)
	}
	prev := strings.Repeat("0", 64)
	for i, e := range doc.Entries {
		if actual := sha256Hex(e.Entry); actual != e.Hash {
			return g.broken(ExportIsComplete, "entry %d has hash %s, not %s", i+1, actual, e.Hash)
		}
		if err := g.checkExported(i+1, e.Entry, prev); err != nil {
			return err
		}
		prev = e.Hash
	}
	if doc.Head != prev {
		return g.broken(ExportIsComplete, "head %s is not the hash of the last entry, %s", doc.Head, prev)
	}
	document, err := parse(raw)
	if err != nil {
		return g.broken(ExportIsComplete, "%v", err)
	}
	members := document.(map[string]any)
	if got, err := commitmentOf(doc.Secret, members); err != nil || got != doc.Commitment {
		return g.broken(CommitmentStays, "the commitment %s does not match the secret", doc.Commitment)
	}
	delete(members, "digest")
	if digest := sha256Hex(encode(document)); digest != doc.Digest {
		return g.broken(ExportIsComplete, "the digest of the document is %s, not %s", digest, doc.Digest)
	}
	strict := !g.rest.nodes.hasSeveral() && g.rest.tally.Outages == 0
	return g.transcript.checkRecord(raw, g.rest.tally, strict)
}

// commitmentOf computes the commitment: a hash that covers the secret, the table and its set-up.
func commitmentOf(secret string, document map[string]any) (string, error) {
	raw, err := hex.DecodeString(secret)
	if err != nil {
		return "", err
	}
	seats, _ := document["seats"].([]any)
	table, _ := document["table"].(string)
	setUp := map[string]any{"options": document["options"], "seats": len(seats), "title": document["title"]}
	var first struct {
		Entries []struct {
			Entry struct {
				Events []struct {
					Data struct{ Origin json.RawMessage }
				}
			}
		}
	}
	if err := json.Unmarshal(encode(document), &first); err != nil {
		return "", err
	}
	if len(first.Entries) > 0 && len(first.Entries[0].Entry.Events) > 0 {
		if origin := first.Entries[0].Entry.Events[0].Data.Origin; origin != nil {
			setUp["origin"] = origin
		}
	}
	return hashHex("nemeton 2 commitment", raw, []byte(table), hash("nemeton 2 setup", encode(setUp))), nil
}

// hash is the SHA-256 of a domain and parts, each preceded by its length in 4 bytes, big-endian.
func hash(domain string, parts ...[]byte) []byte {
	h := sha256.New()
	for _, part := range append([][]byte{[]byte(domain)}, parts...) {
		h.Write(binary.BigEndian.AppendUint32(nil, uint32(len(part))))
		h.Write(part)
	}
	return h.Sum(nil)
}

func hashHex(domain string, parts ...[]byte) string {
	return hex.EncodeToString(hash(domain, parts...))
}

// checkExported compares one entry of the export with the command that was acknowledged.
func (g *game) checkExported(seq int, raw json.RawMessage, prev string) error {
	var e struct {
		Seq      int             `json:"seq"`
		Prev     string          `json:"prev"`
		Kind     string          `json:"kind"`
		Seat     int             `json:"seat"`
		Command  string          `json:"command"`
		Decision string          `json:"decision"`
		Move     json.RawMessage `json:"move"`
	}
	if err := json.Unmarshal(raw, &e); err != nil || e.Seq != seq || e.Prev != prev {
		return g.broken(ExportIsComplete, "entry %d does not follow the one before (%v): %s", seq, err, clip(string(raw)))
	}
	if err := g.checkEntry(spectator, seq, e.Kind, e.Seat); err != nil || seq == 1 {
		return err
	}
	c := g.transcript.bySeq[seq]
	if e.Command != c.id || e.Decision != c.decision || c.decision != "" && !bytes.Equal(e.Move, c.move) {
		return g.broken(AckIsDurable, "command %[2]s (%[3]s %[4]s) of seat %[1]d was acknowledged as seq %[5]d, but the export has %[6]s", c.seat, c.id, c.decision, c.move, seq, clip(string(raw)))
	}
	return nil
}

func sha256Hex(raw []byte) string {
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}

func itoa(n int) string { return strconv.Itoa(n) }
