# `make` alone prints the targets with the help texts behind ##.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:
MAKEFLAGS += --no-print-directory

# Go is often installed there without being on the path of every user.
export PATH := $(PATH):/usr/local/go/bin
# Let git accept a clone that belongs to another user, as in a container or under root.
export GIT_CONFIG_COUNT := 1
export GIT_CONFIG_KEY_0 := safe.directory
export GIT_CONFIG_VALUE_0 := $(CURDIR)
# Only the binary of `make build` carries the commit it was built from. All builds use these flags, so that they share the build cache.
# Information for debuggers (DWARF) takes a tenth of the time of the compiler. Stack traces and profiles need none.
export GOFLAGS := $(GOFLAGS) -trimpath -buildvcs=false -gcflags=all=-dwarf=false
# Garbage collections of the compiler only near this limit save a sixth of its time. The program that `make run` starts collects as always.
FAST := GOGC=off GOMEMLIMIT=1GiB
# If the home folder is not writable (a locked-down account), all caches are in the clone.
ifneq ($(shell mkdir -p "$$HOME/.cache" 2>/dev/null && test -w "$$HOME/.cache" && echo ours),ours)
export HOME := $(CURDIR)/.cache/home
export GOFLAGS := $(GOFLAGS) -modcacherw
endif

NPM := npm --prefix web
GO_FILES = $$(git ls-files -co --exclude-standard '*.go')
# pgrun starts a Postgres in a temporary folder, passes its URL to the tests in NEMETON_TEST_POSTGRES, and stops it afterwards.
WITH_POSTGRES := go run ./testkit/pgtest/pgrun

.PHONY: help
help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: run
run: build ## build, and serve on http://localhost:8080 with SQLite (nemeton.db)
	@exec bin/nemeton serve

# The newest tag, with the number of commits after it and the commit. Without a tag the program names its commit.
VERSION = $(shell git describe --tags --dirty=+changes 2>/dev/null)
# The linker gets the commit, because -buildvcs does not know it in a worktree of git.
REVISION = $(shell git describe --always --abbrev=40 --exclude='*' --dirty=+changes 2>/dev/null)

.PHONY: build
build: need-build web ## build the client and the server into bin/nemeton
	$(FAST) go build -ldflags '-X nemeton/cmd/nemeton/internal/wiring.release=$(VERSION) -X nemeton/cmd/nemeton/internal/wiring.revision=$(REVISION)' -o bin/nemeton ./cmd/nemeton

# The programs of hosts contain no laboratory.
LAB := bin/nemeton-lab

.PHONY: lab
lab: build ## build the laboratory into bin/nemeton-lab: it plays, measures and attacks servers
	$(FAST) go build -o $(LAB) ./cmd/nemeton-lab

# Changes that are not committed are left out. REV is a tag or a commit.
.PHONY: release
release: need-build ## make the files of a release from REV=HEAD in dist: programs, packages, images, checksums
	rm -rf dist
	go run ./cmd/release --revision $(or $(REV),HEAD)

