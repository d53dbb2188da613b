package store

import (
	"context"
	"time"
)

const urgentTimeout = 5 * time.Second

type urgentKey struct{}

// Urgent returns the context for reading the result of a change that is stored. Such reads go before all calls that wait, and ctx does not end them: a
// request that has changed something must not be refused as if it had not.
func Urgent(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithValue(context.WithoutCancel(ctx), urgentKey{}, true), urgentTimeout)
}

// IsUrgent reports whether a context was made by Urgent.
func IsUrgent(ctx context.Context) bool { return ctx.Value(urgentKey{}) != nil }
