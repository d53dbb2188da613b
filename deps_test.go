// Package nemeton_test checks rules that concern the whole repository: which package may import which, and what documents
// claim about the code.
package nemeton_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nemeton/testkit/must"
)

// importRule lists the imports that one package may have besides the standard library. Paths of this module are written
// without the module's name. A path that ends in /* stands for every package below it.
type importRule struct {
	pkg  string   // a pattern X/* applies to packages below X that have no rule of their own
	may  []string // imports of all files
	test []string // further imports of test files
	why  string
}

// testImports are granted to all test files.
var testImports = []string{"github.com/google/go-cmp", "go.uber.org/goleak", "testkit/*"}

// engineBase are the packages below the contract of a title. A grant of the contract covers them.
var engineBase = []string{"engine/codec", "engine/chance", "engine/clock"}

// supportFolder holds test support. Code outside it may import it in test files only.
const supportFolder = "testkit/"

var importRules = []importRule{
	{pkg: "engine/codec", why: "encodings know no game"},
	{pkg: "engine/chance", may: []string{"engine/codec"}, why: "draws and their proof know no log and no rules"},
	{pkg: "engine/clock", may: []string{"engine/codec"}, why: "time control knows no log and no rules"},
	{pkg: "engine", may: engineBase, why: "the contract of a title depends on nothing else, so that every log can be replayed anywhere"},
	{pkg: "engine/*", may: []string{"engine"}, test: []string{"engine/bot"}, why: "a title knows the contract and no other title, so that adding one touches one folder; its tests may play against bots"},
	{pkg: "engine/bot", may: []string{"engine"}, test: []string{"engine/catalog"}, why: "bots play every title through the contract"},
	{pkg: "engine/study", may: []string{"engine", "engine/bot"}, test: []string{"engine/catalog"}, why: "a study plays finished games on through the contract, with the bots"},
	{pkg: "engine/export", may: []string{"engine"}, test: []string{"engine/catalog", "engine/corpus"}, why: "the check of a finished table needs no server; callers pass the title"},
	{pkg: "engine/lesson", may: []string{"engine"}, test: []string{"engine/catalog"}, why: "lessons play any title through the contract; callers pass the title"},
	{pkg: "engine/inbrowser", may: []string{"engine", "engine/bot", "engine/export", "engine/lesson", "engine/study"}, test: []string{"engine/catalog", "engine/corpus"},
		why: "the engine on a player's machine needs no server; callers pass the titles"},
	{pkg: "engine/corpus", may: []string{"engine", "engine/export"}, test: []string{"engine/catalog"},
		why: "recorded games are played and checked through the contract"},
	{pkg: "engine/catalog", may: []string{"engine", "engine/*"}, why: "the list of titles"},

	{pkg: "server/apperr", may: []string{"server/store"}, why: "the one error type of both transports; errors of the store become codes here"},
	{pkg: "server/wire", may: []string{"engine"}, why: "the protocol is plain data without senders"},
	{pkg: "server/wire/jsonfield", why: "reads struct tags by reflection"},
	{pkg: "server/wire/tsgen", may: []string{"server/wire/jsonfield"}, why: "generates TypeScript from Go types by reflection"},
	{pkg: "server/limit", may: []string{"golang.org/x/time"}, why: "limits count keys and know no players"},
	{pkg: "server/lookalike", may: []string{"golang.org/x/text"}, why: "compares letters and knows no players"},
	{pkg: "server/typed", may: []string{"github.com/clipperhouse/uax29/v2", "golang.org/x/net", "golang.org/x/text"}, why: "cleans texts and knows no players"},
	{pkg: "server/onetime", may: []string{"server/typed"}, why: "makes and reads codes and knows no players"},
	{pkg: "server/failpoint", why: "ends the process in tests; releases contain an empty function"},
	{pkg: "server/hostname", may: []string{"golang.org/x/net"}, why: "names of hosts are converted the same way for flags, requests, certificates and mails"},
	{pkg: "server/bundle", why: "compares the client of any server with a list; callers pass the client"},
	{pkg: "server/certificate", may: []string{"server/hostname", "github.com/rs/zerolog", "github.com/caddyserver/certmagic", "github.com/mholt/acmez/v3", "go.uber.org/zap"}, why: "certificates belong to connections; the package knows no requests of players"},
	{pkg: "server/doctor", may: []string{"server/store", "server/store/archive"}, why: "judges facts; the command collects them"},
	{pkg: "server/lifetime", why: "transports and their middleware share it; it knows none of them"},

	{pkg: "server/store", may: []string{"engine"}, why: "the contract of a store knows no database"},
	{pkg: "server/store/access", may: []string{"engine", "server/store"}, why: "one decision for every way to a table"},
	{pkg: "server/store/dialect", may: []string{"engine", "server/store", "github.com/google/uuid"}, why: "rows and statements are written the same way for every store"},
	{pkg: "server/store/internal/batch", may: []string{"engine", "server/failpoint", "server/store", "server/store/dialect"}, why: "appends share a commit in any database"},
	{pkg: "server/store/internal/chat", may: []string{"server/store", "server/store/dialect"}, why: "the statements of the chat serve both databases"},
	{pkg: "server/store/internal/mailcount", may: []string{"server/store", "server/store/dialect"}, why: "the counts of mails serve both databases"},
	{pkg: "server/store/internal/operators", may: []string{"server/store", "server/store/dialect"}, why: "the statements for operators serve both databases"},
	{pkg: "server/store/internal/rows", may: []string{"engine", "server/store", "server/store/access", "server/store/dialect", "server/store/internal/chat"},
		why: "most statements serve both databases"},
	{pkg: "server/store/sqlite", may: []string{"engine", "server/store", "server/store/dialect", "server/store/internal/batch", "server/store/internal/chat", "server/store/internal/mailcount", "server/store/internal/operators", "server/store/internal/rows", "migrations", "modernc.org/sqlite",
		"github.com/pressly/goose/v3", "golang.org/x/sys"}, why: "the only package that knows SQLite"},
	{pkg: "server/store/postgres", may: []string{"engine", "server/store", "server/store/dialect", "server/store/internal/batch", "server/store/internal/chat", "server/store/internal/mailcount", "server/store/internal/operators", "server/store/internal/rows", "migrations",
		"github.com/jackc/pgx/v5", "github.com/jackc/puddle/v2", "github.com/pressly/goose/v3"}, why: "the only package that knows Postgres"},
	{pkg: "server/store/archive", may: []string{"engine", "server/cache", "server/store", "server/store/dialect", "github.com/klauspost/compress", "github.com/minio/minio-go/v7"},
		test: []string{"engine/corpus", "engine/export", "server/apperr", "server/results", "server/table", "github.com/google/uuid", "github.com/johannesboyne/gofakes3"},
		why:  "the only package that knows archives and S3; it wraps any store"},
	{pkg: "server/store/open", may: []string{"server/store", "server/store/archive", "server/store/sqlite", "server/store/postgres", "server/store/standby", "github.com/rs/zerolog"}, why: "opens the store that an address names"},
	{pkg: "server/store/standby", may: []string{"engine", "server/periodic", "server/store", "github.com/rs/zerolog"}, test: []string{"server/store/postgres"}, why: "chooses the database of a read"},
	{pkg: "migrations", why: "embedded SQL files"},

	{pkg: "server/signedexport", may: []string{"engine", "engine/export", "server/store", "golang.org/x/mod"},
		why: "signs exports and checks signatures; it knows neither tables nor transports"},

	{pkg: "server/fanout", may: []string{"engine", "server/store"}, why: "node messages name tables and seats; the package knows no transport"},
	{pkg: "server/fanout/local", may: []string{"server/fanout", "server/store"}, why: "a bus inside one process"},
	{pkg: "server/fanout/nats", may: []string{"server/fanout", "server/store", "github.com/nats-io/nats.go", "github.com/rs/zerolog"},
		why: "the only package that knows NATS"},

	{pkg: "server/table", may: []string{"engine", "engine/export", "server/apperr", "server/lookalike", "server/failpoint", "server/fanout", "server/periodic", "server/store", "server/store/access", "server/table/patch", "server/typed", "server/wire",
		"github.com/rs/zerolog"}, test: []string{"engine/catalog", "client", "client/device", "server/fanout/local", "server/store/postgres", "github.com/evanphx/json-patch/v5", "github.com/google/uuid"},
		why: "the authority knows no transport; callers pass the titles"},
	{pkg: "server/table/patch", test: []string{"github.com/evanphx/json-patch/v5"}, why: "compares JSON texts of any content"},
	{pkg: "server/cursor", may: []string{"server/apperr", "server/store", "github.com/google/uuid"}, why: "the place in a list is written the same way for all lists"},
	{pkg: "server/lobby", may: []string{"engine", "engine/bot", "server/apperr", "server/cursor", "server/store", "server/store/access", "server/table"},
		test: []string{"server/store/open", "server/store/sqlite", "github.com/google/uuid"}, why: "a feature; features do not import each other"},
	{pkg: "server/chat", may: []string{"engine", "server/apperr", "server/fanout", "server/store", "server/store/access", "server/table", "server/typed", "server/wire", "github.com/rs/zerolog"},
		test: []string{"server/fanout/local"}, why: "a feature; features do not import each other"},
	{pkg: "server/results", may: []string{"engine", "server/apperr", "server/cursor", "server/store", "server/table"},
		why: "a feature; features do not import each other"},
	{pkg: "server/bot", may: []string{"engine", "engine/bot", "server/apperr", "server/periodic", "server/store", "server/table", "github.com/rs/zerolog"},
		why: "a feature: bots play through the authority, as a transport does"},
	{pkg: "server/account", may: []string{"server/apperr", "server/onetime", "server/store", "github.com/coreos/go-oidc/v3", "github.com/go-webauthn/webauthn", "golang.org/x/oauth2", "golang.org/x/sync/singleflight"},
		test: []string{"engine", "server/player"}, why: "a feature: callers pass sessions and mails. The only package that knows WebAuthn and OIDC"},
	{pkg: "server/door", may: []string{"server/apperr", "server/onetime", "server/store", "server/store/access"}, test: []string{"server/player", "github.com/google/uuid"},
		why: "a feature; features do not import each other. Tests let new people in with codes"},
	{pkg: "server/suggestion", may: []string{"server/apperr", "server/store", "server/typed", "texts/sources"},
		why: "a feature; features do not import each other"},
	{pkg: "server/circle", may: []string{"engine", "server/apperr", "server/store"},
		why: "a feature; features do not import each other"},
	{pkg: "server/recovery", may: []string{"engine", "server/apperr", "server/store", "server/store/access", "server/table", "server/wire"},
		why: "a feature; features do not import each other"},
	{pkg: "server/player", may: []string{"server/apperr", "server/lookalike", "server/onetime", "server/store", "server/typed"},
		test: []string{"server/store/sqlite", "github.com/google/uuid"}, why: "a feature; features do not import each other"},
	{pkg: "texts", may: []string{"golang.org/x/text"}, why: "the sentences of the server; it knows nobody who says them"},
	{pkg: "texts/sources", may: []string{"texts"}, test: []string{"web"}, why: "the files of all texts; callers pass those of titles"},
	{pkg: "server/notify", may: []string{"texts", "engine", "server/apperr", "server/fanout", "server/limit", "server/notify/hook", "server/notify/mail", "server/notify/outgoing", "server/notify/push", "server/periodic", "server/store", "server/table", "server/typed", "server/wire",
		"github.com/google/uuid", "github.com/rs/zerolog"}, test: []string{"server/fanout/local"}, why: "a feature: it reads the store, asks the authority, and sends"},
	{pkg: "server/notify/outgoing", may: []string{"code.dny.dev/ssrf"}, why: "guards requests to addresses that players chose"},
	{pkg: "server/notify/push", may: []string{"server/notify/outgoing"}, why: "the only package that knows Web Push"},
	{pkg: "server/notify/hook", may: []string{"server/notify/outgoing"}, why: "signs and sends webhooks; it knows no tables"},
	{pkg: "server/notify/mail", may: []string{"server/hostname", "github.com/wneessen/go-mail"}, why: "the only package that knows SMTP"},
	{pkg: "server/periodic", may: []string{}, why: "repeats calls; it knows nobody"},
	{pkg: "server/cache", may: []string{"golang.org/x/sync"}, why: "keeps values by keys; callers build them"},
	{pkg: "server/audit", may: []string{"engine", "engine/export", "server/store"}, why: "reads stored tables and serves nobody"},
	{pkg: "server/retention", may: []string{"server/store", "github.com/rs/zerolog"}, why: "removes stored rows and serves nobody"},
	{pkg: "server/telemetry", may: []string{"github.com/mattn/go-isatty", "github.com/prometheus/client_golang", "github.com/rs/zerolog"}, why: "implements the meters that other packages declare"},

	{pkg: "server/ban", may: []string{"server/store", "github.com/rs/zerolog"}, why: "knows address ranges; callers close the sockets"},
	{pkg: "server/admin", may: []string{"texts", "texts/sources", "engine", "server/apperr", "server/ban", "server/periodic", "server/store", "server/typed", "github.com/rs/zerolog"}, test: []string{"server/limit", "web", "github.com/google/uuid"},
		why: "shows and acts for operators; the wiring passes the authority, so that no page can reach a state"},

	{pkg: "server/stream", may: []string{"engine", "server/apperr", "server/store", "server/table", "server/wire"},
		why: "what the transports of live messages share, so that neither knows the other"},
	{pkg: "server/events", may: []string{"server/store", "server/stream", "server/table", "server/wire"},
		test: []string{"client", "engine", "engine/catalog", "server/apperr", "server/ws", "github.com/rs/zerolog"},
		why:  "the transport of event streams; its tests compare it with the WebSocket transport"},
	{pkg: "server/ws", may: []string{"engine", "server/apperr", "server/store", "server/lifetime", "server/stream", "server/table", "server/wire", "server/ws/wsconn",
		"github.com/klauspost/compress", "github.com/rs/zerolog", "golang.org/x/time"}, test: []string{"client", "engine/catalog", "server/ws/wsconn", "github.com/google/uuid"},
		why: "the WebSocket transport; it does not know the other transport"},
	{pkg: "server/ws/wsconn", may: []string{"nhooyr.io/websocket"}, why: "the only package that knows the WebSocket library, so that a swap changes one package"},
	{pkg: "client", may: []string{"client/device", "server/ws/wsconn", "github.com/evanphx/json-patch/v5", "github.com/google/uuid"},
		why: "the client of the protocol shares no code with the server but the WebSocket library"},
	{pkg: "client/example", may: []string{"client"}, why: "an example for authors of bots"},
	{pkg: "server/ws/accept", may: []string{"client", "server/ws/wsconn"}, why: "a bare server side without rules, for measurements and fakes"},
	{pkg: "server/httpapi", may: []string{"texts", "engine", "engine/bot", "server/account", "server/apperr", "server/bot", "server/cache", "server/chat", "server/circle", "server/door", "server/results", "server/hostname", "server/lifetime", "server/limit", "server/lobby", "server/signedexport", "server/notify", "server/notify/push", "server/player", "server/recovery", "server/store", "server/store/access", "server/suggestion", "server/table", "server/wire",
		"github.com/danielgtaylor/huma/v2", "github.com/go-chi/chi/v5", "github.com/google/uuid", "github.com/rs/zerolog"},
		test: []string{"engine/export", "server/notify/mail", "texts/sources", "web"}, why: "the REST transport; it does not know the other transport"},

	{pkg: "web", why: "the built client, embedded"},
	{pkg: "play", may: []string{"client/device", "client"}, test: []string{"engine", "server/ws/accept"},
		why: "a player that knows rules or server code would prove nothing about the protocol"},
	{pkg: "client/device", may: []string{"engine"}, why: "signs and reveals as the engine defines; it knows neither titles nor transports"},
	{pkg: "play/process", may: []string{"github.com/prometheus/procfs"}, why: "runs a server as a process, seen from outside"},
	{pkg: "play/torture", may: []string{"engine", "engine/export", "play", "play/process", "server/store", "server/store/open"},
		why: "compares what clients received with what is stored; callers pass the titles"},
	{pkg: "bench/arena", may: []string{"engine", "engine/bot"}, why: "bots play against bots through the contract"},
	{pkg: "bench/appends", may: []string{"bench/timing", "engine", "server/store", "github.com/google/uuid"}, test: []string{"engine/catalog", "server/store/sqlite"},
		why: "measures every store through its contract"},
	{pkg: "bench/scratch", may: []string{"github.com/google/uuid", "github.com/jackc/pgx/v5"}, why: "creates databases to measure on; it knows Postgres and no store"},
	{pkg: "bench/traffic", may: []string{"bench/timing", "client", "github.com/klauspost/compress", "golang.org/x/sync"}, test: []string{"bench/floor"}, why: "drives any server that speaks the protocol"},
	{pkg: "bench/floor", may: []string{"bench/traffic", "server/ws/accept"}, why: "answers without rules and without a store"},
	{pkg: "bench/hostile", why: "attacks through the protocol and shares no code with the server"},
	{pkg: "bench/crowd", may: []string{"bench/timing", "bench/traffic", "client"}, why: "begins tables through the protocol"},
	{pkg: "bench/shares", may: []string{"github.com/google/pprof"}, why: "attributes the samples of profiles by the names of functions"},
	{pkg: "bench/timing", why: "summarizes durations"},
	{pkg: "deploy", test: []string{"go.yaml.in/yaml/v3", "server/doctor", "server/telemetry"}, why: "deployment files; their tests know the server's metrics and what the doctor warns of"},
	{pkg: "cmd/*", may: []string{"*"}, why: "commands wire everything together"},

	{pkg: "testkit/*", may: []string{"*"}, why: "test support serves every layer; rules of its own would protect nothing"},
	{pkg: "testkit/enginetest", may: []string{"engine", "client/device", "server/wire/jsonfield", "testkit/must", "testkit/testsize", "github.com/google/go-cmp"}, why: "the laws hold for every title, so the suite knows none"},
	{pkg: "testkit/storetest", may: []string{"engine", "server/store", "server/store/access", "testkit/expect", "testkit/must", "github.com/google/go-cmp", "github.com/google/uuid"},
		why: "one suite for every store; it prefers none"},
	{pkg: "testkit/secrecy", may: []string{"engine", "server/lifetime", "server/store", "client", "testkit/memlog", "testkit/pipenet", "testkit/sqlitetest"},
		why: "compares what servers send; callers pass titles and servers"},
	{pkg: ".", test: []string{"server/limit"}, why: "checks of the repository"},
}

