package process

import (
	"os"
	"time"

	"github.com/prometheus/procfs"
)

// Usage is the resource usage of a process.
type Usage struct {
	CPU      time.Duration // of all threads, user and system time
	Resident int64         // bytes of memory
}

// Usage reads the usage of the process from /proc, which only Linux has.
func (s *Server) Usage() (Usage, error) { return usageOf(s.cmd.Process.Pid) }

// OwnUsage reads the usage of this process from /proc, which only Linux has.
func OwnUsage() (Usage, error) { return usageOf(os.Getpid()) }

func usageOf(pid int) (Usage, error) {
	process, err := procfs.NewProc(pid)
	if err != nil {
		return Usage{}, err
	}
	stat, err := process.Stat()
	return Usage{CPU: time.Duration(stat.CPUTime() * float64(time.Second)), Resident: int64(stat.ResidentMemory())}, err
}
