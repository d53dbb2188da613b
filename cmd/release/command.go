package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// command runs a program in a folder, with settings added to the environment. Its output goes to log if the program fails.
func command(ctx context.Context, dir string, env []string, log io.Writer, name string, args ...string) error {
	_, err := output(ctx, dir, env, log, name, args...)
	return err
}

// output does the same as command and returns the standard output.
func output(ctx context.Context, dir string, env []string, log io.Writer, name string, args ...string) ([]byte, error) {
	var out, all bytes.Buffer
	cmd := exec.CommandContext(ctx, name, args...) //nolint:gosec // the callers name the tools
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	cmd.Stdout, cmd.Stderr = io.MultiWriter(&out, &all), &all
	if err := cmd.Run(); err != nil {
		_, _ = log.Write(all.Bytes())
		return nil, fmt.Errorf("%s %s: %w", name, strings.Join(args[:min(len(args), 2)], " "), err)
	}
	return out.Bytes(), nil
}
