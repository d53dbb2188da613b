package commands

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"nemeton/cmd/internal/cli"
	"nemeton/cmd/nemeton/internal/wiring"
	"nemeton/server/store"
	"nemeton/server/store/archive"
	"nemeton/server/store/open"
)

// ArchiveCmd is the command that moves the logs of old games between the database and an archive.
type ArchiveCmd struct {
	Older     time.Duration `default:"8760h" help:"Move the logs of games that ended at least this long ago; at least 24h. The default is a year."`
	Back      bool          `help:"Move all archived logs back into the database instead."`
	Archive   string        `required:"" env:"NEMETON_ARCHIVE" placeholder:"DIRECTORY" help:"Archive: a directory, or a bucket of an S3-compatible store (https://HOST/BUCKET/PREFIX)."`
	Database  string        `default:"sqlite:nemeton.db" env:"NEMETON_DATABASE" help:"Database of the server: sqlite:PATH (stop its server first) or postgres://..."`
	SecretKey string        `env:"NEMETON_SECRET_KEY" placeholder:"KEY" help:"Key of a server that encrypts the secrets of its tables. It encrypts the archived logs, too."`
}

var errNotMoved = errors.New("some logs were not moved, because they are damaged")

// Run deletes unused objects, moves logs, and prints how many. It fails if a log was damaged.
func (c ArchiveCmd) Run(ctx context.Context, to cli.Streams) error {
	if err := wiring.CheckArchiveAge(c.Older); err != nil {
		return fmt.Errorf("--older: %w", err)
	}
	s, err := open.Store(ctx, c.Database, open.Options{SecretKey: []byte(c.SecretKey), Archive: c.Archive, Existing: true})
	if err != nil {
		return fmt.Errorf("open the database: %w", err)
	}
	damaged := 0
	job := archive.Job{
		Now: time.Now, Entropy: rand.Reader,
		Skipped: func(l store.FinishedLog, cause error) {
			damaged++
			_, _ = fmt.Fprintf(to.Errs, "table %s was not moved: %v\n", l.Table, cause)
		},
	}
	if err = errors.Join(c.move(ctx, s, job, to), s.Close()); err == nil && damaged > 0 {
		err = errNotMoved
	}
	return err
}

func (c ArchiveCmd) move(ctx context.Context, s *archive.Store, job archive.Job, to cli.Streams) error {
	deleted, err := s.Clean(ctx, job)
	if err != nil {
		return err
	}
	if deleted > 0 {
		if _, err := fmt.Fprintf(to.Out, "%d objects that are not used any more were deleted\n", deleted); err != nil {
			return err
		}
	}
	var m archive.Moved
	if c.Back {
		m, err = s.Return(ctx, job)
	} else {
		m, err = s.Move(ctx, job.Now().Add(-c.Older), job)
	}
	text := "%d logs with %d entries moved to %s: %d bytes became %d\n"
	if c.Back {
		text = "%d logs with %d entries moved back from %s: %d bytes, which were %d there\n"
	}
	_, printed := fmt.Fprintf(to.Out, text, m.Logs, m.Entries, c.Archive, m.Bytes, m.Archived)
	return errors.Join(err, printed)
}
