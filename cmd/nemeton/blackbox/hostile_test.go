package blackbox_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"nemeton/bench/hostile"
	"nemeton/testkit/must"
	"nemeton/testkit/testsize"
)

// These are the bounds of TestHostile. None depends on the speed of the machine.
const (
	hostileAddresses = 2
	maxHeap          = 256 << 20 // bytes, of the server
	maxNoProgress    = 200       // entries of two players who leave and return
	maxTail          = 600       // entries after the last snapshot of a state
)

// hostileFound is the part of the output of `nemeton-lab bench hostile` that the test reads.
type hostileFound struct {
	Phases []struct {
		Name   string         `json:"name"`
		Stored int            `json:"stored"`
		Report hostile.Report `json:"report"`
	} `json:"phases"`
	Done   hostile.Report `json:"done"`
	Panics int            `json:"panics"`
	People struct {
		Sent       int    `json:"sent"`
		Unanswered int    `json:"unanswered"`
		Failure    string `json:"failure"`
	} `json:"people"`
	Costs []struct {
		Name  string      `json:"name"`
		Short hostileCost `json:"short"`
		Long  hostileCost `json:"long"`
	} `json:"costs"`
	During struct {
		N int `json:"n"`
	} `json:"during"`
	Heap struct {
		Before float64 `json:"before"`
		Max    float64 `json:"max"`
	} `json:"heap"`
}

type hostileCost struct {
	Seq      int     `json:"seq"`
	Accepted int     `json:"accepted"`
	Folded   float64 `json:"folded"`
}

// During each attack nothing panics, no answer has a server error, memory and stored entries stay bounded, and people at other tables go on.
// SECURITY.md has the times of their moves; a machine that runs other tests cannot measure them.
func TestHostile(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	var out, errs bytes.Buffer
	cmd := lab(t, "bench", "hostile", "--seconds", "0.2", "--addresses", "2", "--history", "900", "--probes", "6", "--json")
	cmd.Stdout, cmd.Stderr = &out, &errs
	// Garbage counts as heap too. The limit makes the collector keep up on a busy machine; memory in use can still exceed it.
	cmd.Env = append(cmd.Environ(), "GOMEMLIMIT=192MiB")
	must.Succeed(t, cmd.Run(), errs.String(), out.String())
	var found hostileFound
	must.Succeed(t, json.Unmarshal(out.Bytes(), &found))
	if found.Panics > 0 || found.Done.Broken > 0 {
		t.Errorf("got %d panics and %d server errors, want none", found.Panics, found.Done.Broken)
	}
	if found.People.Sent == 0 || found.People.Unanswered > 0 || found.During.N == 0 {
		t.Errorf("got %+v, want people who play, and an answer to each of their requests", found.People)
	}
	if found.Heap.Before == 0 || found.Heap.Max > maxHeap {
		t.Errorf("got a heap of %.0f MiB at most, want fewer than %d", found.Heap.Max/(1<<20), maxHeap>>20)
	}
	checkPhases(t, found)
	checkCosts(t, found)
}

// checkPhases requires that every attack ran, alone and at last with all others, and that it stored a bounded number of entries.
func checkPhases(t *testing.T, found hostileFound) {
	t.Helper()
	kinds := hostile.Attacks()
	if len(found.Phases) != len(kinds)+1 {
		t.Fatalf("got %d phases, want one for each of %d attacks, and one for all", len(found.Phases), len(kinds))
	}
	for i, kind := range kinds {
		p := found.Phases[i]
		if p.Name != kind.Name || p.Report.Sent == 0 {
			t.Errorf("got phase %s with %d requests, want %s with some", p.Name, p.Report.Sent, kind.Name)
		}
		most := 0 // entries
		switch p.Name {
		case "pad-leave":
			most = maxNoProgress * hostileAddresses
		case "pad-takeback", "acts", "messages", "compressed", "requests": // some of these are legal moves
			most = int(p.Report.Accepted) + p.Report.Attackers // the end of the attack cuts off some answers
		}
		if p.Stored < 0 || p.Stored > most {
			t.Errorf("%s: got %d entries stored, want at most %d", p.Name, p.Stored, most)
		}
	}
}

// checkCosts requires that a request folds no more entries if the log of its table is long.
func checkCosts(t *testing.T, found hostileFound) {
	t.Helper()
	if len(found.Costs) != len(hostile.Probes())+1 {
		t.Fatalf("got %d costs, want one for the load of a table and one for each probe", len(found.Costs))
	}
	if found.Costs[0].Short.Folded == 0 {
		t.Error("the server counts no folded entries, although it loaded tables")
	}
	for _, c := range found.Costs {
		if c.Short.Accepted == 0 || c.Long.Accepted == 0 || c.Long.Seq < 10*c.Short.Seq {
			t.Errorf("%s: got %+v and %+v, want accepted requests and a log that is ten times as long", c.Name, c.Short, c.Long)
		}
		most := c.Short.Folded
		if c.Name == "load" {
			most = maxTail
		}
		if c.Long.Folded > most {
			t.Errorf("%s: got %.1f entries folded for each request with a log of %d entries, want at most %.1f", c.Name, c.Long.Folded, c.Long.Seq, most)
		}
	}
}
