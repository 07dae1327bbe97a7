package pgtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
)

// One cluster for the process.
var shared struct {
	start     sync.Once
	cluster   *Cluster
	err       error
	databases atomic.Int64
	templates sync.Map // name to *template
}

// Main runs the tests of a package that uses this one, and stops the cluster if
// they started it:
//
//	func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }
func Main(m *testing.M) int {
	defer func() {
		if shared.cluster != nil && shared.err == nil {
			shared.cluster.Stop()
			_ = os.RemoveAll(shared.cluster.dir)
		}
	}()
	return m.Run()
}

// NewDatabase returns the URL of an empty database that is dropped after the test.
func NewDatabase(t testing.TB) string {
	t.Helper()
	name := create(t, "template0")
	t.Cleanup(func() { drop(t, name) })
	return shared.cluster.Database(name)
}

// NewFromTemplate returns the URL of a copy, the test's own, of a database that prepare filled. prepare runs once
// for each name, and must close its connections; a copy is much cheaper than running the migrations again.
func NewFromTemplate(t testing.TB, name string, prepare func(url string) error) string {
	t.Helper()
	c := sharedCluster(t)
	source := "template_" + name
	value, _ := shared.templates.LoadOrStore(source, &template{})
	tmpl := value.(*template)
	tmpl.once.Do(func() { tmpl.err = c.makeTemplate(source, tmpl, prepare) })
	if tmpl.err != nil {
		t.Fatalf("prepare the database template %q: %v", name, tmpl.err)
	}
	copied := tmpl.take()
	if copied == "" {
		copied = create(t, source)
	}
	t.Cleanup(func() {
		if !tmpl.giveBack(c, copied) {
			drop(t, copied)
		}
	})
	return c.Database(copied)
}

func sharedCluster(t testing.TB) *Cluster {
	t.Helper()
	shared.start.Do(func() { shared.cluster, shared.err = startShared() })
	if shared.err != nil {
		t.Fatal(shared.err)
	}
	return shared.cluster
}

func startShared() (*Cluster, error) {
	dir, err := os.MkdirTemp("", "btracker-pg-")
	if err != nil {
		return nil, err
	}
	c, err := start(dir, serverSettings, (*Cluster).initialize)
	if err != nil {
		_ = os.RemoveAll(dir)
	}
	return c, err
}

// create makes a database, and returns its name.
func create(t testing.TB, source string) string {
	t.Helper()
	name := fmt.Sprintf("test_%d", shared.databases.Add(1))
	if err := sharedCluster(t).Execute(fmt.Sprintf("CREATE DATABASE %s TEMPLATE %s", name, quote(source))); err != nil {
		t.Fatal(err)
	}
	return name
}

func drop(t testing.TB, name string) {
	t.Helper()
	// FORCE: a pool that the test left open must not keep the database.
	if err := sharedCluster(t).Execute(fmt.Sprintf("DROP DATABASE %s WITH (FORCE)", name)); err != nil {
		t.Errorf("%v", err)
	}
}

// TakeAway disconnects everyone from a database that NewDatabase or
// NewFromTemplate made, and lets nobody in again.
func TakeAway(t testing.TB, databaseURL string) {
	t.Helper()
	config, err := pgx.ParseConfig(databaseURL)
	if err == nil {
		name := config.Database
		err = sharedCluster(t).Execute(fmt.Sprintf("ALTER DATABASE %s WITH ALLOW_CONNECTIONS false", quote(name)),
			fmt.Sprintf("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '%s'", name))
	}
	if err != nil {
		t.Fatal(err)
	}
}

func (c *Cluster) makeTemplate(name string, tmpl *template, prepare func(url string) error) error {
	if err := c.Execute(fmt.Sprintf("CREATE DATABASE %s TEMPLATE template0", quote(name))); err != nil {
		return err
	}
	if err := prepare(c.Database(name)); err != nil {
		return err
	}
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, c.Database(name))
	if err != nil {
		return err
	}
	if err := errors.Join(tmpl.remember(ctx, conn), conn.Close(ctx)); err != nil {
		return err
	}
	// A database somebody is connected to can not be copied.
	return c.Execute(fmt.Sprintf("ALTER DATABASE %s WITH ALLOW_CONNECTIONS false", quote(name)))
}

func quote(identifier string) string {
	return `"` + strings.ReplaceAll(identifier, `"`, `""`) + `"`
}
