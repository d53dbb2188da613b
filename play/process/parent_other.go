//go:build !linux

package process

import "syscall"

// killedWithParent does nothing: only Linux can tie a process to its parent.
func withParent() *syscall.SysProcAttr { return nil }