func TestImports(t *testing.T) {
	t.Parallel()
	used := map[string]bool{} // grants that some file needs, as "pkg grant"
	for file := range goFiles(t) {
		dir := path.Dir(file)
		rule := ruleOf(dir)
		if rule == nil {
			t.Errorf("%s: no rule says what package %q may import; add one with its reason", file, dir)
			continue
		}
		isTest := strings.HasSuffix(file, "_test.go")
		for _, imported := range importsOf(t, file) {
			if isStandard(imported) || imported == dir || isTest && covered(testImports, imported) ||
				slices.Contains(engineBase, imported) && slices.Contains(slices.Concat(rule.may, rule.test), "engine") {
				continue
			}
			if strings.HasPrefix(imported, supportFolder) && !isTest && !strings.HasPrefix(dir+"/", supportFolder) {
				t.Errorf("%s imports %q: test support must not be linked into the product", file, imported)
			}
			grants := rule.may
			if isTest && !covered(rule.may, imported) {
				grants = rule.test
			}
			found := false
			for _, g := range grants {
				if covers(g, imported) {
					found, used[rule.pkg+" "+g] = true, true
				}
			}
			if !found {
				t.Errorf("%s imports %q: %s", file, imported, rule.why)
			}
		}
	}
	for _, rule := range importRules {
		for _, g := range slices.Concat(rule.may, rule.test) {
			if !used[rule.pkg+" "+g] {
				t.Errorf("the rule of %q grants %q, which no file needs: remove the grant", rule.pkg, g)
			}
		}
	}
}

