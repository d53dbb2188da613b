package process_test

import (
	"bufio"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"nemeton/play/process"
	"nemeton/testkit/must"
)

// TestMain turns the test binary into the parent of a long-lived child if the environment asks for it. It prints the child's id.
func TestMain(m *testing.M) {
	if os.Getenv("PROCESS_TEST_PARENT") != "" {
		child := process.Command("/bin/sleep", "", "600")
		if err := child.Start(); err != nil {
			panic(err)
		}
		_, _ = os.Stdout.WriteString(strconv.Itoa(child.Process.Pid) + "\n")
		select {}
	}
	os.Exit(m.Run())
}

func TestCommand_EndsWithItsParent(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("only Linux ties a process to its parent")
	}
	parent := process.Command(os.Args[0], t.TempDir())
	parent.Env = append(parent.Env, "PROCESS_TEST_PARENT=1")
	output := must.Return(parent.StdoutPipe())(t)
	must.Succeed(t, parent.Start())
	line := must.Return(bufio.NewReader(output).ReadString('\n'))(t)
	_ = parent.Process.Kill()
	_ = parent.Wait()
	stat := "/proc/" + strings.TrimSpace(line) + "/stat"
	for deadline := time.Now().Add(5 * time.Minute); ; runtime.Gosched() {
		raw, err := os.ReadFile(stat)
		if err != nil || strings.Contains(string(raw), ") Z ") {
			return // ended, or a zombie
		}
		if time.Now().After(deadline) {
			t.Fatalf("the child lives on: %s", raw)
		}
	}
}
