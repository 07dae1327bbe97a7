package prove

import (
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"btracker/internal/demo"
	"btracker/internal/testkit"
	"btracker/internal/tools/program"
)

// In full, which testkit.Full tells, proofs have large numbers and every time limit: an hour instead of a minute.
var soakLength = flag.Duration("soak", fullSoak, "how long the endurance run of make prove lasts")

var binary string

func TestMain(m *testing.M) {
	if database := os.Getenv(replicaOf); database != "" {
		os.Exit(serveOrders(database))
	}
	// Some proofs mostly wait, so more of them run at once than there are processors.
	_ = flag.Set("test.parallel", "5")
	os.Exit(program.Main(m, "../..", "", &binary))
}

// begin starts a proof. A proof in full runs alone, because it holds times to limits.
func begin(t *testing.T) {
	if !testkit.Full() {
		t.Parallel()
	}
	t.Logf("load average %s", testkit.LoadAverage())
}

func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// shortOrFull chooses the number for the version that runs.
func shortOrFull(short, long int) int {
	if testkit.Full() {
		return long
	}
	return short
}

// limit returns how long to wait for something that is promised within a time. The
// short version runs beside other tests, on machines that may be busy, and waits
// much longer than is promised.
func limit(promised time.Duration) time.Duration {
	if testkit.Full() {
		return promised
	}
	return testkit.Patience
}

// atMost fails when the full version took longer than is promised.
func atMost(t testing.TB, what string, took, promised time.Duration) {
	t.Helper()
	if took > limit(promised) {
		t.Fatalf("%s: %v, more than %v", what, took, promised)
	}
}

// onSQLite is a target with a data directory of its own.
func onSQLite(t testing.TB) program.Target {
	return program.Target{Binary: binary, Data: filepath.Join(t.TempDir(), "data")}
}

// onPostgres is a target on a PostgreSQL database.
func onPostgres(t testing.TB, url string) program.Target {
	target := onSQLite(t)
	target.DatabaseURL = url
	return target
}

// server is a running program, signed in as its administrator.
type server struct {
	*program.Server
	target program.Target
}

// serve starts a server with demo data. A new directory gets a copy; on PostgreSQL the server makes it.
func serve(t testing.TB, target program.Target, args ...string) *server {
	t.Helper()
	if target.DatabaseURL == "" {
		if _, err := os.Stat(target.Data); errors.Is(err, fs.ErrNotExist) {
			target.FillDemo(t)
		}
	}
	s := &server{program.Start(t, target.Serve(append(args, "--demo", "--log-level", "warn")...)), target}
	var err error
	s.Token, err = s.SignIn(t.Context(), demo.AdminEmail, demo.Password)
	ok(t, err)
	return s
}

// restart starts a server that was killed; its sessions are still good.
func (s *server) restart(t testing.TB) {
	t.Helper()
	token := s.Token
	s.Server = program.Start(t, s.target.Serve("--log-level", "warn"))
	s.Token = token
}

// observed is a server, its database read directly, and the position of the database
// when the server started.
type observed struct {
	evidence
	server *server
	since  position
}

// observe starts a server and opens its database.
func observe(t testing.TB, target program.Target, args ...string) observed {
	t.Helper()
	o := observed{server: serve(t, target, args...), evidence: open(t, target)}
	o.since = o.position()
	return o
}
