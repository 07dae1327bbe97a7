package pgtest

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"btracker/internal/testkit"
)

// helperVariable turns this test binary into the process that is killed.
const helperVariable = "PGTEST_START_AND_WAIT"

func TestMain(m *testing.M) {
	if os.Getenv(helperVariable) != "" {
		c, err := startShared()
		fmt.Println(c.URL(), err)
		select {}
	}
	os.Exit(Main(m))
}

func connect(t testing.TB, databaseURL string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	return conn
}

func count(t testing.TB, conn *pgx.Conn, sql string, args ...any) (n int) {
	t.Helper()
	if err := conn.QueryRow(t.Context(), sql, args...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestDatabasesAreSeparateAndDropped(t *testing.T) {
	var names []string
	t.Run("inner", func(t *testing.T) {
		for range 2 {
			conn := connect(t, NewDatabase(t)) // left open: dropping must not mind
			if _, err := conn.Exec(t.Context(), "CREATE TABLE thing (id int)"); err != nil {
				t.Errorf("a fresh database has the other's table: %v", err)
			}
			names = append(names, conn.Config().Database)
		}
	})
	admin := connect(t, shared.cluster.URL())
	defer admin.Close(t.Context())
	if n := count(t, admin, "SELECT count(*) FROM pg_database WHERE datname = ANY($1)", names); len(names) != 2 || n != 0 {
		t.Errorf("%d of %v are left", n, names)
	}
}

func TestTemplateIsPreparedOnceAndCopied(t *testing.T) {
	name := fmt.Sprintf("Thing's template %d", shared.databases.Load()) // new at each -count
	var prepared atomic.Int32
	prepare := func(databaseURL string) error {
		prepared.Add(1)
		conn, err := pgx.Connect(context.Background(), databaseURL)
		if err != nil {
			return err
		}
		defer conn.Close(context.Background())
		_, err = conn.Exec(context.Background(), "CREATE TABLE thing (id int); INSERT INTO thing VALUES (1)")
		return err
	}
	t.Run("group", func(t *testing.T) {
		for range 8 {
			t.Run("copy", func(t *testing.T) {
				t.Parallel()
				conn := connect(t, NewFromTemplate(t, name, prepare))
				if _, err := conn.Exec(t.Context(), "INSERT INTO thing VALUES (2)"); err != nil {
					t.Fatal(err)
				}
				if n := count(t, conn, "SELECT count(*) FROM thing"); n != 2 {
					t.Errorf("%d rows: tests share a copy", n)
				}
			})
		}
	})
	if n := prepared.Load(); n != 1 {
		t.Errorf("prepared %d times", n)
	}
}

// A copy that a test is done with is as new for the next one. A copy whose schema changed is not used again.
func TestUsedCopiesAreAsNew(t *testing.T) {
	name := fmt.Sprintf("used %d", shared.databases.Load())
	prepare := func(databaseURL string) error {
		conn, err := pgx.Connect(context.Background(), databaseURL)
		if err != nil {
			return err
		}
		defer conn.Close(context.Background())
		_, err = conn.Exec(context.Background(), `
			CREATE TABLE thing (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL);
			CREATE TABLE part (thing_id int REFERENCES thing);
			CREATE FUNCTION forbid() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'nothing goes'; END $$;
			CREATE TRIGGER forbid BEFORE DELETE ON thing EXECUTE FUNCTION forbid();
			INSERT INTO thing (name) VALUES ('of the template')`)
		return err
	}
	names := map[string]bool{}
	for _, statement := range []string{
		"INSERT INTO thing (name) VALUES ('x'); INSERT INTO part SELECT id FROM thing; UPDATE thing SET name = 'changed'",
		"ALTER TABLE thing DISABLE TRIGGER forbid; DELETE FROM thing",
		"SELECT 1",
	} {
		t.Run(statement, func(t *testing.T) {
			conn := connect(t, NewFromTemplate(t, name, prepare)) // left open: the next test must not mind
			names[conn.Config().Database] = true
			if n := count(t, conn, "SELECT count(*) FROM thing WHERE id = 1 AND name = 'of the template'"); n != 1 {
				t.Error("the row of the template is not there")
			}
			if n := count(t, conn, "SELECT (SELECT count(*) FROM thing) + (SELECT count(*) FROM part)"); n != 1 {
				t.Errorf("%d rows", n)
			}
			if n := count(t, conn, "SELECT count(*) FROM pg_trigger WHERE tgname = 'forbid' AND tgenabled = 'O'"); n != 1 {
				t.Error("the trigger is off")
			}
			if n := count(t, conn, "SELECT nextval(pg_get_serial_sequence('thing', 'id'))"); n != 2 {
				t.Errorf("the next number is %d", n)
			}
			if _, err := conn.Exec(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		})
	}
	if len(names) != 2 {
		t.Errorf("%d copies, want one for two tests and one behind a changed schema", len(names))
	}
}

func TestServerIsUTF8(t *testing.T) {
	conn := connect(t, NewDatabase(t))
	var lower string
	if err := conn.QueryRow(t.Context(), "SELECT lower('ÄÖÉ')").Scan(&lower); err != nil || lower != "äöé" {
		t.Errorf("lower = %q, %v", lower, err)
	}
}

func TestMissingServerIsOneClearLine(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	usual := serverDirs
	t.Cleanup(func() { serverDirs = usual })
	serverDirs = []string{filepath.Join(t.TempDir(), "*")}
	_, err := startShared()
	if !errors.Is(err, errNotInstalled) || strings.Contains(err.Error(), "\n") {
		t.Errorf("Start = %v", err)
	}
}

func TestClusterLeavesNothing(t *testing.T) {
	var c *Cluster
	t.Run("inner", func(t *testing.T) {
		c = NewCluster(t)
		conn := connect(t, c.URL())
		conn.Close(t.Context())
	})
	if _, err := pgx.Connect(t.Context(), c.URL()); err == nil {
		t.Error("the server still answers")
	}
	if _, err := os.Stat(c.dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s is left: %v", c.dir, err)
	}
}

// A cluster in a directory of the caller's is found there again with its data.
func TestClusterIsReopened(t *testing.T) {
	dir := tempDir(t)
	t.Run("first", func(t *testing.T) {
		if err := OpenCluster(t, dir).Execute("CREATE DATABASE kept"); err != nil {
			t.Fatal(err)
		}
	})
	t.Run("second", func(t *testing.T) {
		conn := connect(t, OpenCluster(t, dir).Database("kept"))
		conn.Close(t.Context())
	})
}

func TestServerDiesWithAKilledProcess(t *testing.T) {
	helper := exec.Command(os.Args[0])
	helper.Env = append(os.Environ(), helperVariable+"=1")
	output, err := helper.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := helper.Start(); err != nil {
		t.Fatal(err)
	}
	line, _ := bufio.NewReader(output).ReadString('\n')
	kill := func() { _ = helper.Process.Kill(); _ = helper.Wait() }
	databaseURL, ok := strings.CutSuffix(strings.TrimSpace(line), " <nil>")
	if !ok {
		kill()
		t.Fatalf("the helper says %q", line)
	}
	t.Cleanup(func() { os.RemoveAll(dirOf(t, databaseURL)) })
	conn, err := pgx.Connect(t.Context(), databaseURL)
	kill()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	_, err = conn.Exec(ctx, "SELECT pg_sleep(60)") // ended by the server's end
	if err == nil || ctx.Err() != nil {
		t.Fatalf("the server outlives its process: %v", err)
	}
	testkit.Until(t, "the server answers no more", func() bool {
		_, err := pgx.Connect(t.Context(), databaseURL)
		return err != nil
	})
}

func dirOf(t testing.TB, databaseURL string) string {
	t.Helper()
	u, err := url.Parse(databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	return u.Query().Get("host")
}
