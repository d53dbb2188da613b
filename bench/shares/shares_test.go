package shares_test

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/pprof/profile"

	"nemeton/bench/shares"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// A sample belongs to its innermost known function, and no sample is lost.
func TestRead(t *testing.T) {
	t.Parallel()
	p := &profile.Profile{SampleType: []*profile.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}}}
	add := func(nanos int64, stack ...string) {
		s := &profile.Sample{Value: []int64{1, nanos}}
		for _, name := range stack {
			f := &profile.Function{ID: uint64(len(p.Function) + 1), Name: name}
			l := &profile.Location{ID: f.ID, Line: []profile.Line{{Function: f}}}
			p.Function, p.Location, s.Location = append(p.Function, f), append(p.Location, l), append(s.Location, l)
		}
		p.Sample = append(p.Sample, s)
	}
	add(50, "syscall.Syscall", "nemeton/server/ws.writeOnce", "nemeton/server/ws.(*socket).send")
	add(20, "runtime.memmove", "nemeton/server/ws.(*socket).take")
	add(7, "runtime.nextFreeFast", "runtime.mallocgc", "nemeton/server/store/dialect.EncodeAppend")
	add(9, "modernc.org/libc.Xpwrite", "nemeton/server/store/sqlite.(*writer).run")
	add(4, "nemeton/engine/meduris.View.AppendJSON", "nemeton/server/table.(*live).encodeEntry", "nemeton/server/store/internal/batch.(*Group).Append")
	add(3, "nemeton/engine/meduris.(*State).Evolve", "nemeton/engine.(*Fold).Apply")
	add(2, "nemeton/engine.(*Fold).Decide", "nemeton/server/table.decideMove")
	add(6, "main.main")
	add(1)
	var raw bytes.Buffer
	must.Succeed(t, p.Write(&raw))
	expect.Failure(t, expect.Second(shares.Read(bytes.NewReader(raw.Bytes()), shares.Memory)), "a profile of processor time was read as one of memory")
	got, err := shares.Read(&raw, shares.CPU)
	want := []shares.Share{
		{"writes to sockets", 50}, {"frames and queues of sockets", 20}, {"store", 9}, {"allocation and garbage collection", 7}, {shares.Rest, 7}, {"views and messages", 4},
		{"titles", 3}, {"judging and entries", 2},
	}
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Errorf("-want +got (%v):\n%s", err, d)
	}
	expect.Equal(t, shares.Total(got), 102, "the shares add up")
}
