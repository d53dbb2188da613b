package doctor

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"nemeton/server/store"
)

// oldestPostgres is the oldest version of Postgres that is tested.
const oldestPostgres = 15

// Store judges a database. Err is that of its inspection. Separate says that another address serves the migrations.
func Store(found store.Inspection, err error, separate bool) []Finding {
	if err != nil {
		return []Finding{unreachable(err)}
	}
	if found.File != nil {
		return append(file(*found.File, found), schema(found, true)...)
	}
	all := append(postgres(found), schema(found, separate || len(found.Postgres.Lacking) == 0)...)
	for _, text := range found.Warnings {
		all = append(all, warning("store", text, "a setting of the database should be changed"))
	}
	return all
}

func unreachable(err error) Finding {
	do := "start the database, and check address, user and password of --database; the message names the reason"
	if errors.Is(err, store.ErrDamaged) {
		do = "restore a backup: docs/operations.md#back-up-and-restore"
	}
	return problem("store", do, "the database cannot be used: %v", err)
}

func file(f store.InspectedFile, found store.Inspection) (all []Finding) {
	if f.FolderClosed != nil {
		all = append(all, problem("store", "give the server's user that folder, or name another one with --database", "%v", f.FolderClosed))
	}
	if f.Missing {
		return append(all, warning("store", "nothing, if the server was never started; else check the path in --database", "%s does not exist; serve creates it", f.Path))
	}
	if f.Mode&0o077 != 0 {
		all = append(all, warning("store", "chmod 600 "+f.Path+"*", "other users of this machine may read %s (mode %04o), which holds the secrets of games", f.Path, f.Mode))
	}
	if mode := found.Settings["journal_mode"]; mode != "wal" && mode != "" {
		all = append(all, warning("store", "start the server, which turns it on", "%s has the journal %s instead of a write-ahead log", f.Path, mode))
	}
	used := "no server uses it now"
	if f.Locked {
		used = "a server uses it"
	}
	switch {
	case found.Unwritable != nil:
		all = append(all, problem("store", "check the owner and mode of the file, and free space", "%s cannot be written: %v", f.Path, found.Unwritable))
	case found.Untried != "":
		all = append(all, warning("store", "start the server; never delete the file "+f.Path+"-wal", "%s: no write was tried, because %s", f.Path, found.Untried))
	default:
		all = append(all, ok("store", "%s, %s: reachable, writable, and synced with each move; %s", found.Engine, f.Path, used))
	}
	return all
}

func postgres(found store.Inspection) (all []Finding) {
	p := *found.Postgres
	switch {
	case p.ReadOnly:
		all = append(all, problem("store", "name all hosts and target_session_attrs=read-write in --database, or promote a standby", "this Postgres is read-only"))
	case found.Unwritable != nil:
		all = append(all, problem("store", "the message names the reason; docs/operations.md#postgres has the rights of the role", "the database cannot be written: %v", found.Unwritable))
	default:
		all = append(all, ok("store", "%s as %s: reachable and writable", found.Engine, p.Role))
	}
	if found.Number > 0 && found.Number/10000 < oldestPostgres {
		all = append(all, problem("store", "upgrade Postgres", "%s is older than %d, the oldest version that is tested", found.Engine, oldestPostgres))
	}
	if len(p.Lacking) > 0 {
		do := fmt.Sprintf("as the owner: GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO %s", p.Role)
		all = append(all, problem("store", do, "the role %s lacks rights on %s", p.Role, strings.Join(p.Lacking, ", ")))
	}
	if p.Superuser {
		all = append(all, warning("store", "make a role of its own: docs/operations.md#postgres", "the role %s is a superuser, which the server does not need", p.Role))
	}
	return append(all, durable(found)...)
}

// durable judges the settings that decide whether a move survives a crash.
func durable(found store.Inspection) (all []Finding) {
	for _, name := range []string{"fsync", "full_page_writes"} {
		if found.Settings[name] == "off" {
			all = append(all, problem("durability", "set "+name+" = on in postgresql.conf", "%s is off: a crash of the machine can destroy the database", name))
		}
	}
	commit, standbys, p := found.Settings["synchronous_commit"], found.Settings["synchronous_standby_names"], *found.Postgres
	switch {
	case commit == "off":
		all = append(all, problem("durability", "set synchronous_commit = on", "synchronous_commit is off: a crash loses moves that players have seen"))
	case standbys == "":
		if p.Standbys > 0 {
			all = append(all, warning("durability", "set synchronous_standby_names, if no move may be lost by a failover", "%d standbys, and commits wait for none: a failover can lose moves", p.Standbys))
		}
	case commit == "local":
		all = append(all, warning("durability", "set synchronous_commit = on", "synchronous_commit is local, so commits wait for no standby"))
	case p.Standbys == 0:
		all = append(all, problem("durability", "start the standby, or clear synchronous_standby_names", "synchronous_standby_names is set and no standby is connected: every move waits"))
	case p.StandbysShown && p.Synchronous == 0:
		all = append(all, problem("durability", "compare synchronous_standby_names with application_name of the standbys", "none of %d standbys is in synchronous_standby_names: every move waits", p.Standbys))
	}
	if len(all) == 0 {
		all = append(all, ok("durability", "fsync and full_page_writes are on, synchronous_commit is %s, %d standbys, synchronous: %q", commit, p.Standbys, standbys))
	}
	return all
}

// schema compares the version of the schema with the program. MayMigrate says that the server can migrate.
func schema(found store.Inspection, mayMigrate bool) []Finding {
	switch {
	case found.File != nil && found.File.Missing:
		return nil
	case found.Version > found.Newest && found.Readers > found.Newest:
		return []Finding{problem("schema", "install the program again that used it last, or restore a backup from before; a database from before the first version cannot be used", "the database has version %d and needs programs that know %d; this one knows %d", found.Version, found.Readers, found.Newest)}
	case found.Version > found.Newest:
		return []Finding{ok("schema", "version %d, newer than this program (%d), which can use it", found.Version, found.Newest)}
	case found.Version < found.Newest && !mayMigrate:
		return []Finding{warning("schema", "set --migrate-database, or run nemeton migrate as the owner of the tables", "migrations %d to %d are missing, and the role may not make them", found.Version+1, found.Newest)}
	case found.Version < found.Newest:
		return []Finding{warning("schema", "back up, then start the server or run nemeton migrate", "migrations %d to %d are missing", found.Version+1, found.Newest)}
	default:
		return []Finding{ok("schema", "version %d, that of this program", found.Version)}
	}
}

// The differences between clocks that are a warning and a problem.
const (
	clockWarning = 2 * time.Second
	clockProblem = 30 * time.Second
)

// Clock compares this machine's clock with another one. Exact is the precision of the other one.
func Clock(of string, now, other time.Time, exact time.Duration) Finding {
	apart := now.Sub(other).Abs()
	const do = "let the machines set their clocks (chrony, systemd-timesyncd); games with clocks and certificates depend on it"
	switch {
	case apart > clockProblem+exact:
		return problem("clock", do, "%v apart from the clock of %s", apart.Round(time.Second), of)
	case apart > clockWarning+exact:
		return warning("clock", do, "%v apart from the clock of %s", apart.Round(time.Second), of)
	default:
		return ok("clock", "agrees with the clock of %s", of)
	}
}
