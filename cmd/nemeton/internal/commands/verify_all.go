package commands

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"nemeton/cmd/internal/cli"
	"nemeton/cmd/nemeton/internal/wiring"
	"nemeton/engine/catalog"
	"nemeton/server/admin"
	"nemeton/server/audit"
	"nemeton/server/store"
	"nemeton/server/store/archive"
	"nemeton/server/store/open"
	"nemeton/server/telemetry"
)

// allChecked counts what a check of a database found.
type allChecked struct {
	running        map[audit.Verdict]int
	intact, faulty int  // archived logs
	unread         bool // there are archived logs, and no archive was named
}

func (c *Verify) checkAll(ctx context.Context, to cli.Streams) error {
	s, err := open.Store(ctx, c.Database, open.Options{SecretKey: []byte(c.SecretKey), Archive: c.Archive, Existing: true, Reading: true})
	if err != nil {
		return err
	}
	defer func() { _ = s.Close() }()
	found := allChecked{running: map[audit.Verdict]int{}}
	if err := c.checkRunning(ctx, s, to, found.running); err != nil {
		return err
	}
	if err := c.checkArchived(ctx, s, to, &found); err != nil {
		return err
	}
	return found.err()
}

func (c *Verify) checkRunning(ctx context.Context, s store.Store, to cli.Streams, count map[audit.Verdict]int) error {
	encode := json.NewEncoder(to.Out)
	err := audit.Running(ctx, s, catalog.Find, func(f audit.Finding) error {
		count[f.Verdict]++
		if c.JSON {
			return encode.Encode(f)
		}
		switch f.Verdict {
		case audit.Same:
			return nil
		case audit.Unknown:
			_, err := fmt.Fprintf(to.Out, "%s %s: NOT CHECKED: this program does not know the title\n", f.Title, f.Table)
			return err
		}
		_, err := fmt.Fprintf(to.Out, "%s %s: %s at entry %d: %s\n", f.Title, f.Table, f.Verdict, f.Seq, f.Detail)
		return err
	})
	if err != nil {
		return err
	}
	noted := admin.NoteVerify(ctx, s, admin.Verify{
		At: time.Now().UTC(), Version: wiring.BuildVersion(), Same: count[audit.Same], Different: count[audit.Other], Damaged: count[audit.Damaged], Unknown: count[audit.Unknown],
	})
	if noted != nil {
		_, _ = fmt.Fprintln(to.Errs, "nemeton: could not note this check for `nemeton admin`:", telemetry.Redact(noted.Error()))
	}
	if !c.JSON {
		_, err = fmt.Fprintf(to.Out, "%d running tables decide the same, %d decide differently, %d are damaged, %d have unknown titles\n",
			count[audit.Same], count[audit.Other], count[audit.Damaged], count[audit.Unknown])
	}
	return err
}

// checkArchived reads all archived logs.
func (c *Verify) checkArchived(ctx context.Context, s *archive.Store, to cli.Streams, found *allChecked) (err error) {
	if c.Archive == "" {
		some, err := s.ArchivedLogs(ctx, "", 1)
		if found.unread = len(some) > 0; err == nil && found.unread {
			_, err = fmt.Fprintln(to.Errs, "NOT CHECKED: there are logs in an archive, and --archive does not say where it is")
		}
		return err
	}
	encode := json.NewEncoder(to.Out)
	found.intact, err = s.Check(ctx, func(l store.ArchivedLog, cause error) error {
		found.faulty++
		if c.JSON {
			return encode.Encode(audit.Finding{Table: l.Table, Title: l.Title, Verdict: audit.Damaged, Detail: cause.Error()})
		}
		_, err := fmt.Fprintf(to.Out, "%s %s: %s: %v\n", l.Title, l.Table, audit.Damaged, cause)
		return err
	})
	if err == nil && !c.JSON {
		_, err = fmt.Fprintf(to.Out, "%d archived logs are intact, %d are missing or damaged\n", found.intact, found.faulty)
	}
	return err
}

// err is the error of a check that found this.
func (f allChecked) err() error {
	err := AllError(f.running)
	switch {
	case f.faulty > 0:
		err = ErrNotVerified
	case err == nil && f.unread:
		err = ErrNotJudged
	}
	return err
}

// AllError is the error of a check with these numbers of verdicts.
func AllError(count map[audit.Verdict]int) error {
	switch {
	case count[audit.Other]+count[audit.Damaged] > 0:
		return ErrNotVerified
	case count[audit.Unknown] > 0:
		return ErrNotJudged
	}
	return nil
}
