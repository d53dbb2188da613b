package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	"nemeton/play/process"
)

// scraped holds the metrics of a server at one moment, by name.
type scraped map[string]*dto.MetricFamily

// scrape reads the metrics from the URL of a server's admin address.
func scrape(ctx context.Context, admin string) (scraped, error) {
	text, err := fetch(ctx, strings.TrimSuffix(admin, "/")+"/metrics")
	if err != nil {
		return nil, err
	}
	parser := expfmt.NewTextParser(model.UTF8Validation)
	return parser.TextToMetricFamilies(bytes.NewReader(text))
}

// scrapeUsage reads the resource usage of a server from the URL of its admin address. It fails if the metrics lack it.
func scrapeUsage(ctx context.Context, admin string) (u process.Usage, err error) {
	s, err := scrape(ctx, admin)
	if err != nil {
		return u, err
	}
	cpu := s.counter("process_cpu_seconds_total")
	if cpu == 0 {
		return u, errors.New("the server's metrics do not state its CPU time")
	}
	return process.Usage{CPU: time.Duration(cpu * float64(time.Second)), Resident: int64(s.gauge("process_resident_memory_bytes"))}, nil
}

// gauge returns the value of a gauge without labels; 0 if there is none.
func (s scraped) gauge(name string) float64 {
	list := s[name].GetMetric()
	if len(list) == 0 {
		return 0
	}
	return list[0].GetGauge().GetValue()
}

// counter returns the value of a counter without labels; 0 if there is none.
func (s scraped) counter(name string) float64 {
	list := s[name].GetMetric()
	if len(list) == 0 {
		return 0
	}
	return list[0].GetCounter().GetValue()
}

// medianSince estimates the median of a histogram's observations since an earlier scrape. It returns 0 without observations, or if the
// median is above the last bucket.
func (s scraped) medianSince(before scraped, name string) float64 {
	now, was := s.histogram(name), before.histogram(name)
	half := float64(now.GetSampleCount()-was.GetSampleCount()) / 2
	from, below := 0.0, 0.0 // lower bound of the bucket, and observations below it
	for i, b := range now.GetBucket() {
		count := float64(b.GetCumulativeCount())
		if i < len(was.GetBucket()) {
			count -= float64(was.GetBucket()[i].GetCumulativeCount())
		}
		if half > 0 && count >= half {
			return from + (b.GetUpperBound()-from)*(half-below)/(count-below)
		}
		from, below = b.GetUpperBound(), count
	}
	return 0
}

func (s scraped) histogram(name string) *dto.Histogram {
	list := s[name].GetMetric()
	if len(list) == 0 {
		return nil
	}
	return list[0].GetHistogram()
}

// fetch returns the body of an answer with status 200.
func fetch(ctx context.Context, url string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return nil, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("GET %s: %s", url, response.Status)
	}
	return io.ReadAll(response.Body)
}