# The client is built only if one of its sources changed. Folders count too: removing a file changes its folder.
WEB_SOURCES = $(shell find web/src web/public texts) $(wildcard web/*.html web/*.ts) web/svelte.config.js web/tsconfig.json

.PHONY: web
web: web/packed/client.zip

# The engine for browsers, with the runtime of the Go that compiles it.
ENGINE_SOURCES = $(shell find engine cmd/engine-wasm -name '*.go' ! -name '*_test.go') go.mod scripts/build-engine

web/engine/engine.wasm: $(ENGINE_SOURCES)
	scripts/build-engine $(@D)

web/packed/client.zip: web/node_modules/.installed web/engine/engine.wasm $(WEB_SOURCES)
	$(NPM) run build
	@touch $@

web/node_modules/.installed: web/package.json web/package-lock.json
	$(NPM) ci --no-audit --no-fund
	@touch $@

.PHONY: test-quick
test-quick: need-quick ## run the fast tests, in about 90 s: Go without Postgres, processes and race detector, and the client's tests
	@scripts/each test-go-quick +test-web

.PHONY: test
test: need-test ## run all tests except the long ones: client, Go on both stores, Chromium
	@scripts/each build +compile-raced test-browser +test-web +test-go

.PHONY: compile-raced
compile-raced:
	@scripts/test-go compile

.PHONY: test-go
test-go: need-test web ## run the Go tests on SQLite and on a throwaway Postgres, with the race detector where goroutines share memory
	@$(WITH_POSTGRES) scripts/test-go normal

.PHONY: test-go-quick
test-go-quick: need-quick
	@scripts/test-go quick

# PART=ci runs a fifth of the tests that `make test` leaves out, in about 5 minutes on 2 cores; without PART, the run takes hours. The number of commits
# chooses the fifth, so that all have run after five.
FIFTH = $(shell echo $$(($$(git rev-list --count HEAD) % 5 + 1)))
FIFTH_1 = simulation N=100000 FOR=30s
FIFTH_2 = secrecy N=100000 FOR=1m
FIFTH_3 = torture N=20
FIFTH_4 = test-upgrade
FIFTH_5 = fuzz T=4s

.PHONY: test-long
test-long: need-$(if $(filter ci,$(PART)),test,long) build ## run the long tests: states compared on the wire, many kills, whole games by keyboard, fuzzing; PART=ci runs a fifth
ifeq ($(PART),ci)
	@scripts/each $(FIFTH_$(FIFTH)) test-go-slice SLICE=$(FIFTH)/5 test-browser-rest SHARD=$(FIFTH)/5
else
	@scripts/each test-go-long simulation N=100000 secrecy torture N=200 test-upgrade test-browser-rest test-browser-long fuzz T=5m
endif

# SLICE=2/5 is the second fifth of them.
.PHONY: test-go-slice
test-go-slice: need-test web
	@$(WITH_POSTGRES) scripts/test-go slice $(or $(SLICE),1/1)

.PHONY: test-tools
test-tools: need-test web ## run the tests of tools (releases, generators, checks of texts, measurements, test support), and the whole server with the race detector
	@$(WITH_POSTGRES) scripts/test-go tools

.PHONY: test-go-long
test-go-long: need-test web ## run the Go tests in full size: all recorded games, long runs of the laws, many faults
	@NEMETON_TESTS=long $(WITH_POSTGRES) scripts/test-go long

.PHONY: new-title
new-title: need-build ## add a small, complete title to begin with: make new-title NAME=nim
	@scripts/new-title "$(NAME)"

.PHONY: test-web
test-web: need-build web/node_modules/.installed ## run the client's tests (vitest)
	$(NPM) test

# Each store gets N kills. SEED repeats the choices of a run, not its timing.
N ?= 20
STORE ?= both
SEED ?= 0
TORTURE = $(LAB) torture --kills $(N) --seed $(SEED) --histories
CHECK_HISTORIES = go run ./testkit/histories/checkhistories

.PHONY: torture
torture: lab ## kill a server N=20 times during play on STORE=sqlite, postgres or both; no move may be lost
	@file=$$(mktemp); trap 'rm -f "$$file"' EXIT; \
	case "$(STORE)" in sqlite|both) echo "SQLite:"; $(TORTURE) "$$file"; $(CHECK_HISTORIES) "$$file";; esac; \
	case "$(STORE)" in postgres|both) echo "Postgres:"; \
		$(WITH_POSTGRES) sh -c '$(TORTURE) "$$0" --database "$$NEMETON_TEST_POSTGRES"' "$$file"; $(CHECK_HISTORIES) "$$file";; esac

# Two servers that differ only in hidden data must send the same bytes. N is the number of compared states.
STATES = $(if $(filter command line environment,$(origin N)),$(N),10000)

# After the time FOR (0: no limit) no new games start. SEED is the number of the first game.
FOR ?= 0

# Thousands of servers leave much garbage, and a third of it survives one collection. GOGC makes collections rare for speed, so GOMEMLIMIT must bound
# the memory.
.PHONY: secrecy
secrecy: need-build web ## compare N=10000 states of two servers that differ in hidden data; no byte may differ
	GOGC=400 GOMEMLIMIT=2GiB go test ./cmd/nemeton -run TestSecrecy_TwoWorlds -count=1 -timeout 0 -parallel 3 -v -args -secrecy $(STATES) -secrecy-for $(FOR) -secrecy-seed $(SEED) -secrecy-standstills 3

# SEED is the first schedule. A schedule that fails is shortened and printed, with the command that repeats it.
.PHONY: simulation
simulation: need-build ## run N=10000 schedules of several simulated servers on one store; time limit FOR, e.g. 5m
	go test ./server/table -run 'TestSimulation$$' -count=1 -timeout 0 -v -args -sim $(STATES) -sim-for $(FOR) -sim-first $$(($(SEED) + 1))

.PHONY: test-browser
test-browser: need-test build ## play some moves of every title in a real Chromium against the built server, and chat, watch, reconnect, administer
	E2E=journeys $(NPM) run e2e

# SHARD=2/5 is the second fifth of them.
.PHONY: test-browser-rest
test-browser-rest: need-test build ## run the browser tests that `make test` leaves out: outages, networks, measurements of pages
	E2E=rest $(NPM) run e2e$(if $(SHARD), -- --shard $(SHARD))

.PHONY: test-browser-long
test-browser-long: need-long build ## play whole games of every title in Chromium by mouse, keyboard and touch, and in Firefox and WebKit
	E2E=long $(NPM) run e2e

# FROM is a tag or a commit; by default the newest tag before HEAD.
.PHONY: test-upgrade
test-upgrade: need-test web ## play while nodes are upgraded from an older program to this one and back; FROM=v1.2.3 names it
	@scripts/test-upgrade $(FROM)

.PHONY: test-deploy
test-deploy: need-build web ## run releases, packages, images, compose files and Kubernetes files, as root; DEPLOY_DIR keeps the engine's images
	@VERSION=$(VERSION) REVISION=$(REVISION) scripts/test-deploy

# The build comes first, because several checks need it. Checks that write files of the repository run alone.
.PHONY: check
check: need-check need-test build ## run all checks that are not tests
	@scripts/each check-go +check-web check-drift check-pictures +check-docs check-bundle +check-shell +check-deploy

.PHONY: check-go
check-go: web/node_modules/.installed
	@tool=$$(scripts/tool golangci-lint); "$$tool" run --allow-parallel-runners
	go vet ./... # the linters skip generated files
	go test -count=1 .
	@scripts/check-dead
	@for system in windows/amd64 darwin/arm64; do \
		echo "GOOS=$${system%/*} GOARCH=$${system#*/} go build ./cmd/nemeton"; \
		GOOS=$${system%/*} GOARCH=$${system#*/} CGO_ENABLED=0 go build -o /dev/null ./cmd/nemeton; \
	done

