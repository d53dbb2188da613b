package traffic

import (
	"context"
	"errors"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

const (
	// silentPerTable is the number of silent spectators of one table.
	silentPerTable = 20
	// silentBuffer is the size of a silent spectator's buffer in bytes.
	silentBuffer = 512
	// dialers is the number of silent spectators that connect at the same time.
	dialers = 8
)

// Silent opens the sockets of spectators at tables that are never started. They receive nothing besides their first messages and pings,
// which they answer, until ctx ends. lost returns the number of sockets that have ended.
func (s *ServerTarget) Silent(ctx context.Context, sockets int, compress bool) (lost func() int, err error) {
	guests, err := s.guestsOf(ctx, -2)
	if err != nil {
		return nil, err
	}
	var ended atomic.Int64
	tables, dialing := make(chan string), errgroup.Group{}
	for range dialers {
		dialing.Go(func() (failed error) {
			for id := range tables {
				c, err := dial(ctx, Endpoint{URL: socket(s.URL, id)}, compress, silentBuffer)
				if err != nil {
					failed = err
					continue
				}
				go func() {
					c.discard()
					ended.Add(1)
				}()
			}
			return failed
		})
	}
	table := ""
	for n := 0; n < sockets && err == nil; n++ {
		if n%silentPerTable == 0 {
			table, err = CreateTable(ctx, guests[0], s.Title, s.Seats, nil)
		}
		tables <- table
	}
	close(tables)
	return func() int { return int(ended.Load()) }, errors.Join(err, dialing.Wait())
}
