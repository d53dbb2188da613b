package commands

import (
	"cmp"
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"nemeton/cmd/internal/cli"
	"nemeton/cmd/nemeton/internal/wiring"
	"nemeton/server/admin"
	"nemeton/server/certificate"
	"nemeton/server/doctor"
	"nemeton/server/fanout/nats"
	"nemeton/server/httpapi"
	"nemeton/server/notify/mail"
	"nemeton/server/store/archive"
	"nemeton/server/store/open"
)

// DoctorCmd is the command that checks the set-up of a server.
type DoctorCmd struct {
	Server  wiring.Serve  `embed:""`
	URL     string        `name:"url" placeholder:"https://games.example" help:"Address to call, as a player does. Default: --public-url."`
	Backups string        `placeholder:"FOLDER" help:"Folder of the backups. Default: backups beside the SQLite database."`
	JSON    bool          `name:"json" help:"Print one JSON object."`
	Timeout time.Duration `default:"10s" help:"How long to wait for the database and for each address."`

	Roots *x509.CertPool `kong:"-"` // of tests; nil: those of the system
}

var errProblems = errors.New("the set-up has problems")

// Run prints the findings. It fails if one is a problem.
func (d *DoctorCmd) Run(ctx context.Context, to cli.Streams) error {
	all := d.Examine(ctx)
	show := doctor.Print
	if d.JSON {
		show = doctor.PrintJSON
	}
	if err := show(to.Out, all); err != nil {
		return err
	}
	if n := doctor.Bad(all); n > 0 {
		return fmt.Errorf("%w: %d", errProblems, n)
	}
	return nil
}

func (d *DoctorCmd) Examine(ctx context.Context) (all []doctor.Finding) {
	wiring.SetMemoryLimit() // as the server does
	checked, err := d.Server.Check()
	if err != nil {
		all = append(all, doctor.Failed("configuration", err, "correct the flag or its variable; serve refuses it, too"))
	} else {
		all = append(all, doctor.Choice("configuration", true, "the flags agree with each other", ""))
	}
	all = append(all, d.store(ctx)...)
	all = append(all, d.disk()...)
	if checked.TLS != nil {
		all = append(all, d.certificates(checked.TLS)...)
	}
	running := d.running(ctx)
	all = append(all, running...)
	if address := d.address(); address != "" {
		all = append(all, d.call(ctx, address)...)
	} else {
		all = append(all, doctor.Choice("address", false, "no address was called, so neither TLS nor a proxy was checked", "--url https://games.example, or --public-url"))
	}
	return append(all, d.services(ctx, checked)...)
}

// address returns the address to call; empty: none is known.
func (d *DoctorCmd) address() string {
	if d.URL != "" {
		return strings.TrimSuffix(d.URL, "/")
	}
	return strings.TrimSuffix(d.Server.Notify.PublicURL, "/")
}

func (d *DoctorCmd) store(ctx context.Context) []doctor.Finding {
	ctx, cancel := context.WithTimeout(ctx, d.Timeout)
	defer cancel()
	objects, err := archive.Open(d.Server.Archive)
	if err != nil {
		objects = nil // the check of the flags says so
	}
	listing, cancelListing := context.WithTimeout(ctx, d.Timeout/2) // the look at the database needs the rest
	defer cancelListing()
	archived := archive.Inspect(listing, objects, []byte(d.Server.SecretKey))
	found, err := open.Inspect(ctx, d.Server.Database, archived.See)
	archived.Finish(ctx)
	all := doctor.Store(found, err, d.Server.MigrateDatabase != "")
	if err == nil {
		all = append(all, doctor.Passkeys(found.Passkeys, d.passkeyName()))
	}
	if archived.Logs > 0 {
		all = append(all, doctor.Archive(archived.Findings))
	}
	if !found.Now.IsZero() {
		all = append(all, doctor.Clock("the database", time.Now(), found.Now, 0))
	}
	return all
}

// passkeyName is the name to which new passkeys belong; empty: that of the page.
func (d *DoctorCmd) passkeyName() string {
	u, err := url.Parse(d.Server.Notify.PublicURL)
	if err != nil {
		return ""
	}
	return cmp.Or(strings.ToLower(d.Server.Account.PasskeyName), httpapi.HostName(u.Host))
}

