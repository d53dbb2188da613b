package doctor

import (
	"context"
	"errors"
	"strings"

	"nemeton/server/store/archive"
)

// Archive judges the archive of a database that has archived logs.
func Archive(found archive.Findings) Finding {
	const name = "archive"
	switch {
	case found.Missing+found.Damaged > 0:
		return problem(name, "bring the objects back from a copy of the archive; nemeton verify --all reads all of them",
			"of %d archived logs, %d are missing, and %d of those that were read are damaged: %s", found.Logs, found.Missing, found.Damaged, strings.Join(found.Faults, "; "))
	case errors.Is(found.Failed, context.DeadlineExceeded):
		return warning(name, "nemeton verify --all reads all of them", "%d logs are archived, and not all were looked up in the time that a doctor takes", found.Logs)
	case found.Failed != nil:
		return problem(name, "check --archive and the rights there; games whose logs are there cannot be replayed", "%d logs are archived, and not all were looked up: %v", found.Logs, found.Failed)
	}
	return ok(name, "%d archived logs are there; %d of them were read and are intact", found.Logs, found.Read)
}
