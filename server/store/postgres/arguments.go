package postgres

import (
	"encoding/binary"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgtype"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/store/row"
)

// inBinary asks for parameters and results in Postgres's binary format.
var inBinary = []int16{1}

// arguments are the lists of a statement as Postgres receives them. They are made here and not by pgx: an append is eight to fourteen values, and
// to look for the way each of them is spelled costs more than to spell it.
type arguments struct {
	lists  [14]list
	values [14][]byte
}

// spare are arguments whose room is used again.
var spare = sync.Pool{New: func() any { return &arguments{} }}

// spell writes the lists that the statement takes.
func (l *arguments) spell(what *statement, batch []*row.Append) [][]byte {
	for n, kind := range []uint32{
		pgtype.TextOID, pgtype.Int8OID, pgtype.TextOID, pgtype.TimestamptzOID, pgtype.Int2OID, pgtype.TextOID, pgtype.ByteaOID, pgtype.ByteaOID,
		pgtype.TextOID, pgtype.TextOID, pgtype.TextOID, pgtype.Int8OID, pgtype.Int2OID, pgtype.TextOID,
	}[:what.columns] {
		l.lists[n].begin(kind, len(batch))
	}
	for _, a := range batch {
		e := &a.Record.Entry
		l.lists[0].text(string(a.Table))
		l.lists[1].long(int64(e.Seq))
		l.lists[2].text(a.Owing)
		l.lists[3].time(a.Now)
		l.lists[4].short(e.Seat)
		l.lists[5].text(e.Command)
		l.lists[6].bytes(a.Record.Bytes)
		l.lists[7].bytes(a.Record.Hash[:])
		if what.columns == 8 {
			continue
		}
		heir := store.NewHolder{Seat: engine.NoSeat}
		if a.NewHolder != nil {
			heir = *a.NewHolder
		}
		l.lists[8].text(string(a.State))
		l.lists[9].text(a.Winners)
		l.lists[10].text(a.StandIns)
		l.lists[11].long(a.Rev)
		l.lists[12].short(heir.Seat)
		l.lists[13].text(string(heir.Player))
	}
	for n := range what.columns {
		l.values[n] = l.lists[n]
	}
	return l.values[:what.columns]
}

// list is an array in Postgres's binary format: dimensions, whether there are NULLs, the kind of its elements, how many, the first one's
// number; then each with its length before it.
type list []byte

func (l *list) begin(kind uint32, n int) {
	b := binary.BigEndian.AppendUint32((*l)[:0], 1)
	b = binary.BigEndian.AppendUint32(b, 0)
	b = binary.BigEndian.AppendUint32(b, kind)
	b = binary.BigEndian.AppendUint32(b, uint32(n))
	*l = binary.BigEndian.AppendUint32(b, 1)
}

func (l *list) text(s string) {
	*l = append(binary.BigEndian.AppendUint32(*l, uint32(len(s))), s...)
}

func (l *list) bytes(s []byte) {
	*l = append(binary.BigEndian.AppendUint32(*l, uint32(len(s))), s...)
}

func (l *list) long(n int64) {
	*l = binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint32(*l, 8), uint64(n))
}

func (l *list) short(s engine.Seat) {
	*l = binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint32(*l, 2), uint16(s))
}

// Postgres counts microseconds from the year 2000.
var century = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC).UnixMicro()

func (l *list) time(t time.Time) { l.long(t.UnixMicro() - century) }

// nth reads a number of an answer.
func nth(value []byte) int { return int(binary.BigEndian.Uint64(value)) }
