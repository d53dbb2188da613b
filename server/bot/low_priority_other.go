//go:build !linux

package bot

// lowerPriority does nothing, because threads have no priority of their own on this system.
func lowerPriority() {}
