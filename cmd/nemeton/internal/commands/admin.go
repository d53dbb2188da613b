// Package commands implements the commands of the program beside serve: its tools for operators and players.
package commands

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/user"
	"strconv"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"nemeton/cmd/internal/cli"
	"nemeton/cmd/nemeton/internal/wiring"
	"nemeton/server/admin"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/store/open"
)

// AdminCmd shows and administers a server.
type AdminCmd struct {
	Status  adminStatus  `cmd:"" default:"withargs" help:"Print an overview: nodes, tables, people, disk, backups, and the last check of the running tables."`
	Tables  adminTables  `cmd:"" help:"Print tables, the last changed first."`
	People  adminPeople  `cmd:"" help:"Print people, the last seen first."`
	Limits  adminLimits  `cmd:"" help:"Print the limits that refused something, and the addresses."`
	Close   adminClose   `cmd:"" help:"Close an open or running table for good. It needs a running server."`
	Reports adminReports `cmd:"" help:"Print the reported chat messages, the oldest first."`
	Remove  adminRemove  `cmd:"" help:"Remove the message of a report for all its readers, and close the report."`
	Dismiss adminDismiss `cmd:"" help:"Close a report. Its message stays."`
	Texts   adminTexts   `cmd:"" help:"Better texts that readers suggest: list or dismiss them, or print a patch of the files of texts."`
	Ban     adminBan     `cmd:"" help:"Ban an address or a range."`
	Unban   adminUnban   `cmd:"" help:"Lift a ban."`
	Bans    adminBans    `cmd:"" help:"Print the bans."`
	Link    adminLink    `cmd:"" help:"Make a code with which a player who lost everything signs in, once within a day."`
	Door    adminDoor    `cmd:"" help:"Codes that let new people in while the door is closed."`
	Log     adminLog     `cmd:"" help:"Print what operators did, the newest first."`
}

// adminTarget selects a running server, or else a database.
type adminTarget struct {
	URL       string `name:"url" env:"NEMETON_ADMIN_URL" placeholder:"http://HOST:PORT" help:"Admin address of a running server. Default: that of --admin-addr."`
	AdminAddr string `env:"NEMETON_ADMIN_ADDR" placeholder:"ADDRESS" help:"Admin address as the server has it, on this machine. Without both, the command reads the database."`
	KeyFile   string `name:"admin-key-file" env:"NEMETON_ADMIN_KEY_FILE" placeholder:"FILE" help:"File with the key; its first one counts. Default: the file beside an SQLite database."`
	Key       string `name:"admin-key" env:"NEMETON_ADMIN_KEY" placeholder:"KEY" help:"Key of an operator. Prefer the environment variable, because process lists show flags."`
	Database  string `default:"sqlite:nemeton.db" env:"NEMETON_DATABASE" help:"Database of the server: sqlite:PATH (if no server runs) or postgres://..."`
	JSON      bool   `name:"json" help:"Print JSON."`
}

// administrator is a running server or a database.
type administrator interface {
	Status(ctx context.Context) (admin.Status, error)
	Tables(ctx context.Context, q admin.TableQuery) ([]admin.Table, bool, error)
	People(ctx context.Context, name string, page int) ([]admin.Person, bool, error)
	Bans(ctx context.Context) ([]admin.Ban, error)
	Acts(ctx context.Context, before time.Time, id string) ([]admin.Act, bool, error)
	CloseTable(ctx context.Context, by admin.Operator, id, reason string) error
	Reports(ctx context.Context, all bool) ([]admin.Report, error)
	RemoveMessage(ctx context.Context, by admin.Operator, report, reason string) error
	DismissReport(ctx context.Context, by admin.Operator, report, reason string) error
	Suggestions(ctx context.Context) ([]admin.Suggestion, error)
	DismissSuggestion(ctx context.Context, by admin.Operator, id, reason string) error
	Ban(ctx context.Context, by admin.Operator, q admin.BanRequest) (string, error)
	Unban(ctx context.Context, by admin.Operator, address, reason string) (string, error)
	MakeLink(ctx context.Context, by admin.Operator, player, reason string) (admin.Link, error)
	MakeDoorCode(ctx context.Context, by admin.Operator, note string, uses int) (admin.Link, error)
	DoorCodes(ctx context.Context) ([]admin.DoorCode, error)
	RevokeDoorCode(ctx context.Context, by admin.Operator, id, reason string) error
}

func (t adminTarget) run(ctx context.Context, reading bool, do func(a administrator) error) error {
	address, err := t.address()
	if err != nil {
		return err
	}
	if address != "" {
		key, err := t.key()
		if err != nil {
			return err
		}
		return plainError(do(admin.Client{URL: address, Key: key}))
	}
	s, err := open.Store(ctx, t.Database, open.Options{Existing: true, Reading: reading})
	if errors.Is(err, store.ErrForeign) {
		return fmt.Errorf("%w; if a server runs, give its admin address: --url, or NEMETON_ADMIN_ADDR", err)
	}
	if err != nil {
		return fmt.Errorf("open the database: %w", err)
	}
	real := wiring.NewEnvironment()
	service := admin.NewService(admin.Config{
		Store: s, Doors: wiring.StoreDoors(s), Now: real.Now, NewID: real.NewID, Log: zerolog.Nop(), Version: wiring.BuildVersion(), Kind: wiring.DatabaseKind(t.Database), Free: wiring.FreeSpaceOf(t.Database),
		Texts: wiring.TextSources(), Backups: os.Getenv("NEMETON_ADMIN_BACKUPS"),
	})
	return errors.Join(plainError(do(service)), s.Close())
}

