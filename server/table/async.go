package table

import (
	"fmt"
	"runtime/debug"
)

// aside does something beside its caller, who is given what came of it when it asks, or its panic. What it reads may not be changed before.
func aside[T any](do func() T) (done func() T) {
	var made T
	var fault string
	over := make(chan struct{})
	go func() {
		defer close(over)
		defer func() {
			if why := recover(); why != nil {
				fault = fmt.Sprintf("%v\n%s", why, debug.Stack())
			}
		}()
		made = do()
	}()
	return func() T {
		<-over
		if fault != "" {
			panic(fault)
		}
		return made
	}
}
