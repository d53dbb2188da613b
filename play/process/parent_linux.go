package process

import "syscall"

// killedWithParent lets the system kill a process when its parent dies, however that happens.
func killedWithParent() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
