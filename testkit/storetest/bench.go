package storetest

import (
	"fmt"
	"sync"
	"testing"

	"github.com/google/uuid"

	"nemeton/engine"
	"nemeton/server/store"
)

// BenchmarkAppend measures durable appends to one table, and to 32 tables concurrently.
func BenchmarkAppend(b *testing.B, fresh func(b testing.TB) Fixture) {
	b.Helper()
	for _, n := range []int{1, 32} {
		b.Run(fmt.Sprintf("tables=%d", n), func(b *testing.B) {
			s := fresh(b).Store
			logs := make([][]store.Append, n)
			for i := range b.N {
				at := i % n
				if logs[at] == nil {
					logs[at] = []store.Append{{Table: createTable(b, s).ID}}
				}
				seq := engine.Seq(len(logs[at]))
				r := after(b, logs[at][seq-1].Record.Hash, newRecord(b, seq, 0, uuid.NewString()))
				logs[at] = append(logs[at], newAppend(logs[at][0].Table, r))
			}
			b.ReportAllocs()
			b.ResetTimer()
			var all sync.WaitGroup
			for _, log := range logs {
				all.Go(func() {
					for i := 1; i < len(log); i++ {
						if err := s.Append(b.Context(), log[i]); err != nil {
							b.Error(err)
							return
						}
					}
				})
			}
			all.Wait()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "appends/s")
		})
	}
}
