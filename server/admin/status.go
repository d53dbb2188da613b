package admin

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"nemeton/server/store"
)

// Status is an overview of the server.
type Status struct {
	Version  string      `json:"version"`
	Now      time.Time   `json:"now"`
	Running  bool        `json:"running"` // a server runs here; else this is the store alone
	Nodes    []Node      `json:"nodes"`
	Database Database    `json:"database"`
	Tables   TableCounts `json:"tables"`
	People   int         `json:"people"`
	Sessions int         `json:"sessions"`
	Reports  int         `json:"reports"` // open reports of chat messages
	Bans     int         `json:"bans"`
	Backups  Backups     `json:"backups"`
	Verify   *Verify     `json:"verify,omitempty"` // the last check of all running tables; absent before the first
}

// TableCounts are the numbers of tables by state.
type TableCounts struct {
	Open     int `json:"open"`
	Running  int `json:"running"`
	Finished int `json:"finished"`
	Closed   int `json:"closed"`
}

// Database describes the store.
type Database struct {
	Kind  string `json:"kind"`
	Works bool   `json:"works"` // a write succeeds
	Bytes int64  `json:"bytes"`
	// Free are the free bytes of its disk; absent if this machine does not know them.
	Free *int64 `json:"free,omitempty"`
	// Growth is the growth in bytes since Since, the earliest size within 30 days; absent before the second day.
	Growth *int64     `json:"growth,omitempty"`
	Since  *time.Time `json:"since,omitempty"`
}

// Verify is the result of the last `nemeton verify --all`.
type Verify struct {
	At        time.Time `json:"at"`
	Version   string    `json:"version"`
	Same      int       `json:"same"`
	Different int       `json:"different"`
	Damaged   int       `json:"damaged"`
	Unknown   int       `json:"unknown"`
}

func (v Verify) Good() bool { return v.Different == 0 && v.Damaged == 0 }

// NoteVerify stores the result of a check of all running tables.
func NoteVerify(ctx context.Context, s store.Operators, v Verify) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return s.SetNote(ctx, store.Note{Kind: store.NoteVerify, Name: "last", At: v.At, Value: string(raw)})
}

func (s *Service) Status(ctx context.Context) (Status, error) {
	now := s.cfg.Now()
	status := Status{Version: s.cfg.Version, Now: now, Running: s.cfg.Server != nil, Backups: readBackups(s.cfg.Backups)}
	totals, err := s.cfg.Store.Totals(ctx)
	if err != nil {
		return status, err
	}
	status.People, status.Sessions, status.Reports = totals.People, totals.Sessions, totals.Reports
	status.Tables = TableCounts{totals.Tables[store.Open], totals.Tables[store.Running], totals.Tables[store.Finished], totals.Tables[store.Closed]}
	status.Database = Database{Kind: s.cfg.Kind, Works: s.cfg.Server == nil || s.cfg.Server.StoreWorks(ctx), Bytes: totals.Bytes}
	if free, ok := s.cfg.Free(); ok {
		status.Database.Free = &free
	}
	if err := s.growth(ctx, &status.Database, now); err != nil {
		return status, err
	}
	if status.Nodes, err = s.Nodes(ctx); err != nil {
		return status, err
	}
	bans, err := s.cfg.Store.Bans(ctx, now)
	if err != nil {
		return status, err
	}
	status.Bans = len(bans)
	checks, err := s.cfg.Store.Notes(ctx, store.NoteVerify)
	for _, n := range checks {
		var v Verify
		if json.Unmarshal([]byte(n.Value), &v) == nil {
			status.Verify = &v
		}
	}
	return status, err
}

// growthDays is the longest time over which the growth is measured.
const growthDays = 30

// growth compares the size with the earliest one of the last days.
func (s *Service) growth(ctx context.Context, d *Database, now time.Time) error {
	sizes, err := s.cfg.Store.Notes(ctx, store.NoteSize)
	first := now.AddDate(0, 0, -growthDays)
	for _, n := range sizes { // by day
		bytes, bad := strconv.ParseInt(n.Value, 10, 64)
		if bad != nil || n.At.Before(first) || now.Sub(n.At) < 24*time.Hour {
			continue
		}
		growth, since := d.Bytes-bytes, n.At
		d.Growth, d.Since = &growth, &since
		break
	}
	return err
}
