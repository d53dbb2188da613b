package process

import "syscall"

// withParent lets the system kill a process when its parent dies, however that happens.
func withParent() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
