package pgtest

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"btracker/internal/child"
)

const (
	startTimeout = time.Minute
	stopTimeout  = 10 * time.Second
	// A Unix socket's address holds 107 bytes, "/.s.PGSQL.5432" among them.
	longestDir = 90
)

// serverSettings trade safety for speed: losing this cluster costs nothing.
var serverSettings = []string{
	"listen_addresses=",
	"max_connections=200",
	"shared_buffers=32MB",
	"fsync=off",
	"synchronous_commit=off",
	"full_page_writes=off",
	"wal_level=minimal",
	"max_wal_senders=0",
	"jit=off",
}

// Cluster is a PostgreSQL server of our own, which can be stopped, killed,
// started again and followed by a standby.
type Cluster struct {
	dir        string
	bin        string
	settings   []string
	credential *syscall.Credential
	server     *child.Process
}

// NewCluster starts a new cluster, which is gone after the test. Settings, as
// name=value, win over those for speed.
func NewCluster(t testing.TB, settings ...string) *Cluster {
	t.Helper()
	return OpenCluster(t, tempDir(t), settings...)
}

// OpenCluster starts the cluster in dir, an absolute path, and stops it after the
// test. It makes a new one if there is none.
func OpenCluster(t testing.TB, dir string, settings ...string) *Cluster {
	t.Helper()
	return startFor(t, dir, slices.Concat(serverSettings, settings), (*Cluster).initialize)
}

// NewStandby starts a copy of this running cluster, which follows it.
func (c *Cluster) NewStandby(t testing.TB) *Cluster {
	t.Helper()
	return startFor(t, tempDir(t), c.settings, func(standby *Cluster) error {
		return standby.run("pg_basebackup", "--host="+c.dir, "--port=5432", "--username=postgres", "--checkpoint=fast", "--no-sync",
			"--write-recovery-conf", "--pgdata="+standby.dataDir())
	})
}

// tempDir makes a directory that PostgreSQL's own user can reach; t.TempDir is private.
func tempDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "btracker-pg-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

func startFor(t testing.TB, dir string, settings []string, fill func(*Cluster) error) *Cluster {
	t.Helper()
	c, err := start(dir, settings, fill)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.StopFast)
	return c
}

func start(dir string, settings []string, fill func(*Cluster) error) (*Cluster, error) {
	if len(dir) > longestDir {
		return nil, fmt.Errorf("the path %s is too long for a socket, use a shorter TMPDIR", dir)
	}
	bin, err := findServer()
	if err != nil {
		return nil, err
	}
	c := &Cluster{dir: dir, bin: bin, settings: settings}
	if err := c.leaveRoot(); err != nil {
		return nil, err
	}
	if err := fill(c); err != nil {
		return nil, err
	}
	return c, c.Start()
}

// leaveRoot chooses another user when this process is root, because PostgreSQL refuses
// to run as root. The user then owns dir, and must be able to reach it.
func (c *Cluster) leaveRoot() error {
	if os.Geteuid() != 0 {
		return nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, uidErr := strconv.ParseUint(u.Uid, 10, 32)
		gid, gidErr := strconv.ParseUint(u.Gid, 10, 32)
		c.credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
		return errors.Join(uidErr, gidErr, os.Chown(c.dir, int(uid), int(gid)))
	}
	return errors.New("root needs a user postgres or nobody to run it as")
}

// initialize makes a cluster, unless there is one already.
func (c *Cluster) initialize() error {
	if _, err := os.Stat(c.dataDir()); err == nil {
		return nil
	}
	return c.run("initdb", "--username=postgres", "--auth=trust", "--no-sync", "--no-instructions",
		"--encoding=UTF8", "--locale=C.UTF-8", "--pgdata="+c.dataDir())
}

// Promote makes a standby the primary, and returns when it takes writes.
func (c *Cluster) Promote() error {
	return c.run("pg_ctl", "promote", "--pgdata="+c.dataDir())
}

// Start starts the server, for the first time or again, and returns when it answers.
func (c *Cluster) Start() error {
	args := []string{"-D", c.dataDir(), "-k", c.dir, "-p", "5432"}
	for _, s := range c.settings {
		args = append(args, "-c", s)
	}
	log, err := os.OpenFile(c.logFile(), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	server := c.command("postgres", args...)
	server.Stdout, server.Stderr = log, log
	// PostgreSQL's "immediate shutdown".
	if c.server, err = child.Start(server, syscall.SIGQUIT); err != nil {
		return err
	}
	if err := c.waitUntilReady(); err != nil {
		c.Stop()
		return fmt.Errorf("start PostgreSQL: %w", err)
	}
	return nil
}

// PID is the id of the server's first process; its other processes are children of it.
func (c *Cluster) PID() int { return c.server.PID() }

// Stop ends the server at once, as a crash would, but leaves no process behind.
func (c *Cluster) Stop() { c.server.Stop(syscall.SIGQUIT, stopTimeout) }

// StopFast ends the server as an administrator does: it cuts off its clients and
// writes everything out.
func (c *Cluster) StopFast() { c.server.Stop(syscall.SIGINT, stopTimeout) }

// Kill ends the server's first process without asking; the others follow when
// they see it gone.
func (c *Cluster) Kill() { c.server.Kill() }

// run runs one of PostgreSQL's programs to its end.
func (c *Cluster) run(name string, args ...string) error {
	if output, err := child.Output(c.command(name, args...)); err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, output)
	}
	return nil
}

func (c *Cluster) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(c.bin, name), args...)
	cmd.Dir = c.dir // the other user may not read ours
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: c.credential}
	for _, variable := range os.Environ() {
		// PGDATA, PGPORT and their like are meant for another server.
		if !strings.HasPrefix(variable, "PG") && !strings.HasPrefix(variable, "LC_") {
			cmd.Env = append(cmd.Env, variable)
		}
	}
	return cmd
}

func (c *Cluster) waitUntilReady() error {
	ctx, cancel := context.WithTimeout(context.Background(), startTimeout)
	defer cancel()
	for {
		conn, err := pgx.Connect(ctx, c.URL())
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-time.After(20 * time.Millisecond):
		case <-ctx.Done():
			return fmt.Errorf("no answer after %s: %w", startTimeout, err)
		case <-c.server.Ended():
			log, _ := os.ReadFile(c.logFile())
			return fmt.Errorf("the server ended: %s", log)
		}
	}
}

func (c *Cluster) dataDir() string { return filepath.Join(c.dir, "data") }
func (c *Cluster) logFile() string { return filepath.Join(c.dir, "log") }

// URL is the URL of the database "postgres".
func (c *Cluster) URL() string { return c.Database("postgres") }

// Database is the URL of a database.
func (c *Cluster) Database(name string) string {
	// Port and sslmode are there because PGPORT and PGSSLMODE would fill the gap.
	query := url.Values{"host": {c.dir}, "port": {"5432"}, "sslmode": {"disable"}, "user": {"postgres"}}
	return (&url.URL{Scheme: "postgres", Path: "/" + name, RawQuery: query.Encode()}).String()
}

// Execute runs statements in the database "postgres", one after the other.
func (c *Cluster) Execute(statements ...string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	conn, err := pgx.Connect(ctx, c.URL())
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	for _, statement := range statements {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}
