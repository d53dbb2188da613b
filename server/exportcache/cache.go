// Package exportcache keeps the exports of finished tables in memory.
package exportcache

import (
	"container/list"
	"context"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

// Cache holds exports by their ETags. If it is full, it drops those that were not used for the longest time. Concurrent requests for one
// export build it once. It is safe for concurrent use.
type Cache struct {
	maxBytes int
	timeout  time.Duration
	building singleflight.Group

	mu     sync.Mutex
	bytes  int
	recent list.List // of cachedExport, the last used first
	byTag  map[string]*list.Element
}

type cachedExport struct {
	tag string
	raw []byte
}

// New returns an empty cache for exports of maxBytes together. The context of a build ends after the timeout.
func New(maxBytes int, timeout time.Duration) *Cache {
	return &Cache{maxBytes: maxBytes, timeout: timeout, byTag: map[string]*list.Element{}}
}

// Get returns the export with the tag. If it is not cached, Get calls build, once for all concurrent requests, and blocks until it is
// built or ctx ends. build gets a context that does not end with the request, because others may wait for the same export. Errors:
// those of build and ctx.
func (c *Cache) Get(ctx context.Context, tag string, build func(context.Context) ([]byte, error)) ([]byte, error) {
	if raw, ok := c.cached(tag); ok {
		return raw, nil
	}
	built := c.building.DoChan(tag, func() (any, error) {
		if raw, ok := c.cached(tag); ok { // built since the look above
			return raw, nil
		}
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), c.timeout)
		defer cancel()
		raw, err := build(ctx)
		if err == nil {
			c.add(tag, raw)
		}
		return raw, err
	})
	select {
	case result := <-built:
		raw, _ := result.Val.([]byte)
		return raw, result.Err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (c *Cache) cached(tag string) ([]byte, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at, ok := c.byTag[tag]
	if !ok {
		return nil, false
	}
	c.recent.MoveToFront(at)
	return at.Value.(cachedExport).raw, true
}

// add adds an export, and drops others until all fit. An export that is larger than the cache is not added.
func (c *Cache) add(tag string, raw []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, twice := c.byTag[tag]; twice || len(raw) > c.maxBytes {
		return
	}
	c.byTag[tag] = c.recent.PushFront(cachedExport{tag, raw})
	c.bytes += len(raw)
	for c.bytes > c.maxBytes {
		oldest := c.recent.Remove(c.recent.Back()).(cachedExport)
		delete(c.byTag, oldest.tag)
		c.bytes -= len(oldest.raw)
	}
}
