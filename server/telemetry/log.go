package telemetry

import (
	"fmt"
	"io"
	"os"

	"github.com/mattn/go-isatty"
	"github.com/rs/zerolog"
)

// NewLog makes a logger of the given level ("debug", "info", "warn", "error"). It writes readable lines to a terminal, else one JSON
// object per line. Passwords in addresses are left out of every line.
func NewLog(out io.Writer, level string) (zerolog.Logger, error) {
	l, err := zerolog.ParseLevel(level)
	if err != nil || l == zerolog.NoLevel {
		return zerolog.Nop(), fmt.Errorf("unknown log level %q", level)
	}
	lines := io.Writer(redactor{out})
	if f, ok := out.(*os.File); ok && isatty.IsTerminal(f.Fd()) {
		lines = zerolog.ConsoleWriter{Out: lines, TimeFormat: "15:04:05.000"}
	}
	return zerolog.New(lines).Level(l).With().Timestamp().Logger(), nil
}
