package main

import (
	"os"
	"runtime/debug"
)

// garbagePercent is how much more memory than is in use may be garbage before it is collected. A server that plays makes much of it and
// holds little: at Go's usual 100 every sixth processor second went into collecting.
const garbagePercent = 300

// collectLess sets it, where nobody has said otherwise by GOGC.
func collectLess() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbagePercent)
	}
}
