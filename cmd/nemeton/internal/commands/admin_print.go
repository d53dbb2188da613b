package commands

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"nemeton/cmd/internal/cli"
	"nemeton/server/admin"
)

// rows prints lines with columns. Texts of people must be quoted, so that they cannot move the cursor of a terminal.
func rows(out io.Writer, lines ...[]any) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, line := range lines {
		for i, column := range line {
			if i > 0 {
				_, _ = fmt.Fprint(w, "\t")
			}
			_, _ = fmt.Fprint(w, column)
		}
		_, _ = fmt.Fprintln(w)
	}
	return w.Flush()
}

// further adds a line that says where the rest of a list is.
func further(lines [][]any, more bool, where string) [][]any {
	if more {
		lines = append(lines, []any{where})
	}
	return lines
}

func minute(t time.Time) string { return t.UTC().Format("2006-01-02 15:04") }

type adminStatus struct{ adminTarget }

func (c adminStatus) Run(ctx context.Context, to cli.Streams) error {
	return c.show(ctx, to, func(a administrator) (any, [][]any, error) {
		s, err := a.Status(ctx)
		return s, statusLines(s), err
	})
}

func statusLines(s admin.Status) [][]any {
	lines := [][]any{
		{"version", s.Version},
		{"tables", fmt.Sprintf("%d running, %d open, %d finished", s.Tables.Running, s.Tables.Open, s.Tables.Finished)},
		{"people", fmt.Sprintf("%d, on %d devices", s.People, s.Sessions)},
		{"reports", fmt.Sprintf("%d open", s.Reports)},
		{"bans", s.Bans},
	}
	database := s.Database.Kind + ", " + admin.Bytes(s.Database.Bytes)
	if !s.Database.Works {
		database += ", CANNOT BE WRITTEN"
	}
	if g := s.Database.Growth; g != nil {
		database += fmt.Sprintf(", %s more than on %s", admin.Bytes(*g), s.Database.Since.UTC().Format(time.DateOnly))
	}
	if free := s.Database.Free; free != nil {
		database += ", " + admin.Bytes(*free) + " free"
	}
	return append(append(append(lines, []any{"database", database}), []any{"backups", backupsText(s)}, []any{"verify", verifyText(s)}), nodeLines(s)...)
}

func backupsText(s admin.Status) string {
	b := s.Backups
	switch {
	case b.Folder == "":
		return "unknown: name the directory with --admin-backups"
	case b.Error != "":
		return "the directory cannot be read: " + b.Error
	case b.Newest == nil:
		return "NONE in " + b.Folder
	}
	checked := "checked when it was written"
	if !b.Newest.Checked {
		checked = "made by another program"
	}
	return fmt.Sprintf("%d, the newest %s: %s, %s, %s", b.Count, admin.Ago(b.Newest.At, s.Now), b.Newest.Name, admin.Bytes(b.Newest.Bytes), checked)
}

func verifyText(s admin.Status) string {
	v := s.Verify
	if v == nil {
		return "never run: nemeton verify --all"
	}
	result := "nothing is wrong"
	if !v.Good() {
		result = "SOMETHING IS WRONG"
	}
	return fmt.Sprintf("%s: %s; %d same, %d different, %d damaged, %d unknown", admin.Ago(v.At, s.Now), result, v.Same, v.Different, v.Damaged, v.Unknown)
}

func nodeLines(s admin.Status) (lines [][]any) {
	for _, n := range s.Nodes {
		lines = append(lines, []any{"node", fmt.Sprintf("%s: %d sockets, %d tables in memory, version %s, started %s", n.Name, n.Sockets, n.Tables, n.Version, admin.Ago(n.Started, s.Now))})
	}
	return lines
}

type adminTables struct {
	State  string `enum:",open,running,finished" default:"" help:"Only tables in this state: open, running or finished."`
	Title  string `help:"Only tables of this title."`
	Player string `help:"Only tables with this player, by id."`
	adminTarget
}