// ruleOf returns the rule of a package: its own, or that of the longest pattern above it; nil if there is none.
func ruleOf(pkg string) *importRule {
	var found *importRule
	for i := range importRules {
		r := &importRules[i]
		if r.pkg == pkg {
			return r
		}
		if strings.HasSuffix(r.pkg, "/*") && covers(r.pkg, pkg) && (found == nil || len(found.pkg) < len(r.pkg)) {
			found = r
		}
	}
	return found
}

// covered reports whether one of the grants covers an import.
func covered(grants []string, imported string) bool {
	return slices.ContainsFunc(grants, func(g string) bool { return covers(g, imported) })
}

// covers reports whether a grant covers an import. The grant of another module covers all its packages.
func covers(grant, imported string) bool {
	switch {
	case grant == "*" || grant == imported:
		return true
	case strings.HasSuffix(grant, "/*"):
		return strings.HasPrefix(imported, strings.TrimSuffix(grant, "*"))
	default:
		return strings.Contains(strings.SplitN(grant, "/", 2)[0], ".") && strings.HasPrefix(imported, grant+"/")
	}
}

// moduleFolders are the top folders of this module that hold Go code.
var moduleFolders = []string{".", "bench", "client", "cmd", "deploy", "engine", "migrations", "play", "server", "testkit", "texts", "web"}

