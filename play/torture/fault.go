package torture

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"nemeton/play/process"
)

// stopTimeout is how long a server that is told to stop may take.
const stopTimeout = 10 * time.Second

// Kill ends the server's process without a chance to tidy up, and starts it again.
func Kill(s *process.Server) Fault {
	return func(context.Context, *rand.Rand) error {
		s.Kill()
		return s.Start()
	}
}

// Stop asks the server to end in good order, which it must, and starts it again.
func Stop(s *process.Server) Fault {
	return func(context.Context, *rand.Rand) error {
		if code, took := s.Stop(); code != 0 || took > stopTimeout {
			return fmt.Errorf("told to stop, the server ended with code %d after %v\n%s", code, took, s.Output())
		}
		return s.Start()
	}
}
