package wiring

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"nemeton/server/admin"
	"nemeton/server/ban"
	"nemeton/server/fanout"
	"nemeton/server/httpapi"
	"nemeton/server/limit"
	"nemeton/server/store"
	"nemeton/server/store/open"
	"nemeton/server/stream"
	"nemeton/server/telemetry"
	"nemeton/server/wire"
)

type adminFlags struct {
	AdminKeyFile string `env:"NEMETON_ADMIN_KEY_FILE" placeholder:"FILE" help:"File with the keys of the operators, one a line: KEY or NAME KEY, at least 16 characters. Default with SQLite: a file beside the database, which the first start with --admin-addr makes."`
	AdminKey     string `env:"NEMETON_ADMIN_KEY" placeholder:"KEY" help:"Key of an operator instead of a file. Prefer the environment variable, because process lists show flags."`
	AdminBackups string `env:"NEMETON_ADMIN_BACKUPS" placeholder:"DIRECTORY" help:"Directory of the backups, so that the administration shows the newest one."`
}

type administration struct {
	bans        *ban.List
	openStreams stream.Open
	adminPages  front  // below /admin/ on the admin address
	stopAdmin   func() // nil: not started
}

// These are the intervals in which a node reads the bans. Without other nodes, it changes them itself.
const (
	bansInterval      = 3 * time.Second
	bansIntervalAlone = time.Minute
)

// wrongKeys limits the wrong keys of an address an hour; a quarter of them at once.
var wrongKeys = limit.Limits{AddressGuesses: 60}

// newBans makes the list of bans, which is empty until startAdmin.
func (a *App) newBans(cfg Config) {
	every := bansIntervalAlone
	if cfg.sharedStore() {
		every = bansInterval
	}
	a.bans = ban.NewList(ban.Config{Store: a.store, Now: cfg.Environment.Now, Every: every, Log: cfg.Log, Apply: func() {
		a.openStreams.Close(wire.CloseBanned, func(c stream.Caller) bool { return a.bans.Banned(c.Address) })
	}})
}

// adminAddress is the handler of the admin address. The pages begin with startAdmin.
func (a *App) adminAddress(metrics *telemetry.Metrics) http.Handler {
	a.adminPages.serve(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "the server starts", http.StatusServiceUnavailable)
	}))
	mux := http.NewServeMux()
	mux.Handle("/", telemetry.Admin(metrics))
	mux.Handle("/admin/", &a.adminPages)
	return mux
}

// startAdmin applies the bans from now on, and serves the administration if there is an admin address.
func (a *App) startAdmin(ctx context.Context, cfg Config) error {
	if err := a.bans.Refresh(ctx); err != nil {
		cfg.Log.Warn().Err(err).Msg("could not read the bans yet")
	}
	background, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	a.stopAdmin = func() {
		cancel()
		running.Wait()
	}
	running.Go(func() { a.bans.Run(background) })
	if cfg.AdminAddr == "" && !cfg.sharedStore() {
		return nil
	}
	service := a.newAdministration(cfg)
	running.Go(func() { service.Run(background) })
	if cfg.AdminAddr == "" {
		return nil
	}
	keys, err := operatorKeys(cfg)
	if errors.Is(err, errNoOperatorKey) {
		a.adminPages.serve(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "there is no key of an operator: set --admin-key-file or NEMETON_ADMIN_KEY", http.StatusNotFound)
		}))
		return nil
	}
	if err != nil {
		return err
	}
	guesses := limit.NewLimiter(wrongKeys, cfg.Environment.Now, silentMeter{})
	a.adminPages.serve(admin.NewHandler(admin.HandlerConfig{
		Service: service, Keys: keys, AllowHost: cfg.allowsAdminHost, Guess: guesses.Guess,
		TitleOf: cfg.titleName, Now: cfg.Environment.Now, Entropy: cfg.Environment.Entropy, Log: cfg.Log,
	}))
	return nil
}

// allowsAdminHost reports whether requests to the admin address may name a host: an IP address, a local name, or one of --hosts. A foreign name could resolve
// to this address (DNS rebinding).
func (c Config) allowsAdminHost(host string) bool {
	name := httpapi.HostName(host)
	return httpapi.IsLocalName(name) || name != httpapi.AnyHost && slices.Contains(c.Hosts, name)
}

type silentMeter struct{}

func (silentMeter) Limited(string) {}

