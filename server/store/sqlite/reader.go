package sqlite

import (
	"context"
	"database/sql"
	"sync"
)

// reader asks the file over a few connections. Each question is compiled once for each of them: that takes longer than most answers.
type reader struct {
	*sql.DB

	mu    sync.Mutex // guards asked
	asked map[string]*sql.Stmt
}

// open sets the reader up; nothing is read yet.
func (r *reader) open(path string) (err error) {
	if r.DB, err = sql.Open("sqlite", source(path, "rw", "_pragma=query_only(1)")); err != nil {
		return err
	}
	r.SetMaxOpenConns(readers)
	r.SetMaxIdleConns(readers)
	r.asked = map[string]*sql.Stmt{}
	return nil
}

// QueryContext is that of sql.DB. The program has a few dozen different questions; what is asked for is in the arguments.
func (r *reader) QueryContext(ctx context.Context, question string, args ...any) (*sql.Rows, error) {
	stmt, err := r.compiled(ctx, question) //nolint:sqlclosecheck // they go with the connections
	if err != nil {
		return nil, err
	}
	return stmt.QueryContext(ctx, args...)
}

// QueryRowContext is that of sql.DB.
func (r *reader) QueryRowContext(ctx context.Context, question string, args ...any) *sql.Row {
	stmt, err := r.compiled(ctx, question) //nolint:sqlclosecheck // they go with the connections
	if err != nil {
		return r.DB.QueryRowContext(ctx, question, args...) // which tells why as the caller expects it
	}
	return stmt.QueryRowContext(ctx, args...)
}

func (r *reader) compiled(ctx context.Context, question string) (*sql.Stmt, error) {
	r.mu.Lock()
	stmt, ok := r.asked[question]
	r.mu.Unlock()
	if ok {
		return stmt, nil
	}
	stmt, err := r.PrepareContext(ctx, question)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if other, ok := r.asked[question]; ok {
		_ = stmt.Close() //nolint:sqlclosecheck // the other one stays
		return other, nil
	}
	r.asked[question] = stmt
	return stmt, nil
}