func (c adminTables) Run(ctx context.Context, to cli.Streams) error {
	return c.show(ctx, to, func(a administrator) (any, [][]any, error) {
		list, more, err := a.Tables(ctx, admin.TableQuery{State: c.State, Title: c.Title, Player: c.Player})
		lines := [][]any{{"ID", "TITLE", "STATE", "CHANGED", "SEATS"}}
		for _, t := range list {
			seats := make([]string, len(t.Seats))
			for i, seat := range t.Seats {
				seats[i] = seatText(seat)
			}
			lines = append(lines, []any{t.ID, t.Title, t.State, minute(t.Updated), strings.Join(seats, ", ")})
		}
		return admin.List[admin.Table]{List: list, More: more}, further(lines, more, "There are more. --state, --title and --player select."), err
	})
}

func seatText(s admin.Seat) string {
	text := "free"
	switch {
	case s.Player != "":
		text = strconv.Quote(s.Name)
	case s.Bot != "":
		text = "bot"
	}
	if s.Owes {
		text += " (to move)"
	}
	return text
}

type adminPeople struct {
	Name string `arg:"" optional:"" help:"Beginning of the name."`
	Page int    `help:"Number of the page, from 0."`
	adminTarget
}

func (c adminPeople) Run(ctx context.Context, to cli.Streams) error {
	return c.show(ctx, to, func(a administrator) (any, [][]any, error) {
		list, more, err := a.People(ctx, c.Name, c.Page)
		lines := [][]any{{"ID", "SEEN", "DEVICES", "SOCKETS", "NAME"}}
		for _, p := range list {
			seen := "signed out"
			if p.Seen != nil {
				seen = minute(*p.Seen)
			}
			lines = append(lines, []any{p.ID, seen, p.Sessions, p.Sockets, strconv.Quote(p.Name)})
		}
		return admin.List[admin.Person]{List: list, More: more}, further(lines, more, fmt.Sprintf("There are more: --page %d", c.Page+1)), err
	})
}

type adminLimits struct{ adminTarget }

func (c adminLimits) Run(ctx context.Context, to cli.Streams) error {
	return c.show(ctx, to, func(a administrator) (any, [][]any, error) {
		s, err := a.Status(ctx)
		lines := [][]any{{"NODE", "LIMIT", "COUNT", "LAST", "BY"}}
		for _, n := range s.Nodes {
			for _, l := range n.Limits {
				by := make([]string, len(l.By))
				for i, b := range l.By {
					by[i] = fmt.Sprintf("%s (%d)", b.Key, b.Count)
				}
				lines = append(lines, []any{n.Name, l.Limit, l.Count, minute(l.Last), strings.Join(by, ", ")})
			}
		}
		return s.Nodes, lines, err
	})
}

type adminBans struct{ adminTarget }

func (c adminBans) Run(ctx context.Context, to cli.Streams) error {
	return c.show(ctx, to, func(a administrator) (any, [][]any, error) {
		list, err := a.Bans(ctx)
		lines := [][]any{{"RANGE", "UNTIL", "BY", "REASON"}}
		for _, b := range list {
			until := "lifted"
			if b.Ends != nil {
				until = minute(*b.Ends)
			}
			lines = append(lines, []any{b.Range, until, b.By, strconv.Quote(b.Reason)})
		}
		return list, lines, err
	})
}

type adminLog struct{ adminTarget }

func (c adminLog) Run(ctx context.Context, to cli.Streams) error {
	return c.show(ctx, to, func(a administrator) (any, [][]any, error) {
		list, more, err := a.Acts(ctx, time.Time{}, "")
		lines := [][]any{{"TIME", "BY", "VIA", "ACT", "SUBJECT", "OUTCOME", "REASON"}}
		for _, act := range list {
			lines = append(lines, []any{minute(act.At), act.By, act.Via, act.Kind, act.Subject, cmp.Or(act.Outcome, "unknown"), strconv.Quote(act.Reason)})
		}
		return admin.List[admin.Act]{List: list, More: more}, further(lines, more, "There are older acts. The page Log of a running server shows them."), err
	})
}
