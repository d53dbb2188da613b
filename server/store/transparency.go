package store

import "context"

// LogFact is a fact about a table that belongs into the transparency log.
type LogFact struct {
	Kind  LogKind
	Table TableID
	Value [32]byte // the commitment of a created or changed table, the head of a finished one
}

// LogKind is the kind of a LogFact.
type LogKind int

// The kinds of facts. They are stored.
const (
	LogCreated  LogKind = 1
	LogFinished LogKind = 2
	LogChanged  LogKind = 3
)

// LogTree adds facts to the transparency log, which has size entries. hashes reads stored hashes by their index. It returns, for each fact, the entry; and
// the hashes that the entries add, from the first free index on.
type LogTree func(size int64, facts []LogFact, hashes HashReader) (entries [][]byte, added [][32]byte, err error)

// HashReader returns the stored hashes of the log's tree at these indexes. A missing hash is ErrDamaged.
type HashReader func(indexes []int64) ([][32]byte, error)

// Transparency stores a log of all created and finished tables, which only grows. Nothing ever changes or removes an entry or a hash.
//
// CreateTable and CreateTableWithin queue a LogCreated, and the Append that finishes a table queues a LogFinished, in their transactions.
// UpdateTable queues a LogChanged if it gives the table another commitment. So a queued fact is
// as durable as the change. GrowLog moves facts from the queue to the log, each exactly once.
type Transparency interface {
	// GrowLog moves up to limit queued facts to the log in one transaction, the oldest first, and returns their number. Concurrent calls, at any number of nodes, wait
	// for each other. If add returns an error, GrowLog returns it and changes nothing.
	GrowLog(ctx context.Context, limit int, add LogTree) (int, error)
	// LogSize returns the number of entries in the log.
	LogSize(ctx context.Context) (int64, error)
	// LogEntries returns up to limit entries from the one with index first, in order.
	LogEntries(ctx context.Context, first int64, limit int) ([][]byte, error)
	// LogHashes is a HashReader.
	LogHashes(ctx context.Context, indexes []int64) ([][32]byte, error)
}
