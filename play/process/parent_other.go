//go:build !linux

package process

import "syscall"

// killedWithParent does nothing: only Linux can tie a process to its parent.
func killedWithParent() *syscall.SysProcAttr { return nil }
