package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	"nemeton/bench/hostile"
)

// hostileCost compares the cost of one kind of request at a table with a short log and one with a long log.
type hostileCost struct {
	Name  string      `json:"name"`
	Short requestCost `json:"short"`
	Long  requestCost `json:"long"`
}

// requestCost is the mean cost of an accepted request.
type requestCost struct {
	Seq      int            `json:"seq"` // entries in the log
	Accepted int64          `json:"accepted"`
	Refused  map[string]int `json:"refused"`
	CPU      float64        `json:"cpuMs"`  // milliseconds of the server
	Folded   float64        `json:"folded"` // entries
}

// serverWork is the work of the server since its start.
type serverWork struct {
	cpu    time.Duration
	folded int
	stored int // entries
}

func (r *hostileRun) work(ctx context.Context) (w serverWork, err error) {
	usage, err := r.server.Usage()
	if err != nil {
		return w, err
	}
	metrics, err := scrape(ctx, "http://"+r.admin)
	if err != nil {
		return w, err
	}
	w.cpu = usage.CPU
	w.folded = int(metrics.counter("nemeton_entries_folded_total"))
	w.stored = int(metrics.histogram("nemeton_append_seconds").GetSampleCount())
	return w, nil
}

// loadCosts measures the first request to a table after a restart of the server, which loads the table into memory.
func (r *hostileRun) loadCosts(ctx context.Context) ([]hostileCost, error) {
	short, err := r.cost(ctx, r.target.Short, func() (hostile.Report, error) { return loadTable(ctx, r.target.URL, r.target.Short) })
	if err != nil {
		return nil, err
	}
	long, err := r.cost(ctx, r.target.Long, func() (hostile.Report, error) { return loadTable(ctx, r.target.URL, r.target.Long) })
	return []hostileCost{{"load", short, long}}, err
}

func (r *hostileRun) probeCosts(ctx context.Context) (costs []hostileCost, err error) {
	if r.probes == 0 {
		return nil, nil
	}
	for _, p := range hostile.Probes() {
		c := hostileCost{Name: p.Name}
		if c.Short, err = r.cost(ctx, r.target.Short, func() (hostile.Report, error) { return r.attackers.probe(p.Name, false, r.probes) }); err != nil {
			return costs, err
		}
		if c.Long, err = r.cost(ctx, r.target.Long, func() (hostile.Report, error) { return r.attackers.probe(p.Name, true, r.probes) }); err != nil {
			return costs, err
		}
		costs = append(costs, c)
	}
	return costs, nil
}

// cost measures the server's work for the requests that send sends.
func (r *hostileRun) cost(ctx context.Context, h hostile.History, send func() (hostile.Report, error)) (c requestCost, err error) {
	before, err := r.work(ctx)
	if err != nil {
		return c, err
	}
	report, err := send()
	if err != nil {
		return c, err
	}
	after, err := r.work(ctx)
	c.Seq, c.Accepted, c.Refused = h.Seq, report.Accepted, report.Refused
	if n := float64(report.Accepted); n > 0 {
		c.CPU = float64((after.cpu-before.cpu)/time.Microsecond) / 1000 / n
		c.Folded = float64(after.folded-before.folded) / n
	}
	return c, err
}

// loadTable reads the view of a table. It fails unless the server answers with 200.
func loadTable(ctx context.Context, url string, h hostile.History) (hostile.Report, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/api/v1/tables/"+h.Table+"/view", nil)
	if err != nil {
		return hostile.Report{}, err
	}
	res, err := http.DefaultClient.Do(request)
	if err != nil {
		return hostile.Report{}, err
	}
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode != http.StatusOK {
		err = fmt.Errorf("the view of a table with %d entries: %d %s", h.Seq, res.StatusCode, raw)
	}
	return hostile.Report{Sent: 1, Accepted: 1}, err
}
