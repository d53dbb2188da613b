package ws

import (
	"fmt"
	"runtime/debug"
)

// aside runs f on a goroutine of its own and waits for it. What needs much stack for a moment must not leave it to a goroutine that
// waits for hours afterwards: a socket's memory is mostly stacks. A panic of f becomes the caller's.
func aside(f func()) {
	var broke string
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() {
			if why := recover(); why != nil {
				broke = fmt.Sprintf("%v\n%s", why, debug.Stack())
			}
		}()
		f()
	}()
	if <-done; broke != "" {
		panic(broke)
	}
}
