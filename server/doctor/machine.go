package doctor

import (
	"fmt"
	"time"
)

// The free space below which a disk is a problem or a warning, in bytes.
const (
	spaceProblem = 256 << 20
	spaceWarning = 1 << 30
)

// Space judges the free space of a folder, in bytes.
func Space(folder string, free uint64, err error) Finding {
	const do = "make room, or move the database or the backups to another disk: without room no move is saved"
	switch {
	case err != nil:
		return warning("disk", "check the path", "the free space of %s is unknown: %v", folder, err)
	case free < spaceProblem:
		return problem("disk", do, "%s has %s left", folder, size(free))
	case free < spaceWarning:
		return warning("disk", do, "%s has %s left", folder, size(free))
	default:
		return ok("disk", "%s has %s left", folder, size(free))
	}
}

func size(n uint64) string {
	if n < 10<<30 {
		return fmt.Sprintf("%d MB", n>>20)
	}
	return fmt.Sprintf("%d GB", n>>30)
}

// oldBackup is the age from which on the newest backup is too old. The timer of the package makes one a day.
const oldBackup = 48 * time.Hour

// Backup judges the newest backup of a folder. A zero time means that there is none.
func Backup(folder string, newest, now time.Time) Finding {
	do := fmt.Sprintf("run nemeton backup --keep 14 %s daily; the package's timer: systemctl enable --now nemeton-backup.timer", folder)
	switch age := now.Sub(newest).Round(time.Minute); {
	case newest.IsZero():
		return warning("backup", do, "there is none in %s", folder)
	case age > oldBackup:
		return warning("backup", do, "the newest one in %s is %d hours old", folder, int(age.Hours()))
	default:
		return ok("backup", "the newest one in %s is %d hours old", folder, int(age.Hours()))
	}
}

// Limits are those of a process.
type Limits struct {
	Files   uint64 `json:"files"`   // descriptors that it may open; 0: unknown
	Memory  int64  `json:"memory"`  // at which Go collects garbage harder, in bytes; 0: no limit
	Backlog int    `json:"backlog"` // connections that may wait to be accepted (somaxconn); 0: unknown
}

// The smallest limits without a warning. A socket takes one descriptor and about 100 KB with its tables.
const (
	fewFiles   = 4096
	littleRoom = 128 << 20
	fewWaiting = 512
)

// LimitsOf judges the limits of a process.
func LimitsOf(whose string, l Limits) (all []Finding) {
	if l.Files > 0 && l.Files < fewFiles {
		all = append(all, warning("limits", "raise it: LimitNOFILE=65536 in the unit, or ulimit -n 65536", "%s may open %d files, so at most about that many sockets", whose, l.Files))
	}
	if l.Memory > 0 && l.Memory < littleRoom {
		all = append(all, warning("limits", "raise the limit of the container, or GOMEMLIMIT", "%s may use %s of memory", whose, size(uint64(l.Memory))))
	}
	if l.Backlog > 0 && l.Backlog < fewWaiting {
		all = append(all, warning("limits", "sysctl -w net.core.somaxconn=4096", "%d connections may wait to be accepted, too few after a restart", l.Backlog))
	}
	if len(all) > 0 {
		return all
	}
	memory := "no limit of memory"
	if l.Memory > 0 {
		memory = size(uint64(l.Memory)) + " of memory"
	}
	return []Finding{ok("limits", "%s may open %d files; %s", whose, l.Files, memory)}
}

// Versions compares the version of this program with that of a running server.
func Versions(program, running string) Finding {
	if program == running {
		return ok("version", "the running server is this program, %s", program)
	}
	return warning("version", "restart the server, or run the doctor of its own program", "the running server is %s, and this program is %s", running, program)
}

// Service judges a service that is configured, such as NATS. Err is that of a connection.
func Service(check string, err error, do string) Finding {
	if err != nil {
		return problem(check, do, "%v", err)
	}
	return ok(check, "reachable")
}

// Mail judges the mail server. Stage is the step that failed, with the error of the server or of the connection; a nil error means that all steps work.
func Mail(stage string, err error) Finding {
	if err == nil {
		return ok("mail", "the mail server takes mails of this server")
	}
	do, known := map[string]string{
		"connect":        "check host and port of --smtp, DNS and firewall; many providers block port 25",
		"tls":            "smtps:// needs TLS from the first byte, mostly at port 465; smtp:// needs STARTTLS, mostly at 587; the certificate must be for the host of --smtp",
		"greeting":       "the server at --smtp accepts nothing from this address: check that it is a mail server for sending, and ask its operator",
		"hello":          "set --smtp-hello to a full name of this machine that DNS knows",
		"authentication": "check user and password of --smtp; many providers want a password of its own for programs",
		"sender":         "set --mail-from to an address that the user of --smtp may send from",
	}[stage]
	if !known {
		do = "the answer names the reason; check --smtp and --mail-from"
	}
	return problem("mail", do, "%v", err)
}

// Choice reports something that is a matter of the operator's choice.
func Choice(check string, good bool, text, do string) Finding {
	if good {
		return ok(check, "%s", text)
	}
	return warning(check, do, "%s", text)
}

// Failed reports a check that could not be made.
func Failed(check string, err error, do string) Finding { return problem(check, do, "%v", err) }
