package expect_test

import (
	"fmt"
	"io"
	"testing"

	"nemeton/testkit/expect"
)

// recorder is a test that keeps its errors.
type recorder struct {
	testing.TB

	errors []string
}

func (r *recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(format, args...))
}

func TestExpect_ReportsDifferences(t *testing.T) {
	t.Parallel()
	r := &recorder{}
	expect.Equal(r, 3, 3)
	expect.Slice(r, nil, []int{})
	expect.Equal(r, "a", "b", "seat", 2)
	expect.Equal(r, 1, 2)
	expect.Slice(r, []int{1}, []int{1, 2}, "seats")
	type point struct{ X, Y []int }
	expect.Deep(r, point{X: []int{1}}, point{X: []int{1}})
	expect.Deep(r, point{X: []int{1}}, point{Y: []int{1}}, "points")
	expect.Error(r, fmt.Errorf("read: %w", io.EOF), io.EOF)
	expect.Error(r, expect.Second(0, io.EOF), nil, "end")
	expect.Contains(r, "hello", "ell")
	expect.Contains(r, expect.First("hello", 1), "el lo", "greeting")
	expect.Failure(r, io.EOF)
	expect.Failure(r, expect.Third[int, int, error](0, 1, nil), "end")
	expect.Equal(r, "a\nb", "c", "text")
	want := []string{`seat 2: got "a", want "b"`, "got 1, want 2", "seats: got [1], want [1 2]", "points: got {X:[1] Y:[]}, want {X:[] Y:[1]}"}
	want = append(want, "end: got EOF, want <nil>", `greeting (a part of the text): got "hello", want "el lo"`, "end: got <nil>, want an error", "text: got \na\nb\n, want \nc\n")
	expect.Slice(t, r.errors, want)
}
