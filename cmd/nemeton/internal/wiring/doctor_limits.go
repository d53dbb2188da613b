package wiring

import (
	"math"
	"os"
	"runtime/debug"
	"strconv"
	"strings"

	"nemeton/server/doctor"
)

// OwnLimits returns the limits of this process.
func OwnLimits() doctor.Limits {
	l := doctor.Limits{Files: maxFiles()}
	if n := debug.SetMemoryLimit(-1); n != math.MaxInt64 {
		l.Memory = n
	}
	if raw, err := os.ReadFile("/proc/sys/net/core/somaxconn"); err == nil {
		l.Backlog, _ = strconv.Atoi(strings.TrimSpace(string(raw)))
	}
	return l
}
