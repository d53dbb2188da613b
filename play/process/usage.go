package process

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"time"
)

// clockTick is the unit of CPU times in /proc.
const clockTick = 10 * time.Millisecond

// Usage is the resource usage of a process.
type Usage struct {
	CPU      time.Duration // of all threads, user and system time
	Resident int64         // bytes of memory
}

// Usage reads the usage of the process from /proc, which only Linux has.
func (s *Server) Usage() (Usage, error) { return usageOf(s.cmd.Process.Pid) }

// OwnUsage reads the usage of this process from /proc, which only Linux has.
func OwnUsage() (Usage, error) { return usageOf(os.Getpid()) }

func usageOf(pid int) (u Usage, err error) {
	dir := fmt.Sprintf("/proc/%d/", pid)
	stat, err := os.ReadFile(dir + "stat")
	if err != nil {
		return u, err
	}
	// The second field is the program's name in brackets. The CPU times are the 12th and the 13th field after it.
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	statm, err := os.ReadFile(dir + "statm")
	if err != nil {
		return u, err
	}
	pages := bytes.Fields(statm)
	if len(fields) < 13 || len(pages) < 2 {
		return u, fmt.Errorf("unknown format of %sstat or statm", dir)
	}
	for _, field := range fields[11:13] {
		n, err := strconv.ParseInt(string(field), 10, 64)
		if err != nil {
			return u, err
		}
		u.CPU += time.Duration(n) * clockTick
	}
	n, err := strconv.ParseInt(string(pages[1]), 10, 64)
	u.Resident = n * int64(os.Getpagesize())
	return u, err
}
