package bot

import (
	"runtime"
	"syscall"
)

// niceness is how far the operating system puts thinking behind everything else that the server does.
const niceness = 10

// humble lets the calling goroutine give way to people's commands on the processor as well: its thread gets a low priority for good, and
// ends with it. Where that is not allowed it thinks on as it is.
func humble() {
	runtime.LockOSThread()
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, syscall.Gettid(), niceness)
}
