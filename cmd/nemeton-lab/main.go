// Command nemeton-lab plays, measures and attacks servers. Releases do not contain it.
package main

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"nemeton/cmd/internal/cli"
)

// commands are the commands with their flags.
type commands struct {
	Play    playCmd    `cmd:"" help:"Play whole games on a running server and check the protocol."`
	Bench   bench      `cmd:"" help:"Measure bots, servers and stores."`
	Torture tortureCmd `cmd:"" help:"Play on a server that is killed again and again, and check that no move is lost."`
	Lesson  lessonCmd  `cmd:"" help:"Help authors of lessons."`
}

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run executes one command line and returns the exit code.
func run(args []string, out, errs io.Writer) int {
	return cli.Program{Name: "nemeton-lab", Description: "Plays, measures and attacks servers of Nemeton.", Commands: &commands{}}.Run(args, out, errs)
}

// streams are the outputs of a command.
type streams = cli.Streams

// serverGCPercent is the setting of the garbage collector that a server has.
const serverGCPercent = 200

// programEnv is the environment variable that names the program of the servers that commands start.
const programEnv = "NEMETON_PROGRAM"

// serverProgram returns the program of the servers that a command starts. It is the first that exists: the file that programEnv names, nemeton beside
// this program, bin/nemeton in the working folder, nemeton on the path.
func serverProgram() (string, error) {
	name := "nemeton"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	candidates := []string{os.Getenv(programEnv)}
	if self, err := os.Executable(); err == nil {
		candidates = append(candidates, filepath.Join(filepath.Dir(self), name))
	}
	for _, path := range append(candidates, filepath.Join("bin", name)) {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() { //nolint:gosec // G703: the caller names the program
			return filepath.Abs(path)
		}
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return "", errors.Join(errors.New("the program of the server is missing: make build, or set "+programEnv), err)
	}
	return path, nil
}
