//go:build race

package blackbox_test

// With the detector on, the server under test has it on as well.
func init() {
	buildFlags = append(buildFlags, "-race")
}
