package main

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"

	"github.com/jackc/pgx/v5"

	"btracker/internal/pgtest"
)

// durable is as an installation has it: a commit waits for the disk, as on SQLite.
var durable = []string{"fsync=on", "synchronous_commit=on", "full_page_writes=on", "shared_buffers=256MB", "max_wal_size=4GB"}

// startPostgres starts a cluster and puts the target on a copy of its seeded
// database. A cluster that is kept is seeded once for each scale.
func startPostgres(ctx context.Context, t *target, o options) (stop func(), err error) {
	cluster, remove, err := openCluster(o.cluster)
	if err != nil {
		return remove, err
	}
	if err := cluster.Start(); err != nil {
		return remove, err
	}
	stop = func() { cluster.StopFast(); remove() }
	t.database = cluster.PID()
	conn, err := pgx.Connect(ctx, cluster.URL())
	if err != nil {
		return stop, err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	run := func(commands ...string) error {
		for _, command := range commands {
			if _, err := conn.Exec(ctx, command); err != nil {
				return fmt.Errorf("%s: %w", command, err)
			}
		}
		return nil
	}
	seeded, there := fmt.Sprint("seeded_", o.scale), false
	if err := conn.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM pg_database WHERE datname = $1)", seeded).Scan(&there); err != nil {
		return stop, err
	}
	if !there {
		if err := run("DROP DATABASE IF EXISTS seeding", "CREATE DATABASE seeding"); err != nil {
			return stop, err
		}
		t.DatabaseURL = databaseURL(cluster, "seeding")
		if err := seed(t.Target, o.scale); err != nil {
			return stop, err
		}
		if err := run("ALTER DATABASE seeding RENAME TO " + seeded); err != nil {
			return stop, err
		}
	}
	t.DatabaseURL = databaseURL(cluster, "measured")
	return stop, run("DROP DATABASE IF EXISTS measured", "CREATE DATABASE measured TEMPLATE "+seeded, "CHECKPOINT")
}

// openCluster makes a cluster in dir or finds the one of an earlier run; "" is a
// temporary one, which remove takes away.
func openCluster(dir string) (c *pgtest.Cluster, remove func(), err error) {
	remove = func() {}
	if dir == "" {
		if dir, err = os.MkdirTemp("", "btracker-pg-"); err != nil {
			return nil, remove, err
		}
		remove = func() { _ = os.RemoveAll(dir) }
	} else if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, remove, err
	}
	open := pgtest.New
	if earlier, err := filepath.Glob(filepath.Join(dir, "*")); err == nil && len(earlier) > 0 {
		open = pgtest.Reopen
	}
	c, err = open(dir, durable...)
	return c, remove, err
}

func databaseURL(c *pgtest.Cluster, name string) string {
	u, err := url.Parse(c.URL())
	if err != nil {
		panic(err) // we made it ourselves
	}
	u.Path = "/" + name
	return u.String()
}
