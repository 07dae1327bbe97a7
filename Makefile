# What a developer, and .ci/run, does with this repository. `make help` lists the targets.

SHELL := bash
comma := ,
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo unversioned)
COMMIT := $(shell git rev-parse HEAD 2>/dev/null || echo unknown)
LDFLAGS := -s -w -X main.version=$(VERSION) -X main.commit=$(COMMIT)

# One set of flags for every Go command: build, vet, tests and linters then share one build cache.
# Without cgo the binary is static and a machine without a C compiler builds the same one.
export GOFLAGS := $(GOFLAGS) -trimpath -buildvcs=false
export CGO_ENABLED := 0
# Tests use the system's Chromium; npm must never fetch a browser.
export PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD := 1

WEB_SOURCES := $(shell find web -type f \
	-not -path 'web/node_modules/*' -not -path 'web/dist/*' -not -path 'web/e2e/*' -not -path 'web/test-results/*' \
	-not -name '*.test.*' -not -name '*.go' -not -name '*.md' 2>/dev/null)
NODE_MODULES := web/node_modules/.package-lock.json
WEB_BUILT := web/dist/.built

.PHONY: help build run test check verify generate guide bench prove fuzz lighthouse alerts manifests dev release image clean bin/btracker

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: bin/btracker ## build the web app and bin/btracker

run: build ## build, then serve on 127.0.0.1:8080 with demo data in ./data
	@exec bin/btracker serve --demo

dev: build ## serve with demo data in ./data, and show each change of either side at once
	@scripts/dev.sh

test: build ## run every test: Go on both databases, web, end to end; GO=./internal/app or E2E=renewals for a part
	@GO='$(GO)' E2E='$(E2E)' scripts/test.sh

check: $(NODE_MODULES) ## format, lint, types and folder-import rules
	@scripts/check.sh

generate: $(NODE_MODULES) ## write the API contract, and the web app's types and rules from it
	@mkdir -p api
	@go run ./cmd/contract > api/openapi.json.new && mv api/openapi.json.new api/openapi.json
	@npm --prefix web run --silent generate

guide: build ## take the pictures of the user's guide (docs/guide) anew, from the demo data
	@scripts/setup-debian.sh browser
	@cd web && GUIDE=take node_modules/.bin/playwright test guide

verify: $(NODE_MODULES) ## fail when generated files or go.mod are stale
	@scripts/verify.sh

bench: build ## measure the built binary, the history, money, terms, the year ahead, own fields, the audit trail, webhooks and the live hub; BENCH="-seconds 5 -binary a -binary b" for more
	@go test ./internal/bench -run '^$$' -benchtime 1x -timeout 12h -v -bench Server -args $(BENCH)
	@go test ./internal/bench -run '^$$' -benchtime 1x -timeout 12h -v -bench History -args $(HISTORYBENCH)
	@go test ./internal/bench -run '^$$' -benchtime 1x -timeout 12h -v -bench Audit -args $(AUDITBENCH)
	@go test ./internal/bench -run '^$$' -benchtime 1x -timeout 12h -v -bench Money -args $(BENCH)
	@go test ./internal/bench -run '^$$' -benchtime 1x -timeout 12h -v -bench Bulk -args $(BENCH)
	@go test ./internal/bench -run '^$$' -benchtime 1x -timeout 12h -v -bench Terms -args $(BENCH)
	@go test ./internal/bench -run '^$$' -benchtime 1x -timeout 12h -v -bench Forecast -args $(BENCH)
	@go test ./internal/bench -run '^$$' -benchtime 1x -timeout 12h -v -bench OwnFields -args $(BENCH)
	@go test ./internal/bench -run '^$$' -benchtime 1x -timeout 12h -v -bench Import -args $(BENCH)
	@go test ./internal/bench -run '^$$' -benchtime 1x -timeout 12h -v -bench Webhook -args $(BENCH)
	@go test ./internal/bench -run '^$$' -benchtime 1x -timeout 12h -v -bench Hub -args $(HUBBENCH)
	@go test ./internal/store -run '^$$' -timeout 12h -bench 'Company|Beside'

prove: build ## before a release: every Go test with -race and in full, every end-to-end test; kill, fill disks, fail over, upgrade, soak; PROVE="-run Kill" for less
	@PROVE='$(PROVE)' scripts/prove.sh

fuzz: ## every fuzz target, a million executions each; FUZZ=10000x for less
	@scripts/fuzz.sh

lighthouse: build ## Lighthouse on the main pages, median of three, against the bars; RUNS=1 for a quick look
	@scripts/setup-debian.sh browser
	@node web/scripts/lighthouse.mjs

alerts: ## try the alert rules of deploy/prometheus with promtool, which Debian's package is fetched for
	@scripts/alerts.sh

manifests: ## hold the files for Compose and Kubernetes against their schemas; compiling the validators takes minutes once
	@scripts/manifests.sh

# VERSION=v1.2.3 on the command line builds what has no tag, to try it.
release: build ## from a tag: archives, Debian packages, bill of materials and checksums in dist/; TARGETS=linux-amd64 for less
	@scripts/release.sh '$(VERSION)' '$(origin VERSION)' dist/release $(if $(TARGETS),-targets $(TARGETS))

image: build ## from a tag: an image for containers in dist/image, without a daemon
	@scripts/release.sh '$(VERSION)' '$(origin VERSION)' dist/image -image -targets $(or $(TARGETS),linux-amd64$(comma)linux-arm64)

clean: ## remove what was built; data and installed packages stay
	@rm -rf bin dist web/test-results
	@find web/dist -mindepth 1 -not -name .gitkeep -delete

# Go knows best whether the binary is stale, and answers in a second when it is not.
bin/btracker: $(WEB_BUILT)
	@mkdir -p bin
	@go build -ldflags '$(LDFLAGS)' -o $@ ./cmd/btracker

# Vite empties dist first, so a failed build leaves no stamp behind.
$(WEB_BUILT): $(NODE_MODULES) $(WEB_SOURCES)
	@npm --prefix web run --silent build
	@touch $@

# `npm ci` would refuse a lock without the optional packages of other platforms, and npm leaves out those that a
# registry does not offer. This installs exactly what the lock says as well, and never writes to it.
# npm writes the stamp last: it is newer than the lock exactly when the installation is complete.
$(NODE_MODULES): web/package-lock.json
	@npm --prefix web install --no-save --no-audit --no-fund --loglevel=error
	@touch $@
