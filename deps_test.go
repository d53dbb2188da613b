// Package nemeton_test holds the import rules and checks of the documents. Imports go one way.
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
)

// importRule lists the imports of one package, besides the standard library. Paths inside the project are written without
// its name. A path that ends in /* stands for every package below that has no rule of its own.
type importRule struct {
	pkg  string
	may  []string
	test []string // further imports of its tests; testKits and the package itself are granted to all
	why  string
}

// testKits may be imported by any test.
var testKits = []string{
	"github.com/google/go-cmp", "go.uber.org/goleak", "pgregory.net/rapid", "testkit/*",
}

var importRules = []importRule{
	{pkg: "engine", why: "the contract of a title depends on nothing, so that it can be replayed anywhere and for ever"},
	{pkg: "engine/*", may: []string{"engine"}, test: []string{"testkit/enginetest", "testkit/enginetest/*"},
		why: "a title knows the contract and no other title: adding one touches one folder"},
	{pkg: "engine/export", may: []string{"engine"}, test: []string{"engine/catalog", "testkit/enginetest"},
		why: "a finished table, to check without a server: it knows titles by what it is handed"},
	{pkg: "engine/corpus", may: []string{"engine", "engine/bot", "engine/export"}, test: []string{"engine/catalog"},
		why: "recorded games of any title: it plays and checks through the contract"},
	{pkg: "engine/bot", may: []string{"engine"}, test: []string{"engine/catalog"},
		why: "bots play any title through the contract, so they know none"},
	{pkg: "testkit/enginetest", may: []string{"engine", "github.com/google/go-cmp"}, test: []string{"testkit/enginetest/*"}, why: "the laws hold for any title, so they know none"},
	{pkg: "testkit/enginetest/*", may: []string{"engine"}, test: []string{"testkit/enginetest"},
		why: "what keeps the suite honest plays by a title's rules"},
	{pkg: "engine/catalog", may: []string{"engine", "engine/druids", "engine/meduris", "engine/pangea"}, why: "the one list of titles: one line each"},

	{pkg: "server/apperr", may: []string{"engine", "server/store", "github.com/rs/zerolog"},
		why: "one error type for both doors; it turns what lies below into codes"},
	{pkg: "server/wire", may: []string{"engine"}, why: "the protocol is plain data; it does not know who sends it"},
	{pkg: "server/wire/*", why: "works on Go types by reflection, whatever they are"},

	{pkg: "server/limit", may: []string{"golang.org/x/time"}, why: "counts by text and address, whoever they belong to"},
	{pkg: "server/confusable", may: []string{"golang.org/x/text"}, why: "letters and what they are taken for; it knows no players"},

	{pkg: "server/store", may: []string{"engine"}, why: "the contract of storing knows no database"},
	{pkg: "testkit/storetest", may: []string{"engine", "engine/*", "server/store", "github.com/google/go-cmp", "github.com/google/uuid"},
		why: "one suite for every store; it may not favour one"},
	{pkg: "server/store/sqlite", may: []string{"engine", "server/store", "server/store/*", "migrations", "migrations/*", "modernc.org/sqlite", "github.com/pressly/goose/v3", "github.com/google/uuid"},
		test: []string{"testkit/storetest"}, why: "only here SQLite is known"},
	{pkg: "server/store/postgres", may: []string{"engine", "server/store", "server/store/*", "migrations", "migrations/*", "github.com/jackc/pgx/v5", "github.com/jackc/puddle/v2", "github.com/pressly/goose/v3", "github.com/google/uuid"},
		test: []string{"testkit/storetest", "testkit/pgtest"}, why: "only here Postgres is known"},
	{pkg: "testkit/memstore", may: []string{"engine", "server/store", "server/store/row"},
		test: []string{"testkit/storetest"}, why: "a store without a database"},
	{pkg: "server/store/dial", may: []string{"server/store", "server/store/*"}, why: "turns the name of a database into its store: the one place that knows all stores"},
	{pkg: "testkit/pgserver", may: []string{"github.com/jackc/pgx/v5", "github.com/google/uuid"},
		why: "throwaway servers and what they do with one row: it knows Postgres and nothing of the store"},
	{pkg: "testkit/pgtest/pgrun", may: []string{"testkit/pgtest"}, why: "runs a command beside a throwaway Postgres"},
	{pkg: "testkit/faultystore", may: []string{"engine", "server/store"}, why: "wraps any store and makes it fail"},
	{pkg: "testkit/pgtest", may: []string{"migrations", "server/store/postgres", "testkit/pgserver", "github.com/jackc/pgx/v5", "github.com/google/uuid"},
		why: "lends tests a migrated database: it sits on the store it serves"},
	{pkg: "server/store/internal/group", may: []string{"engine", "server/store", "server/store/row"}, why: "lets appends share a commit, whatever the database"},
	{pkg: "server/store/*", may: []string{"engine", "server/store", "server/store/postgres/*", "github.com/jackc/pgx/v5"},
		why: "helpers of the stores stay below them"},
	{pkg: "migrations", why: "SQL files, embedded"},
	{pkg: "migrations/*", why: "SQL files, embedded"},

	{pkg: "server/fanout", may: []string{"engine", "server/store"}, why: "news names tables and seats, and knows neither who carries it nor who reads it"},
	{pkg: "testkit/fanouttest", may: []string{"engine", "server/fanout", "server/store"}, why: "one suite for every bus; it may not favour one"},
	{pkg: "server/fanout/local", may: []string{"server/fanout"}, test: []string{"testkit/fanouttest"}, why: "a bus without a network"},
	{pkg: "server/fanout/nats", may: []string{"server/fanout", "github.com/nats-io/nats.go", "github.com/rs/zerolog"},
		test: []string{"engine", "server/fanout/*"}, why: "only here NATS is known"},
	{pkg: "testkit/natstest", may: []string{"github.com/nats-io/nats-server/v2"}, why: "lends tests a real server"},

	{pkg: "server/table", may: []string{"engine", "engine/export", "server/apperr", "server/fanout", "server/confusable", "server/store", "server/wire", "github.com/rs/zerolog", "server/table/patch", "github.com/google/uuid", "golang.org/x/time"},
		test: []string{"engine/*", "server/fanout/local", "server/store/*", "testkit/tabletest", "github.com/evanphx/json-patch/v5"},
		why:  "the authority is reached by doors and knows none of them; titles come to it through the contract"},
	{pkg: "server/table/patch", test: []string{"github.com/evanphx/json-patch/v5"}, why: "makes patches of any texts"},
	{pkg: "testkit/tabletest", may: []string{"engine", "engine/*", "testkit/enginetest/toy", "testkit/memstore", "server/store", "server/store/*", "server/table", "server/wire", "server/apperr", "github.com/google/uuid", "github.com/rs/zerolog"},
		why: "a house with tables in it, for the tests of the authority and its doors"},
	{pkg: "server/lobby", may: []string{"engine", "engine/bot", "server/apperr", "server/store", "server/table", "server/wire", "golang.org/x/text", "github.com/google/uuid", "github.com/rs/zerolog"},
		test: []string{"engine/*", "server/store/*", "server/player"}, why: "a feature; features do not import each other"},
	{pkg: "server/bot", may: []string{"engine", "engine/bot", "server/apperr", "server/store", "server/table", "github.com/rs/zerolog"},
		test: []string{"engine/*", "testkit/tabletest"}, why: "a feature: it plays through the authority as a door does, and is given no more"},
	{pkg: "server/player", may: []string{"engine", "server/apperr", "server/confusable", "server/store", "server/wire", "golang.org/x/text", "github.com/google/uuid", "github.com/rs/zerolog"},
		test: []string{"server/store/*"}, why: "a feature; features do not import each other"},
	{pkg: "server/ws", may: []string{"engine", "server/apperr", "server/store", "server/lifetime", "server/table", "server/wire", "server/ws/eof", "nhooyr.io/websocket", "github.com/klauspost/compress", "github.com/rs/zerolog", "golang.org/x/time"},
		test: []string{"engine/*", "server/store/*", "server/player", "server/lobby", "testkit/tabletest", "server/ws/client", "github.com/google/uuid"}, why: "a door: frames in, frames out; the only one that knows the websocket library"},
	{pkg: "server/lifetime", why: "when requests end: doors and what surrounds them agree on it, and it knows none of them"},
	{pkg: "server/ws/eof", why: "mends what the library does at either end; it knows neither"},
	{pkg: "server/ws/client", may: []string{"server/ws/eof", "nhooyr.io/websocket"},
		why: "the calling end serves programs that check the server: it shares nothing with it but what mends their library"},
	{pkg: "server/ws/*", may: []string{"server/ws", "server/ws/client", "server/wire", "nhooyr.io/websocket"}, why: "helpers of the socket stay below its door"},
	{pkg: "server/httpapi", may: []string{"engine", "engine/bot", "server/apperr", "server/bot", "server/lobby", "server/lifetime", "server/player", "server/store", "server/table", "server/telemetry", "server/wire",
		"github.com/danielgtaylor/huma/v2", "github.com/go-chi/chi/v5", "github.com/google/uuid", "github.com/rs/zerolog"},
		test: []string{"engine/*", "server/limit", "server/store/*"}, why: "a door: REST; it does not know the other door"},
	{pkg: "testkit/secrecy", may: []string{"engine", "server/lifetime", "server/store", "testkit/memstore", "server/ws/client"},
		why: "compares what servers tell: it knows their doors, the store as a thing to stand before, and titles by what it is handed"},
	{pkg: "server/audit", may: []string{"engine", "engine/export", "server/store"}, test: []string{"engine/*", "server/store/*", "testkit/tabletest"},
		why: "reads what is stored; it serves nobody"},
	{pkg: "server/telemetry", may: []string{"github.com/go-chi/chi/v5", "github.com/prometheus/client_golang", "github.com/rs/zerolog", "github.com/google/uuid"},
		why: "features declare the meters they need; this only implements them"},

	{pkg: "web", test: []string{"web"}, why: "the built client, embedded"},
	{pkg: "bench/arena", may: []string{"engine", "engine/bot"}, why: "bots against bots, through the contract"},
	{pkg: "play/torture", may: []string{"play", "play/process", "engine", "engine/export", "server/store", "server/store/dial"},
		why: "what is told is compared with what is stored: it knows the contract, and titles by what it is handed"},
	{pkg: "play/process", why: "a server as a process, seen from outside"},
	{pkg: "bench/hostile", why: "attacks by the protocol and knows nothing of the inside; it shares no code with what it attacks"},
	{pkg: "bench/timing", why: "sums up durations, whatever took them"},
	{pkg: "bench/appends", may: []string{"bench/timing", "engine", "server/store", "github.com/google/uuid"}, test: []string{"engine/*", "server/store/*"},
		why: "measures any store through its contract"},
	{pkg: "bench/traffic", may: []string{"bench/timing", "server/ws/client"}, test: []string{"bench/floor"},
		why: "drives whatever speaks the protocol, and knows no more than that"},
	{pkg: "bench/floor", may: []string{"bench/traffic", "server/ws/accept"}, why: "answers without rules and store: it may not know them"},
	{pkg: "play", may: []string{"server/ws/client"},
		test: []string{"*"}, why: "the protocol-only program: whoever knows a title's rules or the server's inside proves nothing about the protocol"},
	{pkg: "deploy", test: []string{"go.yaml.in/yaml/v3", "server/telemetry"}, why: "files for elsewhere; its tests know what a server measures"},
	{pkg: "cmd/check-prose", why: "reads comments and documents; it needs no code of the project"},
	{pkg: "cmd/*", may: []string{"*"}, why: "the one place where everything is joined"},
	{pkg: ".", may: nil, why: "this test alone"},
}

