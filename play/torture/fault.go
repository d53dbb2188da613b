package torture

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"nemeton/play/process"
)

// Kill returns a fault that ends the server by SIGKILL and starts it again.
func Kill(s *process.Server) Fault {
	return func(context.Context, *rand.Rand) error {
		s.Kill()
		return s.Start()
	}
}

// Stop returns a fault that stops the server by SIGTERM and starts it again. It fails if the server does not stop cleanly, or takes longer than longest.
func Stop(s *process.Server, longest time.Duration) Fault {
	return func(context.Context, *rand.Rand) error {
		if code, took := s.Stop(); code != 0 || took > longest {
			return fmt.Errorf("server stopped with exit code %d after %v\n%s", code, took, s.Output())
		}
		return s.Start()
	}
}
