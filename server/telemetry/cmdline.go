package telemetry

import (
	"io"
	"net/http"
	"os"
	"strings"
)

// cmdline serves the command line as pprof.Cmdline does, but without the values of flags: they may be secrets.
func cmdline(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	_, _ = io.WriteString(w, strings.Join(withoutValues(os.Args), "\x00")) //nolint:gosec // plain text, on the admin address
}

// withoutValues returns the program, its command and the names of its flags.
func withoutValues(args []string) []string {
	if len(args) == 0 {
		return nil
	}
	kept := args[:1:1]
	for i := 1; i < len(args); i++ {
		name, _, valued := strings.Cut(args[i], "=")
		switch {
		case strings.HasPrefix(name, "-"):
			kept = append(kept, name)
			if !valued {
				i++ // the next argument is the value
			}
		case i == 1:
			kept = append(kept, args[i])
		}
	}
	return kept
}
