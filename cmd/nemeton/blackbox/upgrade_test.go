package blackbox_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"nemeton/play"
	proc "nemeton/play/process"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/natstest"
	"nemeton/testkit/pgtest"
)

// olderProgram is the environment variable with the path of an older build. scripts/test-upgrade makes it.
const olderProgram = "NEMETON_TEST_OLDER"

// older returns the path of the older build.
func older(t *testing.T) string {
	t.Helper()
	path := os.Getenv(olderProgram)
	if path == "" {
		t.Skip("needs an older build: run scripts/test-upgrade")
	}
	return path
}

// upgrade is a test that replaces the programs of nodes during play.
type upgrade struct {
	t          *testing.T
	older, now string
	nodes      []*process
	loads      []*load
}

func newUpgrade(t *testing.T) *upgrade {
	t.Helper()
	return &upgrade{t: t, older: older(t), now: program(t, plain)}
}

// start adds a node of the older program.
func (u *upgrade) start(database string, args ...string) *process {
	u.t.Helper()
	p := &process{t: u.t, server: newServer(u.older, u.t.TempDir(), database, append(args, "--drain-wait", "300ms")...)}
	u.t.Cleanup(func() {
		p.kill()
		if u.t.Failed() {
			u.t.Logf("output of a node:\n%s", p.server.Output())
		}
	})
	p.restart()
	p.await("/readyz", 200)
	u.nodes = append(u.nodes, p)
	return p
}

// plays begins a load of one table.
func (u *upgrade) plays(o play.Options) { u.loads = append(u.loads, newLoad(u.t, 1, o)) }

// goOn waits until every table has moved n times from now on.
func (u *upgrade) goOn(n int64) {
	u.t.Helper()
	for _, l := range u.loads {
		l.goOn(n)
	}
}

// stop ends all loads.
func (u *upgrade) stop() {
	for _, l := range u.loads {
		l.stop()
	}
}

// roll replaces the program of one node after the other. The tables go on while both programs run.
func (u *upgrade) roll(program string) {
	u.t.Helper()
	for _, node := range u.nodes {
		stopCleanly(u.t, node)
		u.goOn(3)
		node.server.Use(program)
		node.restart()
		node.await("/readyz", 200)
		u.goOn(5)
	}
}

// finishesGame waits until a load has finished one more game.
func (u *upgrade) finishesGame(l *load) {
	u.t.Helper()
	for before := l.games.Load(); l.games.Load() == before; {
		l.goOn(1)
	}
}

// verify requires that a program finds no fault in any log.
func (u *upgrade) verify(program, database string) {
	u.t.Helper()
	if out, err := proc.Command(program, u.t.TempDir(), "verify", "--all", "--database", database).CombinedOutput(); err != nil {
		u.t.Errorf("verify --all by %s: %v\n%s", filepath.Base(program), err, out)
	}
}

// rows counts what must never get less.
func rows(t *testing.T, database string) string {
	t.Helper()
	var entries, tables, players, sessions int
	counts := "SELECT (SELECT count(*) FROM entries), (SELECT count(*) FROM tables), (SELECT count(*) FROM players), (SELECT count(*) FROM sessions)"
	must.Succeed(t, newVandal(t, database).db.QueryRowContext(t.Context(), counts).Scan(&entries, &tables, &players, &sessions))
	return fmt.Sprintf("%d entries, %d tables, %d players, %d sessions", entries, tables, players, sessions)
}

// Two nodes behind a proxy on one Postgres are upgraded one after the other during play, and then go back. No promise of the protocol is broken, and
// games of one program end with the other.
func TestUpgrade_ForwardAndBack(t *testing.T) {
	t.Parallel()
	u := newUpgrade(t)
	database, bus := pgtest.Empty(t), natstest.Start(t)
	first := u.start(database, "--nats", bus.URL)
	front := inFront(t, host(first), host(u.start(database, "--nats", bus.URL)))
	for _, o := range []play.Options{{Title: "druids"}, {Title: "meduris", Pace: "days:259200+43200"}, {Title: "pangea", Pace: "live:3600+60"}} {
		o.URLs, o.Several = []string{front.url}, true
		u.plays(o)
	}
	u.goOn(10)
	for _, program := range []string{u.now, u.older, u.now} {
		u.roll(program)
		u.goOn(10)
	}
	u.finishesGame(u.loads[0])
	u.stop()
	for _, node := range u.nodes {
		stopCleanly(t, node)
	}
	before := rows(t, database)
	t.Logf("%s; %d games ended", before, u.loads[0].games.Load()+u.loads[1].games.Load()+u.loads[2].games.Load())
	for _, program := range []string{u.older, u.now} {
		u.verify(program, database)
		u.nodes[0].server.Use(program)
		u.nodes[0].restart()
		u.nodes[0].await("/readyz", 200)
		expect.Equal(t, rows(t, database), before, "with", filepath.Base(program), "became")
		stopCleanly(t, u.nodes[0])
	}
}

// A file of the older program is played on by this one, and by the older one again.
func TestUpgrade_File(t *testing.T) {
	t.Parallel()
	u := newUpgrade(t)
	database := "sqlite:" + filepath.Join(t.TempDir(), "nemeton.db")
	p := u.start(database)
	for _, o := range []play.Options{{Title: "druids"}, {Title: "meduris", Pace: "days:259200+43200"}} {
		o.URLs = []string{p.url}
		u.plays(o)
	}
	u.goOn(10)
	for _, program := range []string{u.now, u.older, u.now} {
		stopCleanly(t, p)
		p.server.Use(program)
		p.restart()
		u.goOn(10)
	}
	u.stop()
	stopCleanly(t, p)
	u.verify(u.older, database)
	u.verify(u.now, database)
}
