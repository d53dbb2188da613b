package study

import "math"

// normal is the factor of a 95 % interval with a known deviation.
const normal = 1.959964

// student is the factor of a 95 % interval of a mean of n values: the quantile of Student's t distribution, by the expansion of Cornish and
// Fisher. It is exact to 0.002 from 16 values on.
func student(n int) float64 {
	const (
		z  = normal
		z3 = z * z * z
		z5 = z3 * z * z
		z7 = z5 * z * z
	)
	v := float64(n - 1)
	return z + (z3+z)/(4*v) + (5*z5+16*z3+3*z)/(96*v*v) + (3*z7+19*z5+17*z3-15*z)/(384*v*v*v)
}

// sample collects values for a mean.
type sample struct {
	n            int
	sum, squares float64
}

func (s *sample) add(x float64) {
	s.n++
	s.sum += x
	s.squares += x * x
}

func (s *sample) mean() float64 { return s.sum / float64(max(1, s.n)) }

// meanVariance is the estimated variance of the mean. It needs two values.
func (s *sample) meanVariance() float64 {
	n := float64(s.n)
	return max(0, s.squares-s.sum*s.sum/n) / (n - 1) / n
}

// exact is the mean with its interval, not rounded.
func (s *sample) exact() Estimate { return around(s.mean(), student(s.n)*math.Sqrt(s.meanVariance())) }

func around(mean, half float64) Estimate {
	return Estimate{Mean: mean, Low: mean - half, High: mean + half}
}

func (e Estimate) rounded() Estimate {
	return Estimate{Mean: hundredths(e.Mean), Low: hundredths(e.Low), High: hundredths(e.High)}
}

func hundredths(x float64) float64 { return math.Round(x*100)/100 + 0 } // never -0

// percent turns shares into whole percents that sum up to 100. The largest remainders are rounded up.
func percent(shares []float64) []int {
	list, total := make([]int, len(shares)), 0.0
	for _, x := range shares {
		total += x
	}
	left := 100
	for i, x := range shares {
		list[i] = int(x * 100 / total)
		left -= list[i]
	}
	for ; left > 0; left-- {
		most := 0
		for i, x := range shares {
			if x*100/total-float64(list[i]) > shares[most]*100/total-float64(list[most]) {
				most = i
			}
		}
		list[most]++
	}
	return list
}