// isStandard reports whether an import belongs to the standard library: its first part has no dot and is no folder of this
// module.
func isStandard(imported string) bool {
	first, _, _ := strings.Cut(imported, "/")
	return !slices.Contains(moduleFolders, first) && !strings.Contains(first, ".")
}

// importsOf lists the imports of a file. Imports of this module lack the module's name.
func importsOf(t *testing.T, file string) []string {
	t.Helper()
	parsed := must.Return(parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly))(t)
	list := make([]string, 0, len(parsed.Imports))
	for _, spec := range parsed.Imports {
		name := must.Return(strconv.Unquote(spec.Path.Value))(t)
		list = append(list, strings.TrimPrefix(name, "nemeton/"))
	}
	return list
}

// goFiles yields the Go files of this module by their slash-separated paths.
func goFiles(t *testing.T) func(yield func(string) bool) {
	t.Helper()
	return func(yield func(string) bool) {
		err := fs.WalkDir(os.DirFS("."), ".", func(file string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			name := entry.Name()
			if entry.IsDir() && file != "." && (name == "node_modules" || name == "testdata" || strings.HasPrefix(name, ".")) {
				return fs.SkipDir
			}
			if filepath.Ext(name) == ".go" && !yield(file) {
				return fs.SkipAll
			}
			return nil
		})
		must.Succeed(t, err)
	}
}
