package ws

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"

	"nemeton/server/wire"
	"nemeton/testkit/expect"
)

func TestCommandPool(t *testing.T) {
	t.Parallel()
	p := newCommandPool()
	p.join()
	const commands = 3 * maxIdleCommands
	var all, started sync.WaitGroup
	started.Add(commands)
	for n := range commands {
		all.Go(func() {
			id := fmt.Sprint(n)
			r := p.run(func() wire.Result {
				started.Done()
				started.Wait() // all commands run at once: none waits for another one's end
				return wire.Result{ID: id}
			})
			expect.Equal(t, r.ID, id, "the result of command")
		})
	}
	all.Wait()
	func() {
		defer func() {
			if why := fmt.Sprint(recover()); !strings.HasPrefix(why, "broken\n") || !strings.Contains(why, "TestCommandPool") {
				t.Errorf("got the panic %q, want that of the command with its stack", why)
			}
		}()
		p.run(func() wire.Result { panic("broken") })
	}()
	expect.Equal(t, p.run(func() wire.Result { return wire.Result{ID: "next"} }).ID, "next", "after a panic")
	idle := func() int {
		p.mu.Lock()
		defer p.mu.Unlock()
		return p.idle
	}
	if n := idle(); n > maxIdleCommands {
		t.Errorf("%d goroutines wait for a command, want at most %d", n, maxIdleCommands)
	}
	p.leave()
	for idle() > 0 { // they end with the last socket
		runtime.Gosched()
	}
}
