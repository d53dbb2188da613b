package table

import (
	"fmt"
	"runtime/debug"
)

// async runs do in a goroutine. It returns a function that waits for the result and re-raises a panic of do, with its stack. Data
// that do reads must not change before that.
func async[T any](do func() T) (wait func() T) {
	var result T
	var panicked string
	finished := make(chan struct{})
	go func() {
		defer close(finished)
		defer func() {
			if why := recover(); why != nil {
				panicked = fmt.Sprintf("%v\n%s", why, debug.Stack())
			}
		}()
		result = do()
	}()
	return func() T {
		<-finished
		if panicked != "" {
			panic(panicked)
		}
		return result
	}
}