func TestImports(t *testing.T) {
	t.Parallel()
	for file := range goFiles(t) {
		dir := path.Dir(file)
		r := ruleOf(dir)
		if r == nil {
			t.Errorf("%s: no import rule for package %q; add one with its reason", file, dir)
			continue
		}
		may := append([]string{dir}, r.may...)
		if strings.HasSuffix(file, "_test.go") {
			may = append(append(may, r.test...), testKits...)
		}
		for _, imported := range importsOf(t, file) {
			if standard(imported) || slices.ContainsFunc(may, func(p string) bool { return grants(p, imported) }) {
				continue
			}
			t.Errorf("%s imports %q: %s", file, imported, r.why)
		}
	}
}

// ruleOf returns the rule of a package: its own, or the one with the longest pattern, or nil.
func ruleOf(pkg string) *importRule {
	var found *importRule
	for i := range importRules {
		r := &importRules[i]
		if r.pkg == pkg {
			return r
		}
		if strings.HasSuffix(r.pkg, "/*") && grants(r.pkg, pkg) && (found == nil || len(found.pkg) < len(r.pkg)) {
			found = r
		}
	}
	return found
}

// grants reports whether the path p of a rule covers an import. The path of another module covers its packages.
func grants(p, imported string) bool {
	switch {
	case p == "*" || p == imported:
		return true
	case strings.HasSuffix(p, "/*"):
		return strings.HasPrefix(imported, strings.TrimSuffix(p, "*"))
	default:
		return strings.Contains(strings.SplitN(p, "/", 2)[0], ".") && strings.HasPrefix(imported, p+"/")
	}
}

// standard reports whether a package is of the standard library. Its first path element has no dot.
func standard(imported string) bool {
	first, _, _ := strings.Cut(imported, "/")
	switch first {
	case "bench", "engine", "server", "testkit", "web", "play", "cmd", "migrations", ".":
		return false
	}
	return !strings.Contains(first, ".")
}

// importsOf returns the imports of a file, those of the project without its name.
func importsOf(t *testing.T, file string) []string {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	list := make([]string, 0, len(parsed.Imports))
	for _, spec := range parsed.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, strings.TrimPrefix(name, "nemeton/"))
	}
	return list
}

// goFiles yields the slash-separated paths of the project's own Go files.
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
		if err != nil {
			t.Fatal(err)
		}
	}
}
