//go:build !failpoint

package failpoint

// Enabled reports whether this program contains the failpoints.
const Enabled = false

// Reach does nothing.
func Reach(Point) {}