func (a *App) newAdministration(cfg Config) *admin.Service {
	name, err := os.Hostname()
	if err != nil {
		name = "this server"
	}
	started := cfg.Environment.Now()
	return admin.NewService(admin.Config{
		Store: a.reads, Doors: Doors{a.door, a.accounts}, Now: cfg.Environment.Now, NewID: cfg.Environment.NewID, Log: cfg.Log, Trusted: cfg.Trusted, Version: BuildVersion(), Kind: DatabaseKind(cfg.Database),
		Texts: TextSources(), Backups: cfg.Admin.AdminBackups, Free: FreeSpaceOf(cfg.Database), Server: adminServer{a}, Shared: cfg.sharedStore(),
		Node: func() admin.Node {
			node := admin.Node{ID: cfg.Environment.Node, Name: name, Version: BuildVersion(), Started: started, Tables: a.Registry.InMemory(), Players: map[string]int{}, Limits: hitsOf(a.limits)}
			sockets, players := a.openStreams.Count()
			for player, n := range players {
				if player != "" && len(node.Players) < admin.MaxPlayers {
					node.Players[string(player)] = n
				}
			}
			node.Sockets = sockets
			return node
		},
	})
}

func hitsOf(l *limit.Limiter) []admin.Limit {
	var list []admin.Limit
	for _, hit := range l.Hits() {
		entry := admin.Limit{Limit: string(hit.Limit), Count: hit.Count, Last: hit.Last}
		for _, by := range hit.By {
			entry.By = append(entry.By, admin.LimitBy{Key: by.Key, Count: by.Count, Last: by.Last})
		}
		list = append(list, entry)
	}
	return list
}

type adminServer struct{ app *App }

func (s adminServer) CloseByOperator(ctx context.Context, id store.TableID) error {
	_, err := s.app.Registry.CloseByOperator(ctx, id)
	return err
}

func (s adminServer) Announce(ctx context.Context, id store.TableID) {
	s.app.Registry.Announce(ctx, id)
}

func (s adminServer) ChatChanged(id store.TableID) {
	change := fanout.ChatChange{Table: id}
	s.app.Registry.AnnounceChat(change)
	s.app.chat.Changed(change)
}

func (s adminServer) BansChanged() {
	s.app.bans.Changed()
	s.app.Registry.AnnounceBans()
}

func (s adminServer) StoreWorks(ctx context.Context) bool { return s.app.health.StoreWorks(ctx) }

// DatabaseKind returns the name of the database, as the administration shows it.
func DatabaseKind(database string) string {
	if open.Shared(database) {
		return "Postgres"
	}
	return "SQLite"
}

// FreeSpaceOf returns the function that measures the free space beside an SQLite file. That of Postgres is on another machine.
func FreeSpaceOf(database string) func() (int64, bool) {
	path, ok := strings.CutPrefix(database, "sqlite:")
	if !ok {
		return nil
	}
	return func() (int64, bool) {
		free, err := FreeSpace(filepath.Dir(path))
		return int64(free), err == nil
	}
}

// errNoOperatorKey means that no setting gives a key of an operator.
var errNoOperatorKey = errors.New("there is no key of an operator")

// operatorKeys reads the keys of the operators. With SQLite and without a setting, the first start makes one.
func operatorKeys(cfg Config) (admin.Keys, error) {
	text, from := cfg.Admin.AdminKey, "NEMETON_ADMIN_KEY"
	if file := cfg.Admin.AdminKeyFile; text == "" && file != "" {
		raw, err := os.ReadFile(file)
		if err != nil {
			return admin.Keys{}, fmt.Errorf("--admin-key-file: %w", err)
		}
		text, from = string(raw), file
	}
	if file := KeyFileOf(cfg.Database); text == "" {
		if file == "" {
			return admin.Keys{}, errNoOperatorKey
		}
		raw, err := madeKey(file)
		if err != nil {
			return admin.Keys{}, fmt.Errorf("the key of the operator: %w", err)
		}
		text, from = raw, file
	}
	keys, err := admin.ParseKeys(text)
	if err != nil {
		return keys, fmt.Errorf("%s: %w", from, err)
	}
	return keys, nil
}

// KeyFileOf returns the file of the key beside an SQLite database; empty for Postgres.
func KeyFileOf(database string) string {
	path, ok := strings.CutPrefix(database, "sqlite:")
	if !ok {
		return ""
	}
	return path + ".admin-key"
}

// madeKey returns the content of the file, which it makes with a new key if it is missing. Only the server's user may read it.
func madeKey(file string) (string, error) {
	raw, err := os.ReadFile(file)
	if err == nil || !errors.Is(err, os.ErrNotExist) {
		return string(raw), err
	}
	text := rand.Text() + "\n"
	return text, os.WriteFile(file, []byte(text), 0o600)
}
