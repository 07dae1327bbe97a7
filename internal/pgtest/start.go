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
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	startTimeout = time.Minute
	stopTimeout  = 10 * time.Second
	// A Unix socket's address holds 107 bytes, "/.s.PGSQL.5432" among them.
	longestDir = 90
)

// Losing this cluster costs nothing, so it may skip all that keeps data safe.
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

// Start makes a new cluster in dir, which must be empty, and returns the URL of
// its database "postgres". An empty dir stands for a temporary one, which stop
// removes. The cluster ends with stop, or with this process.
//
// PostgreSQL refuses to run as root; for root it runs as the user postgres or
// nobody, who becomes the owner of dir and must be able to reach it.
func Start(dir string) (databaseURL string, stop func(), err error) {
	temporary := dir == ""
	if temporary {
		if dir, err = os.MkdirTemp("", "btracker-pg-"); err != nil {
			return "", nil, err
		}
	} else if dir, err = filepath.Abs(dir); err != nil {
		return "", nil, err
	}
	remove := func() {
		if temporary {
			_ = os.RemoveAll(dir)
		}
	}
	c, err := newCluster(dir)
	if err == nil {
		err = c.start()
	}
	if err != nil {
		remove()
		return "", nil, fmt.Errorf("start PostgreSQL: %w", err)
	}
	return c.url(), func() { c.stop(); remove() }, nil
}

type cluster struct {
	dir     string
	bin     string
	attr    *syscall.SysProcAttr
	process *os.Process
	ended   chan struct{} // closed when the server, or making it, has ended
	failure error         // why making it failed; read after ended
}

func newCluster(dir string) (*cluster, error) {
	if len(dir) > longestDir {
		return nil, fmt.Errorf("the path %s is too long for a socket, use a shorter TMPDIR", dir)
	}
	bin, err := findServer()
	if err != nil {
		return nil, err
	}
	c := &cluster{dir: dir, bin: bin, attr: &syscall.SysProcAttr{}, ended: make(chan struct{})}
	dieWithParent(c.attr)
	if os.Geteuid() != 0 {
		return c, nil
	}
	uid, gid, err := unprivileged()
	if err != nil {
		return nil, err
	}
	c.attr.Credential = &syscall.Credential{Uid: uid, Gid: gid}
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

// start returns when the server answers.
func (c *cluster) start() error {
	running := make(chan struct{})
	go c.run(running)
	select {
	case <-running:
	case <-c.ended:
		return c.failure
	}
	if err := c.waitUntilReady(); err != nil {
		c.stop()
		return err
	}
	return nil
}

// run makes the cluster and stays until its server ends. The kernel ties a
// child's life to the thread that started it, so that thread must be this
// goroutine's alone, and live as long as the server.
func (c *cluster) run(running chan<- struct{}) {
	runtime.LockOSThread()
	defer close(c.ended)
	initdb := c.command("initdb", "--username=postgres", "--auth=trust", "--no-sync", "--no-instructions",
		"--encoding=UTF8", "--locale=C.UTF-8", "--pgdata="+c.dataDir())
	if output, err := initdb.CombinedOutput(); err != nil {
		c.failure = fmt.Errorf("initdb: %w: %s", err, output)
		return
	}
	args := []string{"-D", c.dataDir(), "-k", c.dir, "-p", "5432"}
	for _, s := range serverSettings {
		args = append(args, "-c", s)
	}
	log, err := os.Create(c.logFile())
	if err != nil {
		c.failure = err
		return
	}
	defer log.Close()
	server := c.command("postgres", args...)
	server.Stdout, server.Stderr = log, log
	if err := server.Start(); err != nil {
		c.failure = err
		return
	}
	c.process = server.Process
	close(running)
	_ = server.Wait() // a server that should not have ended is seen by its clients
}

func (c *cluster) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(c.bin, name), args...)
	cmd.Dir = c.dir // the other user may not read ours
	cmd.SysProcAttr = c.attr
	for _, variable := range os.Environ() {
		// PGDATA, PGPORT and their like are meant for another server.
		if !strings.HasPrefix(variable, "PG") && !strings.HasPrefix(variable, "LC_") {
			cmd.Env = append(cmd.Env, variable)
		}
	}
	return cmd
}

func (c *cluster) waitUntilReady() error {
	ctx, cancel := context.WithTimeout(context.Background(), startTimeout)
	defer cancel()
	for {
		conn, err := pgx.Connect(ctx, c.url())
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-time.After(20 * time.Millisecond):
		case <-ctx.Done():
			return fmt.Errorf("no answer after %s: %w", startTimeout, err)
		case <-c.ended:
			log, _ := os.ReadFile(c.logFile())
			return fmt.Errorf("the server ended: %s", log)
		}
	}
}

func (c *cluster) stop() {
	_ = c.process.Signal(syscall.SIGQUIT)
	select {
	case <-c.ended:
	case <-time.After(stopTimeout):
		_ = c.process.Kill()
		<-c.ended
	}
}

func (c *cluster) dataDir() string { return filepath.Join(c.dir, "data") }
func (c *cluster) logFile() string { return filepath.Join(c.dir, "log") }

func (c *cluster) url() string {
	// Port and sslmode are there because PGPORT and PGSSLMODE would fill the gap.
	query := url.Values{"host": {c.dir}, "port": {"5432"}, "sslmode": {"disable"}, "user": {"postgres"}}
	return (&url.URL{Scheme: "postgres", Path: "/postgres", RawQuery: query.Encode()}).String()
}
