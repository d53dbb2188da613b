package store

import (
	"context"
	"iter"

	"nemeton/engine"
)

const (
	tablePage = 100
	logPage   = 500
)

// Pages yields the items of a list that read returns in pages of the given size. read gets the last item of the page before, at first the zero item. A shorter
// page is the last one. An error ends the list.
func Pages[T any](size int, read func(last T) ([]T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var last, none T
		for {
			page, err := read(last)
			if err != nil {
				yield(none, err)
				return
			}
			for _, item := range page {
				if !yield(item, nil) {
					return
				}
				last = item
			}
			if len(page) < size {
				return
			}
		}
	}
}

// TableLister lists tables as Tables does.
type TableLister interface {
	ListTables(ctx context.Context, q Query) ([]Table, error)
}

// EachTable yields all tables of a query, in the order of the list.
func EachTable(ctx context.Context, s TableLister, q Query) iter.Seq2[Table, error] {
	q.Limit = tablePage
	return Pages(tablePage, func(last Table) ([]Table, error) {
		q.Before, q.BeforeID = last.UpdatedAt, last.ID
		return s.ListTables(ctx, q)
	})
}

// LogReader reads records as Log does.
type LogReader interface {
	Read(ctx context.Context, id TableID, after engine.Seq, limit int) ([]engine.Record, error)
}

// EachRecord yields the records of a table up to seq to, or those that its log has.
func EachRecord(ctx context.Context, from LogReader, id TableID, to engine.Seq) iter.Seq2[engine.Record, error] {
	return Pages(logPage, func(last engine.Record) ([]engine.Record, error) {
		return from.Read(ctx, id, last.Entry.Seq, min(logPage, int(to-last.Entry.Seq)))
	})
}
