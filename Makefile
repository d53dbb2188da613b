# `make` alone prints what there is. The words behind ## are its help.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:
MAKEFLAGS += --no-print-directory

# Go is often unpacked there without being on the path of every user.
export PATH := $(PATH):/usr/local/go/bin
# A clone may belong to somebody else than the one who runs make (a container, root): git is told that it is meant.
export GIT_CONFIG_COUNT := 1
export GIT_CONFIG_KEY_0 := safe.directory
export GIT_CONFIG_VALUE_0 := $(CURDIR)
# Only what is kept (make build) carries the commit it was made from.
export GOFLAGS := $(GOFLAGS) -buildvcs=false
# Where the home cannot be written (a locked-down account), all caches live in the clone.
ifneq ($(shell mkdir -p "$$HOME/.cache" 2>/dev/null && test -w "$$HOME/.cache" && echo ours),ours)
export HOME := $(CURDIR)/.cache/home
export GOFLAGS := $(GOFLAGS) -modcacherw
endif

NPM := npm --prefix web
GO_FILES = $$(git ls-files -co --exclude-standard '*.go')
# The runner starts a Postgres of its own in a temporary folder, tells the tests by NEMETON_TEST_POSTGRES, and ends it.
WITH_POSTGRES := go run ./server/store/postgres/pgtest/pgrun

.PHONY: help
help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: run
run: build ## build, and serve on http://localhost:8080 with the embedded store (nemeton.db)
	@exec bin/nemeton serve

.PHONY: build
build: need-build web ## build the client and the server into bin/nemeton
	go build -trimpath -buildvcs=auto -o bin/nemeton ./cmd/nemeton

# The client is built only when something it is made of has changed (a folder changes when a file in it goes).

WEB_SOURCES = $(shell find web/src web/public) web/index.html web/vite.config.ts web/svelte.config.js web/tsconfig.json

.PHONY: web
web: web/dist/index.html

web/dist/index.html: web/node_modules/.installed $(WEB_SOURCES)
	$(NPM) run build
	@touch $@

web/node_modules/.installed: web/package.json web/package-lock.json
	$(NPM) ci --no-audit --no-fund
	@touch $@

.PHONY: test
test: need-test test-web test-go test-browser ## run every test: client, Go on both stores, Chromium

.PHONY: test-go
test-go: need-test web ## run the Go tests with the race detector, on SQLite and on a throwaway Postgres
	@tool=$$(scripts/tool gotestsum); \
	$(WITH_POSTGRES) "$$tool" --format pkgname -- -race -p 2 -timeout 12m ./... && \
	go test ./engine/corpus ./engine/meduris ./engine/druids ./engine/pangea && go test -run PatchesMakeTheWhole ./server/table && \
	go test ./cmd/nemeton -run TestSecrecy -args -secrecy 4000

.PHONY: test-web
test-web: need-build web/node_modules/.installed ## run the client's tests (vitest)
	$(NPM) test

# Each store meets N kills; SEED repeats the choices of a run, not its timing.
N ?= 20
STORE ?= both
SEED ?= 0
TORTURE = ./cmd/nemeton torture --kills $(N) --seed $(SEED)

.PHONY: torture
torture: need-build ## kill a server N=20 times under play, on STORE=sqlite, postgres or both: nothing may be lost
	@case "$(STORE)" in sqlite|both) echo "SQLite:"; go run $(TORTURE);; esac
	@case "$(STORE)" in postgres|both) echo "Postgres:"; $(WITH_POSTGRES) sh -c 'go run $(TORTURE) --database "$$NEMETON_TEST_POSTGRES"';; esac

# Two servers whose hidden things differ must look alike to the byte; N is how many states are compared.
STATES = $(if $(filter command line environment,$(origin N)),$(N),10000)

# No more games are begun after the time FOR, if it is not 0; SEED is the number of the first game.
FOR ?= 0

# Servers by the thousand leave garbage of which a third lives on until the second collection after: collecting seldom alone would let it grow
# without end.
.PHONY: secrecy
secrecy: need-build web ## compare N=10000 states in two worlds at the wire: no byte may tell what is hidden
	GOGC=400 GOMEMLIMIT=2GiB go test ./cmd/nemeton -run TestSecrecy_TwoWorlds -count=1 -timeout 0 -parallel 3 -v -args -secrecy $(STATES) -secrecy-for $(FOR) -secrecy-seed $(SEED) -secrecy-standstills 3

.PHONY: test-browser
test-browser: need-test build ## play some moves of every title in a real Chromium against the built server
	$(NPM) run e2e

.PHONY: test-browser-long
test-browser-long: need-test build ## play whole games of every title in a real Chromium by mouse, keyboard and touch
	$(NPM) run e2e:long

.PHONY: check
check: need-check check-go check-drift check-web check-docs check-shell ## run every check that is not a test

.PHONY: check-go
check-go: web/node_modules/.installed
	@tool=$$(scripts/tool golangci-lint); "$$tool" run --allow-parallel-runners
	go vet ./...
	go test -count=1 .

.PHONY: check-drift
check-drift: web/node_modules/.installed
	@scripts/drift "go mod tidy" go mod tidy
	@scripts/drift "make generate" $(MAKE) generate

.PHONY: check-web
check-web: web/node_modules/.installed
	$(NPM) run check

.PHONY: check-docs
check-docs:
	@scripts/check-docs

.PHONY: check-shell
check-shell:
	@if command -v shellcheck >/dev/null; then shellcheck scripts/* .ci/run; else echo "shellcheck is not installed: skipped"; fi

.PHONY: fmt
fmt: web/node_modules/.installed ## format Go, TypeScript, Svelte and styles
	gofmt -w $(GO_FILES)
	$(NPM) run format

.PHONY: generate
generate: ## write the client's types anew from the Go types
	go run ./cmd/gen-types

.PHONY: bench
bench: need-build ## measure the engine: random games, one decision, one view
	go test -run '^$$' -bench . -benchmem ./engine/...

.PHONY: fuzz
fuzz: need-build web ## run every fuzz target for a while each: make fuzz T=10m
	@scripts/fuzz $(or $(T),1m)

.PHONY: clean
clean: ## remove what was built and the clone's own caches; games stay
	@if [ -d .cache ]; then chmod -R u+w .cache; fi
	rm -rf bin .cache web/node_modules web/dist/*

.PHONY: need-build need-test need-check
need-build need-test need-check: need-%:
	@scripts/need $*