// plainError leaves the code of a refusal out.
func plainError(err error) error {
	if refused := (*apperr.Error)(nil); errors.As(err, &refused) {
		return errors.New(refused.Message)
	}
	return err
}

// address returns the URL of the admin address; empty: none is given.
func (t adminTarget) address() (string, error) {
	if t.URL != "" || t.AdminAddr == "" {
		return t.URL, nil
	}
	own, err := ownAddress(t.AdminAddr)
	if err != nil {
		return "", fmt.Errorf("admin address %s: %w", t.AdminAddr, err)
	}
	return "http://" + own, nil
}

// key returns the first key of the setting, or of the file. Both have the form that the server reads.
func (t adminTarget) key() (string, error) {
	text, from := t.Key, "NEMETON_ADMIN_KEY"
	if text == "" {
		if from = t.KeyFile; from == "" {
			from = wiring.KeyFileOf(t.Database)
		}
		if from == "" {
			return "", errors.New("give the key of an operator: NEMETON_ADMIN_KEY or --admin-key-file")
		}
		raw, err := os.ReadFile(from)
		if err != nil {
			return "", fmt.Errorf("the key of the operator: %w", err)
		}
		text = string(raw)
	}
	for _, line := range strings.Split(text, "\n") {
		if fields := strings.Fields(line); len(fields) > 0 && !strings.HasPrefix(fields[0], "#") {
			return fields[len(fields)-1], nil
		}
	}
	return "", fmt.Errorf("%s has no key", from)
}

// localOperator is the user of this machine, for acts on a database without a server.
func localOperator() admin.Operator {
	name := "user " + strconv.Itoa(os.Getuid())
	if u, err := user.Current(); err == nil && u.Username != "" {
		name = u.Username
	}
	return admin.Operator{Name: name, Via: "database"}
}

func (t adminTarget) print(out io.Writer, value any, text func(w io.Writer) error) error {
	if t.JSON {
		e := json.NewEncoder(out)
		e.SetIndent("", "  ")
		return e.Encode(value)
	}
	return text(out)
}

// show reads a value, and prints it: as JSON, or as lines with columns.
func (t adminTarget) show(ctx context.Context, to cli.Streams, read func(a administrator) (value any, lines [][]any, err error)) error {
	return t.run(ctx, true, func(a administrator) error {
		value, lines, err := read(a)
		if err != nil {
			return err
		}
		return t.print(to.Out, value, func(w io.Writer) error { return rows(w, lines...) })
	})
}

// act carries out an act, and prints its subject in a format.
func (t adminTarget) act(ctx context.Context, to cli.Streams, format string, do func(a administrator) (subject string, err error)) error {
	return t.run(ctx, false, func(a administrator) error {
		subject, err := do(a)
		if err != nil {
			return err
		}
		return t.print(to.Out, admin.Done{Subject: subject}, func(w io.Writer) error {
			_, err := fmt.Fprintf(w, format, subject)
			return err
		})
	})
}

type adminClose struct {
	Table  string `arg:"" help:"Id of the table."`
	Reason string `help:"Reason, for the log of acts."`
	adminTarget
}

func (c adminClose) Run(ctx context.Context, to cli.Streams) error {
	return c.act(ctx, to, "closed table %s\n", func(a administrator) (string, error) {
		return c.Table, a.CloseTable(ctx, localOperator(), c.Table, c.Reason)
	})
}

type adminBan struct {
	Address string        `arg:"" help:"Address or CIDR range. An IPv6 address stands for its /64."`
	For     time.Duration `placeholder:"24h" help:"Duration. Default: until the ban is lifted."`
	Reason  string        `help:"Reason, for the log of acts."`
	Force   bool          `help:"Also ban a protected range: one of this machine, of a private network or of a trusted proxy, or a very wide one."`
	adminTarget
}

func (c adminBan) Run(ctx context.Context, to cli.Streams) error {
	return c.act(ctx, to, "banned %s\n", func(a administrator) (string, error) {
		return a.Ban(ctx, localOperator(), admin.BanRequest{Address: c.Address, For: c.For, Reason: c.Reason, Force: c.Force})
	})
}

type adminUnban struct {
	Address string `arg:"" help:"Address or range, as it was banned."`
	Reason  string `help:"Reason, for the log of acts."`
	adminTarget
}

func (c adminUnban) Run(ctx context.Context, to cli.Streams) error {
	return c.act(ctx, to, "lifted the ban of %s\n", func(a administrator) (string, error) {
		return a.Unban(ctx, localOperator(), c.Address, c.Reason)
	})
}
