package torture

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"nemeton/play/process"
)

// stopTimeout is the longest time that a server may take to stop after SIGTERM.
const stopTimeout = 10 * time.Second

// Kill returns a fault that ends the server by SIGKILL and starts it again.
func Kill(s *process.Server) Fault {
	return func(context.Context, *rand.Rand) error {
		s.Kill()
		return s.Start()
	}
}

// Stop returns a fault that stops the server by SIGTERM and starts it again. It fails if the server does not stop cleanly.
func Stop(s *process.Server) Fault {
	return func(context.Context, *rand.Rand) error {
		if code, took := s.Stop(); code != 0 || took > stopTimeout {
			return fmt.Errorf("server stopped with exit code %d after %v\n%s", code, took, s.Output())
		}
		return s.Start()
	}
}
