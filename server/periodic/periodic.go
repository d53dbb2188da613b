// Package periodic repeats calls.
package periodic

import "time"

// Until calls do at intervals until done is closed. It does not call it at once.
func Until(done <-chan struct{}, interval time.Duration, do func()) {
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return
		case <-tick.C:
			do()
		}
	}
}
