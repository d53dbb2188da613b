// Package shares attributes the samples of a profile of a server to the parts of its work.
package shares

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/google/pprof/profile"
)

// Kinds of profiles: the names of their values.
const (
	CPU    = "cpu"         // processor time, in nanoseconds
	Memory = "alloc_space" // allocated memory, in bytes
)

// Rest is the part of samples that belong to no other part.
const Rest = "rest"

// Share is the part of a profile that one part of the server took.
type Share struct {
	Part  string
	Value int64
}

// part is a part of the server's work, with the beginnings of the names of its functions, or whole methods if they begin with a dot.
type part struct {
	name      string
	functions []string
}

// parts are the parts of the work. A function belongs to the first one that names it.
var parts = []part{
	{"allocation and garbage collection", []string{"runtime.mallocgc", "runtime.newobject", "runtime.growslice", "runtime.makeslice", "runtime.gc", "runtime.bg", "runtime.scan", "runtime.wb", "runtime.(*mspan)", "runtime.(*mheap)"}},
	{"writes to sockets", []string{"nemeton/server/ws.writeOnce", "nemeton/server/ws.(*connWriter)"}},
	{"reads from sockets", []string{"nemeton/server/ws.readOnce"}},
	{"frames and queues of sockets", []string{"nemeton/server/ws.", "nemeton/server/table.(*Subscription)"}},
	{"waking and switching goroutines", []string{
		"runtime.schedule", "runtime.findRunnable", "runtime.netpoll", "runtime.mcall", "runtime.park_m", "runtime.goready", "runtime.ready", "runtime.wakep", "runtime.startm", "runtime.stopm",
		"runtime.newproc", "runtime.exitsyscall", "runtime.entersyscall", "runtime.chan", "runtime.selectgo", "runtime.sysmon", "runtime.mstart",
		"runtime.send", "runtime.recv", "runtime.lock", "runtime.unlock", "runtime.futex", "runtime.goexit0", "runtime.gosched", "runtime.resetspinning", "runtime.time", "runtime.(*timer",
	}},
	{"views and messages", []string{".AppendJSON", ".AppendMember", ".appendJSON", "nemeton/server/wire.", "nemeton/server/table.(*live).encode", "nemeton/server/table.(*live).deliver"}},
	{"patches", []string{"nemeton/server/table/patch."}},
	{"store", []string{"nemeton/server/store", "modernc.org/", "github.com/jackc/", "database/sql"}},
	{"titles", []string{"nemeton/engine/meduris.", "nemeton/engine/druids.", "nemeton/engine/pangea."}},
	{"bots", []string{"nemeton/engine/bot.", "nemeton/server/bot."}},
	{"judging and entries", []string{"nemeton/engine.", "crypto/"}},
	{"operations of tables", []string{"nemeton/server/table."}},
	{"REST", []string{"net/http.", "nemeton/server/httpapi.", "github.com/danielgtaylor/huma", "github.com/go-chi/"}},
}

// has reports whether a function belongs to the part.
func (p part) has(function string) bool {
	return slices.ContainsFunc(p.functions, func(name string) bool {
		if strings.HasPrefix(name, ".") {
			return strings.HasSuffix(function, name)
		}
		return strings.HasPrefix(function, name)
	})
}

// Read attributes the samples of a profile to the parts, the largest share first. A sample belongs to the part of the innermost function of its stack
// that belongs to any. The values add up to that of the whole profile.
func Read(from io.Reader, kind string) ([]Share, error) {
	p, err := profile.Parse(from)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(p.SampleType, func(v *profile.ValueType) bool { return v.Type == kind })
	if at < 0 {
		return nil, fmt.Errorf("the profile has no values of the kind %s", kind)
	}
	sums, cache := map[string]int64{}, map[string]string{}
	for _, s := range p.Sample {
		sums[partOf(s, cache)] += s.Value[at]
	}
	var all []Share
	for name, sum := range sums {
		all = append(all, Share{name, sum})
	}
	slices.SortFunc(all, func(a, b Share) int {
		if a.Value != b.Value {
			return int(b.Value - a.Value)
		}
		return strings.Compare(a.Part, b.Part)
	})
	return all, nil
}

// partOf returns the name of the part of a sample. The cache holds the parts of functions; empty: none.
func partOf(s *profile.Sample, cache map[string]string) string {
	for _, l := range s.Location {
		for _, line := range l.Line { // inlined functions, the innermost first
			if line.Function == nil {
				continue
			}
			name, known := cache[line.Function.Name]
			if !known {
				if n := slices.IndexFunc(parts, func(p part) bool { return p.has(line.Function.Name) }); n >= 0 {
					name = parts[n].name
				}
				cache[line.Function.Name] = name
			}
			if name != "" {
				return name
			}
		}
	}
	return Rest
}

// Total is the sum of the shares.
func Total(all []Share) (sum int64) {
	for _, s := range all {
		sum += s.Value
	}
	return sum
}
