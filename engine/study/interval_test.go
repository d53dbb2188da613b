package study

import (
	"math"
	"testing"

	"nemeton/testkit/expect"
)

func TestStudent(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]float64{12: 2.201, 16: 2.131, 24: 2.069, 48: 2.012, 96: 1.985} { // from tables
		if got := student(n); math.Abs(got-want) > 0.003 {
			t.Errorf("%d values: got %.4f, want %.3f", n, got, want)
		}
	}
}

func TestSample(t *testing.T) {
	t.Parallel()
	var s sample
	for _, x := range []float64{2, 4, 4, 4, 5, 5, 7, 9, 2, 4, 4, 4, 5, 5, 7, 9} {
		s.add(x)
	}
	half := 2.1314 * math.Sqrt(64.0/15) / 4 // the deviation of 16 values
	if got := s.exact(); math.Abs(got.Mean-5) > 1e-9 || math.Abs(got.High-5-half) > 0.002 || math.Abs(got.Low-5+half) > 0.002 {
		t.Errorf("got %+v, want 5 with %.4f to each side", got, half)
	}
}

func TestPercent(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		shares []float64
		want   []int
	}{
		{[]float64{1, 1, 1}, []int{34, 33, 33}},
		{[]float64{0, 48}, []int{0, 100}},
		{[]float64{0.5, 0.5, 23}, []int{2, 2, 96}},
	} {
		expect.Slice(t, percent(c.shares), c.want, c.shares)
	}
}

func TestHundredths_HasNoNegativeZero(t *testing.T) {
	t.Parallel()
	if got := hundredths(-0.001); math.Signbit(got) {
		t.Errorf("got %g", got)
	}
}
