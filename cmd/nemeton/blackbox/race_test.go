//go:build race

package blackbox_test

// With the detector on, the server under test has it on as well, and everything takes its time.
func init() {
	buildFlags = append(buildFlags, "-race")
	slack = 3
}