.PHONY: check-drift
check-drift: web/node_modules/.installed
	@scripts/drift "go mod tidy" go mod tidy
	@scripts/drift "make generate" $(MAKE) generate

.PHONY: check-pictures
check-pictures: need-test build
	E2E=drift $(NPM) run e2e

.PHONY: check-web
check-web: web/node_modules/.installed
	$(NPM) run check

.PHONY: check-docs
check-docs:
	@scripts/check-docs

.PHONY: check-shell
check-shell:
	@if command -v shellcheck >/dev/null; then shellcheck -x $$(git ls-files scripts) .ci/run; else echo "shellcheck is not installed: skipped"; fi

.PHONY: check-bundle
check-bundle: need-build web
	@scripts/check-bundle

.PHONY: check-deploy
check-deploy:
	@scripts/check-deploy

.PHONY: fmt
fmt: web/node_modules/.installed ## format Go, TypeScript, Svelte and styles
	gofmt -w $(GO_FILES)
	$(NPM) run format

.PHONY: generate
generate: web/node_modules/.installed ## generate the client's types and the encoders from the Go types and docs/openapi.json, and THIRD_PARTY_NOTICES
	go run ./cmd/gen-types
	go run ./cmd/gen-codec
	go run ./cmd/gen-notices

.PHONY: bench
bench: need-build ## measure the engine: random games, one decision, one view
	go test -run '^$$' -bench . -benchmem ./engine/...

.PHONY: bench-store
bench-store: lab ## measure durable appends on SQLite and on a throwaway Postgres that syncs; DIR is a folder on a real disk
	@$(WITH_POSTGRES) -durable $(if $(DIR),-dir $(DIR)) sh -c '$(LAB) bench store --store sqlite --store "$$NEMETON_TEST_POSTGRES" $(if $(DIR),--dir $(DIR))'

.PHONY: bench-move-over
bench-move-over: lab ## stop one of two nodes and measure how its N=2000 sockets move to the other, on a throwaway Postgres that syncs; DIR is a folder on a real disk
	@$(WITH_POSTGRES) -durable $(if $(DIR),-dir $(DIR)) sh -c '$(LAB) bench move-over --sockets $(if $(filter command line environment,$(origin N)),$(N),2000) --store "$$NEMETON_TEST_POSTGRES"'

.PHONY: bench-aims
bench-aims: lab ## measure servers and floors on both stores, and compare the ratios with the aims; DIR is a folder on a real disk
	@$(WITH_POSTGRES) -durable $(if $(DIR),-dir $(DIR)) sh -c '$(LAB) bench aims --postgres "$$NEMETON_TEST_POSTGRES" $(if $(DIR),--dir $(DIR))'

.PHONY: bench-client
bench-client: need-test build ## measure the client in Chromium with a CPU 4x slower, and write the table of docs/performance.md
	$(NPM) run measure:client

.PHONY: bench-engine
bench-engine: need-long build ## measure the engine in Chromium, Firefox and WebKit against native Go, and write the table of docs/performance.md
	$(NPM) run measure:engine

.PHONY: fuzz
fuzz: need-build web ## run every fuzz target for T=1m each
	@scripts/fuzz $(or $(T),1m)

.PHONY: clean
clean: ## remove build results and the clone's own caches; databases stay
	@if [ -d .cache ]; then chmod -R u+w .cache; fi
	rm -rf bin dist .cache web/node_modules web/dist/* web/packed/*

.PHONY: need-build need-quick need-test need-long need-check
need-build need-quick need-test need-long need-check: need-%:
	@scripts/need $*
