// Package cache keeps values in memory that are costly to build, such as the exports of finished tables, within a number of bytes.
package cache

import (
	"container/list"
	"context"
	"sync"

	"golang.org/x/sync/singleflight"
)

// Cache holds values by their keys. If it is full, it drops those that were not used for the longest time. Concurrent calls for one key build its value
// once. It is safe for concurrent use.
type Cache[V any] struct {
	maxBytes int
	size     func(V) int
	building singleflight.Group

	mu     sync.Mutex
	bytes  int
	recent list.List // of entry, the last used first
	byKey  map[string]*list.Element
}

type entry[V any] struct {
	key   string
	value V
	size  int
}

// New returns an empty cache for values of maxBytes together. size returns the bytes of a value.
func New[V any](maxBytes int, size func(V) int) *Cache[V] {
	return &Cache[V]{maxBytes: maxBytes, size: size, byKey: map[string]*list.Element{}}
}

// Get returns the value of a key, which its callers share. If it is not cached, Get calls build, once for all concurrent calls, and blocks until it is
// built or ctx ends. build gets a context that does not end with the caller's, because others may wait for the same value. Errors: those of build and ctx.
func (c *Cache[V]) Get(ctx context.Context, key string, build func(context.Context) (V, error)) (value V, err error) {
	if value, ok := c.cached(key); ok {
		return value, nil
	}
	built := c.building.DoChan(key, func() (any, error) {
		if value, ok := c.cached(key); ok { // built since the look above
			return value, nil
		}
		value, err := build(context.WithoutCancel(ctx))
		if err == nil {
			c.add(entry[V]{key, value, c.size(value)})
		}
		return value, err
	})
	select {
	case result := <-built:
		value, _ = result.Val.(V)
		return value, result.Err
	case <-ctx.Done():
		return value, ctx.Err()
	}
}

func (c *Cache[V]) cached(key string) (value V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at, ok := c.byKey[key]
	if !ok {
		return value, false
	}
	c.recent.MoveToFront(at)
	return at.Value.(entry[V]).value, true
}

// add adds a value, and drops others until all fit. One that is larger than the cache is not added.
func (c *Cache[V]) add(e entry[V]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, twice := c.byKey[e.key]; twice || e.size > c.maxBytes {
		return
	}
	c.byKey[e.key] = c.recent.PushFront(e)
	c.bytes += e.size
	for c.bytes > c.maxBytes {
		oldest := c.recent.Remove(c.recent.Back()).(entry[V])
		delete(c.byKey, oldest.key)
		c.bytes -= oldest.size
	}
}
