# Sourced by test.sh and prove.sh: how tests are run, and which of the Go tests the race detector watches.

# The race detector watches all Go that people wrote, the driver of SQLite included. SQLite itself is C that a program
# has turned into Go: watching each of its pointers would be three quarters of the work, and it locks by itself.
unwatched=()
for package in modernc.org/sqlite/lib modernc.org/libc modernc.org/memory; do
  unwatched+=("-gcflags=$package=-race=false")
done

# Packages whose goroutines meet. `make test` runs them with the race detector, and of the store, where writers queue, the tests that
# are named for meeting; `make prove` runs everything with it. To build and run the others so costs four minutes of a processor.
raced_packages=(./internal/hub ./internal/bus ./internal/jobs ./internal/auth ./internal/share ./internal/sqlite ./internal/webhook)
raced_tests='AtOnce|AtATime|Concurrent|Live$|OpenPage|Queue|WaitingWrites|WriteSkew|WaitsForWrites|EachOther|Group|RaisedOnce|IsLost'

# `make check` has vetted the code, and nobody debugs these binaries: without that they are linked in half the time.
go_test=(go test -vet=off "-ldflags=-s -w" -count=1 -json)

# The race detector is the one thing here that needs cgo.
race() { CGO_ENABLED=1 "${go_test[@]}" -race "${unwatched[@]}" -p 3 "$@" | go run ./internal/tools/testsummary; }

with_race() {
  local result=0
  race -timeout=15m "${raced_packages[@]}" || result=1
  race -timeout=15m -run "$raced_tests" ./internal/store || result=1
  return $result
}

# own_module DIRECTORY runs the tests of a module of its own: what it tests against brings much that the program does not need.
own_module() (
  cd "$1"
  "${go_test[@]}" -timeout=15m ./... | (cd ../.. && go run ./internal/tools/testsummary)
)

# end_to_end ARGUMENT... runs the end-to-end tests that Playwright chooses by the arguments; those tagged @prove are left to `make prove`.
end_to_end() (
  go build -C internal/oidctest -o ../../bin/oidc-provider ./provider
  cd web
  node_modules/.bin/playwright test "$@"
)