// disk checks the folders of the database and of its backups. Those of Postgres are on another machine, or belong to another user.
func (d *DoctorCmd) disk() (all []doctor.Finding) {
	path, isFile := strings.CutPrefix(d.Server.Database, "sqlite:")
	folders := []string{d.Backups}
	if isFile {
		if folders = []string{filepath.Dir(path), d.Backups}; d.Backups == "" {
			folders[1] = filepath.Join(filepath.Dir(path), "backups")
		}
	}
	for i, folder := range folders {
		if folder == "" {
			return append(all, doctor.Choice("backup", true, "Postgres: not checked; --backups names a folder of copies", ""))
		}
		isBackup := i == len(folders)-1
		if _, err := os.Stat(folder); !isBackup || err == nil {
			free, err := wiring.FreeSpace(folder)
			all = append(all, doctor.Space(folder, free, err))
		}
		if isBackup {
			all = append(all, doctor.Backup(folder, NewestBackup(folder, isFile), time.Now()))
		}
	}
	return all
}

// NewestBackup returns the time of the newest copy in a folder; zero: there is none. Named copies are those of the command backup; copies of Postgres may have any
// name.
func NewestBackup(folder string, named bool) (newest time.Time) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return newest
	}
	for _, e := range entries {
		made, err := time.Parse(admin.BackupName, e.Name())
		if info, infoErr := e.Info(); !named && infoErr == nil && info.Mode().IsRegular() && info.Size() > 0 {
			made, err = info.ModTime(), nil
		}
		if err == nil && made.After(newest) {
			newest = made
		}
	}
	return newest
}

func (d *DoctorCmd) certificates(c *wiring.TLSConfig) (all []doctor.Finding) {
	now := time.Now()
	for _, name := range c.Domains {
		cert, err := certificate.Stored(c.TLSCache, c.ACMEURL, name)
		switch {
		case err != nil:
			all = append(all, doctor.Failed("tls", err, "run the doctor as the server's user; a damaged file is replaced at the next start"))
		case cert == nil:
			all = append(all, doctor.Choice("tls", false, "no certificate of "+name+" is stored in "+c.TLSCache, "start the server, with the name leading to it and the ports 443 and 80 open; its log says more"))
		default:
			all = append(all, doctor.Certificate(name, parse(cert.Certificate), now, nil))
		}
	}
	if len(c.Domains) > 0 {
		return all
	}
	cert, err := certificate.ReadFiles(c.TLSCert, c.TLSKey)
	if err != nil {
		return append(all, doctor.Failed("tls", err, "check --tls-cert and --tls-key"))
	}
	names := c.Names
	if len(names) == 0 && len(cert.Leaf.DNSNames) > 0 {
		names = []string{strings.Replace(cert.Leaf.DNSNames[0], "*.", "www.", 1)}
	}
	for _, name := range names {
		all = append(all, doctor.Certificate(name, parse(cert.Certificate), now, nil))
	}
	if info, err := os.Stat(c.TLSKey); err == nil {
		all = append(all, doctor.KeyFile(c.TLSKey, info.Mode()))
	}
	return all
}

func (d *DoctorCmd) services(ctx context.Context, checked wiring.CheckedFlags) (all []doctor.Finding) {
	if d.Server.NATS != "" {
		err := nats.Check(nats.Config{URL: d.Server.NATS, CA: d.Server.NATSCA})
		all = append(all, doctor.Service("nats", err, "start NATS, and check --nats and --nats-ca; meanwhile nodes learn of moves from the database"))
	}
	if server := checked.Notify.Mail; server != nil {
		err := server.Check(ctx)
		var failed *mail.Failure
		if errors.As(err, &failed) {
			all = append(all, doctor.Mail(string(failed.Stage), err))
		} else {
			all = append(all, doctor.Mail("", err))
		}
	}
	push := d.Server.Notify.Contact != ""
	text := "push notifications are on"
	if !push {
		text = "push notifications are off"
	}
	return append(all, doctor.Choice("push", push, text, "--contact mailto:ADDRESS turns them on, for players with https"))
}
