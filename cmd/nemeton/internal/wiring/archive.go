package wiring

import (
	"context"
	"errors"
	"fmt"
	"time"

	"nemeton/server/store"
	"nemeton/server/store/archive"
)

// MinArchiveAge is the shortest time after the end of a game at which its log may move to the archive. Until then people look at it often.
const MinArchiveAge = 24 * time.Hour

const (
	// archiveInterval is the time between two looks for logs to archive.
	archiveInterval = time.Hour
	// archiveProbe is the longest time that a start waits for the archive.
	archiveProbe = 3 * time.Second
	// archivePause is the pause after each log, so that play goes on.
	archivePause = 200 * time.Millisecond
)

func (s *Serve) checkArchive() error {
	if _, err := archive.Open(s.Archive); err != nil {
		return fmt.Errorf("--archive: %w", err)
	}
	switch {
	case s.ArchiveAfter == 0:
		return nil
	case s.Archive == "":
		return errors.New("--archive-after needs --archive")
	}
	return CheckArchiveAge(s.ArchiveAfter)
}

// CheckArchiveAge returns an error if logs of that age may not be archived.
func CheckArchiveAge(age time.Duration) error {
	if age < MinArchiveAge {
		return fmt.Errorf("logs must be at least %v old before they are archived; got %v", MinArchiveAge, age)
	}
	return nil
}

// probeArchive warns of an archive that cannot be read. The start goes on, because only old games need it.
func (a *App) probeArchive(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, archiveProbe)
	defer cancel()
	if err := a.archived.ProbeObjects(ctx); err != nil {
		a.log.Warn().Err(err).Msg("the archive of --archive cannot be read: games whose logs are there cannot be shown, and no log moves there")
	}
}

// sweepArchive starts the sweeps that delete unused objects of the archive, and move old logs there.
func (a *App) sweepArchive(ctx context.Context) (stop func()) {
	if a.archiveAfter == 0 {
		return func() {}
	}
	return sweep(ctx, archiveInterval, func() {
		job := archive.Job{
			Now: a.environment.Now, Entropy: a.environment.Entropy,
			Skipped: func(l store.FinishedLog, err error) {
				a.log.Error().Err(err).Str("table", string(l.Table)).Msg("a log cannot move to the archive")
			},
			Next: a.pauseArchive,
		}
		_, err := a.archived.Clean(ctx, job)
		var moved archive.Moved
		if err == nil {
			moved, err = a.archived.Move(ctx, a.environment.Now().Add(-a.archiveAfter), job)
		}
		if moved.Logs > 0 {
			a.log.Info().Int("logs", moved.Logs).Int("entries", moved.Entries).Int64("bytes", moved.Archived).Msg("moved logs of old games to the archive")
		}
		if err != nil && ctx.Err() == nil {
			a.log.Warn().Err(err).Msg("could not move logs of old games to the archive; the next sweep tries again")
		}
	})
}

// pauseArchive waits between two logs. It returns false if the server stops.
func (a *App) pauseArchive(ctx context.Context) bool {
	over := make(chan struct{})
	stop := a.environment.After(archivePause, func() { close(over) })
	defer stop()
	select {
	case <-ctx.Done():
		return false
	case <-over:
		return true
	}
}
