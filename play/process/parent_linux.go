package process

import "syscall"

// killedWithParent makes the kernel kill a process when its parent ends for any reason.
func killedWithParent() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
