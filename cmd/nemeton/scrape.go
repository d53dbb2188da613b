package main

import (
	"context"
	"fmt"
	"net/http"

	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
)

// scraped are the metrics of a server at one moment, by name.
type scraped map[string]*dto.MetricFamily

// scrape reads them at its admin address.
func scrape(ctx context.Context, admin string) (scraped, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+admin+"/metrics", nil)
	if err != nil {
		return nil, err
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the server's metrics: %s", res.Status)
	}
	parser := expfmt.NewTextParser(model.UTF8Validation)
	return parser.TextToMetricFamilies(res.Body)
}

// gauge is the value of a gauge without labels; 0 where there is none.
func (s scraped) gauge(name string) float64 {
	list := s[name].GetMetric()
	if len(list) == 0 {
		return 0
	}
	return list[0].GetGauge().GetValue()
}

// medianSince is the median of what a histogram without labels observed since an earlier moment, as its buckets tell it; 0 where it observed
// nothing, or its median lies beyond the last bucket.
func (s scraped) medianSince(before scraped, name string) float64 {
	now, was := s.histogram(name), before.histogram(name)
	half := float64(now.GetSampleCount()-was.GetSampleCount()) / 2
	from, below := 0.0, 0.0 // where the bucket begins, and how many lie below it
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
