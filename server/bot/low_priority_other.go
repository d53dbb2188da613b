//go:build !linux

package bot

// humble does nothing here: threads have no priority of their own that a program could set.
func humble() {}
