package pgtest

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
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
	c, err := New(dir)
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		remove()
		return "", nil, fmt.Errorf("start PostgreSQL: %w", err)
	}
	return c.URL(), func() { c.Stop(); remove() }, nil
}
