package pgtest

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// One cluster for the test binary.
var shared struct {
	start     sync.Once
	url       string
	stop      func()
	err       error
	databases atomic.Int64
	templates sync.Map // name to *template
}

type template struct {
	once sync.Once
	err  error
}

// Main runs the tests of a package that uses this one, and stops the cluster if
// they started it:
//
//	func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }
func Main(m *testing.M) int {
	defer func() {
		if shared.stop != nil {
			shared.stop()
		}
	}()
	return m.Run()
}

// NewDatabase returns the URL of an empty database that is dropped after the test.
func NewDatabase(t testing.TB) string {
	t.Helper()
	return create(t, "template0")
}

// NewFromTemplate returns the URL of a copy, dropped after the test, of a
// database that prepare filled. prepare runs once for each name, and must close
// its connections; a copy is much cheaper than running the migrations again.
func NewFromTemplate(t testing.TB, name string, prepare func(url string) error) string {
	t.Helper()
	startShared(t)
	source := "template_" + name
	value, _ := shared.templates.LoadOrStore(source, &template{})
	tmpl := value.(*template)
	tmpl.once.Do(func() { tmpl.err = makeTemplate(source, prepare) })
	if tmpl.err != nil {
		t.Fatalf("prepare the database template %q: %v", name, tmpl.err)
	}
	return create(t, source)
}

func startShared(t testing.TB) {
	t.Helper()
	shared.start.Do(func() { shared.url, shared.stop, shared.err = Start("") })
	if shared.err != nil {
		t.Fatal(shared.err)
	}
}

func create(t testing.TB, source string) string {
	t.Helper()
	startShared(t)
	name := fmt.Sprintf("test_%d", shared.databases.Add(1))
	if err := execute(fmt.Sprintf("CREATE DATABASE %s TEMPLATE %s", name, quote(source))); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		// FORCE: a pool that the test left open must not keep the database.
		if err := execute(fmt.Sprintf("DROP DATABASE %s WITH (FORCE)", name)); err != nil {
			t.Error(err)
		}
	})
	return urlOf(name)
}

func makeTemplate(name string, prepare func(url string) error) error {
	if err := execute(fmt.Sprintf("CREATE DATABASE %s TEMPLATE template0", quote(name))); err != nil {
		return err
	}
	if err := prepare(urlOf(name)); err != nil {
		return err
	}
	// A database somebody is connected to can not be copied.
	return execute(fmt.Sprintf("ALTER DATABASE %s WITH ALLOW_CONNECTIONS false", quote(name)))
}

func execute(sql string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	conn, err := pgx.Connect(ctx, shared.url)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, sql); err != nil {
		return fmt.Errorf("%s: %w", sql, err)
	}
	return nil
}

func urlOf(database string) string {
	u, err := url.Parse(shared.url)
	if err != nil {
		panic(err) // we made it ourselves
	}
	u.Path = "/" + database
	return u.String()
}

func quote(identifier string) string {
	return `"` + strings.ReplaceAll(identifier, `"`, `""`) + `"`
}
