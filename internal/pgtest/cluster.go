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
	"time"

	"github.com/jackc/pgx/v5"

	"btracker/internal/child"
)

// Cluster is a PostgreSQL server of our own, which can be stopped, killed,
// started again and followed by a standby.
type Cluster struct {
	dir        string
	bin        string
	settings   []string
	credential *syscall.Credential
	server     *child.Process
}

// New makes a cluster in dir, an absolute path to an empty directory. Settings,
// as name=value, win over those for speed.
//
// PostgreSQL refuses to run as root; for root it runs as the user postgres or
// nobody, who becomes the owner of dir and must be able to reach it.
func New(dir string, settings ...string) (*Cluster, error) {
	c, err := newCluster(dir, slices.Concat(serverSettings, settings))
	if err != nil {
		return nil, err
	}
	return c, c.run("initdb", "--username=postgres", "--auth=trust", "--no-sync", "--no-instructions",
		"--encoding=UTF8", "--locale=C.UTF-8", "--pgdata="+c.dataDir())
}

// Reopen is a cluster that New made in dir earlier, and that runs no more.
func Reopen(dir string, settings ...string) (*Cluster, error) {
	return newCluster(dir, slices.Concat(serverSettings, settings))
}

// PID is that of the running server's first process, whose children the others are.
func (c *Cluster) PID() int { return c.server.PID() }

// Standby makes, in an empty directory, a copy of this running cluster that
// follows it once it is started.
func (c *Cluster) Standby(dir string) (*Cluster, error) {
	standby, err := newCluster(dir, c.settings)
	if err != nil {
		return nil, err
	}
	return standby, standby.run("pg_basebackup", "--host="+c.dir, "--port=5432", "--username=postgres", "--checkpoint=fast", "--no-sync",
		"--write-recovery-conf", "--pgdata="+standby.dataDir())
}

// Promote makes a standby the primary, and returns when it takes writes.
func (c *Cluster) Promote() error {
	return c.run("pg_ctl", "promote", "--pgdata="+c.dataDir())
}

func newCluster(dir string, settings []string) (*Cluster, error) {
	if len(dir) > longestDir {
		return nil, fmt.Errorf("the path %s is too long for a socket, use a shorter TMPDIR", dir)
	}
	bin, err := findServer()
	if err != nil {
		return nil, err
	}
	c := &Cluster{dir: dir, bin: bin, settings: settings}
	if os.Geteuid() != 0 {
		return c, nil
	}
	uid, gid, err := unprivileged()
	if err != nil {
		return nil, err
	}
	c.credential = &syscall.Credential{Uid: uid, Gid: gid}
	return c, os.Chown(dir, int(uid), int(gid))
}

func unprivileged() (uid, gid uint32, err error) {
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, uidErr := strconv.ParseUint(u.Uid, 10, 32)
		gid, gidErr := strconv.ParseUint(u.Gid, 10, 32)
		return uint32(uid), uint32(gid), errors.Join(uidErr, gidErr)
	}
	return 0, 0, errors.New("root needs a user postgres or nobody to run it as")
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
		return err
	}
	return nil
}

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

// URL is that of the database "postgres".
func (c *Cluster) URL() string {
	// Port and sslmode are there because PGPORT and PGSSLMODE would fill the gap.
	query := url.Values{"host": {c.dir}, "port": {"5432"}, "sslmode": {"disable"}, "user": {"postgres"}}
	return (&url.URL{Scheme: "postgres", Path: "/postgres", RawQuery: query.Encode()}).String()
}
